"""R2: whoever reads, settles first. A walk over every address there is, with a cycle in which something is due."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from nomic.accounts.models import Person
from nomic.cycles.journal.append import lock_cycle, save_cycle
from nomic.cycles.schedule.deadlines import Rank, schedule
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import Match
from nomic.notices.models import Notice
from nomic.notices.notify import notify_in
from nomic.proposals.models import Proposal
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, Clock, Hall, OpenCycle, cycle_16
from tests.support.lanterns_game import sit_down
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db

# Addresses that show nothing of any cycle, each with the reason.
SHOW_NO_CYCLE = {
    "api:search": "an index, which follows within seconds; the pages that it finds settle",
    "web:search": "an index, which follows within seconds; the pages that it finds settle",
    "web:block-shapes": "what blocks look like, in any cycle",
    "healthz": "tells how late what is due is, and so must not settle it",
    "office:outage": "the form has titles of games alone; what it shows once sent is settled by its act",
    "office:log": "what staff did; nothing of it is ever due",
    "office:home": "tells how late what is due is, and so must not settle it",
    "office:connections": "settings, and titles of games alone",
    "office:people": "accounts and their roles",
    "office:person": "an account and its roles",
    "settling": "settles, and then shows nothing but how far it is",
    "web:notice": "leads to what a notice is about",
    "web:play": "deals a new table, or leads to one",
    "web:skip-coach": "leads back to where one was",
    "web:skip-first-steps": "leads back to where one was",
    "web:practice": "a form for a new cycle",
    "web:rulings": "how rules are read, whatever the cycle",
    "web:styleguide": "parts of pages, with made-up content",
    "web:account": "a person's own settings",
    "web:delete-account": "a person's own account",
    "web:export-account": "a person's own data",
    "web:theme": "a choice of colours",
    "web:notice-settings": "a person's own settings",
    "web:notices-unsubscribe": "a person's own settings",
    "api:schema": "a description",
    "api:practice": "the laws for practice cycles, which are files",
    "api:effect-language": "a description",
    "api:docs": "a description",
    "api:redoc": "a description",
    "admin:login": "no cycle is shown to whoever has not logged in",
    "admin:logout": "nothing is shown",
    "admin:jsi18n": "words of the page's script",
    "admin:password_change": "a person's own password",
    "admin:password_change_done": "a person's own password",
}
NO_CYCLES_IN_THE_ADMIN = ("_add", "password_change", "autocomplete", "app_list", "view_on_site")
NO_CYCLES_THERE = ("account_", "socialaccount_", "discord_", "mediawiki_", "reauthentication_", "mfa_", "usersessions_")


NEEDED = {
    "web:home", "web:live", "web:matches", "web:wiki", "web:chance-export", "web:notices", "exoptosis:croupier",
    "api:matches", "api:cycles", "api:events", "api:match-events", "api:draws-export", "api:notices",
    "admin:cycles_deadline_changelist", "admin:cycles_cycle_change",
}  # fmt: skip


@dataclass(frozen=True)
class Route:
    """An address with a name: what has to be filled in, by the names in the pattern."""

    name: str
    fields: tuple[str, ...]


def routes(patterns: list[URLPattern | URLResolver], space: str = "", fields: tuple[str, ...] = ()) -> Iterator[Route]:
    """Every named address of the site."""
    for pattern in patterns:
        here = (*fields, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            inner = ":".join(part for part in (space, pattern.namespace) if part)
            yield from routes(pattern.url_patterns, inner, here)
        elif pattern.name:
            yield Route(f"{space}:{pattern.name}" if space else pattern.name, here)


@pytest.fixture
def lived(cast: Hall, lanterns: HostedGame) -> Hall:
    """A published cycle with a proposal, a match, a judge, notices, and pages on the wiki."""
    cast.publish()
    sit_down(cast, "ada", "bob", "eve")
    cast.propose("ada", {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 3})
    cast.propose("ada", **{"class": "urgent"})
    cast.grant("ada", "Handy Pack")
    notify_in(cast.cycle, ["ada"], "turn", "Your turn.", f"/c/{cast.slug}/")
    Person.objects.filter(username=ADMIN).update(is_superuser=True)
    return cast


class Values:
    """What stands in the places of addresses."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.proposal = Proposal.objects.filter(cycle=hall.pk).earliest("number")
        self.match = Match.objects.get(cycle=hall.pk)

    def of(self, route: Route) -> dict[str, Any]:
        """The values for a route's places, each of something that is there."""
        return {field: self._value(route, field) for field in route.fields}

    def _value(self, route: Route, field: str) -> Any:
        if route.name.startswith("admin:cycles_cycle_c") and field == "pk":
            return self.hall.pk
        known = {
            "slug": self.hall.slug,
            "code": self.match.code,
            "order": "0",
            "head": self.hall.cycle.head[:12],
            "seq": 2,
            "pk": Notice.objects.latest("pk").pk,
            "reference": self.proposal.code,
            "number": 0 if "revision" in route.name else self.proposal.number,
        }
        if field == "name" and "recipe" in route.name:
            return "tax"
        if field == "name":
            in_correction, in_act = route.name.endswith("correct"), route.name.endswith(":act")
            return "correct-grant" if in_correction else "buy" if in_act else "ada"
        return known[field]


