"""The law of Cycle 16 as it is shipped: counts, values written here by hand, and that its parts fit together.

Where the community's own text lies beside the repository, every row of its tables is compared too.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonpointer import resolve_pointer

from nomic.law.document.sections import Law
from nomic.law.rules.placeholders import fill_placeholders, placeholder_value
from nomic.matches.hosting.registry import game_named
from tests.law.unsaid import unsaid
from tests.law.winning import most_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "exoptosis" / "laws" / "cycle-16"
SOURCE = ROOT.parent / "shared" / "rules" / "cycle-16-ruleset.txt"
with_source = pytest.mark.skipif(
    not SOURCE.exists(), reason=f"the text of Cycle 16 is not at ../shared/rules/{SOURCE.name}"
)

SECTIONS = {
    "battles", "belongs", "calendar", "card_traits", "cards", "collections", "corrections", "court",
    "cycle", "duels", "exoptosis",
    "items",
    "knucklebones", "luck", "membership", "modifiers", "packs", "proposals", "random_cards", "rules", "shop",
    "trades",
}  # fmt: skip
TABLES = {"cards", "modifiers", "collections", "packs", "shop", "items", "colours", "types", "suits"}

OUTLINE = """
Time
  General
  Phases
Rules
Players
Proposals
  Urgent Class Proposal
  Standard Class Proposal
  Exploration Class Proposal
Judgement
Randomness
  Random Choices
  Dice Rolls
  Luck
Items
  Inventory
  Trading
  Using items
  Chips
  Vertebrae
  Cards
    Colours
    Types
    Modifiers
    Random Cards
  Card Packs
    Already-opened Pack
    Handy Pack
    Deck Pack
    Legendary Pack
  Reconfiguration Tokens
  The Croupier
Actions
  Card gifting
  Exoptotic Battle
    Full Hand
    Rewards
  Exoptotic Duel
  Fusion
  Exploration
Exoptosis
  Setup Rules
  Winning
  Turn Order
  Betting
  Forfeit
  Termination
  Playing Cards
  Drawing
Victory
"""


def load() -> dict[str, Any]:
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.yaml")}


AGAINST = {"sum": ["$against", "$unclear"]}
LAW = load()


def species(name: str) -> tuple[Any, list[str], list[str], list[str]]:
    card = LAW["cards"][name]
    return card["values"], card["suits"], card["colours"], card["types"]


def texts(content: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a document, with where it stands."""
    if isinstance(content, str):
        yield path, content
    elif isinstance(content, dict):
        for key, value in content.items():
            yield from texts(value, f"{path}/{key}")
    elif isinstance(content, list):
        for place, value in enumerate(content):
            yield from texts(value, f"{path}/{place}")


def outline() -> Iterator[tuple[str, str | None]]:
    """Title and parent's title of every rule, as the outline above has them."""
    above: list[str] = []
    for line in OUTLINE.strip().splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        above[depth:] = [line.strip()]
        yield above[-1], above[-2] if depth else None


# The whole


def test_the_template_has_every_section_of_the_hall() -> None:
    assert set(LAW) == SECTIONS


def test_there_are_as_many_of_everything_as_in_the_text() -> None:
    """42 species, 37 modifiers, 7 collections, 4 packs, 5 offers."""
    assert len(LAW["cards"]) == 42
    assert len(LAW["modifiers"]) == 37
    assert len(LAW["collections"]) == 7
    assert len(LAW["packs"]) == 4
    assert len(LAW["shop"]["offers"]) == 5
    assert len(LAW["card_traits"]["suits"]) == 8
    assert len(LAW["card_traits"]["colours"]) == 9
    assert len(LAW["card_traits"]["opposites"]) == 5


@pytest.mark.parametrize("section", ["cards", "modifiers", "collections", "items", "packs", "rules"])
def test_names_are_texts_even_where_they_look_like_numbers(section: str) -> None:
    """YAML would read the card 2 as a number and Null as nothing."""
    assert all(isinstance(name, str) for name in LAW[section])
    assert {"2", "-1", "1", "10"} <= set(LAW["cards"])
    assert "Null" in LAW["card_traits"]["types"]


# The rules


def test_every_rule_stands_under_its_parent() -> None:
    rules = LAW["rules"]
    told = [(rule["title"], rule["parent"] and rules[rule["parent"]]["title"]) for rule in rules.values()]
    assert told == list(outline())


