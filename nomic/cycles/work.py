"""How much the rules of a cycle may do because of one act: steps, shared by all that follows from it at once.

A step is a node of the effect language worked out, a look at a player, an item or a value, or something changed. They
are counted the same on every machine, so what is too much for one is too much for all. What follows from an act pays
for its entries first, and each of these has a few steps of its own, so that little is never refused because of much.
"""

from typing import Final

from nomic import limits
from nomic.chance.source import TooLong
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.moment import Act, Moment

ENTRY_STEPS: Final = 1_000  # what an entry that follows costs, with those that it may take in any case
OWN_STEPS: Final = 200  # of these
JUDGING_STEPS: Final = limits.ACT_STEPS // 2  # to find out who has won, in an act and in all that follows from it
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
        self.judging_left = min(most, JUDGING_STEPS) if most != REPEATED else REPEATED
        self._done = done

    def take(self, steps: int) -> None:
        """Take so many steps. Raises TooLong where that is more than is left: then none of them is taken."""
        if steps > self.left:
            raise TooLong("what rules do")
        self.left -= steps
        self._done.steps += steps

    def take_to_judge(self, steps: int) -> None:
        """Take so many of the steps that are kept for finding out who has won. Raises TooLong.

        They are others than those of the rules that act: nobody is kept from winning by what a rule does.
        """
        if steps > self.judging_left:
            raise TooLong("who has won")
        self.judging_left -= steps
        self._done.steps += steps


class Following(Work):
    """The work of an entry that follows: its own steps first, then those of the act."""

    def __init__(self, act: Work, done: _Done) -> None:
        super().__init__(OWN_STEPS, done)
        self.act = act
        self.take_to_judge = act.take_to_judge  # type: ignore[method-assign]

    def take(self, steps: int) -> None:
        own = min(steps, self.left)
        if steps > own:
            self.act.take(steps - own)
        self.left -= own


def work_of(moment: Moment) -> Work:
    """The steps that are left in a moment: of an act, those of the act from which it follows at once."""
    work: Work = moment.recall(_WORK, lambda: _begun(moment))
    return work


def entries_left(act: Act) -> int:
    """How many entries may follow from an act, as far as its work allows."""
    return _of_act(work_of(act)).left // ENTRY_STEPS


def pay_for(act: Act, action: str, entries: int) -> None:
    """Have so many entries of an action follow from an act: they share its work. Raises TooLong."""
    work = _of_act(work_of(act))
    work.take(entries * ENTRY_STEPS)
    done = _done(act.cycle)
    if done.at != act.at.isoformat():
        done.at, done.shared = act.at.isoformat(), {}
    done.shared[act.key, action] = work


def follow(moment: Moment, action: str, entry: str) -> None:
    """Have a moment's work be that of the entry of this key, from which an action of rules follows.

    Where nobody has paid for it, or nobody knows of it any more, it begins anew.
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


def _of_act(work: Work) -> Work:
    return work.act if isinstance(work, Following) else work


def _done(cycle: Cycle) -> _Done:
    done: _Done = cycle.__dict__.setdefault(_DONE, _Done())
    return done
