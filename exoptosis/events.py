"""What happens in the Gilded Hall, outside of its matches. Cards and matches are named by their codes."""

from typing import ClassVar

from nomic.cycles.events import Event


class Bought(Event, frozen=True, tag="bought"):
    """A player bought an offer of the Croupier's, so many times."""

    whenever: ClassVar[str] = "a player buys from the Croupier"
    player: str
    offer: str
    count: int


class PackOpened(Event, frozen=True, tag="pack-opened"):
    """A player opened a pack, and got these cards."""

    whenever: ClassVar[str] = "a player opens a pack"
    player: str
    pack: str
    cards: list[str]


class ItemUsed(Event, frozen=True, tag="item-used"):
    """A player used an item, perhaps on a card."""

    whenever: ClassVar[str] = "a player uses an item"
    player: str
    item: str
    card: str | None


class CardBurnt(Event, frozen=True, tag="card-burnt"):
    """A player burnt a card."""

    whenever: ClassVar[str] = "a player burns a card"
    player: str
    card: str


class CardGranted(Event, frozen=True, tag="card-granted"):
    """An admin granted a player a card."""

    whenever: ClassVar[str] = "an admin grants a player a card"
    player: str
    card: str


class CardDestroyed(Event, frozen=True, tag="card-destroyed"):
    """An admin destroyed a player's card."""

    whenever: ClassVar[str] = "an admin destroys a player's card"
    player: str
    card: str


class Gifted(Event, frozen=True, tag="gift"):
    """A player gave another so many parts of a gift (R23); `inactive` says how the receiver was."""

    whenever: ClassVar[str] = "a player gives another a gift"
    giver: str
    receiver: str
    amount: int
    inactive: bool


class GiftReturned(Event, frozen=True, tag="gift-returned"):
    """An inactive receiver acted, and the giver got something for it (R23)."""

    whenever: ClassVar[str] = "a giver gets something for a gift"
    giver: str
    receiver: str
    amount: int


class BattleDeclared(Event, frozen=True, tag="battle-declared"):
    """A player is in for the next battle (R94)."""

    whenever: ClassVar[str] = "a player declares for the next battle"
    match: str
    player: str


class DuelRequested(Event, frozen=True, tag="duel-requested"):
    """A player asked others for a duel."""

    whenever: ClassVar[str] = "a player asks others for a duel"
    match: str
    player: str
    players: list[str]


class DuelAccepted(Event, frozen=True, tag="duel-accepted"):
    """Who was asked for a duel is in."""

    whenever: ClassVar[str] = "a player accepts a duel"
    match: str
    player: str


class DuelDeclined(Event, frozen=True, tag="duel-declined"):
    """Who was asked for a duel is not: it is off (R95)."""

    whenever: ClassVar[str] = "a player declines a duel"
    match: str
    player: str


class DuelWithdrawn(Event, frozen=True, tag="duel-withdrawn"):
    """Who asked for a duel took it back."""

    whenever: ClassVar[str] = "a player takes a request for a duel back"
    match: str
    player: str
