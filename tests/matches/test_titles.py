"""Matches of a cycle have different titles."""

import pytest

from nomic.matches.hosting import lifecycle
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.models import MAX_TITLE_LENGTH, Match
from tests.support.hall import Hall


def titles(hall: Hall) -> list[str]:
    return list(Match.objects.filter(cycle=hall.cycle).order_by("pk").values_list("title", flat=True))


def test_a_title_that_is_used_gets_a_number(cast: Hall, lanterns: HostedGame) -> None:
    """Those of one act and of later ones; the journal says the same, and replays."""
    for count in (2, 1, 2):
        cast.do("ada", "open-lanterns", players=["ada", "bob"], count=count)
    found = ["Lanterns 1", "Lanterns 2", "Lanterns 1 (2)", "Lanterns 1 (3)", "Lanterns 2 (2)"]
    assert titles(cast) == found
    told = [
        event["title"] for entry in cast.cycle.entries.order_by("seq") for event in entry.events if "title" in event
    ]
    assert told == found
    cast.is_sound()


@pytest.mark.parametrize("title", ["The duel", "x" * MAX_TITLE_LENGTH])
def test_a_thousandth_title_takes_few_queries(cast: Hall, monkeypatch: pytest.MonkeyPatch, title: str) -> None:
    used: set[str] = set()
    asked: list[str] = []

    class Titled:
        def all(self, cycle: int, title: str) -> list[int]:
            asked.append(title)
            return [1] if title in used else []

    monkeypatch.setattr(lifecycle, "_titled", Titled())
    for _ in range(1000):
        asked.clear()
        found = lifecycle._unused(cast.read_context("ada"), title)
        assert len(found) <= MAX_TITLE_LENGTH
        assert found not in used
        assert len(asked) <= 21
        used.add(found)
    assert found.endswith(" (1000)")
