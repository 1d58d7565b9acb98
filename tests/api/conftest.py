"""Bots for tests of the API."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from tests.support.hall import Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]


class Bot:
    """Somebody who talks to the API; without a token, anybody."""

    def __init__(self, slug: str, secret: str | None = None) -> None:
        self.root = f"/api/v1/cycles/{slug}/"
        self.client = Client()
        self.headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}

    def get(self, path: str = "", /, headers: dict[str, str] | None = None, **query: Any) -> HttpResponse:
        """A read below the cycle's address, or at an address of its own if that begins with a slash."""
        address = path if path.startswith("/") else self.root + path
        return self.client.get(address, query, headers={**self.headers, **(headers or {})})

    def read(self, path: str = "", /, **query: Any) -> Any:
        """The data of a read that is answered."""
        response = self.get(path, **query)
        assert response.status_code == 200, response.getvalue()
        return json.loads(response.getvalue())

    def act(self, action: str, /, key: str | None = None, **args: Any) -> HttpResponse:
        """Perform an action."""
        return self.send(action, args, **({"Idempotency-Key": key} if key is not None else {}))

    def send(self, action: str, body: Any, /, content_type: str = "application/json", **headers: str) -> HttpResponse:
        """Send a body, a text as it is and anything else as JSON."""
        return self.client.post(
            f"{self.root}actions/{action}/", body, content_type=content_type, headers={**self.headers, **headers}
        )

    def post(self, path: str, body: Any, /, **headers: str) -> HttpResponse:
        """Send a body below the cycle's address."""
        said = {**self.headers, **headers}
        return self.client.post(self.root + path, body, content_type="application/json", headers=said)

    def pages(self, path: str, /, **query: Any) -> Iterator[Any]:
        """Every item of a list, page after page."""
        page = self.read(path, **query)
        yield from page["items"]
        while page["next"]:
            page = self.client.get(page["next"], headers=self.headers).json()
            yield from page["items"]


MakeBot = Callable[..., Bot]


@pytest.fixture
def make_bot(hall: Hall) -> MakeBot:
    """The bot of a person, with a token of its own: `make_bot("ada")`; `make_bot(None)` has none."""

    def make(name: str | None = "ada", slug: str = hall.slug) -> Bot:
        if name is None:
            return Bot(slug)
        return Bot(slug, issue_token(Person.objects.get(pk=hall.actor(name).person_id), "a bot")[1])

    return make


@pytest.fixture
def bot(cast: Hall, make_bot: MakeBot) -> Bot:
    """The bot of ada, who plays."""
    return make_bot("ada")


@pytest.fixture
def anybody(cast: Hall, make_bot: MakeBot) -> Bot:
    """A caller without a token."""
    return make_bot(None)


def problem(response: HttpResponse, status: int, code: str) -> Any:
    """The problem details of a refusal that has this status and code."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    data = response.json()
    assert data["status"] == status
    assert data["code"] == code
    assert data["title"]
    assert data["detail"]
    assert data["type"] == "about:blank"
    return data
