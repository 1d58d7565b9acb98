"""Cycles whose past is corrected."""

from collections.abc import Callable
from typing import Any

import pytest

from nomic.corrections.background.build_fork import build_waiting
from nomic.corrections.models import Correction
from nomic.cycles.models import Entry
from tests.support.hall import ADMIN, Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

Told = Callable[..., Correction]


@pytest.fixture
def told(cast: Hall) -> Told:
    """Open a correction in the hall with these edits, and have it told."""

    def open_and_tell(*edits: dict[str, Any], by: str = ADMIN) -> Correction:
        cast.do(by, "open-correction", edits=list(edits), reason="it was wrong")
        return tell(cast)

    return open_and_tell


def tell(hall: Hall) -> Correction:
    """Have the open correction told, as the background does."""
    assert build_waiting() == 1
    return Correction.objects.filter(cycle=hall.pk).latest("pk")


def adopt(hall: Hall, row: Correction, by: str = ADMIN) -> Entry:
    """Adopt it."""
    return hall.do(by, "adopt-correction", correction=row.code, version=row.version, reason="everybody agrees")


def rows_of(row: Correction, title: str) -> dict[str, tuple[str, str]]:
    """What the difference shows of a kind."""
    found = [group for group in row.difference if group["title"] == title]
    return {each["what"]: (each["before"], each["after"]) for group in found for each in group["rows"]}
