"""First steps under a law with packs and battles: buying a pack, opening it, and declaring for a battle."""

from collections.abc import Iterable, Sequence
from itertools import islice

from django.urls import reverse

from exoptosis.law.battles import Battles
from exoptosis.matches.battles import enough_cards
from exoptosis.shop.buy import granted_items, offers, prices_now
from exoptosis.shop.open_pack import is_pack, packs_held
from exoptosis.web.ending import what_a_battle_brings
from nomic.clauses.runtime.amounts import Price, as_price
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.calendar import boundaries, calendar_of, span_at
from nomic.cycles.domain.exceptions import Refused
from nomic.db import Prepared
from nomic.inventory.ledger import balances
from nomic.law.document.sections import Law, pointer
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.web.hooks.first_steps import FirstStep, OwnAct
from nomic.web.templatetags.people import as_id

MAX_LOOKED = 5  # open proposals that are searched for a change of a price

_open = Prepared(
    lambda cycle: (
        Proposal.objects.filter(cycle_id=cycle, status=ProposalStatus.OPEN)
        .order_by("number")
        .values_list("number", "title", "amendments", "ends_at")[:MAX_LOOKED]
    ),
    int,
    for_pages=True,
)


def first_steps(ctx: ReadContext, acts: Sequence[OwnAct]) -> list[FirstStep]:
    """Return the steps of buying a pack and opening it that the visitor can do or has done, and the next battle."""
    return [*_buying(ctx, acts), *_opening(ctx, acts), *_battle(ctx, acts)]


def _buying(ctx: ReadContext, acts: Sequence[OwnAct]) -> Iterable[FirstStep]:
    if not ctx.law.has("shop"):
        return
    packs = packs_sold(ctx.law)
    has_bought = any(act.action == "buy" and act.args.get("offer") in packs for act in acts)
    best = _dearest(ctx, packs)
    if has_bought or best:
        yield FirstStep(
            "Buy a pack",
            "" if has_bought else _what_one_can_pay(ctx, *best),
            _counter(ctx, best[0] if best else ""),
            has_bought,
        )


def _opening(ctx: ReadContext, acts: Sequence[OwnAct]) -> Iterable[FirstStep]:
    if not ctx.law.has("packs"):
        return
    has_opened = any(act.action == "open-pack" for act in acts)
    held = bool(packs_held(ctx))
    best = _dearest(ctx, packs_sold(ctx.law)) if ctx.law.has("shop") else ()
    if has_opened or held or best:
        yield FirstStep(
            "Open your pack",
            "The cards in it are yours.",
            reverse("web:act", args=[ctx.cycle.slug, "open-pack"]) if held else _counter(ctx, best[0] if best else ""),
            has_opened,
        )


def _battle(ctx: ReadContext, acts: Sequence[OwnAct]) -> Iterable[FirstStep]:
    """Yield the step of declaring for a battle, if battles bring something."""
    if ctx.law.has("battles") and ctx.law.section("battles", Battles).rewards:
        yield FirstStep(
            "Declare for battle",
            f"{what_a_battle_brings(ctx.law)} {_when_to_declare(ctx)}",
            reverse("web:act", args=[ctx.cycle.slug, "declare-battle"]),
            any(act.action == "declare-battle" for act in acts),
        )


def _when_to_declare(ctx: ReadContext) -> str:
    """Return until when players can declare for a battle, or from when, and the cards that the visitor lacks."""
    kinds, calendar, ends = (
        ctx.law.section("battles", Battles).declare_in,
        calendar_of(ctx.law),
        ctx.cycle.phase_ends_at,
    )
    try:
        enough_cards(ctx)
        lacks = ""
    except Refused as refused:
        lacks = f" {refused.detail}"
    if ctx.cycle.phase_kind in kinds:
        return f"Declare by {ends:%A %d %B, %H:%M} UTC; the battle begins then.{lacks}"
    begins = islice(boundaries(calendar, ends), len(calendar.phases))
    opens = next((at for at in begins if span_at(calendar, at).kind in kinds), None)
    return f"You can declare from {opens:%A %d %B, %H:%M} UTC.{lacks}" if opens is not None else lacks.strip()


def _counter(ctx: ReadContext, offer: str = "") -> str:
    """Return the address of the shop, at this offer if there is one."""
    address = reverse("exoptosis:croupier", args=[ctx.cycle.slug])
    return f"{address}#offer-{as_id(offer)}" if offer else address


def packs_sold(law: Law) -> dict[str, str]:
    """Return the pack that each offer grants, by the offer's name. Offers without a pack are left out."""
    given = {name: [item for item in granted_items(offer) if is_pack(law, item)] for name, offer in offers(law)}
    return {name: packs[0] for name, packs in given.items() if packs}


def _dearest(ctx: ReadContext, packs: dict[str, str]) -> tuple[str, Price] | tuple[()]:
    """Return the most expensive pack offer that the visitor can pay for and its price, or an empty tuple."""
    held = balances(ctx, ctx.actor.name)
    prices = {name: price for name, price in prices_now(ctx).items() if name in packs}
    paid = {
        name: price
        for name, price in prices.items()
        if not isinstance(price, Refused) and all(held.get(item, 0) >= amount for item, amount in price.items())
    }
    return max(paid.items(), key=lambda pair: (sum(pair[1].values()), pair[0]), default=())


def _what_one_can_pay(ctx: ReadContext, offer: str, price: Price) -> str:
    """Return the visitor's funds and a price as sentences: "You have 20 Vertebrae. The Deck Pack costs 18."."""
    paid = {item: amount for item, amount in price.items() if amount}
    if not paid:
        return f"The {offer} is free."
    held = balances(ctx, ctx.actor.name)
    own = as_price(ctx.law, {item: held.get(item, 0) for item in paid})
    return f"You have {own}. The {offer} costs {as_price(ctx.law, paid)}.{_about_to_change(ctx, offer)}"


def _about_to_change(ctx: ReadContext, offer: str) -> str:
    """Return a sentence on the first open proposal that would change an offer, or "" if none would."""
    place = pointer("shop", "offers", offer)
    for number, title, amendments, ends_at in _open.all(ctx.cycle.pk):
        if any(str(each.get("path", "")).startswith(f"{place}/") for each in amendments):
            at = f"{ends_at:%A %d %B, %H:%M} UTC"
            return f" Proposal {number}, {title}, is about this offer. Its votes are counted on {at}."
    return ""
