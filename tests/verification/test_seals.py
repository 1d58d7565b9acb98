"""What players kept sealed is checked by the reader, too: the export gives it once it is public, and no earlier."""

import json

import pytest

from nomic.cycles.models import Entry
from tests.support.hall import Hall, cast, clock, hall, open_cycle
from tests.support.lanterns_game import LanternsTable, lanterns, sit_down
from tests.support.proof_tampering import write_anew
from tests.support.proofs import proof_of, verify_draws
from tests.verification.test_verify_draws import run

__all__ = ["cast", "clock", "hall", "lanterns", "open_cycle"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def wishing(cast: Hall, lanterns: object) -> LanternsTable:
    """Of two players one has made a wish."""
    table = sit_down(cast, "ada", "bob")
    table.wishes(ada=5)
    return table


def test_a_seal_that_is_closed_is_only_counted(wishing: LanternsTable) -> None:
    """The export has its commitment and nothing else of it."""
    proof = proof_of(wishing.hall.cycle)
    (entry,) = [entry for entry in proof["entries"] if entry["sealed"]]
    assert entry["sealed"] == ["answers"]
    assert entry["args"]["answers"] == Entry.objects.get(key=entry["key"]).args["answers"]
    report = verify_draws.verify(proof)
    assert (report.failures, report.seals, report.closed) == ([], 0, 1)


def test_what_was_unsealed_has_the_commitment_that_was_shown(wishing: LanternsTable) -> None:
    """The script says how many seals it has checked."""
    wishing.wishes(bob=3)
    proof = proof_of(wishing.hall.cycle)
    opened = [event for entry in proof["entries"] for event in entry["events"] if event["kind"] == "unsealed"]
    assert [event["args"]["answers"]["value"] for event in opened] == [[[5]], [[3]]]
    code, said = run(stdin=json.dumps(proof))
    assert (code, said.splitlines()[2:]) == (0, ["2 seals checked, 0 still closed.", "Nothing is wrong."])


@pytest.mark.parametrize("changed", [{"value": [[6]]}, {"salt": "0" * 32}])
def test_a_host_who_opens_something_else_is_found_out(wishing: LanternsTable, changed: dict[str, object]) -> None:
    """Another value or salt fails, with the entry's number, even where the whole journal is written anew."""
    wishing.wishes(bob=3)
    proof = proof_of(wishing.hall.cycle)
    event = next(event for entry in proof["entries"] for event in entry["events"] if event["kind"] == "unsealed")
    event["args"]["answers"].update(changed)
    write_anew(proof, ids=False)
    code, said = run(stdin=json.dumps(proof))
    assert code == 1
    assert f'entry {event["seq"]}, "answers": what was opened does not have the commitment' in said
