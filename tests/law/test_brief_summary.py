"""What a proposal does, in one sentence."""

from collections.abc import Iterator
from typing import Any, Literal, get_origin

import pytest

from nomic.law.amendments.patch import amend_document
from nomic.law.diff.brief_summary import MAX_LENGTH, MAX_LENGTH_OF_ONE, MAX_TOLD, WORDS_ONLY, says_all, summarise_change
from nomic.law.diff.law_differences import differences
from nomic.law.document.sections import registered_sections
from nomic.law.document.templates import document_of, law_templates
from nomic.law.labels.value_labels import name_of
from nomic.law.labels.value_sentence import change_in_words

PRICE = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 60}
DOLE = {"when": "phase-ends", "do": [{"grant": "Vertebra", "n": 3, "to": {"players": "players"}}]}
WHENEVER = "Whenever a phase ends, each player gains 3 Vertebrae."


def rule(**more: Any) -> dict[str, Any]:
    value = {"title": "Dole", "body": "All gain.", "parent": None, "place": 900, **more}
    return {"op": "add", "path": "/rules/dole", "value": value}


def said(*amendments: dict[str, Any], before: tuple[dict[str, Any], ...] = (), once: tuple[str, ...] = ()) -> str:
    law = amend_document(document_of("cycle-16"), list(before)) if before else document_of("cycle-16")
    return summarise_change(differences(law, amend_document(law, list(amendments))), once)


@pytest.mark.parametrize(
    ("amendments", "sentence"),
    [
        ([PRICE], "Changes the price of one Chip from 25 to 60 Vertebrae."),
        ([rule()], "Adds the rule “Dole”, which is only text."),
        ([rule(clauses={"dole": DOLE})], f"New rule “Dole”: {WHENEVER}"),
        (
            [rule(clauses={"dole": DOLE}), PRICE],
            f"New rule “Dole”: {WHENEVER} Changes the price of one Chip from 25 to 60 Vertebrae.",
        ),
        ([rule(clauses={"dole": DOLE, "dole-2": DOLE})], f"New rule “Dole”: {WHENEVER} {WHENEVER}"),
        (
            [{"op": "add", "path": "/items/Hat", "value": {"plural": "Hats", "kind": "keepsake"}}],
            "Adds the item Hat: kind: keepsake; plural: Hats.",
        ),
    ],
)
def test_each_kind_of_change(amendments: list[dict[str, Any]], sentence: str) -> None:
    """One change is told whole, more are counted, and nothing is counted twice."""
    assert said(*amendments) == sentence


def test_several_changes_are_told_one_after_the_other_and_those_beyond_are_counted() -> None:
    """None is left out without a word, and a long one takes no room from the next."""
    offers = document_of("cycle-16")["shop"]["offers"]
    prices = [{**PRICE, "path": f"/shop/offers/{name}/costs/Vertebra", "value": 77} for name in offers]
    assert len(prices) == MAX_TOLD + 1
    words = said(*prices)
    assert words.count("to 77 Vertebrae.") == MAX_TOLD
    assert words.endswith(" Plus 1 more change.")
    long = {**DOLE, "do": DOLE["do"] * 20}
    both = said(rule(clauses={"dole": long}), PRICE)
    assert " … Changes the price of one Chip from 25 to 60 Vertebrae." in both


def test_what_players_may_not_do_is_said_before_what_only_keeps_count_of_it() -> None:
    """A limit that a rule counts: the ban, then the count and its reset."""
    clauses: dict[str, Any] = {
        "so-far": {"value": "Strolls", "of": "player"},
        "reset": {"when": "phase-begins", "do": [{"set": "Strolls", "to": 0, "of": {"players": "players"}}]},
        "count": {"when": "does", "act": "exploration_explore", "do": [{"raise": "Strolls", "by": 1, "of": "$who"}]},
        "limit": {
            "forbid": "exploration_explore",
            "if": {"is": [{"value_of": "Strolls", "of": "$me"}, "at_least", 2]},
            "because": "enough",
        },
    }
    words = said(rule(clauses=clauses))
    assert words.startswith("New rule “Dole”: You may not explore the Hall if you have at least 2 Strolls.")
    assert words.index("You may not") < words.index("Whenever")


def test_what_a_rule_does_is_said_before_what_its_names_mean() -> None:
    """A definition at the beginning would leave no room for it."""
    heat = {"value": "heat", "of": "player", "least": 0, "says": "How warm you are."}
    words = said(rule(clauses={"heat": heat, "dole": DOLE}))
    assert words.startswith(f"New rule “Dole”: {WHENEVER}")
    assert "heat" in words
    assert "heat" in said(rule(clauses={"heat": heat}))


