"""How much one visitor may have the pages do."""

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from nomic import outage_tolerant_cache
from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from tests.support.hall import Hall

pytestmark = pytest.mark.django_db

COSTLY = {
    "carried-out",
    "chance",
    "chance-export",
    "change-value",
    "compose",
    "cycle-picture",
    "discussion-feed",
    "discussions-feed",
    "dry-run",
    "edit",
    "effects",
    "match-hint",
    "match-picture",
    "match-replay",
    "pieces",
    "proposal",
    "recap",
    "recaps-feed",
    "recipe",
    "recipes",
    "revision",
    "ruleset",
    "search",
    "simulation",
    "story",
    "suggestions",
    "wiki-page",
}


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    settings.PAGE_POST_LIMIT = settings.COSTLY_LIMIT = "3/min"


def signed_in(name: str, address: str = "203.0.113.1") -> Client:
    person, _ = Person.objects.get_or_create(username=name)
    client = Client(REMOTE_ADDR=address)
    client.force_login(person)
    return client


def is_turned_away(answer: Any, seconds: int) -> None:
    """The house's page says when to try again, to people and to programs."""
    assert answer.status_code == 429
    assert answer["Retry-After"] == str(seconds)
    assert f"Try again in {seconds} seconds" in answer.content.decode()


def test_who_sends_too_many_forms_is_told_when_to_try_again(cast: Hall) -> None:
    """Nothing is done then; after that time it goes on. Reading goes on all the while."""
    cast.clock.wait(seconds=20)
    ada = signed_in("ada")
    for _ in range(3):
        assert ada.post("/theme/", {"theme": "dark"}).status_code == 302
    entries = Entry.objects.count()
    is_turned_away(ada.post(f"/c/{cast.slug}/act/leave/", {}), 61)
    assert Entry.objects.count() == entries
    assert ada.get(f"/c/{cast.slug}/players/").status_code == 200
    cast.clock.wait(seconds=61)
    assert ada.post(f"/c/{cast.slug}/act/leave/", {}).status_code == 302


def test_each_person_has_a_count_and_strangers_one_for_each_address(cast: Hall) -> None:
    """One's haste is not another's, from the same address either; a header says nothing."""
    stranger = Client(REMOTE_ADDR="203.0.113.1")
    for client in (signed_in("ada"), signed_in("bob"), stranger):
        codes = [client.post("/theme/", {"theme": "dark"}).status_code for _ in range(4)]
        assert codes == [302, 302, 302, 429]
    assert signed_in("ada", "203.0.113.9").post("/theme/", {}).status_code == 429
    forged = Client(REMOTE_ADDR="203.0.113.1", HTTP_X_FORWARDED_FOR="10.9.8.7")
    assert forged.post("/theme/", {}).status_code == 429
    assert Client(REMOTE_ADDR="203.0.113.2").post("/theme/", {}).status_code != 429


def test_what_costs_most_is_counted_by_itself(cast: Hall) -> None:
    """Differences, trials, replays and exports, all together; other pages are not."""
    visitor = Client()
    pages = ["ruleset/", "chance/draws.json", "ruleset/revisions/0/"]
    for page in pages:
        assert visitor.get(f"/c/{cast.slug}/{page}").status_code == 200
    assert {visitor.get(f"/c/{cast.slug}/{page}").status_code for page in pages} == {429}
    assert visitor.get(f"/c/{cast.slug}/").status_code == 200


def test_the_pages_that_cost_most_are_known() -> None:
    """Each by its name; whoever adds a page that compares or replays adds it here."""

    def named(patterns: list[Any]) -> set[str]:
        found = set()
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                found |= named(pattern.url_patterns)
            elif isinstance(pattern, URLPattern) and getattr(pattern.callback, "is_costly", False):
                found.add(str(pattern.name))
        return found

    assert named(get_resolver().url_patterns) == COSTLY


def test_a_form_whose_checks_cost_most_is_counted_too(cast: Hall, settings: Any) -> None:
    """Submitting a proposal tries it, by whichever page."""
    settings.PAGE_POST_LIMIT = "100/min"
    ada = signed_in("ada")
    codes = [ada.post(f"/c/{cast.slug}/act/submit-proposal/", {"title": ""}).status_code for _ in range(4)]
    assert codes == [422, 422, 422, 429]
    assert ada.post(f"/c/{cast.slug}/act/leave/", {}).status_code == 302
    assert ada.post(f"/c/{cast.slug}/act/none/", {}).status_code == 404


def test_the_api_counts_what_costs_most(cast: Hall) -> None:
    """With problem details, whatever rate a caller has otherwise."""
    visitor = Client()
    for _ in range(3):
        assert visitor.get(f"/api/v1/cycles/{cast.slug}/law/revisions/0/").status_code == 200
    answer = visitor.get(f"/api/v1/cycles/{cast.slug}/law/revisions/0/")
    assert (answer.status_code, answer["Content-Type"]) == (429, "application/problem+json")
    assert int(answer["Retry-After"]) > 0
    assert visitor.get(f"/api/v1/cycles/{cast.slug}/law/").status_code == 200


def test_the_api_counts_acts_whose_checks_cost_most(cast: Hall) -> None:
    """A refused proposal was tried as well."""
    ada = signed_in("ada")
    url = f"/api/v1/cycles/{cast.slug}/actions/submit-proposal/"
    codes = [ada.post(url, "{}", content_type="application/json").status_code for _ in range(4)]
    assert codes == [422, 422, 422, 429]


def test_without_its_cache_nobody_is_held_back(cast: Hall, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the cache does not answer, no request is throttled."""
    monkeypatch.setattr(outage_tolerant_cache, "_silent_until", 0.0)
    settings.CACHES = {
        name: {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
        for name in settings.CACHES
    }
    ada = signed_in("ada")
    assert {ada.post("/theme/", {"theme": "dark"}).status_code for _ in range(5)} == {302}
    monkeypatch.setattr(outage_tolerant_cache, "_silent_until", 0.0)
