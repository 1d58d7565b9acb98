"""Detection of draws that must stay secret because they reveal something about a secret value.

A draw is secret if it determines the content of a secret value, whose value changes, or whether or how often the value
changes. It is also secret if its number of sides depends on a secret. The detection follows the names that operations
bind, through the text of the effect, to the steps that use them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Effect, Node, Operation
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Names, Runner, Secrets, Step

# The key of the names whose values are secret. References cannot use it.
IN_SECRET = "me.in secret"  # noqa: S105 - not a password
EVERYTHING = "*"  # pseudo-name in the set: the branch being run was selected by a secret
_KEPT = 4_000  # cached steps


def is_drawn_in_secret(effect: Sequence[Step], place: int, run: Runner, names: Names, secrets: Secrets) -> bool:
    """Return whether the draws of the step at index `place` of a list must stay secret."""
    step = cast(Operation, effect[place])
    secret = as_members(names.get(IN_SECRET, ()))
    if EVERYTHING in secret or _always_in_secret(step, secrets):
        return True
    if not _names_in_guard(step).isdisjoint(map(str, secret)):
        return True
    if any(not run.world.is_revealed(name) for name in _read_in_guard(step, secrets)):
        return True
    return _decides_by_its_name(cast(Effect, tuple(effect)), place, secrets)


def changes_a_secret(piece: Node | Effect, secrets: Secrets) -> bool:
    """Return whether `piece` may change a secret value, directly or by drawing an outcome that does."""
    return any(node.value_changed() in secrets.values or node.pool_met() in secrets.pools for _, node in walk(piece))


def secret_names(names: Names, step: Step, *, is_secret: bool) -> tuple[str, ...]:
    """Return the names in scope that have secret values after `step` has run.

    `is_secret` says whether the name that the step binds has a secret value.
    """
    binding = cast(Operation, step).binds()
    known = [str(name) for name in as_members(names.get(IN_SECRET, ()))]
    if binding is None:
        return tuple(known)
    others = [name for name in known if name != binding.name]
    return tuple([*others, binding.name] if is_secret else others)


# ── analysis of steps


def _guard(step: Operation) -> Iterator[Node]:
    """Yield the nodes that a step evaluates before it does anything, without the operations within it."""
    for _, part in step.parts():
        if not isinstance(part, tuple):
            yield from (node for _, node in walk(part))


@lru_cache(maxsize=_KEPT)
def _names_in_guard(step: Operation) -> frozenset[str]:
    return frozenset(name for node in _guard(step) for name in node.own_names())


@lru_cache(maxsize=_KEPT)
def _read_in_guard(step: Operation, secrets: Secrets) -> frozenset[str]:
    """Return the secret values that a step itself reads, without those read by nested operations."""
    return frozenset(node.value_read() for node in _guard(step)) & secrets.values


@lru_cache(maxsize=_KEPT)
def _changes(step: Operation, secrets: Secrets) -> bool:
    return changes_a_secret(step, secrets)


@lru_cache(maxsize=_KEPT)
def _always_in_secret(step: Operation, secrets: Secrets) -> bool:
    """Return whether a step changes a secret, or chance decides whether or how often its nested steps do."""
    if step.value_changed() in secrets.values:
        return True
    return _changes(step, secrets) and any(node.is_by_chance() for node in _guard(step))


@lru_cache(maxsize=_KEPT)
def _decides_by_its_name(effect: Effect, place: int, secrets: Secrets) -> bool:
    """Return whether a later step uses the name bound by this step to determine a secret."""
    binding = effect[place].binds()
    return binding is not None and any(
        _is_decided_by(effect, later, binding.name, secrets) for later in range(place + 1, len(effect))
    )


def _is_decided_by(effect: Effect, place: int, name: str, secrets: Secrets) -> bool:
    step = effect[place]
    if name in _names_in_guard(step) and (_changes(step, secrets) or _decides_by_its_name(effect, place, secrets)):
        return True
    return any(_is_decided_by(inner, below, name, secrets) for _, inner in step.lists() for below in range(len(inner)))
