"""Trades: the public offers, one trade, and the form for its terms."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused
from nomic.inventory.card_views import Face, face_of
from nomic.inventory.law_section import Item, items_of
from nomic.inventory.ledger import balances
from nomic.inventory.models import Card
from nomic.players.models import Player
from nomic.trades.law_section import trades_of, who_in_words
from nomic.trades.lookup import own_open_trades
from nomic.trades.models import Trade, TradeStatus
from nomic.trades.terms.tradables import held_back, items_to_trade, names_of_cards
from nomic.trades.views import ShownTrade, made_lately, on_the_board, trade_views
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.forms.trade import TradeDraft, draft_of, read_draft
from nomic.web.page_context import cycle_page, query_parameter, render_page

OFFERS_A_PAGE = 30
MAX_OWN = 60
MAX_LATELY = 10
MAX_FACES = 120  # cards of one side in the form; more can be found by name


@require_safe
@cycle_page
def trades(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the visitor's own open trades, the offers to anybody, and recent trades."""
    cycle = ctx.cycle
    chosen = {key: query_parameter(request, key) for key in ("gives", "wants")}
    page = Paginator(on_the_board(cycle, **chosen), OFFERS_A_PAGE).get_page(request.GET.get("page"))
    own = list(own_open_trades(ctx).order_by("-number")[:MAX_OWN]) if ctx.actor.name else []
    lately = made_lately(cycle, MAX_LATELY)
    board = list(page)
    every = {
        each.trade.pk: each
        for each in trade_views(cycle, list({trade.pk: trade for trade in [*own, *board, *lately]}.values()))
    }
    context = {
        "section": trades_of(ctx.law),
        "who": who_in_words(ctx.law),
        "own": [every[trade.pk] for trade in own],
        "board": [every[trade.pk] for trade in board],
        "lately": [every[trade.pk] for trade in lately],
        "page": page,
        "chosen": chosen,
        "names": sorted({*items_to_trade(ctx.law), *names_of_cards(ctx.law)}),
    }
    return render_page(request, ctx, "web/trades.html", context)


def trade_or_404(ctx: ReadContext, number: int) -> Trade:
    """Return the trade with that number. Raises Http404 if there is none."""
    found = Trade.objects.filter(cycle=ctx.cycle, number=number).first()
    if found is None:
        raise Http404("There is no such trade.")
    return found


