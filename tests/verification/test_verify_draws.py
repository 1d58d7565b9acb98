import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.chance.draw_scheme import draw_value
from nomic.chance.seeds import commitment
from tests.support.proof_tampering import write_anew
from tests.support.proofs import (
    SCRIPT,
    SEEDS,
    as_text,
    head_at,
    verify_draws,
    written_without_fault,
)

pytestmark = pytest.mark.chained


@pytest.fixture
def proof() -> dict[str, Any]:
    return written_without_fault()


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    """The script as a reader starts it: another process, isolated from every installed package."""
    finished = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *arguments], input=stdin, capture_output=True, text=True
    )
    assert "Traceback" not in finished.stderr
    return finished.returncode, finished.stdout


def said_of(proof: dict[str, Any]) -> str:
    """What the script says of the proof above."""
    return (
        f"8 entries checked; the head is 8:{proof['head']['digest']}.\n"
        "1 seeds and 5 draws checked, 2 draws not yet checkable.\n"
        "1 seals checked, 1 still closed.\n"
        "Nothing is wrong.\n"
    )


def test_an_honest_proof_passes_and_secret_phases_wait(proof):
    """Revealed draws are checked; those of the running phase are counted, and are no failure."""
    report = verify_draws.verify(proof)
    assert report.failures == []
    assert (report.entries, report.seeds, report.draws, report.not_yet) == (8, 1, 5, 2)
    assert (report.seals, report.closed) == (1, 1)
    assert report.head == "{}:{}".format(*head_at(proof, 8))


def test_the_script_reads_a_file_or_its_input(proof, tmp_path):
    """`verify_draws.py FILE` and `… | verify_draws.py` both print the counts and end with 0."""
    file = tmp_path / "draws.json"
    file.write_text(as_text(proof))
    assert run(str(file)) == (0, said_of(proof))
    assert run(stdin=as_text(proof)) == (0, said_of(proof))


@pytest.mark.parametrize("indent", [None, 2])
def test_the_script_reads_a_proof_that_was_laid_out_otherwise(proof, indent):
    """What a program has read and written again means the same, blanks, order and all."""
    assert run(stdin=json.dumps(dict(reversed(proof.items())), indent=indent, ensure_ascii=False)) == (
        0,
        said_of(proof),
    )


def test_a_proof_is_read_line_by_line(proof):
    """However long it is, no more than an entry of it is in memory."""
    file = io.StringIO(as_text(proof))
    heading, entries = verify_draws.parts_of(file)
    assert (heading["head"]["seq"], "entries" in heading) == (8, True)
    assert heading["entries"] == []
    begun = file.tell()
    next(iter(entries))
    assert begun < file.tell() < len(as_text(proof)) / 2


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"draws"', "[" * 100_000, '{"entries":7}'])
def test_what_is_no_proof_is_refused(text):
    """An empty, cut, or other file ends with 1 and a sentence, not with a traceback."""
    code, said = run(stdin=text)
    assert code == 1
    assert "the proof cannot be read" in said or "not the proof of a cycle" in said


def test_a_missing_file_is_said(tmp_path):
    """A wrong path is answered with its name."""
    code, said = run(str(tmp_path / "nowhere.json"))
    assert code == 1
    assert "nowhere.json" in said


def test_a_commitment_noted_before_holds_the_host_to_it(proof, tmp_path):
    """A host who swaps seed and commitment afterwards and writes all anew passes, but not the reader's note."""
    noted = f"--commitment=0:{commitment(SEEDS[0])}"
    file = tmp_path / "draws.json"
    file.write_text(as_text(proof))
    assert run(str(file), noted)[0] == 0
    proof["phases"][0] = {"phase": 0, "commitment": commitment("44" * 32), "seed": "44" * 32}
    proof["entries"][0]["events"][0]["commitments"][0] = commitment("44" * 32)
    proof["entries"][5]["events"][0]["revealed"] = "44" * 32
    for entry in proof["entries"][:6]:
        entry["draws"] = []
    write_anew(proof)
    file.write_text(as_text(proof))
    assert run(str(file))[0] == 0
    code, said = run(str(file), noted)
    assert code == 1
    assert "not the one you noted" in said
    assert run(str(file), f"--commitment=9:{commitment(SEEDS[0])}")[0] == 1


def test_a_head_noted_before_holds_the_host_to_it(proof, tmp_path):
    """`--head SEQ:HEX`, as often as one likes."""
    file = tmp_path / "draws.json"
    file.write_text(as_text(proof))
    heads = ["--head={}:{}".format(*head_at(proof, seq)) for seq in (0, 3, 8)]
    assert run(str(file), *heads)[0] == 0
    code, said = run(str(file), *heads, f"--head=5:{'0' * 64}", f"--head=12:{'0' * 64}")
    assert code == 1
    assert "WRONG: entry 5: its digest is not the head that you noted" in said
    assert "WRONG: you noted the head at entry 12, and the journal ends before it" in said


@pytest.mark.parametrize("head", ["", "5", "5:", "x:" + "0" * 64, "5:" + "0" * 63, "٣:" + "0" * 64])
def test_a_head_that_is_none_is_refused(head, tmp_path):
    """A head that is not NUMBER:HEX ends the script with an error before it reads anything."""
    finished = subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), "--head", head], capture_output=True, text=True)
    assert finished.returncode == 2
    assert "say NUMBER:HEX with 64 hexadecimal digits" in finished.stderr


def test_a_known_draw():
    """Eight values worked out once with openssl: the scheme is a promise and never changes."""
    seed = bytes(range(32))
    assert [verify_draws.drawn_value(seed, "0" * 32, "roll", index, 6) for index in range(8)] == [
        2,
        0,
        2,
        5,
        0,
        0,
        0,
        3,
    ]


@given(
    seed=st.binary(min_size=32, max_size=32),
    entry=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40),
    label=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40),
    index=st.integers(0, 10_000),
    sides=st.integers(1, 2**64),
)
def test_host_and_script_agree_on_every_draw(seed, entry, label, index, sides):
    """Two programs that share no line compute the same value, below the number of sides."""
    value = verify_draws.drawn_value(seed, entry, label, index, sides)
    assert 0 <= value < sides
    assert value == draw_value(seed.hex(), entry, label, index, sides)
