"""Operations by which a rule changes the law where its clause permits changes, and nodes that read the law."""

from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.bounds import MAX_NUMBER
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import Bounds, Expression, Flaws, Kind, Need, Operation, Sizes, register_node
from nomic.effects.language.nodes.compound_fields import LawPlace
from nomic.effects.language.nodes.values import Literal, as_members, as_number, kept_in_bounds
from nomic.effects.language.operations.deferred import due_of, end_flaws
from nomic.effects.language.world import Members, Names, Runner, Value
from nomic.law.schema.json_reader import Json

AMENDING_STEPS = 1_000  # of one change, which copies the law
AMENDMENTS: Need = "amendments"
THIS = "this"  # the rule whose clause acts
MAX_RULES = 100  # rules that one expression returns


def keys_of(place: LawPlace, run: Runner, names: Names) -> tuple[str, ...] | None:
    """Return the current keys of a place, or None if a computed key is not exactly one name or number."""
    found: list[str] = []
    for key in place.keys:
        members = (key,) if isinstance(key, str) else as_members(key.value(run, names))
        if len(members) != 1:
            return None
        found.append(str(members[0]))
    return tuple(found)


@register_node
class InLaw(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number at a place of the law, such as a price; 0 if there is no number."""

    law: field_types.PlaceOfLaw
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        keys = keys_of(self.law, run, names)
        return 0 if keys is None else kept_in_bounds(run.world.in_law(keys))

    def bounds(self, sizes: Sizes) -> Bounds:
        return Bounds(high=MAX_NUMBER)


@register_node
class RulesAdded(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The ids of the rules added to the law within a time span, at most MAX_RULES.

    A span in phases includes the current phase.
    """

    rules_added: field_types.Duration
    kind: Kind = "names"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> Members:
        due = due_of(self.rules_added, run, names)
        return run.world.rules_added(due.hours, due.phases)[:MAX_RULES]

    def flaws(self, moment: Moment) -> Flaws:
        yield from end_flaws("rules_added", self.rules_added, moment)

    def steps(self, sizes: Sizes) -> int:
        return MAX_RULES

    def size(self, sizes: Sizes) -> int:
        return MAX_RULES


class AmendsLaw(Operation, frozen=True, eq=False, kw_only=True):
    """An operation that changes the law. All changes of one journal entry make one revision."""

    stands_at = IN_THE_HALL - {"condition"}

    def does_something(self) -> bool:
        return True

    def needs(self) -> Need | None:
        return AMENDMENTS

    def steps(self, sizes: Sizes) -> int:
        return AMENDING_STEPS


@register_node
class Amend(AmendsLaw, frozen=True, eq=False, kw_only=True):
    """Change the law at a place: `to` a computed number, truth or name, `by` a number, or `put` an entry or text there.

    `remove: true` removes the content of the place. The clause's `may` has to permit the change.
    """

    amend: field_types.PlaceOfLaw
    to: field_types.Keepable | None = None
    by: field_types.Number | None = None
    put: field_types.LawContent = None
    remove: field_types.Flag = False

    def perform(self, run: Runner, names: Names) -> None:
        keys = keys_of(self.amend, run, names)
        if keys is None:
            return
        if self.remove:
            run.world.strike_from_law(keys)
        elif self.put is not None:
            run.world.put_into_law(keys, self.put, is_new=True)
        elif self.by is not None:
            by = as_number(self.by.value(run, names))
            run.world.put_into_law(keys, kept_in_bounds(run.world.in_law(keys) + by))
        elif self.to is not None:
            run.world.put_into_law(keys, _content(self.to.value(run, names)))

    def flaws(self, moment: Moment) -> Flaws:
        if sum((self.to is not None, self.by is not None, self.put is not None, self.remove)) != 1:
            yield "", "say one of these: to, by, put, remove"

    @property
    def needs_content(self) -> bool:
        """True if the place must exist already."""
        return self.to is not None or self.by is not None


def _content(value: Value) -> Json:
    """Return a value in the form in which the law contains it: a number, a truth, a name, or a list of names."""
    if isinstance(value, bool | int):
        return value
    members = as_members(value)
    return members[0] if len(members) == 1 else list(members)


@register_node
class Repeal(AmendsLaw, frozen=True, eq=False, kw_only=True):
    """Repeal rules by their ids, and everything that belongs to them; `this` is the rule that runs the operation."""

    repeal: field_types.RuleIds

    def perform(self, run: Runner, names: Names) -> None:
        for rule in as_members(self.repeal.value(run, names)):
            run.world.repeal(str(rule))

    @property
    def is_of_itself(self) -> bool:
        """True if the operation repeals only the rule that runs it."""
        return isinstance(self.repeal, Literal) and self.repeal.source == (THIS,)
