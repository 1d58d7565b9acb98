"""What rules do later: after some time, at an event, or when what lasts until then is over."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.models import DeferredEffect
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses
from tests.clauses.test_triggers import COUNT, when
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall

TITLE = {"title": {"value": "Rank", "of": "player"}}


def act(*do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"action": "Act", "do": list(do), **more}


LOAN = act({"grant": "Vertebra", "n": 5, "to": "$me"},
           {"after": {"hours": 48}, "do": [{"revoke": "Vertebra", "n": 7, "from": "$me"}]})  # fmt: skip
LANTERN = act({"grant": "Vertebra", "n": 3, "to": "$me", "until": "phase-ends"})


def kept(hall: Hall) -> list[DeferredEffect]:
    return list(DeferredEffect.objects.filter(cycle=hall.pk).order_by("seq", "place"))


def test_after_some_time_it_is_done_as_an_entry_of_its_own(open_with: OpenWith) -> None:
    """At the very instant, with the names as they were."""
    hall = open_with({"loan": LOAN})
    hall.clock.wait(hours=1)
    has = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_loan")
    assert hall.has("ada", "Vertebra") == has + 5
    hall.to(START + 49 * HOUR - timedelta(seconds=1))
    assert hall.has("ada", "Vertebra") == has + 5
    hall.to(START + 49 * HOUR)
    assert hall.has("ada", "Vertebra") == has - 2
    entry = hall.entries("act-when-due")[-1]
    assert entry.at == START + 49 * HOUR
    assert entry.words == ["The rule “Tolls” takes effect:", "ada loses 7 Vertebrae."]
    assert kept(hall) == []
    assert hall.cycle.awaited == []
    hall.is_sound()


def test_what_is_granted_until_an_end_is_taken_back_then(open_with: OpenWith) -> None:
    """As many again, or all there are, before the next phase begins."""
    hall = open_with({"a": LANTERN})
    has = hall.has("ada", "Vertebra")
    for name in ("ada", "bob"):
        hall.do(name, "tolls_a")
    hall.do("bob", "tolls_a")
    hall.do(ADMIN, "correct-revoke", player="bob", item="Vertebra", count=hall.has("bob", "Vertebra") - 1, reason="r")
    before = hall.cycle.seq
    hall.to(hall.cycle.phase_ends_at)
    assert hall.actions(before)[:5] == ["end-phase", *["act-as-awaited"] * 3, "begin-phase"]
    assert (hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")) == (has, 0)
    assert kept(hall) == []
    hall.to(hall.cycle.phase_ends_at)
    assert len(hall.entries("end-phase")) == 1
    hall.is_sound()


def test_a_value_lasts_until_its_end_and_longer_where_it_is_set_anew(open_with: OpenWith) -> None:
    """What was said last holds: another end, none, or what it is at first."""
    hall = open_with(
        TITLE
        | {
            "day": act({"set": "Rank", "to": 2, "of": "$me", "until": {"days": 1}}),
            "ever": act({"set": "Rank", "to": 2, "of": "$me"}),
            "none": act({"reset": "Rank", "of": "$me"}),
        }
    )
    shown = lambda name: hall.read_context(name) and _rank(hall, name)  # noqa: E731
    for name in ("ada", "bob", "eve"):
        hall.do(name, "tolls_day")
    hall.clock.wait(hours=20)
    hall.do("ada", "tolls_day")
    hall.do("bob", "tolls_ever")
    hall.to(START + 24 * HOUR)
    assert [shown(name) for name in ("ada", "bob", "eve")] == [2, 2, 0]
    hall.to(START + 44 * HOUR)
    assert [shown(name) for name in ("ada", "bob", "eve")] == [0, 2, 0]
    hall.do("bob", "tolls_none")
    assert shown("bob") == 0
    assert kept(hall) == []
    hall.is_sound()


def _rank(hall: Hall, name: str) -> int:
    from nomic.clauses.views.values import values_of_players

    return values_of_players(hall.cycle, [name])[name][-1].number


def test_at_an_event_it_is_done_once_with_the_names_that_the_event_gives(open_with: OpenWith) -> None:
    """The next of its kind, and not the one by which it was kept."""
    welcome = {"at": "joined", "do": [{"transfer": "Vertebra", "n": 2, "from": "$me", "to": "$player"}]}
    hall = open_with({"a": act(welcome)})
    hall.do("ada", "tolls_a")
    has = hall.has("ada", "Vertebra")
    hall.join("zoe", "yan")
    assert hall.has("ada", "Vertebra") == has - 2
    assert hall.entries("act-as-awaited")[-1].words == [
        "The rule “Tolls” takes effect:", "ada loses 2 Vertebrae.", "zoe gains 2 Vertebrae.",
    ]  # fmt: skip
    assert len(hall.entries("act-as-awaited")) == 1
    hall.is_sound()


@pytest.mark.parametrize(
    ("event", "instants"),
    [
        ("day-begins", [START + DAY, START + 2 * DAY]),
        ("week-begins", [START + 7 * DAY, START + 14 * DAY]),
        ("phase-ends", [START + 3 * DAY, START + 7 * DAY]),
        ("phase-begins", [START + 3 * DAY, START + 7 * DAY]),
    ],
)
def test_rules_can_wait_for_what_the_calendar_brings(open_with: OpenWith, event: str, instants: list[Any]) -> None:
    """Each time, or once."""
    hall = open_with(
        COUNT
        | {
            "each": when(event, {"raise": "Count", "by": 1}),
            "once": act({"at": event, "do": [{"raise": "Count", "by": 10}]}),
        }
    )
    hall.clock.wait(hours=1)
    hall.do("ada", "tolls_once")
    hall.to(instants[0] - timedelta(seconds=1))
    assert _count(hall) == 0
    hall.to(instants[0])
    assert _count(hall) == 11
    hall.to(instants[1])
    assert _count(hall) == 12
    hall.is_sound()


def _count(hall: Hall) -> int:
    from nomic.clauses.views.values import values_of_cycle

    return values_of_cycle(hall.cycle)[0].number


def test_after_phases_counts_the_one_that_runs(open_with: OpenWith) -> None:
    """With its end, or that of the one after it."""
    later = [{"after": {"phases": n}, "do": [{"raise": "Count", "by": 10**n}]} for n in (1, 2)]
    hall = open_with(COUNT | {"a": act(*later)})
    hall.do("ada", "tolls_a")
    hall.to(START + 3 * DAY)
    assert _count(hall) == 10
    hall.to(START + 7 * DAY)
    assert _count(hall) == 110
    hall.is_sound()


def test_a_timer_can_set_the_next(open_with: OpenWith) -> None:
    """A loan that falls due again and again."""
    clauses: Clauses = COUNT | {"a": act({"after": {"days": 1}, "do": [
        {"raise": "Count", "by": 1}, {"after": {"days": 1}, "do": [{"raise": "Count", "by": 10}]}
    ]})}  # fmt: skip
    hall = open_with(clauses)
    hall.do("ada", "tolls_a")
    hall.to(START + 10 * DAY)
    assert _count(hall) == 11
    hall.is_sound()


def test_whoever_leaves_drops_out_of_what_is_kept(open_with: OpenWith) -> None:
    """R5: also when they come back before it is due."""
    hall = open_with({"loan": LOAN})
    hall.do("ada", "tolls_loan")
    hall.do("ada", "leave")
    assert (kept(hall)[0].names, kept(hall)[0].me) == ({"me": []}, "")
    hall.to(START + 49 * HOUR)
    assert hall.entries("act-when-due")[-1].words == ["The rule “Tolls” takes effect, and nothing changes."]
    hall.is_sound()


def test_an_outage_puts_off_what_is_due_after_some_time(open_with: OpenWith) -> None:
    """R105, R128: by as much of it as ran; the end of a phase is the calendar's."""
    hall = open_with(COUNT | {"loan": LOAN, "a": LANTERN})
    hall.do("ada", "tolls_loan")
    hall.do("ada", "tolls_a")
    hall.to(START + 10 * HOUR)
    hall.do(
        ADMIN, "record-outage", began=(START + 4 * HOUR).isoformat(), ended=(START + 6 * HOUR).isoformat(), reason="r"
    )
    hall.to(START + 3 * DAY)
    assert [entry.at for entry in hall.entries("act-when-due")] == [START + 50 * HOUR]
    assert [entry.at for entry in hall.entries("end-phase")] == [START + 72 * HOUR]
    hall.is_sound()


