"""Clauses where very many play."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.inventory.models import Balance
from nomic.players.models import Player
from tests.clauses.conftest import TOLLS, OpenWith
from tests.clauses.test_triggers import when
from tests.support.hall import Hall

THEM = {"each": "them", "in": {"players": "players"}}
HAVE = {"stock": "Vertebra", "of": "$them"}
FOR_ALL = {
    "lamps": TOLLS["lamps"],
    "grow": when(
        "phase-began",
        {**THEM, "do": [{"grant": "Vertebra", "to": "$them"}, {"raise": "Lamps lit", "by": 1, "of": "$them"}]},
    ),
    "tax": when(
        "phase-began",
        {**THEM, "do": [{"if": {"is": [HAVE, "at_least", 9]}, "then": [{"revoke": "Vertebra", "from": "$them"}]}]},
        place=1,
    ),
    "rich": {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 1000]}},
}


def populate(hall: Hall, first: int, last: int) -> None:
    """With players of these numbers more, at once."""
    fields = Player.objects.filter(cycle=hall.pk).values().first()
    assert fields is not None
    names = [f"p{number:05d}" for number in range(first, last)]
    Player.objects.bulk_create(Player(**{**fields, "id": None, "name": name}) for name in names)
    Balance.objects.bulk_create(Balance(cycle_id=hall.pk, holder=name, item="Vertebra", amount=9) for name in names)


def test_what_happens_to_everybody_takes_as_many_queries_for_many_as_for_few(open_with: OpenWith) -> None:
    """At the end of a phase, and where a gift may have decided who wins; its receiver is inactive each time."""
    hall = open_with(FOR_ALL)
    for _ in range(2):
        hall.to(hall.cycle.phase_ends_at)
        hall.do("ada", "gift", to="bob")
    counted = []
    for first, last in ((0, 30), (30, 200)):
        populate(hall, first, last)
        with CaptureQueriesContext(connection) as queries:
            hall.to(hall.cycle.phase_ends_at)
            hall.do("ada", "gift", to="bob")
        counted.append(len(queries))
    assert counted[1] <= counted[0] + 5
    assert hall.has("p00150", "Vertebra") == 9


RICHEST: Any = {"is": ["$it", "equals", {"extreme": {"players": "players"}, "by": {"stock": "Vertebra", "of": "$it"}}]}


def test_what_would_take_too_long_to_find_out_is_not_waited_for(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody wins by it, a ban holds, an action cannot be done, an event passes; the cycle goes on."""
    mine = {"some": {"players": "players", "where": RICHEST}}
    hall = open_with(
        {
            "first": {"wins": {"all": [RICHEST, {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 500]}]}},
            "no": {"forbid": "gift", "if": mine, "because": "No"},
            "act": {"action": "Act", "who": mine, "do": [{"grant": "Vertebra", "to": "$me"}]},
            "phase": when("phase-began", {"grant": "Vertebra", "to": {"players": "players"}}) | {"if": mine},
        }
    )
    fewer = {
        "limits.ACT_STEPS": 5,
        "cycles.work_budget.OWN_STEPS": 0,
        "clauses.runtime.trigger_chains.JUDGING_STEPS": 5,
    }
    for name, steps in fewer.items():
        monkeypatch.setattr(f"nomic.{name}", steps)
    hall.refused("ada", "gift", "too-long", to="bob")
    hall.refused("ada", "tolls_act", "too-long")
    before = hall.cycle.phase
    hall.to(hall.cycle.phase_ends_at)
    assert hall.cycle.phase == before + 1
    failure = hall.entries("act-by-rule")[-1].failure
    assert failure is not None
    assert failure["code"] == "too-long"
    hall.grant("bob", "Vertebra")
    assert "takes too long to work out" in hall.entries()[-1].words[-1]
    assert hall.cycle.is_running
