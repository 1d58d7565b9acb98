"""What changed from one revision of a law to another. Revisions never change, so it is found out once."""

import uuid

from nomic.config.open_cache import kept
from nomic.law.differences import Differences, differences
from nomic.law.models import law_at


def differences_between(book_id: uuid.UUID, before: int, after: int) -> Differences:
    """The differences between two revisions of a book. Raises Revision.DoesNotExist."""

    def compare() -> Differences:
        return differences(law_at(book_id, before).document, law_at(book_id, after).document)

    return kept("differences-5", [str(book_id), before, after], compare)
