"""A practice cycle opens with its owner, bots and cards in it: whoever opens one can begin at once."""

from typing import Any

import pytest
from django.db import connection

from exoptosis.bots.practice_bots import CARDS
from nomic.accounts.models import Person
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.practice_setup import MAX_OPEN, open_practice_cycle
from nomic.inventory.models import Card
from nomic.law.document.templates import document_of, law_templates
from nomic.matches.practice.bot_seats import games_with_bots
from nomic.players.models import Player

pytestmark = pytest.mark.django_db
BOTS = ["Mira bot 1", "Rollo bot 2"]
WITHOUT_A_GAME = {"ministry-of-lamps", "the-commons"}


def ada() -> Actor:
    return Actor.person(Person.objects.get_or_create(username="ada")[0])


@pytest.mark.parametrize("template", sorted(law_templates()))
def test_a_practice_cycle_opens_joined_and_with_two_bots(template: str) -> None:
    """Under every law that has a game for bots; each is an act in its journal, which replays."""
    cycle = open_practice_cycle(template, ada())
    bots = BOTS if games_with_bots(cycle.law) else []
    assert bool(bots) == (template not in WITHOUT_A_GAME)
    playing = Player.objects.filter(cycle=cycle, left_at=None).order_by("pk")
    assert [player.name for player in playing] == ["ada", *bots]
    acts = Entry.objects.filter(cycle=cycle, actor="ada").exclude(action="outfit").order_by("seq")
    assert [entry.action for entry in acts] == ["join", *["seat-bot" for _ in bots]]
    assert cycle.owner_name == "ada"
    assert cycle.now() - cycle.starts_at < cycle.phase_ends_at - cycle.starts_at
    assert replay_journal(cycle).same


def test_a_practice_cycle_has_the_goal_for_practice() -> None:
    """Dungeon's is smaller there, so that a game ends in a sitting. A cycle with other people has the law's own."""
    cycles = open_practice_cycle("dungeon", ada()), create_cycle("dungeon", slug="real")
    goals = [cycle.law.document["dungeon"]["victory"]["coins_more_than"] for cycle in cycles]
    laws = document_of("dungeon", practice=True), document_of("dungeon")
    assert goals == [law["dungeon"]["victory"]["coins_more_than"] for law in laws]
    assert goals[0] < goals[1]


@pytest.mark.parametrize("template", ["cycle-16", "exoptwosis"])
def test_who_practises_has_what_a_bot_brings(template: str) -> None:
    """Enough cards for a hand, so that a duel can be asked for at once; and no more for asking again."""
    cycle = open_practice_cycle(template, ada())
    held = {name: Card.objects.filter(cycle=cycle, holder=name).count() for name in ("ada", *BOTS)}
    assert set(held.values()) == {CARDS}


def test_a_person_has_five_practice_cycles_at_most() -> None:
    """Each with a name nobody guesses; another person has theirs; what is refused leaves nothing behind."""
    opened = [open_practice_cycle("dungeon", ada()) for _ in range(MAX_OPEN)]
    assert len({cycle.slug for cycle in opened}) == MAX_OPEN
    with pytest.raises(Refused) as caught:
        open_practice_cycle("dungeon", ada())
    assert caught.value.code == "too-many"
    assert Cycle.objects.count() == MAX_OPEN
    open_practice_cycle("dungeon", Actor.person(Person.objects.create(username="bob")))


def test_a_practice_cycle_asked_for_twice_with_one_key_is_opened_once() -> None:
    """Even as the last that its owner may have; another key is another cycle, and so is another person's."""
    opened = [open_practice_cycle("dungeon", ada(), key) for key in ("a", "b", "c", "d", "e", "e")]
    assert len({cycle.slug for cycle in opened}) == MAX_OPEN == Cycle.objects.count()
    assert open_practice_cycle("dungeon", Actor.person(Person.objects.create(username="bob")), "a") not in opened


@pytest.mark.django_db(transaction=True)
def test_of_two_that_open_at_once_the_second_counts_what_the_first_opened() -> None:
    """They are counted in the transaction that opens one more, which holds the owner's row, or SQLite's one lock."""
    counted = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "COUNT(" in sql and '"owner_name"' in sql:
            counted.append(connection.in_atomic_block)
        return execute(sql, params, many, context)

    owner = ada()
    with connection.execute_wrapper(look):
        open_practice_cycle("tetromic", owner)
    assert counted == [True]