def test_a_rule_is_called_by_its_title() -> None:
    """The id that amendments use can be told from the title alone."""
    for id_, rule in LAW["rules"].items():
        assert id_ == re.sub(r"[^a-z0-9]+", "-", rule["title"].lower())


def test_every_rule_says_something_and_nothing_else_is_in_it() -> None:
    for id_, rule in LAW["rules"].items():
        assert set(rule) - {"clauses"} == {"title", "parent", "body"}, id_
        assert rule["body"].strip() == rule["body"] != "", id_


def test_every_value_named_in_a_rule_exists() -> None:
    """`{{law|/pointer}}` resolves, a form fits the value, `{{law table|x}}` stands for a known table."""
    pointers, asked = 0, set()
    for id_, rule in LAW["rules"].items():
        body = rule["body"]
        for inside in re.findall(r"\{\{(.*?)\}\}", body):
            kind, *parts = inside.split("|")
            if kind == "law table":
                (table,) = parts
                assert table in TABLES, id_
                asked.add(table)
                continue
            assert kind == "law", (id_, inside)
            value = resolve_pointer(LAW, parts[0])
            assert value is not None, (id_, inside)
            assert placeholder_value(Law(LAW), *parts, *([None] if len(parts) == 1 else [])), (id_, inside)
            pointers += 1
        assert body.count("{{") == body.count("}}") == len(re.findall(r"\{\{[^{}]*\}\}", body)), id_
    assert pointers > 50
    assert asked == TABLES


@pytest.mark.parametrize(
    ("rule", "pointer"),
    [
        ("phases", "/calendar/phases/1/starts_at_hour|time"),
        ("players", "/membership/reputable_after_hours|time"),
        ("players", "/membership/declarations_needed"),
        ("urgent-class-proposal", "/rules/urgent-class-proposal/clauses/urgent/lasts/hours|time"),
        ("urgent-class-proposal", "/rules/urgent-class-proposal/clauses/urgent/passes/is/0"),
        ("vertebrae", "/rules/vertebrae/clauses/first-grant/do/0/n/sum/1/times/0"),
        ("legendary-pack", "/packs/Legendary Pack/contents/0/add/collections/0/1"),
        ("actions", "/rules/actions/clauses/burn/limit/times"),
        ("card-gifting", "/rules/card-gifting/clauses/give/do/0/if/is/0"),
        ("exoptotic-battle", "/battles/hands_within_minutes|minutes"),
        ("exoptotic-battle", "/exoptosis/turn/minutes|minutes"),
        ("exoptotic-duel", "/duels/request_lapses_minutes|minutes"),
        ("setup-rules", "/exoptosis/hand/at_least"),
        ("betting", "/exoptosis/betting/match_within_minutes|minutes"),
        ("victory", "/rules/victory/clauses/most/wins/all/0/is/2"),
    ],
)
def test_rules_name_values_instead_of_repeating_them(rule: str, pointer: str) -> None:
    body = LAW["rules"][rule]["body"]
    assert any("{{law|" + pointer + end in body for end in ("}}", "|"))


@pytest.mark.parametrize(
    ("number", "amounts"),
    [
        (2, ("2d3", "an Already-opened Pack")),
        (4, ("4d5",)),
        (5, ("a Gem Key", "2d8")),
        (6, ("Lotto Ticket", "Red Coating", "Hearts Insignia", "Sacrificial", "Gem Key")),
        (7, ("nothing (70%)", "a Legendary Pack (5%)", "2 Deck Packs (10%)", "6 Already-opened Packs (15%)")),
        (8, ("24 hours", "two of your cards")),
        (9, ("a Vertebra,", "good luck")),
        (10, ("Holographic", "Silvery")),
        (11, ("3 cards", "a Handy Pack")),
        (12, ("a Handy Pack", "7 of your cards", "Red Coating")),
        (13, ("a Handy Pack for 6", "a Deck Pack for 9", "a Legendary Pack for 25", "2 Reconfiguration Tokens")),
        (14, ("two more times",)),
    ],
)
def test_the_scenarios_of_the_exploration_have_their_numbers(number: int, amounts: tuple[str, ...]) -> None:
    """R107, R108: the fourteen scenarios, in order."""
    words = fill_placeholders(Law(LAW), LAW["rules"]["exploration"]["body"], value=str, table=str)
    scenarios = re.split(r"^# ", words, flags=re.MULTILINE)[1:]
    assert len(scenarios) == 14
    for amount in amounts:
        assert amount in scenarios[number - 1]


