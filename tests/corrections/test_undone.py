"""An adopted correction is undone by its opposite, which one press prepares."""

from typing import Any

import pytest
from django.test import Client

from nomic.corrections.models import Correction
from tests.corrections.conftest import Told, adopt, is_whole, tell
from tests.corrections.test_pages import browser_of, page_of
from tests.support.hall import ADMIN, HOUR, Hall

LIST = "/c/hall/corrections/"
ONE: dict[str, Any] = {"player": "ada", "item": "Vertebra", "count": 1, "reason": "for the stairs"}


@pytest.fixture
def keeper(cast: Hall) -> Client:
    cast.actor(ADMIN)
    return browser_of(ADMIN)


def undo(hall: Hall, keeper: Client, row: Correction) -> Correction:
    """Press the button, and adopt what it has prepared."""
    assert "<button>Undo this correction</button>" in page_of(keeper, f"{LIST}{row.code}/")
    answer = keeper.post(f"{LIST}{row.code}/choose/", {"do": "undo"})
    new = Correction.objects.latest("pk")
    assert answer["Location"] == f"{LIST}{new.code}/"
    tell(hall)
    new.refresh_from_db()
    assert new.status == "built", new.trouble
    adopt(hall, new)
    return new


@pytest.mark.parametrize("do", ["void", "change", "move", "insert"])
def test_everything_is_as_before(cast: Hall, told: Told, keeper: Client, do: str) -> None:
    """An act taken back is there again, another value, another time; an inserted act is gone. Twice is once."""
    start, had = cast.clock.now, cast.has("ada", "Vertebra")
    cast.clock.wait(hours=1)
    entry = cast.do(ADMIN, "correct-grant", **ONE)
    cast.clock.wait(hours=1)
    at = (start + HOUR / 2).isoformat()
    edit: dict[str, Any] = {
        "void": {"entry": entry.key},
        "change": {"entry": entry.key, "args": ONE | {"count": 5}},
        "move": {"entry": entry.key, "at": at},
        "insert": {"actor": ADMIN, "action": "correct-grant", "args": ONE, "at": at},
    }[do]
    row = told({"do": do, **edit})
    adopt(cast, row)
    after = cast.has("ada", "Vertebra") - had
    assert after == {"void": 0, "change": 5, "move": 1, "insert": 2}[do]
    opposite = undo(cast, keeper, row)
    assert cast.has("ada", "Vertebra") == had + 1
    assert [each.at for each in cast.entries("correct-grant")] == [start + HOUR]
    undo(cast, keeper, opposite)
    assert cast.has("ada", "Vertebra") == had + after
    assert "undone by one press. What it changed has been" in page_of(keeper, f"{LIST}{opposite.code}/")
    is_whole(cast)


def test_no_entry_that_nobody_corrects_has_the_button(cast: Hall, told: Told, keeper: Client) -> None:
    """An adoption leads to its undoing, for those who correct. Its form says the same, and so does the clock's."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    adopt(cast, row)
    (adopted,), (rewritten,) = cast.entries("adopt-correction"), cast.entries("tell-corrected")
    (began,) = cast.entries("begin-cycle")
    for entry in (adopted, rewritten, began):
        page = page_of(keeper, f"/c/hall/journal/{entry.seq}/")
        assert "Correct this…" not in page
        assert (f"{LIST}{row.code}/#undo" in page) == (entry is not began)
        assert "#undo" not in page_of(browser_of("ada"), f"/c/hall/journal/{entry.seq}/")
        form = page_of(keeper, f"{LIST}new/?entry={entry.key}")
        assert "Show what it would change" not in form
    assert "Undo this correction" not in page_of(browser_of("ada"), f"{LIST}{row.code}/")


def test_what_cannot_be_undone_says_why(cast: Hall, told: Told, keeper: Client) -> None:
    """An act of another admin can be taken back, but only they can do it again; meanwhile one correction is open."""
    entry = cast.do(ADMIN, "correct-grant", **ONE)
    row = told({"do": "void", "entry": entry.key})
    adopt(cast, row)
    cast.do("ada", "buy", offer="Handy Pack")
    told({"do": "void", "entry": cast.entries("buy")[-1].key})
    assert "Adopt or drop it first" in page_of(keeper, f"{LIST}{row.code}/")
    assert keeper.post(f"{LIST}{row.code}/choose/", {"do": "undo"}).status_code == 409
    other = browser_of("bob")
    assert other.post(f"{LIST}{row.code}/choose/", {"do": "undo"}).status_code == 409


def test_a_difference_names_acts_in_words(cast: Hall, told: Told, keeper: Client) -> None:
    """Not by the names that programs have for them, and without ids."""
    cast.do("ada", "buy", offer="Handy Pack")
    entry = cast.do(ADMIN, "correct-grant", **ONE | {"item": "Chip", "count": 11})
    row = told({"do": "void", "entry": entry.key})
    page = page_of(keeper, f"{LIST}{row.code}/")
    assert f'data-label="What">{ADMIN}: Correct: grant items</th>' in page
    assert 'data-label="What">By itself: The cycle ends</th>' in page
