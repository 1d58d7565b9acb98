"""Choices of trades for forms, labelled by the trade's terms and number."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Prefetch, Window, prefetch_related_objects
from django.db.models.functions import RowNumber

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Choice, Choices
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.trades.lookup import awaiting_consent, own_open_trades
from nomic.trades.models import Lot, Trade
from nomic.trades.terms.lots import given_by
from nomic.trades.terms.lots_in_words import lot_in_words

MAX_CHOICES = 100
MAX_THINGS = 4  # of a side in a choice


@dataclass(frozen=True, slots=True)
class ToChoose:
    """The trades from which the actor can choose: their own open ones, and those to which they could consent.

    Offers to the actor precede offers to anybody.
    """

    own: list[Trade]
    awaiting: list[Trade]


def own_choices(ctx: ReadContext) -> Choices:
    """Return the actor's own open trades as choices."""
    return {"trade": _named(ctx, _to_choose(ctx).own)}


def consented_choices(ctx: ReadContext) -> Choices:
    """Return the trades to which the actor consents, as choices."""
    return {"trade": _named(ctx, [each for each in _to_choose(ctx).own if ctx.actor.name in each.willing])}


def awaiting_choices(ctx: ReadContext) -> list[Choice]:
    """Return the trades to which the actor could consent, as choices."""
    return _named(ctx, _to_choose(ctx).awaiting)


def changeable_choices(ctx: ReadContext) -> list[Choice]:
    """Return the trades whose terms the actor could change, as choices."""
    found = _to_choose(ctx)
    return _named(ctx, {each.pk: each for each in (*found.own, *found.awaiting)}.values())


def _to_choose(ctx: ReadContext) -> ToChoose:
    """Return the trades to choose from, loaded once per context with only the first things of each side."""
    return ctx.recall("trades to choose", lambda: _read(ctx))


def _read(ctx: ReadContext) -> ToChoose:
    own = list(own_open_trades(ctx)[:MAX_CHOICES])
    found = ToChoose(own, list(awaiting_consent(ctx).order_by("-other", "number")[:MAX_CHOICES]))
    nth = Window(RowNumber(), partition_by=[F("trade"), F("by_maker")], order_by="place")
    first = Lot.objects.annotate(nth=nth).filter(nth__lte=MAX_THINGS + 1).select_related("card").order_by("place")
    prefetch_related_objects([*found.own, *found.awaiting], Prefetch("lots", first, to_attr="first_lots"))
    return found


def _named(ctx: ReadContext, trades: Iterable[Trade]) -> list[Choice]:
    return [Choice(trade.code, f"{trade.number}: {_in_words(ctx, trade)}{_version(trade)}") for trade in trades]


def _version(trade: Trade) -> str:
    """Return " (version 2)" for a changed offer, because consent names the version, or "" for an unchanged one."""
    return f" (version {trade.version})" if trade.version > 1 else ""


def _in_words(ctx: ReadContext, trade: Trade) -> str:
    """Return a trade as text for the actor: "Ada gives you 2 Chips for 3 Vertebrae". A gift is "for nothing"."""
    me = ctx.actor.name
    lots: list[Lot] = trade.first_lots  # type: ignore[attr-defined]  # as `_read` has prefetched them
    gives, wants = (_things(ctx.law, given_by(lots, trade, name)) for name in trade.partners)
    maker, other = ("you" if name == me else name or "anybody" for name in trade.partners)
    verb = "give" if trade.maker == me else "gives"
    return f"{maker} {verb} {other} {gives or 'nothing'} for {wants or 'nothing'}"


def _things(law: Law, lots: list[Lot]) -> str:
    """Return the first things of a side as text, with "more" if there are more."""
    return listed([*(lot_in_words(law, lot) for lot in lots[:MAX_THINGS]), *(["more"] if lots[MAX_THINGS:] else [])])
