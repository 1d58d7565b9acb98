"""How much one caller may ask for."""

from typing import Any

import pytest
from django.core.cache import cache
from hypothesis import given
from hypothesis import strategies as st

from nomic.accounts.models import ApiToken, Person
from nomic.ratelimit import rates
from nomic.ratelimit.rates import count_within_rate, counted_by_all, parse_rate
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import Hall


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    settings.API_RATE_LIMIT = "3/min"


def exhaust(bot: Bot, times: int = 3) -> None:
    for _ in range(times):
        assert bot.get("law/").status_code == 200


def test_who_asks_too_often_is_told_when_to_come_back(bot: Bot, cast: Hall) -> None:
    """429 with Retry-After, for acts too, and nothing has changed; after that time it goes on, and not before."""
    cast.clock.wait(seconds=20)
    exhaust(bot)
    with cast.nothing_changes():
        response = bot.act("leave")
    problem(response, 429, "throttled")
    assert response["Retry-After"] == "61"
    cast.clock.wait(seconds=60)
    problem(bot.act("leave"), 429, "throttled")
    cast.clock.wait(seconds=1)
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


# ── in any stretch of time


@given(
    st.integers(1, 8),
    st.sampled_from(["sec", "min", "hour"]),
    st.lists(st.tuples(st.floats(0, 0.4), st.integers(1, 9)), min_size=1, max_size=40),
)
def test_in_no_stretch_more_are_let_in_than_the_rate_says(
    most: int, period: str, bursts: list[tuple[float, int]]
) -> None:
    """Wherever the stretch begins. Who waits for as long as they are told is let in."""
    length, at = rates.SECONDS[period], 1_700_000_000.0
    let_in: list[float] = []
    cache.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rates.time, "time", lambda: at)
        for pause, requests in bursts:
            at += pause * length
            for _ in range(requests):
                found = count_within_rate(f"{most}/{period}", "asked", "ada")
                window = [each for each in let_in if each > at - length]
                if found.wait:
                    assert found.left == 0
                    assert 0 < found.wait <= length * (1 + 1 / rates.PARTS) + 0.001
                    wait = found.wait
                else:
                    let_in.append(at)
                    assert len(window) < most
                    assert found.left <= most - len(window) - 1
        if found.wait:
            at += wait + 0.001
            assert not count_within_rate(f"{most}/{period}", "asked", "ada").wait


def test_at_the_edge_of_a_minute_nobody_gets_twice_as_much(bot: Bot, cast: Hall) -> None:
    """As many at its end and as many again at the beginning of the next had been let in."""
    cast.clock.wait(seconds=59)
    exhaust(bot)
    cast.clock.wait(seconds=2)
    problem(bot.get("law/"), 429, "throttled")


def test_processes_that_count_at_once_let_in_no_more(bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one counts between this one's count and its look at what was before."""
    real = rates.counts
    monkeypatch.setattr(
        rates, "counts", lambda keys: (real(keys), monkeypatch.undo(), [count_within_rate("2/min", "k", "a")])[0]
    )
    found = count_within_rate("2/min", "k", "a")
    both = [found, count_within_rate("2/min", "k", "a")]
    assert [bool(each.wait) for each in both] == [False, True]


def test_who_is_turned_away_is_not_counted(cast: Hall) -> None:
    """Not by the limit that turns them away, nor by another that let them in."""
    costly, usual = ("1/min", "costly", "ada"), ("3/min", "api-rate", "ada")
    assert not counted_by_all([usual, costly])[-1].wait
    for _ in range(5):
        assert counted_by_all([usual, costly])[-1].wait
    assert count_within_rate(*usual).left == 1


# ── what answers say


def test_every_answer_says_how_much_is_left(bot: Bot, anybody: Bot, cast: Hall) -> None:
    """Whatever it is: found, unchanged, refused, missing, not allowed, and too many."""
    answer = bot.get("law/")
    assert answer["RateLimit-Policy"] == '"requests";q=3;w=60'
    assert answer["RateLimit"] == '"requests";r=2;t=63'
    assert bot.get("law/", headers={"If-None-Match": answer["ETag"]})["RateLimit"] == '"requests";r=1;t=63'
    assert bot.act("join")["RateLimit"] == '"requests";r=0;t=63'
    turned_away = bot.get("law/")
    assert turned_away["RateLimit"] == f'"requests";r=0;t={turned_away["Retry-After"]}'
    assert anybody.act("leave")["RateLimit"] == '"requests";r=2;t=63'
    assert anybody.client.head(f"/api/v1/cycles/{cast.slug}/law/")["RateLimit"] == '"requests";r=1;t=63'
    assert anybody.client.options(f"/api/v1/cycles/{cast.slug}/law/")["RateLimit"] == '"requests";r=0;t=63'


def test_what_costs_most_says_both_limits(bot: Bot, settings: Any) -> None:
    settings.COSTLY_LIMIT = "2/min"
    answer = bot.get("law/revisions/0/")
    assert answer["RateLimit-Policy"] == '"requests";q=3;w=60, "costly";q=2;w=60'
    assert answer["RateLimit"] == '"requests";r=2;t=63, "costly";r=1;t=63'


def test_a_token_that_is_none_is_counted_by_its_address(anybody: Bot) -> None:
    """Who tries tokens asks, too."""
    wrong = {"headers": {"Authorization": "Bearer nomic_00000000_" + "x" * 43}}
    for left in (2, 1, 0):
        answer = anybody.get("law/", **wrong)
        assert (answer.status_code, answer["RateLimit"]) == (401, f'"requests";r={left};t=63')
    problem(anybody.get("law/", **wrong), 429, "throttled")


def test_a_stream_counts_once_as_it_is_opened(bot: Bot) -> None:
    assert bot.get("events/")["RateLimit"] == '"requests";r=2;t=63'
