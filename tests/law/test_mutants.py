"""Mutants of laws, which show whether tests would notice another number or word."""

import json
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from nomic.law.document.sections import flaws_of, value_at
from nomic.law.document.templates import document_of, law_templates
from nomic.law.mutation_testing.function_mutants import change_code, code_mutants_of, functions_below
from nomic.law.mutation_testing.law_mutants import Mutant, mutants_of, mutated
from nomic.law.mutation_testing.stale_equivalents import stale_equivalents
from nomic.law.rules.sentences import Table, equivalents_of, functions_of, tables_of
from tests.support.mutation import named_for, named_for_function


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return document_of("tetromic")


def test_each_mutant_is_a_law_that_differs_in_one_number(document: dict[str, Any]) -> None:
    """No place has two, and none is of prose, nor of the order in which something is listed."""
    before = json.dumps(document)
    mutants = list(mutants_of(document))
    assert len({mutant.place for mutant in mutants}) == len(mutants) >= 20
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


def test_each_number_of_dice_becomes_another() -> None:
    """More dice, and dice of more sides, one after the other; where both is law."""
    document = document_of("cycle-16")
    chest = "/rules/exploration/clauses/stone-chest/do/0/options/0/do/0/n"
    found = list(mutants_of(document, at=chest))
    assert [(mutant.place, mutant.old, mutant.new) for mutant in found] == [
        (f"{chest}/roll", "4d5", "5d5"),
        (f"{chest}/roll", "4d5", "4d6"),
    ]
    assert [value_at(mutated(document, mutant), f"{chest}/roll") for mutant in found] == ["5d5", "4d6"]


def test_only_what_is_below_a_place_is_changed(document: dict[str, Any]) -> None:
    """A name that begins alike is another place."""
    everywhere, below = mutants_of(document), mutants_of(document, at="/membership/")
    assert list(below) == [mutant for mutant in everywhere if mutant.path[0] == "membership"] != []
    assert list(mutants_of(document, at="/member")) == []


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


SAMPLE = f"{__name__}:sample"
NOTED: list[int] = []


@lru_cache
def sample(number: int) -> int | None:
    """A function to be changed; its words are not."""
    if 2 <= number < 5 and number != 3:
        NOTED.append(number)
        return number * 7
    return None


class Sample:
    def __init__(self, number: int = 1) -> None:
        self.number = number

    @property
    def is_great(self) -> bool:
        return self.number > 10


def test_each_mutant_of_a_function_does_one_thing_otherwise() -> None:
    """For those that hold it already, too: nothing is left of what it has answered before."""
    held, bare, before = sample, sample.__wrapped__, sample.__wrapped__.__code__
    did: dict[str, list[int | None]] = {}
    for mutant in code_mutants_of([SAMPLE]):
        held(2)
        change_code(mutant)
        NOTED.clear()
        did[f"{mutant.old} → {mutant.new}"] = [*(held(number) for number in (1, 2, 3, 4, 5)), len(NOTED)]
        bare.__code__ = before
        held.cache_clear()
    assert did == {
        "2 → 3": [None, None, None, 28, None, 1],
        "5 → 6": [None, 14, None, 28, 35, 3],
        "2 <= number < 5 → 2 < number < 5": [None, None, None, 28, None, 1],
        "2 <= number < 5 → 2 <= number <= 5": [None, 14, None, 28, 35, 3],
        "3 → 4": [None, 14, 21, None, None, 2],
        "number != 3 → number == 3": [None, None, 21, None, None, 1],
        "2 <= number < 5 and number != 3 → 2 <= number < 5 or number != 3": [7, 14, 21, 28, 35, 5],
        "NOTED.append(number) → pass": [None, 14, None, 28, None, 0],
        "7 → 8": [None, 16, None, 32, None, 2],
        "return number * 7 → return None": [None, None, None, None, None, 2],
    }


def test_of_a_class_the_methods_are_changed() -> None:
    found = list(code_mutants_of([f"{__name__}:Sample"]))
    assert {mutant.function for mutant in found} == {f"{__name__}:Sample.is_great"}
    assert [str(mutant).partition(": ")[2] for mutant in found] == [
        "`10` becomes `11`",
        "`self.number > 10` becomes `self.number >= 10`",
        "`return self.number > 10` becomes `return None`",
    ]
    lines = Path(__file__).read_text(encoding="utf-8").split("\n")
    assert {lines[mutant.line - 1].strip() for mutant in found} == {"return self.number > 10"}


