"""How much the rules of a cycle may do because of one act: steps, shared by all that follows from it at once.

A step is a node of the effect language worked out, a look at a player, an item or a value, or something changed. They
are counted the same on every machine, so what is too much for one is too much for all. Each entry that follows has a
few steps of its own, so that little is never refused because of much. How many entries may follow is no matter of
steps (`nomic/clauses/runtime/chains.py`): a replay has to find as many, and does not do again what has failed.
"""

from typing import Final

from nomic import limits
from nomic.chance.source import TooLong
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.models import Cycle, Deadline

OWN_STEPS: Final = 200  # of an entry that follows, beside those that are shared
REPEATED: Final = 10_000_000  # of an entry that stands in a journal, perhaps from when more was allowed

_WORK = "work of rules"
_DONE = "_done_by_rules"  # where the locked row of a cycle has what its rules have done


class _Done:
    """What rules have done under a lock: steps, and the works that are shared by what follows at the newest instant.

    Each is known by the entry from which something follows, and by the action that does.
    """

    def __init__(self) -> None:
        self.steps = 0
        self.at = ""
        self.shared: dict[tuple[str, str], Work] = {}


class Work:
    """What is left of an act's steps, in the act and in all that follows from it at once."""

    def __init__(self, most: int, done: _Done) -> None:
        self.left = most
        self._done = done

    def take(self, steps: int) -> None:
        """Take so many steps. Raises TooLong where that is more than is left: then none of them is taken."""
        if steps > self.left:
            raise TooLong("what rules do")
        self.left -= steps
        self._done.steps += steps


class Following(Work):
    """The work of an entry that follows: its own steps first, then those of the act."""

    def __init__(self, act: Work, done: _Done) -> None:
        super().__init__(OWN_STEPS, done)
        self.act = act

    def take(self, steps: int) -> None:
        own = min(steps, self.left)
        if steps > own:
            self.act.take(steps - own)
        self.left -= own
        self._done.steps += own


def work_of(moment: Moment) -> Work:
    """The steps that are left in a moment: of an act, those of the act from which it follows at once."""
    work: Work = moment.recall(_WORK, lambda: _begun(moment))
    return work


def look_together(moment: Moment, other: Moment) -> None:
    """Have what is looked at in another moment count as what is looked at in this one, for all of them together."""
    other.know(_WORK, work_of(moment))


def apart(moment: Moment, most: int | None = None) -> Work:
    """So many steps for one thing in a moment (those of an act, unless told), whatever else is done in it.

    Who gives something up where it takes too many, and goes on, has to count them so: in a replay it is the same.
    """
    return Work(limits.ACT_STEPS if most is None else most, _done(moment.cycle) if isinstance(moment, Act) else _Done())


def share(act: Act, action: str) -> None:
    """Have what follows from an act by this action share its work."""
    done = _done(act.cycle)
    if done.at != act.at.isoformat():
        done.at, done.shared = act.at.isoformat(), {}
    work = work_of(act)
    done.shared[act.key, action] = work.act if isinstance(work, Following) else work


def follow(moment: Moment, action: str, entry: str) -> None:
    """Have a moment's work be that of the entry of this key, from which an action of rules follows.

    Where it is not shared, or nobody knows of it any more, it begins anew.
    """
    done = _done(moment.cycle)
    work = done.shared.get((entry, action)) if done.at == moment.at.isoformat() else None
    if work is not None and not _is_repeated(moment):
        moment.know(_WORK, Following(work, done))


def is_shared(cycle: Cycle, deadline: Deadline) -> bool:
    """Whether what is due shares the work of an entry made under this lock: then both are done in one transaction."""
    done = _done(cycle)
    return done.at == deadline.at.isoformat() and (deadline.args.get("entry"), deadline.action) in done.shared


def steps_done(cycle: Cycle) -> int:
    """How many steps rules have taken in acts, since this row was read."""
    return _done(cycle).steps


def _begun(moment: Moment) -> Work:
    if isinstance(moment, Act):
        return Work(REPEATED if moment.is_repeated else limits.ACT_STEPS, _done(moment.cycle))
    return Work(limits.ACT_STEPS, _Done())


def _is_repeated(moment: Moment) -> bool:
    return isinstance(moment, Act) and moment.is_repeated


def _done(cycle: Cycle) -> _Done:
    done: _Done = cycle.__dict__.setdefault(_DONE, _Done())
    return done