def admin_values(route: Route) -> dict[str, Any] | None:
    """The first row of the table that an admin's page shows; None where the page shows a new one or none."""
    from django.contrib import admin

    for model in admin.site._registry:
        stem = f"admin:{model._meta.app_label}_{model._meta.model_name}_"
        if route.name in (f"{stem}change", f"{stem}history", f"{stem}delete"):
            row: Model | None = model._default_manager.first()
            return None if row is None else {"object_id": row.pk}
    return None


def shows_no_cycle(route: Route) -> bool:
    """Whether the address is one of those that show nothing of any cycle."""
    name = route.name.rpartition(":")[2]
    told = route.name in SHOW_NO_CYCLE or name in SHOW_NO_CYCLE or name.startswith(NO_CYCLES_THERE)
    return told or (route.name.startswith("admin:") and name.endswith(NO_CYCLES_IN_THE_ADMIN))


def test_R2_every_address_that_shows_a_cycle_settles_it_first(lived: Hall) -> None:
    """A phase and more goes by before each is asked; whatever it answers, nothing is due any more then."""
    values = Values(lived)
    walked, at = [], START
    for route in sorted(set(routes(get_resolver().url_patterns)), key=lambda route: route.name):
        is_admin = route.name.startswith("admin:")
        if shows_no_cycle(route):
            continue
        filled = admin_values(route) if "object_id" in route.fields else values.of(route)
        if filled is None:
            continue
        try:
            address = reverse(route.name, kwargs=filled)
        except NoReverseMatch:  # a redirect of old addresses of the admin, which have no names
            continue
        at = at + 4 * DAY
        lived.pass_on(at)
        assert lived.cycle.due_at <= at
        response = browser_of(ADMIN if is_admin or route.name.startswith(("office:", "channels:")) else "ada").get(
            address
        )
        if response.status_code == 405:  # a form's address, which shows nothing
            lived.settle()
            continue
        assert response.status_code in (200, 302, 403, 404, 409), (route.name, response.status_code)
        response.close()
        assert lived.cycle.due_at > at, f"{route.name} does not settle first"
        walked.append(route.name)
    assert len(walked) > 60, walked
    for needed in NEEDED:
        assert needed in walked, needed


def test_R2_the_home_page_shows_the_phase_that_it_is_now(cast: Hall) -> None:
    """Not the one of ten days ago."""
    cast.pass_on(START + 10 * DAY)
    page = Client().get("/").content.decode()
    assert "<p>Battle Phase</p>" in page
    assert "Rest Phase" not in page


def test_R2_the_list_of_matches_shows_those_that_have_begun_by_now(open_cycle: OpenCycle, lanterns: HostedGame) -> None:
    """Also where the cycle had none before, whether it is asked for or not."""
    law = cycle_16()
    for slug in ("one", "two"):
        hall = open_cycle(law, slug=slug, joined=("ada", "bob"))
        schedule_a_match(hall, BATTLE)
    hall.pass_on(BATTLE + HOUR)
    for slug, query in (("one", {}), ("two", {"cycle": "two"})):
        items = Client().get("/api/v1/matches/", query).json()["items"]
        assert [item["cycle"] for item in items if item["cycle"] == slug] == [slug]


def schedule_a_match(hall: Hall, at: datetime) -> None:
    """Have a match open by itself at an instant."""
    with transaction.atomic():
        cycle = lock_cycle(hall.slug)
        schedule(cycle, "a match", at=at, rank=Rank.BEGINNING, action="open-lanterns", args={"players": ["ada", "bob"]})
        save_cycle(cycle)


def test_R2_the_wikis_pages_are_rendered_as_it_is_now(lived: Hall) -> None:
    """What the publisher renders is settled first."""
    page = WikiPage.objects.get(cycle=lived.pk, kind="gamestate")
    lived.pass_on(START + 10 * DAY)
    assert "Battle Phase" in render_page(page)
    assert lived.cycle.phase == 3


def test_R2_whoever_begins_to_listen_has_heard_what_was_due(cast: Hall) -> None:
    """The news begin after it; the stream of the API, too."""
    for address in (f"/c/{cast.slug}/live/", f"/api/v1/cycles/{cast.slug}/events/"):
        cast.clock.wait(days=4)
        Client().get(address).close()
        assert cast.cycle.due_at > cast.clock.now, address


def test_R2_a_cycle_that_began_long_ago_is_made_as_it_is_now(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """`manage.py create_cycle` says in which phase it is."""
    call_command("create_cycle", "cycle-16", starts_at=START - 10 * DAY)
    assert "Rest Phase, week 3" in capsys.readouterr().out