@pytest.mark.parametrize("law", sorted(law_templates()))
def test_what_sentences_name_can_be_changed(law: str) -> None:
    """Each change is another, and has tests that are named for it or those of the law."""
    functions = sorted(set(functions_of(tables_of(law)).values()))
    found = list(code_mutants_of(functions))
    assert {mutant.named for mutant in found} == set(functions)
    assert len({(mutant.function, mutant.nth) for mutant in found}) == len(found)
    assert all(mutant.old != mutant.new for mutant in found)


def test_functions_that_no_sentence_names_can_be_changed_by_their_module() -> None:
    """Only those that the modules define themselves; a class stands for its methods."""
    of = "nomic.effects.language.operations"
    items = functions_below(f"{of}.items")
    assert {f"{of}.items:Grant", f"{of}.items:Revoke"} <= set(items) <= set(functions_below(of))
    assert {name.partition(":")[0] for name in items} == {f"{of}.items"}
    with pytest.raises(CommandError, match="no function has this name"):
        call_command("sentences", "tetromic", "--mutate", "--code", "--of", "nomic.nowhere")


@pytest.mark.parametrize(
    ("function", "ruling"),
    [("exoptosis.shop.open_pack:open_pack", "R20"), ("nomic.court.overturning:overturn_own", "R15")],
)
def test_a_function_has_the_tests_of_the_sentences_that_it_carries_out(function: str, ruling: str) -> None:
    assert ruling in named_for_function("cycle-16", function)[0]
    assert named_for_function("cycle-16", "nomic.nowhere:nothing") == (set(), set())


def test_every_shipped_law_has_tests_of_its_own() -> None:
    """Whoever adds a law says which those are."""
    from tests.support.mutation import OWN, ROOT

    assert set(OWN) == set(law_templates())
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


@pytest.mark.parametrize("law", sorted(law_templates()))
def test_each_equivalent_of_a_shipped_law_is_still_a_mutant(law: str) -> None:
    """With the reason why no test can notice it."""
    equivalents = equivalents_of(tables_of(law))
    assert list(stale_equivalents(document_of(law), equivalents)) == []
    assert all(equivalents.values())


def test_an_equivalent_is_stale_once_the_law_or_the_function_is_another(document: dict[str, Any]) -> None:
    """A value that has changed, one that is gone, and a change of a function that is gone or possible twice."""
    fine = [
        "/membership/declarations_needed: 2 becomes 3",
        "/calendar/phases/0/kind: 'rest' becomes 'battle'",
        f"{SAMPLE}: `7` becomes `8`",
        f"{__name__}:Sample.is_great: `10` becomes `11`",
    ]
    stale = [
        "/membership/declarations_needed: 3 becomes 4",
        "/membership/nothing: 2 becomes 3",
        f"{SAMPLE}: `8` becomes `9`",
        f"{__name__}:nothing: `7` becomes `8`",
        "nomic.nowhere:nothing: `7` becomes `8`",
        f"{__name__}:twice: `number > 1` becomes `number >= 1`",
    ]
    assert list(stale_equivalents(document, [*fine, *stale])) == stale


def twice(number: int) -> tuple[bool, bool]:
    """A function in which the same change is possible at two places."""
    return number > 1, number > 1


def test_the_command_does_not_try_equivalents(monkeypatch: pytest.MonkeyPatch) -> None:
    """It prints the reason instead, and lines of the list that are stale."""
    from tests.support import mutation

    key, gone = "/membership/declarations_needed: 2 becomes 3", "/membership/declarations_needed: 7 becomes 8"
    table = Table({}, {}, {key: "two is as good as three", gone: "it was so once"})
    monkeypatch.setattr("nomic.cycles.management.commands.sentences.tables_of", lambda law: [table])
    tried: list[str] = []

    def notice_all(law: str, mutants: list[Mutant], told: Any, *, databases: bool) -> None:
        for mutant in mutants:
            tried.append(mutant.place)
            told(mutant, "tests/x.py::test_R1_x", True, 1.0)

    monkeypatch.setattr(mutation, "try_mutants", notice_all)
    said = StringIO()
    call_command("sentences", "tetromic", "--mutate", "--at=/membership", stdout=said)
    assert "/membership/declarations_needed" not in tried
    assert len(tried) == 3
    assert f"equivalent: {key}: two is as good as three\n" in said.getvalue()
    assert f"stale: {gone}: " in said.getvalue()
    assert (
        "4 mutants: 3 noticed by tests that are named for them, 0 by others, 0 by none, 1 equivalent" in said.getvalue()
    )
