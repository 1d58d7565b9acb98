"""Positions in a cycle's journal, and detection of later rewrites.

A number alone does not identify an entry, because a correction replaces entries with others of the same numbers. A
position also holds the digest of its entry. Because the journal is a hash chain, the digest covers all earlier entries.
"""

import re
from dataclasses import dataclass
from typing import Self

from nomic.cycles.models import Cycle, Entry

WRITTEN = re.compile(r"(?P<seq>[0-9]{1,15})(?::(?P<digest>[0-9a-f]{64}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a journal: just after the entry with number `seq` and digest `digest`.

    If `seq` is 0, it is before the first entry. Without a digest, the position is valid in any history.
    """

    seq: int
    digest: str = ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse "SEQ" or "SEQ:DIGEST". Returns None for anything else."""
        found = WRITTEN.fullmatch(text)
        return None if found is None else cls(int(found["seq"]), found["digest"] or "")

    def __str__(self) -> str:
        return f"{self.seq}:{self.digest}" if self.digest else str(self.seq)


def with_digest(cycle: Cycle, position: Position) -> Position:
    """Return the position with a digest. A missing digest is taken from the current history.

    Without a digest, a position beyond the head becomes the head, and position 0 stays as it is.
    """
    if position.digest or not position.seq:
        return position
    if position.seq >= cycle.seq:
        return Position(cycle.seq, cycle.head)
    return Position(position.seq, _digest(cycle, position.seq) or "")


def rewritten_from(cycle: Cycle, position: Position) -> int | None:
    """Return the first entry up to `position` that was replaced, or None if the position is still valid.

    Returns 1 if the position belongs to no known history, which happens after an old backup was restored.
    """
    if not position.seq or _digest(cycle, position.seq) == position.digest:
        return None
    of_it = Entry.objects.filter(cycle__fork_of=cycle.pk, seq=position.seq, digest=position.digest)
    replaced = of_it.values_list("cycle", flat=True).first()
    if replaced is None:
        return 1
    same, other = 0, position.seq  # Both histories have equal digests up to the first difference.
    while other - same > 1:
        middle = (same + other) // 2
        if _digest(cycle, middle) == _digest(replaced, middle):
            same = middle
        else:
            other = middle
    return other


def position_before(cycle: Cycle, seq: int) -> Position:
    """Return the position right before an entry of the current history."""
    return Position(seq - 1, _digest(cycle, seq - 1) or "") if seq > 1 else Position(0)


def _digest(cycle: Cycle | int, seq: int) -> str | None:
    digests = Entry.objects.filter(cycle=cycle, seq=seq).values_list("digest", flat=True)
    return digests.first()
