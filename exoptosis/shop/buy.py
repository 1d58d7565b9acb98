"""Buying from the Croupier."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from exoptosis.events import Bought
from exoptosis.law.cards import Name
from exoptosis.law.catalogues import Offer, Shop
from nomic.clauses.runtime.pending_questions import entry_at
from nomic.clauses.runtime.questions import AskingArgs, WithTheAct
from nomic.clauses.runtime.run import do_in_hall, require_change
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.actions.registry import Action, Bounds, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.effects.language import scopes
from nomic.effects.language.operations.items import Grant
from nomic.effects.language.parser import read_effect
from nomic.effects.language.walk import walk
from nomic.inventory.law_section import named
from nomic.inventory.ledger import balances, ledger_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import is_player, player_of

RULE = RuleRef("/shop", "The Croupier")
MAX_AT_ONCE = 100


class BuyArgs(AskingArgs):
    """The offer to take, and the number of times."""

    offer: Name
    count: Annotated[int, Field(ge=1, le=MAX_AT_ONCE)] = 1


def offers(law: Law) -> list[tuple[str, Offer]]:
    """Return the offers with their names, in the law's order."""
    return sorted(law.section("shop", Shop).offers.items(), key=lambda pair: (pair[1].place, pair[0]))


def granted_items(offer: Offer) -> list[str]:
    """Return the items that an offer gives, each once."""
    grants = (node for _, node in walk(read_effect(offer.gives, scopes.HALL)) if isinstance(node, Grant))
    return list(dict.fromkeys(str(item) for node in grants for item in node.grant.possible_names({})))


def can_pay(moment: Moment, offer: Offer, count: int = 1) -> bool:
    """Return whether the actor can pay for the offer `count` times."""
    has = balances(moment, moment.actor.name)
    return all(has.get(item, 0) >= amount * count for item, amount in offer.costs.items())


def price(law: Law, offer: Offer, count: int = 1) -> str:
    """Describe the cost of an offer taken `count` times."""
    costs = sorted(offer.costs.items())
    return " and ".join(named(law, item, amount * count) for item, amount in costs) or "nothing"


def _has(moment: Moment, offer: Offer) -> str:
    """Describe the actor's amounts of the items that an offer costs."""
    has = balances(moment, moment.actor.name)
    return " and ".join(named(moment.law, item, has.get(item, 0)) for item in sorted(offer.costs))


def can_buy(moment: Moment) -> None:
    """Precondition: the actor can pay for at least one offer."""
    if not any(can_pay(moment, offer) for _, offer in offers(moment.law)):
        raise Refused("cannot-pay", "You cannot pay for anything the Croupier sells.", RULE)


def buy(act: Act, args: BuyArgs) -> None:
    """Revoke the cost and run the offer's effect, `count` times.

    An offer that would have no effect is not sold.
    """
    player = player_of(act)
    offer = act.law.section("shop", Shop).offers.get(args.offer)
    if offer is None:
        raise BadArguments.on("offer", f"the Croupier does not sell {args.offer!r}")
    if not can_pay(act, offer, args.count):
        raise Refused(
            "cannot-pay",
            f"{args.count} × {args.offer} would cost {price(act.law, offer, args.count)}, and you have "
            f"{_has(act, offer)}.",
            RULE,
        )
    ledger_of(act).pay(player.name, {item: amount * args.count for item, amount in offer.costs.items()})
    effect = act.law.once(("offer", args.offer), lambda: read_effect(offer.gives, scopes.HALL))
    me = player.name
    origin, answering = (
        entry_at(act.law, pointer("shop", "offers", args.offer), args.offer),
        WithTheAct(act, me, args.answers),
    )
    hall = do_in_hall(act, origin, effect, {"me": (me,)}, me, answering, times=args.count)
    answering.check_all_used()
    require_change(act, hall, args.offer, RULE)
    paid = price(act.law, offer, args.count)
    act.message(f"{player.name} buys {hall.gained(player.name) or 'nothing'} for {paid}.")
    for sentence in hall.told_besides():
        act.message(sentence)
    act.tell_rules(gained={item: n for (holder, item), n in hall.granted.items() if holder == player.name})
    act.emit(Bought(player=player.name, offer=args.offer, count=args.count))


def choices(moment: Moment) -> Choices:
    return {
        "offer": [
            Choice(name, f"{name} ({price(moment.law, offer)})")
            for name, offer in offers(moment.law)
            if can_pay(moment, offer)
        ]
    }


def bounds(moment: Moment) -> Mapping[str, Bounds]:
    """Return the bounds of the count, by the offer that the actor can pay for most often."""
    has = balances(moment, moment.actor.name)
    often = [
        min((has.get(item, 0) // amount for item, amount in offer.costs.items() if amount), default=MAX_AT_ONCE)
        for _, offer in offers(moment.law)
    ]
    return {"count": Bounds(1, min(MAX_AT_ONCE, max(often, default=1)))}


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
        bounds=bounds,
        tells={"paid": "amounts", "gained": "amounts"},
        section="shop",
        asks=True,
    ),
)
