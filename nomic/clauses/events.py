"""What happens to values and clauses."""

from typing import Any, ClassVar

from nomic.cycles.domain.events import Event


class ValueChanged(Event, frozen=True, tag="value-changed"):
    """A value that a rule keeps is another now: the cycle's, or that `of` these players."""

    whenever: ClassVar[str] = "a value that a rule keeps changes"
    value: str
    of: list[str]


class ValueMoved(Event, frozen=True, tag="value-moved"):
    """A number that a rule keeps went from `before` to `now`: the cycle's, or that `of` a player.

    Told only where a rule listens to it; never of what is secret.
    """

    whenever: ClassVar[str] = "a number that a rule keeps changes"
    value: str
    of: list[str]
    before: int
    now: int


class ValueRevealed(Event, frozen=True, tag="value-revealed"):
    """What a rule has kept secret everybody may see now, as it is: the cycle's, or that `of` these players."""

    whenever: ClassVar[str] = "a secret value is revealed"
    value: str
    of: list[str]


class OutcomeMet(Event, frozen=True, tag="outcome-met"):
    """Somebody met one of the things that a pool can bring; `outcome` is its title."""

    whenever: ClassVar[str] = "a player meets one of what a pool can bring"
    player: str
    pool: str
    outcome: str


class Did(Event, frozen=True, tag="does"):
    """A player has done an action. `said` has its open arguments, texts cut short. Told where a rule waits for it."""

    whenever: ClassVar[str] = "somebody does something"
    action: str
    said: dict[str, Any]


class ClauseFailed(Event, frozen=True, tag="clause-failed"):
    """What a rule does at an event failed, and changed nothing. After three times in a row it rests."""

    rule: str
    clause: str
    times: int


class QuestionAsked(Event, frozen=True, tag="question-asked"):
    """A rule asks these players something, and waits for it until `until`."""

    whenever: ClassVar[str] = "a rule asks players something"
    question: str
    players: list[str]
    until: str


class QuestionAnswered(Event, frozen=True, tag="question-answered"):
    """Somebody has answered what a rule asks them."""

    whenever: ClassVar[str] = "a player answers what a rule asks"
    question: str
    player: str


class QuestionLapsed(Event, frozen=True, tag="question-lapsed"):
    """The time is up for a question of a rule, or these players of whom it was asked have left: it goes on without."""

    whenever: ClassVar[str] = "the time for an answer to a rule is up"
    by_player: ClassVar[bool] = False
    question: str
    players: list[str]


class PhaseEnds(Event, frozen=True, tag="phase-ends"):
    """A phase is over, and the next has not begun. Told where a rule waits for it."""

    whenever: ClassVar[str] = "a phase ends"
    by_player: ClassVar[bool] = False
    phase: int
    phase_kind: str


class DayBegins(Event, frozen=True, tag="day-begins"):
    """A day begins (00:00 UTC), the first, second, … that begins in this cycle. Told where a rule waits for it."""

    whenever: ClassVar[str] = "a day begins"
    by_player: ClassVar[bool] = False
    day: int
    weekday: str


class WeekEnds(Event, frozen=True, tag="week-ends"):
    """A week is over (Monday, 00:00 UTC), the first, second, … of this cycle. Told where a rule waits for it."""

    whenever: ClassVar[str] = "a week ends"
    by_player: ClassVar[bool] = False
    week: int


class WeekBegins(Event, frozen=True, tag="week-begins"):
    """A week begins (Monday, 00:00 UTC), the first, second, … of this cycle. Told where a rule waits for it."""

    whenever: ClassVar[str] = "a week begins"
    by_player: ClassVar[bool] = False
    week: int
