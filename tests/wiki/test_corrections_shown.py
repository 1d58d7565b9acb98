"""The gamestate's page says what was corrected when, and which ruling asked for it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.corrections.models import Correction
from nomic.cycles.models import Cycle
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from nomic.wiki.pages.sections import corrections
from tests.wiki.test_pages import page_of


def corrected(hall: Cycle, code: str, status: str = "adopted", **more: str) -> None:
    """A correction that has been closed, a day after the cycle began."""
    at = hall.starts_at + timedelta(days=1)
    said = {"opened_by": "Ben", "closed_by": "Ada", "reason": "It was wrong.", "commitment": "0" * 64, **more}
    Correction.objects.create(cycle=hall, code=code, status=status, opened_at=at, closed_at=at, **said)


def shown(hall: Cycle) -> str:
    return render_page(page_of(hall, PageKind.GAMESTATE))


def test_what_was_adopted_stands_there_with_what_it_follows(hall: Cycle) -> None:
    """What was dropped, or can still be looked at, does not; what people wrote is no markup."""
    corrected(hall, "dropped", "dropped")
    assert "Corrections of the past" not in shown(hall)
    corrected(hall, "first")
    corrected(hall, "second", following="ruling 3", reason="[[Main Page]] was wrong.")
    page = shown(hall).partition("== Corrections of the past ==")[2].partition("==")[0]
    lines = [line for line in page.splitlines() if line.startswith("*")]
    assert "/corrections/second/ a correction] by Ada, following ruling 3: " in lines[0]
    assert "[[Main Page]]" not in page
    assert "/corrections/first/ a correction] by Ada: It was wrong." in lines[1]
    assert "dropped" not in page
    assert "corrections]" in lines[2]


def test_of_many_the_newest_stand_there_by_as_many_queries(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    page, counted = page_of(hall, PageKind.GAMESTATE), []
    for code in ("first", "second"):
        corrected(hall, code)
        render_page(page)
        with CaptureQueriesContext(connection) as queries:
            render_page(page)
        counted.append(len(queries))
    assert counted[0] == counted[1]
    monkeypatch.setattr(corrections, "MAX_COUNT", 1)
    assert ("corrections/second/ " in shown(hall), "corrections/first/ " in shown(hall)) == (True, False)
