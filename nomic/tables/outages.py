"""Outages (R105): what was due meanwhile in matches is due that much later."""

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from nomic.cycles import actions
from nomic.cycles.actions import Action, Args
from nomic.cycles.moment import Act, Moment
from nomic.cycles.refusals import Refused
from nomic.law.text import clean_line
from nomic.tables import clocks
from nomic.tables.hosting import going_on
from nomic.tables.table import table_of

MOST_HOURS = 24 * 28


class OutageArgs(Args):
    """How long nobody could play, and why."""

    hours: int = Field(default=0, ge=0, le=MOST_HOURS)
    minutes: int = Field(default=0, ge=0, le=59)
    reason: Annotated[str, StringConstraints(max_length=300), AfterValidator(clean_line)]

    @model_validator(mode="after")
    def _some_time(self) -> "OutageArgs":
        if not self.hours and not self.minutes:
            raise ValueError("an outage takes at least a minute")
        return self

    @property
    def length(self) -> timedelta:
        """How long it took."""
        return timedelta(hours=self.hours, minutes=self.minutes)


def something_runs(moment: Moment) -> None:
    """A permit: there is a match whose clocks could be put off."""
    if not going_on(moment):
        raise Refused("no-match", "No match goes on in this cycle.", "Outages (R105)")


def record_outage(act: Act, args: OutageArgs) -> None:
    """R105: every deadline that is open in a match moves by the length of the outage; phases end when they do."""
    moved = 0
    for match in going_on(act):
        table = table_of(act, match)
        phases = {clock.name for clock in table.clocks if clock.until == "phase"}
        for row in clocks.running(match):
            if row.name not in phases:
                clocks.put_off(act, table, row, row.due_at + args.length)
                moved += 1
    hours = args.length.total_seconds() / 3600
    act.says(f"An outage of {hours:g} hours: what is due in matches is due that much later. {args.reason}")
    act.event("outage", seconds=args.length.total_seconds(), reason=args.reason, clocks=moved)


def declare() -> None:
    """Make the action known."""
    actions.declare(
        Action(
            name="record-outage",
            channel="admin",
            title="Record an outage",
            summary="Move every open deadline of matches by the time in which nobody could play.",
            rule="Outages (R105)",
            args=OutageArgs,
            run=record_outage,
            permits=(something_runs,),
            is_act=False,
        )
    )
