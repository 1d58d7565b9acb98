"""Numbers of clauses and entries are called by the words of their own sentences."""

import re
from collections import Counter

import pytest

from nomic.clauses.views.numbers.in_sentences import COUNT, IN_WORDS, numbers_said
from nomic.clauses.views.numbers.number_conversion import as_counted, as_data
from nomic.clauses.views.numbers.number_labels import full_label, with_labels, with_short_labels
from nomic.law.document.sections import Law
from nomic.law.search.values import LawValue, is_a_number, value_or_none, values_of
from nomic.web.composer.orders.drafting import orders_left
from nomic.web.composer.values_to_change import changeable_at
from nomic.web.typed_amendments import change_value, changes_of
from nomic.web.views.law.values import numbers_by_rule
from tests.recipes.laws import LAWS, law_of
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

PARTS = re.compile(
    r"\bthe (?:\d+|is|of|from|to|where|do|in|for|what is compared) of (?:the|what)\b|the (?:of|where) of "
)
A_PATH = re.compile(r"[›/]|\([a-z ]+(, [\w ]+)*\)$|\bdo\b, ")


def _numbers(law: Law) -> list[LawValue]:
    return [each for each in values_of(law) if is_a_number(each.value) and not each.path.endswith("/place")]


def _called(law: Law, path: str) -> str:
    value = value_or_none(law, path)
    assert value is not None
    return full_label(law, value)


@pytest.mark.parametrize("name", LAWS)
def test_every_number_has_a_name_of_its_own_and_no_path(name: str) -> None:
    law = law_of(name)
    names = [full_label(law, each) for each in _numbers(law)]
    assert names
    assert [words for words, count in Counter(names).items() if count > 1] == []
    assert [words for words in names if A_PATH.search(words)] == []


