"""Amounts that are evaluated when somebody acts: prices and limits, which may be expressions."""

from collections.abc import Iterator, Mapping

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.runtime.world.read_only_world import BY_ZERO
from nomic.clauses.runtime.world.world_for_law import hall_apart, hall_seen
from nomic.clauses.schema.clause_models import MAX_TIMES, AmountJson, Limit, ValueClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.work_budget import WorkBudget
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Expression, Scope, text_of
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.values import Ref, as_members, as_number
from nomic.effects.language.operations.values import PlayersIn, ValueOf
from nomic.effects.language.parser import read_number
from nomic.effects.language.world import Names, Value
from nomic.effects.prose.describe import number_in_words
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.law_section import MAX_COUNT, amount_of_item, wording_of
from nomic.inventory.ledger import balances
from nomic.law.document.sections import Law

Costs = Mapping[str, AmountJson]
Price = dict[str, int]


def expression_of(law: Law, raw: AmountJson, scope: Scope) -> Expression[Value]:
    """Return a parsed amount. The result is cached per law."""
    return law.once(("amount", text_of(raw), tuple(sorted(scope))), lambda: read_number(raw, scope))


def amount_now(ctx: ReadContext, raw: AmountJson, names: Names, scope: Scope, most: int = MAX_COUNT) -> int:
    """Return the current value of an amount for the player `$me`, clamped to 0 to `most`.

    Raises Refused if the evaluation takes too many steps.
    """
    if isinstance(raw, int):
        return raw
    me = str(next(iter(as_members(names["me"])), ""))
    try:
        found = expression_of(ctx.law, raw, scope).value(hall_seen(ctx).run(me, ""), dict(names))
    except TooLong:
        raise Refused(
            "too-long", "Working out the amount takes too long. Ask an admin to look at the rule.", "Clauses"
        ) from None
    return max(0, min(as_number(found), most))


def number_within(ctx: ReadContext, raw: AmountJson, names: Names, scope: Scope, least: int, most: int) -> int:
    """Return the current value of a number of the law, such as hours or a limit, clamped to `least` and `most`.

    A constant is returned unchanged. The evaluation has a step budget of its own. If the budget is exceeded, the result
    is `most`, so that the caller does not fail.
    """
    if isinstance(raw, int):
        return raw
    me = str(next(iter(as_members(names["me"])), ""))
    try:
        found = expression_of(ctx.law, raw, scope).value(hall_apart(ctx).run(me, ""), dict(names))
    except TooLong:
        return most
    return max(least, min(as_number(found), most))


def price_now(
    ctx: ReadContext,
    costs: Costs,
    names: Names,
    scope: Scope,
    rule: str = "Clauses",
    *,
    what: str = "What this costs",
    work: WorkBudget | None = None,
) -> Price:
    """Return the current price: amounts by item in alphabetical order, without items that cost nothing.

    All amounts are evaluated before anything is paid. Raises Refused if an amount cannot be used, because it is below 0
    or above `MAX_COUNT`, divides by 0, or depends on a player who does not exist. `what` is the subject of that
    message. The steps are charged to `work`, by default to the act's budget.
    """
    price: Price = {}
    for item, raw in sorted(costs.items()):
        try:
            price[item] = _cost_now(ctx, item, raw, names, scope, work)
        except NoPriceError as why:
            raise Refused("no-price", f"{what} cannot be worked out now: {why}.", rule) from None
    return {item: amount for item, amount in price.items() if amount}


class NoPriceError(Exception):
    """Raised if an amount of a price cannot be evaluated. The message gives the reason."""


def _cost_now(ctx: ReadContext, item: str, raw: AmountJson, names: Names, scope: Scope, work: WorkBudget | None) -> int:
    if isinstance(raw, int):
        return raw
    expression, hall = expression_of(ctx.law, raw, scope), hall_seen(ctx)
    if work is not None:
        hall.work = work
    run = hall.run(str(next(iter(as_members(names["me"])), "")), "")
    try:
        amount = as_number(expression.value(run, dict(names)))
        is_of_nobody = any(not each.value(run, dict(names)) for each in _single_players(ctx.law, expression, scope))
    except TooLong:
        raise NoPriceError("that takes too long") from None
    if BY_ZERO in hall.remarks:
        raise NoPriceError("something in it would be divided by 0")
    if is_of_nobody:
        raise NoPriceError("it depends on a player, and there is no such player")
    if not 0 <= amount <= MAX_COUNT:
        raise NoPriceError(
            f"it would be {amount_of_item(ctx.law, item, amount)}, but a price has to be 0 to {MAX_COUNT}"
        )
    return amount


