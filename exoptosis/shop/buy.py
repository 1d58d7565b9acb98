"""Buying from the Croupier."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from exoptosis.events import Bought
from exoptosis.law.cards import Name
from exoptosis.law.shop_catalogues import Offer, Shop
from nomic.clauses.runtime.amounts import Price, as_price, check_price_seen, is_worked_out, price_now
from nomic.clauses.runtime.answer_sources import AskingArgs, WithTheAct
from nomic.clauses.runtime.derived_events import names_asked_at
from nomic.clauses.runtime.pending_questions import entry_at
from nomic.clauses.runtime.run_effects import do_in_hall, require_change
from nomic.clauses.views.sentence_parts import prices
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.reference_types import Refers
from nomic.cycles.actions.registry import Action, ArgumentBounds, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.work_budget import WorkBudget, separate_budget
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.operations.items import Grant
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import Names
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.ledger import balances, ledger_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import is_player, player_of

RULE = RuleRef("/shop", "The Croupier")
MAX_AT_ONCE = 100


class BuyArgs(AskingArgs):
    """The offer to buy, and how often."""

    offer: Annotated[Name, Refers(lambda ctx, field, given: _sold(ctx, given)[0])]
    count: Annotated[int, Field(ge=1, le=MAX_AT_ONCE)] = 1


def offers(law: Law) -> list[tuple[str, Offer]]:
    """Return the offers with their names, in the law's order."""
    return sorted(law.section("shop", Shop).offers.items(), key=lambda pair: (pair[1].place, pair[0]))


def granted_items(offer: Offer) -> list[str]:
    """Return the distinct items that an offer grants."""
    grants = (node for _, node in walk(read_effect(offer.gives, scopes.HALL)) if isinstance(node, Grant))
    return list(dict.fromkeys(str(item) for node in grants for item in node.grant.possible_names({})))


def price_of(ctx: ReadContext, name: str, offer: Offer, count: int = 1) -> Price:
    """Return the price that the actor pays now for buying the offer `name` `count` times.

    Raises Refused if the price cannot be evaluated. A computed price is refused for several purchases at once, because
    each purchase, and rules triggered by it, can change the price.
    """
    if count > 1 and is_worked_out(offer.costs):
        raise Refused(
            "one-at-a-time",
            f"{name} is sold one at a time, because each purchase can change its price. Buy one, then look again.",
            RULE,
        )
    return _price(ctx, name, offer, count)


def _price(ctx: ReadContext, name: str, offer: Offer, count: int = 1, work: WorkBudget | None = None) -> Price:
    me: Names = {"me": (ctx.actor.name,)}
    price = price_now(ctx, offer.costs, me, scopes.WHO_ACTS, RULE, what=f"The price of {name}", work=work)
    return {item: amount * count for item, amount in price.items()}


def prices_now(ctx: ReadContext) -> Mapping[str, Price | Refused]:
    """Return, by offer, the price of one for the actor now, or the refusal if it cannot be evaluated.

    All prices share a step budget of their own, so that displaying them costs the act nothing.
    """
    return ctx.recall("prices of the shop", lambda: _prices_now(ctx))


def _prices_now(ctx: ReadContext) -> dict[str, Price | Refused]:
    work, found = separate_budget(ctx), dict[str, Price | Refused]()
    for name, offer in offers(ctx.law):
        try:
            found[name] = _price(ctx, name, offer, 1, work)
        except Refused as refused:
            found[name] = refused
    return found


