"""Values that rules keep, as pages, bots and the wiki are shown them: each with what it is now."""

from collections.abc import Sequence
from dataclasses import dataclass

from nomic.clauses.kinds import ValueClause
from nomic.clauses.law import Placed, clauses_of
from nomic.clauses.models import KeptValue
from nomic.cycles.models import Cycle


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value, the rule that keeps it, and what it is now: a number, of a flag 1 or 0."""

    name: str
    rule: str
    title: str
    is_flag: bool
    number: int

    @property
    def words(self) -> str:
        """A number as such, a flag as yes or no."""
        return ("yes" if self.number else "no") if self.is_flag else str(self.number)


def values_of_cycle(cycle: Cycle) -> list[ShownValue]:
    """What is kept for the cycle, in the order of the rules. No query where the law keeps nothing."""
    return _shown(cycle, "cycle", [""])[""]


def values_of_players(cycle: Cycle, players: Sequence[str]) -> dict[str, list[ShownValue]]:
    """What is kept for each of these players, in the order of the rules: one query for all of them, or none."""
    return _shown(cycle, "player", players)


def _shown(cycle: Cycle, of: str, holders: Sequence[str]) -> dict[str, list[ShownValue]]:
    kept = [placed for placed in clauses_of(cycle.law).values.values() if placed.clause.of == of]
    if not kept:
        return {holder: [] for holder in holders}
    rows = KeptValue.objects.filter(cycle=cycle, holder__in=holders).order_by()
    now = {(name, holder): number for name, holder, number in rows.values_list("name", "holder", "number")}
    return {holder: [_value(placed, now.get((placed.clause.value, holder))) for placed in kept] for holder in holders}


def _value(placed: Placed[ValueClause], number: int | None) -> ShownValue:
    clause = placed.clause
    return ShownValue(
        clause.value,
        placed.rule,
        placed.title,
        clause.is_ == "flag",
        clause.starts if number is None else number,
    )
