"""Proposals as people write them: wherever an order stands in a text, it is read or told, and nothing is misread."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.law.amendments.patch import amended_draft
from nomic.law.diff.law_differences import differences
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.value_formats import WORDS
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.names_and_numbers.number_words import in_figures, with_high_figures
from nomic.web.composer.orders.reader import Drafting
from tests.support.example_counts import examples
from tests.web.test_orders import LAW

FILE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("written.yaml").read_text(encoding="utf-8"))
ORDERS: list[dict[str, Any]] = FILE["orders"]
CARRIERS: list[dict[str, Any]] = FILE["carriers"]
PROPOSALS: list[dict[str, Any]] = FILE["proposals"]
HERE = "¦"  # where an order may be put
MOST_FALSE_MARKS = 0.05  # of the sentences of the carriers that order nothing
LEAST_READ = 0.8  # of the orders that a form could read, wherever they stand
_WORDS = re.compile(r"\w+")


def _name(case: Mapping[str, Any]) -> str:
    return str(case["text"])[:60].replace("\n", " ")


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(text)]


def _law_after(found: Drafting) -> dict[str, Any]:
    return amended_draft(LAW.document, found.operations)


def _wanted(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a case makes of the law: values by their paths, rules by id with changed parts, new rules."""
    values = dict(case.get("values", {}))
    if "value" in case:
        values[case["value"]["path"]] = case["value"]["is"]
    rules = {id_: dict(rule) for id_, rule in case.get("rules", {}).items()}
    if "rule" in case:
        rules[case["rule"]["id"]] = {name: said for name, said in case["rule"].items() if name != "id"}
    new = case.get("new", [])
    return {
        "values": values,
        "rules": rules,
        "new": new if isinstance(new, list) else [new],
        "gone": case.get("gone", []),
    }


def _made(law: Mapping[str, Any], before: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return every place at which a law differs from another, with what is there; new rules by their words."""
    places: list[tuple[str, Any]] = []

    def differ(path: str, now: Any, was: Any) -> None:
        if isinstance(now, dict) and isinstance(was, dict):
            for name in now.keys() | was.keys():
                if path == "/rules" and name not in was:
                    places.append(("new", tuple(now[name][part] for part in ("title", "body", "parent"))))
                else:
                    differ(f"{path}/{name}", now.get(name), was.get(name))
        elif now != was and not re.fullmatch(r"/rules/[^/]+/place", path):
            places.append((path, now))

    differ("", law, before)
    return sorted(places, key=repr)


def _as_places(case: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return what a case wants, in the form of `_made`."""
    wanted = _wanted(case)
    places: list[tuple[str, Any]] = [*wanted["values"].items()]
    places += [(f"/rules/{id_}/{part}", said) for id_, rule in wanted["rules"].items() for part, said in rule.items()]
    places += [("new", (rule["title"], rule["body"], rule.get("parent"))) for rule in wanted["new"]]
    places += [(f"/rules/{id_}", None) for id_ in wanted["gone"]]
    return sorted(places, key=repr)


def _told(order: str, found: Drafting) -> bool:
    """Return whether most of the words of an order are among what was marked, or in a remark that is left out."""
    words = set(_words(order))
    told = [*(left for left, _ in found.left), *found.notes]
    return any(len(words & set(_words(each))) >= 0.6 * len(words) for each in told)


def _with(carrier: str, order: str, place: int) -> str:
    """Return a carrier with an order at one of its places, as a sentence of its own."""
    parts = carrier.split(HERE)
    before, after = "".join(parts[: place + 1]), "".join(parts[place + 1 :])
    left = "" if not before or before[-1] in " \n[(" else " " if before[-1] in ".!?:)" else "\n"
    right = "" if not after or after[0] in " \n])" else "\n\n" if after[0] == "=" else " "
    return f"{before}{left}{order}{right}{after}"


def fate(order: Mapping[str, Any], carrier: Mapping[str, Any], place: int) -> str:
    """Return what becomes of an order at a place: "read", "told", "lost" or "wrong"."""
    text = _with(carrier["text"], order["text"], place)
    alone = _made(_law_after(draft_from(LAW, carrier["text"].replace(HERE, ""), [])), LAW.document)
    found = draft_from(LAW, text, [])
    made = _made(_law_after(found), LAW.document)
    if "marked" not in order and made == sorted([*alone, *_as_places(order)], key=repr):
        return "read"
    told = _told(order["text"], found)
    kept = all(each in alone or each in _as_places(order) for each in made)
    if not kept:
        return "wrong"
    return "told" if told else "lost"


def every_place() -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any], int]]:
    """Yield each order at each place of each carrier."""
    for carrier in CARRIERS:
        for place in range(carrier["text"].count(HERE)):
            for order in ORDERS:
                yield order, carrier, place