@pytest.mark.parametrize("name", LAWS)
def test_most_numbers_of_clauses_are_called_by_their_sentence(name: str) -> None:
    law = law_of(name)
    deep = [each for each in _numbers(law) if "/clauses/" in each.path]
    unsaid = [each.words for each in deep if full_label(law, each) == each.words]
    assert len(unsaid) <= max(2, len(deep) // 8), unsaid


@pytest.mark.parametrize(
    ("law", "path", "says"),
    [
        (
            "ministry-of-lamps",
            "/rules/cobbles/clauses/cobbles/do/0/if/is/2",
            "the clause “Wet cobbles” of the rule Wet cobbles: the least number of Coins in "
            "“If you have at least 1 Coin, pay 1 Coin to the treasury”",
        ),
        (
            "ministry-of-lamps",
            "/rules/counter/clauses/sell/with/flasks/least",
            "the clause “Sell Oil” of the rule The counter: the lowest number of flasks in "
            "“1 to 5, but no more than the number of flasks …”",
        ),
        ("the-commons", "/rules/quests/clauses/quests/rows/Mend the roof/Worth", "Worth of Mend the roof"),
        (
            "the-commons",
            "/rules/rooms/clauses/walk/limit/times",
            "how often in “You may do this up to 3 times per day”",
        ),
    ],
)
def test_what_a_number_is_called(law: str, path: str, says: str) -> None:
    assert _called(law_of(law), path).endswith(says)


def test_within_its_piece_a_number_does_not_name_the_piece() -> None:
    law = law_of("ministry-of-lamps")
    (value,) = (each for each in _numbers(law) if each.path == "/rules/tea/clauses/pour/with/guests/most")
    assert [each.words for each in with_short_labels(law, [value])] == [
        "the highest number of players in “Choose 1 to 3 other players”"
    ]


def test_a_search_and_the_page_of_a_number_call_it_so(cast: Hall) -> None:
    place = "/rules/actions/clauses/burn/do/1/n"
    page = browser_of("ada").get("/c/hall/proposals/change/", {"at": place}).content.decode()
    assert "he number of Vertebrae in “Gain 1 Vertebra”" in page
    page = browser_of("ada").get("/c/hall/proposals/compose/", {"find": "amount burn a card step"}).content.decode()
    assert "the number of Vertebrae in “Gain 1 Vertebra”" in page


def test_a_title_says_the_new_number_and_quotes_no_sentence(cast: Hall) -> None:
    place = "/rules/actions/clauses/burn/do/1/n"
    fields = {"at": place, "new_value": "3", "look": "1"}
    page = browser_of("ada").post("/c/hall/proposals/change/", fields).content.decode()
    assert "Change the clause “Burn a card” of the rule Actions: the number of Vertebrae from 1 to 3" in page


@pytest.mark.parametrize("name", LAWS)
def test_what_a_search_lists_is_named_by_its_sentence(name: str) -> None:
    """Parts of effects that no sentence mentions are not listed, because only their path would name them."""
    law = law_of(name)
    listed = with_labels(law, values_of(law))
    assert len(listed) > len(_numbers(law)) // 2
    assert [each.words for each in listed if PARTS.search(each.words)] == []
    assert name != "cycle-16" or [each for each in values_of(law) if PARTS.search(each.words)]


def test_a_number_of_a_rule_that_the_draft_adds_is_named_by_its_sentence() -> None:
    where = {"is": [{"stock": "Vertebra", "of": "$it"}, "more_than", 30]}
    rich = {"players": "active", "where": where}
    clause = {"when": "phase-ends", "do": [{"revoke": "Vertebra", "n": 3, "from": rich}]}
    rule = {"title": "Tax", "body": "The rich pay.", "clauses": {"tax": clause}}
    operations = [
        {"op": "add", "path": "/rules/tax", "value": rule},
        {"op": "replace", "path": "/rules/tax/clauses/tax/do/0/from/where/is/2", "value": 40},
    ]
    words = [change.words for change in changes_of(law_of("cycle-16"), operations)]
    assert words == [
        "Add the rule Tax",
        "Change the clause tax of the rule Tax: the number of Vertebrae to exceed from 30 to 40",
    ]


DECREASE = "/rules/fog/clauses/lifts/do/0/by"


def test_a_decrease_is_shown_and_typed_as_its_sentence_says_it() -> None:
    """The law has -1 for "decreases by 1"."""
    law = law_of("ministry-of-lamps")
    value = value_or_none(law, DECREASE)
    assert value is not None
    assert (value.value, as_counted(law, value).said) == (-1, "1")
    assert [as_data(law, value, typed) for typed in ("3", "-3", "heaven")] == ["-3", "-3", "heaven"]
    shown = changeable_at(law, DECREASE)
    assert shown is not None
    assert [each.said for each in shown.values] == ["1"]
    assert [said for path, _, said in numbers_by_rule(law)["fog"] if path == DECREASE] == ["1"]


@pytest.mark.parametrize("name", LAWS)
def test_the_number_shown_is_the_number_of_the_sentence(name: str) -> None:
    """A number of hours may be said in days, and is shown so."""
    law = law_of(name)
    differ = []
    for rule, body in law.document["rules"].items():
        for clause in body.get("clauses") or {}:
            for number in numbers_said(law, rule, clause):
                value = value_or_none(law, number.path)
                assert value is not None
                shown = COUNT.search(as_counted(law, value).said)
                said = COUNT.search(number.says)
                if shown is None or said is None or shown[0] != str(IN_WORDS.get(said[0].lower(), said[0])):
                    differ.append((number.path, number.says, value.said))
    assert differ == []


@pytest.mark.parametrize("name", LAWS)
def test_no_number_of_a_rule_is_named_by_its_place_alone(name: str) -> None:
    named = [words for numbers in numbers_by_rule(law_of(name)).values() for _, words, _ in numbers]
    assert [words for words in named if re.search(r"\bits \w+ number$| of (?:plus|times) in ", words)] == []


@pytest.mark.parametrize(
    ("path", "old", "new", "data"),
    [
        (DECREASE, "1", "2", "-2"),
        (DECREASE, "-1", "-2", "-2"),
        ("/rules/cobbles/clauses/cobbles/do/0/if/is/2", "1", "2", "2"),
    ],
)
def test_the_words_of_such_a_change_order_nothing_more(path: str, old: str, new: str, data: str) -> None:
    """Voters would otherwise read that the amendments do not do what the words say."""
    law = law_of("ministry-of-lamps")
    text = f"Change “{_called(law, path)}” from “{old}” to “{new}”."
    assert orders_left(law, text, change_value(law, path, data)).undone == []
    (undone,) = orders_left(law, text, change_value(law, path, "-7")).undone
    assert undone == text.rstrip(".") or (undone.endswith("…") and text.startswith(undone[:-1]) and len(undone) > 150)


@pytest.mark.parametrize(
    ("path", "label"),
    [
        (
            "/packs/Legendary Pack/contents/0/add/collections/0/1",
            "what is in one Legendary Pack: "
            "the chance in “… a random modifier from the collection Common (40% chance)”",
        ),
        (
            "/packs/Legendary Pack/contents/0/add/collections/1/1",
            "what is in one Legendary Pack: the chance in “and one from the collection Rare (10% chance)”",
        ),
        (
            "/packs/Handy Pack/contents/1/n",
            "what is in one Handy Pack: the number of random Rare cards in “Gain a random Rare card”",
        ),
        ("/battles/rewards/1/n", "what is won in a battle: the number of Chips in “The winner gains 1 Chip”"),
    ],
)
def test_a_number_in_a_list_of_effects_is_called_by_the_words_of_its_step(path: str, label: str) -> None:
    """It was “the second step of the first of the collections of the add of the first step”."""
    law = law_of("cycle-16")
    assert _called(law, path) == label


def test_a_change_quotes_the_step_if_nothing_else_names_its_number() -> None:
    law = law_of("cycle-16")
    path = "/packs/Legendary Pack/contents/0/add/collections/0/1"
    (change,) = changes_of(law, [{"op": "replace", "path": path, "value": 50}])
    assert change.words == (
        "Change what is in one Legendary Pack: the chance in “… a random modifier from the collection Common "
        "(40% chance)” from 40 to 50"
    )
