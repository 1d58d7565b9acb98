"""Matches as they are answered."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from nomic.api.questions import QuestionShape
from nomic.api.shapes import Shape


class MatchResult(Shape):
    """How a match ended."""

    ending: Literal["won", "drawn", "off", "terminated", "stopped"]
    winners: list[str]


class SeatShape(Shape):
    """Who sits at a match."""

    player: str
    status: Literal["invited", "in", "out"]


class ActingSeat(SeatShape):
    """Who sits at a match; `to_act`: the game waits for them now; `owes`: they have a choice to make meanwhile."""

    to_act: bool
    owes: bool


class RunningClockShape(Shape):
    """Time that is running: whose it is, since when, until when."""

    name: str
    players: list[str]
    began_at: datetime
    due_at: datetime


class MatchSummary(Shape):
    """A match. `version` counts its steps; `clocks` say whose time is running until when."""

    code: str
    cycle: str
    game: str
    game_title: str
    title: str
    kind: str
    status: Literal["gathering", "running", "over"]
    version: int
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    result: MatchResult | None
    clocks: list[RunningClockShape]


class ListedMatch(MatchSummary):
    """A match in the list."""

    seats: list[SeatShape]


class MatchPage(Shape):
    """Matches, newest first."""

    items: list[ListedMatch]
    next: str | None


class LegalMoveShape(Shape):
    """A move that you can make now; `question` is the first thing it will ask."""

    move: dict[str, Any]
    label: str
    question: QuestionShape | None


class BarredMoveShape(Shape):
    """A move that you cannot make now, and why."""

    move: dict[str, Any]
    label: str
    reason: str
    rule: str


class OwnOrderShape(Shape):
    """A standing order of yours that waits; `given` is the number of the entry that gave it."""

    code: str
    order: dict[str, Any]
    given: int


class StepEvent(Shape):
    """Something that happened: a sentence for people, a kind with facts for programs."""

    kind: str
    text: str
    facts: dict[str, Any]


class StepSeal(Shape):
    """What stands in place of sealed answers; `salt` once they are public."""

    commitment: str
    salt: str | None


class LogStep(Shape):
    """One step of a match: what somebody did, and what came of it. `entry` is its number in the journal.

    `answers` are null while they are sealed. For an expired clock and a happening `move` says which.
    """

    version: int
    at: datetime
    entry: int
    entry_url: str
    kind: Literal["move", "expired", "happening", "order"]
    player: str | None
    move: dict[str, Any]
    answers: list[list[str | int]] | None
    seal: StepSeal | None
    revision: int
    draws: int = Field(description="how many draws of chance it made; they stand in the entry")
    events: list[StepEvent]


class MatchDetail(MatchSummary):
    """A match as you may see it. `viewer` is the seat you see it from, null for everybody who does not sit there.

    `view` is the game's own account of the table; `legal` are your moves, `barred` those that you might look for,
    `question` is what your begun move waits for, `answers` are those of its answers that stand. `log` has the newest
    steps, newest first. `revision` is the law that the newest step was judged by.
    """

    revision: int
    seats: list[ActingSeat]
    viewer: str | None
    view: dict[str, Any]
    legal: list[LegalMoveShape]
    barred: list[BarredMoveShape]
    question: QuestionShape | None
    answers: list[list[str | int]]
    orders: list[OwnOrderShape]
    log: list[LogStep]


class LogPage(Shape):
    """Steps of a match, newest first."""

    items: list[LogStep]
    next: str | None


class StepDraw(Shape):
    """One draw as it was recorded."""

    label: str
    index: int
    sides: int
    value: int


class ExportedStep(Shape):
    """One step with all that it depended on."""

    version: int
    kind: Literal["move", "expired", "happening", "order"]
    player: str
    move: dict[str, Any]
    answers: list[list[str | int]] | None
    seal: StepSeal | None
    at: datetime
    entry: str
    seq: int
    phase: int
    revision: int
    outside: list[Any] | None = Field(description="what was read from outside: pairs of question and answer")
    draws: list[StepDraw]
    events: list[StepEvent]


class ExportedLaw(Shape):
    """What the game reads of a revision of the law."""

    number: int
    document: dict[str, Any]


class MatchExport(Shape):
    """A whole match, which can be played again from this alone. `position` is the SHA-256 of the last state."""

    format: Literal["nomic-match-1"]
    cycle: str
    match: str
    game: str
    title: str
    kind: str
    options: dict[str, Any]
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    setup_revision: int
    laws: list[ExportedLaw]
    steps: list[ExportedStep]
    result: MatchResult | None
    stopped: bool
    position: str | None
