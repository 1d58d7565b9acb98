"""The list of players, with their state and balances."""

from collections import defaultdict

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.clauses.views.values import beside_names
from nomic.cycles.actions.context import ReadContext
from nomic.inventory.law_section import items_of
from nomic.inventory.models import Balance, Card
from nomic.office.csv_download import wants_table
from nomic.players.models import Player
from nomic.web.page_context import cycle_page, render_page
from nomic.web.views.players.players_csv import players_as_csv

PLAYERS_A_PAGE = 50


@require_safe
@cycle_page
def players(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the current players, with their state and balances. A request for CSV gets the players as a CSV file."""
    cycle = ctx.cycle
    if wants_table(request):
        return players_as_csv(request, ctx)
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
