"""Conditions ask whether players have done an action: withdrawn from a battle, a proposal, a candidacy."""

import random
from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.models import KeptValue
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.players.models import Player
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, Hall, cycle_16

CHANGE = {"op": "replace", "path": "/cycle/title", "value": "A hall"}
SPANS = ("phase", "previous_phase", "cycle")


def fines(action: str) -> Clauses:
    """Acts that are possible only for who has done an action, by span, and a count of all who have."""
    found: Clauses = {}
    for span in SPANS:
        asked = {"acted": "$me", "act": action, "in": span}
        found[span.replace("_", "-")] = {"action": f"Fine {span}", "who": asked, "do": [{"announce": "$me is fined."}]}
    return found


def may(hall: Hall, name: str) -> list[str]:
    """The spans in which somebody has done the action, as conditions of actions say."""
    can = hall.can(name)
    return [span for span in SPANS if can[f"tolls_{span.replace('_', '-')}"].reason is None]


def withdraw_from_battle(hall: Hall) -> None:
    hall.do("ada", "declare-battle")
    assert may(hall, "ada") == []
    hall.do("ada", "withdraw-battle")


def withdraw_a_proposal(hall: Hall) -> None:
    code = hall.propose("ada", CHANGE)
    assert may(hall, "ada") == []
    hall.do("ada", "withdraw-proposal", proposal=code)


def stop_standing(hall: Hall) -> None:
    hall.do("ada", "stand-for-judge")
    assert may(hall, "ada") == []
    hall.do("ada", "stop-standing-for-judge")


@pytest.mark.parametrize(
    ("action", "withdraw"),
    [
        ("withdraw-battle", withdraw_from_battle),
        ("withdraw-proposal", withdraw_a_proposal),
        ("stop-standing-for-judge", stop_standing),
    ],
)
def test_who_has_withdrawn(open_with: OpenWith, action: str, withdraw: Any) -> None:
    """In this phase, then in the previous one, and in the cycle for good; nobody else has."""
    hall = open_with(fines(action))
    for species in "345678":
        hall.grant_card("ada", species)
    withdraw(hall)
    assert may(hall, "ada") == ["phase", "cycle"]
    assert may(hall, "bob") == []
    hall.to(hall.cycle.phase_ends_at)
    assert may(hall, "ada") == ["previous_phase", "cycle"]
    hall.to(hall.cycle.phase_ends_at)
    assert may(hall, "ada") == ["cycle"]
    hall.do("ada", "tolls_cycle")
    hall.refused("bob", "tolls_cycle", "not-so")
    hall.is_sound()


MARK: Clauses = {
    "n": {"value": "Seen", "of": "player"},
    "walk": {
        "action": "Walk",
        "do": [
            {"if": {"acted": "$me", "act": "tolls_walk"}, "then": [{"raise": "Seen", "by": 100, "of": "$me"}]},
            {"raise": "Seen", "by": 1, "of": "$me"},
        ],
    },
    "heard": {
        "when": "does",
        "act": "tolls_walk",
        "do": [
            {
                "each": "them",
                "in": {"players": "players", "where": {"acted": "$it", "act": "tolls_walk", "in": "cycle"}},
                "do": [{"raise": "Seen", "by": 1_000, "of": "$them"}],
            }
        ],
    },
    "before": {
        "when": "does",
        "act": "tolls_walk",
        "before": True,
        "if": {"acted": "$who", "act": "tolls_walk"},
        "do": [{"raise": "Seen", "by": 10, "of": "$who"}],
    },
}


def seen(hall: Hall, name: str) -> int:
    row = KeptValue.objects.filter(cycle=hall.cycle, name="Seen", holder=name).first()
    return 0 if row is None else row.number


def test_an_act_counts_once_it_is_over(open_with: OpenWith) -> None:
    """Not before it, nor in its own effect, but for the rules that follow from it."""
    hall = open_with(MARK)
    hall.do("ada", "tolls_walk")
    assert seen(hall, "ada") == 1_001
    hall.do("bob", "tolls_walk")
    assert (seen(hall, "ada"), seen(hall, "bob")) == (2_001, 1_001)
    hall.do("ada", "tolls_walk")
    assert (seen(hall, "ada"), seen(hall, "bob")) == (3_112, 2_001)
    hall.is_sound()


