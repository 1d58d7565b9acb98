"""A season of *The Commons*, a law in files only: bots play it to a victory, and everything in it happens."""

import random
from collections import Counter

import pytest

from nomic.clauses.models import DeferredEffect, Failures, PendingQuestion
from nomic.cycles.models import Deadline
from nomic.law.document.templates import document_of
from nomic.law.models import Revision
from nomic.proposals.models import Proposal, ProposalStatus
from tests.clauses.test_ministry_season import settled
from tests.support.commons_players import CHARACTERS, kept
from tests.support.hall import DAY, HOUR, START, OpenCycle
from tests.support.ministry_players import Seat, spend_day

MAX_WEEKS = 8
ALWAYS = {
    *("walk", "gather", "finish-quest", "sell-apples", "buy-plank", "pay-in", "take-out", "put-up", "bid", "vote"),
    *("open-chest", "stand-for-warden", "vote-for-warden", "submit-proposal"),
}


def test_a_season_is_played_to_its_end(open_cycle: OpenCycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wardens are elected by ranked ballots, a quest is voted in, the market amends itself; a replay gives the same."""
    settled(monkeypatch, "commons")
    hall = open_cycle(document_of("the-commons"), template="the-commons")
    hall.join(*CHARACTERS)
    seats = [Seat(hall, name, random.Random(name)) for name in CHARACTERS]
    done: Counter[str] = Counter()
    for day in range(7 * MAX_WEEKS):
        hall.to(START + day * DAY + 10 * HOUR)
        if not hall.cycle.is_running:
            break
        assert not Deadline.objects.filter(cycle=hall.pk, at__lte=hall.clock.now).exists()
        for seat in seats[day % 4 :] + seats[: day % 4]:
            if hall.cycle.is_running:
                done.update(spend_day(seat, CHARACTERS[seat.name]))
    assert done.keys() >= ALWAYS
    assert hall.cycle.winner in CHARACTERS
    assert kept(Seat(hall, hall.cycle.winner, random.Random(1)), "Renown", hall.cycle.winner) >= 12
    law = hall.cycle.law.document["rules"]
    assert "Paint the gate" in law["quests"]["clauses"]["quests"]["rows"]
    assert Proposal.objects.filter(cycle=hall.pk, status=ProposalStatus.ENACTED).count() >= 1
    reasons = Revision.objects.filter(book_id=hall.cycle.book_id).values_list("reason", flat=True)
    assert any("market" in reason for reason in reasons)
    assert any("Round 1" in words for entry in hall.entries() for words in entry.words)
    assert not Failures.objects.filter(cycle=hall.pk).exists()
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    assert not DeferredEffect.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()
