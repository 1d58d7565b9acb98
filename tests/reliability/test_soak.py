"""What a soak is asked, what it kills in which order, what it finds; and a short one of each kind."""

import json
import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from nomic.clauses.models import KeptValue
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Entry
from nomic.devtools.virtualenv import ROOT
from nomic.proposals.models import Proposal
from nomic.reliability.soak import inside_sandbox as soak_run
from nomic.reliability.soak.chaos import kill_at_random
from nomic.reliability.soak.client import Done
from nomic.reliability.soak.inside_sandbox import Opened
from tests.support.hall import WEEK, Clock, Hall


@pytest.mark.parametrize("option", ["--minutes=0", "--minutes=nan", "--cycles=0", "--clients=101"])
def test_a_soak_of_nothing_or_of_everything_is_refused(option: str) -> None:
    """Each bound is named."""
    with pytest.raises(CommandError, match=option.partition("=")[0]):
        call_command("soak", option)


class Untouched:
    """A service of which it is only counted how often it was killed and started."""

    def __init__(self) -> None:
        self.kills = self.starts = 0

    def kill(self) -> None:
        self.kills += 1

    def begin(self) -> None:
        self.starts += 1


def test_everything_is_killed_as_often_as_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """By turns in an order of the seed, and always started again; the same seed kills the same."""
    told = []
    for _ in range(2):
        now = [0.0]
        monkeypatch.setattr("nomic.reliability.soak.chaos.time.monotonic", lambda now=now: now[0])
        monkeypatch.setattr(
            "nomic.reliability.soak.chaos.time.sleep", lambda by, now=now: now.__setitem__(0, now[0] + by)
        )
        services = {name: Untouched() for name in ("web", "worker", "beat", "redis", "postgres")}
        house: Any = type("AHouse", (), {"services": services})
        told.append(list(kill_at_random(house, "7", 600)))
        kills = [each.kills for each in services.values()]
        assert max(kills) - min(kills) <= 1
        assert min(kills) > 10
        assert all(each.starts == len(told[0]) for each in services.values())
    assert told[0] == told[1]


@pytest.fixture
def before(cast: Hall) -> Opened:
    """Nobody has acted yet."""
    return Opened([], {cast.cycle.slug: cast.cycle.seq})


def bought(cast: Hall) -> Done:
    """An act, and what the one who did it was answered."""
    entry = cast.do("ada", "buy", offer="Already-opened Pack")
    return Done("key", cast.cycle.slug, "ada", "buy", 201, tries=1, seq=entry.seq, entry=entry.key)


@pytest.mark.django_db
def test_what_clients_were_answered_is_held_against_the_journal(cast: Hall, before: Opened) -> None:
    """What is missing, what answered twice, and what nobody was answered about."""
    first, second = bought(cast), bought(cast)
    change = msgspec.structs.replace
    wrong = {
        "": [first, second],
        "was never acknowledged": [first],
        "answered two acts": [first, second, change(second, key="other")],
        "which is missing": [first, second, change(second, entry="another", seq=99)],
        "which is #": [first, change(second, action="open-pack")],
        "answered with 0 after 9 tries": [first, second, Done("none", first.cycle, "ada", "buy", 0, tries=9)],
        "500: a fault": [first, change(second, faults=["500: a fault"])],
    }
    for words, given in wrong.items():
        found = list(soak_run._acts(cast.cycle, given, before))
        assert (len(found), words in "".join(found)) == (bool(words), True), (words, found)
    busy = [change(first, faults=["503: come back"]), second]
    assert list(soak_run._acts(cast.cycle, busy, before)) == []


@pytest.mark.django_db
def test_a_phase_or_a_vote_that_was_missed_or_done_twice_is_found(cast: Hall) -> None:
    """By its number and its code."""
    cast.do("ada", "submit-proposal", title="A lamp", text="Why not?")
    cast.clock.to(WEEK)
    cast.settle()
    assert list(soak_run._done_otherwise_than_once(cast.cycle)) == []
    code = Proposal.objects.get().code
    second = next(entry for entry in cast.entries("begin-phase") if entry.args == {"phase": 2})
    Entry.objects.filter(pk=second.pk).update(args={"phase": 1})
    Entry.objects.filter(cycle=cast.pk, action="close-voting").update(action="closed")
    assert list(soak_run._done_otherwise_than_once(cast.cycle)) == [
        "of the phases that began, 1 is there 2 times, and is to be 1 times",
        "of the phases that began, 2 is there 0 times, and is to be 1 times",
        f"of the votes that were counted, {code} is there 0 times, and is to be 1 times",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["92490225", "66826e19", "00000000"])
def test_a_code_that_looks_like_a_number_is_a_code(cast: Hall, code: str) -> None:
    """A database that reads it as one would find it missing."""
    cast.do("ada", "submit-proposal", title="A lamp", text="Why not?")
    cast.clock.to(WEEK)
    cast.settle()
    Proposal.objects.update(code=code)
    Entry.objects.filter(cycle=cast.pk, action="close-voting").update(args={"proposal": code})
    assert list(soak_run._done_otherwise_than_once(cast.cycle)) == []


@pytest.mark.django_db
def test_a_rule_that_did_not_act_or_acted_twice_is_found(clock: Clock) -> None:
    """By the entry because of which it was to act."""
    hall = Hall(create_cycle("cycle-16", more_rules={"bells": soak_run.BELLS}), clock)
    hall.join("ada")
    one, other = bought(hall), bought(hall)
    assert list(soak_run._done_otherwise_than_once(hall.cycle)) == []
    assert KeptValue.objects.get(cycle=hall.pk, name="Lamps lit").number == 2
    assert not KeptValue.objects.filter(cycle=hall.pk, name="The Well").exclude(number=0).exists()
    rung = [entry for entry in hall.entries("act-by-rule") if entry.args["clause"] == "bells_bell"]
    Entry.objects.filter(pk=rung[1].pk).update(args=rung[0].args)
    found = list(soak_run._done_otherwise_than_once(hall.cycle))
    assert sorted(found) == sorted(
        f"of the purchases after which the bell was rung, {bought.entry} is there {times} times, and is to be 1 times"
        for bought, times in ((one, 2), (other, 0))
    )


def soaked(*options: str) -> dict[str, Any]:
    """What a short soak reports: two clients in two cycles."""
    command = [sys.executable, "manage.py", "soak", "--minutes=0.25", "--cycles=2", "--clients=2", *options]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.mark.slow
def test_nothing_is_lost_on_sqlite_whatever_is_killed() -> None:
    """Some seconds of it: acts came in, programs were killed, all is told, published and sound."""
    report = soaked("--sqlite", "--seed=16")
    assert report["findings"] == []
    assert report["acts"] > 0  # how many there are in so few seconds says only how fast the machine is
    assert set(report["killed"]) == {"web", "worker", "sender", "beat"}
    assert sum(report["killed"].values()) > 0


@pytest.mark.postgres
@pytest.mark.redis
def test_nothing_is_lost_on_postgres_and_redis_whatever_is_killed() -> None:
    """The stores too are killed, and come back with all that was acknowledged."""
    report = soaked("--seed=14")
    assert report["findings"] == []
    assert report["acts"] > 0  # how many there are in so few seconds says only how fast the machine is
    assert report["killed"]["postgres"] > 0
