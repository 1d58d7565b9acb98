"""Cache of values that cannot change during a loop, such as a set that does not depend on the candidate.

"The player with the most" among 10,000 players then reads each player once instead of once per pair.
"""

from collections.abc import Callable
from functools import lru_cache
from types import TracebackType
from typing import Any, TypeVar, cast

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Node, fields_of

T = TypeVar("T")
# The values of these names depend on other state, which a game keeps.
_OTHERWISE_KNOWN = frozenset({"event", "mod"})


class LoopCache:
    """Context manager around a loop: caches values of nodes that do not change within it."""

    def __init__(self) -> None:
        self._depth = 0
        self._known: dict[tuple[str, int], tuple[tuple[object, ...], object]] = {}

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._known.clear()

    def once(self, node: Node, names: dict[str, Any], work: Callable[[], T], of: str = "") -> T:
        """Return the cached value of a node if its free names are unchanged, else compute and cache it.

        `work` computes it. `of` distinguishes several values of one node. Outside of the context manager, and for
        random values, `work` is called every time.
        """
        free = free_names(node) if self._depth else None
        if free is None:
            return work()
        now = tuple(names.get(name) for name in free)
        known = self._known.get((of, id(node)))
        if known is not None and known[0] == now:
            return cast("T", known[1])
        found = work()
        self._known[of, id(node)] = (now, found)
        return found


@lru_cache(maxsize=4096)
def free_names(node: Node) -> tuple[str, ...] | None:
    """Return the names in scope on which a node's value depends, sorted.

    Returns None if the value also depends on something else, such as chance.
    """
    if any(part.is_by_chance() for _, part in walk(node)):
        return None
    free = _free(node)
    return None if free & _OTHERWISE_KNOWN else tuple(sorted(free))


def _free(node: Node) -> frozenset[str]:
    read = {field: getattr(node, field) for field in fields_of(type(node))}
    free = node.own_names()
    for below, child in node.children():
        field = below.split("/")[1]
        bound = next((node.inner_names(name, read) for name in read if name.rstrip("_") == field), {})
        free |= _free(child) - bound.keys()
    return free
