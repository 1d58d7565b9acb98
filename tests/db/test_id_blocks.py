"""A reserved primary key is taken once, by one process."""

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
    """Start and end without reserved keys."""
    id_blocks.discard_all()
    yield
    id_blocks.discard_all()


@pytest.fixture
def asked(monkeypatch):
    """The sizes of all reservations. On SQLite the keys come from a counter."""
    counts, ask = [], id_blocks._reserve
    numbers = iter(range(1, 10**6))

    def note(sequence, count):
        counts.append(count)
        if connection.vendor == "postgresql":
            return ask(sequence, count)
        return [next(numbers) for _ in range(count)]

    monkeypatch.setattr(id_blocks, "_reserve", note)
    return counts


def test_keys_are_reserved_in_blocks(asked):
    """Whatever the number that is taken. No key comes twice, and the keys of one call are sorted."""
    taken = [take_keys(Entry, count) for count in (1, 3, 0, BLOCK_SIZE, 2 * BLOCK_SIZE, 5)]
    assert [len(each) for each in taken] == [1, 3, 0, BLOCK_SIZE, 2 * BLOCK_SIZE, 5]
    assert all(each == sorted(each) for each in taken)
    flat = [key for each in taken for key in each]
    assert len(set(flat)) == len(flat)
    assert asked == [BLOCK_SIZE, BLOCK_SIZE, BLOCK_SIZE + 4, BLOCK_SIZE]


def test_each_table_has_a_block_of_its_own(asked):
    """Keys of one table are not used for another."""
    take_keys(Entry, 1)
    take_keys(Card, 1)
    take_keys(Entry, 1)
    assert asked == [BLOCK_SIZE, BLOCK_SIZE]


def test_old_keys_are_discarded(asked, monkeypatch):
    """A restored backup may give them again."""
    monkeypatch.setattr(id_blocks, "MAX_AGE_SECONDS", 0.0)
    first, second = take_keys(Entry, 1), take_keys(Entry, 1)
    assert first != second
    assert asked == [BLOCK_SIZE, BLOCK_SIZE]


def test_threads_never_take_the_same_key(asked):
    """Concurrently, and while a block is reserved."""
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


def test_a_forked_process_discards_the_keys(asked):
    """Its parent goes on using them."""
    take_keys(Entry, 1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, b"none" if not id_blocks._blocks else b"some")
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 10) == b"none"
    assert id_blocks._blocks


def test_the_database_gives_no_reserved_key_again(asked):
    """Also to a caller that uses the sequence itself."""
    if connection.vendor == "postgresql":
        with CaptureQueriesContext(connection) as queries:
            (mine,) = take_keys(Entry, 1)
        assert len(queries) == 1
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval('cycles_entry_id_seq')")
            assert cursor.fetchone()[0] >= mine + BLOCK_SIZE
    else:
        assert take_keys(Entry, 1) == [1]
