"""Validates every API answer in any test against the OpenAPI document."""

import functools
import json
import re
from typing import Any
from urllib.parse import quote

import jsonschema_rs
from django.http import HttpResponseBase
from django.test import Client

DOCUMENT = "urn:document"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
API = "/api/v1/"
_request = Client.request


class NotAsDocumented(AssertionError):
    """An answer that the document does not describe."""


def document() -> Any:
    """Return the site's current OpenAPI document, which may have a test's own game."""
    from nomic.matches.hosting.registry import all_games

    return _document(tuple(game.name for game in all_games()))


@functools.cache
def _document(games: tuple[str, ...]) -> Any:
    from nomic.api.documentation import written

    return json.loads(written())


@functools.cache
def _addresses() -> list[tuple[re.Pattern[str], str]]:
    """Return the paths of the document as patterns, those without placeholders first."""
    paths = sorted(document()["paths"], key=lambda path: (path.count("{"), path))
    return [(re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))), path) for path in paths]


def _validator(*place: str) -> Any:
    """Return the validator of the schema at a place of the document, or None if there is no schema."""
    part = whole = document()
    for step in place:
        part = part.get(step)
        if part is None:
            return None
    return _compiled(id(whole), place)


@functools.cache
def _compiled(of: int, place: tuple[str, ...]) -> Any:
    pointer = quote("/".join(step.replace("~", "~0").replace("/", "~1") for step in place))
    return jsonschema_rs.Draft202012Validator({"$ref": f"{DOCUMENT}#/{pointer}"}, registry=_registry(of))


@functools.cache
def _registry(of: int) -> Any:
    return jsonschema_rs.Registry([(DOCUMENT, {"$schema": DIALECT, **document()})])


def check(method: str, path: str, response: HttpResponseBase) -> None:
    """Raise NotAsDocumented if an answer from a documented path does not match the document."""
    known = next((name for pattern, name in _addresses() if pattern.fullmatch(path)), None)
    if known is None or method == "HEAD" or method.lower() not in document()["paths"][known]:
        return
    status, kind = str(response.status_code), response.get("Content-Type", "").partition(";")[0]
    place = ("paths", known, method.lower(), "responses", status)
    answers = document()["paths"][known][method.lower()]["responses"]
    if status not in answers:
        raise NotAsDocumented(f"{method} {path}: {status} is not documented")
    content = answers[status].get("content", {})
    if not content and not kind:
        return
    if kind not in content:
        raise NotAsDocumented(f"{method} {path}: {status} as {kind!r} is not documented, but as {sorted(content)}")
    validator = _validator(*place, "content", kind, "schema")
    if validator is None or not kind.endswith("json"):
        return
    for error in validator.iter_errors(json.loads(_body(response))):
        raise NotAsDocumented(f"{method} {path}: {status}: at {list(error.instance_path)}: {error.message[:500]}")


def _body(response: Any) -> bytes:
    """Return the bytes of an answer, which stays readable."""
    if response.streaming:
        body = b"".join(response.streaming_content)
        response.streaming_content = [body]
        return body
    return bytes(response.content)


def _checked(self: Client, **request: Any) -> Any:
    response = _request(self, **request)
    path = request.get("PATH_INFO", "")
    if path.startswith(API) and not getattr(response, "is_async", False):
        check(request.get("REQUEST_METHOD", "GET"), path, response)
    return response


def watch() -> None:
    """Check every answer that a test client gets from the API."""
    Client.request = _checked  # type: ignore[method-assign]
