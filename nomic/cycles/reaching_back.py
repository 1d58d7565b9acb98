"""Acts that reach back: what they say of the past makes another history of it, which is then told anew."""

from collections.abc import Callable
from datetime import datetime

from nomic.cycles.actions import Args
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.refusals import Refusal


class ReachesBack(Refusal):
    """The act has to be told of where it belongs, and all that came after it again. No caller of `perform` sees it.

    Either it belongs at the instant `since`, by the arguments `args`; or it has the entry of the key `anew` be
    performed again with dice of its own, and stands itself at the end.
    """

    code = "reaches-back"

    def __init__(
        self, since: datetime, args: Args | None = None, anew: str = "", check: Callable[[Cycle], None] | None = None
    ) -> None:
        self.since = since
        self.arguments = args
        self.anew = anew
        self._check = check
        super().__init__("This changes what has happened already.")

    def check(self, cycle: Cycle) -> None:
        """Raises Refused where what was played while the past was told keeps the act from being done."""
        if self._check is not None:
            self._check(cycle)


Dependent = Callable[[Entry, int], str]

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
