"""Who of some named people plays now."""

import pytest

from nomic.players import lookup
from nomic.players.lookup import current_players_among
from tests.support.hall import Hall


@pytest.mark.parametrize("few", [0, 9])
def test_R5_who_has_left_or_never_came_does_not_play(hall: Hall, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Whether a few are asked for one by one or many at once."""
    monkeypatch.setattr(lookup, "FEW", few)
    hall.join("ada", "bob", "eve")
    hall.do("bob", "leave")
    assert current_players_among(hall.read_context("ada"), {"ada", "bob", "nobody"}) == {"ada"}
