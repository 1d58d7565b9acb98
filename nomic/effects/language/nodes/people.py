"""Nodes about players in the cycle: their status and their acts."""

from nomic.effects.language.bounds import UNBOUNDED
from nomic.effects.language.moments import IN_THE_HALL
from nomic.effects.language.nodes import slots
from nomic.effects.language.nodes.base import Condition, Expression, Kind, LawNames, Listed, Sizes, register
from nomic.effects.language.nodes.values import as_members, kept_in_bounds
from nomic.effects.language.world import Names, Players, Runner


def _all_are(what: str, players: Players, run: Runner, detail: str = "") -> bool:
    """Return whether a fact is true of all these players, and there is at least one."""
    return bool(players) and all(run.world.fact(what, player, detail) > 0 for player in players)


@register
class Reputable(Condition, frozen=True, eq=False, kw_only=True):
    """All these players are reputable (R6), and there is at least one."""

    reputable: slots.Players
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("reputable", self.reputable.value(run, names), run)


@register
class Active(Condition, frozen=True, eq=False, kw_only=True):
    """All these players are active (R8), and there is at least one."""

    active: slots.Players
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("active", self.active.value(run, names), run)


@register
class Acted(Condition, frozen=True, eq=False, kw_only=True):
    """All these players have acted in this phase or in the previous one, and there is at least one."""

    acted: slots.Players
    in_: slots.PhaseSpan = "phase"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("acted", self.acted.value(run, names), run, self.in_)


@register
class Holds(Condition, frozen=True, eq=False, kw_only=True):
    """All these players hold an office such as that of the Judge, and there is at least one."""

    holds: slots.Players
    office: slots.Word
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("office", self.holds.value(run, names), run, self.office)

    def law_names(self, listed: Listed) -> LawNames:
        yield "/office", "offices", self.office


@register
class Held(Condition, frozen=True, eq=False, kw_only=True):
    """Somebody holds an office; they need not be a player (R100)."""

    held: slots.Word
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return run.world.fact("office", "", self.held) > 0

    def law_names(self, listed: Listed) -> LawNames:
        yield "/held", "offices", self.held


@register
class VotedOn(Condition, frozen=True, eq=False, kw_only=True):
    """All these players have a current vote on a proposal: for it, against it, unclear, or any."""

    voted: slots.Players
    about: slots.Code
    how: slots.Ballot = "any"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        players, proposals = self.voted.value(run, names), as_members(self.about.value(run, names))
        return bool(proposals) and all(_all_are("vote", players, run, f"{self.how}:{each}") for each in proposals)


@register
class Seniority(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of full hours or phases since players last joined; for several players the sum."""

    seniority: slots.Players
    in_: slots.TimeUnit
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        players = self.seniority.value(run, names)
        return kept_in_bounds(sum(run.world.fact("seniority", player, self.in_) for player in players))

    def upper_bound(self, sizes: Sizes) -> int:
        return UNBOUNDED

    def lower_bound(self, sizes: Sizes) -> int:
        return 0
