"""A difference between two laws in sentences, as the wiki and the pages say it."""

import copy

from nomic.law.diff.law_differences import differences
from tests.support.change_sentences import change_sentences
from tests.support.hall import Document, cycle_16

LAW = cycle_16()
LAW["rules"] = {
    "time": {"title": "Time", "body": "Days begin at noon.", "parent": None, "place": 1},
    "phases": {"title": "Phases", "body": "Two a week.", "parent": "time", "place": 1},
    "items": {"title": "Items", "body": "", "parent": None, "place": 2},
}


def changed() -> Document:
    return copy.deepcopy(LAW)


def test_rules_are_told_in_the_rulesets_order_with_what_they_stand_under() -> None:
    """New, reworded, renamed, moved, reordered and repealed ones."""
    new = changed()
    new["rules"]["time"]["body"] = "Days begin at midnight."
    new["rules"]["weeks"] = {"title": "Weeks", "body": "Seven days.", "parent": "time", "place": 0}
    new["rules"]["items"] |= {"title": "Things", "parent": "time", "place": 9}
    del new["rules"]["phases"]
    assert change_sentences(differences(LAW, new)) == [
        "The rule “Time”: its words change.",
        "New rule “Weeks”, under “Time”.",
        "The rule “Things”: it was called “Items”, it moves from the top level to Time.",
        "Repealed: the rule “Phases”, under “Time”.",
    ]
    new = changed()
    new["rules"]["items"]["place"] = 0
    assert change_sentences(differences(LAW, new)) == ["The rule “Items”: its position in its list changes."]


def test_values_are_told_with_what_they_count() -> None:
    """Hours as days, prices with their item, effects as what they do, lists as their members."""
    new = changed()
    new["shop"]["offers"]["Chip"]["costs"]["Vertebra"] = 1
    new["membership"]["rejoin_after_hours"] = 36
    new["battles"]["declare_in"] = ["rest", "battle"]
    new["packs"]["Handy Pack"]["contents"] = [{"grant": "Chip", "n": 2, "to": "$me"}]
    assert change_sentences(differences(LAW, new)) == [
        "The phases in which players declare for a battle: rest → rest, battle.",
        "How long a player who left must wait before joining again: 7 days → 36 hours.",
        "What is in one Handy Pack: Gain 2 random cards. Gain a random Rare card → Gain 2 Chips.",
        "The price of one Chip in Vertebrae: 25 Vertebrae → 1 Vertebra.",
    ]


def test_an_entry_comes_and_goes_as_its_fields() -> None:
    """What is empty is left out; what a card does is told once."""
    new = changed()
    del new["collections"]["Defective"]
    new["cards"]["Hermit"] = {"values": [9], "suits": ["Stars"], "text": "", "place": 5}
    new["cards"]["Ace"]["hooks"] = {"when_played": [{"take": 1, "who": "$me"}]}
    assert change_sentences(differences(LAW, new)) == [
        "The card Ace: Draw 1 card.",
        "New: the card Hermit: suits: Stars; values: 9.",
        "Repealed: the modifier collection Defective: chance: 5%; elements: Torn, Fragile, Useless.",
    ]