# Time, players, proposals


def test_R1_a_week_has_a_rest_and_a_battle_phase() -> None:
    """Rest from Monday 00:00, battle from Thursday 00:00, three days later."""
    assert LAW["calendar"] == {
        "length_hours": 168,
        "phases": [
            {"kind": "rest", "title": "Rest Phase", "starts_at_hour": 0},
            {"kind": "battle", "title": "Battle Phase", "starts_at_hour": 72},
        ],
    }


def test_R5_R6_membership() -> None:
    assert LAW["membership"] == {
        "rejoin_after_hours": 168,
        "reputable_after_hours": 168,
        "founders_within_hours": 72,
        "declarations_needed": 2,
        "no_activity": ["vote"],
    }


def test_R7_the_first_grant() -> None:
    """20 + 5·⌈X/2⌉ Vertebrae, on becoming reputable for the first time."""
    clause = LAW["rules"]["vertebrae"]["clauses"]["first-grant"]
    rounded_up = {"quotient": [{"sum": [{"phase": "number"}, 1]}, 2]}
    assert unsaid(clause) == {
        "when": "became-reputable",
        "if": "$first",
        "do": [{"grant": "Vertebra", "n": {"sum": [20, {"times": [5, rounded_up]}]}, "to": "$player"}],
    }


@pytest.mark.parametrize(
    ("name", "lasts", "passes", "more"),
    [
        ("standard", {"phases": 1}, ["$for", "more_than", AGAINST], {"default": True}),
        ("urgent", {"hours": 48}, [2, "at_least", AGAINST], {"who": {"reputable": "$me"}}),
        ("exploration", {"hours": 24}, [2, "at_least", AGAINST], {"costs": {"Exploration permit": 1}}),
    ],
)
def test_R9_R10_R11_classes_of_proposals(name: str, lasts: Any, passes: Any, more: dict[str, Any]) -> None:
    """Each a clause of the rule that tells of it; an unclear vote counts against in all of them."""
    clauses = LAW["rules"][f"{name}-class-proposal"]["clauses"]
    unlimited = {key: value for key, value in unsaid(clauses[name]).items() if key != "may"}
    assert unlimited == {"class": name.capitalize(), "lasts": lasts, "passes": {"is": passes}} | more
    assert ("may" in clauses[name]) is (name == "exploration")
    assert set(clauses) - {name} == ({"exploration-with-a-key"} if name == "exploration" else set())
    assert LAW["proposals"] == {"most_open": 20}


def test_R131_the_two_exploration_classes_differ_in_their_permit_and_in_the_key_that_is_needed() -> None:
    """One scenario of the list each, and its line."""
    clauses = LAW["rules"]["exploration-class-proposal"]["clauses"]
    scenario = {
        "may": "add",
        "at": "/rules/exploration/clauses",
        "kinds": ["outcome"],
        "having": [{"field": "of", "is": "exploration"}],
        "most": 1,
    }
    line = {"may": "add-lines", "at": "/rules/exploration/body", "begin": "#"}
    assert clauses["exploration"]["may"] == {"change": [scenario, line]}
    has_a_key = {"is": [{"stock": "Gem Key", "of": "$me"}, "at_least", 1]}
    assert unsaid(clauses["exploration-with-a-key"]) == unsaid(clauses["exploration"]) | {
        "class": "Exploration with a Gem Key",
        "costs": {"Keyed exploration permit": 1},
        "may": {"change": [scenario | {"needs": has_a_key}, line]},
    }


# Cards


