"""Differences between two revisions of a law. They are cached without expiry, because revisions never change."""

import uuid

from nomic.law.diff.law_differences import Differences, differences
from nomic.law.models import law_at
from nomic.outage_tolerant_cache import cached_for_a_day


def differences_between(book_id: uuid.UUID, before: int, after: int) -> Differences:
    """Return the differences between two revisions of a book.

    Raises Revision.DoesNotExist if one of them is missing.
    """

    def compare() -> Differences:
        return differences(law_at(book_id, before).document, law_at(book_id, after).document)

    return cached_for_a_day("differences-5", [str(book_id), before, after], compare)
