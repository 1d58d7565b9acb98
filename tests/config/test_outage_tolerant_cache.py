"""What is made once and kept, in a cache that may be down."""

from typing import Any

import pytest
from django.core.cache import caches

from nomic import outage_tolerant_cache
from nomic.outage_tolerant_cache import cached_for_a_day


@pytest.fixture(autouse=True)
def _empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outage_tolerant_cache, "_silent_until", 0.0)
    caches["made"].clear()


def test_what_was_made_is_not_made_again() -> None:
    """For everything that it follows from, once; also where what was made is nothing."""
    made: list[str] = []

    def make() -> None:
        made.append("made")

    for _ in range(3):
        assert cached_for_a_day("thing", ["law", 1], make) is None
    assert len(made) == 1
    cached_for_a_day("thing", ["law", 2], make)
    cached_for_a_day("other", ["law", 1], make)
    assert len(made) == 3


def test_without_a_cache_it_is_made_each_time(settings: Any) -> None:
    """And nobody waits for the cache at each request."""
    settings.CACHES = {
        name: {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
        for name in settings.CACHES
    }
    assert [cached_for_a_day("thing", [1], lambda: "made") for _ in range(2)] == ["made", "made"]
    assert outage_tolerant_cache._silent_until > 0
