"""The operation that counts ballots. The counting methods are in `nomic.ballots`."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.ballots.ballot import MAX_CHOICES, Ballot
from nomic.ballots.counting_rules import count
from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    Binding,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Measure,
    Operation,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.keyed_values import changed_names
from nomic.effects.language.nodes.selectors import CANDIDATE
from nomic.effects.language.nodes.values import Literal, as_members, as_number
from nomic.effects.language.world import Members, Names, Players, Runner, Value

MAX_SEATS = 20
MAX_LINE = 200  # characters of a line of the record, as long as a stored name may be


@register_node
class Elect(Operation, frozen=True, eq=False, kw_only=True):
    """Count the ballots of players, announce every round, and bind a name to the winners.

    Each ballot lists some of the choices; if they are ranked, the first preference comes first. If `record` is given,
    the rounds are also stored in that list of names. If there is no valid ballot, nobody is elected.
    """

    elect: field_types.NewName
    among: field_types.AnySet
    by: field_types.Players
    ballots: field_types.AnySet
    counted: field_types.Counting
    ties: field_types.Ties
    against: field_types.AnySet | None = None
    weight: field_types.Number | None = None
    seats: field_types.Number | None = None
    record: field_types.Word | None = None
    as_: field_types.NewName = "it"
    stands_at = IN_THE_HALL - {"condition"}

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): "players"} if field in ("ballots", "against", "weight") else {}

    def perform(self, run: Runner, names: Names) -> None:
        choices = tuple(dict.fromkeys(self.among.value(run, names)))
        by_text = {str(choice): choice for choice in choices}
        seats = 1 if self.seats is None else max(1, min(as_number(self.seats.value(run, names)), MAX_SEATS))
        found = count(
            self.counted,
            tuple(by_text),
            list(self._ballots(run, names)),
            seats,
            self.ties,
            lambda tied, places: tuple(str(drawn) for drawn in run.draw(tied, places, "tie")),
        )
        names[self.elect] = tuple(by_text[winner] for winner in found.winners)
        lines = [line for round_ in found.record for line in in_lines(round_)]
        run.world.record(tuple(lines), self.record or "")

    def _ballots(self, run: Runner, names: Names) -> Iterator[Ballot]:
        inside = dict(names)
        voters: Players = self.by.value(run, names)
        for part in self._of_each_voter():
            run.weigh(part, len(voters))
        for voter in voters:
            inside[self.as_] = (voter,)
            weight = 1 if self.weight is None else as_number(self.weight.value(run, inside))
            yield Ballot(_texts(self.ballots, run, inside), _texts(self.against, run, inside), max(0, weight))

    def _of_each_voter(self) -> list[Expression[Value]]:
        return [part for part in (self.ballots, self.against, self.weight) if part is not None]

    def binds(self) -> Binding:
        return Binding(self.elect, self.among, self._most, is_several=self.seats is not None, is_part=True)

    def _most(self, sizes: Sizes) -> int:
        if self.ties == "all" or self.seats is None:
            return self.among.size(sizes) if self.ties == "all" else 1
        return min(MAX_SEATS, self.among.size(sizes), max(0, self.seats.bounds(sizes).high))

    def is_by_chance(self) -> bool:
        return self.ties == "lot"

    def value_changed(self) -> str:
        return self.record or ""

    def law_names(self, listed: Listed) -> LawNames:
        if self.record is not None:
            yield "/record", "names_of_cycle", self.record
            yield from changed_names("record", self.record, None)

    def flaws(self, moment: Moment) -> Flaws:
        if self.among.kind == "cards":
            yield "/among", "players or names are elected, not cards"
        for word, part in (("ballots", self.ballots), ("against", self.against)):
            if part is not None and part.kind != self.among.kind:
                yield f"/{word}", f"{self.among.kind} needed here, as in among"
        if self.against is not None and self.counted != "approval":
            yield "/against", "only approval voting allows votes against somebody"
        if isinstance(self.seats, Literal):
            seats = as_number(self.seats.source)
            if not 1 <= seats <= MAX_SEATS:
                yield "/seats", f"1 to {MAX_SEATS} seats"
            elif seats > 1 and self.counted == "ranked":
                yield "/counted", "an instant run-off fills one seat: say transferable for several"

    def draws(self, sizes: Sizes, collections: int) -> int:
        """Return the maximum number of draws, because every round and the last seats may tie."""
        return 2 * self._choices(sizes) if self.ties == "lot" else 0

    def _choices(self, sizes: Sizes) -> int:
        return min(MAX_CHOICES, self.among.size(sizes))

    def steps(self, sizes: Sizes) -> int:
        """Return the steps of counting: each ballot moves once for each choice on it, and each round is announced."""
        ranks = min(self._choices(sizes), self.ballots.size({**sizes, self.as_: CANDIDATE}))
        return 1 + self.by.size(sizes) * (1 + ranks) + self._choices(sizes) + self.draws(sizes, 0)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        once = [part for part in (self.among, self.by, self.seats) if part is not None]
        inside = {**sizes, self.as_: CANDIDATE}
        each = max(sum(part.cost(measure, inside) for part in self._of_each_voter()), measure.turn)
        return sum(part.cost(measure, sizes) for part in once) + self.by.size(sizes) * each

    def does_something(self) -> bool:
        return True


def _texts(part: Expression[Members] | None, run: Runner, names: Names) -> tuple[str, ...]:
    return () if part is None else tuple(str(member) for member in as_members(part.value(run, names)))


def in_lines(text: str) -> Iterator[str]:
    """Yield the report of a round as lines that fit into a list of names, split at spaces if possible."""
    while len(text) > MAX_LINE:
        end = text.rfind(" ", 0, MAX_LINE)
        end = end if end > 0 else MAX_LINE
        yield text[:end]
        text = text[end:].lstrip()
    yield text