@pytest.mark.parametrize(
    ("name", "values", "suits", "colours", "types"),
    [
        ("Ace", [1], [], [], ["Special", "Rare"]),
        ("2", [2], [], [], []),
        ("4", [4], [], [], ["Special"]),
        ("10", [10], [], [], []),
        ("Jack", [11], [], [], ["Special", "Face"]),
        ("Queen", [12], [], [], ["Special", "Face", "Rare"]),
        ("King", [12], [], [], ["Special", "Face", "Rare"]),
        ("Joker", [], [], [], ["Special", "Rare"]),
        ("Go to jail monopoly card", [2], [], ["White"], ["Special", "Rare"]),
        ("Amalgam", [], [], [], ["Null"]),
        ("Exploding Kitten", [0], [], ["Red", "Black"], ["Special", "Rare"]),
        ("Coup Duke", [3], [], ["Magenta"], ["Special", "Rare"]),
        ("Lotto Ticket", [1_000_000], ["Diamonds"], ["Cyan"], ["Special", "Rare"]),
        ("Quantum", [5], [], ["Transparent"], ["Special", "Rare"]),
        ("-1 of Blight", [-1], ["Blight"], ["Magenta"], []),
        ("-2 of Vitality", [-2], ["Vitality"], ["Green"], []),
        ("Orb of Blight", [-3], ["Blight"], ["Magenta"], ["Special", "Rare"]),
        ("Duality of Life", [0], ["Blight", "Vitality"], ["Magenta", "Green"], ["Special", "Rare"]),
        ("9 of Clocks", [9], ["Clocks"], ["Yellow"], []),
        ("Princess of Stars", [11], ["Stars"], ["Blue"], ["Special", "Face", "Rare"]),
        ("Goddess of Clocks", [13], ["Clocks"], ["Yellow"], ["Special", "Face", "Rare"]),
        ("Two", [2], [], [], ["Special"]),
        ("Zero", [0], [], [], []),
        ("-1", [-1], [], [], []),
        ("1", [1], [], [], []),
        ("3", [3], [], [], []),
        ("5", [5], [], [], []),
        ("6", [6], [], [], ["Special"]),
        ("7", [7], [], [], []),
        ("8", [8], [], [], ["Special"]),
        ("9", [9], [], [], []),
        ("Jester", [], [], [], ["Special", "Rare"]),
        ("Uno Reverse", [], [], [], ["Special", "Rare"]),
        ("1 of Vitality", [1], ["Vitality"], ["Green"], []),
        ("2 of Blight", [2], ["Blight"], ["Magenta"], []),
        ("Orb of Vitality", [3], ["Vitality"], ["Green"], ["Special", "Rare"]),
        ("7 of Clocks", [7], ["Clocks"], ["Yellow"], []),
        ("7 of Stars", [7], ["Stars"], ["Blue"], []),
        ("9 of Stars", [9], ["Stars"], ["Blue"], []),
        ("Prince of Clocks", [11], ["Clocks"], ["Yellow"], ["Special", "Face", "Rare"]),
        ("God of Stars", [13], ["Stars"], ["Blue"], ["Special", "Face", "Rare"]),
    ],
)
def test_species(name: str, values: list[int], suits: list[str], colours: list[str], types: list[str]) -> None:
    assert species(name) == (values, suits, colours, types)


def test_R25_a_credit_card_has_every_natural_number() -> None:
    assert species("Credit Card") == ({"from": 0}, [], ["Green"], ["Special", "Rare"])


def test_special_species_say_what_they_do_and_others_do_nothing() -> None:
    for name, card in LAW["cards"].items():
        if name != "Amalgam":
            assert bool(card["text"]) is ("Special" in card["types"]), name


def test_there_are_as_many_species_of_each_type_as_in_the_text() -> None:
    """Rare cards are all special; one species is Null, so 41 can come as random cards."""
    types = [card["types"] for card in LAW["cards"].values()]
    assert sum("Special" in each for each in types) == 24
    assert sum("Rare" in each for each in types) == 19
    assert sum("Face" in each for each in types) == 7
    assert sum("Null" in each for each in types) == 1
    assert all("Special" in each for each in types if "Rare" in each)


def test_species_have_suits_colours_and_types_that_exist() -> None:
    traits = LAW["card_traits"]
    for name, card in LAW["cards"].items():
        assert set(card["suits"]) <= set(traits["suits"]), name
        assert set(card["colours"]) <= set(traits["colours"]), name
        assert set(card["types"]) <= set(traits["types"]), name


def test_opposites_are_colours() -> None:
    opposites = LAW["card_traits"]["opposites"]
    assert {frozenset(pair) for pair in opposites} == {
        frozenset({"Red", "Black"}),
        frozenset({"Black", "White"}),
        frozenset({"Red", "Cyan"}),
        frozenset({"Yellow", "Blue"}),
        frozenset({"Green", "Magenta"}),
    }
    assert {colour for pair in opposites for colour in pair} <= set(LAW["card_traits"]["colours"])


