"""Shapes of the answers about matches: their seats, moves, steps and exports."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from nomic.api.act_questions import QuestionShape
from nomic.api.response_model import Shape, TextOrNone


class MatchResult(Shape):
    """The result of a match that has ended."""

    ending: Literal["won", "drawn", "off", "terminated", "stopped"]
    winners: list[str]


class SeatShape(Shape):
    """A player's seat at a match."""

    player: str
    status: Literal["invited", "in", "out"]


class ActingSeat(SeatShape):
    """A player's seat.

    `to_act`: the game waits for this player now. `owes`: this player has another choice to make meanwhile.
    """

    to_act: bool
    owes: bool


class RunningClockShape(Shape):
    """A running clock: its players, its start and its end."""

    name: str
    players: list[str]
    began_at: datetime
    due_at: datetime


class MatchSummary(Shape):
    """A match. `version` counts its steps. `clocks` lists the running clocks and their ends."""

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
    """A move that you can make now, with its first question."""

    move: dict[str, Any]
    label: str
    question: QuestionShape | None


class BarredMoveShape(Shape):
    """A move that you cannot make now, and the reason."""

    move: dict[str, Any]
    label: str
    reason: str
    rule: str


class OwnOrderShape(Shape):
    """A pending standing order of yours. `given` is the number of the entry that gave it."""

    code: str
    order: dict[str, Any]
    given: int = Field(validation_alias="given_seq")


class StepEvent(Shape):
    """An event of a step: a sentence for people, and a kind with facts for programs."""

    kind: str
    text: str
    facts: dict[str, Any]


class StepSeal(Shape):
    """A placeholder for sealed answers, with the `salt` once they are public."""

    commitment: str
    salt: str | None


class LogStep(Shape):
    """A step of a match: a player's move and its results. `entry` is its number in the journal.

    `answers` is null while the answers are sealed. For an expired clock or an external event, `move` identifies it.
    """

    version: int
    at: datetime
    entry: int
    entry_url: str
    kind: Literal["move", "expired", "happening", "order"]
    player: TextOrNone
    move: dict[str, Any]
    answers: list[list[str | int]] | None
    seal: StepSeal | None
    revision: int
    draws: int = Field(description="the number of its random draws, which are listed in the entry")
    events: list[StepEvent]


class MatchDetail(MatchSummary):
    """A match as you may see it. `viewer` is the seat from which you see it, or null if you have no seat.

    `view` is the game's own description of the table. `legal` lists your moves, `barred` the moves that you might
    expect to have. `question` is the next question of your unfinished move, `answers` holds its answers that are still
    valid. `log` holds the newest steps, newest first. `revision` is the law of the newest step.
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
    """One recorded draw."""

    label: str
    index: int
    sides: int
    value: int


class ExportedStep(Shape):
    """A step with all data on which it depended."""

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
    outside: list[Any] | None = Field(description="inputs from outside the match: pairs of question and answer")
    draws: list[StepDraw]
    events: list[StepEvent]


class ExportedLaw(Shape):
    """The part of a revision of the law that the game reads."""

    number: int
    document: dict[str, Any]


class MatchExport(Shape):
    """A whole match, which can be replayed from this data alone. `position` is the SHA-256 of the last state."""

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
