"""Benchmark of the trades page with few and with many offers: queries and time."""

import time
from collections.abc import Iterator
from datetime import timedelta

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from nomic.bench.harness.fixtures import insert_players, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.cycles.models import Cycle
from nomic.inventory.models import Card
from nomic.trades.models import Lot, Trade

A_PLAYERS = 20  # number of offers by each player
WAYS = {"the board": "", "a search of it": "?gives=a&wants=a"}


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield queries and milliseconds of the trades page and of a search. Queries must not grow with the offers."""
    client = Client()
    few, many = ({what: _look(client, cycle, query) for what, query in WAYS.items()} for cycle in _boards(sizes))
    for what, (queries, milliseconds) in many.items():
        name = f"{what} with {sizes.board_offers[-1]} offers (aim: as with {sizes.board_offers[0]})"
        yield Figure("trades", name, queries, "queries", at_most=few[what][0])
        yield Figure("trades", f"{what} with {sizes.board_offers[-1]} offers", milliseconds, "ms")


def _boards(sizes: Sizes) -> Iterator[Cycle]:
    for count in sizes.board_offers:
        cycle = open_cycle(f"board-{count}")
        players = insert_players(cycle, -(-count // A_PLAYERS), cards=A_PLAYERS)
        _offer(cycle, [player.name for player in players], count)
        yield cycle


def _offer(cycle: Cycle, names: list[str], count: int) -> None:
    """Insert offers to anybody: a card in exchange for some money and any card of a name."""
    cards = list(Card.objects.filter(cycle=cycle, holder__in=names).order_by("pk")[:count])
    now = cycle.now()
    offers = Trade.objects.bulk_create(
        Trade(
            cycle=cycle,
            code=f"m{number}",
            number=number,
            maker=card.holder,
            author=card.holder,
            offered_at=now,
            since=now,
            ends_at=now + timedelta(days=7),
        )
        for number, card in enumerate(cards, 1)
    )
    given = (
        Lot(trade=trade, place=0, by_maker=True, name=card.species, is_card=True, card=card)
        for trade, card in zip(offers, cards, strict=True)
    )
    wanted = (
        Lot(trade=trade, place=1, by_maker=False, name=card.species, is_card=True, amount=2)
        for trade, card in zip(offers, cards, strict=True)
    )
    Lot.objects.bulk_create([*given, *wanted])


def _look(client: Client, cycle: Cycle, query: str) -> tuple[int, float]:
    """Return the number of queries of the page and its milliseconds, measured after the caches are filled."""
    address = f"/c/{cycle.slug}/trades/{query}"
    client.get(address)
    started = time.perf_counter()
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    taken = (time.perf_counter() - started) * 1000
    if response.status_code != 200:
        raise AssertionError(f"{address} answers {response.status_code}")
    return len(queries), taken
