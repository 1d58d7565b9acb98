"""Events of values and clauses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from nomic.cycles.domain.events import Event, NamedPlayer, Topic


class ValueChanged(Event, frozen=True, tag="value-changed"):
    """A value stored by a rule has changed. The value is the cycle's, or if `of` is given, these players'."""

    whenever: ClassVar[str] = "a value changes"
    about: ClassVar[Topic] = "Values and questions"
    value: str
    of: list[NamedPlayer]


class ValueMoved(Event, frozen=True, tag="value-moved", omit_defaults=True):
    """A number stored by a rule changed from `before` to `now`. It is the cycle's number, or the number `of` a player.

    If the value has keys, `key` is the name or `key_player` the player for which it changed.

    Emitted only if a rule listens for it, and never for a secret value.
    """

    whenever: ClassVar[str] = "a number changes"
    about: ClassVar[Topic] = "Values and questions"
    value: str
    of: list[NamedPlayer]
    before: int
    now: int
    key: str = ""
    key_player: NamedPlayer | None = None


class ValueRevealed(Event, frozen=True, tag="value-revealed"):
    """A secret value was revealed to everybody. The value is the cycle's, or if `of` is given, these players'."""

    whenever: ClassVar[str] = "a secret value is revealed"
    about: ClassVar[Topic] = "Values and questions"
    value: str
    of: list[NamedPlayer]


class OutcomeMet(Event, frozen=True, tag="outcome-met"):
    """A player drew an outcome from a pool; `outcome` is its title."""

    whenever: ClassVar[str] = "a player draws an outcome"
    about: ClassVar[Topic] = "Players"
    player: NamedPlayer
    pool: str
    outcome: str


class Did(Event, frozen=True, tag="does"):
    """A player has performed an action. `said` holds its public arguments, shortened. Emitted if a rule listens."""

    whenever: ClassVar[str] = "a player does something"
    about: ClassVar[Topic] = "Players"
    action: str
    said: dict[str, Any]


class ClauseFailed(Event, frozen=True, tag="clause-failed"):
    """A clause that runs at an event failed and changed nothing. It is suspended after three failures in a row."""

    is_heard: ClassVar[bool] = False
    rule: str
    clause: str
    times: int


class QuestionAsked(Event, frozen=True, tag="question-asked"):
    """A rule asks these players a question and waits for the answers until `until`."""

    whenever: ClassVar[str] = "a rule asks players a question"
    about: ClassVar[Topic] = "Values and questions"
    called: ClassVar[Mapping[str, str]] = {"players": "the players asked"}
    question: str
    players: list[NamedPlayer]
    until: str


class QuestionAnswered(Event, frozen=True, tag="question-answered"):
    """A player has answered a rule's question."""

    whenever: ClassVar[str] = "a player answers a rule's question"
    about: ClassVar[Topic] = "Values and questions"
    question: str
    player: NamedPlayer


class QuestionLapsed(Event, frozen=True, tag="question-lapsed"):
    """A rule's question expired, or the players who still had to answer have left. The rule continues without them."""

    whenever: ClassVar[str] = "the time to answer a rule's question runs out"
    about: ClassVar[Topic] = "Values and questions"
    by_player: ClassVar[bool] = False
    called: ClassVar[Mapping[str, str]] = {"players": "the players who have not answered"}
    question: str
    players: list[NamedPlayer]


class CalendarEvent(Event, frozen=True):
    """Base of the events of the calendar. Emitted if a rule listens for them."""

    about: ClassVar[Topic] = "Time"
    by_player: ClassVar[bool] = False


class PhaseEnds(CalendarEvent, frozen=True, tag="phase-ends"):
    """A phase is over, and the next has not begun. Emitted if a rule listens for it."""

    whenever: ClassVar[str] = "a phase ends"
    phase: int
    phase_kind: str


class DayBegins(CalendarEvent, frozen=True, tag="day-begins"):
    """A day begins (00:00 UTC). `day` is its number in this cycle. Emitted if a rule listens for it."""

    whenever: ClassVar[str] = "a day begins"
    day: int
    weekday: str


class WeekEnds(CalendarEvent, frozen=True, tag="week-ends"):
    """A week is over (Monday, 00:00 UTC). `week` is its number in this cycle. Emitted if a rule listens for it."""

    whenever: ClassVar[str] = "a week ends"
    week: int


class WeekBegins(CalendarEvent, frozen=True, tag="week-begins"):
    """A week begins (Monday, 00:00 UTC). `week` is its number in this cycle. Emitted if a rule listens for it."""

    whenever: ClassVar[str] = "a week begins"
    week: int
