"""Benchmark of rendering the wiki's pages."""

import time
from collections.abc import Iterator

from nomic.bench.harness.fixtures import insert_players, open_cycle
from nomic.bench.harness.results import Figure
from nomic.bench.harness.sizes import Sizes
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield the time to render every page of a cycle with many players and cards. The law is parsed again."""
    cycle = open_cycle("rendered")
    insert_players(cycle, sizes.render_players, cards=sizes.render_cards)
    who = f"{sizes.render_players:,} players of {sizes.render_cards} cards"
    for page in WikiPage.objects.filter(cycle=cycle).order_by("kind"):
        started = time.perf_counter()
        text = render_page(page)
        elapsed = time.perf_counter() - started
        yield Figure("render", f"{page.get_kind_display()} with {who}", elapsed, "s")
        yield Figure("render", f"{page.get_kind_display()} with {who}: size", len(text.encode()) / 1024, "KiB")
