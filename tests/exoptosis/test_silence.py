"""Time alone ends every battle. What else random battles show is looked at for every game: see tests/conformance."""

import pytest

from exoptosis.simulation.playground import SimulatedBattles
from nomic.chance.draw_source import Source
from nomic.law.document.templates import document_of
from nomic.matches.simulation.run import begin_match, match_seed, perform_step, player_names
from tests.support.example_counts import examples

BATTLES = SimulatedBattles()
DOCUMENT = document_of("cycle-16")
RULES = BATTLES.game.rules(DOCUMENT, 1)
MAX_CLOCKS = 100


@pytest.mark.parametrize("number", range(examples(20)))
def test_silence_ends_every_battle(number: int) -> None:
    """Wherever a battle stands, its clocks bring it to an end, and then none runs."""
    players, seed = player_names(2 + number % 7), match_seed("silence", number)
    match = begin_match(BATTLES, RULES, DOCUMENT, players, seed)
    bots, chance = dict.fromkeys(players, BATTLES.bots["random"]), Source(seed, "bots")
    for _ in range(number * 7 % 50):
        if match.state.outcome is None:
            perform_step(match, bots, chance)
    for _ in range(MAX_CLOCKS):
        for clock in match.game.clocks(match.rules, match.state)[:1]:
            match.expire(clock.name)
    assert match.state.outcome is not None
    assert match.game.clocks(match.rules, match.state) == ()
