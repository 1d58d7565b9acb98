"""Records which places of the law contain pieces of the language, and what each place allows.

Each section passes the names in scope when its pieces are checked. Editors read them from this recording, so a new
section needs no further code.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct

from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.nodes.base import Kind, Node, Scope, Sizes
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import NameMeaning


class Noted(Struct, frozen=True):
    """The constraints on a piece at a place of the law.

    The piece is an effect if `kind` is None, else a value; `truth` marks a condition. `scope` holds the names in scope,
    `known` the names of the law, and `moment` is when the piece runs. One journal entry may run it `times` times, and
    `given` holds the sizes of the names. `only` lists the allowed nodes, or is empty if all are allowed. `called` holds
    the nouns for the names of `scope`.
    """

    kind: Kind | None
    scope: Scope
    known: Vocabulary
    moment: Moment
    times: int = 1
    given: Sizes | None = None
    only: tuple[type[Node], ...] = ()
    called: Mapping[str, NameMeaning] = {}


_noted: ContextVar[dict[str, Noted] | None] = ContextVar("noted", default=None)


@contextmanager
def noting_places() -> Iterator[dict[str, Noted]]:
    """Context manager that collects the pieces checked within it, by JSON pointer."""
    found: dict[str, Noted] = {}
    token = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(token)


def note_place(path: str, noted: Noted) -> None:
    """Record the constraints on the JSON pointer `path`, if the caller is inside `noting_places`."""
    found = _noted.get()
    if found is not None:
        found[path] = noted
