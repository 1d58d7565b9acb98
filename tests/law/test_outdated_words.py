"""Hints at sentences that speak of an old value and do not change with it."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.diff.law_differences import differences
from nomic.law.diff.outdated_words import MAX_FOUND
from nomic.law.document.sections import pointer
from nomic.law.document.templates import document_of, law_templates
from nomic.law.rules.placeholders import PLACEHOLDER
from tests.support.hall import Document

TOLLS: Document = {
    "title": "Tolls",
    "body": "Once a phase, a player walks the corridor. The toll is two Vertebrae. Walkers rest for 2 days.",
    "parent": None,
    "place": 900,
    "clauses": {
        "walk": {
            "action": "Walk the corridor",
            "says": "Pay 2 Vertebrae and walk.",
            "limit": {"times": 1, "per": "phase"},
            "costs": {"Vertebra": 2},
            "do": [{"after": {"hours": 48}, "do": [{"announce": "$me is back."}]}],
        }
    },
}


@pytest.fixture
def law() -> Document:
    return _with_tolls()


def _with_tolls() -> Document:
    document = document_of("cycle-16")
    document["rules"]["tolls"] = copy.deepcopy(TOLLS)
    del document["rules"]["tolls"]["clauses"]["walk"]["says"]
    return document


def hints(old: Document, new: Document, rule: str = "Tolls") -> list[str]:
    return [words.sentence for words in differences(old, new).outdated if words.rule == rule]


def changed(old: Document, value: Any, *path: str) -> Document:
    new = copy.deepcopy(old)
    here: Any = new
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return new


WALK = ("rules", "tolls", "clauses", "walk")


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("limit", "times"), 3, "Once a phase, a player walks the corridor."),
        (("costs", "Vertebra"), 5, "The toll is two Vertebrae."),
        (("do", "0", "after", "hours"), 24, "Walkers rest for 2 days."),
    ],
)
def test_a_number_that_is_spelled_is_found(law: Document, path: tuple[str, ...], value: int, sentence: str) -> None:
    """Whether the rule says "once", "two" or "2 days", the sentence is named."""
    new = copy.deepcopy(law)
    walk = new["rules"]["tolls"]["clauses"]["walk"]
    if path[0] == "do":
        walk["do"][0]["after"]["hours"] = value
    else:
        walk[path[0]][path[1]] = value
    assert hints(law, new) == [sentence]


def test_a_sentence_that_is_rewritten_is_no_hint(law: Document) -> None:
    """An author who changes the words has looked at them."""
    new = changed(law, 3, *WALK, "limit", "times")
    new["rules"]["tolls"]["body"] = new["rules"]["tolls"]["body"].replace("Once", "Three times")
    assert hints(law, new) == []


def test_a_sentence_that_quotes_the_value_changes_along(law: Document) -> None:
    """A placeholder shows the number in force."""
    at = pointer(*WALK, "costs", "Vertebra")
    body = f"The toll is {{{{law|{at}}}}} Vertebrae, 2 of them into the Well."
    old = changed(law, body, "rules", "tolls", "body")
    assert hints(old, changed(old, 5, *WALK, "costs", "Vertebra")) == []


def test_a_clause_that_changes_otherwise_names_the_sentence_about_it(law: Document) -> None:
    """No number is changed here, only what is compared."""
    old = changed(
        law,
        "A standard proposal is popular with more votes for it than against it.",
        "rules",
        "standard-class-proposal",
        "body",
    )
    new = copy.deepcopy(old)
    new["rules"]["standard-class-proposal"]["clauses"]["standard"]["passes"] = {"is": ["$for", "at_least", 3]}
    assert hints(old, new, "Standard Class Proposal") == [
        "A standard proposal is popular with more votes for it than against it."
    ]


def test_a_rule_that_names_an_offer_of_another_is_found(law: Document) -> None:
    """The price of a Chip belongs to the shop, but any rule may speak of it."""
    price = law["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    old = changed(law, f"A Chip costs {price} Vertebrae. We have {price} lamps.", "rules", "tolls", "body")
    new = changed(old, price + 1, "shop", "offers", "Chip", "costs", "Vertebra")
    assert hints(old, new) == [f"A Chip costs {price} Vertebrae."]


def test_the_words_of_an_entry_are_found(law: Document) -> None:
    """A modifier has words of its own beside what it does."""
    new = copy.deepcopy(law)
    new["modifiers"]["Cheating"]["hooks"]["when_played"][0]["n"] = 3
    assert any("two cards" in sentence for sentence in hints(law, new, "the modifier Cheating"))


def test_equal_laws_have_no_hints(law: Document) -> None:
    assert differences(law, copy.deepcopy(law)).outdated == []


@pytest.mark.parametrize("limit", [{"times": 2, "per": "phase"}, None])
def test_a_value_that_holds_one_player_is_named_when_its_action_is_done_twice(law: Document, limit: Any) -> None:
    """The receiver of a gift is one player (R23): with two gifts a phase, the second receiver replaces the first."""
    new = copy.deepcopy(law)
    give = new["rules"]["card-gifting"]["clauses"]["give"]
    if limit is None:
        del give["limit"]
    else:
        give["limit"] = limit
    found = [words for words in differences(law, new).outdated if words.path == "/rules/card-gifting/clauses/with"]
    assert [words.sentence for words in found] == [
        "“Gift recipient” holds one player, so a second one replaces the first."
    ]
    assert found[0].change.startswith("how often a player can use “Give a gift”: 1 per phase → ")


def test_a_value_that_could_be_set_twice_before_is_no_news(law: Document) -> None:
    """Only the change from once to more often is told; what counts or holds several is not overwritten."""
    old = changed(law, {"times": 2, "per": "phase"}, "rules", "card-gifting", "clauses", "give", "limit")
    new = changed(law, {"times": 3, "per": "phase"}, "rules", "card-gifting", "clauses", "give", "limit")
    assert "/rules/card-gifting/clauses/with" not in {words.path for words in differences(old, new).outdated}


LAWS = {name: document_of(name) for name in sorted(law_templates())}


@given(data=st.data())
def test_hints_are_bounded_and_true_to_the_texts(data: st.DataObject) -> None:
    """Whatever number changes: each hint is a text of both laws, which does not quote the changed place."""
    old = LAWS[data.draw(st.sampled_from(sorted(LAWS)))]
    numbers = list(_numbers(old, ()))
    path = data.draw(st.sampled_from(numbers))
    new = copy.deepcopy(old)
    here: Any = new
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] += data.draw(st.integers(1, 40))
    found = differences(old, new).outdated
    assert len(found) <= MAX_FOUND
    for words in found:
        was, now = (_at(document, words.path) for document in (old, new))
        texts = [was[key] for key in ("body", "text", "says") if isinstance(was.get(key), str) and was[key] == now[key]]
        assert texts
        quoted = {match["what"].strip() for text in texts for match in PLACEHOLDER.finditer(text)}
        assert pointer(*map(str, path)) not in quoted


def _numbers(value: Any, path: tuple[Any, ...]) -> Any:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _numbers(part, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def _at(document: Any, path: str) -> Any:
    for key in path.strip("/").split("/"):
        document = document[key.replace("~1", "/").replace("~0", "~")]
    return document
