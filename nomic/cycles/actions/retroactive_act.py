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
        super().__init__("This changes what has already happened.")

    def check(self, cycle: Cycle) -> None:
        """Raise Refused if acts performed since the rewrite began make this act impossible."""
        if self._check is not None:
            self._check(cycle)
