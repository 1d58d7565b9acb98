"""Whatever clauses a law has: the ledger adds up, bounds hold, no phase is stuck, and a replay is the same."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import KeptValue
from nomic.clauses.schema.value_kinds import as_texts
from nomic.clauses.store.values import from_columns
from nomic.clauses.views.values import values_of_cycle, values_of_players
from nomic.clauses.vocabulary.event_scopes import event_kind_named
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.state_digest import canonical_json
from nomic.law.document.sections import flaws_of
from nomic.players.models import Player
from tests.clauses.conftest import Clauses, with_clauses
from tests.support.example_counts import examples
from tests.support.hall import START, Clock, Hall, cycle_16

EVENTS = ("phase-began", "joined", "left", "value-changed", "voted", "proposal-submitted", "law-changed", "cycle-began")
NAMES = ("ada", "bob", "eve")
MARK = "Xyzzyplugh"
ALL = {"players": "players"}

numbers = st.integers(-5, 9)
counts = st.one_of(
    st.integers(0, 5),
    st.just({"value_of": "Well"}),
    st.just({"roll": "1d6"}),
    st.just({"count": {"players": "active"}}),
    st.just({"stock": "Vertebra", "of": ALL}),
)


def members(who: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Operations on a list of players, and on an office."""
    return st.sampled_from(
        [
            {"enter": who, "in": "Guild"},
            {"strike": who, "from": "Guild"},
            {"set": "Guild", "to": {"players_in": "Keeper"}},
            {"set": "Keeper", "to": who},
            {"grant": "Vertebra", "to": {"players_in": "Guild"}},
        ]
    )