def test_the_law_may_change_and_a_promise_holds_as_it_was_made(open_with: OpenWith) -> None:
    """A repealed clause does what it said; what it names and the law has no more comes to nothing, and says why."""
    week = {"days": 20}
    hall = open_with(
        COUNT
        | {
            "gain": act({"after": week, "do": [{"grant": "Vertebra", "to": "$me"}]}),
            "count": act({"after": week, "do": [{"raise": "Count", "by": 1}]}),
        }
    )
    hall.do("ada", "tolls_gain")
    hall.do("ada", "tolls_count")
    enact(hall, other_clauses({}))
    has = hall.has("ada", "Vertebra")
    hall.to(START + 20 * DAY)
    assert hall.has("ada", "Vertebra") >= has + 1
    assert [entry.words[1] for entry in hall.entries("act-when-due")] == [
        "ada gains 1 Vertebra.",
        "Count no longer exists.",
    ]
    hall.is_sound()


def test_with_the_cycle_all_that_was_kept_ends(open_with: OpenWith) -> None:
    """Nothing is due any more."""
    win = {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 500]}}
    hall = open_with({"loan": LOAN, "a": LANTERN, "win": win})
    hall.do("ada", "tolls_loan")
    hall.do("ada", "tolls_a")
    hall.grant("bob", "Vertebra", 500)
    assert not hall.cycle.is_running
    assert kept(hall) == []
    assert hall.cycle.awaited == []
    hall.is_sound()


def test_R136_what_waits_for_the_phases_end_comes_when_a_vote_ends_it_now(open_with: OpenWith) -> None:
    """Both what was kept and what always listens, once, and before the other phase begins."""
    hall = open_with(COUNT | {"a": LANTERN, "tick": when("phase-ends", {"raise": "Count", "by": 1})})
    has = hall.has("ada", "Vertebra")
    hall.clock.wait(hours=1)
    hall.do("ada", "tolls_a")
    hall.propose(
        "ada", {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 24}, **{"class": "urgent"}
    )
    before = hall.cycle.seq
    hall.to(START + 49 * HOUR)
    assert hall.actions(before) == ["close-voting", "end-phase", "act-by-rule", "act-as-awaited", "begin-phase"]
    assert hall.has("ada", "Vertebra") == has
    hall.to(START + 7 * DAY)
    assert [entry.at for entry in hall.entries("end-phase")] == [START + 49 * HOUR, START + 7 * DAY]
    hall.is_sound()
