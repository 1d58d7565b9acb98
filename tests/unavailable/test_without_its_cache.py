"""A host whose cache does not answer: throttles let everybody pass, log-in says to come back, the rest goes on."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache, caches
from django.test import Client

from nomic import outage_tolerant_cache
from nomic.accounts.models import Person
from nomic.players.models import Player
from tests.support.hall import Hall

NOBODY_LISTENS = "redis://127.0.0.1:1/0"


@pytest.fixture
def no_cache(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The cache is a Redis at a port where nobody listens."""
    monkeypatch.setattr(outage_tolerant_cache, "_silent_until", 0.0)
    before = settings.CACHES
    settings.CACHES = {
        name: {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": NOBODY_LISTENS} for name in before
    }
    yield
    settings.CACHES = before


@pytest.fixture
def client(db: None) -> Client:
    return Client(raise_request_exception=False)


def test_the_api_goes_on_and_counts_nobody(client: Client, hall: Hall, no_cache: None, settings: Any) -> None:
    """More requests than the throttle would let pass are answered."""
    settings.API_RATE_LIMIT = "2/min"
    for _ in range(5):
        answer = client.get(f"/api/v1/cycles/{hall.slug}/law/")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


def test_a_cache_that_is_silent_is_not_asked_by_each(client: Client, hall: Hall, no_cache: None) -> None:
    """Whoever throttles waits for it once in some seconds, not at each request; then it is tried again."""
    tries = []
    real = type(caches["default"]).incr

    def incr(self: Any, *arguments: Any, **options: Any) -> int:
        tries.append(arguments[0])
        return int(real(self, *arguments, **options))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(caches["default"]), "incr", incr)
        for _ in range(4):
            client.get(f"/api/v1/cycles/{hall.slug}/law/")
        assert len(tries) == 1
        patch.setattr(outage_tolerant_cache, "_silent_until", 0.0)
        client.get(f"/api/v1/cycles/{hall.slug}/law/")
        assert len(tries) == 2


def test_a_cache_that_answers_again_counts_again(client: Client, hall: Hall, settings: Any) -> None:
    """Failing open is over with the failure."""
    settings.API_RATE_LIMIT = "2/min"
    cache.clear()
    codes = [client.get(f"/api/v1/cycles/{hall.slug}/law/").status_code for _ in range(3)]
    assert codes == [200, 200, 429]


def test_pages_go_on(client: Client, hall: Hall, no_cache: None) -> None:
    """Whoever reads or plays needs no cache."""
    ada = Person.objects.create_user("ada", password="a long secret")
    client.force_login(ada)
    for address in ("/", f"/c/{hall.slug}/", f"/c/{hall.slug}/ruleset/", "/account/", "/hall-of-fame/"):
        assert client.get(address).status_code == 200, address


def test_an_act_goes_on(client: Client, hall: Hall, no_cache: None) -> None:
    """Joining over the API and by the form."""
    for name in ("ada", "ben"):
        client.force_login(Person.objects.create_user(name))
        if name == "ada":
            address = f"/api/v1/cycles/{hall.slug}/actions/join/"
            assert client.post(address, {}, content_type="application/json").status_code == 201
        else:
            assert client.post(f"/c/{hall.slug}/act/join/", {}).status_code == 302
    assert set(Player.objects.filter(cycle=hall.pk).values_list("name", flat=True)) == {"ada", "ben"}


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"])
def test_logging_in_says_to_come_back(client: Client, no_cache: None, address: str) -> None:
    """Its brakes against guessing are in the cache, so without it nobody is let in: 503 as a page, never 500."""
    Person.objects.create_user("ada", password="a long secret")
    fields = {
        "login": "ada", "password": "a long secret", "email": "ada@example.org",
        "username": "ben", "password1": "another long secret", "password2": "another long secret",
    }  # fmt: skip
    answer = client.post(address, fields)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "10"
    assert "is not responding; nothing was changed" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert not Person.objects.filter(username="ben").exists()
    assert client.get(address).status_code in (200, 503)
