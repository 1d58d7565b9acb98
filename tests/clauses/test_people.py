"""What rules can ask of players: who they are in the cycle, and what they did there."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.clauses.runtime.world.read_only_world import HallSeen
from nomic.court.models import Judgeship
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith
from tests.clauses.test_many_players import populate
from tests.clauses.test_triggers import when
from tests.support.hall import Hall

EVERYBODY = {"players": "players"}


def act(who: Any) -> dict[str, Any]:
    """An action for those of whom this is true."""
    return {"action": "Act", "who": who, "do": [{"announce": "So it is."}]}


def those(condition: Any) -> dict[str, Any]:
    """Something that happens with each phase to those of whom this is true."""
    return when("phase-began", {"grant": "Chip", "to": {"players": "players", "where": condition}})


def can(hall: Hall, name: str) -> bool:
    return hall.can(name)["tolls_act"].available


def test_R6_who_is_reputable(open_with: OpenWith) -> None:
    """As a condition, and as a set of players."""
    hall = open_with(
        {
            "act": act({"reputable": "$me"}),
            "phase": when("phase-began", {"grant": "Chip", "to": {"players": "reputable"}}),
        }
    )
    Player.objects.filter(cycle=hall.pk, name="bob").update(reputable_since=None)
    assert [name for name in ("ada", "bob", "eve") if can(hall, name)] == ["ada", "eve"]
    assert "you are reputable" in hall.refused("bob", "tolls_act", "not-so", "Tolls").detail
    hall.to(hall.cycle.phase_ends_at)
    assert [hall.has(name, "Chip") for name in ("ada", "bob", "eve")] == [1, 0, 1]


def test_R8_who_is_active_and_who_has_acted(open_with: OpenWith) -> None:
    """Whoever joins is active at first; an act counts from then on, and with the next phase as one before it."""
    hall = open_with(
        {
            "act": act({"all": [{"active": "$me"}, {"not": {"acted": "$me"}}]}),
            "late": when("phase-began", {"grant": "Chip", "to": {"players": "inactive"}}),
            "kept": those({"acted": "$it", "in": "previous_phase"}) | {"place": 1},
        }
    )
    hall.to(hall.cycle.phase_ends_at)
    before = {name: hall.has(name, "Chip") for name in ("ada", "bob")}
    assert can(hall, "ada")
    hall.do("ada", "gift", to="bob")
    assert not can(hall, "ada")
    hall.to(hall.cycle.phase_ends_at)
    assert hall.has("bob", "Chip") == before["bob"] + 1  # inactive
    assert hall.has("ada", "Chip") == before["ada"] + 1  # acted
    assert not can(hall, "bob")
    hall.is_sound()


def test_R14_who_holds_an_office(open_with: OpenWith) -> None:
    """The Judge's is one; what nobody holds nobody has, and an office that there is not is refused."""
    hall = open_with({"act": act({"holds": "$me", "office": "Judge"})})
    assert not can(hall, "ada")
    Judgeship.objects.create(cycle_id=hall.pk, name="ada", since=hall.clock.now)
    assert can(hall, "ada")
    assert not can(hall, "bob")
    assert "you are the Judge" in hall.refused("bob", "tolls_act", "not-so", "Tolls").detail


def test_R10_who_voted_how_on_a_proposal(open_with: OpenWith) -> None:
    """The votes that stand when it is decided: one taken back is none."""
    thanks = {
        how: when("proposal-enacted", {"grant": item, "to": {"players": "players", "where": voted}})
        for how, item, voted in (
            ("for", "Chip", {"voted": "$it", "about": "$proposal", "how": "for"}),
            ("any", "Vertebra", {"voted": "$it", "about": "$proposal"}),
        )
    }
    hall = open_with(thanks, "ada", "bob", "eve", "fay")
    code = hall.propose("ada", {"op": "replace", "path": "/rules/tolls/body", "value": "Other words."})
    hall.vote(code, ada="for", bob="for", eve="against", fay="for")
    hall.vote(code, fay="none")
    before = {name: (hall.has(name, "Chip"), hall.has(name, "Vertebra")) for name in ("ada", "bob", "eve", "fay")}
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    gained = {
        name: (hall.has(name, "Chip") - chips, hall.has(name, "Vertebra") - bones)
        for name, (chips, bones) in before.items()
    }
    assert [gained[name][0] for name in ("ada", "bob", "eve", "fay")] == [1, 1, 0, 0]
    assert [gained[name][1] - gained["fay"][1] for name in ("ada", "bob", "eve", "fay")] == [1, 1, 1, 0]
    hall.is_sound()


def test_R5_how_long_somebody_has_played(open_with: OpenWith) -> None:
    """In full hours, or in phases; whoever comes back begins anew."""
    hall = open_with({"act": act({"is": [{"seniority": "$me", "in": "hours"}, "at_least", 5]})})
    hall.to(hall.clock.now + timedelta(hours=4, minutes=59))
    assert not can(hall, "ada")
    hall.to(hall.clock.now + timedelta(minutes=1))
    assert can(hall, "ada")
    hall.join("new")
    assert not can(hall, "new")


def test_R6_whoever_becomes_reputable_may_win_by_it(open_with: OpenWith) -> None:
    """At once, and not with the next phase."""
    rich = {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}
    hall = open_with({"wins": {"wins": {"all": [{"reputable": "$it"}, rich]}}})
    Player.objects.filter(cycle=hall.pk, name="ada").update(reputable_since=None)
    hall.grant("ada", "Chip")
    hall.do("bob", "declare-reputable", player="ada")
    assert hall.cycle.is_running
    hall.do("eve", "declare-reputable", player="ada")
    assert hall.cycle.winner == "ada"


# ── of very many


@contextmanager
def looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How often anything is looked at in the hall."""
    counted = [0]
    look = HallSeen._look

    def counting(self: HallSeen, times: int = 1) -> None:
        counted[0] += times
        look(self, times)

    monkeypatch.setattr(HallSeen, "_look", counting)
    yield counted


STOCK = {"stock": "Vertebra", "of": "$it"}


@pytest.mark.parametrize(
    "richest",
    [{"extreme": EVERYBODY, "by": STOCK}, {"first": 1, "of": EVERYBODY, "by": STOCK}],
)
def test_the_richest_of_very_many_wins_in_time_that_grows_with_them(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch, richest: Any
) -> None:
    """Who has most is found once, and not for every player again."""
    rich = {"is": [STOCK, "at_least", 1000]}
    hall = open_with({"first": {"wins": {"all": [{"is": ["$it", "equals", richest]}, rich]}}})
    populate(hall, 0, 10_000)
    with looks(monkeypatch) as counted:
        hall.grant("bob", "Vertebra", 10)
    assert counted[0] < 50_000
    assert hall.cycle.is_running
    hall.grant("bob", "Vertebra", 1000)
    assert hall.cycle.winner == "bob"


def test_what_is_asked_of_many_takes_as_many_queries_as_of_few(open_with: OpenWith) -> None:
    """One for each fact."""
    everything = {
        "any": [
            {"all": [{"reputable": "$it"}, {"active": "$it"}, {"acted": "$it"}]},
            {"holds": "$it", "office": "Judge"},
            {"is": [{"seniority": "$it", "in": "phases"}, "more_than", 1000]},
        ]
    }
    hall = open_with({"kept": those(everything)})
    counted = []
    for first, last in ((0, 30), (30, 200)):
        populate(hall, first, last)
        with CaptureQueriesContext(connection) as queries:
            hall.to(hall.cycle.phase_ends_at)
        counted.append(len(queries))
    assert counted[1] <= counted[0] + 5
