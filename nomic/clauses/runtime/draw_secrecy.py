"""The values and pools of a law for which draws must stay secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nomic.clauses.clause_index import clauses_of, secrets_of
from nomic.clauses.runtime.available_outcomes import Offered, outcomes_of
from nomic.cycles.actions.context import ActionContext
from nomic.effects.checking.cost import draws
from nomic.effects.language.detect_secret_draws import changes_a_secret
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.operations.ask_everybody import Everybody
from nomic.effects.language.operations.choosing import Choose, Offer
from nomic.effects.language.operations.deferred import Later
from nomic.effects.language.operations.draw_outcome import Meet
from nomic.effects.language.operations.play_again import Reroll
from nomic.effects.language.world import NO_SECRETS, Secrets
from nomic.law.document.sections import Law

MAY_CHANGE = "secrets that may have changed"


def secrets_of_draws(law: Law) -> Secrets:
    """Return the secret values of a law and the pools that involve them, computed once per law."""
    return law.once("secrets of draws", lambda: _find(law))


def _find(law: Law) -> Secrets:
    values = Secrets(frozenset(secrets_of(law)))
    if not values.values:
        return NO_SECRETS
    pools = {name: outcomes_of(law, name) for name in clauses_of(law).outcomes}
    changing = {name for name, offered in pools.items() if any(changes_a_secret(each.do, values) for each in offered)}
    asking = {name for name, offered in pools.items() if any(_asks(each, values) for each in offered)}
    return Secrets(values.values, pools=_and_above(changing, pools), asking=_and_above(asking, pools))


def _and_above(found: set[str], pools: Mapping[str, Sequence[Offered]]) -> frozenset[str]:
    """Return these pools with all pools that lead to them: an outcome may draw from another pool."""
    drawn = {
        name: {node.pool_met() for each in offered for _, node in walk(each.do)} for name, offered in pools.items()
    }
    while above := {name for name, below in drawn.items() if below & found} - found:
        found |= above
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Secrecy:
    """The secrets that an effect may involve in any run, according to its text."""

    changed: frozenset[str]  # secret values that it may change
    decided: frozenset[str]  # secret values that it may read or change
    may_draw: bool
    goes_on_later: bool  # after a question, or deferred


@lru_cache(maxsize=1_000)
def secrecy_of(effect: Effect, secrets: Secrets, collections: int, *, is_answered: bool = False) -> Secrecy:
    """Return which of these secrets the text of an effect may involve, including those of outcomes that it may draw.

    A random card may draw from `collections` collections. If `is_answered` is set, the question of the first step has
    already been answered.
    """
    nodes = [node for _, node in walk(effect)]
    waiting = [node for node in nodes if not (is_answered and node is effect[0])]
    pools = {node.pool_met() for node in nodes}
    changed = {node.value_changed() for node in nodes}
    decided = changed | {node.value_read() for node in nodes}
    return Secrecy(
        secrets.values if pools & secrets.pools else secrets.values & changed,
        secrets.values if pools & (secrets.pools | secrets.asking) else secrets.values & decided,
        draws(effect, collections) > 0,
        any(isinstance(node, Choose | Offer | Everybody | Later | Meet | Reroll) for node in waiting),
    )


def may_change(act: ActionContext) -> set[str]:
    """Return the act's set of secret values that its effects so far may have changed, according to their texts."""
    return act.recall(MAY_CHANGE, set[str])


def _asks(outcome: Offered, secrets: Secrets) -> bool:
    """Return whether a secret influences the availability of an outcome."""
    return outcome.needs is not None and any(node.value_read() in secrets.values for _, node in walk(outcome.needs))
