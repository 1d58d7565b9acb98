"""A season of *The Ministry of Lamps*: four characters play it through to a victory, and change its law on the way."""

import hashlib
import random
from collections import Counter
from datetime import datetime
from itertools import count

import pytest

from nomic.chance import random_tokens
from nomic.clauses.models import DeferredEffect, Failures, PendingQuestion
from nomic.cycles.models import Deadline
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal, ProposalStatus
from tests.support.hall import DAY, HOUR, START, Hall, OpenCycle
from tests.support.ministry_players import CHARACTERS, Seat, spend_day

MAX_WEEKS = 8


def settled(monkeypatch: pytest.MonkeyPatch, season: str) -> None:
    """The dice of a season fall as they fell the last time, wherever it is played, until a word of its law changes."""
    numbers = count()
    monkeypatch.setattr(
        random_tokens,
        "token_hex",
        lambda octets: hashlib.shake_256(f"{season} season {next(numbers)}".encode()).hexdigest(octets),
    )


def played(open_cycle: OpenCycle, season: str, begins: datetime) -> tuple[Hall, Counter[str]]:
    """Return a season as it stands when somebody wins or its weeks are over, and how often everything was done."""
    named = {"slug": f"{season}-season", "template": "ministry-of-lamps"}
    hall = open_cycle(document_of("ministry-of-lamps"), starts_at=begins, **named)
    if hall.clock.now < begins:
        hall.to(begins)
    hall.join(*CHARACTERS)
    seats = [Seat(hall, name, random.Random(name)) for name in CHARACTERS]
    done: Counter[str] = Counter()
    for day in range(7 * MAX_WEEKS):
        hall.to(begins + day * DAY + 10 * HOUR)
        if not hall.cycle.is_running:
            break
        _is_in_time(hall)
        for seat in seats[day % 4 :] + seats[: day % 4]:
            if hall.cycle.is_running:
                done.update(spend_day(seat, CHARACTERS[seat.name]))
    return hall, done


def test_a_season_is_played_to_its_end(open_cycle: OpenCycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything in it is reached, nothing is stuck or late, items add up, and the journal replays to the same."""
    for number, season in enumerate("abc"):  # with some dice nobody gets enough oil
        settled(monkeypatch, season)
        hall, done = played(open_cycle, season, START + number * MAX_WEEKS * 7 * DAY)
        if hall.cycle.winner:
            break
    assert hall.cycle.winner in CHARACTERS
    assert done.keys() >= {"light-lamp", "harvest", "walk-rounds", "search-street", "answer", "vote", "pay-wages"}
    assert Proposal.objects.filter(cycle=hall.pk, status=ProposalStatus.ENACTED).count() >= 1
    assert not Failures.objects.filter(cycle=hall.pk).exists()
    began = [(entry.at - START).total_seconds() / 3600 % 168 for entry in hall.entries("begin-phase")]
    assert set(began) == {0, 96}
    assert hall.entries("go-on")
    assert hall.entries("act-when-due")
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    assert not DeferredEffect.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()


def _is_in_time(hall: Hall) -> None:
    """No phase is late, and nothing that was due still waits."""
    cycle = hall.cycle
    assert cycle.phase_ends_at > hall.clock.now
    assert not Deadline.objects.filter(cycle=hall.pk, at__lte=hall.clock.now).exists()
