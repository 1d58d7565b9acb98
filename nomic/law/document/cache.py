"""One reading for all books with the same words: a fork, a replay and a trial read again what their original has read.

To read a law of Cycle 16 and all that follows from it costs many times what it costs to know that it was read.
"""

from collections import OrderedDict
from threading import Lock

from nomic.law.document.sections import Document, Law, digest_of

MAX_COUNT = 64  # readings, the last ones that were asked for

_read: OrderedDict[tuple[bytes, int], Law] = OrderedDict()
_lock = Lock()


def law_of(document: Document, number: int) -> Law:
    """The law that is this document, as the revision of that number; shared with whoever has the same."""
    known_by = digest_of(document), number
    with _lock:
        law = _read.pop(known_by, None) or Law(document, number=number)
        _read[known_by] = law  # the last one again
        if len(_read) > MAX_COUNT:
            _read.popitem(last=False)
    return law


def forget() -> None:
    """Forget all readings."""
    with _lock:
        _read.clear()
