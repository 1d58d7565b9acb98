"""Whatever is sent as an argument of an action is read in steps that grow at most as n·log n."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from pydantic import BaseModel

from nomic.api.query_parameters import NoQuery
from nomic.cycles.actions.registry import all_actions
from nomic.cycles.domain.exceptions import BadArguments
from tests.support.linear_time import Work, grown, mixed, nested, unknown


def refused(read: Callable[[], object]) -> None:
    """Read it, or be told of at most twenty things that are wrong."""
    try:
        read()
    except BadArguments as bad:
        told = len(bad.errors)
    else:
        told = 0
    assert told <= 20


def refusing(read: Callable[[Any], object], made: Callable[[int], Any]) -> Work:
    """Reading what is made, of each size."""

    def prepared(size: int) -> Callable[[], object]:
        return partial(refused, partial(read, made(size)))

    return prepared


VALUES: dict[str, Callable[[int], Any]] = {
    "text": mixed,
    "nested": nested,
    "a list": lambda size: ["a"] * size,
    "a list of objects": lambda size: [{"op": "add", "path": "/x"}] * size,
    "an object": unknown,
    "a long name": lambda size: {"a" * size: "a" * size},
    "a number": lambda size: 10**size,
}


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
        action = ACTIONS[kind]
        for what, made in VALUES.items():
            yield f"{action.name} {field} {what}", refusing(action.read, lambda size, f=field, m=made: {f: m(size)})
    for action in ACTIONS.values():
        yield f"{action.name}: unknown", refusing(action.read, unknown)


def by_form() -> Iterator[tuple[str, Work]]:
    for kind, field in fields(ACTIONS).values():
        action = ACTIONS[kind]
        yield f"{action.name} {field} in a form", refusing(action.read_form, lambda size, f=field: {f: mixed(size)})
    for action in ACTIONS.values():
        yield f"{action.name}: unknown, in a form", refusing(action.read_form, unknown)


@pytest.mark.parametrize("ways", [by_json, by_form])
def test_what_is_sent_is_read_in_steps_that_grow_with_it(ways: Callable[[], Iterator[tuple[str, Work]]]) -> None:
    """Every field with every sign repeated, nested, as a list, and fields that nobody asks for or that come again."""
    works = list(ways())
    assert len(works) > 80
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

    [found] = grown((work.__name__, partial(partial, work)) for work in (squared, sorted_by_hand))
    assert found.startswith("squared")


@pytest.mark.parametrize("sent", [[("x", "1")] * 900, [(f"x{number % 400}", "1") for number in range(800)]])
def test_of_parameters_that_come_again_twenty_are_named(sent: list[tuple[str, str]]) -> None:
    with pytest.raises(BadArguments) as caught:
        NoQuery.read(SimpleNamespace(query_params=QueryDict(urlencode(sent))))  # type: ignore[arg-type]
    assert len(caught.value.errors) == min(20, len(dict(sent)))
