"""Dice that the words of a rule name and its clauses roll: if the words change, so does the roll.

The words of a list of scenarios say "gain 2d3 Vertebrae" themselves, without a placeholder. If they become "gain 3d3
Vertebrae", and the clauses of the rule roll 2d3 exactly once, the clause rolls 3d3.
"""

import re
from collections import Counter
from typing import NamedTuple

from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer
from nomic.law.search.values import LawValue, values_of

_DICE = re.compile(r"(?<![\w.])\d{1,3}d\d{1,4}(?![\w.])")


class ChangedDice(NamedTuple):
    """The dice that words named before and name now, and what the clauses of the rule have of the former."""

    old: str
    new: str
    rolls: list[LawValue]


def dice_changed(law: Law, id_: str, body: str) -> ChangedDice | None:
    """Return the dice that a rule names otherwise in its new words `body`, or None unless it is one roll.

    Dice in placeholders are not looked at, because they are in the law already.
    """
    said = str(law.document["rules"][id_]["body"])
    before, after = Counter(_DICE.findall(said)), Counter(_DICE.findall(body))
    gone, come = before - after, after - before
    if gone.total() != 1 or come.total() != 1:
        return None
    old, new = next(iter(gone)), next(iter(come))
    clauses = f"{pointer('rules', id_, CLAUSES)}/"
    rolls = [each for each in values_of(law) if each.path.startswith(clauses) and each.value == old]
    return ChangedDice(old, new, rolls) if rolls else None
