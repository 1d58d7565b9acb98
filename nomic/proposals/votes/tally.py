"""The counted votes on a proposal."""

from dataclasses import dataclass

from nomic.proposals.models import Proposal

LEAST = {"for": "at least", "against": "at most"}  # what the number of votes in a code is, by their kind


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes of players on a proposal that its class counts.

    `voters` and `eligible` are None if every player's vote counts as one. Otherwise they are the numbers of eligible
    people who have voted, and of all eligible people. Under R10, an unclear vote counts against; a class may specify
    otherwise. `is_whole` is false if counting takes too many steps. `passes` is None if that is unknown. `lacking` is
    the code of the votes with which a failing proposal would pass: "for 3". If votes are `sealed`, only their number is
    known, which includes votes of people who are not players.
    """

    votes_for: int = 0
    votes_against: int = 0
    votes_unclear: int = 0
    voters: int | None = None
    eligible: int | None = None
    unclear_against: bool = True
    is_whole: bool = True
    passes: bool | None = None
    lacking: str = ""
    is_final: bool = False
    sealed: int | None = None

    @property
    def lacks(self) -> str:
        """The votes with which a failing proposal would pass, in words: "at least 3 for". Empty if unknown."""
        kind, _, votes = self.lacking.partition(" ")
        return f"{LEAST[kind]} {votes} {kind}" if kind else ""

    @property
    def counted_against(self) -> int:
        return self.votes_against + (self.votes_unclear if self.unclear_against else 0)

    @property
    def words(self) -> str:
        """The tally as text, such as "3 for, 1 against".

        For sealed votes the text has only their number; for an incomplete count it says so.
        """
        if not self.is_whole:
            return "to count them would take too long"
        if self.sealed is not None:
            return f"{self.sealed} sealed {'vote' if self.sealed == 1 else 'votes'}"
        unclear = f", {self.votes_unclear} unclear" if self.votes_unclear and not self.unclear_against else ""
        voters = "" if self.eligible is None else f"; {self.voters} of {self.eligible} eligible players voted"
        return f"{self.votes_for} for, {self.counted_against} against{unclear}{voters}"

    @property
    def who_counts(self) -> str:
        """A short sentence on whose votes are counted, for a proposal that would not pass yet."""
        if self.eligible is not None:
            return "At the end, only votes by players who meet the conditions of its class count."
        return "Each player who is in the game at the end has one vote."

    @property
    def outlook(self) -> str:
        """Text on whether the proposal would pass or, if not, what it needs: "needs at least 3 for". Empty if unknown.

        A class that only limits the votes against, such as an urgent one, passes without any vote.
        """
        if self.passes:
            has_votes = self.votes_for or self.votes_against or self.votes_unclear or self.voters
            if not has_votes:
                return "passes if nobody votes"
            return "enough to pass" if self.is_final else "passing so far"
        return f"{'needed' if self.is_final else 'needs'} {self.lacks}" if self.lacks else ""


def final_tally(proposal: Proposal) -> Tally | None:
    """Return the counted votes at the end of the voting period, or None before the end."""
    if proposal.votes_for is None or proposal.votes_against is None or proposal.votes_unclear is None:
        return None
    return Tally(
        proposal.votes_for,
        proposal.votes_against,
        proposal.votes_unclear,
        proposal.voters,
        proposal.eligible,
        proposal.unclear_against,
        lacking=proposal.lacked,
        is_final=True,
    )
