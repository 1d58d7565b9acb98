"""What the law says beside its rules' words is said in sentences, for every value that a vote could choose."""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from nomic.law.document.sections import Law, registered_sections
from nomic.law.document.templates import document_of, law_templates
from nomic.law.labels.unquoted_provisions import provisions_of
from nomic.law.labels.value_labels import name_of, value_text
from nomic.law.labels.value_statements import statement
from nomic.law.schema.section_label import Label

LAWS = sorted(law_templates())
IN_WORDS = {"yes": True, "no": False}
LABEL_AND_VALUE = re.compile(r"(Of what|In which|With which|Within|What|How|When|Whether|Who|Which)\b[^.“]*: ")
BADLY_FORMED = re.compile(r"[{}]|\b(in in|the the|a a|if if|of of)\b|  +[^– ]|\.\.$")


def places(document: Any, value: Any = None, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a law, and everything that it is made of."""
    held = document if not path else value
    if path:
        yield path, held
    parts = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    for key, part in parts:
        yield from places(document, part, (*path, key))


def others(value: Any, sentence: Any) -> Iterator[Any]:
    """The value, and others that might be there. A flag of an entry is only told where it is set."""
    if not isinstance(value, bool):
        yield value
    if isinstance(sentence, Mapping):
        yield from (IN_WORDS.get(each, each) for each in sentence)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (0, 1, 2, 11)
    elif isinstance(value, list) and value and all(isinstance(each, str | int) for each in value):
        yield from (value[:1], value[:1] * 2, value[:1] * 3)


def with_value(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a law with another value."""
    new = deepcopy(document)
    here = new
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    return new


@pytest.mark.parametrize("law", LAWS)
def test_every_sentence_of_a_label_is_well_formed(law: str) -> None:
    """For the law's own value and for others, one or several, fixed or one of a few words."""
    document, seen = document_of(law), set()
    for path, value in places(document):
        if path[0] == "rules":
            continue
        name = name_of(document, path)
        kind = (path[0], name.words if not name.titles else str(name.sentence))
        if not name.sentence or name.rest or kind in seen or value in (None, [], ""):
            continue
        seen.add(kind)
        for other in others(value, name.sentence):
            new = Law(with_value(document, path, other))
            words = statement(new, path, other, name, value_text(new, path, other))
            assert words, (path, other)
            assert words[0] == words[0].upper(), words
            assert not BADLY_FORMED.search(words), words
    assert len(seen) > 5


def labels() -> list[tuple[str, Label]]:
    """Labels with a sentence for each of a few words, with their sections."""
    return [
        (name, label)
        for name, section in registered_sections().items()
        for label in section.labels
        if isinstance(label.sentence, Mapping)
    ]


@pytest.mark.parametrize(("section", "label"), labels(), ids=lambda each: getattr(each, "at", each))
def test_every_word_that_may_be_there_has_a_sentence(section: str, label: Label) -> None:
    """A word without one would be shown as a label and a value."""
    assert isinstance(label.sentence, Mapping)
    if set(label.sentence) <= set(IN_WORDS):
        return
    enums = re.findall(r'"enum": (\[[^]]*\])', json.dumps(registered_sections()[section].schema.model_json_schema()))
    assert set(label.sentence) in [set(json.loads(each)) for each in enums]


@pytest.mark.parametrize("law", LAWS)
def test_no_provision_is_a_label_and_a_value(law: str) -> None:
    """A rulebook has sentences."""
    told = [each for sentences in provisions_of(Law(document_of(law))).values() for each in sentences]
    assert not [each for each in told if LABEL_AND_VALUE.match(each)]
    assert not [each for each in told if "\n" not in each and not each.endswith((".", "!", "?", "…", "”"))]


def test_a_phase_begins_on_a_day_of_the_week_or_with_its_round() -> None:
    """Only the phases of a calendar of a week begin on the same day each time."""
    document = document_of("the-commons")
    sentences = [each for of_rule in provisions_of(Law(document)).values() for each in of_rule]
    assert "“Assembly” begins every Friday at 00:00 UTC." in sentences
    document["calendar"]["length_hours"] = 24 * 8
    sentences = [each for of_rule in provisions_of(Law(document)).values() for each in of_rule]
    assert "“Assembly” begins 4 days after the first phase of the calendar." in sentences
    assert "“Market Days” is the first phase of the calendar." in sentences


def test_names_that_could_be_words_of_a_sentence_are_quoted() -> None:
    """As in "The card Two: Choose a number"; and the kinds of phases are what rules call them."""
    sentences = [each for of_rule in provisions_of(Law(document_of("cycle-16"))).values() for each in of_rule]
    assert any(each.startswith("The card ‘Two’: Choose a number from 0 to 2") for each in sentences)
    assert "“Rest Phase” counts as a rest phase." in sentences
    assert "“Vote on a proposal” does not count as activity." in sentences


def test_a_limit_that_is_worked_out_is_said_as_a_number() -> None:
    """ "Up to the number of Pennies you have open at once" would be no sentence."""
    document = document_of("cycle-16")
    name = name_of(document, ("proposals", "most_open"))
    value = {"sum": [1, 2]}
    words = statement(Law(document), ("proposals", "most_open"), value, name, "")
    assert words == "The number of proposals that you may have open at once is 1 plus 2."
