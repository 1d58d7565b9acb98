"""Counting rules that add up a score for each choice and elect those with the most."""

from collections import Counter
from collections.abc import Sequence

from nomic.ballots.ballot import Ballot, Choices, Count, Record, Ties, valid


class Scores:
    """Base class: each ballot gives points to choices, and the choices with the most are elected.

    A choice without points is not elected.
    """

    ranks = False  # whether the order of a ballot matters

    def points(self, ballot: Ballot, choices: Choices) -> Counter[str]:
        """Return the points that one ballot of weight 1 gives to each choice."""
        raise NotImplementedError

    def can_win(self, choice: str, scores: Counter[str], against: Counter[str]) -> bool:
        return scores[choice] > 0

    def count(self, choices: Choices, ballots: Sequence[Ballot], seats: int, ties: Ties) -> Count:
        """Elect the choices with the highest scores, at most as many as there are seats."""
        if not choices:
            return Count((), (f"{ties.wording.no_choice}. {ties.result(())}",))
        scores, against = Counter[str](), Counter[str]()
        for ballot in valid(choices, ballots):
            for choice, points in self.points(ballot, choices).items():
                scores[choice] += points * ballot.weight
            for choice in ballot.against:
                against[choice] += ballot.weight
        record = Record()
        record.round((choice, _votes(scores[choice], against[choice])) for choice in choices)
        able = [choice for choice in choices if self.can_win(choice, scores, against)]
        winners = self._most(able, scores, seats, ties, record)
        record.note(ties.result(winners))
        return Count(winners, tuple(record.rounds))

    def _most(self, able: list[str], scores: Counter[str], seats: int, ties: Ties, record: Record) -> Choices:
        ordered = sorted(able, key=lambda choice: -scores[choice])
        if len(ordered) <= seats:
            return tuple(ordered)
        last = scores[ordered[seats - 1]]
        before = tuple(choice for choice in ordered[:seats] if scores[choice] > last)
        tied = tuple(choice for choice in ordered if scores[choice] == last)
        if len(before) + len(tied) == seats:
            return before + tied
        chosen = ties.chosen(tied, seats - len(before))
        record.note(ties.in_words(tied, chosen))
        return before + chosen


def _votes(points: int, against: int) -> str:
    return f"{points} for and {against} against" if against else str(points)


class Plurality(Scores):
    """Each ballot counts for the first choice on it."""

    def points(self, ballot: Ballot, choices: Choices) -> Counter[str]:
        return Counter(ballot.choices[:1])


class Approval(Scores):
    """Each ballot counts for every choice on it. A choice with as many votes against as for it is not elected."""

    def points(self, ballot: Ballot, choices: Choices) -> Counter[str]:
        return Counter(ballot.choices)

    def can_win(self, choice: str, scores: Counter[str], against: Counter[str]) -> bool:
        return scores[choice] > against[choice]


class Borda(Scores):
    """The first choice on a ballot gets as many points as there are choices, each later one a point less.

    Choices that are not on the ballot get none.
    """

    ranks = True

    def points(self, ballot: Ballot, choices: Choices) -> Counter[str]:
        return Counter({choice: len(choices) - place for place, choice in enumerate(ballot.choices)})
