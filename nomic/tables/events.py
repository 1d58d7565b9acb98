"""What happens at the tables. A match is named by its code."""

from nomic.cycles.events import Event
from nomic.tables.contract import game


class MatchOpened(Event, frozen=True, tag="match-opened"):
    """A match of a game was opened; `match_kind` is what the game calls such a match."""

    match: str
    game: str
    title: str
    match_kind: str


class MatchOver(Event, frozen=True, tag="match-over"):
    """A match ended; how, and who won it, as its game says."""

    match: str
    ending: str
    winners: list[str]


class MatchStepped(Event, frozen=True, tag="match-step"):
    """A match went on: a move, an expired clock, a happening, a standing order. `events` are the game's own."""

    match: str
    version: int
    step: str
    player: str
    events: list[game.Event]


class StandingOrderGiven(Event, frozen=True, tag="standing-order-given"):
    """A player said what is to be done for them when its moment comes."""

    match: str
    order: str
    player: str


class StandingOrderWithdrawn(Event, frozen=True, tag="standing-order-withdrawn"):
    """A player took a standing order back."""

    match: str
    order: str
    player: str


class StandingOrderUsed(Event, frozen=True, tag="standing-order-used"):
    """The moment of a standing order came, and it was opened (R110)."""

    match: str
    order: str
    player: str


class Outage(Event, frozen=True, tag="outage"):
    """Time in which none ran (R128): so many seconds, for that reason; so many things that were due moved."""

    seconds: float
    reason: str
    moved: int


class BotSeated(Event, frozen=True, tag="bot-seated"):
    """A bot plays in this practice cycle, since somebody asked for it."""

    bot: str
    by: str


class Outfitted(Event, frozen=True, tag="outfitted"):
    """A player of a practice cycle took what it takes to play."""

    player: str
