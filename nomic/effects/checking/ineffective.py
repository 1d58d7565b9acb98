"""Checks for effects that are valid but do nothing, or that would run too late."""

from collections.abc import Iterator

from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Effect, Operation, head_of


def futile_parts(effect: Effect, moment: Moment) -> Iterator[EffectFlaw]:
    """Yield a flaw for each part of an effect that can never do anything, and one if the whole effect does nothing."""
    for path, node in walk(effect):
        yield from (EffectFlaw(f"{path}{below}", detail) for below, detail in node.futile(moment))
    yield from _too_late(effect, "")
    if effect and not any(isinstance(node, Operation) and node.does_something() for _, node in walk(effect)):
        yield EffectFlaw("", "this does nothing")


def _too_late(effect: Effect, path: str) -> Iterator[EffectFlaw]:
    """Yield a flaw for each step that needs the running play but follows another player's choice.

    By the time of that choice the play is over (R41).
    """
    is_owed = False
    for place, step in enumerate(effect):
        here = f"{path}/{place}"
        for below, node in walk(step, here) if is_owed else ():
            if isinstance(node, Operation) and node.needs_the_play:
                yield EffectFlaw(
                    below,
                    f"{head_of(type(node))!r} cannot come after another player's choice: play has moved on by then",
                )
        is_owed = is_owed or step.may_ask_another()
        if not is_owed:
            for below, inner in step.lists(here):
                yield from _too_late(inner, below)
