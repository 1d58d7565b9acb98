"""Readable differences between two laws."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.differences import MOST_COMPARED, RuleChange, ValueChange, Words, differences, word_difference
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
    """No difference is false."""
    assert not differences(LAW, new)


def test_a_created_rule_is_all_new(new: Document) -> None:
    """Its words are added words."""
    new["rules"]["dice"] = {"title": "Dice", "body": "Roll.", "parent": None, "place": 3}
    assert differences(LAW, new).rules == [RuleChange("dice", "Dice", "created", body=[Words("added", "Roll.")])]


def test_a_repealed_rule_is_all_gone(new: Document) -> None:
    """Its words are removed words."""
    del new["rules"]["phases"]
    assert differences(LAW, new).rules == [
        RuleChange("phases", "Phases", "repealed", body=[Words("removed", "Two a week.")])
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
            "/shop/offers/Chip/costs/Vertebra", "The Croupier › offers › Chip › costs › Vertebra", "changed", 25, 30
        )
    ]


def test_a_new_species_and_a_repealed_one_are_told_whole(new: Document) -> None:
    """As one change each."""
    gone = new["cards"].pop("Ace")
    new["cards"]["Hermit"] = {"values": [9]}
    assert [(change.kind, change.name, change.old, change.new) for change in differences(LAW, new).values] == [
        ("repealed", "Cards › Ace", gone, None),
        ("created", "Cards › Hermit", None, {"values": [9]}),
    ]


def test_a_repealed_section_is_one_change(new: Document) -> None:
    """The whole of it is the old value."""
    gifts = new.pop("gifts")
    (change,) = differences(LAW, new).values
    assert (change.path, change.kind, change.old) == ("/gifts", "repealed", gifts)


def test_a_list_is_compared_as_a_whole(new: Document) -> None:
    """Sets of suits are read at a glance."""
    new["cards"]["Ace"]["suits"] = ["Hearts"]
    (change,) = differences(LAW, new).values
    assert (change.old, change.new) == ([], ["Hearts"])


@pytest.mark.parametrize(("old", "new"), [(1, True), (0, False), (1, 1.0), (None, 0)])
def test_values_of_different_kinds_differ(old: Any, new: Any) -> None:
    """One is not yes."""
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
    ],
)
def test_long_texts_that_share_little_are_compared_roughly(old: str, new: str) -> None:
    """Comparing every word with every word would take minutes; the texts can still be read off."""
    assert len(old) * len(new) > MOST_COMPARED
    found = word_difference(old, new)
    assert "".join(words.text for words in found if words.kind != "added") == old
    assert "".join(words.text for words in found if words.kind != "removed") == new


def test_one_word_changed_in_a_long_text_is_still_found() -> None:
    """What both texts begin and end with is set aside first."""
    old = "word " * 9_000 + "old" + " word" * 900
    found = word_difference(old, old.replace("old", "new"))
    assert [words for words in found if words.kind != "same"] == [Words("removed", "old"), Words("added", "new")]
