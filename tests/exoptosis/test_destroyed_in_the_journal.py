"""A card that destroys many is one sentence of the journal."""

import pytest

from nomic.cycles.models import Entry
from tests.support.battle_cycles import Battle

pytestmark = pytest.mark.django_db


def test_what_a_quantum_destroys_is_named_in_one_sentence() -> None:
    """With the originals; the events of the step still have a sentence for each card."""
    battle = Battle("quantum", Ada=("5", "Quantum", "9", "9"), Ben=("5", "Quantum", "Quantum", "9")).start()
    battle.play(battle.state.turn.player, "5")
    battle.play(battle.state.turn.player, "Quantum")
    entry = Entry.objects.filter(cycle__slug="quantum", action="move").latest("seq")
    told = [words for words in entry.words if "destroyed" in words]
    assert len(told) == 1, told
    assert told[0].count("Quantum (Transparent)") == 3
    assert told[0].endswith(" are destroyed, and so are their originals.")
    steps = entry.steps.all()
    events = [event["text"] for step in steps for event in step.events if event["kind"] == "destroyed"]
    assert len(events) == 3