@pytest.mark.parametrize("order", ORDERS, ids=_name)
def test_an_order_alone_is_read_or_told(order: dict[str, Any]) -> None:
    found = draft_from(LAW, order["text"], [])
    made = _made(_law_after(found), LAW.document)
    if "marked" in order or (order.get("may_be_marked") and found.left):
        assert made == []
        assert _told(order["text"], found), found
        return
    assert made == _as_places(order)
    assert found.left == []


@pytest.mark.parametrize("case", PROPOSALS, ids=_name)
def test_a_proposal_makes_what_it_says_and_tells_the_rest(case: dict[str, Any]) -> None:
    found = draft_from(LAW, case["text"], [])
    left = [order for order, _ in found.left]
    wanted = case.get("marked", [])
    assert all(any(order.startswith(beginning) for order in left) for beginning in wanted), left
    made = _made(_law_after(found), LAW.document)
    if case.get("part"):
        assert left
        return
    assert len(left) == len(wanted), left
    assert made == _as_places(case)


@pytest.mark.parametrize("case", FILE["other_laws"], ids=_name)
def test_a_proposal_in_another_law_makes_what_it_says(case: dict[str, Any]) -> None:
    law = Law(document_of(case["law"]))
    found = draft_from(law, case["text"], [])
    assert _made(amended_draft(law.document, found.operations), law.document) == _as_places(case)
    left = [order for order, _ in found.left]
    assert len(left) == len(case.get("marked", []))
    assert all(order.startswith(begins) for order, begins in zip(left, case.get("marked", []), strict=True))


@given(st.sampled_from(CARRIERS), st.sampled_from(ORDERS), st.data())
@settings(max_examples=examples(150))
def test_an_order_anywhere_in_a_text_is_read_or_told(
    carrier: dict[str, Any], order: dict[str, Any], data: st.DataObject
) -> None:
    """It is never lost, and nothing else changes."""
    place = data.draw(st.integers(0, carrier["text"].count(HERE) - 1))
    assert fate(order, carrier, place) in ("read", "told"), _with(carrier["text"], order["text"], place)


def test_explanations_are_seldom_marked() -> None:
    """The sentences of the carriers explain something. Few of them are told as orders that are not understood."""
    marked, sentences = 0, 0
    for carrier in CARRIERS:
        text = carrier["text"].replace(HERE, "")
        found = draft_from(LAW, text, [])
        assert len(found.placed) >= carrier.get("orders", 0)
        marked += len(found.left)
        sentences += len(re.findall(r"[.!?](?=\s|$)", text)) - carrier.get("orders", 0)
    assert marked <= MOST_FALSE_MARKS * sentences


def test_an_author_hears_which_numbers_the_new_words_of_a_rule_no_longer_say() -> None:
    law = Law(document_of("cycle-16"))
    found = draft_from(law, "Rewrite the rule “Fusion” to say “Nobody may fuse cards.”", [])
    (note,) = found.notes
    assert note.startswith("The words of “Fusion” no longer say everything the rule does.")


