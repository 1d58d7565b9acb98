"""Tasks of players about trades: offers to them, and counter-offers to their own."""

from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.players.lookup import player_or_none
from nomic.players.player_tasks import PlayerQuery, Task, TaskLookup, Urgency, WaitingKind
from nomic.trades.law_section import may_trade
from nomic.trades.models import Trade, TradeStatus

_offered = PlayerQuery(
    lambda cycles, name: (
        Trade.objects.filter(cycle_id__in=cycles, status=TradeStatus.OPEN)
        .filter(Q(other=name, other_consents=False) | Q(maker=name, maker_consents=False))
        .order_by("ends_at", "number")
    )
)


def _of(asked: TaskLookup, *, countered: bool) -> Iterator[Task]:
    """Yield a task for each offer to the player, or for each counter-offer. Offers to anybody are not tasks."""
    cycles = [pk for pk, ctx in asked.contexts.items() if ctx.law.has("trades")]
    for trade in asked.recall("trades", lambda: _offered.all(asked, cycles)):
        ctx, is_counter_offer = asked.contexts[trade.cycle_id], trade.version > 1 or trade.answers != ""
        if is_counter_offer is countered and _may_trade(ctx):
            says = "makes you another offer" if countered else "offers you a trade"
            link = reverse("web:trade", args=[ctx.cycle.slug, trade.number])
            words = f"{trade.author} {says} (trade {trade.number})"
            args = {"trade": trade.code, "version": trade.version}
            yield Task(ctx.cycle, trade.code, words, link, trade.since, trade.ends_at, "consent-trade", args)


def _may_trade(ctx: ReadContext) -> bool:
    try:
        return player_or_none(ctx) is not None and may_trade(ctx, ctx.actor.name)
    except Refused:
        return False


OFFER = WaitingKind(
    "trade", "Trades offered to you", Urgency.ENDS, lambda asked: _of(asked, countered=False), ends="expires"
)
COUNTER_OFFER = WaitingKind(
    "counter-offer", "Counter-offers to you", Urgency.ENDS, lambda asked: _of(asked, countered=True), ends="expires"
)
KINDS = (OFFER, COUNTER_OFFER)
