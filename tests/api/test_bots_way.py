"""A bot's request goes past what is there for people at browsers, and loses nothing by it."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from nomic.accounts.models import Person
from nomic.devtools.virtualenv import ROOT
from nomic.web.middleware.bot_handler import is_of_a_bot
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import Hall


@pytest.fixture
def of_people(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses for which a session was looked for, which is done for all people."""
    seen: list[str] = []
    original = SessionMiddleware.process_request

    def noted(self: SessionMiddleware, request: HttpRequest) -> None:
        seen.append(request.path)
        original(self, request)

    monkeypatch.setattr(SessionMiddleware, "process_request", noted)
    return seen


def test_who_comes_with_a_token_needs_no_session(bot: Bot, cast: Hall, of_people: list[str]) -> None:
    """It reads and acts all the same; whoever comes without one may have a session."""
    assert bot.read("players/")["items"]
    assert bot.act("gift", to="bob").status_code == 201
    assert of_people == []
    bot.client.get(f"{bot.root}players/")
    bot.client.get(f"/c/{cast.slug}/", headers=bot.headers)  # a token is none for the pages
    assert of_people == [f"{bot.root}players/", f"/c/{cast.slug}/"]


@pytest.mark.parametrize("token", ["", "nomic_made_up", "x" * 500])
def test_a_token_that_is_none_is_refused_whoever_is_logged_in(cast: Hall, client: Client, token: str) -> None:
    """Who has a session and sends a wrong token is nobody: they are not taken for who the session says."""
    client.force_login(Person.objects.get(pk=cast.actor("ada").person_id))
    before = cast.cycle.seq
    headers = {"Authorization": f"Bearer {token}"}
    response = client.post(
        f"/api/v1/cycles/{cast.slug}/actions/gift/", {"to": "bob"}, content_type="application/json", headers=headers
    )
    problem(response, 401, "authentication-failed")
    assert cast.cycle.seq == before


def test_without_a_token_a_session_acts_only_with_the_forms_own(cast: Hall) -> None:
    """A page elsewhere cannot have the browser of somebody who is logged in act, whatever scheme it names."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(Person.objects.get(pk=cast.actor("ada").person_id))
    for scheme in ({}, {"Authorization": "Basic YTpi"}, {"Authorization": "bearerx"}):
        response = browser.post(
            f"/api/v1/cycles/{cast.slug}/actions/gift/",
            {"to": "bob"},
            content_type="application/json",
            headers=scheme,
        )
        assert response.status_code == 403


def test_all_that_a_bot_is_answered_is_the_same_as_without(
    bot: Bot, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers, refusals and what is not there: bodies, and the headers that mean something to a bot."""

    def asked(some: Bot) -> list[tuple[int, bytes, Any, Any]]:
        answers: list[HttpResponse] = [
            some.get("players/"),
            some.get("nothing/"),
            some.get("/api/v1/schema/"),
            some.act("no-such-action"),
            some.act("gift", to="nobody"),
            some.send("gift", "{"),
            some.send("gift", "x" * 2_000_000),
        ]
        return [
            (each.status_code, each.getvalue(), each.get("Content-Length"), each.get("Content-Type"))
            for each in answers
        ]

    short = asked(bot)
    monkeypatch.setattr("nomic.web.middleware.bot_handler.is_of_a_bot", lambda request: False)
    assert asked(bot) == short


@pytest.mark.parametrize(
    ("path", "authorization", "is_one"),
    [
        ("/api/v1/cycles/", "Bearer nomic_x", True),
        ("/api/v1/cycles/", "bearer nomic_x", True),
        ("/api/v1/cycles/", "Basic x", False),
        ("/api/v1/cycles/", "", False),
        ("/accounts/login/", "Bearer nomic_x", False),
        ("/admin/", "Bearer nomic_x", False),
    ],
)
def test_what_counts_as_a_bots_request(path: str, authorization: str, is_one: bool) -> None:
    headers = {"Authorization": authorization} if authorization else {}
    assert is_of_a_bot(RequestFactory().get(path, headers=headers)) is is_one


class Noting:
    """Middleware that has all hooks, and answers for a view that fails."""

    def __init__(self, get_response: Any) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response: HttpResponse = self.get_response(request)
        response["Called"] = "yes"
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, fields: Any) -> None:
        request.META["seen"] = view

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse:
        return HttpResponse(f"{error} in {request.META['seen'].__name__}")


def test_the_list_of_bots_has_its_hooks(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its middleware, before a view and after one that fails; and of no other's."""

    def broken(*problem: Any) -> HttpResponse:
        raise RuntimeError("broken")

    settings.BOT_MIDDLEWARE = [f"{__name__}.Noting"]
    monkeypatch.setattr("nomic.api.error_responses.problem", broken)
    answer = Client().get("/api/v1/nothing/", headers={"Authorization": "Bearer x"})
    assert (answer.text, answer["Called"]) == ("broken in nothing_here", "yes")
    assert "X-Frame-Options" not in answer


def test_where_each_request_has_its_line_in_the_log_bots_have_one_too() -> None:
    program = "from nomic.config.settings import MIDDLEWARE as m; print(json.dumps(m))"
    printed = subprocess.run(
        [sys.executable, "-c", f"import json; {program}"],
        cwd=ROOT,
        env={**os.environ, "REQUEST_LOG_LEVEL": "INFO"},
        capture_output=True,
        text=True,
        check=True,
    )
    names = json.loads(printed.stdout)
    logged = names.index("django_structlog.middlewares.RequestMiddleware")
    assert logged < names.index("nomic.web.middleware.bot_handler.BotDispatchMiddleware")
    assert len(names) == len(set(names))