def often(ctx: ReadContext, name: str, offer: Offer) -> int:
    """Return how many times the actor can buy an offer in one act now."""
    price = prices_now(ctx)[name]
    if isinstance(price, Refused):
        return 0
    has = balances(ctx, ctx.actor.name)
    most = min((has.get(item, 0) // amount for item, amount in price.items()), default=MAX_AT_ONCE)
    return min(most, 1 if is_worked_out(offer.costs) else MAX_AT_ONCE)


def in_law(law: Law, offer: Offer) -> str:
    """Return the price of an offer in the law as text: "12 Vertebrae", "Vertebrae equal to 1 + Chips sold"."""
    said = " and ".join(prices(law, offer.costs)) or "nothing"
    return f"{said} (sold one at a time)" if is_worked_out(offer.costs) else said


def in_words_now(ctx: ReadContext, name: str, offer: Offer) -> str:
    """Return the price of an offer for the actor as text: "12 Vertebrae", or "now 4 Vertebrae" if it is computed."""
    price = prices_now(ctx)[name]
    now = "now " if is_worked_out(offer.costs) else ""
    return "no price now" if isinstance(price, Refused) else f"{now}{as_price(ctx.law, price)}"


def _has(ctx: ReadContext, offer: Offer) -> str:
    """Return, as text, how many the actor has of the items that an offer costs."""
    has = balances(ctx, ctx.actor.name)
    return " and ".join(amount_of_item(ctx.law, item, has.get(item, 0)) for item in sorted(offer.costs))


def can_buy(ctx: ReadContext) -> None:
    """Precondition: raises Refused unless the actor can pay for at least one offer."""
    if not any(often(ctx, name, offer) for name, offer in offers(ctx.law)):
        detail = f"You cannot afford anything in the shop.{_cheapest(ctx)}"
        raise Refused("cannot-pay", detail, RULE)


def _cheapest(ctx: ReadContext) -> str:
    """Return a sentence about the offer for which the actor lacks least, or "" if none has a price now."""
    has = balances(ctx, ctx.actor.name)
    lacks = {
        name: {item: amount - has.get(item, 0) for item, amount in price.items() if amount > has.get(item, 0)}
        for name, price in prices_now(ctx).items()
        if not isinstance(price, Refused)
    }
    name = min(lacks, key=lambda each: sum(lacks[each].values()), default=None)
    if name is None:
        return ""
    offer = ctx.law.section("shop", Shop).offers[name]
    return f" {name} costs {in_words_now(ctx, name, offer)}: you have {_has(ctx, offer)}."


def _sold(ctx: ReadContext, name: str) -> tuple[str, Offer]:
    """Return an offer with its name. Raises BadArguments if the Croupier does not sell it."""
    offer = ctx.law.section("shop", Shop).offers.get(name)
    if offer is None:
        raise BadArguments.on("offer", f"the Croupier does not sell {name!r}")
    return name, offer


def buy(act: ActionContext, args: BuyArgs) -> None:
    """Pay for an offer and run its effect, `count` times.

    Raises Refused if the offer would have no effect, or for several purchases at once at a computed price.
    """
    player = player_of(act)
    _, offer = _sold(act, args.offer)
    price, has = price_of(act, args.offer, offer, args.count), balances(act, player.name)
    check_price_seen(act, price, RULE)
    if any(has.get(item, 0) < amount for item, amount in price.items()):
        raise Refused(
            "cannot-pay",
            f"{args.count} × {args.offer} would cost {as_price(act.law, price)}, and you have {_has(act, offer)}.",
            RULE,
        )
    ledger_of(act).pay(player.name, price)
    effect = act.law.once(("offer", args.offer), lambda: read_effect(offer.gives, scopes.HALL))
    me = player.name
    origin, answering = (
        entry_at(act.law, pointer("shop", "offers", args.offer), args.offer),
        WithTheAct(act, me, args.answers),
    )
    hall = do_in_hall(act, origin, effect, {"me": (me,)}, me, answering, times=args.count)
    answering.check_all_used()
    require_change(act, hall, args.offer, RULE)
    paid = as_price(act.law, price)
    act.message(f"{player.name} buys {hall.gained(player.name) or 'nothing'} for {paid}.")
    for sentence in hall.results_besides_items():
        act.message(sentence)
    gained = hall.granted_to(player.name)
    act.add_facts(gained=gained)
    asked = names_asked_at(act.law, Bought.kind())
    facts = {name: items for name, items in (("paid", price), ("gained", gained)) if name in asked}
    act.emit(Bought(player=player.name, offer=args.offer, count=args.count, **facts))


def choices(ctx: ReadContext) -> Choices:
    return {
        "offer": [
            Choice(name, f"{name} ({in_words_now(ctx, name, offer)})", price)
            for name, offer in offers(ctx.law)
            if often(ctx, name, offer) and not isinstance(price := prices_now(ctx)[name], Refused)
        ]
    }


def every_choice(ctx: ReadContext) -> Choices:
    """Return all offers of the law, whether or not anybody can pay for them."""
    return {"offer": [Choice(name, f"{name} ({in_law(ctx.law, offer)})") for name, offer in offers(ctx.law)]}


def bounds(ctx: ReadContext) -> Mapping[str, ArgumentBounds]:
    """Return the bounds of the argument `count`: from 1 to the number of times that some offer can be bought."""
    most = max((often(ctx, name, offer) for name, offer in offers(ctx.law)), default=1)
    return {"count": ArgumentBounds(1, max(most, 1))}


def now(ctx: ReadContext) -> str:
    """Return the current values of computed prices as text: "now Chip: 4 Vertebrae". Empty for visitors."""
    if not ctx.actor.name:
        return ""
    found = [(name, prices_now(ctx)[name]) for name, offer in offers(ctx.law) if is_worked_out(offer.costs)]
    prices = [f"{name}: {as_price(ctx.law, price)}" for name, price in found if not isinstance(price, Refused)]
    return f"now {', '.join(prices)}" if prices else ""


ACTIONS = (
    Action(
        name="buy",
        channel="game-actions",
        title="Buy from the Croupier",
        summary_phrases=("{offer} bought", "{count} purchases of {offer}"),
        summary="Pay the price of an offer and gain it.",
        rule=RULE,
        args=BuyArgs,
        run=buy,
        preconditions=(is_player, can_buy),
        choices=choices,
        every_choice=every_choice,
        bounds=bounds,
        now=now,
        facts={"paid": "amounts", "gained": "amounts"},
        section="shop",
        asks=True,
    ),
)
