"""Notices in a browser: the bell, reading them with and without a script, choosing what is sent."""

from collections.abc import Callable

import pytest
from django.db import transaction
from playwright.sync_api import expect

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.models import Notice, Webhook
from nomic.notices.notify import notify_in, notify_people
from tests.browser.test_pages import looked_at
from tests.support.browser import Visit
from tests.support.furnished_cycle import act
from tests.support.site import Site

Ring = Callable[..., None]


@pytest.fixture
def ring(site: Site) -> Ring:
    """Somebody is told: `ring("Ada", "Your turn.", "/c/hall/")`; before, they had no notices."""
    made: set[str] = set()

    def tell_them(name: str, text: str, link: str = "", slug: str = "") -> None:
        person, _ = Person.objects.get_or_create(username=name)
        if name not in made:
            Notice.objects.filter(person=person).delete()
            made.add(name)
        cycle = Cycle.objects.filter(slug=slug).first()
        with transaction.atomic():
            notify_people([person], "reminder", text, link, cycle)

    return tell_them


def test_a_notice_rings_the_bell_of_an_open_page(visit: Visit, hall: str, ring: Ring) -> None:
    """Whatever happens in the cycle brings the bell up to date as well."""
    ring("Ben", "Something old.")
    visitor = visit("Ben")
    page = visitor.go(f"/c/{hall}/")
    expect(page.locator("#bell")).to_contain_text("1 unread")
    with transaction.atomic():
        notify_in(Cycle.objects.get(slug=hall), ["Ben"], "reminder", "Something new.", f"/c/{hall}/")
    act(hall, "Ada", "buy", offer="Already-opened Pack")
    expect(page.locator("#bell")).to_contain_text("2 unread")


@pytest.mark.parametrize("javascript", [True, False])
def test_notices_are_followed_and_read(visit: Visit, hall: str, ring: Ring, javascript: bool) -> None:
    """With a script and without one."""
    ring("Cleo", "Your time in the battle is nearly up.", f"/c/{hall}/players/", hall)
    ring("Cleo", "Something else.")
    ring("Cleo", "A third thing.")
    page = visit("Cleo", javascript=javascript).go("/")
    page.locator("#bell").click()
    expect(page.get_by_role("heading", name="Notifications", level=1)).to_be_visible()
    page.get_by_role("link", name="Your time in the battle is nearly up.").click()
    expect(page).to_have_url(f"{page.url.partition('/c/')[0]}/c/{hall}/players/")
    expect(page.locator("#bell")).to_contain_text("2 unread")
    page.locator("#bell").click()
    page.get_by_role("button", name="Mark as read A third thing.").click()
    expect(page.locator("#bell")).to_contain_text("1 unread")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator("#bell")).not_to_contain_text("unread")
    expect(page.get_by_role("button", name="Mark")).to_have_count(0)


def test_what_is_sent_is_chosen(visit: Visit, site: Site) -> None:
    """A choice is kept, a webhook is kept without being shown again, and removed."""
    visitor = visit("Nina")
    page = visitor.go("/notices/settings/")
    page.get_by_label("By e-mail", exact=True).uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("saved")
    expect(page.get_by_label("By e-mail", exact=True)).not_to_be_checked()
    page.get_by_label("URL").fill("https://localhost/")
    page.get_by_role("button", name="Save webhook").click()
    expect(page.get_by_role("alert")).to_contain_text("open internet only")
    page.get_by_label("URL").fill("https://discord.com/api/webhooks/1/Secret-abcd")
    page.get_by_role("button", name="Save webhook").click()
    expect(page.get_by_text("discord.com/…abcd")).to_be_visible()
    assert "Secret" not in page.content()
    page.get_by_role("button", name="Send a test").click()
    expect(page.locator("#messages")).to_contain_text("on its way")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#messages")).to_contain_text("removed")
    assert not Webhook.objects.filter(person__username="Nina").exists()


LONG = "Your turn in a match between " + ", ".join(f"Bartholomew_the_Unhurried.{year}" for year in range(1890, 1899))


@pytest.mark.parametrize(("turn", "path"), list(enumerate(("/notices/", "/notices/?page=2", "/notices/settings/"))))
def test_the_pages_of_notices(visit: Visit, ring: Ring, turn: int, path: str) -> None:
    """They fit, nothing complains, and axe finds nothing, in both themes at both widths."""
    for number in range(35):
        ring("Oda", f"Your time is nearly up: {number} hours are left.", "/c/furnished/", "furnished")
    ring("Oda", LONG, "/c/furnished/", "furnished")
    ring("Oda", "x" * 400)

    oda = Person.objects.get(username="Oda")
    Webhook.objects.update_or_create(
        person=oda, defaults={"url": "https://discord.com/api/webhooks/1/x", "trouble": "it answered 500"}
    )
    looked_at(visit, "Oda", path, turn)


def test_the_page_of_notices_without_any(visit: Visit, site: Site) -> None:
    looked_at(visit, "Pia", "/notices/", 3)


def test_the_page_that_ends_mails(visit: Visit, site: Site) -> None:
    """For somebody who is not signed in."""
    from nomic.notices.delivery.mail import unsubscribe_address

    person, _ = Person.objects.get_or_create(username="Quin")
    path = "/notices/" + unsubscribe_address(person).partition("/notices/")[2]
    looked_at(visit, None, path, 0)
    page = visit(None).go(path)
    page.get_by_role("button", name="Stop emails").click()
    expect(page.get_by_role("status")).to_contain_text("Quin no longer gets emails")
