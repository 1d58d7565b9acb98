"""Actions for standing orders (R110): give, withdraw and use. An order's content is sealed until it is used."""

from typing import Annotated

from pydantic import Field, StringConstraints

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.journal.reveal_sealed_arguments import unseal
from nomic.cycles.models import Entry
from nomic.db import update
from nomic.matches.contract.game import IllegalMove
from nomic.matches.contract.moves import read_order
from nomic.matches.events import StandingOrderGiven, StandingOrderUsed, StandingOrderWithdrawn
from nomic.matches.hosting.lifecycle import find_match, require_going_on, require_seated
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.moves import due_orders
from nomic.matches.hosting.moves.actions import GameJson, MatchCode
from nomic.matches.hosting.moves.automatic_moves import move_for
from nomic.matches.hosting.moves.preconditions import (
    has_order_waiting,
    order_choices,
    ordering_choices,
    sits_where_orders_are,
)
from nomic.matches.models import Match, OrderStatus, StandingOrder, StepKind
from nomic.players.lookup import is_player, player_of

RULE = "Standing orders (R110)"
MAX_WAITING = 20  # per player and match

OrderCode = Annotated[str, StringConstraints(pattern=r"^[0-9a-z]{1,12}$", max_length=12), Field(examples=["7k2m9qx4"])]


class OrderBody(Args):
    """The content of a standing order, as the game defines it. Until the order is used, only its owner sees it."""

    order: GameJson


class GiveOrderArgs(OrderBody):
    """A standing order, and its match."""

    match: MatchCode


class WithdrawOrderArgs(Args):
    """The standing order to withdraw, which must be the actor's own."""

    match: MatchCode
    order: OrderCode


class UseOrderArgs(Args):
    """The match, and the order whose moment has come."""

    match: MatchCode
    order: OrderCode


def give_order(act: ActionContext, args: GiveOrderArgs) -> None:
    """Give a standing order (R110)."""
    match = find_match(act, args.match)
    require_going_on(match)
    player, table = player_of(act).name, loaded_match(act, match)
    require_seated(table, player)
    waiting = StandingOrder.objects.filter(match=match, player=player, status=OrderStatus.WAITING).count()
    if waiting >= MAX_WAITING:
        raise Refused(
            "too-many-orders", f"You have {MAX_WAITING} waiting orders in this match. Withdraw one first.", RULE
        )
    try:
        table.game.check_order(table.rules, table.state, player, read_order(table.game, args.order))
    except IllegalMove as illegal:
        raise Refused(illegal.code, illegal.detail, illegal.rule or RULE) from None
    act.commit_secret("order", args.order)
    code = act.code("order")
    act.message(f"{player} places a standing order in {match.title}.")
    act.emit(StandingOrderGiven(match=match.code, order=code, player=player))
    match.orders += 1
    update(match, ("orders",))

    def write(entry: Entry) -> None:
        StandingOrder.objects.create(match=match, player=player, code=code, entry=entry)
        # The order exists only from here on. Its time may have come already.
        due_orders.expect_use(act, table)

    act.when_saved(write)


def withdraw_order(act: ActionContext, args: WithdrawOrderArgs) -> None:
    """Withdraw a standing order, at any time before its use (R110)."""
    match = find_match(act, args.match)
    player = player_of(act).name
    order = StandingOrder.objects.filter(match=match, player=player, code=args.order).first()
    if order is None:
        raise BadArguments.on("order", f"you have no order {args.order!r} in this match")
    if order.status != OrderStatus.WAITING:
        raise Refused("not-waiting", "This order was used or withdrawn already.", RULE)
    _finish(match, order, OrderStatus.WITHDRAWN)
    act.message(f"{player} withdraws a standing order in {match.title}.")
    act.emit(StandingOrderWithdrawn(match=match.code, order=order.code, player=player))


def use_order(act: ActionContext, args: UseOrderArgs) -> None:
    """Use a due standing order (R110): reveal it, then make its move as if the player had made it."""
    match = find_match(act, args.match)
    table = loaded_match(act, match)
    order = StandingOrder.objects.select_related("entry").get(match=match, code=args.order)
    use = None if match.is_over or order.status != OrderStatus.WAITING else due_orders.use_of(act, table, order)
    if use is None:
        act.message(f"{order.player}'s standing order in {match.title} has nothing left to do.")
        return
    unseal(act, [order.entry])
    order.used_turn = match.turn
    _finish(match, order, OrderStatus.USED)
    act.message(f"{order.player}'s standing order is used.")
    act.emit(StandingOrderUsed(match=match.code, order=order.code, player=order.player))
    trouble = move_for(act, match, order.player, *use, kind=StepKind.ORDER)
    if trouble:  # nothing has changed in the match; a deadline cannot be refused
        _finish(match, order, OrderStatus.VOID)
        act.message(f"It cannot be carried out: {trouble}")
        due_orders.expect_use(act, table)


def _finish(match: Match, order: StandingOrder, status: OrderStatus) -> None:
    """Store the status of an order that no longer waits."""
    if order.status == OrderStatus.WAITING:
        match.orders -= 1
        update(match, ("orders",))
    order.status = status
    order.save(update_fields=["status", "used_turn"])


ACTIONS = (
    Action(
        name="give-standing-order",
        channel="games",
        title="Place a standing order",
        summary_phrases=("a standing order placed", "{count} standing orders left"),
        summary="Say what you will do in a match when a condition is met. Nobody else sees it until then.",
        rule=RULE,
        args=GiveOrderArgs,
        run=give_order,
        preconditions=(is_player, sits_where_orders_are),
        choices=ordering_choices,
        is_act=False,
    ),
    Action(
        name="withdraw-standing-order",
        channel="games",
        title="Withdraw a standing order",
        summary_phrases=("a standing order withdrawn", "{count} standing orders withdrawn"),
        summary="Withdraw a waiting standing order.",
        rule=RULE,
        args=WithdrawOrderArgs,
        run=withdraw_order,
        preconditions=(is_player, has_order_waiting),
        choices=order_choices,
        is_act=False,
    ),
    Action(
        name=due_orders.USE,
        channel="system",
        title="A standing order is used",
        summary_phrases=("a standing order used", "{count} standing orders used"),
        summary="The condition of a standing order is met.",
        rule=RULE,
        args=UseOrderArgs,
        run=use_order,
    ),
)
