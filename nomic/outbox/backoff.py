"""Exponential back-off after failures."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class BackOff:
    """Exponential back-off: starts with `first`, doubles with each failure, and never exceeds `longest`."""

    first: timedelta
    longest: timedelta

    def after(self, failures: int, seconds: float = 0) -> timedelta:
        """Return the delay after another failure.

        `failures` is the number of failures before it. `seconds` is the minimum that the other side asked for.
        """
        asked = timedelta(seconds=min(seconds, self.longest.total_seconds()))
        return min(self.longest, max(asked, self.first * (1 << min(failures, 10))))
