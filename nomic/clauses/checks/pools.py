"""Checks of outcome pools: the maximum cost of drawing an outcome, and effects that an outcome must not have."""

from collections.abc import Iterator, Mapping, Sequence

from nomic.clauses.schema.clause_models import OutcomeClause
from nomic.effects.checking.cost import cost, draws, keeps
from nomic.effects.language import scopes
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.vocabulary import OutcomeWork
from nomic.law.document.sections import Flaw


def works_of(pools: Mapping[str, Sequence[OutcomeClause]], rolled_for: int = 0) -> dict[str, OutcomeWork]:
    """Return the maximum work of drawing an outcome, by pool.

    It includes finding the available outcomes and running the most expensive one. A random card counts as a draw from
    `rolled_for` collections (R27).
    """
    return {name: _work_of(outcomes, rolled_for) for name, outcomes in pools.items()}


def _work_of(outcomes: Sequence[OutcomeClause], rolled_for: int) -> OutcomeWork:
    asked, works = 0, [OutcomeWork()]
    for clause in outcomes:
        try:
            effect = read_effect(clause.do, scopes.WHO_ACTS)
            asked += 0 if clause.if_ is None else cost(read_condition(clause.if_, scopes.WHO_ACTS))
        except EffectFlaw:  # This flaw is reported where it occurs.
            continue
        works.append(OutcomeWork(cost(effect), draws(effect, rolled_for), keeps(effect)))
    return OutcomeWork(
        asked + max(each.steps for each in works),
        max(each.draws for each in works),
        max(each.keeps for each in works),
    )


def circle_flaws(path: str, clause: OutcomeClause) -> Iterator[Flaw]:
    """Yield a flaw for each draw of another outcome in an outcome's effect, because that might never end."""
    try:
        effect = read_effect(clause.do, scopes.WHO_ACTS)
    except EffectFlaw:
        return
    for below, node in walk(effect):
        if isinstance(node, Meet):
            yield Flaw(f"{path}{below}", "an outcome cannot draw another outcome: that might never end")
