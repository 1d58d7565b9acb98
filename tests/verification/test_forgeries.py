"""Forged proofs, one for each row of the table in docs/trust.md, are found out; honest tellings of the past are not."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.forged_proofs import FOLDER, FORGERIES, Forgery, linked
from tests.support.proofs import as_text, verify_draws
from tests.support.rewritten_histories import FAULTLESS, SPOILED, as_proof
from tests.support.rewritten_journals import act, corrected, played, rerolled, stopped, told_again
from tests.verification.test_tampering import VALUES, leaves
from tests.verification.test_verify_draws import run

pytestmark = pytest.mark.chained
TABLE = Path(__file__).parents[2] / "docs" / "trust.md"
HEADS = json.loads((FOLDER / "heads.json").read_text())
NOTHING_WRONG = (16, 21, 27, 39)  # rows of what an operator may do, and a reader is told


def said_of(report: Any) -> list[str]:
    return [*report.failures, *report.replaced, *report.rewrites, *report.reseeded]


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_every_forgery_is_found_out(forgery: Forgery) -> None:
    """By its file, as somebody would be handed it."""
    heads = [(seq, digest) for seq, digest in HEADS.get(forgery.name, [])]
    report = verify_draws.verify(json.loads(forgery.path.read_text()), heads)
    assert any(forgery.said in sentence for sentence in said_of(report)), said_of(report)
    assert bool(report.failures) == (forgery.row not in NOTHING_WRONG)


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_the_files_are_what_the_forger_makes(forgery: Forgery) -> None:
    """`forgeries.write` writes them."""
    assert forgery.path.read_text() == forgery.as_text()
    assert HEADS.get(forgery.name, []) == [list(each) for each in forgery.heads]


def test_every_row_of_the_table_has_its_forged_file() -> None:
    """And no file is of no row."""
    rows = dict(re.findall(r"^\| (\d+) \|.*\| (.*) \|$", TABLE.read_text(), re.MULTILINE))
    assert {int(row) for row in rows} == {each.row for each in FORGERIES}
    for row, cell in rows.items():
        assert set(re.findall(r"`([a-z-]+)`", cell)) == {each.name for each in FORGERIES if each.row == int(row)}
    assert {path.stem for path in FOLDER.glob("*.json")} == {each.name for each in FORGERIES} | {"heads"}


def test_the_script_ends_with_what_it_found() -> None:
    """1 for what is wrong, 3 for a noted head that was replaced, and 0 for what is as it should be."""
    by_name = {each.name: each for each in FORGERIES}
    for name, code, verdict in (
        ("own-dice-in-the-same-entry", 1, "Wrong: 2."),
        ("the-true-journal-as-corrected", 3, "Nothing is wrong, but the past was rewritten after you noted a head."),
        ("told-until-the-dice-fall-well", 0, "Nothing is wrong."),
    ):
        heads = [f"--head={seq}:{digest}" for seq, digest in HEADS.get(name, [])]
        found, said = run(str(by_name[name].path), *heads)
        assert (found, said.splitlines()[-1]) == (code, verdict)
    assert "The past was rewritten 2 times; what was replaced is checked, too." in said


# ── honest tellings


def test_a_past_that_was_told_again_is_proved_and_counted() -> None:
    """For a reroll, an outage and a correction, one upon the other."""
    report = verify_draws.verify(told_again().proof())
    assert report.failures == []
    assert report.rewrites == [
        "Entry 10 rewrote the past from entry 6 on, for a reroll by ada. "
        "Entries that kept their ids: 2; moved: 0; changed: 0; undone: 1; new: 1.",
        "Entry 14 rewrote the past from entry 8 on, for an outage by host. "
        "Entries that kept their ids: 3; moved: 0; changed: 0; undone: 1; new: 2.",
        "Entry 16 rewrote the past from entry 3 on, for a correction by host. "
        "Entries that kept their ids: 12; moved: 1; changed: 1; undone: 1; new: 1.",
    ]
    assert (report.opened, report.edited, report.dropped, report.waiting) == (1, 0, 0, 0)
    assert (report.kept, report.seeds, report.draws, report.not_yet) == (17, 3, 11, 1)


def test_a_head_is_known_wherever_it_was_noted() -> None:
    """On the journal as it is, or on one that was replaced; what replaced it is said."""
    book = played()
    noted = [book.noted()]
    for tell in (rerolled, stopped, corrected):
        tell(book)
        noted.append(book.noted())
    book.next_phase()
    report = verify_draws.verify(book.proof(), [*noted, book.noted(), (1, book.links[1]["before"])])
    assert report.failures == []
    assert [re.findall(r"entry (\d+)", said) for said in report.replaced] == [
        ["8", "10", "6"],
        ["10", "13", "8"],
        ["12", "15", "3"],
    ]
    seq, digest = noted[0]
    assert verify_draws.verify(book.proof(), [(seq + 1, digest)]).failures == [
        f"entry {seq + 1}: its digest is not the head that you noted"
    ]


@pytest.mark.parametrize("name", FAULTLESS)
def test_nothing_is_wrong_with_an_honest_telling(name: str) -> None:
    """However unusual it is."""
    report = verify_draws.verify(as_proof(FAULTLESS[name]()))
    assert report.failures == []


@pytest.mark.parametrize("name", SPOILED)
def test_each_part_of_a_telling_has_to_fit(name: str) -> None:
    """Else a sentence says which."""
    make, said = SPOILED[name]
    failures = verify_draws.verify(as_proof(make())).failures
    assert any(said in failure for failure in failures), failures


def test_the_seed_of_a_correction_waits_for_that_of_its_phase() -> None:
    """As the draws of the phase do."""
    book = played()
    corrected(book)
    report = verify_draws.verify(book.proof())
    assert (report.failures, report.waiting) == ([], 1)


def test_corrections_that_were_opened_changed_and_dropped_are_counted() -> None:
    """Each showed its dice: whoever may correct the past could look for better ones, and everybody sees it."""
    book = played()
    book.open_correction()
    book.add("host", "edit-correction", kind="admin")
    book.add("host", "drop-correction", kind="admin")
    code, said = run(stdin=as_text(book.proof()))
    assert code == 0
    assert "Corrections: 1 opened, 1 changed, 1 dropped. Each shows\nits dice before it is adopted." in said


# ── whatever else is done to them

HONEST = told_again().proof()
LEAVES = [path for path in leaves(HONEST) if path != ("cycle",)]


@given(st.sampled_from(LEAVES), VALUES)
def test_any_single_change_of_anything_is_told(path: tuple[Any, ...], value: Any) -> None:
    """Of what the journal says now, and of what it said before."""
    proof = copy.deepcopy(HONEST)
    there = proof
    for name in path[:-1]:
        there = there[name]
    if json.dumps(there[path[-1]]) == json.dumps(value):
        return
    there[path[-1]] = value
    assert verify_draws.verify(proof).failures != []


def parts() -> list[tuple[Any, ...]]:
    """The ways to the entries, to the histories and to what is in them, and to the seeds."""
    histories: list[tuple[Any, ...]] = [("replaced", number) for number in range(len(HONEST["replaced"]))]
    return [("entries",), ("replaced",), ("forks",), ("phases",), *histories]


@given(st.sampled_from(parts()), st.data())
def test_any_other_row_of_the_same_parts_is_told(path: tuple[Any, ...], data: Any) -> None:
    """Some left out, some doubled, some exchanged."""
    proof = copy.deepcopy(HONEST)
    there: Any = proof
    for name in path:
        there = there[name]
    whole = list(range(len(there)))
    row = data.draw(st.lists(st.sampled_from(whole), max_size=len(whole) + 1).filter(lambda row: row != whole))
    mixed = [copy.deepcopy(there[place]) for place in row]
    if path in (("replaced",), ("phases",), ("forks",)) and sorted(row) == whole:
        return  # their order says nothing
    there[:] = mixed
    assert verify_draws.verify(proof).failures != []


@given(st.sampled_from([path for path in LEAVES if path[0] == "entries"]), VALUES)
def test_what_is_linked_again_is_told_or_has_another_head(path: tuple[Any, ...], value: Any) -> None:
    """Whoever noted the head knows: nothing that is said in an entry goes without it."""
    proof = copy.deepcopy(HONEST)
    there = proof
    for name in path[:-1]:
        there = there[name]
    if json.dumps(there[path[-1]]) == json.dumps(value) or path[2] == "before":
        return
    there[path[-1]] = value
    head = (HONEST["head"]["seq"], HONEST["head"]["digest"])
    assert verify_draws.verify(linked(proof), [head]).failures != []


@given(st.sampled_from([(), ("replaced",), ("replaced", 0), ("forks",), ("forks", 0)]), VALUES)
def test_what_cannot_be_read_is_told(path: tuple[Any, ...], value: Any) -> None:
    """Nothing is raised, whatever stands in the place of a list."""
    proof = copy.deepcopy(HONEST)
    if not path:
        assert verify_draws.verify(value).failures != []
        return
    there: Any = proof
    for name in path[:-1]:
        there = there[name]
    there[path[-1]] = value
    assert verify_draws.verify(proof).failures != []


def test_no_entry_is_read_more_often_than_it_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the past is told again, and by however many entries that name the same history."""
    book = played()
    for _ in range(20):
        book.tell("tell-anew", 3, [act("host", "record-outage", kind="admin", hour=2), *book.since(3)])
    added = []
    add = verify_draws.Version.add
    monkeypatch.setattr(verify_draws.Version, "add", lambda version, link: (added.append(link), add(version, link))[1])
    proof = book.proof()
    assert verify_draws.verify(proof).failures == []
    given = len(proof["entries"]) + sum(map(len, proof["replaced"]))
    assert len(added) == given
    added.clear()
    for _ in range(20):
        book.add("host", "tell-anew", kind="admin", args=book.links[-1]["args"])
    assert verify_draws.verify(book.proof()).failures != []
    assert len(added) <= given + 20
