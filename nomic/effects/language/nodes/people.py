"""Nodes about players of the cycle: their status and their acts."""

import json

from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    NATURAL,
    Bounds,
    Condition,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.values import as_members, kept_in_bounds
from nomic.effects.language.world import Names, Players, Runner


def _all_are(what: str, players: Players, run: Runner, detail: str = "") -> bool:
    """Return whether the predicate is true of all these players, and there is at least one."""
    return bool(players) and all(run.world.fact(what, player, detail) > 0 for player in players)


@register_node
class Reputable(Condition, frozen=True, eq=False, kw_only=True):
    """True if all these players are reputable (R6), and there is at least one."""

    reputable: field_types.Players
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("reputable", self.reputable.value(run, names), run)


@register_node
class Active(Condition, frozen=True, eq=False, kw_only=True):
    """True if all these players are active (R8), and there is at least one."""

    active: field_types.Players
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("active", self.active.value(run, names), run)


@register_node
class Acted(Condition, frozen=True, eq=False, kw_only=True):
    """True if all these players have acted in this phase, the previous phase or this cycle. False if there are none.

    If `act` is given, they must have performed this action, such as `withdraw-battle`, since they joined. The running
    act does not count.
    """

    acted: field_types.Players
    act: field_types.Word | None = None
    in_: field_types.PhaseSpan = "phase"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        players = self.acted.value(run, names)
        if self.act is None:
            return _all_are("acted", players, run, self.in_)
        return _all_are("did", players, run, f"{self.in_}:{self.act}")

    def law_names(self, listed: Listed) -> LawNames:
        if self.act is not None:
            yield "/act", "acts", self.act


@register_node
class Holds(Condition, frozen=True, eq=False, kw_only=True):
    """True if the given players all hold an office, such as Judge, and there is at least one of them."""

    holds: field_types.Players
    office: field_types.Word
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return _all_are("office", self.holds.value(run, names), run, self.office)

    def law_names(self, listed: Listed) -> LawNames:
        yield "/office", "offices", self.office


@register_node
class Held(Condition, frozen=True, eq=False, kw_only=True):
    """True if somebody holds an office. The holder may be a person who is not a player (R100)."""

    held: field_types.Word
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        return run.world.fact("office", "", self.held) > 0

    def law_names(self, listed: Listed) -> LawNames:
        yield "/held", "offices", self.held


@register_node
class VotedOn(Condition, frozen=True, eq=False, kw_only=True):
    """True if all these players have a current vote of this kind on a proposal: for, against, unclear, or any."""

    voted: field_types.Players
    about: field_types.Code
    how: field_types.Ballot = "any"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        players, proposals = self.voted.value(run, names), as_members(self.about.value(run, names))
        return bool(proposals) and all(_all_are("vote", players, run, f"{self.how}:{each}") for each in proposals)


@register_node
class Seniority(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of full hours or phases since a player last joined; for several players, the sum."""

    seniority: field_types.Players
    in_: field_types.TimeUnit
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        players = self.seniority.value(run, names)
        return kept_in_bounds(sum(run.world.fact("seniority", player, self.in_) for player in players))

    def bounds(self, sizes: Sizes) -> Bounds:
        return NATURAL


@register_node
class InMatch(Condition, frozen=True, eq=False, kw_only=True):
    """True if all these players sit at an unfinished match of a kind, at a stage, or against others.

    A declaration for a battle is a seat at a match that gathers. `kind` is the game's name for the match, such as
    `battle`, or the name of the game. `against` requires a match at which all those players sit, too.
    """

    in_match: field_types.Players
    kind_: field_types.Word | None = None
    against: field_types.Players | None = None
    stage: field_types.MatchStage = "any"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        others = () if self.against is None else self.against.value(run, names)
        if self.against is not None and not others:
            return False
        asked = json.dumps([self.stage, self.kind_ or "", sorted(str(each) for each in others)])
        return _all_are("in match", self.in_match.value(run, names), run, asked)


@register_node
class Since(Expression[int], frozen=True, eq=False, kw_only=True):
    """The number of full hours, days or phases since a player joined, became reputable, last acted, or began a match.

    For several players, the smallest number. It is 0 if there was no such moment; for a player who never acted, it
    counts since they joined. The time of a last act is known only to the day.
    """

    since: field_types.Beginning
    of: field_types.Players
    in_: field_types.SpanUnit = "hours"
    kind: Kind = "number"
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> int:
        spans = [run.world.fact(f"since {self.since}", player, self.in_) for player in self.of.value(run, names)]
        return kept_in_bounds(min(spans, default=0))

    def flaws(self, moment: Moment) -> Flaws:
        if self.since == "last_act" and self.in_ == "hours":
            yield "/in", "only the day of a last act is known: say days, or phases"
        elif self.since in ("match", "reputable") and self.in_ == "phases":
            yield "/in", "this is known in hours and days only"

    def bounds(self, sizes: Sizes) -> Bounds:
        return NATURAL


@register_node
class DeclaredReputable(Condition, frozen=True, eq=False, kw_only=True):
    """True if all these players have declared another player reputable (R6)."""

    declared: field_types.Players
    whom: field_types.Players
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        who, others = self.declared.value(run, names), self.whom.value(run, names)
        return bool(others) and all(_all_are("declared", who, run, str(each)) for each in others)
