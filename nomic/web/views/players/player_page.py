"""The page of one player: state, inventory, filtered cards, and latest acts."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.charts.standings_by_phase import PhasesChart
from nomic.clauses.standing.history import history_of
from nomic.clauses.standing.standings_cache import standings_now
from nomic.clauses.views.deferred_effects import later_of_player
from nomic.clauses.views.values import beside_names, noteworthy, values_of_players
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, actions_of
from nomic.cycles.models import Entry
from nomic.inventory.card_views import face_of
from nomic.inventory.law_section import Item, items_of
from nomic.inventory.models import Balance, Card
from nomic.players.models import Player
from nomic.web.hooks.navigation import pages_named
from nomic.web.page_context import cycle_page, query_parameter, render_page
from nomic.web.views.cycle.standings import chart_of
from nomic.web.views.players.card_filters import SORTS, facets_of, passes_filters, sorted_faces

CARDS_A_PAGE = 120
LATELY = 10
PLAYER = "player"  # the field of a correction that names whose things change
OPPONENTS = ("players", "opponents")  # fields of actions that name whom one wants to play


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
    chosen = {key: query_parameter(request, key) for key in ("suit", "colour", "type", "modifier", "q", "sort")}
    found = sorted_faces([face for face in faces if passes_filters(face, chosen)], chosen["sort"])
    context = {
        "player": shown,
        "itself": [shown.name],
        "shops": pages_named(ctx.law, ["shop"]),
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
        "facets": [(key, label, sorted(names), chosen[key]) for key, label, names in facets_of(faces) if names],
        "chosen": chosen,
        "sorts": SORTS,
        "challenges": challenges(ctx, shown.name) if ctx.actor.name and shown.is_playing else [],
        "corrections": corrections_for(ctx, shown.name) if shown.is_playing else [],
        "histories": histories_of_player(ctx, shown.name),
        "entries": Entry.objects.filter(cycle=cycle, actor=shown.name).order_by("-seq")[:LATELY],
    }
    return render_page(request, ctx, "web/player.html", context)


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