def secrets(who: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Operations on what nobody or only its owner sees."""
    return st.sampled_from(
        [
            {"set": "Mark", "to": MARK, "of": who},
            {"set": "Mark", "to": [], "of": who},
            {"set": "Depth", "to": {"roll": "1d1000"}},
            {"raise": "Depth", "by": 1},
            {"reveal": "Mark", "of": who},
            {"reveal": "Depth"},
        ]
    )


def changes(who: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Operations for players of this name."""
    return st.one_of(
        st.builds(lambda n: {"grant": "Vertebra", "to": who, "n": n}, counts),
        st.builds(lambda n: {"revoke": "Vertebra", "from": who, "n": n}, counts),
        st.builds(lambda n: {"transfer": "Vertebra", "from": who, "to": ALL, "n": n}, counts),
        st.builds(lambda n: {"raise": "Well", "by": n}, numbers),
        st.builds(lambda n: {"set": "Well", "to": n}, counts),
        st.builds(lambda n: {"raise": "Lamps", "by": n, "of": who}, numbers),
        st.just({"announce": "It rains."}),
        members(who),
        secrets(who),
    )


def conditions(who: str) -> st.SearchStrategy[dict[str, Any]]:
    """Conditions on the player of this name."""
    return st.builds(
        lambda value, relation, n: {"is": [value, relation, n]},
        st.sampled_from([{"stock": "Vertebra", "of": who}, {"value_of": "Lamps", "of": who}, {"value_of": "Well"}]),
        st.sampled_from(["at_least", "more_than", "equals"]),
        st.integers(0, 30),
    )


@st.composite
def laws(draw: st.DrawFn) -> Clauses:
    """Clauses of one rule: two values, an action or two, what happens at events, perhaps a ban and a way to win."""
    low, high = draw(st.integers(-3, 0)), draw(st.integers(0, 8))
    clauses: Clauses = {
        "well": {"value": "Well", "of": "cycle", "least": low, "most": high},
        "lamps": {"value": "Lamps", "of": "player", "is": draw(st.sampled_from(["number", "flag"]))},
        "guild": {"value": "Guild", "is": "players", "most": draw(st.integers(1, 3))},
        "keeper": {"value": "Keeper", "is": "player"},
        "mark": {"value": "Mark", "is": "name", "of": "player", "seen": "owner"},
        "depth": {"value": "Depth", "seen": "nobody"},
    }
    for number in range(draw(st.integers(1, 2))):
        action: dict[str, Any] = {
            "action": f"Act {number}",
            "do": draw(st.lists(changes("$me"), min_size=1, max_size=3)),
        }
        if draw(st.booleans()):
            action["limit"] = {"times": 1, "per": draw(st.sampled_from(["phase", "day", "week", "cycle"]))}
        if draw(st.booleans()):
            action["costs"] = {"Vertebra": draw(st.integers(0, 3))}
        if draw(st.booleans()):
            action["who"] = draw(conditions("$me"))
        clauses[f"act-{number}"] = action
    for number in range(draw(st.integers(1, 3))):
        event = draw(st.sampled_from(EVENTS))
        occasion = event_kind_named(event)
        assert occasion is not None
        players = sorted(name for name, kind in occasion.scope.items() if kind == "players")
        who = draw(st.sampled_from([*(f"${name}" for name in players), ALL]))
        clauses[f"when-{number}"] = {"when": event, "do": draw(st.lists(changes(who), min_size=1, max_size=3))}
    if draw(st.booleans()):
        banned = draw(st.sampled_from(["vote", "gift", "buy", "submit-proposal", "tolls_act-0"]))
        clauses["no"] = {"forbid": banned, "because": "No", "if": draw(conditions("$me"))}
    if draw(st.booleans()):
        clauses["wins"] = {"wins": draw(conditions("$it")), "alone": draw(st.booleans())}
    return clauses


deeds = st.lists(
    st.tuples(st.sampled_from(["act-0", "act-1", "leave", "wait", "week", "propose", "gift"]), st.sampled_from(NAMES)),
    max_size=12,
)


@pytest.mark.django_db
@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(laws(), deeds)
def test_any_clauses_for_a_week(clauses: Clauses, week: list[tuple[str, str]]) -> None:
    """Nothing but refusals comes of whatever anybody does."""
    document = with_clauses(cycle_16(), clauses)
    if flaws_of(document):  # a number that an operation does not take, say
        return
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(document, starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        for name in NAMES:
            _try(hall, name, "join")
        for deed, name in week:
            _do(hall, deed, name)
        hall.to(hall.clock.now + timedelta(days=7))
        cycle = hall.cycle
        assert not cycle.is_running or cycle.phase_ends_at > hall.clock.now
        values = clauses_of(cycle.law).values
        for row in KeptValue.objects.filter(cycle=cycle):
            now = from_columns(row.number, row.members)
            assert values[row.name].clause.within(now) == now
            assert row.hidden == (values[row.name].clause.is_secret and not row.revealed)
        _nothing_leaks(hall)
        hall.is_sound()
        transaction.set_rollback(True)


def _nothing_leaks(hall: Hall) -> None:
    """Whoever is named by a value plays; a secret stands nowhere in a journal in which nothing was revealed."""
    playing = {*Player.objects.filter(cycle=hall.pk, left_at=None).values_list("name", flat=True)}
    for name in ("Guild", "Keeper"):
        for row in KeptValue.objects.filter(cycle=hall.pk, name=name):
            assert playing.issuperset(as_texts(from_columns(row.number, row.members)))
    told = [canonical_json([entry.words, entry.events, entry.args]) for entry in hall.entries() if not entry.sealed]
    if not any('"value-revealed"' in text for text in told):
        assert not [text for text in told if f"is now {MARK}" in text or "Depth is" in text]
        shown = [*values_of_cycle(hall.cycle), *(v for vs in values_of_players(hall.cycle, NAMES).values() for v in vs)]
        assert all(value.is_hidden for value in shown if value.name in ("Mark", "Depth"))


def _do(hall: Hall, deed: str, name: str) -> None:
    if deed == "wait":
        hall.to(hall.clock.now + timedelta(hours=20))
    elif deed == "week":
        hall.to(hall.clock.now + timedelta(days=7))
    elif deed == "propose":
        bounds = {"op": "replace", "path": "/rules/tolls/clauses/well/most", "value": 1}
        _try(hall, name, "submit-proposal", title="A", text="B", amendments=[bounds])
    elif deed == "gift":
        _try(hall, name, "gift", to=NAMES[NAMES.index(name) - 1])
    else:
        _try(hall, name, f"tolls_{deed}" if deed.startswith("act") else deed)


def _try(hall: Hall, name: str, action: str, **args: Any) -> None:
    with suppress(Refusal):
        hall.do(name, action, **args)
