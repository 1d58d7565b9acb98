"""Outlook of a proposal: the smallest change of votes with which it would pass."""

from collections.abc import Iterator
from dataclasses import replace

from nomic.clauses.proposal_classes import ProposalClass, Scales, names_about
from nomic.clauses.runtime.world.world_for_law import hall_apart
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language.world import Names
from nomic.effects.running.interpreter import TooLong
from nomic.proposals.votes.tally import Tally

MAX_TRIED = 50  # votes that are tried in addition, and the same number without


class Outlooks:
    """Computes whether proposals would pass now and, if not, which votes they need.

    All proposals share one step limit.
    """

    def __init__(self, ctx: ReadContext) -> None:
        self._hall = hall_apart(ctx)
        self._scales = Scales(ctx)

    def add_to(
        self,
        counted: Tally,
        class_: ProposalClass | None,
        author: str,
        proposal: str = "",
        chosen: tuple[str, ...] = (),
    ) -> Tally:
        """Return the tally, extended by whether the proposal would pass now and, if not, the votes that would suffice.

        Both are missing if the class no longer exists, or if the computation takes too many steps. `chosen` holds the
        options chosen now, if the class has a ballot. More votes could change these options; if the result depends on
        them, the votes that would suffice are missing.
        """
        if class_ is None or not counted.is_whole:
            return counted
        run, about = self._hall.run(author, ""), names_about(author, proposal)
        try:
            fixed = numbers_of(self._scales, class_, author, counted, proposal)
            for lacking, changed in _changes(counted):
                if lacking and class_.asks_what_is_chosen:
                    break
                names: Names = {**about, **fixed, **_numbers(changed), "chosen": chosen or (("",) if lacking else ())}
                if class_.is_enough(run, names):
                    return replace(counted, passes=not lacking, lacking=lacking)
        except TooLong:
            return counted
        return replace(counted, passes=False)


def numbers_of(
    scales: Scales, class_: ProposalClass, author: str, counted: Tally, proposal: str = ""
) -> dict[str, int]:
    """Return the numbers that a class's condition `passes` can read, by name.

    Raises TooLong if computing them takes too many steps.
    """
    numbers = _numbers(counted)
    if class_.asks_who_could:
        numbers["eligible"] = scales.eligible(class_, author, proposal)
    return numbers


def _numbers(counted: Tally) -> dict[str, int]:
    votes = {"for": counted.votes_for, "against": counted.votes_against, "unclear": counted.votes_unclear}
    return {**votes, "voters": sum(votes.values()) if counted.voters is None else counted.voters}


def _changes(counted: Tally) -> Iterator[tuple[str, Tally]]:
    """Yield (code, tally): the tally without any change, then with more votes for, then with fewer against.

    The codes are those of `Tally.lacking`.
    """
    yield "", counted
    for more in range(1, MAX_TRIED + 1):
        votes = counted.votes_for + more
        voters = None if counted.voters is None else counted.voters + more
        yield f"for {votes}", replace(counted, votes_for=votes, voters=voters)
    for fewer in range(1, min(counted.counted_against, MAX_TRIED) + 1):
        unclear = max(0, counted.votes_unclear - fewer) if counted.unclear_against else counted.votes_unclear
        against = counted.votes_against - (fewer - (counted.votes_unclear - unclear))
        voters = None if counted.voters is None else max(0, counted.voters - fewer)
        changed = replace(counted, votes_against=against, votes_unclear=unclear, voters=voters)
        yield f"against {counted.counted_against - fewer}", changed
