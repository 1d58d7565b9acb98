"""Whatever is sent to a page, to the API or in a header is read in steps that grow as its length does."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import issue_token
from tests.support.growing import grown, mixed, nested, texts, unknown
from tests.support.hall import Hall

Work = Callable[[int], object]
PAGES = (
    *("/", "/account/", "/account/delete/", "/notices/", "/notices/settings/", "/accounts/login/"),
    *("/c/hall/", "/c/hall/proposals/compose/", "/c/hall/proposals/1/", "/c/hall/proposals/1/edit/"),
    *("/c/hall/trades/offer/", "/c/hall/court/", "/c/hall/matches/", "/c/hall/wiki/", "/c/hall/corrections/new/"),
    *("/c/hall/act/gift/", "/c/hall/act/request-ruling/", "/c/hall/proposals/1/simulation/"),
)
# What no page above has a form for as things stand there, with its fields.
MORE = {
    "/c/hall/proposals/1/discussion/": ("text", "do", "number", "seen"),
    "/c/hall/proposals/compose/keep/": ("title", "text", "code", "writer"),
    "/c/hall/proposals/compose/": ("begin", "block", "words", "amendments", "whole_text"),
    "/c/hall/trades/offer/": ("mine", "theirs", "look", "version"),
    "/theme/": ("theme", "next"),
    "/practice/": ("template",),
}
# What is written, as against what is chosen or hidden, which is sent all at once.
WRITTEN = ("text", "search", "number", "url", "email", "textarea")
API_BODIES = (
    *("cycles/hall/actions/submit-proposal/", "cycles/hall/actions/gift/", "cycles/hall/proposals/1/comments/"),
    *("cycles/hall/proposals/1/simulations/", "practice/", "notices/read/", "cycles/hall/proposals/1/following/"),
)
API_FIELDS = ("title", "text", "amendments", "to", "template", "url", "move")
HEADERS = ("If-None-Match", "Last-Event-ID", "Idempotency-Key", "Authorization", "Accept", "Accept-Encoding", "Cookie")
PARTS = ("Bearer a", "a", '"', 'W/"a", ', "a, ", "a=b; ", "a=1;q=0.5,", "1", " ", ":", ";", "=")


class _Forms(HTMLParser):
    """The forms of a page that are posted: to where, and their fields, each with its kind and its value."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[tuple[str, dict[str, tuple[str, str]]]] = []
        self._is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_open = given.get("method", "").lower() == "post"
            if self._is_open:
                self.forms.append((given.get("action", ""), {}))
        elif self._is_open and tag in ("input", "textarea", "select", "button") and given.get("name"):
            kind = given.get("type", "text") if tag == "input" else tag
            self.forms[-1][1].setdefault(given["name"], (kind, given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        self._is_open = self._is_open and tag != "form"


@pytest.fixture
def ada(cast: Hall) -> Client:
    cast.propose("ada")
    client = Client(raise_request_exception=True)
    client.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def undone(send: Callable[[], Any]) -> None:
    """Send it, see that it was read and is answered in words, and take back what came of it."""
    cache.clear()
    with transaction.atomic():
        answer = send()
        assert answer.status_code < 500
        assert answer.status_code not in (404, 429)
        transaction.set_rollback(True)


def post(client: Client, address: str, fields: Any) -> Any:
    """What is answered to somebody who is logged in, and is so afterwards, whatever it was."""
    session = client.cookies["sessionid"].value
    answer = client.post(address, fields)
    client.cookies["sessionid"] = session
    assert "/accounts/login" not in answer.get("Location", "")
    return answer


def forms(client: Client) -> dict[str, dict[str, tuple[str, str]]]:
    """Of every view that takes a form one address, with the fields of it; and those that stand on no page now."""
    found: dict[str, tuple[str, dict[str, tuple[str, str]]]] = {}
    for page in PAGES:
        reader = _Forms()
        reader.feed(client.get(page, follow=True).content.decode())
        for action, fields in reader.forms:
            address = (action or page).partition("?")[0]
            found.setdefault(resolve(address).view_name, (address, {}))[1].update(fields)
    for address, names in MORE.items():
        found.setdefault(resolve(address).view_name, (address, {}))[1].update(dict.fromkeys(names, ("", "")))
    return dict(found.values())


def sent_to_pages(client: Client) -> Iterator[tuple[str, Work]]:
    for address, fields in forms(client).items():
        usual = {name: value for name, (_, value) in fields.items() if value}
        groups = [[name] for name, (kind, _) in fields.items() if kind in WRITTEN]
        groups.append([name for name, (kind, _) in fields.items() if kind not in WRITTEN])
        for names in groups:

            def filled(size: int, address: str = address, usual: Any = usual, names: list[str] = names) -> None:
                undone(lambda: post(client, address, usual | dict.fromkeys(names, mixed(size))))

            yield f"{address} {names}", filled
        yield (
            f"{address}: unknown",
            lambda size, address=address, usual=usual: undone(
                lambda: post(client, address, usual | {name: ["a"] for name in unknown(size // 2)})
            ),
        )
        yield (
            f"{address}: again and again",
            lambda size, address=address, fields=fields: undone(
                lambda: post(client, address, {name: ["1"] * (size * 2 // 3 // len(fields) + 1) for name in fields})
            ),
        )


def written_at_length(client: Client) -> Iterator[tuple[str, Work]]:
    """What is long as a rule, with nothing else that could be refused first."""
    for address, usual, field in (
        ("/c/hall/proposals/compose/", {"title": "x", "from_words": "1"}, "text"),
        ("/c/hall/proposals/compose/", {"title": "x", "look": "1"}, "text"),
        ("/c/hall/proposals/compose/", {"title": "x", "text": "x", "look": "1"}, "amendments"),
        ("/c/hall/proposals/1/discussion/", {"do": "say"}, "text"),
    ):
        for what, _ in texts(9):

            def written(
                size: int, address: str = address, usual: Any = usual, field: str = field, what: str = what
            ) -> None:
                undone(lambda: post(client, address, usual | {field: dict(texts(size))[what]}))

            yield f"{address} {usual} {field} {what}", written


def sent_to_the_api(client: Client, secret: str) -> Iterator[tuple[str, Work]]:
    def send(address: str, body: Any) -> None:
        undone(
            lambda: client.post(
                f"/api/v1/{address}",
                body,
                content_type="application/json",
                headers={"Authorization": f"Bearer {secret}"},
            )
        )

    for address in API_BODIES:
        yield f"{address} signs", lambda size, address=address: send(address, dict.fromkeys(API_FIELDS, mixed(size)))
        yield f"{address} nested", lambda size, address=address: send(address, {"amendments": nested(size // 2)})
        yield f"{address} brackets", lambda size, address=address: send(address, "[" * size * 9)
        yield f"{address} objects", lambda size, address=address: send(address, '{"a":' * size * 9)
        yield f"{address} unknown", lambda size, address=address: send(address, unknown(size))
        yield f"{address} twice", lambda size, address=address: send(address, "{" + ",".join(['"a":1'] * size) + "}")
        yield f"{address} number", lambda size, address=address: send(address, "1" * size)


def sent_in_headers() -> Iterator[tuple[str, Work]]:
    for name in HEADERS:
        for address in ("/api/v1/cycles/hall/", "/account/"):

            def asked(size: int, address: str = address, name: str = name) -> None:
                undone(lambda: Client().get(address, headers={name: "".join(part * size for part in PARTS)}))

            yield f"{address} {name}", asked


def test_forms_are_read_in_steps_that_grow_with_them(ada: Client) -> None:
    """Every field of every form with every sign repeated; unknown fields, and every field again and again."""
    works = list(sent_to_pages(ada))
    assert len(works) > 60
    assert grown(works) == []


def test_what_is_written_is_read_in_steps_that_grow_with_it(ada: Client) -> None:
    """Proposals, with what is drafted from them, amendments and comments, of each sign and of each pair of them."""
    assert grown(written_at_length(ada)) == []


def test_bodies_are_read_in_steps_that_grow_with_them(ada: Client) -> None:
    _, secret = issue_token(Person.objects.get(username="ada"), "bot")
    ApiToken.objects.update(rate_limit="1000000/sec")
    assert grown(sent_to_the_api(ada, secret)) == []


def test_headers_are_read_in_steps_that_grow_with_them(ada: Client) -> None:
    assert grown(sent_in_headers()) == []