@pytest.mark.parametrize(
    ("name", "suits", "colours"),
    [
        ("Hearts Insignia", ["Hearts"], []),
        ("Diamonds Marking", ["Diamonds"], []),
        ("Spades Symbol", ["Spades"], []),
        ("Clubs Label", ["Clubs"], []),
        ("Blight Scarring", ["Blight"], []),
        ("Vitality Blessing", ["Vitality"], []),
        ("Clocks Impression", ["Clocks"], []),
        ("Stars Seal", ["Stars"], []),
        ("Red Coating", [], ["Red"]),
        ("Black Coating", [], ["Black"]),
        ("White Coating", [], ["White"]),
        ("Cyan Coating", [], ["Cyan"]),
        ("Yellow Coating", [], ["Yellow"]),
        ("Blue Coating", [], ["Blue"]),
        ("Green Coating", [], ["Green"]),
        ("Magenta Coating", [], ["Magenta"]),
    ],
)
def test_R26_modifiers_that_change_the_card_and_are_gone(name: str, suits: list[str], colours: list[str]) -> None:
    assert LAW["modifiers"][name]["turns_into"] == {"suits": suits, "colours": colours}


def test_R26_every_suit_and_every_colour_but_transparent_can_be_added() -> None:
    gains = [modifier["turns_into"] for modifier in LAW["modifiers"].values() if modifier["turns_into"]]
    assert len(gains) == 16
    assert {suit for gain in gains for suit in gain["suits"]} == set(LAW["card_traits"]["suits"])
    assert {colour for gain in gains for colour in gain["colours"]} == {
        *LAW["card_traits"]["colours"],
    } - {"Transparent"}


def test_R30_bound_remembers_and_adamantine_lasts() -> None:
    modifiers = LAW["modifiers"]
    assert [name for name in modifiers if modifiers[name]["remembers_giver"]] == ["Bound"]
    assert [name for name in modifiers if modifiers[name]["indestructible"]] == ["Adamantine"]


def test_every_modifier_says_what_it_does() -> None:
    assert all(modifier["text"] for modifier in LAW["modifiers"].values())


def test_R32_R74_timely_cards_wait_for_the_game_and_not_for_their_turn() -> None:
    modifiers = LAW["modifiers"]
    assert [name for name in modifiers if modifiers[name]["off_turn"]] == ["Timely"]
    assert [name for name in modifiers if modifiers[name]["not_in_first_hand"]] == ["Timely"]


def test_R48_fragile_counts() -> None:
    modifiers = LAW["modifiers"]
    assert [name for name in modifiers if modifiers[name]["counts"]] == ["Fragile"]


def test_R39_only_transparent_is_seen_through() -> None:
    assert LAW["card_traits"]["see_through"] == ["Transparent"]


# The game


def test_R32_R94_hands_have_four_cards_and_are_due_within_a_day() -> None:
    assert LAW["exoptosis"]["hand"] == {"at_least": 4}
    assert (LAW["battles"]["declare_in"], LAW["battles"]["cards_at_least"]) == (["rest"], 4)
    assert (LAW["battles"]["hands_within_minutes"], LAW["battles"]["at_least"]) == (24 * 60, 2)
    assert (LAW["duels"]["hands_within_minutes"], LAW["duels"]["hands_only_in"]) == (24 * 60, "battle")


def test_R35_bets_are_chips_and_holographic_cards() -> None:
    assert LAW["exoptosis"]["betting"] == {
        "items": ["Chip"],
        "cards": {"has": "$it", "modifier": "Holographic"},
        "close_after_minutes": 12 * 60,
        "match_within_minutes": 24 * 60,
        "unmatched_raise": "refunded",
    }


def test_R36_a_turn_lasts_a_day_and_silence_forfeits() -> None:
    assert LAW["exoptosis"]["turn"] == {"minutes": 24 * 60, "silence": "forfeit"}


def test_R95_duel_requests_lapse_after_two_days_and_there_is_one_duel_per_phase() -> None:
    duels = LAW["duels"]
    assert (duels["request_lapses_minutes"], duels["per_phase"], duels["at_least"]) == (48 * 60, 1, 2)


def test_R44_duels_bring_the_pool_and_nothing_else() -> None:
    assert (LAW["duels"]["at_commencement"], LAW["duels"]["rewards"]) == ([], [])


def test_R57_nobody_can_play_knucklebones_until_a_proposal_says_so() -> None:
    """The law has its numbers already; only the games of cards are played."""
    assert not game_named("knucklebones").in_force(Law(LAW))
    assert game_named("exoptosis").in_force(Law(LAW))


