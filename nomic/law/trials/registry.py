"""Trials: test runs of a proposed law by other apps, before anybody votes on it.

Consistency checks belong to the sections and are made for every law. A trial costs more, examines the changes, and runs
once, when a proposal is written. All trials of a proposal share one budget; if it runs out, the proposal is refused. No
lock is held meanwhile.
"""

from collections.abc import Callable, Iterator

from nomic import limits
from nomic.law.document.sections import Flaw, Law
from nomic.law.trials.trial_budget import OutOfBudget, TrialBudget, within_budget

Trial = Callable[[Law, Law], Iterator[Flaw]]

_trials: list[Trial] = []


def register_trial(trial: Trial) -> Trial:
    """Register `trial(old, new)`, which yields the flaws of the new law and spends steps of the budget."""
    if trial not in _trials:
        _trials.append(trial)
    return trial


def flaws_in_trial(old: Law, new: Law) -> list[Flaw]:
    """Run all trials of a valid law, and return the flaws that they find."""
    flaws: list[Flaw] = []
    try:
        with within_budget(TrialBudget(limits.TRIAL_STEPS, limits.TRIAL_SECONDS)):
            for trial in _trials:
                flaws += trial(old, new)
    except OutOfBudget as out:
        flaws.append(Flaw("", f"trying this out takes {out}: propose a smaller change"))
    return flaws
