"""Every recipe under every shipped law: its proposal is accepted and enacted, and does what its own checks say."""

import pytest

from nomic.clauses.store.values import stored_value
from nomic.recipes.catalogue import recipes
from tests.exoptosis.test_battles import choose_hand, move, seat, state_of
from tests.recipes.checking import Check
from tests.recipes.conftest import CycleUnder
from tests.recipes.laws import laws_for
from tests.support.example_counts import THOROUGH


def _cases() -> list[tuple[str, str, int]]:
    """Each check of each recipe under one of the laws that have what it needs, another one for each.

    A thorough run tries all of them.
    """
    found = []
    for place, (name, listed) in enumerate(recipes().items()):
        for nth, check in enumerate(listed.recipe.checks):
            laws = laws_for(listed, check[0].get("answers", {}))
            found += [(name, law, nth) for law in laws if THOROUGH or law == laws[(place + nth) % len(laws)]]
    return found


@pytest.mark.parametrize(("name", "law", "nth"), _cases())
def test_it_does_what_its_checks_say(cycle_under: CycleUnder, name: str, law: str, nth: int) -> None:
    listed = recipes()[name]
    Check(cycle_under(law), listed, listed.recipe.checks[nth]).carry_out()


@pytest.mark.parametrize(("which", "gains"), [("any", 2), ("duel", 2), ("battle", 0)])
def test_a_prize_for_winning_is_for_the_matches_that_are_meant(cycle_under: CycleUnder, which: str, gains: int) -> None:
    steps = [
        {"answers": {"which": which, "n": "2", "loss": "1"}},
        {"give": 5, "of": "<item>"},
        {"note": "<item>"},
        {"beats": "ada", "of": "bob"},
        {"changed": {"ada": gains, "bob": -gains // 2, "eve": 0}, "of": "<item>"},
    ]
    Check(cycle_under("cycle-16"), recipes()["match-prize"], steps).carry_out()


def test_a_title_for_cards_counts_the_cards_that_are_played(cycle_under: CycleUnder) -> None:
    hall, listed = cycle_under("cycle-16"), recipes()["deeds-title"]
    Check(hall, listed, [{"answers": {"deed": "cards", "title": "the Bold"}}]).carry_out()
    cards = hall.cycle.law.document["cards"]
    plain = [name for name, card in cards.items() if not card.get("hooks")][:6]
    for player in ("ada", "bob"):
        for species in plain:
            hall.grant_card(player, species)
    entry = hall.do("ada", "request-duel", players=["bob"])
    code = next(event["match"] for event in entry.events if event["kind"] == "duel-requested")
    hall.do("bob", "accept-duel", match=code)
    for player in ("ada", "bob"):
        choose_hand(hall, player)
    for player in ("ada", "bob"):
        if state_of(hall).stage != "play":
            move(hall, player, kind="pass")
    played = state_of(hall).turn.player
    move(hall, played, kind="play", card=seat(hall, played).hand[0])
    assert stored_value(hall.read_context("ada"), "Count for the title", played) == 1
    hall.to(hall.cycle.phase_ends_at)
    assert stored_value(hall.read_context("ada"), "the Bold", played) == 1
    assert stored_value(hall.read_context("ada"), "Count for the title", played) == 0
