"""Rules drafted from sentences in plain words are played: what they do once a proposal has made them law."""

from types import SimpleNamespace

import pytest

from nomic.clauses.store.values import stored_value
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.web.composer.orders.drafting import draft_from
from tests.recipes.checking import PLAYERS, Check, enact
from tests.recipes.conftest import CycleUnder
from tests.support.hall import Hall


def played(cycle_under: CycleUnder, words: str) -> Hall:
    """Return a cycle in which the proposal of these words is law."""
    hall = cycle_under("cycle-16")
    found = draft_from(hall.cycle.law, words, [])
    assert found.left == []
    enact(hall, SimpleNamespace(title="Words", text=words, effects=[], made_of=None, amendments=found.operations))
    return hall


def next_phase(hall: Hall) -> str:
    """Let the phase end, and return the kind of the next."""
    hall.to(hall.cycle.phase_ends_at)
    return str(hall.cycle.phase_kind)


def beats(hall: Hall, winner: str, loser: str) -> None:
    Check.beats(SimpleNamespace(hall=hall), {"beats": winner, "of": loser})


def test_what_begins_or_ends_a_named_phase_happens_in_no_other(cycle_under: CycleUnder) -> None:
    hall = played(
        cycle_under,
        "At the start of every Battle Phase, everyone gains 1 Chip. "
        "At the end of every Battle Phase, everyone gains 2 Gem Keys.",
    )
    while hall.cycle.phase_kind != "rest":
        next_phase(hall)
    had = {item: hall.has("bob", item) for item in ("Chip", "Gem Key")}
    for kind, chips, keys in (("battle", 1, 0), ("rest", 1, 2), ("battle", 2, 2), ("rest", 2, 4)):
        assert next_phase(hall) == kind
        assert [hall.has("bob", item) - had[item] for item in had] == [chips, keys]


def test_a_limit_in_a_named_phase_counts_there_and_holds_there(cycle_under: CycleUnder) -> None:
    hall = played(cycle_under, "Each player may buy at most 1 Handy Pack per Rest Phase.")
    hall.grant("ada", "Vertebra", 200)
    while hall.cycle.phase_kind != "rest":
        next_phase(hall)
    hall.do("ada", "buy", offer="Handy Pack")
    with pytest.raises(Refused, match="Rest Phase"):
        hall.do("ada", "buy", offer="Handy Pack")
    assert next_phase(hall) == "battle"
    for _ in range(2):
        hall.do("ada", "buy", offer="Handy Pack")
    assert next_phase(hall) == "rest"
    hall.do("ada", "buy", offer="Handy Pack")


def test_wins_are_counted_and_a_title_is_borne(cycle_under: CycleUnder) -> None:
    hall = played(cycle_under, "Whoever wins two duels in a row gets a Gem Key and the title “Hunter”.")
    gained = []
    for winner, loser in (("ada", "bob"), ("bob", "ada"), ("ada", "bob"), ("ada", "bob"), ("ada", "bob")):
        beats(hall, winner, loser)
        gained.append(hall.has("ada", "Gem Key"))
    assert gained == [0, 0, 0, 1, 1]
    assert [stored_value(hall.read_context("ada"), "Hunter", player) for player in PLAYERS] == [1, 0, 0]


def test_an_offer_is_sold_and_an_exchange_is_made(cycle_under: CycleUnder) -> None:
    hall = played(
        cycle_under,
        "Add “Gem Key” to the Croupier for 8 Vertebrae. The Legendary Pack can no longer be purchased. "
        "Once per week, a player may spend 10 Vertebrae to gain 1 Chip.",
    )
    hall.grant("eve", "Vertebra", 100)
    had = hall.has("eve", "Vertebra")
    hall.do("eve", "buy", offer="Gem Key")
    assert (hall.has("eve", "Gem Key"), had - hall.has("eve", "Vertebra")) == (1, 8)
    with pytest.raises(BadArguments, match="does not sell"):
        hall.do("eve", "buy", offer="Legendary Pack")
    exchange = next(name for name, can in hall.can("eve").items() if can.action.title.startswith("Exchange 10"))
    hall.do("eve", exchange)
    assert (hall.has("eve", "Chip"), had - hall.has("eve", "Vertebra")) == (1, 18)
    with pytest.raises(Refused):
        hall.do("eve", exchange)
