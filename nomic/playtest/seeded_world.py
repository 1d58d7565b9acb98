"""The world of a season: its clock, secrets and luck follow from a seed, so that it is played again the same."""

import hashlib
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from unittest import mock

from django.utils import timezone

from nomic.chance import fresh

BEGINNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
A_REQUEST = timedelta(seconds=3)  # passes between two requests


class World:
    """A clock that goes on by a little with each request, and secrets made of the seed."""

    def __init__(self, seed: str, beginning: datetime = BEGINNING) -> None:
        self.seed = seed
        self.now = beginning
        self._secrets = 0

    def _now(self) -> datetime:
        return self.now

    def goes_on(self) -> None:
        """A request takes a little while."""
        self.now += A_REQUEST

    def luck(self, whose: str) -> random.Random:
        """Luck of somebody's own, which nobody else's choices change."""
        return random.Random(f"{self.seed} {whose}")

    def secret(self, octets: int) -> str:
        """The next secret, as hexadecimal digits, two for each octet."""
        self._secrets += 1
        return hashlib.shake_256(f"{self.seed} secret {self._secrets}".encode()).hexdigest(octets)

    def in_force(self) -> AbstractContextManager[None]:
        """In the block the clock of this process and its secrets are those of the world. Never where people play."""
        return self._in_force()

    @contextmanager
    def _in_force(self) -> Iterator[None]:
        with (
            mock.patch.object(timezone, "now", self._now),
            mock.patch.object(fresh, "token_hex", self.secret),
        ):
            yield


class RealWorld(World):
    """The world as it is, in which a server runs: the seed decides what players choose, not what is drawn."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed, datetime.now(UTC))

    def goes_on(self) -> None:
        self.now = datetime.now(UTC)

    def in_force(self) -> AbstractContextManager[None]:
        return nullcontext()
