"""Addresses and fields that nobody types: they lead nowhere, and never to an error of the site."""

from urllib.parse import quote

import pytest
from django.test import Client

from nomic.accounts.models import Person
from tests.support.hall import Hall

ODD = (
    "%00",
    "%ED%A0%80",  # a lone surrogate
    "%F0%9F%9D%AC",
    "%27%22%3E%3Cscript%3E",
    "%2E%2E",
    "9" * 30,
    "-1",
    "%C2%B2",  # a digit that is none
    "x" * 3000,
)
FIELDS = {
    "players/": ("page",),
    "players/ada/": ("page", "q", "suit", "colour", "type", "modifier", "sort"),
    "proposals/": ("page",),
    "proposals/compose/": ("rule", "value"),
    "journal/": ("actor", "action", "phase", "before"),
    "chance/": ("phase", "before"),
    "ruleset/revisions/": ("from", "to"),
    "ruleset/revisions/0/": ("from", "whole"),
    "act/gift/": ("to", "next"),
    "act/buy/": ("offer", "count"),
    "live/": ("after",),
}


@pytest.fixture
def ada(cast: Hall) -> Client:
    client = Client(raise_request_exception=True)
    client.force_login(Person.objects.get(username="ada"), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("odd", ODD)
def test_odd_fields_of_addresses(ada, odd):
    for page, fields in FIELDS.items():
        if page == "live/":
            continue
        for field in fields:
            answer = ada.get(f"/c/hall/{page}?{field}={odd}")
            assert answer.status_code in (200, 302, 404), (page, field)
    assert ada.get(f"/?x={odd}").status_code == 200


@pytest.mark.parametrize("odd", ODD)
def test_odd_addresses(ada, odd):
    for path in (
        f"/c/{odd}/",
        f"/c/hall/players/{odd}/",
        f"/c/hall/proposals/{odd}/",
        f"/c/hall/proposals/{odd}/edit/",
        f"/c/hall/journal/{odd}/",
        f"/c/hall/journal/{odd}/reveal/",
        f"/c/hall/ruleset/revisions/{odd}/",
        f"/c/hall/act/{odd}/",
        f"/c/{odd}/live/",
        f"/c/{odd}/settling/",
    ):
        answer = ada.get(path)
        assert answer.status_code == 404, path


@pytest.mark.parametrize("odd", ["\x00", "\ud800", "x" * 100_000, "<b>", "\u202e", "9" * 400])
def test_odd_things_sent(ada, cast, odd):
    with cast.nothing_changes():
        for path, fields in (
            ("/c/hall/act/gift/", ("to", "next", "idempotency_key")),
            ("/c/hall/act/buy/", ("offer", "count")),
            ("/c/hall/act/vote/", ("proposal", "vote")),
            ("/practice/", ("template",)),
            ("/account/", ("revoke",)),
            ("/theme/", ("theme", "next")),
        ):
            for field in fields:
                body = f"{field}={quote(odd.encode('utf-8', 'surrogatepass'))}"
                answer = ada.post(path, body, content_type="application/x-www-form-urlencoded")
                assert answer.status_code in (200, 302, 409, 422), (path, field)
