"""Where very much is due, or what is due cannot be done: other cycles go on, nothing is lost, and it is said."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.cycles.commands import act_stages
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.calendar import FIRST, LAST, Calendar, CalendarPhase, boundaries, phases_between, span_at
from nomic.cycles.domain.exceptions import BadArguments, OutOfOrder, StillSettling
from nomic.cycles.journal import append
from nomic.cycles.journal.append import lock_cycle, save_cycle
from nomic.cycles.models import Condition, Cycle, Deadline
from nomic.cycles.schedule import settle as settling
from nomic.cycles.schedule.deadlines import Rank, schedule
from nomic.cycles.schedule.practice_clock import MAX_AHEAD
from nomic.cycles.schedule.settle import MAX_AT_ONCE, MAX_PIECES, cycles_now, settle, settle_all, settled_cycle
from nomic.law.document.sections import LawInvalid, check_document
from nomic.matches.contract.game import Clock as GameClock
from nomic.matches.hosting.clocks import due_instant
from nomic.matches.hosting.registry import HostedGame
from nomic.notices.models import Notice
from nomic.notices.reminders import remind_due
from nomic.players.models import Player
from nomic.wiki.cycle_pages import OF_A_CYCLE, make_pages
from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.publisher import How, publish_due
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Clock, Hall, OpenCycle, cycle_16
from tests.support.lanterns_game import sit_down
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db
YEAR = 365 * DAY


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between pieces, noted and not slept."""
    slept: list[float] = []
    monkeypatch.setattr(settling.time, "sleep", slept.append)
    return slept


@pytest.fixture
def pieces_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Have a piece be so many entries: `pieces_of(5)`."""

    def set_both(most: int) -> None:
        monkeypatch.setattr(settling, "MAX_AT_ONCE", most)
        monkeypatch.setattr(act_stages, "MAX_AT_ONCE", most)

    return set_both


def hourly() -> dict[str, Any]:
    """Cycle 16's law with phases of an hour."""
    law = cycle_16()
    for phase, hour in zip(law["calendar"]["phases"], (0, 1), strict=True):
        phase["starts_at_hour"] = hour
    law["calendar"]["length_hours"] = 2
    return law


@pytest.fixture
def practice(open_cycle: OpenCycle) -> Hall:
    """Ada's practice cycle with phases of an hour."""
    return open_cycle(hourly(), practice=True, owner_name="ada", slug="practice", joined=("ada", "bob"))


# The clock


def test_a_practice_clock_goes_ten_years_ahead_at_most(open_cycle: OpenCycle) -> None:
    """However it is told to go further: by days, by a minute, to the next phase, or in many small steps."""
    ahead = MAX_AHEAD - 2 * DAY
    hall = open_cycle(practice=True, owner_name="ada", starts_at=START + ahead, clock_offset=ahead, joined=("ada",))
    hall.refused("ada", "advance-clock", "too-far-ahead", "Practice", minutes=2 * 24 * 60 + 1)
    for _ in range(48):
        hall.do("ada", "advance-clock", minutes=60)
    hall.refused("ada", "advance-clock", "too-far-ahead", "Practice", minutes=1)
    hall.refused("ada", "advance-clock", "too-far-ahead", "Practice", to_next_phase=True)
    assert hall.cycle.clock_offset == MAX_AHEAD
    hall.clock.wait(hours=1)  # the world's clock goes on, and so does this one
    assert hall.cycle.now() == START + MAX_AHEAD + HOUR
    hall.is_sound()


@pytest.mark.parametrize("years", [11, -11, 7000])
def test_a_cycle_begins_within_ten_years(clock: Clock, years: int) -> None:
    """Not at the end of time, nor so long ago that nobody could settle what has become due since."""
    with pytest.raises(BadArguments, match="starts_at"):
        create_cycle("cycle-16", starts_at=START + years * YEAR)


