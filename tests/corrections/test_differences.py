"""What everybody sees of a correction: players, items, games with their moves, trades, what rules keep, the Judge."""

from typing import Any

import pytest

from nomic.corrections.diff.compared_facts import cards
from nomic.cycles.models import Entry
from nomic.inventory.models import Card
from nomic.matches.hosting.registry import HostedGame
from tests.corrections.conftest import Told, adopt, rows_of
from tests.support.hall import ADMIN, Hall
from tests.support.lanterns_game import lanterns, sit_down
from tests.trades.table import lots, offer

__all__ = ["lanterns"]


def test_somebody_who_never_left_still_plays_trades_and_sits_at_the_table(
    cast: Hall, told: Told, lanterns: HostedGame
) -> None:
    """Each kind says what it was and what it would be; and so it is, once that is adopted (R5, R100)."""
    table = sit_down(cast, "ada", "bob", "eve")
    table.wishes(ada=5, bob=4, eve=3)
    cast.grant("eve", "Chip", 2)
    trade = offer(cast, "ada", "eve", wants=lots(Chip=1))
    left = cast.do("eve", "leave")
    steps = table.match.version
    row = told({"do": "void", "entry": left.key})
    assert rows_of(row, "Players") == {"eve": ("has left", "reputable")}
    assert rows_of(row, "Items")["eve: Chip"] == ("", "2")
    assert rows_of(row, "Trades") == {
        f"Trade {trade.number}, of ada with eve": (
            "void, version 1, consent of ada",
            "open, version 1, consent of ada",
        )
    }
    ((what, (before, after)),) = rows_of(row, "Games").items()
    assert (table.code in what, before) == (True, f"running, {steps} moves and other steps")
    assert after == f"running, {steps - 1} moves and other steps"
    ((what, (before, after)),) = rows_of(row, "Moves in games").items()
    assert what.endswith(f"step {steps}")
    assert ("eve" in before, after) == (True, "")
    adopt(cast, row)
    assert cast.player("eve").is_playing
    assert table.match.version == steps - 1
    assert not Entry.objects.filter(cycle=cast.pk, key=left.key).exists()
    cast.is_sound()


def test_a_move_that_was_never_made_is_shown_as_such(cast: Hall, told: Told, lanterns: HostedGame) -> None:
    """With what it said; the game waits for it again once that is adopted."""
    table = sit_down(cast, "ada", "bob")
    wish = table.move("ada", "wish", [5])
    row = told({"do": "void", "entry": wish.key})
    assert len(rows_of(row, "Moves in games")) == 1
    adopt(cast, row)
    table.wishes(ada=4, bob=3)
    cast.is_sound()


def test_what_rules_keep_and_who_is_the_judge_are_compared(cast: Hall, told: Told) -> None:
    """A candidacy and its votes are values of the rule on judgement (R16); an admin's word is an entry like any."""
    named = cast.do(ADMIN, "appoint-judge", player="ada", reason="by mistake")
    cast.do("bob", "stand-for-judge")
    row = told({"do": "void", "entry": named.key})
    assert rows_of(row, "The cycle") == {"The Judge": ("ada", "nobody")}
    assert rows_of(row, "What the rules keep track of") == {}
    cast.do(ADMIN, "drop-correction", correction=row.code, reason="No.")
    (stood,) = cast.entries("stand-for-judge")
    row = told({"do": "void", "entry": stood.key})
    assert rows_of(row, "What the rules keep track of")["Candidates for Judge"][0] == "bob"


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({}, "ada has it"),
        ({"own_suits": ["Diamonds"]}, "ada has it. Suit besides its own: Diamonds"),
        ({"own_suits": ["Diamonds", "Clubs"]}, "ada has it. Suits besides its own: Diamonds, Clubs"),
        ({"own_values": [5], "own_only": ["values"]}, "ada has it. Values: only 5"),
        ({"own_only": ["colours"]}, "ada has it. No colours"),
        (
            {"modifiers": [{"name": "Big"}], "own_types": ["Gem"]},
            "ada has it. Modifiers: Big. Type besides its own: Gem",
        ),
    ],
)
def test_a_card_says_who_has_it_and_what_is_its_own(cast: Hall, own: dict[str, Any], words: str) -> None:
    """In sentences, one of a thing as one."""
    Card.objects.filter(cycle=cast.pk).delete()
    Card.objects.create(cycle=cast.cycle, code="c1", holder="ada", species="Queen", made_by=1, **own)
    assert cards(cast.cycle) == {"Queen (c1)": words}
