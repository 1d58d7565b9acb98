"""Errors say what to do next: which header, which field, which address."""

from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import Hall


@pytest.mark.parametrize("scheme", ["{}", "Token {}", "Bot {}", "bearer: {}"])
def test_a_token_under_another_scheme_is_refused_for_reads_too(bot: Bot, cast: Hall, scheme: str) -> None:
    """It would read as nobody, and wonder why there is nothing of its own."""
    secret = bot.headers["Authorization"].removeprefix("Bearer ")
    answer = Client().get(bot.root, headers={"Authorization": scheme.format(secret)})
    assert "Authorization: Bearer" in problem(answer, 401, "authentication-failed")["detail"]


def test_another_scheme_may_be_a_proxys(bot: Bot, anybody: Bot) -> None:
    assert anybody.get(headers={"Authorization": "Basic YTpi"}).status_code == 200


def test_who_needs_a_token_learns_where_to_make_it(anybody: Bot, cast: Hall, client: Client) -> None:
    """At an address that is there."""
    detail = problem(anybody.act("leave"), 401, "not-authenticated")["detail"]
    assert "/account/" in detail
    assert "Authorization: Bearer" in detail
    assert client.get("/account/").status_code in (200, 302)
    mine = problem(anybody.get("/api/v1/matches/", mine="true"), 401, "not-authenticated")["detail"]
    assert mine.startswith("Log in to list the matches that you sit at. Make a token")


def test_a_wrong_method_or_kind_of_body_says_the_right_one(bot: Bot) -> None:
    answer = bot.get("actions/leave/")
    assert "POST" in problem(answer, 405, "method-not-allowed")["detail"]
    assert answer["Allow"] == "POST"
    answer = bot.post("actions/", {})
    assert "It takes GET or HEAD." in problem(answer, 405, "method-not-allowed")["detail"]
    detail = problem(bot.send("gift", "to=bob", content_type="text/plain"), 415, "unsupported-media-type")["detail"]
    assert "application/json" in detail


def test_too_many_requests_say_how_long_to_wait(bot: Bot, settings: Any) -> None:
    settings.API_RATE_LIMIT = "1/min"
    bot.get()
    answer = bot.get()
    assert f"Wait {answer['Retry-After']} seconds" in problem(answer, 429, "throttled")["detail"]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/api/v1/matches/zzz/", "no match 'zzz'"),
        ("/api/v1/matches/zzz/log/", "no match 'zzz'"),
        ("proposals/77/", "no proposal '77'"),
        ("proposals/77/comments/", "no proposal '77'"),
        ("proposals/77/dry-run/", "no proposal '77'"),
        ("trades/77/", "no trade '77'"),
        ("court/requests/77/", "no request '77'"),
        ("court/rulings/77/", "no ruling '77'"),
        ("players/nobody/inventory/", "no player 'nobody'"),
        ("law/revisions/77/", "The newest is 0"),
        ("journal/777777/", "The newest is"),
        ("draws/?phase=77", "The current phase is 0"),
        ("corrections/77/", "no such correction"),
        ("/api/v1/", "/api/v1/docs/"),
    ],
)
def test_what_is_missing_is_named(anybody: Bot, path: str, named: str) -> None:
    assert named in problem(anybody.get(path), 404, "not-found")["detail"]


def test_a_move_in_no_match_names_it(bot: Bot) -> None:
    answer = bot.client.post(
        "/api/v1/matches/zzz/moves/", {"move": {}}, content_type="application/json", headers=bot.headers
    )
    assert "no match 'zzz'" in problem(answer, 404, "not-found")["detail"]


def test_filters_that_match_nothing_by_mistake_are_refused(anybody: Bot, cast: Hall) -> None:
    """A misspelt cycle or game is not a list without matches."""
    assert anybody.read("/api/v1/matches/", cycle=cast.slug, game="exoptosis") == {"items": [], "next": None}
    assert "'nope'" in problem(anybody.get("/api/v1/matches/", cycle="nope"), 422, "bad-arguments")["detail"]
    assert "exoptosis" in problem(anybody.get("/api/v1/matches/", game="nope"), 422, "bad-arguments")["detail"]


@pytest.mark.parametrize("place", ["x", "3:abc", "-1", "9" * 20])
def test_a_place_in_a_stream_that_is_none_is_refused(anybody: Bot, place: str) -> None:
    """Beginning with the newest entry would leave a gap that no bot notices."""
    answer = anybody.get("events/", headers={"Last-Event-ID": place})
    errors = problem(answer, 422, "bad-arguments")["errors"]
    assert errors[0]["field"] == "Last-Event-ID"
    assert "SEQ" in errors[0]["detail"]
    assert 'as "12"' in problem(anybody.get("events/", after=place), 422, "bad-arguments")["detail"]


def test_a_key_sent_twice_says_to_take_another(bot: Bot) -> None:
    bot.act("gift", key="k", to="bob")
    assert "a new key" in problem(bot.act("leave", key="k"), 422, "key-reused")["detail"]


def test_advancing_the_clock_names_the_fields(make_bot: MakeBot, cast: Hall) -> None:
    detail = problem(make_bot("ada").act("advance-clock"), 422, "bad-arguments")["detail"]
    assert all(name in detail for name in ("minutes", "to_next_phase", ", to)"))
