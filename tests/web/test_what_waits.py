"""What waits for a player: every kind that is declared appears wherever tasks are shown, and nobody else sees it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from pydantic import BaseModel, ValidationError

from nomic.accounts.models import Person
from nomic.cycles.actions.registry import action_named
from nomic.matches.models import Match, MatchSeat, TurnClock
from nomic.players.player_tasks import (
    Task,
    Urgency,
    WaitingKind,
    register_task_kinds,
    waiting_everywhere,
    waiting_for,
    waiting_kinds,
)
from nomic.proposals.models import Proposal
from nomic.proposals.suggestions.send_and_withdraw import decline_suggestion, send_suggestion
from tests.support.counted_queries import CountedQueries
from tests.support.hall import ADMIN, BATTLE, Hall, OpenCycle
from tests.support.knucklebones_cycles import law_with_bones
from tests.support.signed_in import browser_of
from tests.trades.table import counter, lots, offer

PETITION = {
    "class": "Petition",
    "seconds": {"n": 2, "within": 24},
    "lasts": {"hours": 48},
    "passes": {"is": ["$for", "more_than", "$against"]},
}
ASK = {
    "action": "Ask for a coin",
    "with": {"whom": {"is": "player", "says": "whom you ask"}},
    "do": [{"offer": "Give a coin?", "who": "$whom", "options": [{"say": "Yes", "do": [{"announce": "Given."}]}]}],
}
PLAIN = ("5", "6", "7", "8", "9")


@pytest.fixture
def room(open_cycle: OpenCycle) -> Hall:
    """Cycle 16 with Knucklebones, a class that needs seconds, and a rule that asks; ada, bob and eve play."""
    law = law_with_bones()
    law["rules"]["tolls"] = {
        "title": "Tolls",
        "body": "Words.",
        "place": 900,
        "clauses": {"petition": PETITION, "ask": ASK},
    }
    return open_cycle(law, joined=("ada", "bob", "eve"))


@dataclass(frozen=True)
class Case:
    """How a task comes to wait for ada, what it says, and how it is done."""

    begin: Callable[[Hall], None]
    says: str
    end: Callable[[Hall], Any]


def _propose(hall: Hall) -> None:
    hall.vote(hall.propose("bob"), bob="for", eve="for")


def _petition(hall: Hall) -> None:
    hall.propose("bob", **{"class": "petition"})
    hall.do("eve", "second-proposal", proposal="1")


def _suggest(hall: Hall) -> None:
    hall.vote(hall.propose("ada"), ada="for", eve="for", bob="for")
    told = {"title": "Another change", "text": "Words.", "amendments": []}
    args: Any = action_named("submit-proposal").read(told)
    send_suggestion(
        Person.objects.get(username="bob"), hall.read_context("bob"), Proposal.objects.get(cycle=hall.pk), args
    )


def _decline(hall: Hall) -> None:
    decline_suggestion(Person.objects.get(username="ada"), hall.cycle.suggestions.get())


def _offer(hall: Hall) -> None:
    offer(hall, "bob", "ada", gives=lots(Vertebra=1))


def _counter(hall: Hall) -> None:
    counter(hall, "bob", offer(hall, "ada", "bob", gives=lots(Vertebra=1)), wants=lots(Vertebra=1))


def _refuse(hall: Hall) -> None:
    hall.do("ada", "withdraw-trade", trade="1")


def _request(hall: Hall) -> None:
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    hall.do("bob", "file-request", kind="statement", title="Chips are food", text="")


def _contest(hall: Hall) -> None:
    hall.do(ADMIN, "appoint-judge", player="eve", reason="for the test")
    hall.do("bob", "file-request", kind="statement", title="Chips are food", text="")
    hall.do("eve", "rule", request="1", verdict="false", reasoning="Why?")
    hall.do("bob", "open-confidence-vote", ruling="1")
    for name in ("bob", "eve"):
        hall.do(name, "vote-on-ruling", ruling="1", vote="affirm")


def _by_hand(hall: Hall) -> None:
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    hall.propose("bob")
    Proposal.objects.filter(cycle=hall.pk).update(status="by-hand")


def _stand(hall: Hall) -> None:
    hall.do("bob", "stand-for-judge")
    for name in ("bob", "eve"):
        hall.do(name, "vote-for-judge", candidate="bob", vote="for")


def _duel(hall: Hall) -> None:
    for name in ("ada", "bob"):
        for species in PLAIN:
            hall.grant_card(name, species)
    hall.do("bob", "request-duel", players=["ada"])


def _turn(hall: Hall) -> None:
    """A game of ada and bob that waits for ada."""
    for name, other in (("ada", "bob"), ("bob", "ada")):
        hall.do(name, "intend-knucklebones", opponents=[other], how="each")
    hall.to(BATTLE)
    TurnClock.objects.update(players=["ada"])


def _owe(hall: Hall) -> None:
    _turn(hall)
    TurnClock.objects.update(players=["bob"])
    MatchSeat.objects.filter(player="ada").update(owes_since=hall.cycle.now())


CASES = {
    "vote": Case(_propose, "Your vote on proposal 1, A change", lambda hall: hall.vote("1", ada="for")),
    "second": Case(
        _petition,
        "Second proposal 1, A change, to open its vote",
        lambda hall: hall.do("bob", "withdraw-proposal", proposal="1"),
    ),
    "suggestion": Case(_suggest, "bob suggests a change to your proposal 1", _decline),
    "trade": Case(_offer, "bob offers you a trade (trade 1)", _refuse),
    "counter-offer": Case(_counter, "bob makes you another offer (trade 1)", _refuse),
    "request": Case(
        _request,
        "Rule on request 1, Chips are food",
        lambda hall: hall.do("ada", "rule", request="1", verdict="false", reasoning="Why?"),
    ),
    "confidence": Case(
        _contest,
        "Your vote of confidence on ruling 1, Chips are food",
        lambda hall: hall.do("ada", "vote-on-ruling", ruling="1", vote="affirm"),
    ),
    "by-hand": Case(
        _by_hand, "Carry out proposal 1, A change, by hand", lambda hall: Proposal.objects.update(status="enacted")
    ),
    "election": Case(
        _stand,
        "Vote for Judge: bob stands",
        lambda hall: hall.do("ada", "vote-for-judge", candidate="bob", vote="against"),
    ),
    "question": Case(
        lambda hall: hall.do("bob", "tolls_ask", whom="ada"),
        "Tolls: Give a coin?",
        lambda hall: hall.do("ada", "answer", question=waiting_for(hall.read_context("ada"))[0].task.key, answer=[0]),
    ),
    "duel": Case(
        _duel,
        "You are invited to a duel: The duel of bob and ada",
        lambda hall: hall.do("ada", "decline-duel", match=Match.objects.get(cycle=hall.pk).code),
    ),
    "knucklebones": Case(
        lambda hall: hall.do("bob", "intend-knucklebones", opponents=["ada"], how="each"),
        "bob wants to play Knucklebones with you",
        lambda hall: hall.do("ada", "intend-knucklebones", opponents=["bob"], how="each"),
    ),
    "turn": Case(
        _turn, "Your move in Knucklebones: ada and bob", lambda hall: TurnClock.objects.update(players=["bob"])
    ),
    "owed-choice": Case(
        _owe,
        "A choice for you to make in Knucklebones: ada and bob",
        lambda hall: MatchSeat.objects.update(owes_since=None),
    ),
}


ELSEWHERE = {"tetromic-pieces"}  # tests/tetromic/test_waiting.py: under its law everybody has a turn at once


def test_every_kind_has_a_case() -> None:
    """A kind that no test below walks is not done."""
    assert {kind.name for kind in waiting_kinds()} == CASES.keys() | ELSEWHERE


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_task_is_shown_everywhere_until_it_is_done(room: Hall, name: str) -> None:
    """In the hall, on the front page, in the navigation and in the API, for ada alone, with an address that works."""
    case, ada, eve = CASES[name], browser_of("ada"), browser_of("eve")
    case.begin(room)
    (found,) = waiting_for(room.read_context("ada"))
    assert (found.kind.name, found.task.summary) == (name, case.says)
    for page in ("/", "/c/hall/"):
        shown = ada.get(page).content.decode().replace("&amp;", "&")
        assert re.search(f'<a [^>]*href="{re.escape(found.task.link)}"[^>]*>', shown), page
        assert case.says in shown, page
        assert case.says not in eve.get(page).content.decode().partition('id="panels"')[0]
    assert ", 1 thing to do</span>" in ada.get("/c/hall/players/").content.decode()
    (item,) = ada.get("/api/v1/cycles/hall/questions/").json()["items"]
    assert (item["kind"], item["says"], item["link"]) == (name, case.says, found.task.link)
    assert Client().get("/api/v1/cycles/hall/questions/").json()["items"] == []
    assert ada.get(found.task.link).status_code == 200
    case.end(room)
    assert waiting_for(room.read_context("ada")) == []


NO_ACTION = {"suggestion"}  # it is taken, or declined, in the talk about the proposal


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_task_names_the_act_that_does_it(room: Hall, name: str) -> None:
    """One that ada can perform now, and its arguments are valid: only her own choice is missing."""
    CASES[name].begin(room)
    (found,) = waiting_for(room.read_context("ada"))
    if name in NO_ACTION:
        assert found.task.action == ""
        return
    assert room.can("ada")[found.task.action].available
    action = action_named(found.task.action, room.cycle.law)
    assert found.task.args.keys() <= action.args.model_json_schema()["properties"].keys()
    assert _problems(action.args, found.task.args) <= {"missing"}


def _problems(schema: type[BaseModel], data: Any) -> set[str]:
    try:
        schema.model_validate(data)
    except ValidationError as error:
        return {problem["type"] for problem in error.errors()}
    return set()


@pytest.mark.parametrize("name", sorted(CASES))
def test_the_number_of_queries_does_not_depend_on_cycles(room: Hall, open_cycle: OpenCycle, name: str) -> None:
    """One cycle makes as many queries as three, with a task of this kind in one of them."""
    others = [open_cycle(law_with_bones(), slug=slug) for slug in ("second", "third")]
    for other in others:
        other.join("ada", "bob")
    CASES[name].begin(room)
    person = Person.objects.get(username="ada")
    cycles = [room.cycle, *(other.cycle for other in others)]
    for cycle in cycles:
        assert cycle.law  # read once per process
    assert len(waiting_everywhere(person, cycles)) == 1
    waiting_everywhere(person, cycles)
    counts = []
    for some in (cycles[:1], cycles):
        with CountedQueries(connection) as queries:
            waiting_everywhere(person, some)
        counts.append(queries)
    counts[1].assert_no_more_than(counts[0], name)


def test_only_an_invitation_that_can_be_accepted_waits(room: Hall) -> None:
    """Without the cards for a hand nobody can join a duel."""
    _duel(room)
    assert [each.kind.name for each in waiting_for(room.read_context("ada"))] == ["duel"]
    for card in room.cards("ada"):
        room.do(ADMIN, "correct-destroy-card", player="ada", card=card.code, reason="for the test")
    assert waiting_for(room.read_context("ada")) == []


def test_the_most_urgent_is_first(room: Hall) -> None:
    """Others wait for an answer; a vote ends; a suggestion can rest."""
    _suggest(room)
    room.propose("bob", title="Second")
    room.do("bob", "tolls_ask", whom="ada")
    assert [each.kind.urgency for each in waiting_for(room.read_context("ada"))] == sorted(Urgency)


def test_nothing_waits_for_whoever_has_left(room: Hall) -> None:
    """Nor when the cycle has ended, nor for visitors."""
    _propose(room)
    room.do("ada", "leave")
    assert waiting_for(room.read_context("ada")) == []
    assert Client().get("/").content.decode().count("What waits for you") == 0


def test_two_kinds_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="two kinds of tasks are called 'vote'"):
        register_task_kinds(WaitingKind("vote", "Other votes", Urgency.ENDS, lambda asked: list[Task]()))
    assert apps.ready


def test_open_pages_are_told_how_many_things_wait(room: Hall) -> None:
    """Over all cycles, for the title of the tab; a stranger hears of nothing."""
    _propose(room)
    first = {"says": "Your vote on proposal 1, A change", "link": "/c/hall/proposals/1/"}
    assert browser_of("ada").get("/waiting.json").json() == {"count": 1, "first": first}
    assert browser_of("bob").get("/waiting.json").json() == {"count": 0, "first": None}
    assert Client().get("/waiting.json").json() == {"count": 0, "first": None}
    assert 'data-waiting="/waiting.json"' in browser_of("ada").get("/").content.decode()
    assert "data-waiting" not in Client().get("/").content.decode()


def test_the_next_table_is_one_click_away(room: Hall) -> None:
    """At a table that waits for somebody else, and only if another one waits for the visitor."""
    for name, others in (("ada", ["bob", "eve"]), ("bob", ["ada"]), ("eve", ["ada"])):
        room.do(name, "intend-knucklebones", opponents=others, how="each")
    room.to(BATTLE)
    one, other = Match.objects.filter(cycle=room.pk).order_by("pk")
    if "ada" in TurnClock.objects.get(match=other).players:  # who begins is drawn
        room.do("ada", "move", match=other.code, move={"kind": "place", "column": 1}, answers=[])
    TurnClock.objects.filter(match=one).update(players=["ada"])
    TurnClock.objects.filter(match=other).update(players=["eve", "bob"])
    ada = browser_of("ada")
    link = f'<a id="next-table" class="button small" href="/c/hall/matches/{one.code}/">'
    assert link in ada.get(f"/c/hall/matches/{other.code}/").content.decode()
    assert "next-table" not in ada.get(f"/c/hall/matches/{one.code}/").content.decode()


def test_what_ends_first_is_first_whatever_its_clock_says(room: Hall, open_cycle: OpenCycle) -> None:
    """A vote with four days left, on a clock that is a month ahead, comes before one with seven days left."""
    ahead = open_cycle(law_with_bones(), slug="ahead", practice=True, owner_name="ada", joined=("ada", "bob"))
    ahead.do("ada", "advance-clock", minutes=34 * 24 * 60)
    for hall in (room, ahead):
        hall.propose("bob", title="Wages")
    found = waiting_everywhere(Person.objects.get(username="ada"), [room.cycle, ahead.cycle])
    votes = [each for each in found if each.kind.name == "vote"]
    assert [each.task.cycle.slug for each in votes] == ["ahead", "hall"]
    assert votes[0].task.due_at > votes[1].task.due_at
