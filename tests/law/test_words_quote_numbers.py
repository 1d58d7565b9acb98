"""Sentences of the shipped laws quote the numbers of their clauses and sections, and do not spell them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from nomic.law.diff.outdated_words import outdated_words
from nomic.law.document.sections import Law, pointer
from nomic.law.document.templates import document_of, law_templates
from nomic.law.rules.value_formats import in_form
from tests.support.hall import Document

# Sentences that spell a number, by their rule and their beginning, each with the reason.
EXCEPTIONS = {
    ("Phases", "The phase number is 0"): "it counts from 0, whatever hour the first phase starts at",
    ("Luck", "Whatever other rules say"): "once in a game holds whatever the price and the limit are",
    ("Pieces", "Gaining. Once in each phase"): "it is how often one gains pieces, not how many",
    ("Exploration", ""): "a scenario is replaced as a whole, and its words would then quote what the law no longer has",
}

Path = tuple[Any, ...]


def numbers(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Numbers and dice of a law, except the places by which entries are sorted."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(part, (*path, key))
    elif path[-1] != "place" and (type(value) is int or (isinstance(value, str) and re.fullmatch(r"\d+d\d+", value))):
        yield path, value


def changed(document: Document, path: Path, value: Any) -> Document:
    new: Any = dict(document)
    here = new
    for key in path[:-1]:
        here[key] = here[key].copy()
        here = here[key]
    here[path[-1]] = value
    return new


def spelled(document: Document) -> Iterator[tuple[str, str, str]]:
    """The rule, the sentence and the place of each number that a sentence spells."""
    old = Law(document)
    for path, value in numbers(document):
        new = Law(changed(document, path, value + 1 if isinstance(value, int) else "99d99"))
        for found in outdated_words(old, new, []):
            is_hint = found.sentence.startswith("“")  # at what a raised limit would overwrite
            if re.fullmatch(r"/rules/[^/]+(/clauses/[^/]+)?", found.path) and not is_hint:
                yield found.rule, found.sentence, pointer(*map(str, path))


@pytest.mark.parametrize("name", sorted(law_templates()))
def test_sentences_quote_the_numbers_that_they_speak_of(name: str) -> None:
    """A vote that changes a number changes the sentence, except in a short list."""
    found = list(spelled(document_of(name)))
    assert not [
        each for each in found if not any(each[0] == rule and each[1].startswith(begin) for rule, begin in EXCEPTIONS)
    ]


def test_every_exception_is_one() -> None:
    """A sentence that spells nothing any more is not in the list."""
    found = [each for name in sorted(law_templates()) for each in spelled(document_of(name))]
    for rule, begin in EXCEPTIONS:
        assert any(each[0] == rule and each[1].startswith(begin) for each in found), (rule, begin)


def test_a_sentence_that_spells_its_number_is_found() -> None:
    """In words and in figures, in a rule whose words quote nothing."""
    document = document_of("cycle-16")
    for body in ("Once a phase, you may fuse cards.", "You may fuse cards. It costs 9 Vertebrae."):
        fusion = document["rules"]["fusion"] | {"body": body}
        wrong = document | {"rules": document["rules"] | {"fusion": fusion}}
        assert any(rule == "Fusion" for rule, _, _ in spelled(wrong)), body


@pytest.mark.parametrize("form", ["of card", "often", "word", "time", "minutes"])
def test_no_form_has_the_same_words_for_two_numbers(form: str) -> None:
    """So a change of the number is always seen."""
    law = Law(document_of("cycle-16"))
    words = [in_form(law, number, form) for number in range(200)]
    assert len(set(words)) == len(words)
