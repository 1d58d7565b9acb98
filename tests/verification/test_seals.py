"""What players kept sealed is checked by the reader, too: the export gives it once it is public, and no earlier."""

import json

import pytest

from nomic.cycles.draws import export
from nomic.cycles.models import Entry
from tests.support.hall import Hall, cast, clock, hall, open_cycle
from tests.support.lanterns import LanternsTable, lanterns, sit_down
from tests.verification.test_verify_draws import run, verify_draws

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
    (seal,) = export(wishing.hall.cycle)["seals"]
    assert (seal["argument"], seal["value"], seal["salt"]) == ("answers", None, None)
    assert seal["commitment"] == Entry.objects.get(key=seal["entry"]).args["answers"]["commitment"]
    report = verify_draws.verify(export(wishing.hall.cycle))
    assert (report.failures, report.seals, report.closed) == ([], 0, 1)


def test_what_was_unsealed_has_the_commitment_that_was_shown(wishing: LanternsTable) -> None:
    """The script says how many seals it has checked."""
    wishing.wishes(bob=3)
    given = json.dumps(export(wishing.hall.cycle))
    assert [seal["value"] for seal in json.loads(given)["seals"]] == [[[5]], [[3]]]
    code, said = run(stdin=given)
    assert (code, said.splitlines()[1:]) == (0, ["2 seals checked, 0 still closed.", "Nothing is wrong."])


@pytest.mark.parametrize("changed", [{"value": [[6]]}, {"salt": "0" * 32}, {"commitment": "0" * 64}])
def test_a_host_who_opens_something_else_is_found_out(wishing: LanternsTable, changed: dict[str, object]) -> None:
    """Another value, salt or commitment fails, with the entry's number."""
    wishing.wishes(bob=3)
    given = export(wishing.hall.cycle)
    given["seals"][0].update(changed)
    code, said = run(stdin=json.dumps(given))
    assert code == 1
    assert f"entry {given['seals'][0]['seq']}, 'answers': what was unsealed does not have the commitment" in said


@pytest.mark.parametrize("seals", [7, [7], [{}], [{"commitment": 3}]])
def test_what_is_no_list_of_seals_is_said(wishing: LanternsTable, seals: object) -> None:
    """In words."""
    code, said = run(stdin=json.dumps({**export(wishing.hall.cycle), "seals": seals}))
    assert code == 1
    assert "is not a list" in said or "has no commitment" in said
