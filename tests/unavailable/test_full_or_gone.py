"""A host whose database or disk gives out says so, on pages and under the API's addresses."""

import errno
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from nomic.accounts.models import Person
from nomic.config import urls
from nomic.http.backend_outages import lack_of
from nomic.web.middleware.service_unavailable import broken
from tests.api.conftest import Bot, problem
from tests.support.hall import Hall

raising: list[Exception] = []


def fails(request: HttpRequest) -> HttpResponse:
    raise raising[0]


urlpatterns = [path("fails", fails), path("api/v1/fails", fails), *urls.urlpatterns]
handler500 = broken


def full_postgres() -> Exception:
    cause = Exception("could not extend file")
    cause.sqlstate = "53100"  # type: ignore[attr-defined]
    error = OperationalError("could not extend file: No space left on device")
    error.__cause__ = cause
    return error


FAILURES = {
    "database": (OperationalError("server closed the connection unexpectedly"), 503, "busy"),
    "connection": (InterfaceError("connection already closed"), 503, "busy"),
    "sqlite-full": (OperationalError("database or disk is full"), 507, "disk-full"),
    "postgres-full": (full_postgres(), 507, "disk-full"),
    "file-full": (OSError(errno.ENOSPC, "No space left on device"), 507, "disk-full"),
    "quota": (OSError(errno.EDQUOT, "Disk quota exceeded"), 507, "disk-full"),
}
WORDS = {"busy": "The database is not responding. Nothing was changed.", "disk-full": "The disk of this host is full;"}


@pytest.fixture
def client(settings: Any) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(("error", "status", "code"), FAILURES.values(), ids=FAILURES)
def test_it_is_said_as_a_page_and_as_a_problem(client: Client, error: Exception, status: int, code: str) -> None:
    """Never a 500 without words: the status, when to try again, and for programs the code."""
    raising[:] = [error]
    page = client.get("/fails")
    assert page.status_code == status
    assert page["Content-Type"].startswith("text/html")
    assert WORDS[code] in page.content.decode()
    answer = client.get("/api/v1/fails")
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["code"] == code
    assert answer["Retry-After"] == page["Retry-After"]


def test_a_mistake_of_ours_stays_one(client: Client) -> None:
    """500 for what nobody foresaw; under the API's addresses as a problem, not as a page."""
    raising[:] = [ZeroDivisionError("division by zero")]
    assert lack_of(raising[0]) is None
    page = client.get("/fails")
    assert (page.status_code, "Something went wrong" in page.content.decode()) == (500, True)
    answer = client.get("/api/v1/fails")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")


def test_other_failures_of_files_are_no_full_disk() -> None:
    assert lack_of(OSError(errno.ENOENT, "No such file")) is None


@pytest.mark.django_db
def test_what_fails_before_a_view_is_said_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that cannot be read fails in a middleware, out of any view's reach."""
    from django.contrib.sessions.middleware import SessionMiddleware

    def refuse(self: Any, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(SessionMiddleware, "process_response", refuse)
    for address in ("/accounts/login/", "/api/v1/"):
        answer = client.get(address)
        assert answer.status_code == 507, address


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite can be told how large its file may grow")
def test_an_act_that_finds_no_room_says_so_and_changes_nothing(hall: Hall) -> None:
    """SQLite's file may not grow by a page: acts are answered with 507, and go through when there is room again."""
    ada = hall.actor("ada")
    bot = Bot(hall.slug)
    bot.client.force_login(Person.objects.get(pk=ada.person_id))
    bot.client.raise_request_exception = False
    hall.join("ada")
    seq, codes = hall.cycle.seq, []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        [pages] = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            for _ in range(15):  # until the pages that were begun are full
                answer = bot.act("submit-proposal", title="Room", text="x" * 20_000)
                codes.append(answer.status_code)
                if answer.status_code != 201:
                    problem(answer, 507, "disk-full")
                    break
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")
    assert codes[-1] == 507
    assert hall.cycle.seq == seq + len(codes) - 1
    assert bot.act("submit-proposal", title="Room", text="x" * 20_000).status_code == 201
    hall.is_sound()
