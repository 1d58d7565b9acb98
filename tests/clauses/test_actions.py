"""Actions that rules bring."""

import pytest

from nomic.cycles.domain.exceptions import NoSuchAction
from tests.clauses.conftest import TOLLS, OpenWith, enact, other_clauses
from tests.support.hall import Hall


def test_it_is_listed_like_any_other_with_the_reason_why_not(tolls: Hall) -> None:
    """By its title, its rule and the schema of its arguments."""
    listed = tolls.can("ada")["tolls_walk"]
    assert (listed.action.title, listed.action.rule, listed.available) == ("Walk the long corridor", "Tolls", True)
    assert listed.action.schema()["properties"] == {}
    assert not tolls.can("zoe")["tolls_walk"].available


def test_it_costs_what_its_rule_says(tolls: Hall) -> None:
    """And counts as activity (R8)."""
    before = tolls.has("ada", "Vertebra")
    tolls.do("ada", "tolls_walk")
    assert tolls.has("ada", "Vertebra") == before - 2
    assert tolls.player("ada").last_act_phase == 0


def test_its_limit_is_kept_by_each_player_and_for_each_phase(tolls: Hall) -> None:
    """Once a phase each."""
    tolls.do("ada", "tolls_walk")
    tolls.refused("ada", "tolls_walk", "too-often", "Tolls")
    tolls.do("bob", "tolls_walk")
    tolls.to(tolls.cycle.phase_ends_at)
    tolls.do("ada", "tolls_walk")


def test_a_limit_can_hold_for_all_together(open_with: OpenWith) -> None:
    """Then the second of two players comes too late, whoever it is, until the span is over."""
    ring = {
        "action": "Ring the bell",
        "limit": {"times": 1, "per": "day", "together": True},
        "do": [{"grant": "Vertebra", "to": "$me"}],
    }
    hall = open_with({"ring": ring})
    hall.do("ada", "tolls_ring")
    hall.refused("bob", "tolls_ring", "too-often", "Tolls")
    hall.clock.wait(days=1)
    hall.do("bob", "tolls_ring")
    hall.is_sound()


def test_who_cannot_is_told_why_in_words(open_with: OpenWith) -> None:
    """The condition says so itself."""
    rich = TOLLS["walk"] | {"who": {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 500]}}
    hall = open_with(TOLLS | {"walk": rich})
    refused = hall.refused("ada", "tolls_walk", "not-so", "Tolls")
    assert "500" in refused.detail
    assert "Vertebrae" in refused.detail


def test_who_cannot_pay_is_refused(open_with: OpenWith) -> None:
    """Nothing is taken."""
    hall = open_with(TOLLS | {"walk": TOLLS["walk"] | {"costs": {"Vertebra": 500}}})
    hall.refused("ada", "tolls_walk", "cannot-pay", "Tolls")


def test_it_takes_a_player_and_a_number(open_with: OpenWith) -> None:
    """Within the bounds that the clause says; nobody names themselves, or who does not play."""
    tip = {
        "action": "Tip somebody",
        "with": {
            "to": {"is": "player", "says": "who gets it", "place": 1},
            "much": {"is": "number", "least": 1, "most": 3, "place": 2},
        },
        "do": [{"revoke": "Vertebra", "from": "$me", "n": "$much"}, {"grant": "Vertebra", "to": "$to", "n": "$much"}],
    }
    hall = open_with({"tip": tip})
    before = hall.has("bob", "Vertebra")
    hall.do("ada", "tolls_tip", to="bob", much=3)
    assert hall.has("bob", "Vertebra") == before + 3
    hall.bad("ada", "tolls_tip", "to", to="ada", much=1)
    hall.bad("ada", "tolls_tip", "to", to="zoe", much=1)
    hall.bad("ada", "tolls_tip", "much", to="bob", much=4)
    hall.bad("ada", "tolls_tip", "more", to="bob", much=1, more=1)
    assert list(hall.can("ada")["tolls_tip"].action.schema()["properties"]) == ["to", "much"]
    hall.is_sound()


def test_only_in_the_phases_that_it_names(open_with: OpenWith) -> None:
    """And again when such a phase comes."""
    hall = open_with(TOLLS | {"walk": TOLLS["walk"] | {"in": ["battle"]}})
    hall.refused("ada", "tolls_walk", "wrong-phase", "Tolls")
    while hall.cycle.phase_kind != "battle":
        hall.to(hall.cycle.phase_ends_at)
    hall.do("ada", "tolls_walk")


def test_a_repeal_takes_it_away(tolls: Hall) -> None:
    """At once, for everybody, and the journal before it still replays."""
    tolls.do("ada", "tolls_walk")
    enact(tolls, other_clauses({}))
    assert "tolls_walk" not in tolls.can("ada")
    with pytest.raises(NoSuchAction):
        tolls.do("ada", "tolls_walk")
    tolls.is_sound()


def test_a_vote_brings_it_to_a_running_cycle(open_with: OpenWith) -> None:
    """Whoever plays can do it from then on."""
    hall = open_with({})
    enact(hall, other_clauses(TOLLS))
    hall.do("bob", "tolls_walk")
    hall.is_sound()


def test_what_it_does_is_its_summary_where_its_clause_says_nothing(open_with: OpenWith) -> None:
    """Made from what it does; else the clause's own words."""
    hall = open_with(TOLLS | {"stroll": TOLLS["walk"] | {"says": "It is dark."}})
    assert hall.can("ada")["tolls_walk"].action.summary == (
        "Pay 2 Vertebrae. The Well increases by 2. Your Lamps lit increase by 1. Once per phase."
    )
    assert hall.can("ada")["tolls_stroll"].action.summary == "It is dark."
