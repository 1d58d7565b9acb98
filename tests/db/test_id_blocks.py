"""Keys that a process was given for rows to come are nobody else's."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.cycles.models import Entry
from nomic.db import id_blocks
from nomic.db.id_blocks import BLOCK_SIZE, take_keys
from nomic.inventory.models import Card

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def given_anew():
    """Nothing is left from before."""
    id_blocks.discard_all()
    yield
    id_blocks.discard_all()


@pytest.fixture
def asked(monkeypatch):
    """How many keys were asked for at a time; and where they are had, on SQLite from a counter."""
    counts, ask = [], id_blocks._reserve
    numbers = iter(range(1, 10**6))

    def note(sequence, count):
        counts.append(count)
        if connection.vendor == "postgresql":
            return ask(sequence, count)
        return [next(numbers) for _ in range(count)]

    monkeypatch.setattr(id_blocks, "_reserve", note)
    return counts


def test_keys_are_reserve_many_at_a_time(asked):
    """However many are taken; none comes twice, and those of one time are in order."""
    taken = [take_keys(Entry, count) for count in (1, 3, 0, BLOCK_SIZE, 2 * BLOCK_SIZE, 5)]
    assert [len(each) for each in taken] == [1, 3, 0, BLOCK_SIZE, 2 * BLOCK_SIZE, 5]
    assert all(each == sorted(each) for each in taken)
    flat = [key for each in taken for key in each]
    assert len(set(flat)) == len(flat)
    assert asked == [BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE + 4, BLOCK_SIZE]


def test_each_table_has_its_own(asked):
    """What is left of one is no other's."""
    take_keys(Entry, 1)
    take_keys(Card, 1)
    take_keys(Entry, 1)
    assert asked == [BLOCK_SIZE, BLOCK_SIZE]


def test_what_is_old_is_thrown_away(asked, monkeypatch):
    """A backup that was put back may give it again."""
    monkeypatch.setattr(id_blocks, "MAX_AGE_SECONDS", 0.0)
    first, second = take_keys(Entry, 1), take_keys(Entry, 1)
    assert first != second
    assert asked == [BLOCK_SIZE, BLOCK_SIZE]


def test_threads_take_none_twice(asked):
    """At once, and while more are asked for."""
    gate, taken = threading.Barrier(4), []

    def take():
        gate.wait(30)
        return [key for _ in range(200) for key in take_keys(Entry, 3)]

    if connection.vendor == "postgresql":  # whose connections the tests' own transaction knows nothing of
        taken = [take_keys(Entry, 3) for _ in range(800)]
        assert len({key for each in taken for key in each}) == 2400
        return
    with ThreadPoolExecutor(4) as threads:
        taken = [each.result(30) for each in [threads.submit(take) for _ in range(4)]]
    assert len({key for each in taken for key in each}) == 2400


def test_a_copy_of_the_process_has_none_of_them(asked):
    """They are its parent's, who goes on with them."""
    take_keys(Entry, 1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"none" if not id_blocks._blocks else b"some")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 10) == b"none"
    assert id_blocks._blocks


def test_a_database_says_each_key_once(asked):
    """Also to whoever asks itself."""
    if connection.vendor == "postgresql":
        with CaptureQueriesContext(connection) as queries:
            (mine,) = take_keys(Entry, 1)
        assert len(queries) == 1
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval('cycles_entry_id_seq')")
            assert cursor.fetchone()[0] >= mine + BLOCK_SIZE
    else:
        assert take_keys(Entry, 1) == [1]
