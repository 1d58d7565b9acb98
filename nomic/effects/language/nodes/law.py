"""What the law says: numbers at its places, and rules added to it lately."""

from nomic.effects.language.bounds import MAX_LATER, MAX_NUMBER
from nomic.effects.language.moments import IN_THE_HALL, Moment
from nomic.effects.language.nodes import slots
from nomic.effects.language.nodes.base import Expression, Flaws, Kind, Sizes, register
from nomic.effects.language.nodes.compound_fields import LawPlace, Stretch
from nomic.effects.language.nodes.values import Literal, as_members, as_number, kept_in_bounds
from nomic.effects.language.world import Members, Names, Runner

MAX_RULES = 100  # rules that one expression returns
HOURS_OF = {"hours": 1, "days": 24}


def keys_of(place: LawPlace, run: Runner, names: Names) -> tuple[str, ...] | None:
    """Return the current keys of a place, or None if a computed key is not exactly one name or number."""
    found: list[str] = []
    for key in place.keys:
        members = (key,) if isinstance(key, str) else as_members(key.value(run, names))
        if len(members) != 1:
            return None
        found.append(str(members[0]))
    return tuple(found)


def span_flaws(word: str, span: Stretch) -> Flaws:
    """Yield a flaw for a constant time span that is too short or too long."""
    most = MAX_LATER[span.unit]
    if isinstance(span.n, Literal) and not 1 <= as_number(span.n.source) <= most:
        yield f"/{word}/{span.unit}", f"a number from 1 to {most} is needed here"


@register
class InLaw(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number at a place of the law, such as a price. It is 0 if there is no number."""

    law: slots.PlaceOfLaw
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        keys = keys_of(self.law, run, names)
        return 0 if keys is None else kept_in_bounds(run.world.in_law(keys))

    def upper_bound(self, sizes: Sizes) -> int:
        return MAX_NUMBER


@register
class RulesAdded(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The rules, by their ids, that were added to the law within a time span; the running phase is the first."""

    rules_added: slots.Duration
    kind: Kind = "names"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Members:
        unit = self.rules_added.unit
        count = max(1, min(as_number(self.rules_added.n.value(run, names)), MAX_LATER[unit]))
        hours = 0 if unit == "phases" else count * HOURS_OF[unit]
        return run.world.rules_added(hours, count if unit == "phases" else 0)[:MAX_RULES]

    def flaws(self, moment: Moment) -> Flaws:
        yield from span_flaws("rules_added", self.rules_added)

    def steps(self, sizes: Sizes) -> int:
        return MAX_RULES

    def size(self, sizes: Sizes) -> int:
        return MAX_RULES
