"""Pagination: a list too long for one page takes several, a hundred items to each, in the order of arrival.

An item keeps its place when later items arrive, so an act makes only the few parts stale that show its changes. If
history is rewritten and a part is no longer needed, the part says where its content is.
"""

from collections.abc import Iterable

from nomic.wiki.models import PageKind

A_PAGE = 100  # players, proposals, matches or requests: a few hundred kilobytes, bearable and taken by every wiki


def part_of(number: int) -> int:
    """Return the part (1, 2, 3, …) that shows the item of this number (1, 2, 3, …)."""
    return (number - 1) // A_PAGE + 1


def span(part: int) -> tuple[int, int]:
    """Return the first and the last number of a part."""
    return (part - 1) * A_PAGE + 1, part * A_PAGE


def parts_for(kind: str, count: int) -> Iterable[int]:
    """Return the parts for this number of items. Empty if the items fit on the page that links to the parts.

    Holdings of players appear either on the gamestate or on the parts, so the parts cover all of them. Pages of
    proposals, matches and the court show the newest items anyway, so only full parts count.
    """
    if count <= A_PAGE:
        return ()
    return range(1, (part_of(count) if kind == PageKind.HOLDINGS else count // A_PAGE) + 1)
