"""Values that rules keep, for the cycle or for each player: reading and changing them; and words for everybody."""

from nomic.effects.language import slots
from nomic.effects.language.bounds import MOST_NUMBER
from nomic.effects.language.moments import BY_RULE, Moment
from nomic.effects.language.nodes import Expression, Flaws, Kind, LawNames, Listed, Operation, Sizes, register
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.selectors import PlayersWho
from nomic.effects.language.values import Ref, as_number, kept_in_bounds
from nomic.effects.language.world import Names, Players, Runner, Value

THE_CYCLE: Players = ("",)


def holders(of: Expression[Players] | None, run: Runner, names: Names) -> Players:
    """Whose value is meant: of these players, or of the cycle."""
    return THE_CYCLE if of is None else of.value(run, names)


def kept_names(word: str, name: str, of: Expression[Players] | None) -> LawNames:
    """The name of a value, which the law keeps for the cycle or for each player as it is used here."""
    yield f"/{word}", "values_of_cycle" if of is None else "values_of_players", name


@register
class ValueOf(Expression[int], frozen=True, eq=False, kw_only=True):
    """A value that a rule keeps: of the cycle, or of players, of several their sum."""

    value_of: slots.Word
    of: slots.Players | None = None
    kind: Kind = "number"
    stands_at = BY_RULE

    def value(self, run: Runner, names: Names) -> int:
        return kept_in_bounds(sum(run.world.kept(self.value_of, holder) for holder in holders(self.of, run, names)))

    def law_names(self, listed: Listed) -> LawNames:
        return kept_names("value_of", self.value_of, self.of)

    def upper_bound(self, sizes: Sizes) -> int:
        return MOST_NUMBER


@register
class Raise(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """A value that a rule keeps grows by so much, or shrinks; it stops at its bounds."""

    raise_: slots.Word
    by: slots.Number
    of: slots.Players | None = None
    stands_at = BY_RULE - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        by = as_number(self.by.value(run, names))
        for holder in holders(self.of, run, names):
            run.world.keep(self.raise_, holder, run.world.kept(self.raise_, holder) + by)

    def law_names(self, listed: Listed) -> LawNames:
        return kept_names("raise", self.raise_, self.of)


@register
class SetTo(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """A value that a rule keeps is so much from now on; it stops at its bounds."""

    set_: slots.Word
    to: slots.Number
    of: slots.Players | None = None
    stands_at = BY_RULE - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        number = as_number(self.to.value(run, names))
        for holder in holders(self.of, run, names):
            run.world.keep(self.set_, holder, number)

    def law_names(self, listed: Listed) -> LawNames:
        return kept_names("set", self.set_, self.of)


@register
class Transfer(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Players hand so many of an item to another, or all they have where they have fewer."""

    transfer: slots.Word
    from_: slots.Players
    to: slots.Players
    n: slots.Number | None = None
    stands_at = BY_RULE - {"condition"}

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count, takers = self.count(run, names), self.to.value(run, names)
        for giver in self.from_.value(run, names) if count > 0 else ():
            for taker in takers:
                run.world.transfer(self.transfer, count, giver, taker, run)

    def law_names(self, listed: Listed) -> LawNames:
        yield "/transfer", "items", self.transfer

    def futile(self, moment: Moment) -> Flaws:
        if isinstance(self.from_, Ref | PlayersWho) and self.from_.raw == self.to.raw:
            yield "/to", "from and to are the same players: nothing changes hands"


@register
class Announce(Operation, frozen=True, eq=False, kw_only=True):
    """Everybody reads this in the journal."""

    announce: slots.Text
    stands_at = BY_RULE - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        run.world.announce(self.announce)

    def futile(self, moment: Moment) -> Flaws:
        if not self.announce.strip():
            yield "/announce", "there is nothing to read here"

    def does_something(self) -> bool:
        return True
