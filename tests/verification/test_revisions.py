"""The script counts the revisions that a host's journal names, also if a change of the law is undone."""

import pytest

from nomic.cycles.models import Cycle
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, Hall, clock, hall, open_cycle
from tests.support.proofs import proof_of, verify_draws

__all__ = ["clock", "hall", "open_cycle"]
pytestmark = [pytest.mark.django_db, pytest.mark.chained]
PRICE = "/shop/offers/Handy Pack/costs/Vertebra"


def enact(hall: Hall, price: int) -> str:
    """A proposal for another price, counted when its vote ends."""
    code = hall.propose("ada", {"op": "replace", "path": PRICE, "value": price})
    hall.vote(code, ada="for", bob="for")
    hall.to(hall.cycle.proposals.get(code=code).ends_at)
    return code


def test_a_journal_in_which_the_law_changed_is_sound_and_still_is_when_a_change_is_undone(hall: Hall) -> None:
    hall.join("ada", "bob")
    first = enact(hall, 3)
    enact(hall, 5)
    given = proof_of(Cycle.objects.get(pk=hall.pk))
    assert verify_draws.verify(given).failures == []
    assert sorted({entry["revision"] for entry in given["entries"]}) == [0, 1, 2]
    votes = [entry for entry in hall.entries("vote") if entry.args["proposal"] == first]
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": each.key} for each in votes], reason="wrong")
    adopt(hall, tell(hall))
    enact(hall, 7)
    report = verify_draws.verify(proof_of(Cycle.objects.get(pk=hall.pk)))
    assert report.failures == []
    assert len(report.rewrites) == 1
    assert hall.cycle.revision == 2
