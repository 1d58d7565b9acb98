"""How much one caller may ask for."""

from typing import Any

import pytest
from django.core.cache import cache

from nomic.accounts.models import ApiToken, Person
from nomic.config.rates import parse_rate
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import Hall


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    settings.API_RATE_LIMIT = "3/min"


def exhaust(bot: Bot, times: int = 3) -> None:
    for _ in range(times):
        assert bot.get("law/").status_code == 200


def test_who_asks_too_often_is_told_when_to_come_back(bot: Bot, cast: Hall) -> None:
    """429 with Retry-After, for acts too, and nothing has changed; after that time it goes on."""
    cast.clock.wait(seconds=20)
    exhaust(bot)
    with cast.nothing_changes():
        response = bot.act("leave")
    problem(response, 429, "throttled")
    assert response["Retry-After"] == "40"
    cast.clock.wait(seconds=40)
    assert bot.act("leave").status_code == 201


def test_each_token_has_its_own_count(cast: Hall, make_bot: MakeBot) -> None:
    """One bot's haste is not another's, not even of the same person."""
    exhaust(make_bot("ada"))
    exhaust(make_bot("ada"))
    exhaust(make_bot("bob"))


def test_a_token_may_have_a_rate_of_its_own(bot: Bot) -> None:
    ApiToken.objects.update(rate_limit="5/hour")
    exhaust(bot, 5)
    problem(bot.get(), 429, "throttled")


def test_visitors_are_counted_by_address_whatever_they_claim(anybody: Bot) -> None:
    exhaust(anybody)
    problem(anybody.get(headers={"X-Forwarded-For": "10.9.8.7"}), 429, "throttled")


def test_a_log_in_is_counted_by_person(cast: Hall) -> None:
    """Two browsers of one person count together, those of two people apart."""
    for name, remaining in (("ada", 3), ("ada", 0), ("bob", 3)):
        visitor = Bot(cast.slug)
        visitor.client.force_login(Person.objects.get(username=name))
        exhaust(visitor, remaining)
        problem(visitor.get(), 429, "throttled")


def test_refused_acts_count_too(bot: Bot, cast: Hall) -> None:
    for _ in range(3):
        problem(bot.act("join"), 409, "already-a-player")
    problem(bot.act("join"), 429, "throttled")


def test_a_count_that_runs_out_meanwhile_begins_anew(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache may forget a key between two operations; then the caller is let in."""
    exhaust(bot, 1)

    def forgotten(key: str) -> int:
        raise ValueError(key)

    monkeypatch.setattr(cache, "incr", forgotten)
    exhaust(bot, 5)


@pytest.mark.parametrize(
    ("text", "rate"),
    [("600/min", (600, 60)), ("1/sec", (1, 1)), ("10/hour", (10, 3600)), ("9999999/day", (9_999_999, 86_400))],
)
def test_rates(text: str, rate: tuple[int, int]) -> None:
    assert parse_rate(text) == rate


@pytest.mark.parametrize("text", ["", "600", "600/fortnight", "x/min", "/min", "-1/min", "1.5/min"])
def test_rates_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="600/min"):
        parse_rate(text)
