"""What tests begin with is the same where it is laid out as where it is done (tests/support/fixture_cache.py)."""

import pytest
from django.db import connection, transaction

from nomic.accounts.models import Person
from nomic.chance import random_tokens
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.state_digest import digest_of, state_of
from tests.support import fixture_cache
from tests.support.hall import Hall, OpenCycle, clock, open_cycle
from tests.support.seeded_randomness import luck

__all__ = ["clock", "open_cycle"]

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere it is done each time")


def begun(open_cycle: OpenCycle) -> Hall:
    hall = open_cycle(joined=("ada", "bob"))

    def buy_and_wait() -> None:
        hall.do("ada", "buy", offer="Handy Pack")
        hall.clock.wait(hours=3)

    hall.once("ada buys, and time passes", buy_and_wait)
    return hall


def test_laid_out_it_is_as_it_was_done(open_cycle: OpenCycle) -> None:
    """Done twice and laid out after that: the same state by the same clock, sound, in which acts go on."""
    found = []
    for _ in range(4):
        with transaction.atomic():
            hall = begun(open_cycle)
            found.append((hall.digest, hall.cycle.head, hall.clock.now))
            hall.is_sound()
            hall.do("bob", "buy", offer="Handy Pack")
            hall.do("ada", "open-pack", pack="Handy Pack")
            hall.is_sound()
            found[-1] += (hall.digest,)
            transaction.set_rollback(True)
        hall.clock.to(found[0][2].replace(hour=0))
    # What is done for the first time is not remembered yet, and outside CI dice fall as they like.
    assert len(set(found if random_tokens.token_hex == luck.token_hex else found[1:])) == 1
    assert any(fixture_cache._Memory.done.values())


def test_what_was_done_otherwise_meanwhile_is_never_laid_over(open_cycle: OpenCycle) -> None:
    """Neither where a row was written that is no act, nor where an act was rolled back."""
    for _ in range(3):
        with transaction.atomic():
            begun(open_cycle)
            transaction.set_rollback(True)
    hall = open_cycle(starts_at=open_cycle().clock.now, slug="another")
    assert [hall.cycle.slug, hall.entries("join")] == ["another", []]
    hall.join("ada", "bob")
    hall.is_sound()
    hall.actor("eve")
    with transaction.atomic():
        hall.join("eve")
        transaction.set_rollback(True)
    hall.join("eve")
    assert [entry.actor for entry in hall.entries("join")] == ["ada", "bob", "eve"]
    hall.is_sound()


@pytest.mark.django_db
def test_what_was_laid_is_the_same_cycle_with_a_book_of_its_own() -> None:
    """By a clock that goes on: the same journal and state, in which acts go on; and only where there is nothing yet."""
    found, books, made = [], set(), []

    def make() -> None:
        made.append(create_cycle("cycle-16", slug="hall", practice=True, owner_name="ada"))
        perform("hall", Actor.person(Person.objects.create(username="ada")), "join", {})

    for _ in range(3):
        with transaction.atomic():
            fixture_cache.laid("a cycle that ada has joined", make)
            cycle = Cycle.objects.get(slug="hall")
            found.append((cycle.head, digest_of(state_of(cycle)), list(Entry.objects.values_list("key", "at"))))
            books.add(cycle.book_id)
            ada = Actor.person(Person.objects.get(username="ada"))
            perform("hall", ada, "advance-clock", {"to_next_phase": True})
            assert replay_journal(Cycle.objects.get(slug="hall")).same
            transaction.set_rollback(True)
    assert (len(made), len(set(map(str, found))), len(books)) == (1, 1, 3)
    Person.objects.create(username="bob")
    with pytest.raises(RuntimeError, match="where there is nothing yet"):
        fixture_cache.laid("a cycle that ada has joined", make)
