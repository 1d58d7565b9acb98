"""The hall's own pages: the Croupier, and the board of Exoptosis."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from exoptosis.events import DuelRequested, PackOpened
from exoptosis.explain.tables import contents_in_words
from exoptosis.law.shop_catalogues import Offer, Shop
from exoptosis.shop.buy import granted_items, in_law, in_words_now, offers, often, prices_now
from exoptosis.shop.open_pack import packs_held
from exoptosis.web import board, board_coach, board_orders
from nomic.clauses.runtime.amounts import Price, is_worked_out
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import Refused
from nomic.inventory.law_section import amount_of_item, items_of
from nomic.inventory.ledger import balances
from nomic.law.document.sections import pointer
from nomic.matches.practice.bot_characters import character_of
from nomic.matches.practice.bot_seats import bots_of
from nomic.web.hooks.boards import Board
from nomic.web.hooks.navigation import NavigationItem, Place
from nomic.web.hooks.quick_actions import ReadyAct
from nomic.web.hooks.redirects import Destination
from nomic.web.page_context import cycle_page, render_page

BOARD = Board(
    template="exoptosis/board.html",
    draw=board.draw,
    places=frozenset({"play", "draw"}),
    confirm={
        "forfeit": "What you have bet stays in the pool, and your hand and deck leave the game. This cannot be undone.",
        "end": "The game ends for all, without a winner, and every bet is returned. This cannot be undone.",
        "agree": "Once everybody still in the game agrees, the game ends without a winner, and every bet is returned.",
        "disagree": "The game goes on.",
    },
    orders=board_orders.orders,
    order_in_words=board_orders.in_words,
    styles=("css/exoptosis-board.css",),
    scripts=("js/exoptosis-board.js",),
    ready=board.ready_moves,
    about=board.about,
    preparing=board_coach.preparing,
    heeds_hint=True,
    no_news=frozenset({"turn", "hand"}),
    many_of_a_kind={
        "destroyed": "{} of your cards are destroyed",
        "original-destroyed": "{} of your originals are destroyed",
        "drew": "you draw {} cards",
        "moved": "{} cards are moved",
        "changed": "{} of your cards change",
        "replaced": "{} of your cards are replaced",
        "made": "you get {} cards",
        "owed": "you owe {} choices",
    },
    shows_hint=True,
    advice=board_coach.advice,
)

CROUPIER = NavigationItem(
    "Croupier", "exoptosis:croupier", lambda law: law.has("shop"), Place.WIDE, also="shop buy store packs prices"
)
AFTER_ACTS = {
    PackOpened: Destination("web:reveal", reveals=True),
    DuelRequested: Destination("web:match", {"code": "match"}),
}


def duels_with_bots(ctx: ReadContext) -> list[ReadyAct]:
    """Return an act for each bot of a practice cycle: a duel with the bot, which accepts at once."""
    if not ctx.cycle.practice:
        return []
    known = [(bot, character_of(bot)) for bot in bots_of(ctx)]
    return [
        ReadyAct(f"Play {bot}", [("players", bot)], each.description if each else "", bot=bot) for bot, each in known
    ]


def _price_seen(ctx: ReadContext, name: str, offer: Offer) -> Price:
    """Return the price of an offer as the page shows it, including items that cost 0 now."""
    found = prices_now(ctx)[name]
    return {} if isinstance(found, Refused) else dict.fromkeys(offer.costs, 0) | found


def _why_not(ctx: ReadContext, offer: str) -> Refused | None:
    """Return why the visitor cannot buy an offer now, or None: no valid price, or a rule forbids it."""
    found = prices_now(ctx)[offer]
    return found if isinstance(found, Refused) else action_named("buy").refusal_of(ctx, {"offer": offer})


def _lacks(ctx: ReadContext, offer: str) -> list[str]:
    """Return the items that the visitor lacks for an offer, as text: "2 of 50 Vertebrae"."""
    price, has = prices_now(ctx)[offer], balances(ctx, ctx.actor.name)
    asked = {} if isinstance(price, Refused) else price
    return [
        f"{has.get(item, 0)} of {amount_of_item(ctx.law, item, amount)}"
        for item, amount in asked.items()
        if has.get(item, 0) < amount
    ]


@require_safe
@cycle_page
def croupier(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the offers with their prices and contents, the visitor's items, and packs that can be opened."""
    law = ctx.law
    if not law.has("shop"):
        raise Http404("This cycle has no shop.")
    name = ctx.actor.name
    held = balances(ctx, name) if name else {}
    items = items_of(law)
    context = {
        "shop": law.section("shop", Shop),
        "offers": [
            {
                "name": offer_name,
                "place": pointer("shop", "offers", offer_name),
                "prices": [
                    (pointer("shop", "offers", offer_name, "costs", item), f"the price of {offer_name} in {plural}")
                    for item, plural in ((item, items[item].plural) for item in offer.costs)
                ],
                "price": in_law(law, offer),
                "price_now": in_words_now(ctx, offer_name, offer) if name and is_worked_out(offer.costs) else "",
                "price_seen": json.dumps(_price_seen(ctx, offer_name, offer)) if name else "",
                "refused": (refused := _why_not(ctx, offer_name) if name else None),
                "often": often(ctx, offer_name, offer) if name and refused is None else 0,
                "lacks": _lacks(ctx, offer_name) if name else [],
                "text": " ".join(items[item].text for item in granted_items(offer) if item in items),
                "contents": contents_in_words(law, offer),
            }
            for offer_name, offer in offers(law)
        ],
        "purse": [
            (items[item], item, held[item])
            for item in sorted(held, key=lambda item: (items[item].place if item in items else 0, item))
            if held[item] and item in items and items[item].kind in ("currency", "token")
        ],
        "packs": sorted(packs_held(ctx).items()) if name else [],
        "refused": action_named("buy").refusal(ctx) if name else None,
    }
    return render_page(request, ctx, "exoptosis/croupier.html", context)