def test_several_things_at_one_occasion_are_one_sentence() -> None:
    """Without the dashes of a list, and cut after a whole item if they are too many."""
    gain = {"grant": "Vertebra", "n": 3, "to": {"players": "players"}}
    told = "Whenever a phase ends: each player gains 3 Vertebrae"
    two = {**DOLE, "do": [gain, {**gain, "n": 1}]}
    assert said(rule(clauses={"dole": two})) == f"New rule “Dole”: {told}; each player gains 1 Vertebra."
    many = said(rule(clauses={"dole": {**DOLE, "do": [gain] * 12}}))
    assert many.endswith("; …")
    assert len(many) <= MAX_LENGTH
    assert "–" not in many


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("/exoptosis/standstill/then", "fewest-cards-win", "The participant with the fewest cards in hand wins"),
        ("/exoptosis/turn/silence", "skip", "If you let your turn time out, you are skipped."),
        ("/exoptosis/must_play", "always", "On your turn, you have to play a card if you can."),
        ("/corrections/own_acts", "never", "You cannot undo your own acts."),
    ],
)
def test_a_choice_is_said_in_words(path: str, value: str, sentence: str) -> None:
    """Not as the word that the document has for it; nor is the one before, in the differences."""
    amendment = {"op": "replace", "path": path, "value": value}
    words = said(amendment)
    assert sentence in words
    assert words.startswith("Changes ")
    assert " from " not in words
    before = document_of("cycle-16")
    (change,) = [each for each in differences(before, amend_document(before, [amendment])).values if each.path == path]
    assert all(each.endswith(".") for each in (change.before, change.after))


@pytest.mark.parametrize("law", sorted(law_templates()))
def test_every_choice_of_a_law_has_a_sentence(law: str) -> None:
    """A value of a section that is one of a few fixed words would be read as a code by players."""
    document = document_of(law)
    missing = []
    for name, section in registered_sections().items():
        if name in document:
            missing += [
                path for path in _choices(section.schema, document[name], (name,)) if not _is_said(document, path)
            ]
    assert missing == []


