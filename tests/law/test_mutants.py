"""Mutants of laws, which show whether tests would notice another number or word."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from nomic.cycles.management.commands.sentences import named_for
from nomic.law.mutants import Mutant, mutants_of, mutated
from nomic.law.sections import flaws_of, value_at
from nomic.law.templates import document_of, templates


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return document_of("tetromic")


def test_each_mutant_is_a_law_that_differs_in_one_number(document: dict[str, Any]) -> None:
    """No place has two, and none is of prose, nor of the order in which something is listed."""
    before = json.dumps(document)
    mutants = list(mutants_of(document))
    assert len({mutant.place for mutant in mutants}) == len(mutants) > 20
    for mutant in mutants:
        changed = mutated(document, mutant)
        assert flaws_of(changed) == []
        assert value_at(changed, mutant.place) == mutant.new != mutant.old == value_at(document, mutant.place)
        assert type(mutant.old) is type(mutant.new) is int
        assert not mutant.place.endswith("/place")
    assert json.dumps(document) == before


def test_words_become_others_of_the_same_key(document: dict[str, Any]) -> None:
    """And flags their opposite; titles, bodies and what is announced stay."""
    found = list(mutants_of(document, words=True))
    words = [mutant for mutant in found if isinstance(mutant.old, str)]
    assert len(words) > 10
    for mutant in words:
        assert mutant.path[-1] not in ("title", "body", "announce", "parent")
        assert f'"{mutant.new}"' in json.dumps(document)
        assert flaws_of(mutated(document, mutant)) == []
    assert {mutant.old for mutant in words} >= {"at_least", "more_than"}


@pytest.mark.parametrize(
    ("law", "place", "ruling"),
    [
        ("cycle-16", "/rules/urgent-class-proposal/clauses/urgent/lasts/hours", "R11"),
        ("cycle-16", "/court/confidence_within_hours", "R15"),
        ("tetromic", "/membership/rejoin_after_hours", "R5"),
        ("dungeon", "/dungeon/pool/Pit/weight", "R65"),
    ],
)
def test_a_place_has_the_tests_of_the_sentences_that_it_carries_out(law: str, place: str, ruling: str) -> None:
    assert ruling in named_for(law, place)[0]


def test_every_shipped_law_has_tests_of_its_own() -> None:
    """Whoever adds a law says which those are."""
    from tests.support.mutation import OWN, ROOT

    assert set(OWN) == set(templates())
    assert all((ROOT / path).exists() for paths in OWN.values() for path in paths)


def test_the_command_lists_what_no_test_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """And fails then; it fails, too, where the tests have not run."""
    from tests.support import mutation

    tried: list[str] = []

    def notice_all_but_the_last(law: str, mutants: list[Mutant], told: Any, *, databases: bool) -> None:
        for mutant in mutants:
            tried.append(mutant.place)
            told(mutant, "" if mutant is mutants[-1] else "tests/x.py::test_R1_x", True, 1.0)

    monkeypatch.setattr(mutation, "try_mutants", notice_all_but_the_last)
    said = StringIO()
    with pytest.raises(CommandError, match="1 mutants survive"):
        call_command("sentences", "tetromic", "--mutate", "--at=/membership", stdout=said)
    assert tried == [
        "/membership/rejoin_after_hours",
        "/membership/reputable_after_hours",
        "/membership/founders_within_hours",
        "/membership/declarations_needed",
    ]
    assert "survives: /membership/declarations_needed: 2 becomes 3" in said.getvalue()
    monkeypatch.setattr(mutation, "try_mutants", lambda *args, **more: None)
    with pytest.raises(CommandError, match="did not run"):
        call_command("sentences", "tetromic", "--mutate", stdout=said)
