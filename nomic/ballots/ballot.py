"""Ballots, and the result of a count: the winners, and a record from which everybody can repeat the count."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

MAX_CHOICES = 50  # choices of one ballot; further ones are left out
Choices = tuple[str, ...]
# Draws so many of the choices by lot.
Lot = Callable[[Choices, int], Choices]


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote: choices in order of preference, and the choices that the voter opposes.

    A ballot of weight 3 counts as three equal ballots.
    """

    choices: Choices
    against: Choices = ()
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Count:
    """The winners in the order of their election, and one or more sentences for each round."""

    winners: Choices
    record: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceNouns:
    """The nouns for the choices in a count's record, such as "nobody" or "nothing"."""

    won: str
    nobody: str
    needs: str
    no_choice: str


PEOPLE = ChoiceNouns("elected", "Nobody is", "A seat takes", "Nobody stands")
OPTIONS = ChoiceNouns("chosen", "No option is", "An option needs", "There is no option")


@dataclass(frozen=True, slots=True)
class Ties:
    """How a tie is broken: `all` tied choices win, `none` of them, those drawn by `lot`, or the `earliest` ones."""

    how: str
    lot: Lot
    wording: ChoiceNouns = PEOPLE

    def chosen(self, tied: Choices, places: int) -> Choices:
        """Return the winners among choices that tie for `places` places. `tied` is in the order of the choices."""
        if self.how == "lot":
            return self.lot(tied, places)
        return {"all": tied, "none": (), "earliest": tied[:places]}[self.how]

    def excluded(self, tied: Choices) -> Choices:
        """Return the choices to exclude among those with the fewest votes: one, or all of them for `all` and `none`."""
        if self.how == "lot":
            return self.lot(tied, 1)
        return tied[-1:] if self.how == "earliest" else tied

    def result(self, winners: Choices) -> str:
        """Return a sentence that names the winners."""
        return f"{is_or_are(winners) if winners else self.wording.nobody} {self.wording.won}."

    def in_words(self, tied: Choices, chosen: Choices) -> str:
        """Return a sentence that says which of the tied choices win."""
        how = {
            "all": f"all of them are {self.wording.won}",
            "none": f"none of them is {self.wording.won}",
            "lot": f"{is_or_are(chosen)} drawn by lot",
            "earliest": f"{is_or_are(chosen)} the earliest",
        }
        return f"{listed(tied)} tie: {how[self.how]}."


@dataclass(slots=True)
class Record:
    """The record of a count, filled round by round.

    Rules can keep it in a value, where it is part of the state and its digest. So a release that words it differently
    has to migrate the stored values, as `nomic/clauses/migrations/0005_records_of_elections.py` does.
    """

    rounds: list[str] = field(default_factory=list)

    def round(self, tally: Iterable[tuple[str, str]], *notes: str) -> None:
        """Add a round: the votes of each choice as (name, number), and notes on its result."""
        votes = ", ".join(f"{choice} {votes}" for choice, votes in tally)
        self.rounds.append(" ".join((f"Round {len(self.rounds) + 1}: {votes}.", *filter(None, notes))))

    def note(self, text: str) -> None:
        """Add a sentence to the last round."""
        self.rounds[-1] += f" {text}"


def valid(choices: Choices, ballots: Iterable[Ballot]) -> list[Ballot]:
    """Return the ballots that name at least one of the choices, reduced to these choices without repetitions."""
    allowed = frozenset(choices)
    found = (
        Ballot(_of(allowed, each.choices), _of(allowed, each.against), each.weight)
        for each in ballots
        if each.weight > 0
    )
    return [ballot for ballot in found if ballot.choices or ballot.against]


def _of(allowed: frozenset[str], choices: Sequence[str]) -> Choices:
    return tuple(dict.fromkeys(choice for choice in choices if choice in allowed))


def listed(names: Sequence[str]) -> str:
    """Return names as a list in English: "Ada, Ben and Cy"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def is_or_are(names: Sequence[str]) -> str:
    """Return the subject and verb of a sentence about choices: "Ada is" or "Ada and Ben are"."""
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"
