"""A keeper pauses publishing: nothing is saved meanwhile, everybody reads why, and it goes on by itself."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.office.health.verdict import verdict
from nomic.office.models import StaffAct
from nomic.wiki import mirror_age
from nomic.wiki.models import Publisher, WikiPage
from nomic.wiki.publishing.pause import LONGEST, pause
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.publishing_lag import publishing_lag
from tests.office.test_roles import person_with
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

OFFICE = "/office/connections/"
WHY = "the wiki moves to another machine"


@pytest.fixture
def keeper(cast: Hall) -> Client:
    """The browser of a wiki keeper; the game is published, and its pages are outdated."""
    cache.clear()
    mirror_age.clear_cache()
    Cycle.objects.filter(pk=cast.pk).update(practice=False, published=True)
    return browser_of(person_with("wiki-keeper"))


def press(client: Client, **form: str) -> Any:
    return client.post(OFFICE, form)


def test_nothing_is_published_until_it_ends_by_itself(keeper: Client, cast: Hall, tmp_path: Any, settings: Any) -> None:
    """The office and the wiki's page say why; it is not wrong; after a day everything follows."""
    settings.WIKI_FOLDER = tmp_path
    assert press(keeper, do="pause", hours="24", reason=WHY).status_code == 302
    assert publish_due() == []
    assert WikiPage.objects.filter(stale_since__isnull=False).exists()
    cast.to(cast.clock.now + timedelta(hours=23))
    assert publish_due() == []
    assert publishing_lag() is None, "a pause is no fault"
    for page in (OFFICE, "/office/", f"/c/{cast.cycle.slug}/wiki/"):
        assert WHY in keeper.get(page).content.decode(), page
    told = keeper.get(f"/api/v1/cycles/{cast.cycle.slug}/wiki/").json()
    assert told["paused_reason"] == WHY
    assert mirror_age.behind_in_words(cast.cycle)
    assert [found.kind.name for found in verdict().waiting if found.kind.name == "publishing-paused"]
    cast.to(cast.clock.now + timedelta(hours=1, seconds=1))
    assert publishing_lag() is None, "what could not be published is not late at once"
    assert {outcome.how.name for outcome in publish_due()} == {"PUBLISHED"}
    assert WHY not in keeper.get(f"/c/{cast.cycle.slug}/wiki/").content.decode()
    assert keeper.get(f"/api/v1/cycles/{cast.cycle.slug}/wiki/").json()["paused_until"] is None


def test_it_can_go_on_earlier(keeper: Client, cast: Hall, tmp_path: Any, settings: Any) -> None:
    """With a reason; both are in the log of staff. Twice is refused."""
    settings.WIKI_FOLDER = tmp_path
    press(keeper, do="pause", hours="72", reason=WHY)
    assert press(keeper, do="go-on", reason=" ").status_code == 422
    assert press(keeper, do="go-on", reason="it has moved").status_code == 302
    assert press(keeper, do="go-on", reason="it has moved").status_code == 422
    publish_due()  # which makes the rows of the pages; they rest for a moment
    cast.to(cast.clock.now + timedelta(minutes=5))
    assert publish_due()
    assert [act.did for act in StaffAct.objects.all()] == [
        "let publishing to the wiki go on", "paused publishing to the wiki for three days",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "form", [{"hours": "24", "reason": ""}, {"hours": "9999", "reason": "x"}, {"hours": "", "reason": "x"}]
)
def test_a_bad_form_pauses_nothing(keeper: Client, form: dict[str, str]) -> None:
    """It says why, and keeps what was typed."""
    answer = press(keeper, do="pause", **form)
    assert answer.status_code == 422
    assert f'value="{form["reason"]}"' in answer.content.decode()
    assert not Publisher.objects.exclude(paused_until=None).exists()


def test_only_those_whose_role_includes_the_wiki(keeper: Client) -> None:
    """Others read the page, and cannot pause."""
    other = browser_of(person_with("moderator"))
    assert "Pause publishing" not in other.get(OFFICE).content.decode()
    assert "Your role does not include this." in press(other, do="pause", hours="1", reason="x").content.decode()
    assert Person.objects.filter(username="Some moderator").exists()
    assert not Publisher.objects.exclude(paused_until=None).exists()


@pytest.mark.parametrize("off", [timedelta(0), -timedelta(hours=1), LONGEST + timedelta(seconds=1)])
def test_a_pause_has_an_end_soon(db: None, off: timedelta) -> None:
    """There is none without an end, none in the past, and none for weeks."""
    with pytest.raises(ValueError, match="within 3 days"):
        pause(timezone.now() + off, "x")


def test_a_run_in_progress_stops_after_its_page(keeper: Client, cast: Hall, tmp_path: Any, settings: Any) -> None:
    """The page in hand is saved, and no other."""
    settings.WIKI_FOLDER = tmp_path
    publish_due()  # which makes the rows of the pages; they rest for a moment
    cast.to(cast.clock.now + timedelta(minutes=5))

    def render(page: WikiPage) -> str:
        pause(timezone.now() + timedelta(hours=1), WHY)
        return "Words."

    assert len(publish_due(render=render)) == 1
