"""Events of trades. Each trade is named by its code and its number."""

from collections.abc import Callable
from typing import ClassVar

from nomic.cycles.domain.events import Event, NamedPlayer, Topic, under
from nomic.law.document.sections import Law


class TradeEvent(Event, frozen=True):
    """Base class of events about an offer. `partner` is empty if the offer is to anybody."""

    about: ClassVar[Topic] = "Items and cards"
    emitted_under: ClassVar[Callable[[Law], bool]] = under("trades")
    trade: str
    number: int
    player: NamedPlayer
    partner: NamedPlayer


class TradeOffered(TradeEvent, frozen=True, tag="trade-offered"):
    """A player offered a trade, to `partner` or to anybody."""

    whenever: ClassVar[str] = "a player offers a trade"


class TradeCountered(TradeEvent, frozen=True, tag="trade-countered"):
    """A player changed an offer: it has a new `version`, to which only they consent."""

    whenever: ClassVar[str] = "a player changes the offer of a trade"
    version: int


class TradeConsented(TradeEvent, frozen=True, tag="trade-consented"):
    """A player consented to a trade, and `partner` does not consent to it yet."""

    whenever: ClassVar[str] = "a player is the first to consent to a trade"
    version: int


class ConsentTakenBack(TradeEvent, frozen=True, tag="trade-consent-taken-back"):
    """A player withdrew their consent to a trade. The offer stays open."""

    whenever: ClassVar[str] = "a player takes back their consent to a trade"


class TradeWithdrawn(TradeEvent, frozen=True, tag="trade-withdrawn"):
    """A player withdrew an offer, or declined one."""

    whenever: ClassVar[str] = "a player withdraws or declines the offer of a trade"


class TradeMade(TradeEvent, frozen=True, tag="trade-made"):
    """A trade took place between `player`, who offered it first, and `partner`."""

    whenever: ClassVar[str] = "a trade is made"


class TradeExpired(TradeEvent, frozen=True, tag="trade-expired"):
    """An offer expired before both had consented."""

    whenever: ClassVar[str] = "the offer of a trade expires"
    by_player: ClassVar[bool] = False


class TradeVoid(TradeEvent, frozen=True, tag="trade-void"):
    """A trade became void, because a party no longer has what they offered, or may no longer trade."""

    whenever: ClassVar[str] = "a trade turns out to be void"
