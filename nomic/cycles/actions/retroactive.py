"""Acts that reach back: what they say of the past makes another history of it, which is then told anew."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle, Entry


class Note(Protocol):
    """What whoever performs the act does with its entry, and whether it was performed while its history was told."""

    def is_performed(self) -> bool:
        """Whether the very act has an entry already."""

    def keep(self, entry: Entry) -> None:
        """Note the entry, in the transaction in which it was made."""


Instead = Callable[[str, Actor, Action, Args, Note], Entry]


class RetroactiveAct(Refusal):
    """The act has to be told of where it belongs, and all that came after it again. No caller of `perform` sees it.

    Either it belongs at the instant `since`, by the arguments `args`; or it has the entry of the key `anew` be
    performed again with dice of its own, and stands itself at the end.
    """

    # Where it is set, `instead(slug, actor, action, args, note)` tells the past, and gives the act's entry.
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
        """Raises Refused where what was played while the past was told keeps the act from being done."""
        if self._check is not None:
            self._check(cycle)


Dependent = Callable[[Entry, int], str]
Open = Callable[[Entry], bool]

_dependents: list[Dependent] = []


def depends_on(dependent: Dependent) -> None:
    """Have `dependent(entry, last)` say what hangs on an entry and came after entry number `last`; empty for nothing.

    It says so in words, as "entry 12 moved what this one gave Ada", and tells nothing that is secret.
    """
    if dependent not in _dependents:
        _dependents.append(dependent)


def what_depends_on(entry: Entry, last: int) -> str:
    """What hangs on an entry and came after entry number `last`, in words; empty where nothing does."""
    return next((said for said in (dependent(entry, last) for dependent in _dependents) if said), "")


_open: list[Open] = []


def may_become_void(is_open: Open) -> None:
    """R134: have acts be void by a reroll that unmakes what they speak of, instead of holding it back.

    `is_open(entry)` says whether an entry is one that nothing has come of but an offer or the like. The act is then
    performed with `is_void`, unchecked, and does what is left of it.
    """
    if is_open not in _open:
        _open.append(is_open)


def is_only_open(entry: Entry) -> bool:
    """Whether an act may become void by a reroll."""
    return any(is_open(entry) for is_open in _open)
