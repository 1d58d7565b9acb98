"""The counting rules by name. A new rule is one class, listed here."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from nomic.ballots.ballot import MAX_CHOICES, PEOPLE, Ballot, ChoiceNouns, Choices, Count, Lot, Ties
from nomic.ballots.scores import Approval, Borda, Plurality
from nomic.ballots.transferable_votes import InstantRunoff, Transferable


class CountingRule(Protocol):
    """A way to count ballots."""

    ranks: bool

    def count(self, choices: Choices, ballots: Sequence[Ballot], seats: int, ties: Ties) -> Count:
        """Count the ballots. The result does not depend on their order."""


RULES: Mapping[str, CountingRule] = {
    "plurality": Plurality(),
    "approval": Approval(),
    "ranked": InstantRunoff(),
    "transferable": Transferable(),
    "borda": Borda(),
}


def count(
    rule: str,
    choices: Choices,
    ballots: Sequence[Ballot],
    seats: int,
    ties: str,
    lot: Lot,
    wording: ChoiceNouns = PEOPLE,
) -> Count:
    """Count ballots by the rule with this name. Only the first `MAX_CHOICES` choices take part."""
    return RULES[rule].count(choices[:MAX_CHOICES], ballots, max(1, seats), Ties(ties, lot, wording))
