"""Clauses that cannot be law: refused with their place, before anybody votes."""

import json
from functools import cache
from typing import Any

import pytest

from nomic.clauses import trial_run
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import TOLLS, Clauses, OpenWith, other_clauses, with_clauses
from tests.support.executed_lines import calls_of
from tests.support.hall import cycle_16

GAIN = {"grant": "Vertebra", "to": {"players": "players"}}
DEEP: Any = [GAIN]
for _ in range(30):
    DEEP = [{"if": {"all": []}, "then": DEEP}]

BAD: dict[str, tuple[Clauses, str, str]] = {
    "no kind": ({"a": {"do": []}}, "/a", "begins with one of these"),
    "an unknown word": ({"a": {"value": "A", "colour": "red"}}, "/a/colour", ""),
    "more arguments than a form has room for": (
        {"a": {"action": "A", "with": {f"x{at}": {"is": "number"} for at in range(7)}, "do": [GAIN]}},
        "/a/with",
        "at most 5 here, not 7",
    ),
    "a value twice": ({"a": {"value": "A"}, "b": {"value": "A"}}, "/b/value", "another clause keeps"),
    "bounds the wrong way round": ({"a": {"value": "A", "least": 3, "most": 1}}, "/a/most", "below the minimum"),
    "a start beyond its bounds": ({"a": {"value": "A", "starts": 5, "most": 1}}, "/a/starts", "outside its limits"),
    "a flag with bounds": ({"a": {"value": "A", "is": "flag", "most": 1}}, "/a", "needs no bounds"),
    "a value that nobody keeps": (
        {"a": {"action": "A", "do": [{"raise": "Nothing", "by": 1}]}},
        "/a/do/0/raise",
        "there is no value of the cycle 'Nothing'",
    ),
    "a player's value as the cycle's": (
        {"v": TOLLS["lamps"], "a": {"action": "A", "do": [{"raise": "Lamps lit", "by": 1}]}},
        "/a/do/0/raise",
        "there is no value of the cycle",
    ),
    "an item that there is not": (
        {"a": {"action": "A", "costs": {"Pebble": 1}, "do": [GAIN]}}, "/a/costs/Pebble", "no item",
    ),
    "a phase that there is not": ({"a": {"action": "A", "in": ["siesta"], "do": [GAIN]}}, "/a/in/0", "no phase"),
    "an event that there is not": ({"a": {"when": "doomsday", "do": [GAIN]}}, "/a/when", "no event has this name"),
    "a name that the event does not give": (
        {"a": {"when": "phase-began", "do": [{"grant": "Vertebra", "to": "$winner"}]}},
        "/a/do/0/to",
        "nothing is called $winner",
    ),
    "somebody who acts at an event without one": (
        {"a": {"when": "phase-began", "do": [{"grant": "Vertebra", "to": "$me"}]}},
        "/a/do/0/to",
        "nothing is called $me",
    ),
    "what needs a game": ({"a": {"action": "A", "do": [{"take": 1, "who": "$me"}]}}, "/a/do/0", "cannot be used"),
    "a question of nobody": (
        {"a": {"when": "joined", "do": [{"choose": "k", "from": {"players": "players"}}, {**GAIN, "to": "$k"}]}},
        "/a/do/0",
        "nobody acts here",
    ),
    "an office that there is not": (
        {"a": {"action": "A", "who": {"holds": "$me", "office": "Fool"}, "do": [GAIN]}},
        "/a/who/office",
        "there is no office 'Fool'",
    ),
    "a year": (
        {"a": {"wins": {"is": [{"seniority": "$it", "in": "years"}, "at_least", 1]}}},
        "/a/wins/is/0/in",
        "hours or phases",
    ),
    "a lot in a condition": (
        {"a": {"wins": {"member": "$it", "of": {"sample": 1, "from": {"players": "players"}}}}},
        "/a/wins/of",
        "cannot be used",
    ),
    "ties by lot in a condition": (
        {"a": {"wins": {"member": "$it", "of": {"first": 1, "of": {"players": "active"}, "by": 1, "ties": "lot"}}}},
        "/a/wins/of/ties",
        "cannot draw by lot",
    ),
    "dice in a condition": (
        {"a": {"wins": {"is": [{"roll": "1d6"}, "equals", 6]}}},
        "/a/wins/is/0",
        "cannot be used",
    ),
    "what does nothing": ({"a": {"action": "A", "do": []}}, "/a/do", ""),
    "more draws than an entry makes": (
        {"a": {"action": "A", "do": [{"grant": "Vertebra", "to": "$me", "n": {"roll": "100d6"}}] * 11}},
        "/a/do",
        "draws are allowed",
    ),
    "more work than an effect may": (
        {
            "a": {
                "when": "phase-began",
                "do": [
                    {
                        "each": name,
                        "in": {"players": "players"},
                        "do": [{"each": f"{name}b", "in": {"players": "players"}, "do": [
                            {"each": f"{name}c", "in": {"players": "players"}, "do": [
                                {"each": f"{name}d", "in": {"players": "players"}, "do": [GAIN]}
                            ]}
                        ]}],
                    }
                    for name in "pq"
                ],
            }
        },
        "/a/do",
        "steps",
    ),
    "too deep": ({"a": {"action": "A", "do": DEEP}}, "", "deep"),
    "forbidding what admins do": (
        {"a": {"forbid": "correct-grant", "because": "No"}}, "/a/forbid", "there is no action",
    ),
    "forbidding what nobody can do": ({"a": {"forbid": "fly", "because": "No"}}, "/a/forbid", "there is no action"),
    "a name of the language as an argument": (
        {"a": {"action": "A", "with": {"me": {"is": "player"}}, "do": [GAIN]}},
        "/a/with",
        "",
    ),
    "an argument of no kind": (
        {"a": {"action": "A", "with": {"x": {"is": "dream"}}, "do": [GAIN]}}, "/a/with/x", "'player'",
    ),
    "an argument of which it is not said what it is": (
        {"a": {"action": "A", "with": {"x": {"least": 2}}, "do": [GAIN]}}, "/a/with/x", "'is' must say which kind",
    ),
    "a number beyond all bounds": ({"a": {"value": "A", "starts": 10**15}}, "/a/starts", ""),
    "a text that is too long": ({"a": {"action": "x" * 10_000, "do": [GAIN]}}, "/a/action", ""),
}  # fmt: skip


