"""Readable differences between two laws."""

import copy
import random
import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.law.diff.law_differences import RuleChange, ValueChange, Words, differences, word_difference
from nomic.wikitext.myers import ComparisonBudget
from tests.support.example_counts import examples
from tests.support.executed_lines import steps_of
from tests.support.hall import Document, cycle_16

LAW = cycle_16()
LAW["rules"] = {
    "time": {"title": "Time", "body": "Days begin at noon.", "parent": None, "place": 1},
    "phases": {"title": "Phases", "body": "Two a week.", "parent": "time", "place": 1},
    "items": {"title": "Items", "body": "", "parent": None, "place": 2},
}


@pytest.fixture
def new() -> Document:
    return copy.deepcopy(LAW)


def test_a_law_does_not_differ_from_itself(new: Document) -> None:
    """Between equal laws there is no difference, and that counts as false."""
    assert not differences(LAW, new)


def test_a_created_rule_is_all_new(new: Document) -> None:
    """Its words are added words."""
    new["rules"]["dice"] = {"title": "Dice", "body": "Roll.", "parent": None, "place": 3}
    assert differences(LAW, new).rules == [RuleChange("dice", "Dice", "created", body=[Words("added", "Roll.")])]


def test_a_repealed_rule_is_all_gone(new: Document) -> None:
    """Its words are removed words."""
    del new["rules"]["phases"]
    assert differences(LAW, new).rules == [
        RuleChange("phases", "Phases", "repealed", "Time", body=[Words("removed", "Two a week.")])
    ]


def test_an_amended_rule_shows_which_words_changed(new: Document) -> None:
    """What stayed is shown between."""
    new["rules"]["time"]["body"] = "Days begin at midnight."
    (change,) = differences(LAW, new).rules
    assert change.kind == "amended"
    assert change.body == [
        Words("same", "Days begin at "),
        Words("removed", "noon"),
        Words("added", "midnight"),
        Words("same", "."),
    ]


def test_a_renamed_rule_says_its_old_title(new: Document) -> None:
    """Nothing else changed about it."""
    new["rules"]["items"]["title"] = "Things"
    assert differences(LAW, new).rules == [RuleChange("items", "Things", "amended", renamed_from="Items")]


def test_a_moved_rule_says_from_where_to_where(new: Document) -> None:
    """By the titles of its parents."""
    new["rules"]["phases"]["parent"] = None
    assert differences(LAW, new).rules == [RuleChange("phases", "Phases", "amended", moved=("Time", "the top level"))]


def test_a_rule_that_only_changed_its_place_says_so(new: Document) -> None:
    """The order among its siblings is a difference."""
    new["rules"]["items"]["place"] = 0
    assert differences(LAW, new).rules == [RuleChange("items", "Items", "amended", reordered=True)]


def test_a_changed_value_shows_old_and_new(new: Document) -> None:
    """With a readable name and its pointer."""
    new["shop"]["offers"]["Chip"]["costs"]["Vertebra"] = 30
    assert differences(LAW, new).values == [
        ValueChange(
            "/shop/offers/Chip/costs/Vertebra",
            "the price of one Chip in Vertebrae",
            "changed",
            25,
            30,
            "25 Vertebrae",
            "30 Vertebrae",
        )
    ]


def test_a_new_species_and_a_repealed_one_are_told_whole(new: Document) -> None:
    """A whole entry that came or went is one change, not one for each value."""
    gone = new["cards"].pop("Ace")
    new["cards"]["Hermit"] = {"values": [9]}
    assert [(change.kind, change.name, change.old, change.new) for change in differences(LAW, new).values] == [
        ("repealed", "the card Ace", gone, None),
        ("created", "the card Hermit", None, {"values": [9]}),
    ]


def test_a_repealed_section_is_one_change(new: Document) -> None:
    """The whole of it is the old value."""
    luck = new.pop("luck")
    (change,) = differences(LAW, new).values
    assert (change.path, change.kind, change.old) == ("/luck", "repealed", luck)


def test_a_list_is_compared_as_a_whole(new: Document) -> None:
    """Sets of suits are read at a glance."""
    new["cards"]["Ace"]["suits"] = ["Hearts"]
    (change,) = differences(LAW, new).values
    assert (change.old, change.new) == ([], ["Hearts"])


@pytest.mark.parametrize(("old", "new"), [(1, True), (0, False), (1, 1.0), (None, 0)])
def test_values_of_different_kinds_differ(old: Any, new: Any) -> None:
    """The number 1 and the value `true` are different values."""
    (change,) = differences({"x": old}, {"x": new}).values
    assert (change.old, change.new) == (old, new)