def test_a_rule_without_a_title_takes_that_of_its_proposal() -> None:
    text = "Add a rule:\n\nEverybody is calm.\n\nAdd a rule:\n\nEverybody is kind."
    found = draft_from(LAW, text, [], "Calm  days")
    assert _made(_law_after(found), LAW.document) == [("new", ("Calm days", "Everybody is calm.", None))]
    assert [why for _, why in found.left] == ["the new rule has no title: write “called …”"]
    assert orders_left(LAW, text, found.operations, "Calm  days").undone == [found.left[0][0]]
    taken = draft_from(LAW, text, [], "Naps")  # two rules of one name would be mixed up
    assert (taken.operations, len(taken.left)) == ([], 2)


def test_a_length_of_time_changes_by_a_length_of_time_in_any_unit_that_fits() -> None:
    """A value in hours changes by days, and not by as many hours."""
    found = draft_from(LAW, "Extend the voting period of urgent proposals by 2 phases.", [])
    assert (found.operations, [why for _, why in found.left]) == (
        [],
        [
            "how long the vote on a proposal of the class Urgent lasts is a number of hours, "
            "which cannot change by “2 phases”"
        ],
    )


@given(st.integers(0, 999), st.booleans())
def test_a_number_in_words_is_the_number_in_figures(number: int, has_and: bool) -> None:
    ones = [*WORDS, *(f"{each}teen" for each in ("thir", "four", "fif", "six", "seven", "eigh", "nine"))]
    tens = [f"{each}ty" for each in ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")]

    def below(rest: int) -> str:
        ten, one = divmod(rest, 10)
        return ones[rest] if rest < len(ones) else tens[ten - 2] + (f"-{ones[one]}" if one else "")

    hundreds, rest = divmod(number, 100)
    joint = " and " if has_and else " "
    words = f"{ones[hundreds]} hundred{f'{joint}{below(rest)}' if rest else ''}" if hundreds else below(rest)
    assert in_figures(f"{words} days") == f"{number} days"
    assert with_high_figures(f"It takes {words}.") == f"It takes {number if number > 12 else words}."


def test_an_author_hears_that_a_thing_keeps_its_name() -> None:
    law = Law(document_of("cycle-16"))
    found = draft_from(law, "Throughout the ruleset, replace “Chips” with “Crisps”.", [])
    assert found.notes == [
        "The things called “Chips” keep their name, in prices and inventories too. Only words change."
    ]


ACTIVE = "At the start of each week, every active player gains 3 Vertebrae."
NO_VOTE = "At the end of each phase, every player who did not vote in that phase loses 1 Vertebra."
PACKS = "Each player may buy at most 3 packs per phase."


@pytest.mark.parametrize(
    ("order", "same"),
    [
        ("At the start of each week, every player who is not inactive gains 3 Vertebrae.", ACTIVE),
        ("At the start of each week, everyone who isn’t inactive gains 3 Vertebrae.", ACTIVE),
        ("At the start of each week, all players who are active gain 3 Vertebrae.", ACTIVE),
        ("At the start of each week, every non-inactive player gains 3 Vertebrae.", ACTIVE),
        ("At the end of each phase, every player who cast no vote in that phase loses 1 Vertebra.", NO_VOTE),
        ("At the end of each phase, everyone who did not cast a vote in that phase loses 1 Vertebra.", NO_VOTE),
        ("Each player may buy at most 3 card packs per phase.", PACKS),
    ],
)
def test_another_way_to_say_whom_a_rule_is_about_makes_the_same_rule(order: str, same: str) -> None:
    """A recipe may name its clause otherwise, and say in its own words what it does."""
    made, wanted = (
        [
            {key: part for key, part in clause.items() if key != "says"}
            for each in draft_from(LAW, text, []).operations
            if each["op"] == "add"
            for clause in each["value"]["clauses"].values()
        ]
        for text in (order, same)
    )
    assert made == wanted != []


@pytest.mark.parametrize(
    "order",
    [
        "Delete the rule “Forfeit” and the rule “Fusion”.",
        "Repeal the rule Forfeit, and the rule Fusion.",
        "Remove the rule Fusion, the rule Naps and the rule Forfeit.",
    ],
)
def test_rules_that_are_named_one_by_one_are_repealed_one_by_one(order: str) -> None:
    found = draft_from(LAW, order, [])
    gone = {each["path"].removeprefix("/rules/") for each in found.operations if each["op"] == "remove"}
    assert (gone, found.left) == ({"forfeit", "fusion"} | ({"naps"} if "Naps" in order else set()), [])


@pytest.mark.parametrize(
    "order", ["The winner of a battle gains 2 Chips instead of 1.", "In the rule Rewards, the winner gains 2 Chips."]
)
def test_an_item_of_a_list_is_said_with_what_comes_before_the_list(order: str) -> None:
    """The rule Rewards says "When a battle ends" above its list, and "The winner gains" in it."""
    found = draft_from(LAW, order, [])
    changed = {each["path"]: each["value"] for each in found.operations if each["op"] != "test"}
    assert (changed, found.left) == ({"/battles/rewards/1/n": 2}, [])


@pytest.mark.parametrize(
    ("order", "parent"),
    [
        ("When a battle ends, everybody who took part and did not win gains 2 Vertebrae.", None),
        ("Everyone who took part in a battle and did not win also gains 2 Vertebrae.", None),
        ("Each participant who takes part in a battle without winning also receives 2 Vertebrae.", None),
        (
            "In the rule Rewards, make it so that each player who participated in a battle but did not win also "
            "receives 2 Vertebrae, in addition to the reconfiguration token.",
            "rewards",
        ),
    ],
)
def test_those_who_took_part_in_a_battle_without_winning_get_what_a_sentence_says(
    order: str, parent: str | None
) -> None:
    """They are everybody in it if nobody has won. A sentence in a rule makes a subrule of that rule, and says so."""
    found = draft_from(LAW, order, [])
    ((_, rule),) = [(each["path"], each["value"]) for each in found.operations if each["op"] == "add"]
    (clause,) = rule["clauses"].values()
    assert (clause["when"], clause["if"]) == ("match-over", {"is": ["$match_kind", "equals", {"values": ["battle"]}]})
    who = {"players": "players", "where": {"member": "$it", "of": "$players"}, "except": "$winners"}
    assert clause["do"] == [{"grant": "Vertebra", "n": 2, "to": who}]
    assert (rule["parent"], found.left, len(found.notes)) == (parent, [], 1 if parent else 0)


@pytest.mark.parametrize(
    "order",
    [
        "Vertebrae are now called Bones.",
        "From now on, Vertebrae shall be called “Bones”.",
        "Rename the item Vertebra to Bone.",
        "Rename Vertebrae to Bones throughout the ruleset.",
        'Rename Vertebrae to "Bones" (singular "Bone") in all rules.',
        "Change the name of the item Vertebra to Bone.",
        "Call Vertebrae Bones from now on.",
        "Rename “Vertebrae” to “Bones” throughout the ruleset, including the rule’s title.",
    ],
)
def test_an_item_gets_its_new_name_in_all_rules_and_the_author_hears_that_the_law_keeps_the_old_one(order: str) -> None:
    law = Law(document_of("cycle-16"))
    found = draft_from(law, order, [])
    rules = amended_draft(law.document, found.operations)["rules"]
    assert (found.left, rules["vertebrae"]["title"]) == ([], "Bones")
    said = [PLACEHOLDER.sub("", f"{rule['title']} {rule['body']}") for rule in rules.values()]
    assert not [each for each in said if "Vertebra" in each]
    assert any("a Bone " in each for each in said)
    (note,) = found.notes
    assert "keep their name" in note
    (hint,) = differences(law.document, amended_draft(law.document, found.operations)).outdated  # for voters
    assert (hint.sentence, hint.change) == ("Vertebra", "the item itself keeps this name")
    again = draft_from(law, order, found.operations)
    assert (again.operations, again.left) == ([], [])


def test_a_rule_that_is_called_as_an_item_gets_another_title_alone() -> None:
    law = Law(document_of("cycle-16"))
    found = draft_from(law, "Rename the rule Vertebrae to “Bones”.", [])
    assert [each["path"] for each in found.operations if each["op"] != "test"] == ["/rules/vertebrae/title"]
