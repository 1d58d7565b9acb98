"""The way of an act from the view to the journal's row is short, and returns to no module that it has left."""

import sys
from itertools import groupby
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from nomic.cycles.commands import group_commit
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

ROOT = Path(__file__).parents[2] / "nomic"
MAX_STOPS = 25  # functions that the act passes, to the queue of rows and in the flush that writes them
ENTRY = "cycles_entry"


def stops(frame: FrameType | None) -> list[tuple[str, str]]:
    """The host's functions on the stack as (module, function), from the view on."""
    found = []
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT):
            found.append((file.relative_to(ROOT).as_posix(), frame.f_code.co_qualname))
        frame = frame.f_back
    way = found[::-1]
    return way[way.index(("web/views/cycle/actions.py", "act")) :]


def ways_of_an_act(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[str, str]]]:
    """The ways to the queue of rows and to the statement that writes the entry, when ada buys a pack by the form."""
    ways: dict[str, list[tuple[str, str]]] = {}

    def profile(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_qualname == "_append_entry":
            ways["queue"] = stops(frame)

    def execute(send: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if f'INSERT INTO "{ENTRY}"' in sql:  # on PostgreSQL, it stands within a WITH
            ways["flush"] = stops(sys._getframe())
        return send(sql, params, many, context)

    monkeypatch.setattr(group_commit, "connection", SimpleNamespace(in_atomic_block=False))
    browser = browser_of("ada")
    with connection.execute_wrapper(execute):
        sys.setprofile(profile)
        try:
            sent = browser.post(f"/c/{hall.slug}/act/buy/", {"offer": "Already-opened Pack", "count": "1"})
        finally:
            sys.setprofile(None)
    assert sent.status_code == 302
    return [ways["queue"], ways["flush"]]


def test_the_way_of_an_act_is_straight(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each module is entered once on the way down, and few functions lie between the view and the row."""
    ways = ways_of_an_act(cast, monkeypatch)
    for way in ways:
        modules = [module for module, _ in groupby(way, lambda stop: stop[0])]
        assert len(modules) == len(set(modules)), "\n".join(" ".join(stop) for stop in way)
    passed = dict.fromkeys(stop for way in ways for stop in way)
    assert len(passed) <= MAX_STOPS, "\n".join(" ".join(stop) for stop in passed)
    assert ("cycles/commands/group_commit.py", "_lead") in passed
