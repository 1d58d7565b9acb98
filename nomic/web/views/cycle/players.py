"""Players and their inventories."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from nomic.charts.standings_by_phase import PhasesChart
from nomic.clauses.standing.history import history_of
from nomic.clauses.standing.standings_cache import standings_now
from nomic.clauses.views.deferred import later_of_player
from nomic.clauses.views.values import beside_names, noteworthy, values_of_players
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, actions_of
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry, Joining
from nomic.inventory.card_views import Face, face_of
from nomic.inventory.law_section import Item, items_of
from nomic.inventory.models import Balance, Card
from nomic.office.csv_download import MAX_ROWS, table_file, wants_table, zone_of
from nomic.players.membership.who_may_join import ask_to_join, withdraw
from nomic.players.models import Player
from nomic.web.page_context import asked, cycle_page, render_page
from nomic.web.views.cycle.standings import chart_of

PLAYERS_A_PAGE = 50
CARDS_A_PAGE = 120
LATELY = 10
PLAYER = "player"  # the field of a correction that names whose things change
OPPONENTS = ("players", "opponents")  # fields of actions that name whom one wants to play
SORTS = ("value", "name", "suit", "colour", "newest")


@require_POST
@cycle_page
def sign_up(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Sign up for a game that has not begun, ask to be let in, or withdraw the request. Visitors must log in first."""
    hall = reverse("web:hall", args=[ctx.cycle.slug])
    if not request.user.is_authenticated:
        return redirect_to_login(hall)
    try:
        if request.POST.get("do") == "withdraw":
            withdraw(ctx)
            messages.success(request, "You are no longer signed up.")
        else:
            ask_to_join(ctx)
            messages.success(request, _asked(ctx.cycle))
    except Refused as refused:
        messages.error(request, refused.detail)
    return redirect(hall)


def _asked(cycle: Cycle) -> str:
    if cycle.joining == Joining.APPROVED:
        return "You asked to join. You play as soon as a keeper lets you in."
    return "You are signed up, and will be joined when the game begins."


