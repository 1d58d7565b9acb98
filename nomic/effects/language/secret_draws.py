"""Which draws of an effect decide something of a secret value, so that nobody may see them.

A draw is secret if it decides what a secret value becomes, whose value changes, whether or how often it changes, or if
its number of sides follows from a secret. What a draw decides is found in the text of the effect: the names that
operations bind are followed to the steps that use them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

from nomic.effects.language.nodes.base import Effect, Node, Operation
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.walk import walk
from nomic.effects.language.world import Names, Runner, Secrets, Step

# Under this name, which nothing can refer to, are the names that stand for something secret.
IN_SECRET = "me.in secret"  # noqa: S105 - no password
EVERYTHING = "*"  # among them: whatever is done here is done because of a secret
_KEPT = 4_000  # steps of which it is known


def is_drawn_in_secret(effect: Sequence[Step], place: int, run: Runner, names: Names, secrets: Secrets) -> bool:
    """Whether nobody may see what the step at this place of a list draws."""
    step = cast(Operation, effect[place])
    secret = as_members(names.get(IN_SECRET, ()))
    if EVERYTHING in secret or _always_in_secret(step, secrets):
        return True
    if not _names_in_guard(step).isdisjoint(map(str, secret)):
        return True
    if any(not run.world.is_told(name) for name in _read_in_guard(step, secrets)):
        return True
    return _decides_by_its_name(cast(Effect, tuple(effect)), place, secrets)


def changes_a_secret(piece: Node | Effect, secrets: Secrets) -> bool:
    """Whether anything in this changes a secret value, or may by what is met."""
    return any(node.value_changed() in secrets.values or node.pool_met() in secrets.pools for _, node in walk(piece))


def secret_names(names: Names, step: Step, *, is_secret: bool) -> tuple[str, ...]:
    """The names that stand for something secret once a step is done."""
    binding = cast(Operation, step).binds()
    known = [str(name) for name in as_members(names.get(IN_SECRET, ()))]
    if binding is None:
        return tuple(known)
    others = [name for name in known if name != binding.name]
    return tuple([*others, binding.name] if is_secret else others)


# ── what a step says


def _guard(step: Operation) -> Iterator[Node]:
    """What a step looks at before it does anything; not the operations within."""
    for _, part in step.parts():
        if not isinstance(part, tuple):
            yield from (node for _, node in walk(part))


@lru_cache(maxsize=_KEPT)
def _names_in_guard(step: Operation) -> frozenset[str]:
    return frozenset(name for node in _guard(step) for name in node.own_names())


@lru_cache(maxsize=_KEPT)
def _read_in_guard(step: Operation, secrets: Secrets) -> frozenset[str]:
    """The secret values that a step reads; what it puts into one is read for that one alone."""
    return frozenset(node.value_read() for node in _guard(step)) & secrets.values


@lru_cache(maxsize=_KEPT)
def _changes(step: Operation, secrets: Secrets) -> bool:
    return changes_a_secret(step, secrets)


@lru_cache(maxsize=_KEPT)
def _always_in_secret(step: Operation, secrets: Secrets) -> bool:
    """Whether it changes a secret itself, or chance decides whether and how often what is within it does."""
    if step.value_changed() in secrets.values:
        return True
    return _changes(step, secrets) and any(node.is_by_chance() for node in _guard(step))


@lru_cache(maxsize=_KEPT)
def _decides_by_its_name(effect: Effect, place: int, secrets: Secrets) -> bool:
    """Whether the name that a step binds decides later in its list what comes of a secret."""
    binding = effect[place].binds()
    return binding is not None and any(
        _is_decided_by(effect, later, binding.name, secrets) for later in range(place + 1, len(effect))
    )


def _is_decided_by(effect: Effect, place: int, name: str, secrets: Secrets) -> bool:
    step = effect[place]
    if name in _names_in_guard(step) and (_changes(step, secrets) or _decides_by_its_name(effect, place, secrets)):
        return True
    return any(_is_decided_by(inner, below, name, secrets) for _, inner in step.lists() for below in range(len(inner)))