def _single_players(law: Law, expression: Expression[Value], scope: Scope) -> Iterator[Expression[Value]]:
    """Yield the parts of an amount that denote a single player, such as the holder of an office."""
    values = clauses_of(law).values
    for _, node in walk(expression):
        if isinstance(node, Stock | ValueOf) and node.scope.keys() <= scope.keys():
            for whose in (node.of, getattr(node, "for_", None)):
                if isinstance(whose, PlayersIn) and _is_of_one(values.get(whose.players_in)):
                    yield whose


def _is_of_one(kept: Placed[ValueClause] | None) -> bool:
    return kept is not None and not kept.clause.several


def is_worked_out(costs: Costs) -> bool:
    """Return whether any amount of a price is an expression."""
    return not all(isinstance(amount, int) for amount in costs.values())


def as_price(law: Law, price: Mapping[str, int]) -> str:
    """Return a price as text: "1 Chip and 4 Vertebrae", or "nothing"."""
    return " and ".join(amount_of_item(law, item, amount) for item, amount in sorted(price.items())) or "nothing"


def known_before(law: Law, costs: Costs, scope: Scope) -> Costs:
    """Return the part of a price that does not depend on the action's arguments."""
    return {item: raw for item, raw in costs.items() if isinstance(raw, int) or not _is_of_said(law, raw, scope)}


def _is_of_said(law: Law, raw: AmountJson, scope: Scope) -> bool:
    nodes = walk(expression_of(law, raw, scope))
    said = scope.keys() - scopes.WHO_ACTS.keys()
    return any(isinstance(node, Ref) and node.name in said for _, node in nodes)


def check_can_pay(ctx: ReadContext, price: Price, rule: str, what: str = "This") -> None:
    """Raise Refused if the price has risen above the one shown to the actor, or if they have too little of an item.

    `rule` is the refusing rule, and `what` the subject of the message.
    """
    check_price_seen(ctx, price, rule)
    has = balances(ctx, ctx.actor.name) if price else {}
    for item, amount in price.items():
        if has.get(item, 0) < amount:
            raise Refused(
                "cannot-pay",
                f"{what} costs {amount_of_item(ctx.law, item, amount)}, and you have {has.get(item, 0)}.",
                rule,
            )


def check_price_seen(ctx: ReadContext, price: Price, rule: str) -> None:
    """Raise Refused if the price has risen above the one shown to the actor."""
    if any(amount > ctx.price_seen.get(item, amount) for item, amount in price.items()):
        raise Refused("price-risen", f"The price has risen to {as_price(ctx.law, price)}. You have paid nothing.", rule)


def price_shown(ctx: ReadContext, costs: Costs, scope: Scope) -> Price:
    """Return the part of the price that does not depend on the arguments, including items whose current price is 0.

    The result is empty for visitors, and if the price cannot be evaluated now.
    """
    known = known_before(ctx.law, costs, scope)
    if not ctx.actor.name:
        return {}
    try:
        return dict.fromkeys(known, 0) | price_now(ctx, known, {"me": (ctx.actor.name,)}, scope)
    except Refused:
        return {}


def in_words_now(ctx: ReadContext, costs: Costs, limit: Limit | None, scope: Scope) -> str:
    """Return the current amounts of a computed price and limit as text: "now 4 Vertebrae, 2 times a phase".

    Constant amounts are left out.
    """
    me: Names = {"me": (ctx.actor.name,)}
    worked_out = {item: raw for item, raw in costs.items() if not isinstance(raw, int)}
    price = price_now(ctx, known_before(ctx.law, worked_out, scope), me, scope)
    amounts = [amount_of_item(ctx.law, item, amount) for item, amount in price.items()]
    if worked_out and not price and not costs.keys() - worked_out.keys():
        amounts = ["free"]
    if limit is not None and not isinstance(limit.times, int):
        amounts.append(f"{times_now(ctx, limit)} times a {limit.per}")
    return f"now {' and '.join(amounts)}" if amounts else ""


def times_now(ctx: ReadContext, limit: Limit) -> int:
    """Return how many times an action is allowed per limit period, from 0 to `MAX_TIMES`."""
    return amount_now(ctx, limit.times, {"me": (ctx.actor.name,)}, scopes.WHO_ACTS, MAX_TIMES)


def why_so_often(law: Law, limit: Limit) -> str:
    """Return the formula of a computed limit in brackets, " (your Lamps lit)", or "" for a constant."""
    if isinstance(limit.times, int):
        return ""
    return f" ({number_in_words(expression_of(law, limit.times, scopes.WHO_ACTS), wording_of(law))})"
