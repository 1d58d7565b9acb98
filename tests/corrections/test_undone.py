"""An adopted correction is undone by its opposite, which one press prepares."""

from typing import Any

import pytest
from django.test import Client

from nomic.corrections.models import Correction
from nomic.corrections.queries import undone_corrections
from nomic.cycles.domain.exceptions import BadArguments
from nomic.notices.models import Notice
from tests.corrections.conftest import Told, adopt, tell
from tests.corrections.test_pages import page_of
from tests.support.hall import ADMIN, HOUR, Hall
from tests.support.signed_in import browser_of

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


def says_that_it_is_undone(row: Correction, keeper: Client) -> str:
    """The code of the correction that has taken this one back, which its page, the list and the API name; or ""."""
    row.refresh_from_db()
    by = undone_corrections(row.cycle).get(row.code, "")
    page = page_of(keeper, f"{LIST}{row.code}/")
    assert (f'undone <a href="{LIST}{by}/">by another one</a>' in page) == bool(by)
    if by:
        assert "Undo this correction" not in page
        assert f'adopted, and <a href="{LIST}{by}/">undone</a>' in page_of(keeper, LIST)
        told = keeper.get(f"/api/v1/cycles/hall/corrections/{by}/").json()
        assert told["undoes"] == row.code
    return by


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
    assert says_that_it_is_undone(row, keeper) == opposite.code
    assert cast.has("ada", "Vertebra") == had + 1
    assert [each.at for each in cast.entries("correct-grant")] == [start + HOUR]
    again = undo(cast, keeper, opposite)
    assert cast.has("ada", "Vertebra") == had + after
    assert [says_that_it_is_undone(each, keeper) for each in (row, opposite, again)] == ["", again.code, ""]
    cast.is_sound()


def test_nobody_undoes_what_was_not_adopted(cast: Hall, told: Told) -> None:
    """By the API, where somebody may send any code."""
    entry = cast.do(ADMIN, "correct-grant", **ONE)
    row = told({"do": "void", "entry": entry.key})
    cast.do(ADMIN, "drop-correction", correction=row.code, reason="x")
    edits = [{"do": "void", "entry": entry.key}]
    for code in (row.code, "nosuch"):
        with pytest.raises(BadArguments) as caught:
            cast.do(ADMIN, "open-correction", edits=edits, reason="x", undoes=code)
        assert [error.field for error in caught.value.errors] == ["undoes"]


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


def test_what_is_drawn_again_is_said_before(cast: Hall, told: Told, keeper: Client) -> None:
    """Before the adoption that removes a draw, on the page of the undoing, and in the correction that it prepares."""
    cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    assert opened.draws
    held = cast.cards("ada")
    row = told({"do": "void", "entry": opened.key})
    decide = page_of(keeper, f"{LIST}{row.code}/").partition('id="decide"')[2]
    assert "You can undo it later" in decide
    assert f"Entry {opened.seq}</a>" in decide
    adopt(cast, row)
    undo_box = page_of(keeper, f"{LIST}{row.code}/").partition('id="undo"')[2]
    assert "It does not bring back what was drawn" in undo_box
    assert f"Entry {opened.seq}: {opened.words[0]}" in undo_box.replace("&#x27;", "'")
    keeper.post(f"{LIST}{row.code}/choose/", {"do": "undo"})
    again = tell(cast)
    assert "Their dice and cards are new" in page_of(keeper, f"{LIST}{again.code}/")
    adopt(cast, again)
    assert {card.code for card in cast.cards("ada")}.isdisjoint(card.code for card in held)


def test_nothing_is_said_of_draws_where_none_is_lost(cast: Hall, told: Told, keeper: Client) -> None:
    """A purchase is done again just as it was."""
    row = told({"do": "void", "entry": cast.do("ada", "buy", offer="Handy Pack").key})
    assert "does not come back" not in page_of(keeper, f"{LIST}{row.code}/")
    adopt(cast, row)
    page = page_of(keeper, f"{LIST}{row.code}/")
    assert "Undo this correction" in page
    assert "bring back what was drawn" not in page


def test_the_notice_says_what_you_lose_and_gain(cast: Hall, told: Told) -> None:
    """Each player hears of their own; the others of none."""
    cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    names = sorted(card.species for card in cast.cards("ada"))
    adopt(cast, told({"do": "void", "entry": opened.key}))
    mine = Notice.objects.filter(person__username="ada").latest("pk").text
    assert "it was wrong" not in mine
    assert "You lose" in mine
    assert all(name in mine for name in names)
    assert "You gain 1 Handy Pack." in mine
    assert "You" not in Notice.objects.filter(person__username="bob").latest("pk").text


def test_before_an_act_is_decided_about_the_page_says_so(cast: Hall, told: Told, keeper: Client) -> None:
    """The box to adopt names the act, and the values as data are folded away."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    page = page_of(keeper, f"{LIST}{row.code}/")
    decide = page.partition('id="decide"')[2]
    assert "You cannot adopt it yet" in decide
    assert f"entry {opened.seq}" in decide
    assert "<button>Adopt the correction</button>" not in page
    assert page.index("<details") < page.index(f'id="args-{opened.seq}"')
