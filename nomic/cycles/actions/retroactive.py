"""Retroactive acts, which change the past. All later history has to be rewritten."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle, Entry


class Note(Protocol):
    """The request that led to an act. It knows whether the act was performed, and stores its entry."""

    def is_performed(self) -> bool:
        """Return whether the act already has an entry, which may have been created while its history was rewritten."""

    def keep(self, entry: Entry) -> None:
        """Store the entry in the transaction that creates it."""


Instead = Callable[[str, Actor, Action, Args, Note], Entry]


class RetroactiveAct(Refusal):
    """Raised by an act that belongs in the past, so that all later acts have to be replayed. `perform` handles it.

    There are two kinds. Either the act is inserted at the instant `since`, with the arguments `args`. Or the entry with
    the key `rerolled` is rerolled, and the act itself is appended at the end.

    `instead(slug, actor, action, args, note)` replaces the default rewrite of history and returns the act's entry.
    """

    code = "reaches-back"

    def __init__(
        self,
        since: datetime,
        args: Args | None = None,
        rerolled: str = "",
        check: Callable[[Cycle], None] | None = None,
        instead: Instead | None = None,
    ) -> None:
        self.since = since
        self.arguments = args
        self.rerolled = rerolled
        self.instead = instead
        self._check = check
        super().__init__("This changes what has happened already.")

    def check(self, cycle: Cycle) -> None:
        """Raise Refused if acts performed since the rewrite began make this act impossible."""
        if self._check is not None:
            self._check(cycle)


Dependent = Callable[[Entry, int], str]
Open = Callable[[Entry], bool]

_dependents: list[Dependent] = []


def depends_on(dependent: Dependent) -> None:
    """Register a check for dependencies on an entry, used before the entry is undone.

    `dependent(entry, last)` returns how an entry after number `last` depends on `entry`, such as "entry 12 moved what
    this one gave Ada", or "". The text must not contain secrets.
    """
    if dependent not in _dependents:
        _dependents.append(dependent)


def what_depends_on(entry: Entry, last: int) -> str:
    """Return how an entry after number `last` depends on `entry`, or "" if none does."""
    return next((said for said in (dependent(entry, last) for dependent in _dependents) if said), "")


_open: list[Open] = []


def register_voidable(is_open: Open) -> None:
    """Register a kind of acts that a reroll can make void, so that they do not prevent the reroll (R134).

    `is_open(entry)` returns whether an entry only created an open object, such as an offer, that had no consequences
    yet. The act is then performed with `is_void`, without checks, and only makes the changes that are still possible.
    """
    if is_open not in _open:
        _open.append(is_open)


def is_only_open(entry: Entry) -> bool:
    """Return whether a reroll may make this act void."""
    return any(is_open(entry) for is_open in _open)