# Random cards and packs


@pytest.mark.parametrize(
    ("name", "size", "chance"),
    [
        ("Basic", 10, 10),
        ("Rare", 5, 5),
        ("Colours", 8, 10),
        ("Defective", 3, 5),
        ("Cursed", 5, 5),
        ("Common", 29, 20),
        ("Suits", 4, 10),
    ],
)
def test_collections(name: str, size: int, chance: int) -> None:
    collection = LAW["collections"][name]
    assert (len(collection["elements"]), collection["chance"]) == (size, chance)
    assert set(collection["elements"]) <= set(LAW["modifiers"])


def test_R26_every_collection_has_the_modifiers_of_the_text() -> None:
    """The common ones are the basic and the defective, every suit, and every colour but Transparent."""
    basic = {
        *("Timely", "Bound", "Speedy", "Wrathful", "Deceitful"),
        *("Cheating", "Adamantine", "Chaotic", "Reflected", "Jumping"),
    }
    suits = {"Hearts Insignia", "Diamonds Marking", "Spades Symbol", "Clubs Label"}
    late_suits = {"Blight Scarring", "Vitality Blessing", "Clocks Impression", "Stars Seal"}
    colours = {f"{colour} Coating" for colour in LAW["card_traits"]["colours"] if colour != "Transparent"}
    defective = {"Torn", "Fragile", "Useless"}
    assert {name: set(collection["elements"]) for name, collection in LAW["collections"].items()} == {
        "Basic": basic,
        "Rare": {"Holographic", "Gold Plating", "Silvery"},
        "Colours": colours,
        "Defective": defective,
        "Cursed": {"Mean", "Demonic", "Satanic", "Unholy", "Sacrificial"},
        "Common": basic | suits | late_suits | colours | defective,
        "Suits": suits,
    }


def test_R26_the_rare_collection_is_mostly_holographic() -> None:
    """ "Gold Plated" is the modifier Gold Plating."""
    assert LAW["collections"]["Rare"]["elements"] == [*["Holographic"] * 3, "Gold Plating", "Silvery"]


def test_collections_that_fill_a_gap_always_fill_it() -> None:
    """R27: every element of Colours adds a colour, every one of Suits a suit."""
    modifiers, collections = LAW["modifiers"], LAW["collections"]
    rules = LAW["random_cards"]
    for kind, name in (("colours", rules["missing_colour"]), ("suits", rules["missing_suit"])):
        assert all(modifiers[element]["turns_into"][kind] for element in collections[name]["elements"])


def test_R27_random_cards() -> None:
    assert LAW["random_cards"] == {
        "excluded_types": ["Null"],
        "collections": ["Common", "Rare"],
        "missing_colour": "Colours",
        "missing_suit": "Suits",
    }


@pytest.mark.parametrize(
    ("name", "contents"),
    [
        ("Already-opened Pack", [(1, None, [["Common", 20], ["Rare", 10]])]),
        ("Handy Pack", [(2, None, None), (1, "Rare", None)]),
        ("Deck Pack", [(4, None, None), (1, "Rare", None)]),
        (
            "Legendary Pack",
            [(3, None, [["Common", 40], ["Rare", 10]]), (2, "Rare", None), (2, None, [["Rare", 100]])],
        ),
    ],
)
def test_R27_packs(name: str, contents: list[tuple[int, str | None, list[list[Any]] | None]]) -> None:
    parts = LAW["packs"][name]["contents"]
    assert all(part["to"] == "inventory" and part["of"] == "$me" for part in parts)
    made = [(part["n"], part["add"]) for part in parts]
    assert all(spec["card"] == "random" for _, spec in made)
    assert [(n, spec.get("types", [None])[0], spec.get("collections")) for n, spec in made] == contents


def test_R20_packs_are_the_items_with_pack_in_their_names() -> None:
    items = LAW["items"]
    assert set(LAW["packs"]) == {name for name in items if "pack" in name.lower()}
    assert set(LAW["packs"]) == {name for name, item in items.items() if item["kind"] == "pack"}


# The hall


@pytest.mark.parametrize(
    ("offer", "cost"),
    [
        ("Already-opened Pack", 5),
        ("Handy Pack", 12),
        ("Deck Pack", 18),
        ("Legendary Pack", 50),
        ("Chip", 25),
    ],
)
def test_the_croupier_sells(offer: str, cost: int) -> None:
    assert LAW["shop"]["title"] == "The Croupier"
    assert LAW["shop"]["offers"][offer] == {"gives": [_one(offer)], "costs": {"Vertebra": cost}}


