"""Noting where in a law pieces of the language stand while the law is looked at, and what can be said in each place.

Each section knows which names hold in its entries, and says so where it has its pieces checked. So whoever shows a
piece to be changed learns it there, and a new section needs nothing of its own.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

from nomic.effects.language.moments import Moment
from nomic.effects.language.nodes.base import Kind, Node, Scope, Sizes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import Meant


class Noted(Struct, frozen=True):
    """What can stand in a place: an effect where `kind` is empty, else a value; `truth` is a condition.

    `scope` has the names that can be referred to there, `known` those of the law, `moment` is when it runs; one entry
    of the journal may run it so many `times`, and `given` are the sizes of what it is given. `only` are the nodes that
    can stand there, where not all can. `called` is what the law's sentences call the names of `scope`.
    """

    kind: Kind | None
    scope: Scope
    known: Vocabulary
    moment: Moment
    times: int = 1
    given: Sizes | None = None
    only: tuple[type[Node], ...] = ()
    called: Mapping[str, Meant] = {}


_noted: ContextVar[dict[str, Noted] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[dict[str, Noted]]:
    """What is looked at within, by its place: a JSON pointer."""
    found: dict[str, Noted] = {}
    token = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(token)


def note(path: str, noted: Noted) -> None:
    """Say what can stand in a place, for who listens."""
    found = _noted.get()
    if found is not None:
        found[path] = noted
