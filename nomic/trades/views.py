"""View models of trades for pages, the wiki and the API.

They show what each side gives, and which things are also promised in other trades.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, CharField, Count, F, Prefetch, Q, QuerySet, Sum, When, prefetch_related_objects

from nomic.cycles.models import Cycle
from nomic.inventory.card_views import Face, face_of
from nomic.inventory.models import Balance
from nomic.trades.models import Lot, Trade, TradeStatus
from nomic.trades.terms.lots import given_by
from nomic.trades.terms.lots_in_words import lot_in_words, lots_in_words

# A promise is a lot that its giver has consented to give.
PROMISED = Q(by_maker=True, trade__maker_consents=True) | Q(by_maker=False, trade__other_consents=True)


@dataclass(frozen=True, slots=True)
class ShownLot:
    """A lot as text, with its card view if it is a definite card.

    `is_promised_twice` is true if its giver has promised more of the thing in all open trades than they have.
    `is_missing` is true if they lack even this lot.
    """

    lot: Lot
    words: str
    face: Face | None
    is_promised_twice: bool
    is_missing: bool


@dataclass(frozen=True, slots=True)
class ShownTrade:
    """A trade with the lots of both sides."""

    trade: Trade
    gives: Sequence[ShownLot]
    wants: Sequence[ShownLot]
    gives_words: str
    wants_words: str

    @property
    def would_be_void(self) -> bool:
        """True if the trade would be void if both consented now, because the maker lacks something."""
        return any(lot.is_missing for lot in self.gives)

    @property
    def is_promised_twice(self) -> bool:
        """True if the giver of any lot has promised more of it than they have."""
        return any(lot.is_promised_twice for lot in (*self.gives, *self.wants))


def trade_views(cycle: Cycle, trades: Sequence[Trade]) -> list[ShownTrade]:
    """Return the view models of a cycle's trades. The number of queries is constant."""
    prefetch_related_objects(trades, Prefetch("lots", Lot.objects.select_related("card").order_by("place")))
    known = _Promises(cycle, [trade for trade in trades if trade.is_open])
    return [_shown(cycle, trade, known) for trade in trades]


def _shown(cycle: Cycle, trade: Trade, known: "_Promises") -> ShownTrade:
    sides = [given_by(trade.lots.all(), trade, name) for name in (trade.maker, trade.other)]
    gives, wants = ([_lot(cycle, trade, lot, known) for lot in lots] for lots in sides)
    return ShownTrade(trade, gives, wants, *(lots_in_words(cycle.law, lots) for lots in sides))


def _lot(cycle: Cycle, trade: Trade, lot: Lot, known: "_Promises") -> ShownLot:
    face = None if lot.card is None else face_of(cycle.law, lot.card)
    giver = trade.maker if lot.by_maker else trade.other
    twice = missing = False
    if trade.is_open and giver and not lot.is_any:
        twice, missing = known.twice(giver, lot), known.missing(giver, lot)
    return ShownLot(lot, lot_in_words(cycle.law, lot), face, twice, missing)


class _Promises:
    """What some players promise in all open trades, and what they have."""

    def __init__(self, cycle: Cycle, trades: Sequence[Trade]) -> None:
        names = {name for trade in trades for name in (trade.maker, trade.other) if name}
        cards = {lot.card_id for trade in trades for lot in trade.lots.all() if lot.card_id is not None}
        items = {lot.name for trade in trades for lot in trade.lots.all() if not lot.is_card}
        promised = Lot.objects.filter(PROMISED, trade__cycle=cycle, trade__status=TradeStatus.OPEN)
        giver = Case(When(by_maker=True, then=F("trade__maker")), default=F("trade__other"), output_field=CharField())
        self._cards = dict(
            promised.filter(card__in=cards).order_by().values_list("card").annotate(times=Count("trade"))
        )
        of_items = promised.filter(is_card=False, name__in=items).annotate(giver=giver).filter(giver__in=names)
        self._items = {
            (name, item): amount
            for name, item, amount in of_items.order_by().values_list("giver", "name").annotate(together=Sum("amount"))
        }
        held = Balance.objects.filter(cycle=cycle, holder__in=names, item__in=items).order_by()
        self._held = {(name, item): amount for name, item, amount in held.values_list("holder", "item", "amount")}

    def twice(self, giver: str, lot: Lot) -> bool:
        if lot.card_id is not None:
            return bool(self._cards.get(lot.card_id, 0) > 1)
        together = self._items.get((giver, lot.name), 0)
        return bool(together > lot.amount and together > self._held.get((giver, lot.name), 0))

    def missing(self, giver: str, lot: Lot) -> bool:
        if lot.card is not None:
            return bool(lot.card.holder != giver)
        return self._held.get((giver, lot.name), 0) < lot.amount


def that_give(found: QuerySet[Trade], words: str, *, by_maker: bool) -> QuerySet[Trade]:
    """Return the trades in which a side gives something whose name contains `words`."""
    lots = Lot.objects.filter(by_maker=by_maker, name__icontains=words, trade__in=found)
    return found.filter(pk__in=lots.order_by().values("trade"))


def on_the_board(cycle: Cycle, gives: str = "", wants: str = "") -> QuerySet[Trade]:
    """Return open offers to anybody, newest first. `gives` and `wants` filter by words in names of things."""
    found = Trade.objects.filter(cycle=cycle, status=TradeStatus.OPEN, other="").order_by("-number")
    for words, by_maker in ((gives, True), (wants, False)):
        if words:
            found = that_give(found, words, by_maker=by_maker)
    return found


def made_lately(cycle: Cycle, most: int) -> list[Trade]:
    """Return the latest completed trades, newest first."""
    return list(Trade.objects.filter(cycle=cycle, status=TradeStatus.MADE).order_by("-closed_at", "-number")[:most])