def _one(item: str) -> dict[str, Any]:
    return {"grant": item, "n": 1, "to": "$me"}


def test_R22_burning() -> None:
    burn = LAW["rules"]["actions"]["clauses"]["burn"]
    assert (burn["called"], burn["in"], burn["limit"]) == ("burn-card", ["rest"], {"times": 2, "per": "phase"})
    assert burn["do"] == [{"destroy": "$card"}, _one("Vertebra")]


def test_R23_gifts() -> None:
    clauses = LAW["rules"]["card-gifting"]["clauses"]
    few, inactive, base = clauses["give"]["do"]
    assert (clauses["give"]["called"], clauses["give"]["limit"]) == ("gift", {"times": 1, "per": "phase"})
    assert base == few["then"][0] == _one("Already-opened Pack") | {"to": "$to"}
    assert few["if"] == {"is": [10, "more_than", {"count": {"cards": "inventory", "of": "$to"}}]}
    assert inactive["then"][0] == base | {"n": 2}
    assert clauses["return"]["do"][0]["do"][0] == base | {"to": "$giver"}


def test_R56_victory() -> None:
    (most,) = LAW["rules"]["victory"]["clauses"].values()
    assert unsaid(most) == most_of("Chip", 10)


@pytest.mark.parametrize(
    ("name", "plural", "kind", "symbol"),
    [
        ("Vertebra", "Vertebrae", "currency", "🝬"),
        ("Chip", "Chips", "currency", None),
        ("Reconfiguration Token", "Reconfiguration Tokens", "token", None),
        ("Handy Pack", "Handy Packs", "pack", None),
        ("Gem Key", "Gem Keys", "keepsake", None),
        ("Good luck", "strokes of Good luck", "trait", None),
        ("Exploration permit", "Exploration permits", "trait", None),
        ("Keyed exploration permit", "Keyed exploration permits", "trait", None),
    ],
)
def test_items(name: str, plural: str, kind: str, symbol: str | None) -> None:
    item = LAW["items"][name]
    assert (item["plural"], item["kind"], item["symbol"]) == (plural, kind, symbol)
    assert item["text"]


def test_every_item_that_something_gives_or_takes_exists() -> None:
    named = {
        LAW["rules"]["vertebrae"]["clauses"]["first-grant"]["do"][0]["grant"],
        LAW["luck"]["trait"],
        *(
            item
            for clause in LAW["rules"]["exploration-class-proposal"]["clauses"].values()
            for item in clause["costs"]
        ),
        *LAW["packs"],
    }
    for offer in LAW["shop"]["offers"].values():
        named |= {*(step["grant"] for step in offer["gives"]), *offer["costs"]}
    assert named <= set(LAW["items"])
    assert LAW["items"][LAW["luck"]["trait"]]["kind"] == "trait"
    assert LAW["items"]["Exploration permit"]["kind"] == "trait"


# Against the community's text, where it is at hand


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return [line.strip() for line in SOURCE.read_text(encoding="utf-8").splitlines()]


def table(lines: list[str], head: str) -> list[str]:
    """The lines that follow the line `head`, up to the next empty one."""
    start = lines.index(head) + 1
    return lines[start : lines.index("", start)]


def listed(words: str) -> list[str]:
    return [] if words == "-" else words.split(", ")


@with_source
def test_every_species_of_the_text_is_reproduced(lines: list[str]) -> None:
    traits = LAW["card_traits"]
    some_of = {
        key: rf"(?P<{key}>-|(?:{'|'.join(traits[key])})(?:, (?:{'|'.join(traits[key])}))*)"
        for key in ("suits", "colours", "types")
    }
    row = re.compile(
        r"(?P<name>.+?) (?P<values>All natural numbers|-?\d+|-) "
        rf"{some_of['suits']} {some_of['colours']} {some_of['types']} (?P<effect>.+)"
    )
    told = {}
    for line in table(lines, "Name Value(s) Suit(s) Colour(s) Type(s) Effect(s)"):
        cells = row.fullmatch(line)
        assert cells is not None, line
        values: Any = {"from": 0} if cells["values"].startswith("All") else [int(v) for v in listed(cells["values"])]
        told[cells["name"]] = (values, *(listed(cells[key]) for key in ("suits", "colours", "types")))
    assert len(told) == 42
    assert {name: species(name) for name in LAW["cards"]} == told
    assert list(LAW["cards"]) == list(told)


