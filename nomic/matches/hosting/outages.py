"""Records outages (R105, R128) and postpones the clocks of matches."""

from datetime import datetime, timedelta
from typing import Annotated, Any

from django.urls import reverse
from pydantic import AfterValidator, Field, StringConstraints, model_validator

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.instant_field import Instant
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.calendar import instant_after
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.models import Cycle
from nomic.cycles.schedule import outages as recorded
from nomic.cycles.schedule.outages import RULE, Gaps, OutageChange, extends_periods, outages_of, outages_with
from nomic.law.schema.text_types import clean_line
from nomic.matches.events import Outage
from nomic.matches.hosting import clocks
from nomic.matches.hosting.lifecycle import going_on
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match

MAX_HOURS = 24 * 28
MOVED = "Everything due then is now due that much later."
NOTHING_MOVED = "It delays no turn and no other deadline, so nothing is due later."


class OutageArgs(Args):
    """The beginning and end of an outage in which nobody could play, and the reason."""

    began: Instant | None = Field(default=None, description="when it began, in UTC; now by default")
    ended: Instant | None = Field(
        default=None,
        description=(
            "when it ended, in UTC; now by default. Record the outage again when it is over, from its beginning"
        ),
    )
    hours: int = Field(default=0, ge=0, le=MAX_HOURS, description="how long it lasted, instead of when it ended")
    minutes: int = Field(default=0, ge=0, le=59, description="and this many minutes")
    reason: Annotated[str, StringConstraints(max_length=300), AfterValidator(clean_line)]

    @model_validator(mode="after")
    def _some_time(self) -> "OutageArgs":
        if not self.length and self.began is None:
            raise ValueError("an outage takes at least a minute: say how long, or when it began")
        if self.length and self.ended is not None:
            raise ValueError("say either how long it took, or when it ended")
        return self

    @property
    def length(self) -> timedelta:
        """The length of the outage, or 0 if only its times are given."""
        return timedelta(hours=self.hours, minutes=self.minutes)

    def with_times(self, at: datetime) -> "OutageArgs":
        """Return the arguments with the beginning and the end filled in for the instant `at`."""
        began = at if self.began is None else self.began
        ended = instant_after(began, self.length) if self.length else at if self.ended is None else self.ended
        return self.model_copy(update={"began": began, "ended": ended, "hours": 0, "minutes": 0})


def record_outage(act: ActionContext, args: OutageArgs) -> None:
    """Record an outage, and postpone every running clock by the part of the outage that affects it (R105, R128).

    Phases end on schedule. Outages in old journals have no beginning. They postponed every running clock of matches,
    and do so again in a replay. Raises RetroactiveAct if a period that the outage would extend has ended since,
    BadArguments if the times are impossible, and Refused if all of that time is already recorded.
    """
    if args.began is None and act.cycle.fork_of_id is not None:
        moved, length, is_over = _move_as_once(act, args.length), args.length, True
    else:
        began, ended = _times(act, args)
        if act.cycle.fork_of_id is None:
            check_adds_time(act, args)
        timed = args.with_times(act.at)
        moved, length = recorded.note(act, began, ended, timed), ended - began
        # Before its end other periods can still begin that it puts off, as they do in a rewritten history.
        is_over = ended <= act.at
        act.record_args(**timed.as_json())
    effect = NOTHING_MOVED if is_over and not moved else MOVED
    act.message(f"Nobody could play for {clocks.length_in_words(length)}. {effect} {_as_sentence(args.reason)}")
    act.emit(Outage(seconds=length.total_seconds(), reason=args.reason, moved=moved))


def _as_sentence(reason: str) -> str:
    """Return a typed reason with a capital letter and a full stop."""
    return f"{reason[:1].upper()}{reason[1:]}{'' if reason.endswith(('.', '!', '?')) else '.'}"