def test_a_player_who_comes_back_has_done_nothing(open_with: OpenWith) -> None:
    hall = open_with(fines("tolls_walk") | MARK)
    hall.do("ada", "tolls_walk")
    assert may(hall, "ada") == ["phase", "cycle"]
    hall.do("ada", "leave")
    hall.to(hall.cycle.now() + timedelta(days=30))
    hall.join("ada")
    assert may(hall, "ada") == []
    assert Player.objects.filter(cycle=hall.pk, name="ada", left_at=None).exists()
    hall.is_sound()


@pytest.mark.parametrize("others", [[], [{"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 0]}]])
def test_it_wins_by_the_act_itself(open_with: OpenWith, others: list[Any]) -> None:
    """Not only when something else has changed."""
    walk = {"action": "Walk", "do": [{"announce": "$me walks."}]}
    won = {"wins": {"all": [{"acted": "$it", "act": "tolls_walk", "in": "cycle"}, *others]}}
    hall = open_with({"walk": walk, "won": won})
    hall.do("bob", "vote", proposal=hall.propose("ada", CHANGE), vote="for")
    assert hall.cycle.is_running
    hall.do("bob", "tolls_walk")
    assert (hall.cycle.is_running, hall.cycle.winner) == (False, "bob")
    hall.is_sound()


@pytest.mark.parametrize("action", ["withdraw-fish", "begin-phase", "settle", "grant-items"])
def test_what_players_cannot_do_is_refused_with_its_place(action: str) -> None:
    (flaw,) = flaws_of(with_clauses(cycle_16(), {"a": fines(action)["phase"]}))
    assert flaw.path == "/rules/tolls/clauses/a/who/act"
    assert "there is no action called" in flaw.detail


def test_it_is_said_by_the_title_of_the_action(open_with: OpenWith) -> None:
    asked = {"acted": "$me", "act": "withdraw-battle"}
    later = {"at": "does", "act": "withdraw-battle", "do": [{"announce": "Coward."}]}
    hall = open_with(
        {
            "a": {"action": "A", "who": asked, "do": [{"announce": "x"}]},
            "b": {"action": "B", "who": {"not": {**asked, "in": "cycle"}}, "do": [later]},
            "c": {"action": "C", "do": [{"grant": "Chip", "to": {"players": "players", "where": {"acted": "$it"}}}]},
        }
    )
    words = " ".join(entry_explanation(hall.cycle.law, "rules", "tolls"))
    assert "have used “Take back your declaration” this phase" in words
    assert "have not used “Take back your declaration” this cycle" in words
    assert "he next time somebody uses “Take back your declaration”" in words


@pytest.mark.parametrize("seed", range(4))
def test_spans_are_those_of_the_journal(open_with: OpenWith, seed: int) -> None:
    """In any order of acts and phases."""
    hall = open_with(fines("tolls_walk") | {"walk": {"action": "Walk", "do": [{"announce": "$me walks."}]}})
    done: dict[str, set[int]] = {"ada": set(), "bob": set()}
    chance = random.Random(seed)
    for _ in range(7):
        name = chance.choice(["ada", "bob", "", ""])
        if name:
            hall.do(name, "tolls_walk")
            done[name].add(hall.cycle.phase)
        else:
            hall.to(hall.cycle.phase_ends_at)
        phase = hall.cycle.phase
        for each, phases in done.items():
            expected = [phase in phases, phase - 1 in phases, bool(phases)]
            assert may(hall, each) == [span for span, holds in zip(SPANS, expected, strict=True) if holds]


def test_an_act_that_is_undone_was_not_done(open_with: OpenWith) -> None:
    """What followed from it in the past does not happen there."""
    hall = open_with(fines("tolls_walk") | MARK)
    walked = hall.do("ada", "tolls_walk")
    hall.do("bob", "tolls_walk")
    assert seen(hall, "ada") == 2_001
    hall.clock.wait(hours=1)
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": walked.key}], reason="it was wrong")
    adopt(hall, tell(hall))
    assert (may(hall, "ada"), may(hall, "bob")) == ([], ["phase", "cycle"])
    assert (seen(hall, "ada"), seen(hall, "bob")) == (0, 1_001)
    hall.is_sound()