@with_source
def test_every_modifier_of_the_text_is_reproduced(lines: list[str]) -> None:
    rows = [row for row in table(lines, "Name Effect(s)") if row]
    assert len(rows) == 37
    gains = re.compile(r"(?P<name>.+?) This card gains the (?:colour (?P<colour>\w+)|(?P<suit>\w+) suit)\. .*removed\.")
    for row, (name, modifier) in zip(rows, LAW["modifiers"].items(), strict=True):
        assert re.match(rf"{name} [A-Z]", row)
        cells = gains.fullmatch(row)
        if cells is None:
            assert modifier["turns_into"] is None, name
        else:
            assert cells["name"] == name
            assert modifier["turns_into"] == {
                "suits": [cells["suit"]] if cells["suit"] else [],
                "colours": [cells["colour"]] if cells["colour"] else [],
            }


@with_source
def test_every_collection_of_the_text_is_reproduced(lines: list[str]) -> None:
    told = {}
    for row in table(lines, "Collection Elements Chance"):
        name, elements, chance = re.fullmatch(r"(\w+) (.+) (\d+)%", row).groups()  # type: ignore[union-attr]
        told[name] = {"elements": elements.replace("Gold Plated", "Gold Plating").split(", "), "chance": int(chance)}
    assert told == LAW["collections"]


@with_source
def test_every_price_of_the_text_is_reproduced(lines: list[str]) -> None:
    told = {}
    for row in table(lines, "Item(s) Cost"):
        item, cost = re.fullmatch(r"(?:1 )?(.+) (\d+) Vertebrae", row).groups()  # type: ignore[union-attr]
        told[item] = {"gives": [_one(item)], "costs": {"Vertebra": int(cost)}}
    assert told == LAW["shop"]["offers"]


@with_source
def test_opposites_are_those_of_the_text(lines: list[str]) -> None:
    told = [list(pair) for line in lines for pair in re.findall(r"^• (\w+) and (\w+) are opposites\.$", line)]
    assert told == LAW["card_traits"]["opposites"]


@with_source
def test_every_heading_of_the_text_is_a_rule_in_the_same_order(lines: list[str]) -> None:
    headings = [
        line
        for before, line, after in zip(lines, lines[1:], lines[2:], strict=False)
        if not before and not after and len(line) < 40 and re.fullmatch(r"[A-Z][A-Za-z -]+", line)
    ]
    assert headings[0] == "From Infinite Nomic Wiki"
    assert headings[1:] == [title for title, _ in outline()]


@with_source
def test_no_sentence_is_copied(lines: list[str]) -> None:
    """Facts, names and numbers are the text's, the words are our own: no eight in a row are the same."""

    def shingles(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*", text.lower())
        return {tuple(words[start : start + 8]) for start in range(len(words) - 7)}

    theirs = shingles(" ".join(lines))
    seen = 0
    for path, text in texts(LAW):
        for part in re.split(r"\{\{.*?\}\}", text):
            ours = shingles(part)
            seen += len(ours)
            assert not ours & theirs, path
    assert seen > 1000


def test_R107_R108_the_odds_of_the_attic() -> None:
    """Out of a hundred: nothing 70, a Legendary Pack 5, two Deck Packs 10, six Already-opened Packs 15. For a Chip."""
    (offer,) = LAW["rules"]["exploration"]["clauses"]["attic"]["do"]
    (yes,) = offer["options"]
    paid, table = yes["do"]
    odds, expected = [], 1
    for first, last, gains in table["rows"]:
        assert first == expected  # no number of the die is left out, and none is twice
        expected = last + 1
        odds.append((last - first + 1, [(gain["n"], gain["grant"]) for gain in gains]))
    assert (table["table"], expected) == ({"roll": "1d100"}, 101)
    packs = [(1, "Legendary Pack")], [(2, "Deck Pack")], [(6, "Already-opened Pack")]
    assert odds == [(70, []), (5, packs[0]), (10, packs[1]), (15, packs[2])]
    assert yes["needs"] == {"is": [{"stock": "Chip", "of": "$me"}, "at_least", paid["n"]]}
    assert (paid["revoke"], paid["n"]) == ("Chip", 1)
