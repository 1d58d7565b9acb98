"""R7 and R8 as the law tells them: a grant as a clause, and what is no act."""

from typing import Any

import pytest

from nomic.law.document.sections import flaws_of
from tests.support.hall import BATTLE, DAY, START, WEEK, Hall, OpenCycle, cycle_16


@pytest.fixture
def by_clause(open_cycle: OpenCycle) -> Hall:
    """Cycle 16, whose first grant is a clause."""
    return open_cycle(joined=("ada", "bob"))


@pytest.mark.parametrize(("phase", "vertebrae"), [(0, 20), (1, 25), (2, 25), (3, 30), (4, 30), (9, 45)])
def test_R7_the_first_grant_is_a_clause(by_clause: Hall, phase: int, vertebrae: int) -> None:
    """20 + 5·⌈X/2⌉ Vertebrae in phase X, by an entry right after; a second time nothing."""
    weeks, battle = divmod(phase, 2)
    by_clause.to(START + weeks * 7 * DAY + battle * 3 * DAY)
    by_clause.join("zoe")
    for name in ("ada", "bob")[: 2 if phase else 0]:
        by_clause.do(name, "declare-reputable", player="zoe")
    assert by_clause.has("zoe", "Vertebra") == vertebrae
    assert by_clause.entries()[-1].action == "act-by-rule"
    by_clause.is_sound()


def test_R3_R7_at_a_boundary_it_is_the_old_phase(by_clause: Hall) -> None:
    """Who becomes reputable at the very instant at which phase 4 begins is granted by phase 3."""
    by_clause.clock.to(WEEK)
    by_clause.join("eve")
    by_clause.to(WEEK + 7 * DAY)
    assert by_clause.cycle.phase == 4
    assert by_clause.has("eve", "Vertebra") == 20 + 5 * 2


def test_R8_a_law_may_have_votes_be_acts(cast: Hall) -> None:
    """Until then a vote is none; from then on it is."""
    change = {"op": "replace", "path": "/membership/no_activity", "value": []}
    cast.propose("ada", change, **{"class": "urgent"})
    other = cast.propose_and_vote("ada", by=("bob",), at=BATTLE + DAY)
    cast.vote(other, bob="against")
    assert cast.player("bob").last_act_phase == cast.cycle.phase == 1


def test_R8_a_law_may_have_other_acts_count_for_nothing(cast: Hall) -> None:
    """Whoever only proposes is inactive in the phase after."""
    change = {"op": "add", "path": "/membership/no_activity/-", "value": "submit-proposal"}
    cast.propose("ada", change, **{"class": "urgent"})
    cast.to(BATTLE)
    cast.propose("bob")
    cast.to(WEEK)
    assert cast.player("bob").is_inactive(cast.cycle.phase)
    cast.is_sound()


@pytest.mark.parametrize("value", [["dance"], ["begin-phase"], ["correct-grant"], ["Vote"], "vote", [5], ["vote"] * 51])
def test_R8_what_is_no_act_is_something_that_players_do(value: Any) -> None:
    """Not what nobody does, nor what the clock or an admin does."""
    law = cycle_16()
    law["membership"]["no_activity"] = value
    assert flaws_of(law)[0].path.startswith("/membership/no_activity")
