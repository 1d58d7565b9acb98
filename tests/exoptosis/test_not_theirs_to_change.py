"""Cards that are nobody's any more, or that a game holds itself, are not changed in the hall."""

from exoptosis.cards import locks
from tests.clauses.conftest import with_clauses
from tests.support.hall import OpenCycle, clock, cycle_16, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle"]
MINE = {"cards": "inventory", "of": "$me"}
GILD = {"change": "$these", "gain": {"modifiers": ["Holographic"]}}


def test_a_destroyed_card_stays_as_it_was(open_cycle: OpenCycle) -> None:
    """The entry tells of what was destroyed, and of nothing else."""
    do = [{"let": "these", "be": MINE}, {"destroy": "$these"}, GILD]
    hall = open_cycle(with_clauses(cycle_16(), {"act": {"action": "Act", "do": do}}))
    hall.join("ada")
    card = hall.grant_card("ada", "5")
    assert hall.do("ada", "tolls_act").words[1:] == ["ada loses 5."]
    card.refresh_from_db()
    assert (card.holder, card.modifiers) == ("", [])
    hall.is_sound()


def test_R117_a_locked_card_stays_as_it_is(open_cycle: OpenCycle, monkeypatch: object) -> None:
    """Nothing comes of it, and so the act is refused; free again, it can be changed."""
    do = [{"let": "these", "be": MINE}, GILD]
    hall = open_cycle(with_clauses(cycle_16(), {"act": {"action": "Act", "do": do}}))
    hall.join("ada")
    card = hall.grant_card("ada", "5")
    with monkeypatch.context() as patch:  # type: ignore[attr-defined]
        patch.setattr("exoptosis.cards.effect_world.locked_codes", lambda ctx: {card.code})
        hall.refused("ada", "tolls_act", "nothing-comes-of-it")
    hall.do("ada", "tolls_act")
    card.refresh_from_db()
    assert card.modifier_names == ["Holographic"]
    assert locks.locked_codes(hall.read_context("ada")) == set()
    hall.is_sound()
