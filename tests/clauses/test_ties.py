"""How a choice of the most ends if several tie."""

from collections.abc import Iterator
from typing import Any

import pytest

from nomic.law.document.templates import document_of
from tests.clauses.conftest import OpenWith, open_with
from tests.support.hall import HOUR, START

__all__ = ["open_with"]

SHIPPED = ("cycle-16", "exoptwosis", "tetromic", "dungeon", "ministry-of-lamps")


def pay(chosen: dict[str, Any]) -> dict[str, Any]:
    return {"action": "Pay", "do": [{"grant": "Vertebra", "n": 7, "to": chosen}]}


def choices_of_the_most(part: Any) -> Iterator[dict[str, Any]]:
    """Yield every `first` and `extreme` in a document."""
    if isinstance(part, dict):
        if "extreme" in part or {"first", "of", "by"} <= part.keys():
            yield part
        for inner in part.values():
            yield from choices_of_the_most(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from choices_of_the_most(inner)


@pytest.mark.parametrize("template", SHIPPED)
def test_shipped_laws_say_how_ties_end(template: str) -> None:
    for choice in choices_of_the_most(document_of(template)):
        assert "ties" in choice, choice


@pytest.mark.parametrize("word", ["first", "extreme"])
def test_the_earliest_is_who_joined_first(word: str, open_with: OpenWith) -> None:
    """Not the first by name: a player who joins later than the others loses every tie, also after leaving."""
    everybody = {"players": "players", "except": "$me"}
    choice = {"first": 1, "of": everybody} if word == "first" else {"extreme": everybody}
    hall = open_with({"pay": pay({**choice, "by": 1, "ties": "earliest"})})
    hall.to(START + 80 * HOUR)
    hall.do("ada", "leave")
    hall.to(START + 400 * HOUR)
    hall.join("ada")
    before = {name: hall.has(name, "Vertebra") for name in ("ada", "bob")}
    hall.do("eve", "tolls_pay")
    assert hall.has("bob", "Vertebra") == before["bob"] + 7
    assert hall.has("ada", "Vertebra") == before["ada"]
    hall.do("bob", "tolls_pay")
    assert hall.has("ada", "Vertebra") == before["ada"]
    hall.is_sound()


def test_a_lot_is_drawn_openly(open_with: OpenWith) -> None:
    """The draw is in the entry, where anybody can verify it; a tie of as many as there are places needs none."""
    hall = open_with({"pay": pay({"extreme": {"players": "players"}, "by": 1, "ties": "lot"})})
    entry = hall.do("eve", "tolls_pay")
    assert [draw.purpose for draw in entry.draws] == ["Tolls: tie"]
    hall.is_sound()
