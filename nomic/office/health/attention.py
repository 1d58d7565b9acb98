"""Counts of the matters that need a member of staff, for the front page and for the link to the office."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.core.cache import cache

from nomic.accounts.roles import Duty, has_duty
from nomic.office.health.verdict import KindWithConcerns, Verdict
from nomic.outage_tolerant_cache import answer_or

KEY = "office-attention"
SECONDS = 3600  # for which the link shows a number that nobody has counted again; the worker counts every few minutes


class Attention(NamedTuple):
    """The numbers of concerns that are wrong and that merely wait."""

    wrong: int = 0
    waiting: int = 0

    @property
    def words(self) -> str:
        """The numbers as text, such as "1 thing is wrong, and 2 things wait"; "" if both are 0."""
        parts = []
        if self.wrong:
            parts.append(f"{self.wrong} {'thing is' if self.wrong == 1 else 'things are'} wrong")
        if self.waiting:
            parts.append(f"{self.waiting} {'thing waits' if self.waiting == 1 else 'things wait'}")
        return ", and ".join(parts)

    @property
    def total(self) -> int:
        return self.wrong + self.waiting


def attention_of(person: Any, found: Verdict) -> Attention:
    """Return what a person (the user model) can deal with, and cache it for the link on other pages."""
    return _for(person, cache_counts(found))


def cache_counts(found: Verdict) -> list[tuple[Duty, bool, int]]:
    """Cache the counts of the concerns in a verdict, for the link on all pages, and return them."""
    counts = [_count(each) for each in (*found.wrong, *found.waiting)]
    answer_or(None, lambda: cache.set(KEY, counts, SECONDS))
    return counts


def attention_known(person: Any) -> Attention:
    """Return the cached counts, or zeros if they have expired. Sends no queries to the database."""
    counts: list[tuple[Duty, bool, int]] = answer_or([], lambda: cache.get(KEY) or [])
    return _for(person, counts)


def _count(found: KindWithConcerns) -> tuple[Duty, bool, int]:
    return found.kind.duty, found.kind.is_wrong, len(found.things)


def _for(person: Any, counts: Iterable[tuple[Duty, bool, int]]) -> Attention:
    own = [(is_wrong, count) for duty, is_wrong, count in counts if has_duty(person, duty)]
    return Attention(sum(n for wrong, n in own if wrong), sum(n for wrong, n in own if not wrong))
