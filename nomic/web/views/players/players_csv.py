"""Everybody who ever joined a cycle, as CSV."""

from collections import Counter, defaultdict

from django.http import HttpRequest, HttpResponse

from nomic.cycles.actions.context import ReadContext
from nomic.inventory.law_section import items_of
from nomic.inventory.models import Balance, Card
from nomic.office.csv_download import MAX_ROWS, table_file, zone_of
from nomic.players.models import Player


def players_as_csv(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Return a CSV file of everybody who has ever joined, with what they own."""
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