@pytest.fixture
def at_the_end(open_cycle: OpenCycle) -> Hall:
    """A practice cycle of old, whose clock was advanced to the last days that there are."""
    starts_at = LAST - 20 * DAY
    return open_cycle(
        slug="last",
        practice=True,
        owner_name="ada",
        starts_at=starts_at,
        clock_offset=starts_at - START,
        joined=("ada", "bob"),
    )


def test_at_the_end_of_time_nothing_falls_due_any_more(at_the_end: Hall, lanterns: HostedGame) -> None:
    """No phase follows the last; what would be due later is due at the last instant, which never comes."""
    late = due_instant(at_the_end.cycle.law, LAST - DAY, GameClock("turn", 10**6, ("ada",), only_in="rest"))
    assert late == LAST
    sit_down(at_the_end, "ada", "bob", wishing={"only_in": "rest"})
    at_the_end.propose("ada")
    at_the_end.pass_on(START + 300 * DAY)
    assert at_the_end.settle() > 0
    assert at_the_end.settle() == 0
    assert at_the_end.cycle.phase_ends_at == LAST
    assert at_the_end.cycle.now() < LAST
    at_the_end.propose("bob")
    at_the_end.is_sound()


def test_a_cycle_at_the_end_of_time_fails_no_list(at_the_end: Hall, cast: Hall) -> None:
    """Of the API, or of the home page; nor beat, nor the reminders of others."""
    at_the_end.pass_on(START + 300 * DAY)
    settle_all()
    for address in ("/", "/api/v1/cycles/", "/api/v1/matches/", "/api/v1/cycles/last/", "/c/last/"):
        assert Client().get(address).status_code == 200, address
    remind_due()


@given(
    st.integers(1, 24 * 21),
    st.sets(st.integers(1, 24 * 21), max_size=5),
    st.datetimes(timezones=st.just(UTC)),
)
def test_R1_every_instant_there_is_lies_in_a_phase(length: int, starts: set[int], at: datetime) -> None:
    """From the first to the last: no calendar leads beyond them."""
    hours = [0, *sorted(hour for hour in starts if hour < length)]
    calendar = Calendar(
        length_hours=length, phases=[CalendarPhase(kind="rest", title="P", starts_at_hour=hour) for hour in hours]
    )
    for instant in (at, FIRST, LAST):
        span = span_at(calendar, instant)
        assert span.start <= instant <= span.end
        assert span.start < span.end


@given(st.integers(1, 100), st.sets(st.integers(1, 100), max_size=5), st.integers(0, 500), st.integers(0, 900))
def test_how_many_phases_end_in_a_time_is_counted_without_going_through_them(
    length: int, starts: set[int], begin: int, hours: int
) -> None:
    """As many as one finds who does."""
    at = [0, *sorted(hour for hour in starts if hour < length)]
    calendar = Calendar(
        length_hours=length, phases=[CalendarPhase(kind="rest", title="P", starts_at_hour=hour) for hour in at]
    )
    first = span_at(calendar, START + begin * HOUR).end
    until = first + (hours - 50) * HOUR
    ends = boundaries(calendar, first)
    assert phases_between(calendar, first, until) == sum(1 for _ in takewhile(lambda end: end <= until, ends))


@pytest.mark.parametrize(
    "calendar",
    [{"length_hours": 0}, {"length_hours": -3}, {"length_hours": 0.5}, {"length_hours": 10**12}, {"phases": []}],
)
def test_R1_a_phase_takes_an_hour_at_least(calendar: dict[str, Any]) -> None:
    """No law can have one that takes no time, so nothing is ever due without end at one instant."""
    law = cycle_16()
    law["calendar"] |= calendar
    with pytest.raises(LawInvalid):
        check_document(law)


@pytest.mark.parametrize("hour", [0, 0.0001, 168, -1])
def test_R1_two_phases_do_not_begin_at_once(hour: float) -> None:
    law = cycle_16()
    law["calendar"]["phases"][1]["starts_at_hour"] = hour
    with pytest.raises(LawInvalid):
        check_document(law)


# In pieces


