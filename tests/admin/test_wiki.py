"""Wiki pages that wait for a person's decision."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from nomic.wiki.models import Answer, Given, PageKind, Publisher, Resolution, WikiPage
from tests.admin.conftest import Hall

GIVEN = {Resolution.OURS: Given.PUT_BACK, Resolution.NOTED: Given.NOTED}
PAGES = "admin:wiki_wikipage_changelist"


@pytest.fixture
def page(hall: Hall) -> WikiPage:
    page, _ = WikiPage.objects.update_or_create(
        cycle=hall.cycle,
        kind=PageKind.RULESET,
        subject="",
        defaults={
            "title": "Hall/Ruleset",
            "parked_at": timezone.now(),
            "parked_reason": "somebody edited between the markers",
            "parked_text": "<b>theirs</b>",
            "stale_since": None,
        },
    )
    return page


@pytest.mark.parametrize(
    ("action", "resolution"), [("unpark_with_ours", Resolution.OURS), ("unpark_with_note", Resolution.NOTED)]
)
def test_a_parked_page_is_published_again_as_decided(
    admin_client: Client, page: WikiPage, action: str, resolution: Resolution
) -> None:
    """Its page shows what somebody wrote; either decision makes it due again."""
    shown = admin_client.get(reverse("admin:wiki_wikipage_change", args=[page.pk])).content.decode()
    assert "&lt;b&gt;theirs&lt;/b&gt;" in shown
    assert page.title in admin_client.get(reverse(PAGES), {"state": "parked"}).content.decode()
    response = admin_client.post(reverse(PAGES), {"action": action, "_selected_action": [page.pk]})
    assert response.status_code == 302
    page.refresh_from_db()
    assert page.parked_at is None
    assert page.stale_since is not None
    assert page.resolution == resolution
    given = Answer.objects.get(page=page)
    assert (given.name, given.given) == (given.by.username if given.by else "", GIVEN[resolution])


def test_a_page_that_is_not_parked_is_left_as_it_is(admin_client: Client, page: WikiPage) -> None:
    """The action says so and changes nothing."""
    WikiPage.objects.filter(pk=page.pk).update(parked_at=None)
    response = admin_client.post(reverse(PAGES), {"action": "unpark_with_ours", "_selected_action": [page.pk]})
    assert [str(message) for message in get_messages(response.wsgi_request)] == [
        "Hall/Ruleset: This page is resolved already."
    ]
    page.refresh_from_db()
    assert page.stale_since is None
    assert page.resolution == Resolution.NONE


def test_publishing_that_stopped_goes_on(admin_client: Client, db: None) -> None:
    """After trouble with the account an admin has it tried again; the hash of the account is not shown."""
    Publisher.objects.update_or_create(
        pk=1, defaults={"stopped_at": timezone.now(), "reason": "login refused", "account": "c0ffee"}
    )
    assert "c0ffee" not in admin_client.get(reverse("admin:wiki_publisher_change", args=[1])).content.decode()
    admin_client.post(reverse("admin:wiki_publisher_changelist"), {"action": "try_again", "_selected_action": [1]})
    assert Publisher.objects.get(pk=1).stopped_at is None
