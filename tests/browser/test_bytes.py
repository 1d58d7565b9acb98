"""How many bytes a first look at a page brings. How quickly it is painted no test asks: manage.py bench paint does."""

import pytest
from playwright.sync_api import Browser

from nomic.accounts.models import Person
from nomic.bench.harness.browser_client import Look, look
from nomic.law.document.templates import document_of
from nomic.matches.models import Match
from tests.support.furnished_cycle import cycle_under
from tests.support.site import Site

MAX_COUNT = 100_000  # two thirds of what is aimed at
FILES = 24


@pytest.mark.parametrize("page", ["", "matches/", "ruleset/", "proposals/"])
def test_a_first_look_brings_few_bytes(site: Site, chromium: Browser, playwright_loop: None, page: str) -> None:
    """Words, style and scripts together, compressed, on a phone that has kept nothing."""
    cookie = site.session_of(Person.objects.get(username="Ada"))
    seen = look(chromium, Look(f"{site.url}/c/furnished/{page}", (cookie["name"], cookie["value"])), slower=1)
    assert 10_000 < seen.received < MAX_COUNT
    assert seen.files <= FILES
    assert seen.painted > 0


def test_a_newcomers_first_look_brings_few_bytes(site: Site, chromium: Browser, playwright_loop: None) -> None:
    """The front page with the duel that is played there."""
    seen = look(chromium, Look(site.url), slower=1)
    assert 10_000 < seen.received < MAX_COUNT
    assert seen.files <= FILES


def test_a_first_look_at_a_table_brings_few_bytes(site: Site, chromium: Browser, playwright_loop: None) -> None:
    """Dungeon's: maps drawn hex by hex, with the scripts that move over them."""
    cycle_under(document_of("dungeon"), "dungeon", "looked-at", "Ada", "Ben")
    table = Match.objects.get(cycle__slug="looked-at")
    cookie = site.session_of(Person.objects.get(username="Ada"))
    address = f"{site.url}/c/looked-at/matches/{table.code}/"
    seen = look(chromium, Look(address, (cookie["name"], cookie["value"])), slower=1)
    assert 10_000 < seen.received < MAX_COUNT
    assert seen.files <= FILES