@given(st.text(max_size=60), st.text(max_size=60))
def test_both_texts_can_be_read_off_a_difference(old: str, new: str) -> None:
    """Leaving out what was added gives the old text, leaving out what was removed the new."""
    found = word_difference(old, new)
    assert "".join(words.text for words in found if words.kind != "added") == old
    assert "".join(words.text for words in found if words.kind != "removed") == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a " * 20_000, "b " * 20_000),
        ("a\n" * 20_000, "b\n" * 20_000),
        ("x y " * 10_000, "y x " * 10_000),
        ("same start " + "a " * 20_000, "same start " + "c " * 20_000),
        ("a b c d e f g h " * 3_000, "h g f e d c b a " * 3_000),
    ],
)
def test_long_texts_that_share_little_are_compared_roughly(old: str, new: str) -> None:
    """Comparing every word with every word would take minutes; the texts can still be read off."""
    found = word_difference(old, new)
    assert "".join(words.text for words in found if words.kind != "added") == old
    assert "".join(words.text for words in found if words.kind != "removed") == new


def test_one_word_changed_in_a_long_text_is_still_found() -> None:
    """What both texts begin and end with is set aside first."""
    old = "word " * 9_000 + "old" + " word" * 900
    found = word_difference(old, old.replace("old", "new"))
    assert [words for words in found if words.kind != "same"] == [Words("removed", "old"), Words("added", "new")]


def shuffled(value: Any, luck: random.Random) -> Any:
    """The same document, its keys as another database might give them."""
    if isinstance(value, dict):
        keys = luck.sample(sorted(value), len(value))
        return {key: shuffled(value[key], luck) for key in keys}
    return [shuffled(part, luck) for part in value] if isinstance(value, list) else value


@settings(max_examples=examples(15))
@given(st.randoms(use_true_random=False))
def test_differences_have_a_settled_order(luck: random.Random) -> None:
    """Rules as the ruleset has them, then repealed ones, values by their path: however a database keeps the keys."""
    law = {name: LAW[name] for name in ("rules", "shop", "calendar")}
    new = copy.deepcopy(law)
    for name in ("phases", "time"):
        new["rules"][name]["body"] += " And so on."
    del new["rules"]["items"]
    for id_, place in (("b", 3), ("a", 3), ("c", 1)):
        new["rules"][id_] = {"title": "The same", "body": "x", "parent": "time", "place": place}
    new["shop"]["offers"]["Chip"]["costs"]["Vertebra"] = 30
    new["shop"]["offers"] |= {name: {"costs": {"Chip": 1, "Vertebra": 2}, "place": 9} for name in ("Zed", "Added")}
    expected = differences(law, new)
    assert [change.id for change in expected.rules] == ["time", "c", "phases", "a", "b", "items"]
    assert [change.path for change in expected.values] == sorted(change.path for change in expected.values)
    found = differences(shuffled(law, luck), shuffled(new, luck))
    assert repr(found) == repr(expected)


def test_rules_that_stand_under_none_are_told_too(new: Document) -> None:
    """A document need not be law to be compared: parents that are not there, or stand under each other."""
    new["rules"] |= {
        id_: {"title": id_, "body": "x", "parent": parent, "place": 0}
        for id_, parent in (("lost", "nowhere"), ("one", "other"), ("other", "one"))
    }
    assert {change.id for change in differences(LAW, new).rules} == {"lost", "one", "other"}


@given(st.text("ab \n", max_size=40), st.text("ab \n", max_size=40), st.integers(0, 60))
def test_a_small_budget_makes_a_rough_difference(old: str, new: str, steps: int) -> None:
    """The texts can be read off, whatever is left of it; and never more of it is used than there was."""
    budget = ComparisonBudget(steps)
    found = word_difference(old, new, budget)
    assert "".join(words.text for words in found if words.kind != "added") == old
    assert "".join(words.text for words in found if words.kind != "removed") == new
    assert 0 <= budget.steps <= steps


