"""Whatever an operator does to the proof of a cycle is told; what was written anew without a fault, by a noted head."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.chance.seeds import commitment
from tests.support.proof_tampering import TAMPERINGS, TAMPERINGS_WITH_SEEDS, TEXT_TAMPERINGS, Tampering, write_anew
from tests.support.proofs import (
    SEEDS,
    as_text,
    ended,
    head_at,
    reseeded,
    verify_draws,
    written_without_fault,
)
from tests.verification.test_verify_draws import run

pytestmark = pytest.mark.chained


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.name)
def test_every_tampering_is_told(tampering: Tampering) -> None:
    """In words that name the entry or the phase."""
    proof = written_without_fault()
    heads = [head_at(proof, 8)]
    assert verify_draws.verify(proof, heads).failures == []
    tampering.change(proof)
    failures = verify_draws.verify(proof, heads if tampering.noted else []).failures
    assert any(tampering.told in failure for failure in failures), failures


def test_R142_a_phase_may_have_several_seeds() -> None:
    """Each serves from the entry after the one that announces it; how many came is said. Any of them may be noted."""
    proof = reseeded()
    noted = [(0, commitment(SEEDS[0])), (0, commitment("66" * 32)), (1, commitment("77" * 32))]
    report = verify_draws.verify(proof, commitments=noted)
    assert report.failures == []
    assert (len(report.reseeded), report.seeds, report.draws, report.not_yet) == (5, 3, 6, 2)
    code, said = run(stdin=as_text(proof))
    assert code == 0
    assert (
        "New seeds of phases that had one before: 5.\n"
        "Entry 3 gave phase 0 a new seed, for a backup that was restored.\n" in said
    )
    assert verify_draws.verify(proof, commitments=[(0, commitment("99" * 32))]).failures != []


@pytest.mark.parametrize("tampering", TAMPERINGS_WITH_SEEDS, ids=lambda tampering: tampering.name)
def test_R142_every_tampering_with_new_seeds_is_told(tampering: Tampering) -> None:
    """In words that name the entry or the phase."""
    proof = reseeded()
    tampering.change(proof)
    failures = verify_draws.verify(proof).failures
    assert any(tampering.told in failure for failure in failures), failures


@pytest.mark.parametrize("tampering", [each for each in TAMPERINGS if each.noted], ids=lambda tampering: tampering.name)
def test_what_is_written_anew_without_a_fault_is_told_by_a_noted_head_alone(tampering: Tampering) -> None:
    """That is what heads are published for; without one nothing is wrong."""
    proof = written_without_fault()
    tampering.change(proof)
    assert verify_draws.verify(proof).failures == []


@pytest.mark.parametrize("changed", range(1, 9))
def test_a_head_tells_of_every_change_up_to_it_and_of_none_after_it(changed: int) -> None:
    """So it is worth noting again and again."""
    honest = written_without_fault()
    proof = copy.deepcopy(honest)
    proof["entries"][changed - 1]["words"] = ["Something else."]
    write_anew(proof)
    for seq in range(9):
        told = verify_draws.verify(proof, [head_at(honest, seq)]).failures != []
        assert told == (seq >= changed)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value that holds no others."""
    if isinstance(data, dict | list) and data:
        for name, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(inner, (*path, name))
    else:
        yield path


HONEST = written_without_fault()
LEAVES = [path for path in leaves(HONEST) if path != ("cycle",)]
VALUES = st.none() | st.booleans() | st.integers(0, 10**15 - 1) | st.text(max_size=3) | st.just([]) | st.just({})


@given(st.sampled_from(LEAVES), VALUES)
def test_any_single_change_of_anything_is_told(path: tuple[Any, ...], value: Any) -> None:
    """Of every value in the proof, but for the name of the cycle."""
    proof = copy.deepcopy(HONEST)
    there = proof
    for name in path[:-1]:
        there = there[name]
    if json.dumps(there[path[-1]]) == json.dumps(value):
        return
    there[path[-1]] = value
    assert verify_draws.verify(proof).failures != []


@given(st.data())
def test_any_other_row_of_the_same_entries_is_told(data: Any) -> None:
    """Some left out, some doubled, some exchanged."""
    entries = HONEST["entries"]
    row = data.draw(st.lists(st.sampled_from(range(8)), max_size=10).filter(lambda row: row != list(range(8))))
    assert verify_draws.verify(HONEST | {"entries": [entries[place] for place in row]}).failures != []


def test_a_cycle_that_has_ended_keeps_no_seed_back() -> None:
    """Its last phase is over, too."""
    proof = ended()
    report = verify_draws.verify(proof)
    assert (report.failures, report.draws, report.not_yet) == ([], 1, 0)
    proof["phases"][0]["seed"] = None
    assert verify_draws.verify(proof).failures == ["phase 0 is over, and its seed is withheld"]


def test_a_proof_that_was_cut_off_is_told() -> None:
    """Wherever it is cut: between lines, within one, before the end."""
    text = as_text(written_without_fault())
    for end in (0, 10, text.index("\n"), text.index("\n") + 1, len(text) // 2, text.rindex("]}")):
        code, said = run(stdin=text[:end])
        assert code == 1
        assert "the proof cannot be read" in said or "not the proof of a cycle" in said, (end, said)


@pytest.mark.parametrize(("name", "change", "said"), TEXT_TAMPERINGS, ids=[name for name, *_ in TEXT_TAMPERINGS])
def test_a_text_that_programs_read_in_several_ways_is_told(
    name: str, change: Callable[[str], str | bytes], said: str, tmp_path: Path
) -> None:
    """A number of another form, a field twice, and what comes after the end could mean something else elsewhere."""
    file, text = tmp_path / "draws.json", as_text(written_without_fault())
    made = change(text)
    file.write_bytes(made.encode() if isinstance(made, str) else made)
    assert file.read_bytes() != text.encode()
    code, told = run(str(file))
    assert code == 1
    assert f"WRONG: the proof cannot be read: {said}" in told


def test_a_proof_is_read_with_any_ends_of_lines_and_blank_lines() -> None:
    """They mean nothing in JSON."""
    text = as_text(written_without_fault())
    for laid_out in (text.replace("\n", "\r\n"), text.replace("\n", "\n\n \t"), text.replace("\n", " ")):
        assert run(stdin=laid_out)[0] == 0
