"""A period's end tells of everybody: lists of entries show the beginning of it, its own page all."""

import json

import pytest
from django.test import Client

from nomic.cycles.live import feed
from nomic.web.views.cycle.live_feed import FeedListener, _event
from tests.support.dungeon_cycles import CHESTS, TWO_COINS, Open
from tests.support.hall import DAY, START

pytestmark = pytest.mark.django_db


def test_a_long_entry_is_cut_short_in_lists_and_whole_on_its_page(delve: Open) -> None:
    """Fifteen sentences: twelve of them in the journal, beside the board and read aloud."""
    names = [f"guest{number:02}" for number in range(14)]
    deep = delve(*names, pool=CHESTS, loot=TWO_COINS)
    for name in names:
        deep.plan(name, "E")
    deep.hall.to(START + DAY)
    (entry,) = deep.hall.entries("clock-expired")
    assert len(entry.words) == 15
    first, last = "guest00 loots a Chest", "guest13 loots a Chest"
    for address in ("/c/hall/journal/", f"/c/hall/matches/{deep.code}/"):
        page = Client().get(address).content.decode()
        log = page[page.index(f'data-seq="{entry.seq}"') :]
        log = log[: log.index("</li>")]
        assert (first in log, last in log) == (True, False), address
        assert f'href="/c/hall/journal/{entry.seq}/">and 3 more</a>' in log
    whole = Client().get(f"/c/hall/journal/{entry.seq}/").content.decode()
    assert first in whole
    assert last in whole
    event = _event(feed._entries("hall", entry.seq - 1), FeedListener())
    assert len(json.loads(event.split("data: ")[1])["words"]) == 12