@require_safe
@cycle_page
def players(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the current players, with their state and balances."""
    cycle = ctx.cycle
    if wants_table(request):
        return _as_table(request, ctx)
    playing = Player.objects.filter(cycle=cycle, left_at=None).select_related("person").order_by("name")
    page = Paginator(playing, PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    names = [player.name for player in page]
    held: dict[str, dict[str, int]] = defaultdict(dict)
    for row in Balance.objects.filter(cycle=cycle, holder__in=names, amount__gt=0):
        held[row.holder][row.item] = row.amount
    cards = dict(
        Card.objects.filter(cycle=cycle, holder__in=names).order_by().values_list("holder").annotate(count=Count("pk"))
    )
    items = items_of(ctx.law)
    owned = {item for amounts in held.values() for item in amounts}
    columns = [
        name
        for name in sorted(items, key=lambda name: (items[name].place, name))
        if items[name].kind != "trait" and name in owned
    ]
    beside = beside_names(cycle, names)
    context = {
        "page": page,
        "columns": [(name, items[name]) for name in columns],
        "rows": [
            {
                "player": player,
                "beside": beside[player.name],
                "inactive": player.is_inactive(cycle.phase),
                "amounts": [(items[name], held[player.name].get(name, 0)) for name in columns],
                "cards": cards.get(player.name, 0),
            }
            for player in page
        ],
        "gone": Player.objects.filter(cycle=cycle, left_at__isnull=False).order_by("name")[:PLAYERS_A_PAGE],
    }
    return render_page(request, ctx, "web/players.html", context)


def _as_table(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Return everybody who ever joined as CSV, with what they have."""
    cycle, zone = ctx.cycle, zone_of(request)
    everybody = list(Player.objects.filter(cycle=cycle).select_related("person").order_by("name")[:MAX_ROWS])
    items = [name for name, item in sorted(items_of(ctx.law).items()) if item.kind != "trait"]
    held: dict[str, dict[str, int]] = defaultdict(dict)
    for holder, item, amount in Balance.objects.filter(cycle=cycle).values_list("holder", "item", "amount"):
        held[holder][item] = amount
    cards = Counter(Card.objects.filter(cycle=cycle).exclude(holder="").values_list("holder", flat=True))
    head = ["Player", "Standing", f"Joined ({zone})", f"Left ({zone})", *items, "Cards"]
    rows = (
        [
            *(each.name, _standing(each), each.joined_at, each.left_at),
            *(held[each.name].get(item, 0) for item in items),
            cards[each.name],
        ]
        for each in everybody
    )
    return table_file(f"{cycle.slug}-players", head, rows, zone)


def _standing(row: Player) -> str:
    if not row.is_playing:
        return "left"
    closed = ", account closed" if row.person is not None and row.person.closed_at is not None else ""
    return f"{'reputable' if row.is_reputable else 'not yet reputable'}{closed}"


@require_safe
@cycle_page
def player(request: HttpRequest, ctx: ReadContext, name: str) -> HttpResponse:
    """Show one player: state, inventory, filtered cards, and latest acts."""
    cycle = ctx.cycle
    shown = Player.objects.filter(cycle=cycle, name=name).select_related("person").first()
    if shown is None:
        raise Http404("Nobody of that name has played in this cycle.")
    cards = list(Card.objects.filter(cycle=cycle, holder=shown.name))
    faces = [face_of(ctx.law, card) for card in cards]
    chosen = {key: asked(request, key) for key in ("suit", "colour", "type", "modifier", "q", "sort")}
    found = sorted_faces([face for face in faces if passes_filters(face, chosen)], chosen["sort"])
    context = {
        "player": shown,
        "is_me": shown.name == ctx.actor.name,
        "merged_into": shown.person if shown.person is not None and shown.person.username != shown.name else None,
        "inactive": shown.is_inactive(cycle.phase),
        "there_are_gifts": any(action.name == "gift" for action in actions_of(ctx)),
        "there_are_trades": ctx.law.has("trades"),
        "balances": _balances(ctx, shown.name),
        "values": noteworthy(values_of_players(cycle, [shown.name], ctx.actor.name)[shown.name])
        if shown.is_playing
        else [],
        "beside": beside_names(cycle, [shown.name])[shown.name] if shown.is_playing else [],
        "later": later_of_player(cycle, shown.name),
        "card_count": len(faces),
        "card_acts": acts_on_cards(ctx) if shown.name == ctx.actor.name else [],
        "page": Paginator(found, CARDS_A_PAGE).get_page(request.GET.get("page")),
        "facets": [(key, label, sorted(names), chosen[key]) for key, label, names in _facets(faces) if names],
        "chosen": chosen,
        "sorts": SORTS,
        "challenges": challenges(ctx, shown.name) if ctx.actor.name and shown.is_playing else [],
        "corrections": corrections_for(ctx, shown.name) if shown.is_playing else [],
        "histories": histories_of_player(ctx, shown.name),
        "entries": Entry.objects.filter(cycle=cycle, actor=shown.name).order_by("-seq")[:LATELY],
    }
    return render_page(request, ctx, "web/player.html", context)


def _facets(faces: Sequence[Face]) -> list[tuple[str, str, set[str]]]:
    """Return the properties by which these cards can be filtered: query parameter, label, and the values they have."""
    return [
        ("suit", "Suit", {suit for face in faces for suit in face.suits}),
        ("colour", "Colour", {colour for face in faces for colour in face.colours}),
        ("type", "Type", {type_ for face in faces for type_ in face.types}),
        ("modifier", "Modifier", {modifier.name for face in faces for modifier in face.modifiers}),
    ]


def _balances(ctx: ReadContext, name: str) -> list[tuple[Item | None, str, int]]:
    """Return a player's items with their amounts, in the order of the law. An item may be missing from the law."""
    items = items_of(ctx.law)
    amounts = {row.item: row.amount for row in Balance.objects.filter(cycle=ctx.cycle, holder=name, amount__gt=0)}
    order = sorted(amounts, key=lambda item: (items[item].place if item in items else 0, item))
    return [(items.get(item), item, amounts[item]) for item in order]


def corrections_for(ctx: ReadContext, name: str) -> list[Action]:
    """Return the corrections that an admin can perform on this player by an action's form. Empty for other visitors."""
    if not ctx.actor.is_admin:
        return []
    found = []
    for action in actions_of(ctx):
        if not action.is_admin or action.page is not None or PLAYER not in action.args.model_fields:
            continue
        if action.choices is None or action.refusal(ctx) is not None:
            continue
        if any(choice.value == name for choice in action.choices(ctx).get(PLAYER, ())):
            found.append(action)
    return found


def challenges(ctx: ReadContext, name: str) -> list[tuple[Action, str]]:
    """Return the visitor's available actions that challenge this player, each with the argument for the opponent."""
    found = []
    for action in actions_of(ctx):
        field = next((field for field in OPPONENTS if field in action.args.model_fields), None)
        if field is None or action.is_admin or action.choices is None or action.refusal(ctx) is not None:
            continue
        if any(choice.value == name for choice in action.offered(ctx).get(field, ())):
            found.append((action, field))
    return found


def histories_of_player(ctx: ReadContext, name: str) -> list[tuple[str, PhasesChart]]:
    """Return a chart over the phases for the first way to win with a recorded history of this player.

    The list has one pair of title and chart, or none.
    """
    for each in standings_now(ctx):
        history = history_of(ctx, each, [name])
        if history is not None and len(history.phases) > 1:
            return [(history.name, chart_of(ctx, each, history))]
    return []


def acts_on_cards(ctx: ReadContext) -> list[Action]:
    """Return the visitor's available actions that have a card as argument."""
    return [
        action
        for action in actions_of(ctx)
        if "card" in action.args.model_fields and not action.is_admin and action.refusal(ctx) is None
    ]


def passes_filters(face: Face, chosen: dict[str, str]) -> bool:
    """Return whether a card passes the chosen filters. Empty filters pass every card."""
    return (
        (not chosen["suit"] or chosen["suit"] in face.suits)
        and (not chosen["colour"] or chosen["colour"] in face.colours)
        and (not chosen["type"] or chosen["type"] in face.types)
        and (not chosen["modifier"] or any(chosen["modifier"] == modifier.name for modifier in face.modifiers))
        and (not chosen["q"] or chosen["q"].casefold() in face.in_words.casefold())
    )


def sorted_faces(faces: list[Face], sort: str) -> list[Face]:
    """Return the cards in the chosen order. By default, the newest is last."""
    far = 10**12
    if sort == "value":
        return sorted(faces, key=lambda face: (face.sort_value if face.sort_value is not None else far, face.name))
    if sort == "name":
        return sorted(faces, key=lambda face: face.name)
    if sort == "suit":
        return sorted(faces, key=lambda face: (face.suits, face.sort_value or 0, face.name))
    if sort == "colour":
        return sorted(faces, key=lambda face: (face.colours, face.sort_value or 0, face.name))
    if sort == "newest":
        return faces[::-1]
    return faces
