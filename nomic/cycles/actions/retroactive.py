"""Retroactive acts: they change the past, so the history after it has to be rewritten."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle, Entry


class Note(Protocol):
    """Callbacks of the caller that performs the act."""

    def is_performed(self) -> bool:
        """Whether this very act has an entry already, possibly made while its history was being rewritten."""

    def keep(self, entry: Entry) -> None:
        """Store the entry, in the transaction that creates it."""


Instead = Callable[[str, Actor, Action, Args, Note], Entry]


class RetroactiveAct(Refusal):
    """Raised when an act belongs in the past, so that all later acts have to be replayed. `perform` handles it.

    There are two kinds. Either the act belongs at the instant `since`, with the arguments `args`. Or it makes the
    entry with the key `anew` run again with new dice, and is itself appended at the end.

    If `instead(slug, actor, action, args, note)` is given, it rewrites history and returns the act's entry.
    """

    code = "reaches-back"

    def __init__(
        self,
        since: datetime,
        args: Args | None = None,
        anew: str = "",
        check: Callable[[Cycle], None] | None = None,
        instead: Instead | None = None,
    ) -> None:
        self.since = since
        self.arguments = args
        self.anew = anew
        self.instead = instead
        self._check = check
        super().__init__("This changes what has happened already.")

    def check(self, cycle: Cycle) -> None:
        """Raise Refused if an act played during the rewrite now prevents this one."""
        if self._check is not None:
            self._check(cycle)


Dependent = Callable[[Entry, int], str]
Open = Callable[[Entry], bool]

_dependents: list[Dependent] = []


def depends_on(dependent: Dependent) -> None:
    """Register a check: `dependent(entry, last)` describes what depends on an entry and came after entry number `last`.

    It returns words such as "entry 12 moved what this one gave Ada", without secrets, or an empty text.
    """
    if dependent not in _dependents:
        _dependents.append(dependent)


def what_depends_on(entry: Entry, last: int) -> str:
    """Return in words what depends on an entry and came after entry number `last`, or an empty text."""
    return next((said for said in (dependent(entry, last) for dependent in _dependents) if said), "")


_open: list[Open] = []


def may_become_void(is_open: Open) -> None:
    """Register a kind of acts that a reroll makes void instead of being refused because of them (R134).

    `is_open(entry)` says whether an entry created only something open, such as an offer, and nothing followed from
    it. The act is then performed with `is_void`, unchecked, and does what is left of it.
    """
    if is_open not in _open:
        _open.append(is_open)


def is_only_open(entry: Entry) -> bool:
    """Whether a reroll may make this act void."""
    return any(is_open(entry) for is_open in _open)
