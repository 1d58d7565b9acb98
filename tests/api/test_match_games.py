"""Random games of Lanterns through the API: whatever clients do, the match and its record agree."""

import itertools
import json
from datetime import timedelta
from typing import Any

import hypothesis
import pytest
from django.http import HttpResponse
from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.matches.models import Match, MatchStep
from nomic.matches.simulation.replay_export import StillSealed, replay_positions
from tests.support.hall import START, Clock, Hall, OpenCycle, clock, open_cycle
from tests.support.lanterns_game import Lanterns, LanternsTable, lanterns, sit_down

__all__ = ["clock", "lanterns", "open_cycle"]
pytestmark = pytest.mark.django_db

NAMES = ("ada", "bob", "eve")
players = st.sampled_from(NAMES)
kinds = st.sampled_from(["wish", "throw", "rest", "answer", "forfeit", "fly"])
values = st.one_of(st.integers(-1, 9), st.sampled_from([*NAMES, "zoe"]))
answers = st.lists(st.lists(values, max_size=2), max_size=3)
orders = st.one_of(
    st.just({"kind": "rest"}),
    st.builds(lambda die, to: {"kind": "throw", "die": die, "to": to}, st.integers(5, 8), players),
)


class Tables(RuleBasedStateMachine):
    """Three clients at a match, an hour now and then, and what happens outside."""

    hall: Hall
    table: LanternsTable
    clients: dict[str, tuple[Client, str]]

    def post(self, name: str, path: str, body: Any) -> HttpResponse:
        client, secret = self.clients[name]
        response = client.post(
            f"/api/v1/matches/{self.table.code}/{path}",
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )
        assert response.status_code in (200, 201, 409, 422), response.content
        return response

    def see(self, name: str) -> Any:
        client, secret = self.clients[name]
        response = client.get(f"/api/v1/matches/{self.table.code}/", headers={"Authorization": f"Bearer {secret}"})
        assert response.status_code == 200
        return response.json()

    @rule(name=players, kind=kinds, answers=answers)
    def try_anything(self, name: str, kind: str, answers: Any) -> None:
        """A refusal and a question leave the version as it was."""
        before = self.table.match.version
        response = self.post(name, "moves/", {"move": {"kind": kind}, "answers": answers})
        if response.status_code != 201 and self.table.match.version != before:
            # Only what was due meanwhile can have moved it.
            assert MatchStep.objects.get(match=self.table.match, version=before + 1).kind != "move"

    @rule(name=players, picks=st.lists(st.integers(0, 99), min_size=4, max_size=4))
    def do_something_legal(self, name: str, picks: list[int]) -> None:
        """Every move that is listed can be made, with any of the answers that are offered."""
        legal = [move for move in self.see(name)["legal"] if move["move"]["kind"] != "forfeit"]
        if not legal:
            return
        listed = legal[picks.pop() % len(legal)]
        move, given, question = listed["move"], [], listed["question"]
        pending = self.table.state.pending
        if move["kind"] == "answer" and pending is not None:
            given = [[pending.die]]
        if question is None:
            assert self.post(name, "moves/", {"move": move}).status_code == 201
        while question is not None:
            given.append([question["options"][picks.pop() % len(question["options"])]["value"]])
            response = self.post(name, "moves/", {"move": move, "answers": given})
            assert response.status_code in (200, 201), response.content
            question = response.json()["question"]
            if response.status_code == 201:
                move = {"kind": "answer"}

    @rule(name=players, order=orders)
    def leave_an_order(self, name: str, order: Any) -> None:
        self.post(name, "orders/", {"order": order})

    @rule(minutes=st.integers(1, 150))
    def wait(self, minutes: int) -> None:
        self.hall.clock.to(self.hall.clock.now + timedelta(minutes=minutes))

    @precondition(lambda self: not self.table.match.is_over)
    @rule()
    def rain(self) -> None:
        self.table.tell("rain")

    @invariant()
    def nobody_sees_a_sealed_wish(self) -> None:
        """Neither in the table's view nor in the export."""
        self.hall.settle()
        if self.table.state.order or self.table.match.is_over:
            return
        for name in NAMES:
            view = self.see(name)["view"]
            assert view["wishes"] is None
            assert view["your_wish"] == self.table.state.players[name].wish

    def teardown(self) -> None:
        """What has come of it replays: the cycle from its journal, the match from its export."""
        match: Match = self.table.match
        steps = MatchStep.objects.filter(match=match).order_by("version").values_list("version", flat=True)
        assert list(steps) == list(range(1, match.version + 1))
        self.hall.is_sound()
        export = json.loads(Client().get(f"/api/v1/matches/{self.table.code}/export/").content)
        try:
            positions = list(replay_positions(export, Lanterns()))
        except StillSealed:
            return
        assert Lanterns().encode(positions[-1].state) == bytes(self.table.match.state)


def test_whatever_clients_do_the_match_and_its_record_agree(
    open_cycle: OpenCycle, clock: Clock, lanterns: object, settings: Any
) -> None:
    """Random games: refusals change nothing, listed moves can be made, secrets stay secret, and all of it replays."""
    settings.API_RATE_LIMIT = "1000000/min"
    people = {name: Person.objects.get_or_create(username=name)[0] for name in NAMES}
    clients = {name: (Client(), issue_token(person, "games")[1]) for name, person in people.items()}
    numbers = itertools.count(1)

    class OneGame(Tables):
        def __init__(self) -> None:
            super().__init__()
            clock.to(START)
            self.hall = open_cycle(slug=f"hall-{next(numbers)}")
            self.hall.join(*NAMES)
            self.table = sit_down(self.hall, *NAMES)
            self.clients = clients

    run_state_machine_as_test(
        OneGame, settings=hypothesis.settings(max_examples=6, stateful_step_count=16, deadline=None)
    )
