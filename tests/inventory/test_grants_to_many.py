"""One correction that grants something to several players: all of them get it, or nobody."""

from typing import Any

import pytest

from nomic.cycles.commands.preview import perform_or_preview
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

CHIP: dict[str, Any] = {"item": "Chip", "count": 2, "reason": "as voted"}


def test_several_get_it_in_one_entry(cast: Hall) -> None:
    """Names in any case; nobody else gets any."""
    cast.join("Cleo")
    seq = cast.cycle.seq
    entry = cast.do(ADMIN, "correct-grant-many", players=["ada", "CLEO"], **CHIP)
    assert entry.seq == seq + 1 == cast.cycle.seq
    assert entry.words == [f"Correction by {ADMIN}: ada and Cleo are each granted 2 Chips (as voted)."]
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "Cleo")] == [2, 0, 2]
    cast.is_sound()


def test_everybody_is_who_plays_then(cast: Hall) -> None:
    """Who has left gets nothing."""
    cast.join("Cleo")
    cast.do("bob", "leave")
    entry = cast.do(ADMIN, "correct-grant-many", everybody=True, **CHIP)
    assert entry.words == [f"Correction by {ADMIN}: everybody who plays is granted 2 Chips (as voted)."]
    assert [cast.has(name, "Chip") for name in ("ada", "bob", "Cleo")] == [2, 0, 2]
    cast.is_sound()


@pytest.mark.parametrize(
    ("to", "field"),
    [
        ({"players": ["ada", "nobody"]}, "players/1"),
        ({"players": ["ada", "bob", "ADA"]}, "players/2"),
        ({"players": ["ada"], "everybody": True}, ""),
        ({}, ""),
        ({"players": ["ada"] * 501}, "players"),
        ({"players": ["ada"], "item": "Moon"}, "item"),
        ({"players": ["ada"], "count": 0}, "count"),
    ],
)
def test_if_one_of_them_does_not_fit_nobody_gets_any(cast: Hall, to: dict[str, Any], field: str) -> None:
    """The field is named, and nothing has changed."""
    with cast.nothing_changes():
        cast.bad(ADMIN, "correct-grant-many", field, **CHIP | to)


def test_a_form_of_many_names_is_previewed(cast: Hall) -> None:
    """As a page sends it: ticks, and numbers as texts; each balance is listed."""
    fields = {"players": ["ada", "bob"], "item": "Chip", "count": "2", "reason": "x"}
    shown = perform_or_preview(cast.slug, cast.actor(ADMIN), "correct-grant-many", fields, key=None, token="")
    assert {(each.what, each.after) for each in shown.changes} == {("ada: Chip", "2"), ("bob: Chip", "2")}
    assert not cast.has("ada", "Chip")
