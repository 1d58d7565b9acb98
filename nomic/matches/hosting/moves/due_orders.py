"""Waiting standing orders (R110): finds an order whose moment has come, and schedules its use as the next entry."""

from django.db.models import Q

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Answers
from nomic.matches.contract.moves import Move, read_order
from nomic.matches.hosting.loaded_match import LoadedMatch, RecordedEnvironment
from nomic.matches.models import Match, OrderStatus, StandingOrder

USE = "use-standing-order"


def expect_use(act: ActionContext, table: LoadedMatch) -> None:
    """If the moment of a standing order has come, schedule its use as the next entry.

    Only one order is used at a time. Using it is a step, after which the other orders are checked again.
    """
    match = table.match
    if not match.orders or match.is_over:
        return
    order = _first_to_use(act, table)
    if order is not None:
        deadlines.schedule(
            act.cycle,
            f"match {match.code}: standing order",
            at=act.at,
            rank=Rank.AT_ONCE,
            action=USE,
            args={"match": match.code, "order": order.code},
        )


def _first_to_use(act: ActionContext, table: LoadedMatch) -> StandingOrder | None:
    match = table.match
    rows = list(
        StandingOrder.objects.filter(
            Q(status=OrderStatus.WAITING) | Q(status=OrderStatus.USED, used_turn=match.turn), match=match
        )
        .select_related("entry")
        .order_by("entry__seq")
    )
    had_theirs = {row.player for row in rows if row.status == OrderStatus.USED}
    for row in rows:
        if row.player not in had_theirs and use_of(act, table, row) is not None:
            return row
    return None


def use_of(act: ActionContext, table: LoadedMatch, order: StandingOrder) -> tuple[Move, Answers] | None:
    """Return the move and answers that carry out an order now, or None if it cannot be carried out now.

    Orders are never used before the game's second turn (R110). An order is never used for a sealed move, because its
    content becomes public with its use.
    """
    if table.match.turn < 2:
        return None
    environment = RecordedEnvironment(act, table.hosted)
    what = read_order(table.game, order_content(order))
    use = table.game.order_move(table.rules, table.state, order.player, what, environment)
    return None if use is None or table.game.is_sealed(use[0]) else use


def order_content(order: StandingOrder) -> dict[str, Json]:
    """Return the content of the order. While the order waits, only its owner and the game may see the content."""
    value: dict[str, Json] = order.entry.sealed["order"]["value"]
    return value


def void_waiting_orders(match: Match) -> None:
    """Void all waiting orders of a match that is over."""
    if match.orders:
        StandingOrder.objects.filter(match=match, status=OrderStatus.WAITING).update(status=OrderStatus.VOID)
        match.orders = 0
