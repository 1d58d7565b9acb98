"""What rules forbid, and whom they let win."""

import pytest

from nomic.clauses.views.explanations import explain_clause
from nomic.clauses.worked_examples import NOT_NOW, example_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Status
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import TOLLS, OpenWith, enact, other_clauses, with_clauses
from tests.support.hall import OpenCycle, cycle_16


def forbid(action: str, **more: object) -> dict[str, object]:
    return {"forbid": action, "because": "The Hall mourns", **more}


def test_a_ban_names_its_rule_and_its_reason(open_with: OpenWith) -> None:
    """In the list of what can be done, and where somebody tries."""
    hall = open_with({"mourning": forbid("gift")})
    refused = hall.refused("ada", "gift", "forbidden", "Tolls", to="bob")
    assert refused.detail == "The Hall mourns."
    assert not hall.can("ada")["gift"].available


def test_a_ban_holds_for_those_of_whom_its_condition_is_true(open_with: OpenWith) -> None:
    """For the others it does not."""
    rich = {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 21]}
    hall = open_with({"mourning": forbid("gift", **{"if": rich})})
    hall.grant("ada", "Vertebra", 5)
    hall.refused("ada", "gift", "forbidden", "Tolls", to="bob")
    hall.do("bob", "gift", to="eve")


@pytest.mark.parametrize("place", [800, 1000], ids=["before", "after"])
def test_R130_forbid_wins_over_an_action_of_the_law(open_cycle: OpenCycle, place: int) -> None:
    """Whichever rule stands first, and also within one rule."""
    law = with_clauses(cycle_16(), TOLLS)
    law["rules"]["calm"] = {"title": "Calm", "body": "Calm.", "place": place, "clauses": {"no": forbid("tolls_walk")}}
    hall = open_cycle(law)
    hall.join("ada")
    hall.refused("ada", "tolls_walk", "forbidden", "Calm")
    hall = open_cycle(with_clauses(cycle_16(), {"no": forbid("tolls_walk"), **TOLLS}), slug="other")
    hall.join("ada")
    hall.refused("ada", "tolls_walk", "forbidden", "Tolls")


@pytest.mark.parametrize("place", [800, 1000], ids=["before", "after"])
def test_R130_at_one_event_the_clauses_act_in_the_order_of_their_rules(open_cycle: OpenCycle, place: int) -> None:
    """What the last of them sets is what is left."""
    law = with_clauses(cycle_16(), {"said": {"value": "Said", "of": "cycle"}, "set": whenever(1)})
    law["rules"]["calm"] = {"title": "Calm", "body": "Calm.", "place": place, "clauses": {"set": whenever(2)}}
    hall = open_cycle(law)
    hall.join("ada")
    hall.to(hall.cycle.phase_ends_at)
    words = [" ".join(entry.words) for entry in hall.entries("act-by-rule")]
    by = [each.partition("”")[0] for each in words if "Said is now" in each]
    first, second = "By the rule “Tolls", "By the rule “Calm"
    assert by == ([second, first] if place == 800 else [first, second])


def whenever(value: int) -> dict[str, object]:
    return {"when": "phase-began", "do": [{"set": "Said", "to": value}]}


@pytest.mark.parametrize("place", [800, 1000], ids=["before", "after"])
def test_R130_of_two_ways_to_win_met_by_one_act_the_earlier_rule_decides(open_cycle: OpenCycle, place: int) -> None:
    """One act gives Ada a lamp and Bob coins, and each is a way to win."""
    rich = {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 90]}
    gift = {"action": "Feast", "with": {"guest": {"is": "player"}}, "do": [
        {"raise": "Lamps lit", "by": 2, "of": "$me"}, {"grant": "Vertebra", "n": 100, "to": "$guest"},
    ]}  # fmt: skip
    law = with_clauses(cycle_16(), WELL | {"feast": gift})
    law["rules"]["riches"] = {"title": "Riches", "body": "R.", "place": place, "clauses": {"rich": {"wins": rich}}}
    hall = open_cycle(law)
    hall.join("ada", "bob")
    hall.do("ada", "tolls_feast", guest="bob")
    assert hall.cycle.winner == ("bob" if place == 800 else "ada")
    hall.is_sound()


def test_a_repeal_lifts_the_ban(open_with: OpenWith) -> None:
    """From that instant on."""
    hall = open_with({"mourning": forbid("gift")})
    enact(hall, other_clauses({}))
    hall.do("ada", "gift", to="bob")
    hall.is_sound()


WELL = {
    "lamps": TOLLS["lamps"] | {"most": 10},
    "light": {"action": "Light", "do": [{"raise": "Lamps lit", "by": 1, "of": "$me"}]},
    "bright": {"wins": {"is": [{"value_of": "Lamps lit", "of": "$it"}, "at_least", 2]}, "alone": True},
}


def test_whoever_a_rule_says_has_won_ends_the_cycle(open_with: OpenWith) -> None:
    """The rule is named, and nobody acts any more."""
    hall = open_with(WELL)
    hall.do("ada", "tolls_light")
    hall.do("bob", "tolls_light")
    assert hall.cycle.is_running
    hall.do("bob", "tolls_light")
    assert (hall.cycle.status, hall.cycle.winner) == (Status.ENDED, "bob")
    assert "Tolls" in " ".join(hall.entries("end-cycle")[0].words)
    hall.refused("ada", "tolls_light", "cycle-ended")
    hall.is_sound()


