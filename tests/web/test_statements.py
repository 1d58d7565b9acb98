"""Sentences that order nothing in words: what could change the law is drafted or marked, what is true is left alone."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, pointer
from nomic.law.document.templates import document_of
from nomic.web.composer.orders.changes.shown_words import shown
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.places_in_text import sentence_spans
from nomic.web.composer.orders.splitting.claims_about_law import claim_in

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("statements.yaml").read_text(encoding="utf-8"))
LEAST_DRAFTED = 0.8  # of the sentences that give a value of the law


@dataclass
class Counted:
    """What became of the sentences of one proposal."""

    drafted: list[str] = field(default_factory=list)
    marked: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    wrong: list[tuple[str, Any]] = field(default_factory=list)  # places that no sentence gives, with their values
    needless: list[str] = field(default_factory=list)  # marks at true sentences


@cache
def _law(template: str) -> Law:
    return Law(document_of(template))


def _places(new: Any, old: Any, *path: object) -> dict[str, Any]:
    """Return every place at which two laws differ, with its new value."""
    if isinstance(new, dict) and isinstance(old, dict):
        found: dict[str, Any] = {}
        for name in new.keys() | old.keys():
            found |= _places(new.get(name), old.get(name), *path, name)
        return found
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return _places(dict(enumerate(new)), dict(enumerate(old)), *path)
    return {} if new == old or path[-1] == "place" else {pointer(*map(str, path)): new}


def counted(case: dict[str, Any]) -> Counted:
    """Return what became of each sentence that should change something, and what else was made."""
    law, result = _law(case["law"]), Counted()
    found = draft_from(law, case["text"], [])
    made = _places(amended_draft(law.document, found.operations), law.document)
    marks = [order for order, _ in found.left]

    def marks_at(sentence: str) -> list[str]:
        return [mark for mark in marks if sentence.casefold() in mark.casefold() or mark.startswith(sentence)]

    for sentence, values in case.get("draft", {}).items():
        if values.items() <= made.items():
            result.drafted.append(sentence)
        else:
            (result.marked if marks_at(sentence) else result.silent).append(sentence)
    for sentence in case.get("mark", []):
        (result.marked if marks_at(sentence) else result.silent).append(sentence)
    meant = [place for values in case.get("draft", {}).values() for place in values]
    result.wrong = [(place, new) for place, new in made.items() if place not in meant]
    named = {mark for sentence in (*case.get("draft", {}), *case.get("mark", [])) for mark in marks_at(sentence)}
    result.needless = [mark for mark in marks if mark not in named]
    return result


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:60].replace("\n", " ") for case in CASES])
def test_what_could_change_the_law_is_drafted_or_marked(case: dict[str, Any]) -> None:
    found = counted(case)
    assert (found.silent, found.wrong, found.needless) == ([], [], [])


def test_most_new_values_are_drafted() -> None:
    drafted = [sentence for case in CASES for sentence in counted(case).drafted]
    assert len(drafted) >= LEAST_DRAFTED * sum(len(case.get("draft", {})) for case in CASES)


def _rules_as_read(law: Law) -> list[str]:
    """Return the sentences of the rules of a law as their pages show them."""
    found = []
    for rule in law.document["rules"].values():
        page = shown(law, rule["body"]).text
        found += [page[begin:end].strip(" *#:") for begin, end in sentence_spans(page)]
    return [sentence for sentence in found if sentence]


@pytest.mark.parametrize("template", ["ministry-of-lamps", "the-commons", "cycle-16", "exoptwosis"])
def test_what_the_law_says_is_no_order(template: str) -> None:
    """Words that describe the law as it is are neither drafted nor marked, whichever rule they are of."""
    law = _law(template)
    for sentence in _rules_as_read(law):
        found = draft_from(law, sentence, [])
        assert found.operations == [], sentence
        if claim_in(sentence):
            assert found.left == [], sentence


@pytest.mark.parametrize("template", ["ministry-of-lamps", "the-commons", "cycle-16"])
def test_a_sentence_of_the_law_with_another_number_changes_that_number_or_is_marked(template: str) -> None:
    law = _law(template)
    tried = 0
    for rule in law.document["rules"].values():
        page = shown(law, rule["body"])
        for begin, end in sentence_spans(page.text):
            made = [
                each for each in page.made if begin <= each.begin < end and page.text[each.begin : each.end].isdigit()
            ]
            words = page.text[begin:end].strip(" *#:")
            if len(made) != 1 or not claim_in(words) or "Phase" in words:
                continue
            tried += 1
            now, path = page.text[made[0].begin : made[0].end], made[0].placeholder["what"].strip()
            new = str(int(now) + 41)
            claim = f"{page.text[begin : made[0].begin]}{new}{page.text[made[0].end : end]}".strip(" *#:")
            found = draft_from(law, claim, [])
            changed = _places(amended_draft(law.document, found.operations), law.document)
            assert changed == {path: int(new)} or (not changed and found.left), claim
    assert tried