@require_safe
@cycle_page
def trade(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show one trade: the things that each side gives, who has consented, and the visitor's actions."""
    found = trade_or_404(ctx, number)
    name = ctx.actor.name
    may_act = found.is_open and ctx.cycle.is_running and bool(name)
    is_mine = found.is_of(name)
    can_consent = may_act and name not in found.willing and (is_mine or found.is_to_anybody)
    each = trade_views(ctx.cycle, [found])[0]
    reason = action_named("consent-trade").refusal(ctx) if can_consent else None
    context = {
        "each": each,
        "trade": found,
        "is_mine": is_mine,
        "can_consent": can_consent and reason is None,
        "reason": reason,
        "can_take_back": may_act and is_mine and name in found.willing and not found.is_to_anybody,
        "can_counter": may_act and (is_mine or found.is_to_anybody),
        "can_end": may_act and is_mine,
        "choose_from": _to_choose_from(ctx, each) if can_consent else [],
        "answers": Trade.objects.filter(cycle=ctx.cycle, answers=found.code, status=TradeStatus.OPEN).order_by("number")
        if found.is_to_anybody
        else [],
        "answered": Trade.objects.filter(cycle=ctx.cycle, code=found.answers).first() if found.answers else None,
    }
    return render_page(request, ctx, "web/trade.html", context)


def _to_choose_from(ctx: ReadContext, each: ShownTrade) -> list[Face]:
    """Return the visitor's cards to choose from, if the trade wants any card of some name; else empty."""
    name = ctx.actor.name
    lots = each.gives if name == each.trade.maker else each.wants
    wanted = [shown_lot.lot.name for shown_lot in lots if shown_lot.lot.is_any]
    if not wanted:
        return []
    rows = Card.objects.filter(cycle=ctx.cycle, holder=name, species__in=wanted).order_by("species", "made_by")
    free = [card for card in rows[: MAX_FACES * 2] if card.code not in held_back(ctx)]
    return [face_of(ctx.law, card) for card in free[:MAX_FACES]]


# ── the form for terms


@dataclass(frozen=True)
class Side:
    """One side of the form: items with the amounts held and offered, and cards."""

    key: str
    title: str
    items: Sequence[tuple[str, Item, int | None, str]]
    cards: Sequence[tuple[Face, bool]]
    card_count: int


@keeps_what_was_sent
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def offer(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Offer a trade to a player, or to anybody."""
    return _table(request, ctx, None)


@keeps_what_was_sent
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def counter(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Propose other terms for an open trade, or answer an offer to anybody with a counter-offer."""
    found = trade_or_404(ctx, number)
    is_theirs = found.is_of(ctx.actor.name) or found.is_to_anybody
    if request.user.is_authenticated and not (is_theirs and (found.is_open or request.method == "POST")):
        return redirect("web:trade", slug=ctx.cycle.slug, number=number)
    return _table(request, ctx, found)


def _table(request: HttpRequest, ctx: ReadContext, found: Trade | None) -> HttpResponse:
    if request.method != "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    action = action_named("offer-trade" if found is None else "counter-trade")
    if is_stale(request) or not request.user.is_authenticated:
        return render_page(request, ctx, "web/send_again.html", {"action": action}, status=403)
    if not action.is_listed(ctx.law):
        raise Http404("The law of this cycle has no trades.")
    if request.method != "POST":
        draft = _begun(request, ctx, found)
        version = 0 if found is None else found.version
        return _shown(request, ctx, found, draft, action.refusal(ctx), version)
    draft = read_draft(request.POST)
    version = _version(request)
    if "look" in request.POST:  # the visitor only looks at another player's side; nothing is offered yet
        draft.wants_cards = []
        return _shown(request, ctx, found, draft, None, version)
    about = {"to": draft.to or None} if found is None else {"trade": found.code, "version": version}
    try:
        performed = perform_once(ctx, action.name, {**about, **draft.as_args()}, form_key(request))
    except BadArguments as bad:
        draft.errors = [f"{_said_of(error.field)}{error.detail}" for error in bad.errors]
        return _shown(request, ctx, found, draft, None, version, status=422)
    except Refusal as refused:
        return _shown(request, ctx, found, draft, refused, version, status=409 if isinstance(refused, Refused) else 422)
    report_on_next_page(request, performed)
    number = next(event["number"] for event in performed.entry.events if "number" in event)
    return redirect("web:trade", slug=ctx.cycle.slug, number=number)


def _said_of(field: str) -> str:
    """Return the name of the item that an error concerns, as a prefix such as "Coin: ", or ""."""
    side, _, rest = field.partition("/")
    return f"{rest.partition('/')[0]}: " if side in ("gives", "wants") and rest else ""


def _version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _begun(request: HttpRequest, ctx: ReadContext, found: Trade | None) -> TradeDraft:
    if found is not None:
        return draft_of(found, ctx.actor.name)
    card = query_parameter(request, "card")
    return TradeDraft(to=query_parameter(request, "to"), gives_cards=[card] if card else [])


def _shown(
    request: HttpRequest,
    ctx: ReadContext,
    found: Trade | None,
    draft: TradeDraft,
    refused: Refusal | None,
    version: int,
    *,
    status: int = 200,
) -> HttpResponse:
    name = ctx.actor.name
    playing = Player.objects.filter(cycle=ctx.cycle, left_at=None).order_by("name").values_list("name", flat=True)
    others = [each for each in playing if each != name]
    to = draft.to if draft.to in others else ""
    find = {
        key: (request.POST.get(key) or request.GET.get(key, "")).replace("\x00", "")[:60] for key in ("mine", "theirs")
    }
    theirs = f"What {to or 'whoever takes it'} gives"
    context = {
        "trade": found,
        "draft": draft,
        "version": version,
        "is_answer": found is not None and found.is_to_anybody and found.maker != name,
        "to": to,
        "others": others,
        "mine": _side(ctx, "gives", "What you give", name, draft.gives, draft.gives_cards, find["mine"]),
        "theirs": _side(ctx, "wants", theirs, to, draft.wants, draft.wants_cards, find["theirs"]),
        "find": find,
        "card_names": sorted(names_of_cards(ctx.law)),
        "refused": refused,
        "who": who_in_words(ctx.law),
    }
    return render_page(request, ctx, "web/trade_table.html", context, status=status)


def _side(
    ctx: ReadContext, key: str, title: str, name: str, amounts: dict[str, str], codes: Sequence[str], find: str
) -> Side:
    """Return one side of the form. Without a name it is an unknown player's side, which has no cards to choose from."""
    kinds = items_of(ctx.law)
    held = balances(ctx, name) if name else {}
    items = [
        (item, kinds[item], held.get(item, 0) if name else None, amounts.get(item, ""))
        for item in items_to_trade(ctx.law)
        if not name or held.get(item) or amounts.get(item)
    ]
    if not name:
        return Side(key, title, items, [], 0)
    cards = Card.objects.filter(cycle=ctx.cycle, holder=name)
    wanted = Q(species__icontains=find) | Q(code__in=codes) if find else Q()
    rows = list(cards.filter(wanted).order_by("made_by", "code"))
    rows.sort(key=lambda card: card.code not in codes)
    free = [card for card in rows if card.code not in held_back(ctx)][:MAX_FACES]
    faces = [(face_of(ctx.law, card), card.code in codes) for card in free]
    return Side(key, title, items, faces, cards.count())