def test_where_only_one_can_win_and_two_would_nobody_wins_yet(open_with: OpenWith) -> None:
    """Until one is alone again."""
    both = {
        "action": "Both",
        "do": [{"each": "them", "in": {"players": "players"}, "do": [{"set": "Lamps lit", "to": 2, "of": "$them"}]}],
    }
    dim = {"action": "Dim", "do": [{"set": "Lamps lit", "to": 0, "of": "$me"}]}
    hall = open_with(WELL | {"both": both, "dim": dim}, "ada", "bob")
    entry = hall.do("ada", "tolls_both")
    assert "nobody wins yet" in entry.words[-1]
    assert hall.cycle.is_running
    hall.do("ada", "tolls_dim")
    assert hall.cycle.winner == "bob"


def test_a_tie_is_told_when_what_it_hangs_on_changed_and_not_at_every_entry(open_with: OpenWith) -> None:
    """Other items, other values, a new phase: who would win is not even asked."""
    each = {"each": "them", "in": {"players": "players"}, "do": [{"set": "Lamps lit", "to": 2, "of": "$them"}]}
    other = {"value": "Doors shut", "of": "cycle"}
    shut = {"action": "Shut", "do": [{"raise": "Doors shut", "by": 1}]}
    hall = open_with(WELL | {"both": {"action": "Both", "do": [each]}, "doors": other, "shut": shut}, "ada", "bob")
    assert "nobody wins yet" in hall.do("ada", "tolls_both").words[-1]
    hall.grant("ada", "Chip", 5)
    hall.do("bob", "tolls_shut")
    hall.to(hall.cycle.phase_ends_at)
    told = [entry.action for entry in hall.entries() if "nobody wins yet" in " ".join(entry.words)]
    assert told == ["tolls_both"]
    assert "nobody wins yet" in hall.do("bob", "tolls_light").words[-1]
    hall.is_sound()


def test_several_win_together_where_the_rule_lets_them(open_with: OpenWith) -> None:
    """All are named."""
    both = {
        "action": "Both",
        "do": [{"each": "them", "in": {"players": "players"}, "do": [{"set": "Lamps lit", "to": 2, "of": "$them"}]}],
    }
    hall = open_with(WELL | {"both": both, "bright": WELL["bright"] | {"alone": False}}, "ada", "bob")
    hall.do("ada", "tolls_both")
    assert hall.cycle.winner == "ada and bob"
    hall.is_sound()


def test_two_ways_to_win_stand_side_by_side(open_with: OpenWith) -> None:
    """The first that is met decides."""
    rich = {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 90]}}
    hall = open_with(WELL | {"rich": rich})
    hall.grant("eve", "Vertebra", 100)
    assert hall.cycle.winner == "eve"
    hall.is_sound()


def test_R8_who_is_active_changes_with_the_phase_and_may_decide(open_with: OpenWith) -> None:
    """Nobody has to do anything for it."""
    several = {"is": [{"count": {"players": "players"}}, "at_least", 2]}
    alone = {"all": [several, {"is": ["$it", "equals", {"players": "active"}]}]}
    hall = open_with({"last": {"wins": alone}}, "ada", "bob")
    hall.to(hall.cycle.phase_ends_at)
    hall.do("ada", "gift", to="bob")
    assert hall.cycle.is_running
    hall.to(hall.cycle.phase_ends_at)
    assert hall.cycle.winner == "ada"
    hall.is_sound()


def test_a_ban_in_one_kind_of_phase_ends_with_it_and_begins_again(open_with: OpenWith) -> None:
    """Together with its condition, if it has one: in rest phases the rich may not give."""
    rich = {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 21]}
    hall = open_with({"mourning": forbid("gift", **{"in": ["rest"], "if": rich})})
    hall.grant("ada", "Vertebra", 5)
    kinds = []
    for _ in range(4):
        kind = hall.cycle.phase_kind
        kinds.append(kind)
        assert hall.can("ada")["gift"].available is (kind != "rest")
        if kind == "rest":
            hall.refused("ada", "gift", "forbidden", "Tolls", to="bob")
        hall.to(hall.cycle.phase_ends_at)
    assert {kind == "rest" for kind in kinds} == {True, False}
    hall.is_sound()


def test_a_ban_says_in_which_phases_and_knows_no_others(open_with: OpenWith) -> None:
    """Its sentence, the action that it contradicts, and its worked example in the other phase."""
    no = forbid("tolls_walk", **{"in": ["battle"]})
    hall = open_with(TOLLS | {"no": no})
    assert hall.cycle.phase_kind == "rest"
    law = hall.cycle.law
    assert "You may not walk the long corridor in battle phases." in explain_clause(law, "tolls", "no")[0]
    assert any("forbids it in battle phases." in text for text in explain_clause(law, "tolls", "walk"))
    example = example_of(ReadContext(hall.cycle, Actor("ada"), hall.cycle.now()), law, "/rules/tolls/clauses/no")
    assert example is not None
    assert (example.lead, example.notes) == ("Now this would stop nobody.", (NOT_NOW,))
    document = with_clauses(cycle_16(), TOLLS | {"no": no | {"in": ["carnival"]}})
    (flaw,) = flaws_of(document)
    assert flaw.path == "/rules/tolls/clauses/no/in/0"
