"""Luck (R19) while others act: it is told again by the history that there is then, and nothing of anybody is lost."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.rewrite import HISTORY_REROLLED, HistoryRewrite
from nomic.cycles.models import Entry
from tests.clauses.conftest import OpenWith, with_clauses
from tests.clauses.test_luck import LUCK, rolled
from tests.support.hall import ADMIN, HOUR, Hall, OpenCycle, cycle_16

Meanwhile = Callable[..., None]


@pytest.fixture
def lucky(open_with: OpenWith) -> Hall:
    """Ada and Bob have good luck."""
    hall = open_with(LUCK)
    hall.do("ada", "tolls_pray")
    hall.do("bob", "tolls_pray")
    return hall


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Have these things happen, one each time, while a history is told."""
    waiting: list[Callable[[], Any]] = []
    busy: list[bool] = []
    tell = HistoryRewrite.build

    def tell_and_be_overtaken(telling: HistoryRewrite) -> None:
        tell(telling)
        if waiting and not busy:
            busy.append(True)
            waiting.pop(0)()
            busy.pop()

    monkeypatch.setattr(HistoryRewrite, "build", tell_and_be_overtaken)
    return lambda *doing: waiting.extend(doing)


def is_whole(hall: Hall) -> None:
    """The journal replays to the very same, and no fork is left but the histories that were replaced."""
    hall.is_sound()
    told = Entry.objects.filter(cycle=hall.pk, action__in=(HISTORY_REROLLED, "tell-anew")).count()
    assert hall.cycle.forks.count() == told


def test_R19_two_who_roll_again_at_once_both_have_other_dice(lucky: Hall, meanwhile: Meanwhile) -> None:
    """Whoever comes second tells the history again that the first has left."""
    ada, bob = (lucky.do(name, "tolls_roll") for name in ("ada", "bob"))
    meanwhile(lambda: lucky.do("bob", "tolls_reroll", act=bob.key))
    lucky.do("ada", "tolls_reroll", act=ada.key)
    now = {name: Entry.objects.get(cycle=lucky.pk, actor=name, action="tolls_roll") for name in ("ada", "bob")}
    assert now["ada"].key != ada.key
    assert now["bob"].key != bob.key
    for name, entry in now.items():
        assert lucky.has(name, "Vertebra") == lucky.has("eve", "Vertebra") + rolled(entry)[0]
        assert lucky.has(name, "Good luck") == 0
    is_whole(lucky)


def test_R19_one_reroll_sent_twice_at_once_is_one(lucky: Hall, meanwhile: Meanwhile) -> None:
    """Under one key, the second finds the answer to the first."""
    first = lucky.do("ada", "tolls_roll")
    again: list[Entry] = []

    def send() -> Entry:
        args = {"act": first.key}
        return perform(lucky.slug, lucky.actor("ada"), "tolls_reroll", args, idempotency_key="luck").entry

    meanwhile(lambda: again.append(send()))
    assert send() == again[0]
    assert Entry.objects.filter(mark__isnull=False).count() == 1
    assert Entry.objects.filter(cycle=lucky.pk, action="tolls_reroll").count() == 1
    is_whole(lucky)


def test_R19_who_is_overtaken_again_and_again_is_told_so(lucky: Hall, meanwhile: Meanwhile) -> None:
    """And nothing of theirs has changed."""
    ada = lucky.do("ada", "tolls_roll")
    for name in ("bob", "eve", "zoe"):
        if name == "zoe":
            lucky.join(name)
        lucky.do(name, "tolls_pray")
    others = {name: lucky.do(name, "tolls_roll").key for name in ("bob", "eve", "zoe")}
    meanwhile(*(lambda name=name: lucky.do(name, "tolls_reroll", act=others[name]) for name in ("bob", "eve", "zoe")))
    with pytest.raises(Refused, match="Try again") as caught:
        lucky.do("ada", "tolls_reroll", act=ada.key)
    assert caught.value.code == "overtaken"
    assert lucky.has("ada", "Good luck") == 1
    is_whole(lucky)