def _choices(model: Any, entries: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of values that have to be one of a few words, as the section's models declare them."""
    for name, each in getattr(model, "model_fields", {}).items():
        key = each.alias or name
        if not isinstance(entries, dict) or key not in entries:
            continue
        if get_origin(each.annotation) is Literal:
            yield (*path, key)
        elif isinstance(each.annotation, type):
            yield from _choices(each.annotation, entries[key], (*path, key))


def _is_said(document: dict[str, Any], path: tuple[str, ...]) -> bool:
    value: Any = document
    for key in path:
        value = value[key]
    return not isinstance(value, str) or bool(name_of(document, path).sentence or name_of(document, path).said)


def test_what_happens_to_a_rule() -> None:
    """Its words, its name, its clauses, its end."""
    before = (rule(clauses={"dole": DOLE}),)
    body = {"op": "replace", "path": "/rules/dole/body", "value": "Everybody gains."}
    title = {"op": "replace", "path": "/rules/dole/title", "value": "Gift"}
    more = {"op": "replace", "path": "/rules/dole/clauses/dole/do/0/n", "value": 5}
    gone = {"op": "remove", "path": "/rules/dole"}
    no_clause = {"op": "remove", "path": "/rules/dole/clauses/dole"}
    assert said(body, before=before) == "Changes the words of the rule “Dole”."
    assert said(title, before=before) == "Renames the rule “Dole” to “Gift”."
    assert (
        said(more, before=before)
        == "The rule “Dole”: Whenever a phase ends, each player gains 5 Vertebrae (before: 3)."
    )
    assert said(more, body, before=before).count("Plus") == 0
    assert said(no_clause, before=before) == "The rule “Dole” no longer does anything."
    assert said(gone, before=before) == "Removes the rule “Dole”, which had an effect."
    assert said(gone, before=(rule(),)) == "Removes the rule “Dole”."


def test_a_new_card_is_one_change() -> None:
    """What it does is said, not its parts."""
    card = document_of("cycle-16")["cards"]["Ace"]
    found = said({"op": "add", "path": "/cards/Lamp", "value": card})
    assert found == "Adds the card Lamp: Choose another participant. They draw 2 cards."


def test_what_happens_once_comes_first() -> None:
    """Before what changes in the law; nothing at all is words only."""
    assert said(PRICE, once=("Everybody gains a Chip.",)) == (
        "Once, when it passes: Everybody gains a Chip. Changes the price of one Chip from 25 to 60 Vertebrae."
    )
    assert summarise_change(None) == WORDS_ONLY
    assert summarise_change(None, ("All gain a Chip.",)) == "Once, when it passes: All gain a Chip."


def test_it_has_an_end() -> None:
    """Whatever is proposed."""
    many = [{"grant": "Vertebra", "n": n + 1, "to": {"players": "players"}} for n in range(40)]
    long = rule(clauses={"dole": {"when": "phase-ends", "do": many}})
    found = said(long)
    assert len(found) <= MAX_LENGTH
    assert found.endswith("…")
    also = [{**long, "path": f"/rules/dole-{number}"} for number in range(9)]
    found = said(*also)
    assert len(found) <= MAX_TOLD * (MAX_LENGTH_OF_ONE + 1) + len("Plus 5 more changes.")
    assert found.endswith("… Plus 5 more changes.")


@pytest.mark.parametrize(
    ("amendments", "whole"),
    [
        ([PRICE], True),
        ([rule(clauses={"dole": DOLE})], True),
        ([rule(clauses={"dole": DOLE}), PRICE], False),
        ([rule(clauses={"dole": {**DOLE, "do": DOLE["do"] * 9}})], False),
        ([{"op": "replace", "path": "/exoptosis/standstill/then", "value": "fewest-cards-win"}], False),
        ([], False),
    ],
)
def test_whether_the_sentence_leaves_nothing_out(amendments: list[dict[str, Any]], whole: bool) -> None:
    """The page of a proposal shows the change a second time only if it does."""
    law = document_of("cycle-16")
    assert says_all(differences(law, amend_document(law, amendments))) is whole


def replaced(path: str, value: Any) -> str:
    return said({"op": "replace", "path": path, "value": value})


def test_of_a_rule_that_does_much_only_the_changed_sentence_is_told() -> None:
    """With the name of its clause, the heads of its lists, and a mark where something is left out."""
    clauses = "/rules/exploration/clauses"
    assert replaced(f"{clauses}/mouse-hole/do/0/else/0/n", 3) == (
        "The rule “Exploration”: “The key in the mouse hole” (an outcome of “exploration”): "
        "… If you decline, gain 3 Vertebrae (before: 2d8)."
    )
    assert replaced(f"{clauses}/trap/do/0/then/1/else/0/n", 3) == (
        "The rule “Exploration”: “The trap” (an outcome of “exploration”): if there is another active player: "
        "otherwise: Randomly pick 3 cards in your inventory that can be destroyed, or all if there are fewer."
    )
    assert replaced(f"{clauses}/attic/do/0/options/0/needs/is/2", 2) == (
        "The rule “Exploration”: “The attic” (an outcome of “exploration”): … "
        "“Yes” (only if you have at least 2 Chips): …"
    )
    assert replaced("/rules/fusion/clauses/fuse/costs/Vertebra", 10) == (
        "The rule “Fusion”: “Fuse two cards”: … Pay 10 Vertebrae (before: 9)."
    )
    assert replaced("/cards/Queen/hooks/when_played/3/take", 2) == (
        "The card Queen: The former owner of that card draws 2 cards (before: 1 card)."
    )


def test_what_it_means_is_told_with_a_sentence_that_begins_with_it() -> None:
    assert replaced("/rules/exploration/clauses/further/most", 9) == (
        "The rule “Exploration”: Each player has a number called “Extra explorations”. "
        "It starts at 0 and stays between 0 and 9 (before: 100)."
    )


def test_what_only_goes_or_moves_is_told_as_that() -> None:
    light = {"value": "Light", "of": "player", "least": 0, "beside": True, "says": "How bright you are."}
    beside = {"op": "remove", "path": "/rules/dole/clauses/light/beside"}
    assert said(beside, before=(rule(clauses={"light": light}),)) == (
        "The rule “Dole” loses this: … It is shown beside the player's name."
    )
    assert replaced("/rules/exploration/clauses/trap/place", 999) == (
        "What the rule “Exploration” does stays the same, in a different order."
    )
    assert said({"op": "remove", "path": "/cards/Two"}) == "Removes the card Two."


def test_of_a_long_value_only_the_changed_sentence_is_told() -> None:
    assert replaced("/battles/rewards/1/n", 2) == "Changes what is won in a battle: … The winner gains 2 Chips."


@pytest.mark.parametrize(
    ("name", "before", "after", "expected"),
    [
        ("the price in Vertebrae", "25 Vertebrae", "1,000 Vertebrae", ("the price", "from 25 to 1,000 Vertebrae")),
        ("the price in Vertebrae", "1 Vertebra", "2 Vertebrae", ("the price", "from 1 Vertebra to 2 Vertebrae")),
        ("the price in Vertebrae", "2 Vertebrae", "1 Vertebra", ("the price", "from 2 Vertebrae to 1 Vertebra")),
        ("the length", "1 day", "12 hours", ("the length", "from 1 day to 12 hours")),
        ("the least", "3", "4", ("the least", "from 3 to 4")),
        ("the limit", "once a week", "twice a week", ("the limit", "from once a week to twice a week")),
    ],
)
def test_a_shared_unit_is_said_once(name: str, before: str, after: str, expected: tuple[str, str]) -> None:
    """Also the item in which something is paid, which the label names too."""
    assert change_in_words(name, before, after) == expected


def test_marks_within_a_title_are_single() -> None:
    """A recipe calls its rule after the action that it limits."""
    value = {"title": "Limit on “Buy”", "body": "Words.", "parent": None, "place": 900}
    words = said({"op": "add", "path": "/rules/limit", "value": value})
    assert words == "Adds the rule “Limit on ‘Buy’”, which is only text."