def entries_by_transaction(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each transaction that settles makes, as a list that fills."""
    made: list[int] = []

    def noting(write: Callable[..., None]) -> Callable[..., None]:
        def note_and_write(cycle: Cycle, *more: Any) -> None:
            made.append(cycle.seq - sum(made) - before)
            write(cycle, *more)

        return note_and_write

    before = hall.cycle.seq
    for module, name in ((settling, "save_cycle"), (append, "update")):
        monkeypatch.setattr(module, name, noting(getattr(module, name)))
    return made


def test_hundreds_of_short_phases_are_settled_in_pieces(
    practice: Hall, monkeypatch: pytest.MonkeyPatch, nobody_waits: list[float]
) -> None:
    """A month in phases of an hour: the lock is free after every hundred, for long enough to be noticed."""
    made = entries_by_transaction(practice, monkeypatch)
    practice.do("ada", "advance-clock", minutes=700 * 60)
    assert made == [1, MAX_AT_ONCE, MAX_AT_ONCE, MAX_AT_ONCE]
    with pytest.raises(StillSettling):
        settled_cycle(practice.slug)
    assert settled_cycle(practice.slug).phase == 700
    assert max(made) == MAX_AT_ONCE
    assert sum(made) == 1 + 700
    assert set(nobody_waits) == {settling.PAUSE}
    assert len(nobody_waits) == 2 + 2  # between the three pieces of each


def test_an_act_waits_for_no_more_than_some_pieces(practice: Hall, pieces_of: Any) -> None:
    """Then it is refused, nothing of it has happened, and what was settled by then stays."""
    pieces_of(5)
    practice.pass_on(START + 40 * HOUR)
    phase = practice.cycle.phase
    with pytest.raises(StillSettling) as caught:
        practice.propose("ada", title="Later")
    assert practice.cycle.phase == phase + 5 * MAX_PIECES
    assert (caught.value.how_far.phases, caught.value.how_far.of) == (15, 40)
    assert practice.entries("submit-proposal") == []
    with pytest.raises(StillSettling):
        practice.propose("ada", title="Later")
    practice.propose("ada", title="Later")
    assert practice.cycle.phase == 40
    assert practice.entries("submit-proposal")[0].phase == 40
    practice.is_sound()


def test_R2_an_act_comes_after_everything_that_was_due_before_it(practice: Hall, pieces_of: Any) -> None:
    """Also where that takes more than one transaction."""
    pieces_of(5)
    practice.pass_on(START + 12 * HOUR)
    entry = practice.do("ada", "advance-clock", minutes=1)
    assert entry.phase == 12
    practice.is_sound()


def test_a_key_is_not_used_up_by_an_act_that_was_too_early(practice: Hall, pieces_of: Any) -> None:
    """Sent again with the same key it is performed, once."""
    pieces_of(2)
    practice.pass_on(START + 7 * HOUR)
    args = {"title": "A", "text": "B"}
    with pytest.raises(StillSettling):
        perform("practice", practice.actor("ada"), "submit-proposal", args, idempotency_key="k")
    done = [perform("practice", practice.actor("ada"), "submit-proposal", args, idempotency_key="k") for _ in "ab"]
    assert [each.is_repeated for each in done] == [False, True]


def test_other_cycles_go_on_while_one_is_settled(practice: Hall, cast: Hall, pieces_of: Any) -> None:
    """Beat takes a piece of each in turn."""
    pieces_of(5)
    order: list[str] = []
    real = settling.settle_piece

    def noting(slug: str) -> settling.SettledBatch:
        order.append(slug)
        return real(slug)

    practice.pass_on(START + 12 * DAY)
    settling.settle_piece, undo = noting, real
    try:
        settle_all()
    finally:
        settling.settle_piece = undo
    assert order[:3] == ["practice", "hall", "practice"]
    assert cast.cycle.phase == 3
    assert practice.cycle.phase == 12 * 24


def test_thousands_of_clocks_that_run_out_at_once_are_settled_in_pieces(
    cast: Hall, lanterns: HostedGame, pieces_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No phase has to end for that."""
    for _ in range(12):
        sit_down(cast, "ada", "bob")
    pieces_of(5)
    made = entries_by_transaction(cast, monkeypatch)
    cast.pass_on(START + 2 * HOUR)
    cast.settle()
    assert made == [5, 5, 2]


# What is said of it


def test_the_page_says_how_far_it_is_and_looks_again_by_itself(practice: Hall, pieces_of: Any) -> None:
    """Without scripts by reloading, with htmx by asking for one line; when it is done the page is there."""
    pieces_of(5)
    practice.pass_on(START + 45 * HOUR)
    client = browser_of("ada")
    said = client.get("/c/practice/")
    assert said.status_code == 503
    assert said["Retry-After"] == "2"
    text = said.content.decode()
    assert "Settling: 15 of 45 phases" in text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in text
    assert 'hx-get="/c/practice/settling/"' in text
    line = client.get("/c/practice/settling/", headers={"HX-Request": "true"})
    assert (line.status_code, "HX-Refresh" in line) == (200, False)
    assert "Settling: 30 of 45 phases" in line.content.decode()
    assert "<html" not in line.content.decode()
    last = client.get("/c/practice/settling/", headers={"HX-Request": "true"})
    assert last["HX-Refresh"] == "true"
    assert client.get("/c/practice/").status_code == 200


def test_what_was_sent_meanwhile_is_kept_to_be_sent_again(practice: Hall, pieces_of: Any) -> None:
    """The page of the form has every field of it, and a button."""
    pieces_of(5)
    practice.pass_on(START + 45 * HOUR)
    typed = "First line\nSecond <line>"
    said = browser_of("ada").post("/c/practice/act/submit-proposal/", {"title": "Hats", "text": typed})
    assert said.status_code == 503
    page = said.content.decode()
    assert "refresh" not in page
    assert "Second &lt;line&gt;</textarea>" in page
    assert 'action="/c/practice/act/submit-proposal/"' in page
    assert "Send it again" in page


def test_the_API_says_when_to_come_back(practice: Hall, pieces_of: Any) -> None:
    """503 with how far it is, for readers and for those who act; the list shows it as settling."""
    pieces_of(5)
    practice.pass_on(START + 70 * HOUR)
    bot = {"Authorization": f"Bearer {issue_token(Person.objects.get(username='ada'), 'a bot')[1]}"}
    listed = Client().get("/api/v1/cycles/").json()["items"]
    assert [(item["slug"], item["condition"]) for item in listed] == [("practice", "settling")]
    read = Client().get("/api/v1/cycles/practice/")
    acted = Client().post("/api/v1/cycles/practice/actions/leave/", {}, content_type="application/json", headers=bot)
    for answer in (read, acted):
        assert answer.status_code == 503
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == "still-settling"
        assert "of 70 phases" in answer.json()["detail"]
        assert answer["Retry-After"] == "2"
    settle("practice")
    (item,) = Client().get("/api/v1/cycles/").json()["items"]
    assert (item["condition"], item["phase"]["number"]) == ("current", 70)


# Out of order


@pytest.fixture
def broken(open_cycle: OpenCycle) -> Hall:
    """A cycle in which something is due on Tuesday that nobody can do, after something that can be done."""
    hall = open_cycle(slug="broken", published=True, joined=("ada", "bob"))
    with transaction.atomic():
        cycle = lock_cycle("broken")
        schedule(cycle, "sound", at=START + HOUR, rank=Rank.GAMES, action="begin-phase", args={"phase": 1})
        schedule(cycle, "unsound", at=START + DAY, rank=Rank.GAMES, action="no-such-action")
        save_cycle(cycle)
    return hall


def test_what_was_due_before_something_that_cannot_be_done_is_settled(broken: Hall) -> None:
    """The clock stands right before it, once and again."""
    broken.pass_on(START + 2 * DAY)
    for _ in range(2):
        with pytest.raises(OutOfOrder, match="unsound"):
            settle("broken")
        assert broken.cycle.phase == 1
        assert broken.cycle.due_at == START + DAY
        assert Deadline.objects.filter(cycle=broken.pk, label="unsound").exists()


def test_one_cycle_out_of_order_fails_no_list(broken: Hall, cast: Hall) -> None:
    """It is shown as that; the others as they are now."""
    broken.pass_on(WEEK)
    conditions = {cycle.slug: cycle.condition for cycle in cycles_now(Cycle.objects.filter(fork_of=None))}
    assert conditions == {"broken": Condition.OUT_OF_ORDER, "hall": Condition.CURRENT}
    listed = {item["slug"]: item for item in Client().get("/api/v1/cycles/").json()["items"]}
    assert (listed["broken"]["condition"], listed["hall"]["condition"]) == ("out-of-order", "current")
    assert listed["hall"]["phase"]["number"] == 2
    home = Client().get("/")
    assert home.status_code == 200
    assert home.content.decode().count("out of order") == 1
    assert f'data-until="{cast.cycle.phase_ends_at.isoformat()}"' in home.content.decode()
    assert Client().get("/api/v1/matches/").status_code == 200


def test_one_cycle_out_of_order_stops_neither_beat_nor_reminders_nor_notices(
    broken: Hall, cast: Hall, lanterns: HostedGame
) -> None:
    """Other cycles are settled, reminded and told of as if it were not there."""
    for hall in (broken, cast):
        sit_down(hall, "ada", "bob", wishing={"only_in": "battle"})
    broken.pass_on(BATTLE - HOUR)
    settle_all()
    assert (broken.cycle.phase, broken.cycle.due_at) == (1, START + DAY)
    assert remind_due() == 2
    assert {notice.cycle_id for notice in Notice.objects.exclude(kind="recap")} == {cast.pk}
    assert browser_of("ada").get("/notices/").status_code == 200


def test_one_cycle_out_of_order_holds_back_no_other_page_of_the_wiki(broken: Hall, open_cycle: OpenCycle) -> None:
    """Its own pages wait, the others are saved."""
    sound = open_cycle(slug="sound", published=True)
    for hall in (broken, sound):
        make_pages(hall.cycle)
    broken.pass_on(START + 2 * DAY)
    players = Player.objects.filter(cycle=broken.pk).count()
    outcomes = {outcome.title: outcome.how for outcome in publish_due(by_hand=True)}
    assert {how for title, how in outcomes.items() if title.startswith("Sound/")} == {How.PUBLISHED}
    assert {how for title, how in outcomes.items() if title.startswith("Broken/")} == {How.LATER}
    assert (
        WikiPage.objects.filter(cycle=broken.pk, next_try_at__isnull=False).count() == len(OF_A_CYCLE) + players + 1
    )  # and the template


def test_a_cycle_that_is_out_of_order_says_so(broken: Hall) -> None:
    """On its pages and in the API, to readers and to those who act; nothing changes."""
    broken.pass_on(START + 2 * DAY)
    client = browser_of("ada")
    page = client.get("/c/broken/")
    assert page.status_code == 503
    assert "This cycle is out of order" in page.content.decode()
    assert "unsound" in page.content.decode()
    answer = Client().get("/api/v1/cycles/broken/journal/")
    assert (answer.status_code, answer.json()["code"]) == (503, "out-of-order")
    assert client.post("/c/broken/act/leave/").status_code == 503
    with pytest.raises(OutOfOrder):
        perform("broken", broken.actor("ada"), "leave", {})
    assert broken.entries("leave") == []


def test_staff_can_look_at_a_cycle_that_is_out_of_order(broken: Hall) -> None:
    """The admin's pages show rows; its corrections need a cycle that goes on, and say so."""
    broken.actor(ADMIN)
    Person.objects.filter(username=ADMIN).update(is_superuser=True)
    broken.pass_on(START + 2 * DAY)
    staff = browser_of(ADMIN)
    assert staff.get(f"/admin/cycles/cycle/{broken.pk}/change/").status_code == 200
    assert staff.get("/admin/cycles/deadline/").status_code == 200
    assert staff.get(f"/office/cycles/{broken.slug}/corrections/").status_code == 503
