"""External events of a game (R104), which the host sends. The game never polls for them."""

from msgspec import UNSET, UnsetType

from exoptosis.engine.cards.card import CardId, Original
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, LawChanged, Left


class Joined(Happening, frozen=True, tag="joined"):
    """A player declares for the battle, or asks for the duel, with these cards."""

    player: str
    cards: tuple[Original, ...]


class Withdrew(Happening, frozen=True, tag="withdrew"):
    """A player withdraws from the battle or the duel before it begins."""

    player: str


class Invited(Happening, frozen=True, tag="invited"):
    """A player is asked for the duel."""

    player: str


class Accepted(Happening, frozen=True, tag="accepted"):
    """A player who was asked accepts, with these cards."""

    player: str
    cards: tuple[Original, ...]


class Declined(Happening, frozen=True, tag="declined"):
    """A player who was asked declines."""

    player: str


class Obtained(Happening, frozen=True, tag="obtained"):
    """A player has obtained cards."""

    player: str
    cards: tuple[Original, ...]


class Withheld(Happening, frozen=True, tag="withheld"):
    """Cards of a player's deck are elsewhere now (R117)."""

    player: str
    cards: tuple[CardId, ...]


class CardDestroyedElsewhere(Happening, frozen=True, omit_defaults=False, tag="card-destroyed-elsewhere"):
    """Cards of this game are destroyed by an effect elsewhere, and originals, by their codes.

    `loses` are modifiers that the cards lose first, "*" for all of them.
    """

    cards: tuple[CardId, ...] = ()
    originals: tuple[str, ...] = ()
    loses: tuple[str, ...] | UnsetType = UNSET


# Events that are deferred until after a begun move. Its player could otherwise use them to change its draws (R103).
AfterBegun = Obtained | CardDestroyedElsewhere
HAPPENINGS: tuple[type[Happening], ...] = (
    Joined,
    Withdrew,
    Invited,
    Accepted,
    Declined,
    Begun,
    Obtained,
    Withheld,
    CardDestroyedElsewhere,
)
# Includes the host's own events that affect this game.
TOLD: tuple[type[Happening], ...] = (*HAPPENINGS, Left, LawChanged, CycleEnded)