@cache
def calls_of_a_sound_law() -> int:
    document = with_clauses(cycle_16(), {"a": {"action": "A", "do": [GAIN]}})
    assert flaws_of(document) == []
    return calls_of(lambda: flaws_of(document))


@pytest.mark.parametrize("what", BAD)
def test_it_is_refused_with_its_place(what: str) -> None:
    """In words, and without much work."""
    clauses, place, words = BAD[what]
    document = with_clauses(cycle_16(), clauses)
    flaws = flaws_of(document)  # the first refusal also builds the lists of what there is
    assert calls_of(lambda: flaws_of(document)) < 2 * calls_of_a_sound_law()
    found = [flaw for flaw in flaws if flaw.path.startswith(f"/rules/tolls/clauses{place}") or "deep" in flaw.detail]
    assert found, flaws
    assert any(words in flaw.detail for flaw in found), flaws


def test_too_many_clauses_of_one_rule_are_refused() -> None:
    """Twenty are enough for a rule."""
    clauses = {f"v{number}": {"value": f"V{number}"} for number in range(21)}
    assert flaws_of(with_clauses(cycle_16(), clauses))


def test_each_new_clause_is_tried_out_in_the_cycle_before_it_is_proposed(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An action by everybody who plays, what happens at an event once; nothing of it stays."""
    hall = open_with({})
    tried: list[str] = []
    acts, events = trial_run.carry_out_action, trial_run.carry_out
    monkeypatch.setattr(
        trial_run,
        "carry_out_action",
        lambda act, placed, names, me, *more: (tried.append(me), acts(act, placed, names, me, *more)),
    )
    monkeypatch.setattr(
        trial_run, "carry_out", lambda act, placed, *more: (tried.append(placed.name), events(act, placed, *more))
    )
    with hall.nothing_changes():
        flaws = trial_run.flaws_in_cycle(hall.read_context("ada"), hall_law(hall, TOLLS))
    assert flaws == []
    assert sorted(tried) == ["ada", "bob", "dividend", "eve"]


def test_what_fails_when_tried_out_is_refused(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the clause that failed and why."""
    hall = open_with({})
    monkeypatch.setattr("nomic.effects.running.interpreter.MAX_STEPS", 1)
    refused = hall.bad("ada", "submit-proposal", "amendments/rules/tolls/clauses/dividend", title="A", text="b",
                       amendments=[other_clauses(TOLLS)])  # fmt: skip
    assert "tried out in this cycle, this fails" in str(refused)


def hall_law(hall: Any, clauses: Clauses) -> Any:
    """The cycle's law with these clauses."""
    from nomic.law.document.sections import Law

    document = dict(hall.cycle.law.document)
    rules = document["rules"] | {"tolls": {**document["rules"]["tolls"], "clauses": clauses}}
    return Law(document | {"rules": rules}, number=hall.cycle.revision + 1)


BROKEN = {"grant": "Vertebra", "n": {"stock": "Vertebra", "of": "$me"}, "to": "$me"}


@pytest.mark.parametrize(
    "ask",
    [
        [{"offer": "This?", "options": [{"say": "A", "do": [{"announce": "A"}]}, {"say": "B", "do": ["broken"]}]}],
        [{"offer": "This?", "options": [{"say": "A", "do": [{"announce": "A"}]}], "else": ["broken"]}],
        [
            {"choose": "x", "from": [1, 2, 3, 4, 5, 6, 7, 8, 9]},
            {"if": {"is": ["$x", "equals", 9]}, "then": ["broken"], "else": [{"announce": "A"}]},
        ],
        [
            {"choose": "w", "from": [1, 2]},
            {"choose": "x", "from": [1, 2], "by": {"players": "players", "except": "$me"}},
            {"if": {"all": [{"is": ["$w", "equals", 2]}, {"is": ["$x", "equals", 2]}]}, "then": ["broken"]},
            {"announce": "A"},
        ],
        [
            {"everybody": "one", "in": {"players": "players"}, "chooses": "x", "from": [1, 2]},
            {"if": {"some": {"who_chose": "$x", "is": 2}}, "then": ["broken"]},
            {"announce": "A"},
        ],
    ],
)
def test_each_way_to_answer_is_tried_out(ask: list[Any], open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks in one branch alone is found before anybody votes, however the dice of the trial fall."""

    def broken(*given: Any) -> None:
        raise ValueError("broken")

    steps = json.loads(json.dumps(ask).replace('"broken"', json.dumps(BROKEN)))
    hall = open_with({"well": {"value": "The Well"}})
    monkeypatch.setattr("nomic.clauses.runtime.world.acting_world.Hall.grant", broken)
    new = other_clauses({"act": {"action": "Act", "do": steps}})
    bad = hall.bad("ada", "submit-proposal", "amendments", title="A", text="B", amendments=[new])
    assert any("something went wrong" in each.detail for each in bad.errors)
