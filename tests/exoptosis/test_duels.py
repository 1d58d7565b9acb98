"""Duels: asked for, accepted, declined, taken back, lapsed; once a phase each."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match, MatchStatus
from nomic.notices.models import Notice
from tests.support.example_counts import examples
from tests.support.hall import BATTLE, DAY, START, Clock, Hall, OpenCycle

NUMBERS = count(1)
PLAIN = ("2", "3", "5", "7", "9")


@pytest.fixture
def armed(cast: Hall) -> Hall:
    """Ada, Bob and Eve with five plain cards each, in a rest phase."""

    def arm() -> None:
        for name in ("ada", "bob", "eve"):
            for species in PLAIN:
                cast.grant_card(name, species)

    cast.once(f"armed with {PLAIN}", arm)
    return cast


def asked(hall: Hall, name: str, *players: str) -> str:
    """Somebody asks for a duel; its code."""
    entry = hall.do(name, "request-duel", players=list(players))
    return str(next(event["match"] for event in entry.events if event["kind"] == "duel-requested"))


def ending(hall: Hall, code: str) -> Any:
    return (Match.objects.get(cycle=hall.cycle, code=code).result or {}).get("ending")


def choose_hand(hall: Hall, name: str, code: str) -> None:
    table = loaded_match(hall.read_context(name), Match.objects.get(cycle=hall.cycle, code=code))
    seat = next(seat for seat in table.state.seats if seat.player == name)
    hall.do(name, "move", match=code, move={"kind": "hand"}, answers=[list(seat.deck[:4])])


def test_R32_all_who_are_asked_must_accept(armed: Hall) -> None:
    """With the last of them the duel begins, whatever the phase; it pays the pool only (R44)."""
    code = asked(armed, "ada", "bob", "eve")
    armed.do("bob", "accept-duel", match=code)
    assert Match.objects.get(code=code).status == MatchStatus.GATHERING
    armed.do("eve", "accept-duel", match=code)
    assert Match.objects.get(code=code).status == MatchStatus.RUNNING
    for name in ("ada", "bob", "eve"):
        choose_hand(armed, name, code)
    before = {name: armed.has(name, "Vertebra") for name in ("ada", "bob", "eve")}
    for name in ("ada", "bob"):
        armed.do(name, "move", match=code, move={"kind": "forfeit"})
    assert Match.objects.get(code=code).result == {"ending": "won", "winners": ["eve"]}
    assert {name: armed.has(name, "Vertebra") for name in before} == before
    assert armed.has("eve", "Chip") == 0
    armed.is_sound()


def test_somebody_who_is_asked_is_told(armed: Hall) -> None:
    """Those asked and nobody else, with the way to the table."""
    code = asked(armed, "ada", "bob")
    (notice,) = Notice.objects.filter(kind="duel-asked")
    assert (notice.person.username, notice.link) == ("bob", f"/c/hall/matches/{code}/")


def test_R95_who_declines_calls_it_off_and_uses_up_nobodys_duel(armed: Hall) -> None:
    code = asked(armed, "ada", "bob")
    armed.do("bob", "decline-duel", match=code)
    assert ending(armed, code) == "off"
    asked(armed, "ada", "bob")
    armed.is_sound()


def test_R95_a_request_lapses_after_two_days(armed: Hall) -> None:
    """A request stands until the instant two days after it, and not at it."""
    code = asked(armed, "ada", "bob")
    armed.to(armed.clock.now + 2 * DAY - timedelta(microseconds=1))
    assert ending(armed, code) is None
    armed.to(armed.clock.now + timedelta(microseconds=1))
    assert ending(armed, code) == "off"
    armed.is_sound()


def test_R95_a_request_can_be_taken_back(armed: Hall) -> None:
    """By whoever asked, until all have accepted."""
    code = asked(armed, "ada", "bob", "eve")
    armed.do("bob", "accept-duel", match=code)
    armed.refused("bob", "withdraw-duel", "nothing-asked", "", match=code)
    armed.do("ada", "withdraw-duel", match=code)
    assert ending(armed, code) == "off"
    armed.is_sound()


def test_R32_one_duel_a_phase(armed: Hall) -> None:
    """Asking and accepting count; in the next phase there is another."""
    code = asked(armed, "ada", "bob")
    armed.do("bob", "accept-duel", match=code)
    armed.refused("ada", "request-duel", "once-a-phase", "", players=["eve"])
    other = asked(armed, "eve", "bob")
    armed.refused("bob", "accept-duel", "once-a-phase", "", match=other)
    armed.to(BATTLE)
    asked(armed, "ada", "eve")
    armed.is_sound()


def test_R127_a_request_counts_for_the_phase_in_which_one_joins(armed: Hall) -> None:
    """Ada asks in phase 0, Bob accepts in phase 1: she may join another duel then, he may not."""
    armed.clock.to(BATTLE - DAY)
    code = asked(armed, "ada", "bob")
    armed.to(BATTLE)
    armed.do("bob", "accept-duel", match=code)
    armed.refused("bob", "request-duel", "once-a-phase", "", players=["eve"])
    other = asked(armed, "eve", "bob", "ada")
    armed.refused("bob", "accept-duel", "once-a-phase", "", match=other)
    armed.do("ada", "accept-duel", match=other)
    armed.refused("ada", "request-duel", "once-a-phase", "", players=["eve"])
    armed.is_sound()


def test_R127_who_has_joined_one_accepts_an_older_request_in_the_next_phase(armed: Hall) -> None:
    """Two requests of phase 0 to Bob: one he accepts at once, the other at the first instant of phase 1."""
    armed.clock.to(BATTLE - 2 * DAY)
    first = asked(armed, "ada", "bob")
    armed.clock.to(BATTLE - DAY)
    second = asked(armed, "eve", "bob")
    armed.do("bob", "accept-duel", match=first)
    armed.refused("bob", "accept-duel", "once-a-phase", "", match=second)
    armed.pass_on(BATTLE)
    armed.do("bob", "accept-duel", match=second)
    armed.is_sound()


def test_R95_R127_an_older_duel_that_is_off_uses_up_nobodys(armed: Hall) -> None:
    """Bob accepts in phase 1, Eve declines: he may join another in phase 1."""
    armed.clock.to(BATTLE - DAY)
    code = asked(armed, "ada", "bob", "eve")
    armed.to(BATTLE)
    armed.do("bob", "accept-duel", match=code)
    armed.refused("bob", "request-duel", "once-a-phase", "", players=["eve"])
    armed.do("eve", "decline-duel", match=code)
    asked(armed, "bob", "eve")


JOINS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(["ada", "bob", "eve"]), st.sampled_from(["ada", "bob", "eve"])),
        st.tuples(st.sampled_from(["accept", "decline"]), st.integers(0, 5), st.just("")),
        st.tuples(st.just("time"), st.just(0), st.just("")),
    ),
    min_size=4,
    max_size=10,
)


@settings(max_examples=examples(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=JOINS)
def test_R127_in_whatever_order_of_asking_accepting_and_phases(
    open_cycle: OpenCycle, clock: Clock, events: list[Any]
) -> None:
    """Somebody can join exactly if they have joined no duel in this phase but such as were off."""
    clock.to(START)
    hall = open_cycle(slug=f"hall-{next(NUMBERS)}", joined=("ada", "bob", "eve"))
    for name in ("ada", "bob", "eve"):
        for species in PLAIN[:4]:
            hall.grant_card(name, species)
    open_duels: list[tuple[str, str, str]] = []
    joined: dict[tuple[int, str], set[str]] = {}
    off: set[str] = set()

    def has_joined(name: str) -> bool:
        return bool(joined.get((hall.cycle.phase, name), set()) - off)

    for what, one, other in events:
        if what == "time":  # to the phase's last day, and then to its end
            ends = hall.cycle.phase_ends_at
            hall.to(ends if clock.now >= ends - DAY else ends - DAY)
            off |= {code for code, _, _ in open_duels if ending(hall, code) == "off"}
            open_duels = [each for each in open_duels if each[0] not in off]
        elif what == "ask" and one != other:
            if has_joined(one):
                hall.refused(one, "request-duel", "once-a-phase", "", players=[other])
                continue
            code = asked(hall, one, other)
            open_duels.append((code, one, other))
            joined.setdefault((hall.cycle.phase, one), set()).add(code)
        elif what in ("accept", "decline") and open_duels:
            code, _, invited = open_duels[one % len(open_duels)]
            if what == "accept" and has_joined(invited):
                hall.refused(invited, "accept-duel", "once-a-phase", "", match=code)
                continue
            hall.do(invited, f"{what}-duel", match=code)
            open_duels = [each for each in open_duels if each[0] != code]
            if what == "decline":
                off.add(code)
            else:
                joined.setdefault((hall.cycle.phase, invited), set()).add(code)


def test_who_cannot_be_asked(armed: Hall) -> None:
    """Oneself, nobody, a stranger; and one needs cards for a hand."""
    armed.bad("ada", "request-duel", "players", players=["ada"])
    armed.bad("ada", "request-duel", "players", players=[])
    armed.bad("ada", "request-duel", "players", players=["nobody"])
    armed.join("zoe")
    armed.refused("zoe", "request-duel", "too-few-cards", "", players=["ada"])


def test_R32_in_a_rest_phase_a_duel_waits_for_all_hands(armed: Hall) -> None:
    """Only within a battle phase are those out who have not chosen a day after being told."""
    code = asked(armed, "ada", "bob")
    armed.do("bob", "accept-duel", match=code)
    choose_hand(armed, "ada", code)
    armed.to(BATTLE - timedelta(microseconds=1))
    assert ending(armed, code) is None
    armed.to(BATTLE)
    assert ending(armed, code) == "off"
    armed.is_sound()
