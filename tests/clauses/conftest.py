"""Cycles whose rules have clauses."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from nomic.cycles.models import Entry
from nomic.proposals.models import Proposal, ProposalStatus
from tests.support.hall import Hall, OpenCycle, clock, cycle_16, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle"]

Clauses = dict[str, dict[str, Any]]
OpenWith = Callable[..., Hall]

TOLLS: Clauses = {
    "well": {"value": "The Well", "of": "cycle", "is": "number", "starts": 0, "least": 0},
    "lamps": {"value": "Lamps lit", "of": "player", "is": "number", "starts": 0, "least": 0, "most": 3},
    "walk": {
        "action": "Walk the long corridor",
        "who": {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 2]},
        "limit": {"times": 1, "per": "phase"},
        "costs": {"Vertebra": 2},
        "do": [{"raise": "The Well", "by": 2}, {"raise": "Lamps lit", "by": 1, "of": "$me"}],
    },
    "dividend": {
        "when": "phase-began",
        "do": [
            {
                "each": "them",
                "in": {"players": "players"},
                "do": [{"grant": "Vertebra", "n": {"value_of": "Lamps lit", "of": "$them"}, "to": "$them"}],
            }
        ],
    },
}

GRANT = "first-grant"


def with_clauses(document: dict[str, Any], clauses: Clauses, rule: str = "tolls") -> dict[str, Any]:
    """A law with one rule more, which has these clauses.

    Of the others' clauses only the classes of proposals, the first grant and those quoted in a rule's own words stay.
    """
    rules = {name: _with_few(name, each) for name, each in document["rules"].items()}
    rules[rule] = {"title": rule.capitalize(), "body": "Words.", "place": 900, "clauses": clauses}
    return document | {"rules": rules}


def _with_few(rule_id: str, rule: dict[str, Any]) -> dict[str, Any]:
    if "clauses" not in rule:
        return rule
    if f"/rules/{rule_id}/clauses/" in rule["body"]:
        if '"meet"' not in json.dumps(rule["clauses"]):
            return rule
        rule = {**rule, "body": "Words."}  # a pool is none of the test's own
    return {
        **rule,
        "clauses": {name: clause for name, clause in rule["clauses"].items() if "class" in clause or name == GRANT},
    }


def acts_of_rules(hall: Hall) -> list[Entry]:
    """The entries by which rules acted, except those of the first grant."""
    return [entry for entry in hall.entries("act-by-rule") if not entry.args["clause"].endswith(GRANT)]


@pytest.fixture
def open_with(open_cycle: OpenCycle) -> OpenWith:
    """Begin Cycle 16 with a rule *Tolls* that has these clauses, and three founders."""

    def begin(clauses: Clauses, *players: str) -> Hall:
        hall = open_cycle(with_clauses(cycle_16(), clauses))
        hall.join(*(players or ("ada", "bob", "eve")))
        return hall

    return begin


@pytest.fixture
def tolls(open_with: OpenWith) -> Hall:
    """The corridor at which one pays, and the lamps that pay back."""
    return open_with(TOLLS)


def enact(hall: Hall, *amendments: dict[str, Any]) -> None:
    """A vote changes the law: proposed now, counted with the end of the next phase, before the one after begins."""
    code = hall.propose("ada", *amendments)
    hall.vote(code, **dict.fromkeys(("ada", "bob", "eve"), "for"))
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    assert Proposal.objects.get(cycle=hall.pk, code=code).status == ProposalStatus.ENACTED


def other_clauses(clauses: Clauses) -> dict[str, Any]:
    """An amendment that gives the rule *Tolls* these clauses and no others."""
    return {"op": "replace", "path": "/rules/tolls/clauses", "value": clauses}
