"""Events of the court. They identify requests and rulings by code and by number."""

from collections.abc import Callable
from typing import ClassVar

from nomic.cycles.domain.events import Event, NamedPlayer, Topic, under
from nomic.law.document.sections import Law


class JudgeNamed(Event, frozen=True, tag="judge"):
    """A person became the Judge, or nobody is the Judge if `name` is empty."""

    whenever: ClassVar[str] = "the Judge changes, or the office becomes vacant"
    about: ClassVar[Topic] = "Judge and corrections"
    name: str


class RequestEvent(Event, frozen=True):
    """Base of events about a request for justice."""

    about: ClassVar[Topic] = "Judge and corrections"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("court")
    request: str
    number: int


class RequestFiled(RequestEvent, frozen=True, tag="request-filed"):
    """A request for justice was filed."""

    whenever: ClassVar[str] = "a request for justice is filed"
    title: str


class RulingEvent(Event, frozen=True):
    """Base of events about a ruling. `request` is the number of its request."""

    about: ClassVar[Topic] = "Judge and corrections"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("court")
    ruling: str
    number: int
    request: int


class RulingGiven(RulingEvent, frozen=True, tag="ruling"):
    """The Judge ruled on a request; `verdict` is empty if it was a question."""

    whenever: ClassVar[str] = "the Judge rules on a request"
    verdict: str


class RulingOverturned(RulingEvent, frozen=True, tag="ruling-overturned"):
    """A ruling was overturned, `by` "vote" or "judge": its request is open again (R15, R111)."""

    whenever: ClassVar[str] = "a ruling is overturned"
    gone: ClassVar[frozenset[str]] = frozenset({"by"})
    by: NamedPlayer


class ConfidenceOpened(RulingEvent, frozen=True, tag="confidence-opened"):
    """A player opened the vote of confidence on a ruling, which ends at `ends_at`."""

    whenever: ClassVar[str] = "a vote of confidence on a ruling is opened"
    ends_at: str


class ConfidenceVoted(RulingEvent, frozen=True, tag="confidence-voted"):
    """A player voted on a ruling, or took their vote back. In the latter case `vote` is "none"."""

    whenever: ClassVar[str] = "a player votes on a ruling, or takes a vote back"
    vote: str


class RulingAffirmed(RulingEvent, frozen=True, tag="ruling-affirmed"):
    """The vote of confidence on a ruling ended, and the ruling remains valid."""

    whenever: ClassVar[str] = "a ruling is affirmed"
    by_player: ClassVar[bool] = False
