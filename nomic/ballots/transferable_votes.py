"""Counting rules with transfer of votes: instant run-off, and single transferable vote for several seats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomic.ballots.ballot import Ballot, Choices, Count, Record, Ties, is_or_are, listed, valid

UNIT = 100_000  # parts of a vote: values are truncated to five decimals, as in Scottish elections


@dataclass(slots=True)
class _Paper:
    """A ballot in a pile: its choices, the index of the one that it counts for, and its value in parts of a vote."""

    choices: Choices
    place: int
    value: int


class Transferable:
    """Single transferable vote with the Droop quota and the weighted inclusive Gregory method.

    A choice that reaches the quota is elected, and its surplus is transferred. If none does, the choice with the fewest
    votes is excluded, and its votes are transferred.
    """

    ranks = True

    def count(self, choices: Choices, ballots: Sequence[Ballot], seats: int, ties: Ties) -> Count:
        """Elect as many of the choices as there are seats, or all of them if there are fewer."""
        papers = [_Paper(each.choices, 0, each.weight * UNIT) for each in valid(choices, ballots) if each.choices]
        votes = sum(paper.value for paper in papers) // UNIT
        if not votes:
            return Count((), (f"No votes were cast. {ties.result(())}",))
        return _Counting(choices, papers, seats, votes // (seats + 1) + 1, ties).result()


class InstantRunoff(Transferable):
    """Ranked votes for one seat: the choice with the fewest votes is excluded until one has more than half."""


class _Counting:
    """One count. Each paper moves at most once per choice on it, so the work is linear in the size of the ballots."""

    def __init__(self, choices: Choices, papers: list[_Paper], seats: int, quota: int, ties: Ties) -> None:
        self._order = choices
        self._continuing = list(choices)
        self._in = set(choices)  # the same choices as a set, for fast lookup
        self._piles: dict[str, list[_Paper]] = {choice: [] for choice in choices}
        self._tally = dict.fromkeys(choices, 0)
        self._elected: list[str] = []
        self._surplus: list[str] = []  # elected choices whose surplus has not moved on
        self._seats, self._quota, self._ties = seats, quota, ties
        self._record = Record()
        self._cast = sum(paper.value for paper in papers)
        for paper in papers:
            self._put(paper)

    def result(self) -> Count:
        """Count round by round until all seats are filled."""
        while True:
            self._begin_round()
            self._elect(choice for choice in self._by_votes() if self._tally[choice] >= self._quota * UNIT)
            if self._open_seats() <= 0:
                break
            if len(self._continuing) <= self._open_seats():
                self._elect(self._by_votes())
                break
            if self._surplus:
                self._move_surplus()
            elif self._exclude():
                break
        return Count(tuple(self._elected), tuple(self._record.rounds))

    def _begin_round(self) -> None:
        tally = [(choice, _votes(self._tally[choice])) for choice in self._order if choice in self._continuing]
        needed = "1 vote" if self._quota == 1 else f"{self._quota} votes"
        first = "" if self._record.rounds else f"{self._ties.wording.needs} {needed}."
        lost = self._cast - sum(self._tally.values())
        gone = "1 vote no longer counts." if lost == UNIT else f"{_votes(lost)} votes no longer count."
        self._record.round(tally, first, gone if lost else "")

    def _open_seats(self) -> int:
        return self._seats - len(self._elected)

    def _by_votes(self) -> list[str]:
        return sorted(self._continuing, key=lambda choice: -self._tally[choice])

    def _elect(self, choices: Iterable[str]) -> None:
        found = list(choices)
        if not found:
            return
        self._elected += found
        self._leave(found)
        self._surplus += [choice for choice in found if self._tally[choice] > self._quota * UNIT]
        self._record.note(self._ties.result(tuple(found)))

    def _leave(self, choices: Iterable[str]) -> None:
        self._in.difference_update(choices)
        self._continuing = [choice for choice in self._continuing if choice in self._in]

    def _move_surplus(self) -> None:
        """Transfer the surplus of the elected choice with the most votes, the same fraction of each of its papers."""
        choice = max(self._surplus, key=lambda each: (self._tally[each], -self._order.index(each)))
        self._surplus.remove(choice)
        total, surplus = self._tally[choice], self._tally[choice] - self._quota * UNIT
        self._record.note(f"The votes that {choice} does not need ({_votes(surplus)}) move on.")
        for paper in self._piles.pop(choice):
            paper.value = paper.value * surplus // total
            paper.place += 1
            self._put(paper)
        self._tally[choice] = self._quota * UNIT

    def _exclude(self) -> bool:
        """Exclude the choice with the fewest votes. Return whether a tie has ended the count."""
        fewest = min(self._tally[choice] for choice in self._continuing)
        last = tuple(choice for choice in self._continuing if self._tally[choice] == fewest)
        out, enough = last, len(self._continuing) - len(last) >= self._open_seats()
        if len(last) > 1 and not (fewest == 0 and enough):  # without votes, the order makes no difference
            out = self._ties.excluded(last)
            if not enough and out == last:
                return self._end_in_tie(last)
            how = " by lot" if self._ties.how == "lot" else ""
            self._record.note(f"{listed(last)} tie: {is_or_are(out)} out{how}.")
        else:
            self._record.note(f"{is_or_are(out)} out.")
        self._leave(out)
        for choice in out:
            self._tally[choice] = 0
            for paper in self._piles.pop(choice):
                paper.place += 1
                self._put(paper)
        return False

    def _end_in_tie(self, last: Choices) -> bool:
        """End the count with a tie for the last seats, in which all or none are elected."""
        self._elect(choice for choice in self._by_votes() if choice not in last)
        chosen = self._ties.chosen(last, self._open_seats())
        self._record.note(self._ties.in_words(last, chosen))
        self._elected += chosen
        self._record.note(self._ties.result(tuple(self._elected)))
        return True

    def _put(self, paper: _Paper) -> None:
        """Put a paper on the pile of its next choice that is still in the count.

        Without one, the paper is exhausted.
        """
        while paper.place < len(paper.choices):
            choice = paper.choices[paper.place]
            if choice in self._in:
                self._piles[choice].append(paper)
                self._tally[choice] += paper.value
                return
            paper.place += 1


def _votes(value: int) -> str:
    whole, part = divmod(value, UNIT)
    return f"{whole}.{part:05d}".rstrip("0").rstrip(".") if part else str(whole)
