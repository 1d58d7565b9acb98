"""What happens outside a game and touches it (R104): always as a happening, never as a look."""

from msgspec import UNSET, UnsetType

from exoptosis.engine.cards.card import CardId, Original
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, LawChanged, Left


class Joined(Happening, frozen=True, tag="joined"):
    """Somebody declares for the battle, or asks for the duel, with these cards."""

    player: str
    cards: tuple[Original, ...]


class Withdrew(Happening, frozen=True, tag="withdrew"):
    """Somebody takes that back before it begins."""

    player: str


class Invited(Happening, frozen=True, tag="invited"):
    """Somebody is asked for the duel."""

    player: str


class Accepted(Happening, frozen=True, tag="accepted"):
    """Somebody who was asked accepts, with these cards."""

    player: str
    cards: tuple[Original, ...]


class Declined(Happening, frozen=True, tag="declined"):
    """Somebody who was asked does not want to."""

    player: str


class Obtained(Happening, frozen=True, tag="obtained"):
    """Somebody has got cards."""

    player: str
    cards: tuple[Original, ...]


class Withheld(Happening, frozen=True, tag="withheld"):
    """Cards of somebody's deck are elsewhere now (R117)."""

    player: str
    cards: tuple[CardId, ...]


class CardDestroyedElsewhere(Happening, frozen=True, omit_defaults=False, tag="card-destroyed-elsewhere"):
    """Cards of this game are destroyed by what was done elsewhere, and originals, by their codes.

    `loses` are modifiers that the cards lose first, "*" for all of them.
    """

    cards: tuple[CardId, ...] = ()
    originals: tuple[str, ...] = ()
    loses: tuple[str, ...] | UnsetType = UNSET


# What comes after a begun move, if it is one: whoever has begun it could else lead it to other draws (R103).
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
# With what the host itself tells, as far as it means something here.
TOLD: tuple[type[Happening], ...] = (*HAPPENINGS, Left, LawChanged, CycleEnded)
