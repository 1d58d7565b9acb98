"""Checks for modifiers that act as each other in a cycle, which would never end."""

from collections.abc import Mapping


def circle(graph: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """Return the first cycle of modifiers that act as each other, in order, or an empty tuple.

    `graph` maps each modifier to the modifiers that it can act as.
    """
    done: set[str] = set()
    for start in graph:
        found = _circle_from(start, graph, done)
        if found:
            return found
    return ()


def _circle_from(start: str, graph: Mapping[str, frozenset[str]], done: set[str]) -> tuple[str, ...]:
    """Return the first cycle on any path from `start`, or an empty tuple.

    Nodes that lead into no cycle are added to `done`.
    """
    way: dict[str, None] = {}
    left: list[list[str]] = [[start]]
    while left:
        if not left[-1]:
            left.pop()
            if way:
                done.add(way.popitem()[0])
            continue
        name = left[-1].pop()
        if name in way:
            return tuple(way)[list(way).index(name) :]
        if name not in done:
            way[name] = None
            left.append(sorted(graph.get(name, frozenset()), reverse=True))
    return ()
