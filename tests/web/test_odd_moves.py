"""Moves that no page of ours sends, to the tables of the games themselves: never an error of the site."""

import itertools
import json
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.matches.models import Match
from tests.support.dungeon_cycles import delve
from tests.support.hall import BATTLE, Hall
from tests.support.knucklebones_cycles import bones, open_bones
from tests.support.tetromic_cycles import boards

__all__ = ["boards", "bones", "delve", "open_bones"]

pytestmark = pytest.mark.django_db
ODD: tuple[Any, ...] = (None, True, -1, 10**400, 1.5, "", "\x00", "\ud800", "x" * 7000, [], {}, [[]], [{}])
FIELDS = {
    "plan": (),
    "place": ("piece", "column", "cells", "orientation", "anchor"),
    "roll": ("dice",),
    "use": ("dice",),
}
MANNERS = ({}, {"step": "look"}, {"answering": "1", "chosen": '"E"'}, {"answers": "[[1],[2]]"})


def odd_forms() -> list[dict[str, str]]:
    """Odd kinds in every manner, and odd values in each field of the moves that there are, in one after the other."""
    kinds = [{"kind": kind} for kind in (*FIELDS, *ODD)]
    fields = [
        {"piece": "T", "kind": kind, name: odd} for kind, names in FIELDS.items() for name in names for odd in ODD[::2]
    ]
    turns = (*itertools.product(kinds, MANNERS), *zip(fields, itertools.cycle(MANNERS), strict=False))
    return [{"move": json.dumps(move), **manner} for move, manner in turns]


@pytest.fixture(params=["dungeon", "tetromic", "knucklebones"])
def table(request: pytest.FixtureRequest) -> tuple[Hall, Match, str]:
    """A match of a game, and somebody who could move in it."""
    if request.param == "dungeon":
        hall = request.getfixturevalue("delve")("ada", "bob").hall
    elif request.param == "tetromic":
        opened = request.getfixturevalue("boards")("ada", "bob")
        opened.gain("ada")
        hall = opened.hall
    else:
        opened = request.getfixturevalue("bones")
        opened.want("ada", "bob")
        opened.want("bob", "ada")
        opened.hall.to(BATTLE)
        return opened.hall, opened.matches[0], opened.state().mover.player
    return hall, Match.objects.get(cycle__slug=hall.slug), "ada"


def test_odd_moves_are_refused_and_change_nothing(table: tuple[Hall, Match, str]) -> None:
    hall, match, player = table
    client = Client(raise_request_exception=False)
    client.force_login(Person.objects.get(username=player), backend="django.contrib.auth.backends.ModelBackend")
    with hall.nothing_changes():
        for form in odd_forms():
            answer = client.post(f"/c/{hall.slug}/matches/{match.code}/", form)
            assert answer.status_code in (200, 409, 422), form
