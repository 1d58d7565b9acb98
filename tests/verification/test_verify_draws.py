import copy
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.chance.draws import SCHEME, draw_value
from nomic.chance.seeds import commitment, new_seed
from nomic.chance.source import Source

SCRIPT = Path(__file__).parents[2] / "static" / "verify_draws.py"
SEED_1, SEED_2 = "11" * 32, "22" * 32


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_draws", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_draws"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


verify_draws = load_script()


@pytest.fixture
def export() -> dict:
    """Phase 1 with two entries and its seed revealed, phase 2 with one entry and its seed still secret."""
    draws = []
    for seq, (entry, phase, seed) in enumerate([("aa", 1, SEED_1), ("bb", 1, SEED_1), ("cc", 2, SEED_2)], 1):
        source = Source(seed, entry)
        source.sample(["Ace", "King", "Queen", "Jack"], 3, "pick", "a random card")
        source.hits(25, "coating", "a coating")
        draws += [
            {
                "entry": entry, "seq": seq, "phase": phase, "label": drawn.label, "index": drawn.index,
                "sides": drawn.sides, "value": drawn.value, "purpose": drawn.purpose,
            }
            for drawn in source.drawn
        ]  # fmt: skip
    return {
        "cycle": "cycle-16",
        "scheme": SCHEME,
        "phases": [
            {"phase": 1, "commitment": commitment(SEED_1), "seed": SEED_1},
            {"phase": 2, "commitment": commitment(SEED_2), "seed": None},
        ],
        "draws": draws,
    }


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    """The script as a reader starts it: another process, isolated from every installed package."""
    finished = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *arguments], input=stdin, capture_output=True, text=True
    )
    assert "Traceback" not in finished.stderr
    return finished.returncode, finished.stdout


def test_an_honest_export_passes_and_secret_phases_wait(export):
    """Revealed draws are checked; those of the running phase are counted, and are no failure."""
    report = verify_draws.verify(export)
    assert report.failures == []
    assert (report.seeds, report.draws, report.not_yet) == (1, 8, 4)


def test_the_script_reads_a_file_or_its_input(export, tmp_path):
    """`verify_draws.py FILE` and `… | verify_draws.py` both print the counts and end with 0."""
    file = tmp_path / "draws.json"
    file.write_text(json.dumps(export))
    said = "1 seeds and 8 draws checked, 4 draws not yet checkable.\nNothing is wrong.\n"
    assert run(str(file)) == (0, said)
    assert run(stdin=json.dumps(export)) == (0, said)


def test_a_changed_value_is_found_and_named(export):
    """One face changed afterwards is found, and the entry and the value that was due are printed."""
    draw = export["draws"][1]
    honest = draw["value"]
    draw["value"] = (honest + 1) % draw["sides"]
    code, said = run(stdin=json.dumps(export))
    assert code == 1
    assert f"entry 1, 'pick' 1: recorded {draw['value']} of 3, the seed gives {honest}" in said
    assert "Wrong: 1." in said


@pytest.mark.parametrize(
    ("tamper", "complaint"),
    [
        (lambda e: e["phases"][0].update(seed=SEED_2), "does not have the published SHA-256"),
        (lambda e: e["phases"][0].update(commitment="0" * 64), "does not have the published SHA-256"),
        (lambda e: e["phases"][0].update(commitment="SECRET"), "commitment is not 64"),
        (lambda e: e["phases"][0].update(seed="11"), "seed is not 64"),
        (lambda e: e["phases"].append(dict(e["phases"][0])), "phase 1 is there twice"),
        (lambda e: e["phases"].pop(0), "has no phase 1"),
        (lambda e: e["draws"].pop(0), "not numbered 0 to 1"),
        (lambda e: e["draws"].append(dict(e["draws"][0])), "not numbered"),
        (lambda e: e["draws"][0].update(phase=3), "has no phase 3"),
        (lambda e: e["draws"][0].update(value=True), "value is not a whole number"),
        (lambda e: e["draws"][0].update(sides=0), "sides is not between"),
        (lambda e: e["draws"][0].update(sides=2**64 + 1), "sides is not between"),
        (lambda e: e["draws"][0].update(index=-1), "index is negative"),
        (lambda e: e["draws"][0].update(entry="aa\npick"), "entry is not a text of one line"),
        (lambda e: e["draws"][0].update(label="\ud800"), "label is not a text of one line"),
        (lambda e: e["draws"][0].pop("seq"), "seq is not a whole number"),
        (lambda e: e.update(scheme="mine"), "the scheme is 'mine'"),
        (lambda e: e.update(draws=None), "no list"),
        (lambda e: e.update(phases={}), "no list"),
        (lambda e: e["draws"].append(7), "is not an object"),
        (lambda e: e["phases"].append("x"), "not a phase"),
    ],
)
def test_every_tampering_fails_with_its_reason(export, tamper, complaint):
    """Seeds, commitments, dropped, doubled, moved and misshapen draws: each is a failure that says why."""
    tamper(export)
    code, said = run(stdin=json.dumps(export))
    assert code == 1
    assert complaint in said


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"draws"', "[" * 100_000])
def test_what_is_no_export_is_refused(text):
    """An empty, cut, or other file ends with 1 and a sentence, not with a traceback."""
    code, said = run(stdin=text)
    assert code == 1
    assert "Cannot read the export" in said or "not an export of draws" in said


def test_a_missing_file_is_said(tmp_path):
    """A wrong path is answered with its name."""
    code, said = run(str(tmp_path / "nowhere.json"))
    assert code == 1
    assert "nowhere.json" in said


def test_a_commitment_noted_before_holds_the_host_to_it(export, tmp_path):
    """A host who swaps seed and commitment afterwards passes its own export, but not the reader's note."""
    noted = f"--commitment=1:{commitment(SEED_1)}"
    file = tmp_path / "draws.json"
    file.write_text(json.dumps(export))
    assert run(str(file), noted)[0] == 0
    swapped = copy.deepcopy(export)
    swapped["phases"][0] = {"phase": 1, "commitment": commitment(SEED_2), "seed": SEED_2}
    swapped["draws"] = []
    file.write_text(json.dumps(swapped))
    assert run(str(file))[0] == 0
    code, said = run(str(file), noted)
    assert code == 1
    assert "not the one you noted" in said
    assert run(str(file), f"--commitment=9:{commitment(SEED_1)}")[0] == 1


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


@given(st.data())
def test_any_single_change_of_a_value_is_found(data):
    """Whatever was drawn, another value in its place fails."""
    seed = new_seed()
    sides = data.draw(st.integers(2, 1000))
    source = Source(seed, "e")
    value = source.below(sides, "roll", "p")
    wrong = data.draw(st.integers(-1, sides).filter(lambda other: other != value))
    draw = {"entry": "e", "seq": 1, "phase": 1, "label": "roll", "index": 0, "sides": sides, "purpose": "p"}
    phases = [{"phase": 1, "commitment": commitment(seed), "seed": seed}]
    export = {"cycle": "c", "scheme": SCHEME, "phases": phases, "draws": [{**draw, "value": wrong}]}
    assert len(verify_draws.verify(export).failures) == 1
    export["draws"][0]["value"] = value
    assert verify_draws.verify(export).failures == []
