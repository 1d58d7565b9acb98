"""What the hall of a cycle of Tetromic says about the boards."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.support.signed_in import browser_of
from tests.support.tetromic_cycles import BARS, Open

pytestmark = pytest.mark.django_db


def said(name: str | None = None) -> str:
    """The words of the hall's panel, for somebody who has logged in or not; nothing where it has none."""
    answer = (browser_of(name) if name else Client()).get("/c/hall/")
    assert answer.status_code == 200
    panel = answer.content.decode().partition('id="tetromic-panel"')[2].partition("</section>")[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", panel.partition(">")[2])).split())


def test_the_hall_tells_a_player_how_their_board_stands_and_what_is_next(boards: Open) -> None:
    """First to gain, then to place; with nothing left to do one can still look."""
    cycle = boards("ada", "bob", **BARS)
    nothing_done = "You are at level 0 of 10, with 0 of 1 point for the next level, and no pieces in hand."
    assert nothing_done + " Gain this phase’s pieces" in said("ada")
    cycle.gain("ada")
    assert "and 1 piece in hand. You already have this phase’s pieces. Place your pieces" in said("ada")
    cycle.bar("ada", 0)
    text = said("ada")
    assert "You are at level 1 of 10, with 0 of 2 points for the next level, and no pieces in hand." in text
    assert text.endswith("Look at your board Ahead: ada, level 1.")
    assert nothing_done in said("bob")


def test_the_hall_tells_others_what_is_played(boards: Open) -> None:
    """Who does not play reads how a cycle is won, and nothing of a board of theirs."""
    boards("ada", "bob")
    assert said() == (
        "The boards 2 boards to look at Each player fills rows on a board of their own. "
        "The first to reach level 10 wins the cycle."
    )


def test_R63_when_the_cycle_is_won_nothing_is_left_to_do(boards: Open) -> None:
    """The panel goes with the match."""
    cycle = boards("ada", winning_level=1, **BARS)
    assert said("ada")
    cycle.gain("ada")
    cycle.bar("ada", 0)
    assert said("ada") == ""
