"""The secret randomness of tests: seeded, unless a thorough run outside CI asks for free dice.

Seeds and salts come from `nomic.chance.random_tokens`. If seeded, each test and fixture draws from a sequence of its
own, derived from its name and independent of what ran before. So the dice of a commit are the same on every machine.
With free dice, a test that depends on luck fails sooner or later, on the machine of somebody who can mend it.

The id of an entry follows from the chain and thus from the instants of all earlier entries. Where the clock stands
still, ids need no seeding. Where it runs, they are drawn from the sequence, except in tests marked `chained`, which
check the ids themselves.
"""

import hashlib
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import time_machine

from nomic.chance import random_tokens
from nomic.cycles.journal import hash_chain


class SettledLuck:
    """In place of `fresh_hex` and, where the clock runs, of `chain.entry_id`, once `settle` was called."""

    def __init__(self) -> None:
        self._whose = [""]
        self._chained = [True]  # what a module makes while it is read
        self._derived = hash_chain.entry_id
        self._given: Counter[str] = Counter()
        self._lock = threading.Lock()  # a live server draws in threads of its own

    def settle(self) -> None:
        random_tokens.token_hex = self.token_hex
        hash_chain.entry_id = self.entry_id

    @contextmanager
    def of(self, name: str, *, chained: bool = False) -> Iterator[None]:
        """What is drawn in the block belongs to `name`; where that is `chained`, ids are derived in any case."""
        self._whose.append(name)
        self._chained.append(chained)
        try:
            yield
        finally:
            self._whose.pop()
            self._chained.pop()

    @contextmanager
    def anew(self, name: str) -> Iterator[None]:
        """As `of`, from the beginning of that row; whether ids are derived stays as it is."""
        self._given.pop(name, None)
        with self.of(name, chained=self._chained[-1]):
            yield

    @property
    def whose(self) -> str:
        """To whom belongs what is drawn now."""
        return self._whose[-1]

    def entry_id(self, before: str, *who: str, **more: Any) -> str:
        derives = self._chained[-1] or time_machine.escape_hatch.is_travelling()
        return self._derived(before, *who, **more) if derives else self.token_hex(hash_chain.ID_DIGITS // 2)

    def token_hex(self, octets: int) -> str:
        with self._lock:
            name = self._whose[-1]
            self._given[name] += 1
            row = f"{name}\n{self._given[name]}"
        return hashlib.shake_256(row.encode()).hexdigest(octets)


luck = SettledLuck()
