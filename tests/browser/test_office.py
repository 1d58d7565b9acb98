"""The page of a game in the office, and the hall of a game that begins later: they fit, and axe finds nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle, Joining
from nomic.players.models import JoinRequest
from tests.support.accessibility import violations
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.furnished_cycle import KEEPER
from tests.support.site import Site

OFFICE = ("/office/cycles/later/", "/office/cycles/running/", "/office/cycles/running/channels/")


@pytest.mark.browser
def test_a_game_in_the_office(site: Site, visit: Visit) -> None:
    """Before the beginning with somebody who asks to join, and while it runs with the form that ends it."""
    later = create_cycle("cycle-16", slug="later", title="A later game", starts_at=timezone.now() + timedelta(days=3))
    running = create_cycle("cycle-16", slug="running", title="A game that runs")
    Cycle.objects.filter(pk=later.pk).update(joining=Joining.APPROVED)
    asks = Person.objects.get_or_create(username="Newcomer")[0]
    JoinRequest.objects.create(cycle=later, person=asks, asked_at=timezone.now())
    try:
        keeper = visit(KEEPER)
        for path in (*OFFICE, "/c/later/"):
            page = keeper.go(path)
            for theme, width in (("dark", WIDE), ("light", PHONE)):
                page.set_viewport_size(width)
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                assert keeper.overflow() <= 0, (path, width)
                assert violations(page) == [], (path, theme)
    finally:
        for cycle in (later, running):
            book = cycle.book
            cycle.delete()
            book.delete()
        asks.delete()