def test_comparing_two_laws_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred rules, each rewritten with words that repeat, cost as much as the budget says, not a hundred times."""
    steps = 20_000
    old, new = (
        {"rules": {f"r{n}": {"title": "x", "body": text * 100, "parent": None, "place": n} for n in range(100)}}
        for text in ("a b c d ", "d c b a ")
    )
    budgets: list[ComparisonBudget] = []
    monkeypatch.setattr(
        "nomic.law.diff.law_differences.ComparisonBudget",
        lambda *left: budgets.append(made := ComparisonBudget(*left or [steps])) or made,
    )
    assert steps_of(lambda: differences(old, new)) < 20 * steps + 100_000
    assert 0 <= budgets[0].steps < steps // 50


def test_what_an_entry_does_is_told_the_same_in_whatever_order_it_is_kept() -> None:
    """Before it is enacted, as somebody wrote it, and after, as the database has it."""
    step = {"each": "them", "in": "$others", "do": [{"take": 1, "who": "$them"}]}
    news = [cycle_16(), cycle_16()]
    species = next(iter(news[0]["cards"]))
    for new, written in zip(news, (step, dict(reversed(step.items()))), strict=True):
        new["cards"][species]["hooks"] = {"when_played": [written]}
    one, other = (differences(cycle_16(), new) for new in news)
    assert repr(one) == repr(other)
    assert one.effects


def test_rules_read_with_the_laws_values_in_their_words(new: Document) -> None:
    """As they are then; repealed ones as they were. A table stands once in a difference, as on a page."""
    body = "{{law|/duels/per_phase}} times. {{law table|cards}}"
    new["rules"] |= {
        name: {"title": name, "body": body, "parent": "time", "place": place}
        for place, name in enumerate(("one", "two"))
    }
    new["duels"]["per_phase"] = 7
    one, two = differences(LAW, new).rules
    assert (one.under, two.under) == ("Time", "Time")
    assert one.reads is not None
    assert two.reads is not None
    assert one.reads.text.startswith("7 times.")
    assert [table.caption for table in one.reads.tables] == ["Species of cards"]
    assert (two.reads.text, two.reads.tables) == ("7 times. Species of cards", ())
    gone = differences(new, LAW).rules
    assert gone[0].reads is not None
    assert gone[0].reads.text.startswith("7 times.")


def test_a_rule_that_quotes_what_is_not_there_shows_its_source(new: Document) -> None:
    """Of documents that are no law, too."""
    new["rules"]["one"] = {"title": "one", "body": "{{law|/nowhere}}", "parent": None, "place": 9}
    (change,) = differences(LAW, new).rules
    assert change.reads is None
    assert change.body == [Words("added", "{{law|/nowhere}}")]


def test_a_repealed_text_shows_what_it_quotes_as_it_was():
    document = cycle_16()
    rule = document["rules"]["fusion"]
    without = {**document, "rules": {id_: each for id_, each in document["rules"].items() if id_ != "fusion"}}
    (change,) = [each for each in differences(document, without).values if each.old == rule["clauses"]["fuse"]["says"]]
    assert change.before == "Pay 9 Vertebrae and turn two of your cards into one Amalgam."


@pytest.mark.parametrize(
    ("rule", "path", "was", "now"),
    [
        ("actions", ("burn", "limit", "times"), "burn up to 2 cards", "burn up to 3 cards"),
        ("fusion", ("fuse", "costs", "Vertebra"), "It costs 9 Vertebrae", "It costs 6 Vertebrae"),
    ],
)
def test_a_number_that_a_rule_quotes_changes_what_it_reads(rule: str, path: Any, was: str, now: str) -> None:
    """The page of the rule will say another number, though its own words stay."""
    old, law = cycle_16(), cycle_16()
    (*way, last) = ("rules", rule, "clauses", *path)
    holder = law
    for key in way:
        holder = holder[key]
    holder[last] = 3 if holder[last] == 2 else 6
    (change,) = differences(old, law).rules
    assert change.used_to_read is not None
    assert change.reads is not None
    assert was in change.used_to_read.text
    assert now in change.reads.text
    page = render_to_string("components/differences.html", {"differences": differences(old, law)})
    old_number, new_number = (re.findall(r"\d+", each)[0] for each in (was, now))
    assert f"<del>{old_number}</del>" in page
    assert f"<ins>{new_number}</ins>" in page


def test_a_renamed_rule_shows_no_text() -> None:
    """Nor does one whose clauses change in what its words do not quote. Its tables are left to the rules after it."""
    law = cycle_16()
    law["rules"]["colours"]["title"] = "Hues"
    law["rules"]["actions"]["clauses"]["burn"]["called"] = "incinerate"
    changes = differences(cycle_16(), law).rules
    assert [(change.reads, change.used_to_read) for change in changes] == [(None, None)] * 2


def test_links_to_rules_are_words_in_a_difference() -> None:
    """The page of a proposal has no rules to link to. Its source alone shows how a link is typed."""
    law = cycle_16()
    law["rules"]["chips"]["body"] = "Chips are items. See [[#Victory]] and [[#card-gifting|gifts]]."
    law["rules"]["fine"] = {"title": "Fine", "body": "See [[#Trading]].", "parent": None, "place": 900}
    law["items"]["Chip"]["text"] = "Won in [[#Exploration]]."
    page = render_to_string("components/differences.html", {"differences": differences(cycle_16(), law)})
    shown = re.sub(r"<summary>As wikitext</summary>.*?</details>", "", page, flags=re.DOTALL)
    assert "[[" in page
    assert "[[" not in shown
    words = re.sub(r"<[^>]*>", "", shown)
    assert "Victory" in words
    assert "gifts" in words
    assert "See Trading." in words
    assert "Won in Exploration." in words
