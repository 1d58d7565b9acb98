"""No name of a law is read by its effects as something else, whatever it is called.

Names are tried out of the language's own words: references, keywords, words of choices, and the parts of effects.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import NODES
from nomic.effects.language.parser import read_effect, slots_of
from nomic.effects.language.slot_kinds.plain import RESERVED, ChoiceSlot
from nomic.law.document.sections import Flaw, flaws_of
from nomic.law.schema.text_types import LawName
from tests.clauses.conftest import with_clauses
from tests.support.hall import cycle_16

KEYWORDS = ("cycle", "chance", "all", "reverse", "me", "it", "nobody")


def words_of_the_language() -> list[str]:
    """References, keywords and every word that a part of the language may have, each once."""
    choices = (
        word
        for node in NODES.values()
        for slot in slots_of(node).values()
        if isinstance(slot, ChoiceSlot)
        for word in slot.words
    )
    references = ("$me", "$it", "$them", "$event.where", "$me.name", "A $me", "$", "5$", "$Chip")
    return list(dict.fromkeys(chain(references, RESERVED, NODES, choices, KEYWORDS)))


WORDS = words_of_the_language()
NAMED = TypeAdapter(LawName)
HAND = {"cards": "inventory", "of": "$me"}
# For each kind of name, an effect that uses it.
USES: dict[str, Callable[[str], Any]] = {
    "items": lambda name: [{"grant": name, "to": "$me"}],
    "cards": lambda name: [{"if": {"has": HAND, "species": name}, "then": [{"grant": "Chip", "to": "$me"}]}],
    "modifiers": lambda name: [{"change": HAND, "lose": {"modifiers": name}}],
    "values": lambda name: [{"set": name, "to": {"value_of": name}}],
    "offices": lambda name: [{"appoint": "$me", "office": name}],
}
LIKE = {"items": "Chip", "cards": "5", "modifiers": "Speedy"}


def is_name(word: str) -> bool:
    """Whether anything of a law may have this name."""
    try:
        NAMED.validate_python(word)
    except ValidationError:
        return False
    return True


def shape(kind: str, name: str) -> list[str]:
    """The parts of which an effect with this name consists, as they are read."""
    return [type(node).__name__ for step in read_effect(USES[kind](name), scopes.HALL) for _, node in walk(step)]


def test_no_name_has_a_reference_in_it() -> None:
    """Neither alone nor among other words: a text of a rule would show something else in its place."""
    assert [word for word in WORDS if "$" in word and is_name(word)] == []
    assert {"cycle", "players", "all", "me", "chance"} <= {word for word in WORDS if is_name(word)}


@pytest.mark.parametrize("kind", USES)
def test_a_name_that_is_accepted_is_read_as_a_name(kind: str) -> None:
    """Each word of the language is refused as a name or read like any other name."""
    accepted = [word for word in WORDS if is_name(word)]
    document = cycle_16()
    if kind in LIKE:
        document[kind] |= dict.fromkeys(accepted, document[kind][LIKE[kind]])
    refused = {flaw.path for flaw in flaws_of(document)}
    misread = [word for word in accepted if shape(kind, word) != shape(kind, "Zyx")]
    assert refused == {f"/{kind}/{word}" for word in misread}


@pytest.mark.parametrize(
    ("section", "name", "other"),
    [("items", "chip", "Chip"), ("cards", "joker", "Joker"), ("modifiers", "SPEEDY", "Speedy")],
)
def test_names_that_differ_in_capitals_are_refused(section: str, name: str, other: str) -> None:
    """At the place of the later one."""
    document = cycle_16()
    document[section][name] = document[section][other]
    (flaw,) = flaws_of(document)
    assert flaw == Flaw(f"/{section}/{name}", f"{other!r} already exists; the names differ only in capital letters")


def test_two_values_or_offices_that_differ_in_capitals_are_refused() -> None:
    """They are named inside of clauses."""
    fame: dict[str, Any] = {"is": "number", "of": "cycle"}
    clauses = {"a": {"value": "Fame", **fame}, "b": {"value": "fame", **fame}}
    (flaw,) = flaws_of(with_clauses(cycle_16(), clauses))
    assert (flaw.path, flaw.detail) == ("/rules/tolls/clauses/b/value", "another clause keeps a value 'fame'")


@pytest.mark.parametrize("name", ["Joker", "JOKER"])
def test_an_item_with_the_name_of_a_card_is_refused(name: str) -> None:
    """A trade that asks for a Joker would mean either."""
    document = cycle_16()
    document["items"][name] = document["items"]["Chip"]
    (flaw,) = flaws_of(document)
    assert flaw.path == "/cards/Joker"


@pytest.mark.parametrize("name", [" Chip", "Chip ", "Chi  p", "Chip\u200b", "C\u0068\u0456p"])
def test_names_with_blanks_around_or_hidden_letters_are_refused(name: str) -> None:
    """They look like another name."""
    assert not is_name(name)


# ── titles of rules and phases


def titled(place: str, title: str) -> list[tuple[str, str]]:
    """The flaws of the law with a rule or the first phase of this title, and where they are."""
    document = cycle_16()
    if place == "rule":
        document["rules"]["tolls"] = {"title": title, "body": "Words.", "place": 900}
    else:
        document["calendar"]["phases"][0]["title"] = title
    return [(flaw.path, flaw.detail) for flaw in flaws_of(document)]


PATHS = {"rule": "/rules/tolls/title", "phase": "/calendar/phases/0/title"}


@pytest.mark.parametrize("title", [word for word in WORDS if "$" in word and word not in ("$", "5$")])
@pytest.mark.parametrize("place", PATHS)
def test_no_title_has_a_reference_in_it(place: str, title: str) -> None:
    """A dollar alone, or before a number, is none."""
    ((path, detail),) = titled(place, title)
    assert path == PATHS[place]
    assert "stands for something else" in detail


@pytest.mark.parametrize("title", ["Re\u200bst", "Rеst", "\u3164Rest"])
@pytest.mark.parametrize("place", PATHS)
def test_no_title_looks_like_another(place: str, title: str) -> None:
    """By hidden letters, or those of another script."""
    assert [path for path, _ in titled(place, title)] == [PATHS[place]]


@pytest.mark.parametrize(
    "title", ["$5 for all", "5$", "🗳️ Rest", "👩‍🌾 Farmers’ Phase", "Größe", "cycle", "nobody", "all"]
)
@pytest.mark.parametrize("place", PATHS)
def test_other_titles_are_accepted(place: str, title: str) -> None:
    """Keywords of effects too: no effect names a rule or a phase by its title."""
    assert titled(place, title) == []


def test_titles_that_differ_in_capitals_are_refused() -> None:
    """Readers and references take them for one. Two phases of one title have one kind."""
    assert [path for path, _ in titled("rule", "PLAYERS")] == [PATHS["rule"]]
    document = cycle_16()
    document["calendar"]["phases"][1]["title"] = "rest phase"
    assert [flaw.path for flaw in flaws_of(document)] == ["/calendar/phases/1/title"]
    document = cycle_16()
    document["calendar"]["phases"][1]["title"] = "Rest Phase"
    assert [flaw.path for flaw in flaws_of(document)] == ["/calendar/phases/1/title"]
    again = {**document["calendar"]["phases"][0], "starts_at_hour": 100}
    document["calendar"]["phases"][1:] = [{**document["calendar"]["phases"][1], "title": "Battle Phase"}, again]
    assert flaws_of(document) == []
