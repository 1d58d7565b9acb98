"""The Judge, as an admin records who it is (R14, R100)."""

from nomic.court.office import judge_of
from tests.support.hall import ADMIN, Hall


def test_R14_the_judge_is_a_player_when_appointed_or_nobody(cast: Hall) -> None:
    """R14: one Judge or none."""
    for name in ("ada", "bob"):
        cast.do(ADMIN, "appoint-judge", player=name, reason="elected")
        assert judge_of(cast.cycle) == name
    cast.do(ADMIN, "appoint-judge", reason="resigned")
    assert judge_of(cast.cycle) == ""
    cast.bad(ADMIN, "appoint-judge", "player", player="stranger", reason="x")
    cast.is_sound()


def test_R14_a_cycle_begins_without_a_judge(hall: Hall) -> None:
    """Nobody is the Judge until an admin says who is."""
    assert judge_of(hall.cycle) == ""
