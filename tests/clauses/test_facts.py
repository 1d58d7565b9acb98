"""What rules ask of players elsewhere: how long ago something was, declarations, matches."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.models import KeptValue
from nomic.clauses.vocabulary.event_scopes import event_kind_named
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry
from nomic.law.document.sections import flaws_of
from nomic.matches.models import Match
from tests.clauses.conftest import Clauses, OpenWith, acts_of_rules, with_clauses
from tests.support.hall import Hall, cycle_16


def wait(hall: Hall, **span: float) -> None:
    """Let so much time pass in a cycle."""
    hall.to(hall.cycle.now() + timedelta(**span))


def since(what: str, unit: str) -> dict[str, Any]:
    return {"since": what, "of": "$me", "in": unit}


ASK: Clauses = {
    "n": {"value": "Asked", "of": "player"},
    "joined": {
        "action": "Joined",
        "do": [{"set": "Asked", "to": since("joined", "hours"), "of": "$me"}, {"announce": "x"}],
    },
    "idle": {
        "action": "Idle",
        "do": [{"set": "Asked", "to": since("last_act", "days"), "of": "$me"}, {"announce": "x"}],
    },
    "rep": {
        "action": "Rep",
        "do": [{"set": "Asked", "to": since("reputable", "days"), "of": "$me"}, {"announce": "x"}],
    },
    "weekly": {
        "when": "phase-began",
        "do": [
            {
                "each": "them",
                "in": {"players": "players"},
                "do": [{"set": "Asked", "to": {"since": "last_act", "of": "$them", "in": "days"}, "of": "$them"}],
            },
        ],
    },
}


def asked(hall: Hall, name: str) -> int:
    """The value of a player that the last question set."""
    row = KeptValue.objects.filter(cycle=hall.cycle, name="Asked", holder=name).first()
    return 0 if row is None else row.number


def test_hours_since_joining_and_days_since_the_last_act(open_with: OpenWith) -> None:
    """An act of the same day leaves none in between; others' days count on."""
    hall = open_with(ASK)
    wait(hall, hours=30)
    hall.do("ada", "tolls_joined")
    assert asked(hall, "ada") == 30
    wait(hall, hours=71)
    hall.do("ada", "tolls_idle")
    ada = asked(hall, "ada")
    hall.do("bob", "tolls_idle")
    assert (ada, asked(hall, "bob")) == (3, 4)
    hall.do("bob", "tolls_idle")
    assert asked(hall, "bob") == 0
    hall.is_sound()


def test_without_reputation_it_is_no_time(open_with: OpenWith) -> None:
    """Founders are reputable from the beginning."""
    hall = open_with(ASK)
    wait(hall, days=5)
    hall.do("ada", "tolls_rep")
    assert asked(hall, "ada") == 5
    hall.join("zoe")
    hall.do("zoe", "tolls_rep")
    assert asked(hall, "zoe") == 0
    hall.is_sound()


def test_the_last_act_of_a_player_who_came_back_is_of_this_time(open_with: OpenWith) -> None:
    """Leaving forgets it."""
    hall = open_with(ASK)
    hall.do("ada", "tolls_idle")
    assert hall.player("ada").last_act_on is not None
    hall.do("ada", "leave")
    hall.is_sound()


def test_who_has_declared_whom_reputable(open_with: OpenWith) -> None:
    """The thanks of a newcomer."""
    thanks = {
        "when": "became-reputable",
        "do": [
            {
                "each": "them",
                "in": {"players": "players", "where": {"declared": "$it", "whom": "$player"}},
                "do": [{"grant": "Chip", "to": "$them"}],
            }
        ],
    }
    hall = open_with({"thanks": thanks}, "ada", "bob", "eve")
    wait(hall, days=3)
    hall.join("zoe")
    before = {name: hall.has(name, "Chip") for name in ("ada", "bob", "eve")}
    for name in ("ada", "bob"):
        hall.do(name, "declare-reputable", player="zoe")
    hall.settle()
    gained = {name: hall.has(name, "Chip") - had for name, had in before.items()}
    assert gained == {"ada": 1, "bob": 1, "eve": 0}
    hall.is_sound()


RETIREMENT: Clauses = {
    "still": {
        "freeze": "everything",
        "whose": {"is": [{"since": "last_act", "of": "$it", "in": "days"}, "at_least", 14]},
        "because": "who has been away for two weeks keeps what they have",
    },
    "wages": {
        "action": "Pay wages",
        "do": [{"each": "them", "in": {"players": "players"}, "do": [{"grant": "Vertebra", "to": "$them"}]}],
    },
}


@pytest.mark.parametrize(("days", "is_frozen"), [(13, False), (14, True), (20, True)])
def test_after_two_weeks_away_everything_is_frozen_until_they_act(
    open_with: OpenWith, days: int, is_frozen: bool
) -> None:
    """To the day; and an act of theirs ends it from the next one on."""
    hall = open_with(RETIREMENT)
    for name in ("ada", "bob"):
        hall.do(name, "tolls_wages")
    wait(hall, days=days)
    before = hall.has("bob", "Vertebra")
    number = hall.propose("ada", text="Some words.")
    hall.do("ada", "tolls_wages")
    assert hall.has("bob", "Vertebra") == before + (not is_frozen)
    hall.do("bob", "offer-trade", to="ada", gives={"Vertebra": 1}, wants={"Chip": 1})
    hall.do("ada", "tolls_wages")
    assert hall.has("bob", "Vertebra") == before + 1 + (not is_frozen)
    assert number
    hall.is_sound()


