"""What happens in the Gilded Hall, outside of its matches. Cards and matches are named by their codes."""

from nomic.cycles.events import Event


class Bought(Event, frozen=True, tag="bought"):
    """A player bought an offer of the Croupier's, so many times."""

    player: str
    offer: str
    count: int


class PackOpened(Event, frozen=True, tag="pack-opened"):
    """A player opened a pack, and got these cards."""

    player: str
    pack: str
    cards: list[str]


class ItemUsed(Event, frozen=True, tag="item-used"):
    """A player used an item, perhaps on a card."""

    player: str
    item: str
    card: str | None


class CardBurnt(Event, frozen=True, tag="card-burnt"):
    """A player burnt a card."""

    player: str
    card: str


class CardGranted(Event, frozen=True, tag="card-granted"):
    """An admin granted a player a card."""

    player: str
    card: str


class CardDestroyed(Event, frozen=True, tag="card-destroyed"):
    """An admin destroyed a player's card."""

    player: str
    card: str


class Gifted(Event, frozen=True, tag="gift"):
    """A player gave another so many parts of a gift (R23); `inactive` says how the receiver was."""

    giver: str
    receiver: str
    amount: int
    inactive: bool


class GiftReturned(Event, frozen=True, tag="gift-returned"):
    """An inactive receiver acted, and the giver got something for it (R23)."""

    giver: str
    receiver: str
    amount: int


class BattleDeclared(Event, frozen=True, tag="battle-declared"):
    """A player is in for the next battle (R94)."""

    match: str
    player: str


class DuelRequested(Event, frozen=True, tag="duel-requested"):
    """A player asked others for a duel."""

    match: str
    player: str
    players: list[str]


class DuelAccepted(Event, frozen=True, tag="duel-accepted"):
    """Who was asked for a duel is in."""

    match: str
    player: str


class DuelDeclined(Event, frozen=True, tag="duel-declined"):
    """Who was asked for a duel is not: it is off (R95)."""

    match: str
    player: str


class DuelWithdrawn(Event, frozen=True, tag="duel-withdrawn"):
    """Who asked for a duel took it back."""

    match: str
    player: str