def check_adds_time(ctx: ReadContext, args: OutageArgs) -> None:
    """Raise Refused if the outage would change nothing, and BadArguments for impossible times.

    An outage changes nothing if all of its time is already recorded, or if the cycle has ended and nothing was due
    since.
    """
    began, ended = _times(ctx, args)
    if not ctx.cycle.is_running and not recorded.periods_ended_since(ctx, began):
        raise Refused("cycle-ended", recorded.ENDED_OTHERWISE, RULE)
    if not extends_periods(ctx.cycle, outages_with(ctx.cycle, began, ended)):
        raise Refused("known-already", "All of that time is recorded as an outage already.", RULE)


def _times(act: ReadContext, args: OutageArgs) -> tuple[datetime, datetime]:
    """Return beginning and end of the outage. Raises BadArguments if they are impossible."""
    timed = args.with_times(act.at)
    if timed.began is None or timed.ended is None:
        raise ValueError("both are set by now")
    began, ended = timed.began, timed.ended
    if began > act.at:
        own = "this game has its own clock, and there it is" if act.cycle.practice else "it is"
        detail = f"that is in the future: {own} {act.at:%A %d %B, %H:%M} UTC. An outage is recorded when it has begun"
        raise BadArguments.on("began", detail)
    if ended <= began:
        raise BadArguments.on("ended", "the end has to be after the beginning")
    if ended - began > timedelta(hours=MAX_HOURS):
        raise BadArguments.on("ended", f"an outage takes at most {MAX_HOURS} hours")
    if ended <= act.cycle.starts_at:
        raise BadArguments.on("ended", "the cycle had not begun by then")
    return began, ended


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Postpone the clocks of matches by an outage (R128), and return the number of postponed clocks.

    Clocks that run until the phase ends are left out.
    """
    moved = 0
    for match in going_on(act):
        table = loaded_match(act, match)
        phases = {clock.name for clock in table.clocks if clock.until == "phase"}
        for row in clocks.running_clocks(match):
            due = change.moved(row.began_at, row.due_at)
            if row.name not in phases and due != row.due_at:
                clocks.put_off(act, table, row, due)
                moved += 1
    return moved


def has_paused(act: ActionContext, began: datetime) -> bool:
    """Return whether a clock of an unfinished match is paused, or was paused since `began` (R123)."""
    outages = outages_of(act.cycle, clocks.KIND)
    for match in going_on(act):
        if match.time_left:
            return True
        table = loaded_match(act, match)
        wanted = {clock.name: clock for clock in table.clocks if clock.until != "phase"}
        for row in clocks.running_clocks(match):
            clock = wanted.get(row.name)
            if clock is None or row.began_at <= began:
                continue
            if row.due_at != clocks.due_instant(act.law, row.began_at, clock, outages):
                return True
    return False


def paused_periods(cycle: Cycle) -> dict[str, Any]:
    """Return the remaining time of paused clocks, by match, in microseconds."""
    matches = Match.objects.filter(cycle=cycle, ended_at=None).exclude(time_left={})
    return {f"match {code}": left for code, left in matches.values_list("code", "time_left")}


GAPS = Gaps(has_paused, paused_periods)


def _move_as_once(act: ActionContext, length: timedelta) -> int:
    """Postpone every running clock by the same length, whenever it began, as old journals did. Return their number."""
    moved = 0
    for match in going_on(act):
        table = loaded_match(act, match)
        phases = {clock.name for clock in table.clocks if clock.until == "phase"}
        for row in clocks.running_clocks(match):
            if row.name not in phases:
                clocks.put_off(act, table, row, row.due_at + length)
                moved += 1
    return moved


ACTIONS = (
    Action(
        name="record-outage",
        channel="admin",
        title="Record an outage",
        summary_phrases=("an outage recorded", "{count} outages recorded"),
        summary="Record when nobody could play. Turns and other timers that were running end that much "
        "later; phases do not.",
        rule=RULE,
        args=OutageArgs,
        run=record_outage,
        prepare=check_adds_time,
        after_end=True,
        page=lambda cycle: f"{reverse('office:outage')}?game={cycle.slug}",
    ),
)
