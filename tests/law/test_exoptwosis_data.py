"""The law that a cycle Exoptwosis begins with: the numbers and names of the draft."""

from collections import Counter

import pytest

from nomic.law.document.templates import document_of
from tests.law.unsaid import unsaid
from tests.law.winning import most_of

LAW = document_of("exoptwosis")
SUITS = {"Hearts": "Red", "Diamonds": "Red", "Spades": "Black", "Clubs": "Black"}
VALUES = {"Ace": 1, **{str(value): value for value in range(2, 11)}, "Jack": 11, "Queen": 12, "King": 12}
SPECIAL = {"Ace", "Jack", "Queen", "King"}


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("name", VALUES)
def test_R52_the_52_cards(name: str, suit: str) -> None:
    card = LAW["cards"][f"{name} of {suit}"]
    assert (card["values"], card["suits"], card["colours"]) == ([VALUES[name]], [suit], [SUITS[suit]])
    assert card["types"] == (["Special"] if name in SPECIAL else [])
    assert bool(card["hooks"]) == bool(card["text"]) == (name in SPECIAL)


@pytest.mark.parametrize("colour", ["Red", "Black"])
def test_R52_the_two_jokers(colour: str) -> None:
    card = LAW["cards"][f"{colour} Joker"]
    assert (card["values"], card["suits"], card["colours"], card["types"]) == ([], [], [colour], ["Special"])


def test_R52_there_are_no_other_cards_and_one_variant() -> None:
    assert len(LAW["cards"]) == 54
    assert set(LAW["modifiers"]) == {"Holographic"}
    assert LAW["modifiers"]["Holographic"]["hooks"] == {}
    assert LAW["collections"]["Holographic"]["chance"] == 5
    assert LAW["random_cards"] == {
        "excluded_types": [],
        "collections": ["Holographic"],
        "missing_colour": None,
        "missing_suit": None,
    }
    assert LAW["card_traits"]["opposites"] == [["Red", "Black"]]


@pytest.mark.parametrize(
    ("pack", "contents"),
    [
        ("Handy Pack", [(3, None)]),
        ("Deck Pack", [(5, None)]),
        ("Legendary Pack", [(5, None), (2, [["Holographic", 100]])]),
    ],
)
def test_packs(pack: str, contents: list[tuple[int, list[list[object]] | None]]) -> None:
    parts = LAW["packs"][pack]["contents"]
    assert [(part["n"], part["add"].get("collections")) for part in parts] == contents
    assert all(part["add"]["card"] == "random" for part in parts)


@pytest.mark.parametrize(
    ("offer", "cost"), [("Random Card", 5), ("Handy Pack", 12), ("Deck Pack", 18), ("Legendary Pack", 50), ("Chip", 25)]
)
def test_the_shop(offer: str, cost: int) -> None:
    assert LAW["shop"]["offers"][offer]["costs"] == {"Vertebra": cost}
    (gives,) = LAW["shop"]["offers"][offer]["gives"]
    if offer == "Random Card":
        assert gives["add"] == {"card": "random", "collections": [["Holographic", 10]]}
    else:
        assert gives == {"grant": offer, "n": 1, "to": "$me"}
    assert len(LAW["shop"]["offers"]) == 5


def test_R55_gifts_bets_and_victory() -> None:
    clauses = LAW["rules"]["card-gifting"]["clauses"]
    few, inactive, base = clauses["give"]["do"]
    assert base == few["then"][0] == {"add": {"card": "random"}, "n": 1, "to": "inventory", "of": "$to"}
    assert few["if"] == {"is": [5, "more_than", {"count": {"cards": "inventory", "of": "$to"}}]}
    assert inactive["then"][0] == base | {"n": 2}
    assert clauses["return"]["do"][0]["do"][0] == base | {"of": "$giver"}
    assert (LAW["exoptosis"]["betting"]["items"], LAW["exoptosis"]["betting"]["cards"]) == (["Chip"], None)
    assert LAW["exoptosis"]["betting"]["unmatched_raise"] == "binding"  # R121
    (most,) = LAW["rules"]["victory"]["clauses"].values()
    assert unsaid(most) == most_of("Chip", 25)


def test_R53_R54_R117_the_game_and_its_battles() -> None:
    game, battles = LAW["exoptosis"], LAW["battles"]
    assert (game["must_play"], game["hand"]) == ("always", {"at_least": 4})
    assert game["turn"] == {"minutes": 1440, "silence": "skip"}
    assert game["duplicates"] is False
    assert (battles["declare_in"], battles["cards_at_least"]) == (["rest", "battle"], 4)
    (table,) = battles["rewards"]
    assert table["table"] == {"roll": "1d3"}
    assert [row[:2] for row in table["rows"]] == [[1, 1], [2, 2], [3, 3]]
    assert [row[2][0].get("grant", "cards") for row in table["rows"]] == ["cards", "Vertebra", "Chip"]
    assert [row[2][0]["n"] for row in table["rows"]] == [3, {"sum": [{"roll": "1d12"}, 4]}, 2]


def test_R72_nobody_is_granted_anything_on_becoming_reputable() -> None:
    assert "starting_grant" not in LAW
    assert not {"burning", "luck"} & LAW.keys()
    for section in ("calendar", "membership"):
        assert LAW[section] == document_of("cycle-16")[section]


def test_every_rule_has_words_and_a_parent_that_exists() -> None:
    rules = LAW["rules"]
    titles = Counter(rule["title"] for rule in rules.values())
    assert max(titles.values()) == 1
    for rule in rules.values():
        assert rule["body"].strip()
        assert rule["parent"] is None or rule["parent"] in rules