def test_R19_not_when_something_came_to_hang_on_it_meanwhile(lucky: Hall, meanwhile: Meanwhile) -> None:
    """What she paid with meanwhile may be what she drew."""
    first = lucky.do("ada", "tolls_roll")
    meanwhile(lambda: lucky.do("ada", "tolls_waste"))
    with pytest.raises(Refused) as caught:
        lucky.do("ada", "tolls_reroll", act=first.key)
    assert caught.value.code == "later-acts"
    assert Entry.objects.filter(cycle=lucky.pk, key=first.key).exists()
    assert lucky.has("ada", "Good luck") == 1
    is_whole(lucky)


@pytest.mark.parametrize("told_first", ["outage", "reroll"])
def test_R128_an_outage_and_a_reroll_at_once_both_hold(
    open_with: OpenWith, meanwhile: Meanwhile, told_first: str
) -> None:
    """Whichever is adopted first: a proposal lasts longer, and the dice are others."""
    lucky = open_with(LUCK)
    lucky.do("ada", "tolls_pray")
    lucky.propose("ada")
    lucky.to(lucky.cycle.phase_ends_at)
    lucky.to(lucky.cycle.phase_ends_at + HOUR)
    first = lucky.do("ada", "tolls_roll")
    began = (lucky.clock.now - 30 * HOUR).isoformat()
    acts = {
        "outage": lambda: lucky.do(ADMIN, "record-outage", began=began, ended=lucky.clock.now.isoformat(), reason="x"),
        "reroll": lambda: lucky.do("ada", "tolls_reroll", act=first.key),
    }
    meanwhile(acts.pop(told_first))
    (late,) = acts.values()
    late()
    assert len(lucky.cycle.outages) == 1
    assert Entry.objects.get(cycle=lucky.pk, actor="ada", action="tolls_roll").key != first.key
    actions = set(Entry.objects.filter(cycle=lucky.pk).values_list("action", flat=True))
    assert {"tell-anew", HISTORY_REROLLED, "record-outage", "tolls_reroll"} <= actions
    is_whole(lucky)


def test_R128_two_outages_at_once_both_hold(open_with: OpenWith, meanwhile: Meanwhile) -> None:
    """Each is told of where it began."""
    hall = open_with(LUCK)
    hall.propose("ada")
    hall.to(hall.cycle.phase_ends_at)
    hall.to(hall.cycle.phase_ends_at + HOUR)
    now = hall.clock.now

    def record(ago: int) -> None:
        began, ended = (now - ago * HOUR).isoformat(), (now - (ago - 5) * HOUR).isoformat()
        hall.do(ADMIN, "record-outage", began=began, ended=ended, reason="x")

    meanwhile(lambda: record(40))
    record(20)
    assert len(hall.cycle.outages) == 2
    is_whole(hall)


def test_R19_rolled_again_after_the_clock_was_advanced(open_cycle: OpenCycle) -> None:
    """In a practice cycle the clock stays where its owner has put it."""
    hall = open_cycle(with_clauses(cycle_16(), LUCK), practice=True, owner_name="ada")
    hall.join("ada", "bob")
    hall.do("ada", "tolls_pray")
    hall.do("ada", "advance-clock", to_next_phase=True)
    first = hall.do("ada", "tolls_roll")
    hall.do("ada", "advance-clock", minutes=7)
    before = hall.cycle.now()
    hall.do("ada", "tolls_reroll", act=first.key)
    assert hall.cycle.now() == before
    assert Entry.objects.get(cycle=hall.pk, seq=first.seq).key != first.key
    is_whole(hall)


def test_R19_a_journal_too_long_to_be_told_while_somebody_waits(lucky: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is said to be, and nothing has changed."""
    first = lucky.do("ada", "tolls_roll")
    monkeypatch.setattr("nomic.cycles.history.rewrite.MAX_REWRITTEN", 3)
    lucky.refused("ada", "tolls_reroll", "too-long", act=first.key)
