"""Whatever is sent as an argument or as a parameter is read in steps that grow as its length does."""

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from pydantic import BaseModel

from nomic.api.queries import NoQuery, Query
from nomic.api.urls import urlpatterns  # noqa: F401 - with it every query is known
from nomic.cycles.actions import all_actions
from nomic.cycles.refusals import BadArguments
from tests.support.growing import grown, nested, texts, unknown

Work = Callable[[int], object]


def refused(read: Callable[[], object]) -> None:
    """Read it, or be told of at most twenty things that are wrong."""
    try:
        read()
    except BadArguments as bad:
        told = len(bad.errors)
    else:
        told = 0
    assert told <= 20


def values() -> Iterator[tuple[str, Callable[[int], Any]]]:
    """Of every kind that a field can be given, one of each size."""
    for name, _ in texts(9):
        yield name, lambda size, name=name: dict(texts(size))[name]
    yield "nested", nested
    yield "a list", lambda size: ["a"] * size
    yield "a list of objects", lambda size: [{"op": "add", "path": "/x"}] * size
    yield "an object", unknown
    yield "a long name", lambda size: {"a" * size: "a" * size}
    yield "a number", lambda size: 10**size


def fields(kinds: Iterable[type[BaseModel]]) -> dict[str, tuple[type[BaseModel], str]]:
    """Where every kind of field is read: of those that are read in the same way one stands for all."""
    found: dict[str, tuple[type[BaseModel], str]] = {}
    for kind in kinds:
        for name, field in kind.model_fields.items():
            found.setdefault(f"{field.annotation} {field.metadata}", (kind, field.alias or name))
    return found


ACTIONS = {action.args: action for action in all_actions()}


def by_json() -> Iterator[tuple[str, Work]]:
    for kind, field in fields(ACTIONS).values():
        for what, made in values():

            def read(size: int, kind: Any = kind, field: str = field, made: Any = made) -> None:
                refused(lambda: ACTIONS[kind].read({field: made(size)}))

            yield f"{ACTIONS[kind].name} {field} {what}", read
    for action in ACTIONS.values():
        yield f"{action.name}: unknown", lambda size, action=action: refused(lambda: action.read(unknown(size)))


def by_form() -> Iterator[tuple[str, Work]]:
    for kind, field in fields(ACTIONS).values():
        for what, _ in texts(9):

            def read(size: int, kind: Any = kind, field: str = field, what: str = what) -> None:
                refused(lambda: ACTIONS[kind].read_form({field: dict(texts(size))[what]}))

            yield f"{ACTIONS[kind].name} {field} {what} in a form", read
    for action in ACTIONS.values():
        yield (
            f"{action.name}: unknown, in a form",
            lambda size, action=action: refused(lambda: action.read_form(unknown(size))),
        )


def queries(kind: type[Query] = Query) -> Iterator[type[Query]]:
    for each in kind.__subclasses__():
        yield each
        yield from queries(each)


def by_query() -> Iterator[tuple[str, Work]]:
    def read(query: type[Query], sent: list[tuple[str, str]]) -> None:
        given = QueryDict(urlencode(sent))
        refused(lambda: query.read(SimpleNamespace(query_params=given)))  # type: ignore[arg-type]

    for kind, field in fields(queries()).values():
        query = cast("type[Query]", kind)
        for what, _ in texts(9):
            yield (
                f"{query.__name__} {field} {what}",
                lambda size, query=query, field=field, what=what: read(query, [(field, dict(texts(size))[what])]),
            )
        yield (
            f"{query.__name__} {field}, again and again",
            lambda size, query=query, field=field: read(query, [(field, "1")] * size),
        )
    for query in queries():
        yield f"{query.__name__}: unknown", lambda size, query=query: read(query, [*unknown(size).items()])
        yield (
            f"{query.__name__}: unknown, twice",
            lambda size, query=query: read(query, [*unknown(size // 2).items()] * 2),
        )


@pytest.mark.parametrize("ways", [by_json, by_form, by_query])
def test_what_is_sent_is_read_in_steps_that_grow_with_it(ways: Callable[[], Iterator[tuple[str, Work]]]) -> None:
    """Every field with every sign repeated, nested, as a list, and fields that nobody asks for or that come again."""
    works = list(ways())
    assert len(works) > 200
    assert grown(works) == []


def test_what_grows_faster_is_found() -> None:
    """Steps in the square of what is sent, and steps that double with each sign."""

    def squared(size: int) -> None:
        for _ in range(size):
            for _ in range(size):
                pass

    def sorted_by_hand(size: int) -> None:
        for _ in range(size):
            for _ in range(size.bit_length()):
                pass

    assert grown([("squared", squared), ("sorted", sorted_by_hand)])[0].startswith("squared")
    assert len(grown([("squared", squared), ("sorted", sorted_by_hand)])) == 1


@pytest.mark.parametrize("sent", [[("x", "1")] * 900, [(f"x{number % 400}", "1") for number in range(800)]])
def test_of_parameters_that_come_again_twenty_are_named(sent: list[tuple[str, str]]) -> None:
    with pytest.raises(BadArguments) as caught:
        NoQuery.read(SimpleNamespace(query_params=QueryDict(urlencode(sent))))  # type: ignore[arg-type]
    assert len(caught.value.errors) == min(20, len(dict(sent)))
