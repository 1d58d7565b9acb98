"""The secret randomness of tests: settled where CI runs them, free everywhere else.

Seeds, keys of entries and salts come from `secrets.token_hex`. Settled, each test and each fixture has a row of its
own, made from its name, whatever ran before it; so the dice of a commit fall in CI as they fell when it was tried with
CI=true. Free, a test that leans upon luck shows itself sooner or later, on the desk of whoever can mend it.
"""

import hashlib
import secrets
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class SettledLuck:
    """In place of `secrets.token_hex`, once `settle` was called."""

    def __init__(self) -> None:
        self._whose = [""]
        self._given: Counter[str] = Counter()
        self._lock = threading.Lock()  # a live server draws in threads of its own

    def settle(self) -> None:
        secrets.token_hex = self.token_hex

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """What is drawn in the block belongs to `name`."""
        self._whose.append(name)
        try:
            yield
        finally:
            self._whose.pop()

    def token_hex(self, nbytes: int | None = None) -> str:
        with self._lock:
            name = self._whose[-1]
            self._given[name] += 1
            row = f"{name}\n{self._given[name]}"
        return hashlib.shake_256(row.encode()).hexdigest(nbytes or secrets.DEFAULT_ENTROPY)
