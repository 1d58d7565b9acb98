"""Progress of settling a cycle."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SettlingProgress:
    """Progress of settling: phases begun since the last act, their expected total, and the instant reached."""

    phases: int
    of: int
    at: datetime | None
    practice: bool = False  # whether the instant is one of a practice clock

    def __str__(self) -> str:
        return f"{self.phases:,} of {self.of:,} phases"
