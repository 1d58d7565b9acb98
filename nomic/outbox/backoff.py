"""How long to wait after failures."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class BackOff:
    """First so long, then twice as long after each failure, to a limit."""

    first: timedelta
    longest: timedelta

    def after(self, failures: int, seconds: float = 0) -> timedelta:
        """After so many failures and another one. `seconds`: what the other side asked for, at least."""
        asked = timedelta(seconds=min(seconds, self.longest.total_seconds()))
        return min(self.longest, max(asked, self.first * (1 << min(failures, 10))))
