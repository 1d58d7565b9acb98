"""Cache of parsed laws by document, so that a fork, a replay or a trial shares the parsed law of its original.

Parsing the law of Cycle 16, with all its derived data, costs many times as much as the lookup.
"""

from collections import OrderedDict
from threading import Lock

from nomic.law.document.sections import Document, Law, digest_of

MAX_COUNT = 64  # parsed laws, least recently used ones are dropped

_read: OrderedDict[tuple[bytes, int], Law] = OrderedDict()
_lock = Lock()


def law_of(document: Document, number: int) -> Law:
    """Return the parsed law of a document as a revision with this number.

    All callers with the same document share the result.
    """
    known_by = digest_of(document), number
    with _lock:
        law = _read.pop(known_by, None) or Law(document, number=number)
        _read[known_by] = law  # mark it as the most recently used
        if len(_read) > MAX_COUNT:
            _read.popitem(last=False)
    return law
