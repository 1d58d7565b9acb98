"""Rings of objects are found though they are looked for rarely."""

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from nomic.http.gc_tuning import GC_GEN0, collect_rarely

ASKED = """
import gc, sys
import nomic.config.asgi
from nomic.http.gc_tuning import GC_GEN0, GC_GEN1, GC_GEN2
before = set(sys.modules)
assert gc.get_threshold() == (GC_GEN0, GC_GEN1, GC_GEN2), gc.get_threshold()
assert gc.get_freeze_count() > 100_000, gc.get_freeze_count()
from django.urls import get_resolver
list(get_resolver().reverse_dict)
print(*sorted(name for name in set(sys.modules) - before if name.startswith(("nomic.", "exoptosis.", "tetromic."))))
"""


@pytest.fixture
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)  # what is there stays frozen, as it was when the tests were collected


class Ring:
    def __init__(self) -> None:
        self.myself = self


@pytest.mark.usefixtures("as_before")
def test_rings_go_before_there_are_many() -> None:
    collect_rarely()
    alive: set[int] = set()
    most = 0
    for number in range(5 * GC_GEN0):
        alive.add(number)
        weakref.finalize(Ring(), alive.discard, number).atexit = False
        most = max(most, len(alive))
    assert len(alive) < most <= 2 * GC_GEN0


def test_a_server_has_read_everything_before_it_is_asked() -> None:
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
