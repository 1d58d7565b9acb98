"""Whatever people do at court, in whatever order: R14, R15 and R111 hold, and the journal replays."""

import itertools
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nomic.court.models import ConfidenceBallot, ConfidenceVote, Request, Ruling
from nomic.court.office import judge_of
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Deadline
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, START, Hall, OpenCycle

NAMES = ("ada", "bob", "eve")
people, numbers = st.sampled_from((*NAMES, "stranger")), st.integers(1, 3)
steps = st.one_of(
    st.tuples(st.just("file-request"), people),
    st.tuples(st.just("rule"), people, numbers),
    st.tuples(st.just("open-confidence-vote"), people, numbers),
    st.tuples(st.just("vote-on-ruling"), people, numbers, st.sampled_from(("affirm", "overturn", "unclear", "none"))),
    st.tuples(st.just("overturn-own-ruling"), people, numbers),
    st.tuples(st.just("appoint-judge"), st.sampled_from(NAMES)),
    st.tuples(st.just("resign-judge"), people),
    st.tuples(st.just("leave"), people),
    st.tuples(st.just("outage"), st.sampled_from([1, 30, 60])),
    st.tuples(st.just("wait"), st.sampled_from([1, 47, 48, 50])),
)
_SLUGS = itertools.count()


def take(hall: Hall, step: tuple[Any, ...]) -> None:
    match step:
        case ("wait", hours):
            hall.wait(hours=hours)
        case ("outage", hours):
            began = max(hall.clock.now - timedelta(hours=hours), START)
            hall.do(ADMIN, "record-outage", began=began.isoformat(), ended=hall.clock.now.isoformat(), reason="Dark.")
        case ("appoint-judge", name):
            hall.do(ADMIN, "appoint-judge", player=name, reason="for the test")
        case ("file-request", name):
            hall.do(name, "file-request", kind="statement", title="A", about=["chips"])
        case ("rule", name, number):
            hall.do(name, "rule", request=str(number), verdict="true", reasoning="So.")
        case ("vote-on-ruling", name, number, vote):
            hall.do(name, "vote-on-ruling", ruling=str(number), vote=vote)
        case ("overturn-own-ruling", name, number):
            hall.do(name, "overturn-own-ruling", ruling=str(number), reason="No.")
        case ("open-confidence-vote", name, number):
            hall.do(name, "open-confidence-vote", ruling=str(number))
        case (action, name):
            hall.do(name, action)


def check(hall: Hall) -> None:
    """A request waits exactly while no ruling on it stands; a vote runs exactly while it is due; counts are right."""
    standing = set(Ruling.objects.filter(cycle=hall.pk, status="stands").values_list("request", flat=True))
    for request in Request.objects.filter(cycle=hall.pk):
        assert request.is_open is (request.pk not in standing)
    votes = ConfidenceVote.objects.filter(ruling__cycle=hall.pk).select_related("ruling")
    due = {row.args["ruling"]: row.at for row in Deadline.objects.filter(cycle=hall.pk, action="close-confidence")}
    assert {vote.ruling.code: vote.ends_at for vote in votes if vote.is_open} == due
    for vote in votes:
        assert vote.ruling.stands is (vote.status in ("open", "affirmed")) or vote.ruling.status == "taken-back"
        if vote.status in ("affirmed", "overturned"):
            assert None not in (vote.affirm, vote.overturn, vote.unclear)
            assert (vote.status == "overturned") is (vote.overturn > vote.affirm + vote.unclear)
            given = ConfidenceBallot.objects.filter(vote=vote).count()
            assert vote.affirm + vote.overturn + vote.unclear <= given  # R10: whoever left is not counted


@settings(
    max_examples=examples(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # every step is an act: to shrink takes minutes
)
@given(steps=st.lists(steps, min_size=6, max_size=16))
def test_rulings_and_requests_fit_whatever_happens(open_cycle: OpenCycle, steps: list[tuple[Any, ...]]) -> None:
    """What is refused changes nothing; only the Judge rules, and only players who play vote."""
    hall = open_cycle(slug=f"court-{next(_SLUGS)}")
    hall.clock.to(START)
    hall.join(*NAMES)
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    for step in steps:
        judge, before = judge_of(hall.cycle), Ruling.objects.filter(cycle=hall.pk).count()
        try:
            take(hall, step)
        except Refusal:
            assert Ruling.objects.filter(cycle=hall.pk).count() == before
            continue
        if step[0] in ("rule", "overturn-own-ruling", "resign-judge"):
            assert step[1] == judge
        if step[0] in ("open-confidence-vote", "vote-on-ruling"):
            assert hall.player(step[1]).is_playing
        check(hall)
    hall.is_sound()
