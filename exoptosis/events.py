"""Events of the Gilded Hall outside of its matches. Cards and matches are identified by their codes."""

from collections.abc import Callable
from typing import ClassVar

from nomic.clauses.vocabulary.narrowed_events import NarrowedEvent
from nomic.cycles.domain.events import Event, NamedCard, NamedPlayer, Topic, under
from nomic.law.document.sections import Law


class Bought(Event, frozen=True, tag="bought", omit_defaults=True):
    """A player bought an offer of the Croupier's, once or several times. Rules can read what was paid and gained."""

    whenever: ClassVar[str] = "a player buys from the Croupier"
    about: ClassVar[Topic] = "Items and cards"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("shop")
    player: NamedPlayer
    offer: str
    count: int
    # Older journals have neither. So they are told only where a rule uses them, and a replay finds the same.
    paid: dict[str, int] = {}
    gained: dict[str, int] = {}


class PackOpened(Event, frozen=True, tag="pack-opened"):
    """A player opened a pack, and got these cards."""

    whenever: ClassVar[str] = "a player opens a pack"
    about: ClassVar[Topic] = "Items and cards"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("packs")
    player: NamedPlayer
    pack: str
    cards: list[NamedCard]


class CardGranted(Event, frozen=True, tag="card-granted"):
    """An admin granted a player a card."""

    whenever: ClassVar[str] = "an admin grants a player a card"
    about: ClassVar[Topic] = "Items and cards"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("cards")
    by_player: ClassVar[bool] = False
    player: NamedPlayer
    card: NamedCard


class CardDestroyed(Event, frozen=True, tag="card-destroyed"):
    """An admin destroyed a player's card."""

    whenever: ClassVar[str] = "an admin destroys a player's card"
    about: ClassVar[Topic] = "Items and cards"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("cards")
    by_player: ClassVar[bool] = False
    gone: ClassVar[frozenset[str]] = frozenset({"card"})
    player: NamedPlayer
    card: NamedCard


class BattleDeclared(Event, frozen=True, tag="battle-declared"):
    """A player declared for the next battle (R94)."""

    whenever: ClassVar[str] = "a player declares for the next battle"
    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("battles")
    match: str
    player: NamedPlayer


class StakesPaid(Event, frozen=True, tag="stakes-paid"):
    """Stakes that a freeze had held in a finished match's pool went to the winner, or were destroyed."""

    is_heard: ClassVar[bool] = False
    match: str
    player: NamedPlayer


class DuelEvent(Event, frozen=True):
    """Base of the events of requests for a duel: `player` asks for it, answers, or withdraws the request."""

    about: ClassVar[Topic] = "Matches"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("duels")
    match: str
    player: NamedPlayer


class DuelRequested(DuelEvent, frozen=True, tag="duel-requested"):
    """A player asked others for a duel."""

    whenever: ClassVar[str] = "a player asks others for a duel"
    players: list[NamedPlayer]


class DuelAccepted(DuelEvent, frozen=True, tag="duel-accepted"):
    """A player who was asked for a duel accepted."""

    whenever: ClassVar[str] = "a player accepts a duel"


class DuelDeclined(DuelEvent, frozen=True, tag="duel-declined"):
    """A player who was asked for a duel declined, so it is off (R95)."""

    whenever: ClassVar[str] = "a player declines a duel"


class DuelWithdrawn(DuelEvent, frozen=True, tag="duel-withdrawn"):
    """A player who asked for a duel withdrew the request."""

    whenever: ClassVar[str] = "a player takes a request for a duel back"


def _match_over(kind: str, section: str) -> tuple[NarrowedEvent, NarrowedEvent]:
    """Return the events for the end of a match of this kind, and for somebody winning it."""
    is_such = {"is": ["$match_kind", "equals", kind]}
    over = NarrowedEvent(f"{kind}-over", "Matches", "match-over", (is_such,), f"a {kind} is over", under(section))
    won = (is_such, {"some": "$winners"})
    return over, NarrowedEvent(f"{kind}-won", "Matches", "match-over", won, f"a {kind} is won", under(section))


# What rules are about more often than about every match, and every move.
NARROWED = (
    *_match_over("duel", "duels"),
    *_match_over("battle", "battles"),
    NarrowedEvent(
        "card-played",
        "Matches",
        "does",
        ({"is": ["$move_kind", "equals", "play"]},),
        "a player plays a card in a match",
        under("exoptosis"),
        act="move",
    ),
)