@pytest.mark.parametrize(
    ("what", "unit", "detail"),
    [
        ("last_act", "hours", "only the day of a last act is known"),
        ("match", "phases", "in hours and days only"),
        ("lunch", "days", "joined or reputable or last_act or match"),
    ],
)
def test_what_is_not_known_is_refused_with_its_place(what: str, unit: str, detail: str) -> None:
    """The hour of an act, the phase of a match."""
    idle = {"action": "Idle", "do": [{"set": "Asked", "to": since(what, unit), "of": "$me"}]}
    (flaw,) = flaws_of(with_clauses(cycle_16(), {**ASK, "idle": idle}))
    assert flaw.path.startswith("/rules/tolls/clauses/idle/do/0/to")
    assert detail in flaw.detail


def test_who_is_in_a_running_battle_since_when_and_how_it_ended(open_with: OpenWith) -> None:
    """From the declaration to the end, of which a rule hears everything."""
    over = {
        "when": "match-over",
        "do": [{"announce": "$game, $match_kind: $players; $winners beat $losers for $stakes."}],
    }
    running = {"is": [{"count": {"players": "players", "where": {"in_match": "$it", "stage": "running"}}}, "equals", 2]}
    long = {"is": [{"since": "match", "of": "$me", "in": "hours"}, "at_least", 5]}
    hall = open_with(
        {
            "over": over,
            "both": {"action": "Both", "who": running, "do": [{"announce": "Two are in battle."}]},
            "long": {"action": "Long", "who": long, "do": [{"announce": "Five hours."}]},
        }
    )
    for name in ("ada", "bob"):
        for species in "345678":
            hall.grant_card(name, species)
        hall.do(name, "declare-battle")
    hall.refused("eve", "tolls_both", "not-so")
    hall.to(hall.cycle.phase_ends_at)
    hall.do("eve", "tolls_both")
    hall.refused("ada", "tolls_long", "not-so")
    wait(hall, hours=5)
    hall.refused("eve", "tolls_long", "not-so")
    hall.do("ada", "tolls_long")
    hall.do("bob", "leave")
    told = [word for entry in acts_of_rules(hall) for word in entry.words if " beat " in word]
    assert told == ["exoptosis, battle: ada, bob; nobody beat nobody for nothing."]
    hall.is_sound()


def test_a_match_with_a_winner_tells_losers_and_stakes(open_with: OpenWith) -> None:
    """What was staked, without what was returned before the end."""
    hall = open_with({"over": {"when": "match-over", "do": [{"announce": "x"}]}})
    cycle, now = hall.cycle, hall.cycle.now()
    match = Match.objects.create(
        cycle=cycle, code="abc", game="exoptosis", title="A duel", kind="duel", setup_revision=1, revision=1, state=b"",
        status="over", opened_at=now, opened_seq=1, started_seq=1,
    )  # fmt: skip
    for place, (player, status) in enumerate((("ada", "in"), ("bob", "out"), ("eve", "invited"))):
        match.seats.create(player=player, place=place, status=status)
    moved = [
        [
            Movement("Chip", 3, "ada", "pool:abc"),
            Movement("5", 1, "bob", "pool:abc", "c5"),
            Movement("Chip", 9, "bob", ""),
        ],
        [Movement("Chip", 1, "pool:abc", "ada"), Movement("Chip", 2, "bob", "pool:abc")],
        [Movement("Chip", 4, "pool:abc", "ada"), Movement("5", 1, "pool:abc", "ada", "c5")],
    ]
    entries = [hall.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1}, wants={"Chip": 1}) for _ in moved]
    for version, (entry, lines) in enumerate(zip(entries, moved, strict=True), 1):
        Entry.objects.filter(pk=Entry.objects.get(cycle=cycle, seq=entry.seq).pk).update(moved=lines)
        match.steps.create(
            version=version, entry=Entry.objects.get(cycle=cycle, seq=entry.seq), kind="move", move={}, revision=1,
            first_draw=0, draw_count=0,
        )  # fmt: skip
    event = {"kind": "match-over", "match": "abc", "ending": "won", "winners": ["ada"]}
    occasion = event_kind_named("match-over")
    assert occasion is not None
    found = occasion.names_at(hall.read_context("ada"), event, "")
    assert (found["players"], found["winners"], found["losers"]) == (("ada", "bob"), ("ada",), ("bob",))
    assert (found["game"], found["match_kind"], found["title"]) == (("exoptosis",), ("duel",), ("A duel",))
    assert (found["stakes"], found["staked_cards"]) == (("Chip", 4), ("c5",))
    assert found.keys() == occasion.scope.keys()
