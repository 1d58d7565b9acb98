"""Laws from before something was told in clauses: how they are read, and how the same is told now.

What a cycle began with is never changed: it is the first link of its journal. So a law whose document says something
in the old way is read as if it said it in the new one, and a revision of its own, *told in clauses*, then rewrites it
(`nomic.cycles.told_in_clauses`). Nothing that is proposed can say it in the old way again.

Each room brings the step that is about its own words. Steps know documents, never what the code makes of them today.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jsonpointer import resolve_pointer

Document = Mapping[str, Any]
Step = Callable[[Document], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Older:
    """One thing that laws said at the JSON pointer `path`, and say in clauses now.

    `fits` says of a document that has something there whether it is what such laws could say. `told` gives the document
    with it told in clauses: what clauses do, and the words that point to it. `read` gives the one in whose sections
    it is read meanwhile; without it, what stands at `path` is still read as it is.

    Where rules said something `in_words` alone, that names what the host carries out since: it is told by a revision
    apart (`carried_out`), and may be said so again.
    """

    path: str
    fits: Callable[[Document], bool]
    told: Step
    read: Step | None = None
    in_words: str = ""

    def stands_in(self, document: Document) -> bool:
        """Whether a document says it in the old way."""
        section = document.get(self.path.split("/")[1])
        return (
            isinstance(section, dict) and resolve_pointer(document, self.path, None) is not None and self.fits(document)
        )


_older: dict[str, Older] = {}


def register_older(older: Older) -> None:
    """Make an old way known; a second one at the same place is a programming error."""
    if _older.setdefault(older.path, older) != older:
        raise ValueError(f"the old way at {older.path} is known already")


def told_in_clauses(
    document: Document, *, only: Collection[str] | None = None, lawful: Callable[[Document], bool] = lambda _: True
) -> Document:
    """The document with all of it told as it is now; the same one where nothing in it is from before.

    With `only`, what it says at those places and no other. What would not be `lawful` if it were told so stays.
    """
    for older in _in(document, only):
        if not older.in_words and lawful(told := older.told(document)):
            document = told
    return document


def carried_out(
    document: Document, *, only: Collection[str] | None = None, lawful: Callable[[Document], bool] = lambda _: True
) -> tuple[Document, list[str]]:
    """The document in which that is carried out which its rules said in words alone, and what all of that is.

    With `only`, at those places and no other. What would not be `lawful` if it were carried out stays with the players.
    """
    found = []
    for older in _in(document, only):
        if older.in_words and lawful(told := older.told(document)):
            document = told
            found.append(older.in_words)
    return document, sorted(found)


def as_read(document: Document) -> Document:
    """The document whose sections are read in its stead; the same one where nothing in it is from before."""
    for older in _in(document):
        if older.read is not None:
            document = older.read(document)
    return document


def said_anew(before: Document, after: Document) -> Iterator[str]:
    """The places at which a document says in the old way what the one before did not."""
    yield from (older.path for older in _in(after) if not older.in_words and not older.stands_in(before))


def _in(document: Document, only: Collection[str] | None = None) -> list[Older]:
    known = (older for path, older in sorted(_older.items()) if only is None or path in only)
    return [older for older in known if older.stands_in(document)]
