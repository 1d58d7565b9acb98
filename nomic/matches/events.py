"""Events of matches. A match is identified by its code."""

from collections.abc import Callable
from typing import ClassVar

from nomic.cycles.domain.events import Event, NamedPlayer, Topic
from nomic.law.document.sections import Law
from nomic.matches.contract import game
from nomic.matches.games_in_force import has_games


class MatchEvent(Event, frozen=True):
    """Base of the events of one match."""

    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = has_games
    match: str


class MatchOpened(MatchEvent, frozen=True, tag="match-opened"):
    """A match was opened. `match_kind` is the game's name for this kind of match."""

    whenever: ClassVar[str] = "a match is opened"
    game: str
    title: str
    match_kind: str


class MatchOver(MatchEvent, frozen=True, tag="match-over"):
    """A match ended. The game determines how it ended, and who won."""

    whenever: ClassVar[str] = "a match is over"
    ending: str
    winners: list[NamedPlayer]


class MatchStepped(MatchEvent, frozen=True, tag="match-step"):
    """A match changed by a move, an expired clock, an external event or a standing order.

    `events` holds what happened in the game.
    """

    whenever: ClassVar[str] = "a match goes on"
    version: int
    step: str
    player: NamedPlayer
    events: list[game.Event]


class StandingOrderEvent(MatchEvent, frozen=True):
    """Base of the events of a player's standing order."""

    order: str
    player: NamedPlayer


class StandingOrderGiven(StandingOrderEvent, frozen=True, tag="standing-order-given"):
    """A player gave a standing order, which is carried out for them when its moment comes."""

    whenever: ClassVar[str] = "a player gives a standing order"


class StandingOrderWithdrawn(StandingOrderEvent, frozen=True, tag="standing-order-withdrawn"):
    """A player withdrew a standing order."""

    whenever: ClassVar[str] = "a player takes a standing order back"


class StandingOrderUsed(StandingOrderEvent, frozen=True, tag="standing-order-used"):
    """The moment of a standing order came, and the order was revealed (R110)."""

    whenever: ClassVar[str] = "a standing order comes due"


class Outage(Event, frozen=True, tag="outage"):
    """An outage, during which no clock ran (R128): its seconds, its reason, and the number of postponed deadlines."""

    whenever: ClassVar[str] = "an outage is over"
    about: ClassVar[Topic] = "Time"
    by_player: ClassVar[bool] = False
    seconds: float
    reason: str
    moved: int


class BotSeated(Event, frozen=True, tag="bot-seated"):
    """A bot plays in this practice cycle, because a player asked for it."""

    whenever: ClassVar[str] = "a bot begins to play"
    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = has_games
    bot: str
    by: NamedPlayer


class Outfitted(Event, frozen=True, tag="outfitted"):
    """A player of a practice cycle received the equipment needed to play."""

    whenever: ClassVar[str] = "a player of a practice cycle gets what they need to play"
    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = has_games
    player: NamedPlayer
