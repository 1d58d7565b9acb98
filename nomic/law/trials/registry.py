"""Trials: what rooms try out with a law that is proposed, before anybody votes on it.

Checks of a whole document belong to its sections and hold for every law; a trial costs more, looks at what would
change, and is made once, when a proposal is written. All trials of a proposal have one budget; where it runs out, the
proposal is refused. Nobody holds a lock meanwhile.
"""

from collections.abc import Callable, Iterator

from nomic import limits
from nomic.law.document.sections import Flaw, Law
from nomic.law.trials.budget import Budget, OutOfBudget, within

Trial = Callable[[Law, Law], Iterator[Flaw]]

_trials: list[Trial] = []


def register_trial(trial: Trial) -> Trial:
    """`trial(old, new)` yields what goes wrong when the new law is tried out, and spends steps while it does."""
    if trial not in _trials:
        _trials.append(trial)
    return trial


def flaws_in_trial(old: Law, new: Law) -> list[Flaw]:
    """Everything that goes wrong when a law is tried out that is valid as a document."""
    flaws: list[Flaw] = []
    try:
        with within(Budget(limits.TRIAL_STEPS, limits.TRIAL_SECONDS)):
            for trial in _trials:
                flaws += trial(old, new)
    except OutOfBudget as out:
        flaws.append(Flaw("", f"trying this out takes {out}: propose less at a time"))
    return flaws
