"""Nodes for proposals: sets of them, what they change, and operations that end them before their votes are counted.

Properties of proposals, such as `$proposal.author`, are in `nomic/effects/language/nodes/values.py`.
"""

from collections.abc import Mapping
from typing import Any

from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    Condition,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Measure,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.selectors import cost_for_each, filtered
from nomic.effects.language.nodes.values import Literal, as_members
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.world import Members, Names, Runner

PROPOSALS = 100  # proposals assumed where the cost of an effect is estimated
MAX_LISTED = 1_000  # proposals of a state that an effect goes over, the newest ones
LAPSED, VETOED = "lapsed", "vetoed"


@register_node
class ProposalsWhich(Expression[Members], frozen=True, eq=False, kw_only=True):
    """Proposals in a state, oldest first: `open` to votes, `waiting` for seconds, `undecided` (both), `all`, ….

    `popular` ones wait to be enacted by hand. `class` names their classes, `by` their authors. If there are more than
    1,000 in a state, only the newest 1,000 count.
    """

    proposals: field_types.WhichProposals
    class_: field_types.Names | None = None
    by: field_types.Players | None = None
    where: field_types.Truth | None = None
    as_: field_types.NewName = "it"
    kind: Kind = "proposals"
    stands_at = IN_THE_HALL

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): "proposals"} if field == "where" else {}

    def value(self, run: Runner, names: Names) -> Members:
        return run.loop_cache.once(self, names, lambda: self._found(run, names))

    def _found(self, run: Runner, names: Names) -> Members:
        found = run.world.proposals(self.proposals)
        for part, wanted in (("class", self.class_), ("author", self.by)):
            if wanted is not None:
                fitting = set(as_members(wanted.value(run, names)))
                found = tuple(
                    each
                    for each in found
                    if fitting.intersection(as_members(run.world.about_proposal(str(each), part)))
                )
        return filtered(found, self.where, self.as_, run, names)

    def law_names(self, listed: Listed) -> LawNames:
        named = self.class_.members if isinstance(self.class_, Literal) else ()
        yield from (("/class", "classes", name) for name in named)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        asked = [part.cost(measure, sizes) for part in (self.class_, self.by) if part is not None]
        return sum(asked) + cost_for_each(PROPOSALS, self.where, self.as_, measure, sizes)

    def size(self, sizes: Sizes) -> int:
        return PROPOSALS


@register_node
class Changes(Condition, frozen=True, eq=False, kw_only=True):
    """True if one of these proposals changes the rule `rule` (an id), the law `at` a place, or anything.

    A change to a rule includes its text, its clauses, and the sections and entries that belong to it.
    """

    changes: field_types.Proposals
    rule: field_types.Word | None = None
    at: field_types.Text | None = None
    stands_at = IN_THE_HALL

    def value(self, run: Runner, names: Names) -> bool:
        codes = self.changes.value(run, names)
        return any(run.world.changes_law(str(code), self.rule or "", self.at or "") for code in codes)

    def law_names(self, listed: Listed) -> LawNames:
        if self.rule is not None:
            yield "/rule", "rules", self.rule

    def flaws(self, moment: Moment) -> Flaws:
        if self.rule is not None and self.at is not None:
            yield "/at", "either a rule or a place"
        if self.at is not None and not self.at.startswith("/"):
            yield "/at", "a place in the law begins with a slash, such as /shop"


class EndsProposals(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """An operation that ends proposals before their votes are counted."""

    stands_at = IN_THE_HALL - {"condition"}

    def end(self, which: Expression[Members], how: str, run: Runner, names: Names) -> None:
        """End these proposals. `how` is their new state."""
        for code in which.value(run, names):
            run.world.close_proposal(str(code), how, run)


@register_node
class Veto(EndsProposals, frozen=True, eq=False, kw_only=True):
    """Veto proposals that are open or waiting, so that they never take effect. Other proposals are unchanged."""

    veto: field_types.Proposals

    def perform(self, run: Runner, names: Names) -> None:
        self.end(self.veto, VETOED, run, names)


@register_node
class Lapse(EndsProposals, frozen=True, eq=False, kw_only=True):
    """Let proposals lapse that are open or waiting, so that they never take effect. Other proposals are unchanged."""

    lapse: field_types.Proposals

    def perform(self, run: Runner, names: Names) -> None:
        self.end(self.lapse, LAPSED, run, names)
