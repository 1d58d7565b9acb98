"""The reproducible world of a playtest: its clock, secrets and randomness follow from a seed."""

import hashlib
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from unittest import mock

from django.utils import timezone

from nomic.chance import random_tokens

BEGINNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
A_REQUEST = timedelta(seconds=3)  # between two requests


class World:
    """A clock that advances with each request, and secrets derived from the seed."""

    def __init__(self, seed: str, beginning: datetime = BEGINNING) -> None:
        self.seed = seed
        self.now = beginning
        self._secrets = 0

    def _now(self) -> datetime:
        return self.now

    def goes_on(self) -> None:
        """Advance the clock, as is done for each request."""
        self.now += A_REQUEST

    def luck(self, whose: str) -> random.Random:
        """Return a source of randomness for the player `whose`.

        It is independent of other players' choices.
        """
        return random.Random(f"{self.seed} {whose}")

    def secret(self, octets: int) -> str:
        """Return the next secret as hexadecimal digits, two for each octet."""
        self._secrets += 1
        return hashlib.shake_256(f"{self.seed} secret {self._secrets}".encode()).hexdigest(octets)

    def in_force(self) -> AbstractContextManager[None]:
        """Replace the clock and the secrets of this process within the block. Never use this in a real deployment."""
        return self._in_force()

    @contextmanager
    def _in_force(self) -> Iterator[None]:
        with (
            mock.patch.object(timezone, "now", self._now),
            mock.patch.object(random_tokens, "token_hex", self.secret),
        ):
            yield


class RealWorld(World):
    """The real clock and secrets, for a server.

    The seed determines the players' choices, but not the draws.
    """

    def __init__(self, seed: str) -> None:
        super().__init__(seed, datetime.now(UTC))

    def goes_on(self) -> None:
        self.now = datetime.now(UTC)

    def in_force(self) -> AbstractContextManager[None]:
        return nullcontext()
