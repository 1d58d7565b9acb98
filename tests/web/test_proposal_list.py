"""The list of proposals says what each one changes, and a forecast without a difference comes after the words."""

from django.test import Client

from nomic.forecast.forecasts import make_waiting
from tests.support.hall import Hall, bare_law, clock, hall, open_cycle

__all__ = ["bare_law", "clock", "hall", "open_cycle"]
CHIP = {"op": "replace", "path": "/items/Chip/text", "value": "A chip."}


def page(path: str = "") -> str:
    return Client().get(f"/c/hall/proposals/{path}").content.decode()


def test_the_list_says_in_a_sentence_what_a_proposal_changes(hall: Hall) -> None:
    """The sentence of its own page; and that one of words alone changes nothing by itself."""
    hall.join("ada", "bob")
    hall.propose("ada", CHIP, title="Chips")
    hall.propose("bob", title="Hum")
    sentence = page("1/").partition('id="sentence">')[2].partition("</p>")[0]
    assert "A chip." in sentence
    assert f"<p>{sentence}</p>" in page()
    assert "<p>Changes nothing by itself: it is only text.</p>" in page()


def test_a_forecast_with_nothing_to_tell_comes_after_what_the_proposal_says(hall: Hall) -> None:
    """One that tells of a gain comes before it."""
    hall.join("ada", "bob")
    hall.propose("ada", CHIP, title="Chips")
    hall.propose("bob", title="Gift", effects=[{"grant": "Chip", "to": {"players": "players"}}])
    make_waiting()
    for number, comes_first in ((1, False), (2, True)):
        html = page(f"{number}/")
        assert (html.index('id="forecast"') < html.index('id="words"')) == comes_first
