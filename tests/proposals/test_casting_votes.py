"""Votes that count for more, and votes that decide ties: by clauses of the kind `voting`."""

from typing import Any

import pytest

from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith, open_with
from tests.support.hall import clock, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle", "open_with"]

RICH: dict[str, Any] = {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}
CASTING = {"voting": "Ties", "votes": {"casting": RICH}}
WEIGHT = {"voting": "Weights", "votes": {"weight": {"sum": [1, {"count": {"those": "$it", "where": RICH}}]}}}


@pytest.mark.parametrize(
    ("clause", "rich", "votes", "status"),
    [
        (CASTING, ["ada"], {"ada": "for", "bob": "against"}, "enacted"),
        (CASTING, ["bob"], {"ada": "for", "bob": "against"}, "failed"),
        (CASTING, ["ada", "bob"], {"ada": "for", "bob": "against"}, "failed"),
        (CASTING, ["ada"], {"ada": "for", "bob": "against", "eve": "against"}, "failed"),
        (CASTING, [], {"ada": "for", "bob": "against"}, "failed"),
        (WEIGHT, ["ada"], {"ada": "for", "bob": "against"}, "enacted"),
        (WEIGHT, ["bob"], {"ada": "for", "bob": "against", "eve": "for"}, "failed"),
        (WEIGHT, [], {"ada": "for", "bob": "against", "eve": "for"}, "enacted"),
    ],
)
def test_whose_votes_decide(
    open_with: OpenWith, clause: dict[str, Any], rich: list[str], votes: dict[str, str], status: str
) -> None:
    """A casting vote counts only in a tie, and those of both sides cancel; a weight counts always."""
    hall = open_with({"votes": clause})
    for player in rich:
        hall.grant(player, "Chip")
    code = hall.propose("ada", {"op": "replace", "path": "/rules/tolls/body", "value": "Other words."})
    hall.vote(code, **votes)
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    assert Proposal.objects.get(cycle=hall.pk, code=code).status == status
    hall.is_sound()
