"""Pagination: a list too long for one page is split into parts of a hundred items, in the order of arrival.

Items do not move when later items arrive, so an act makes only those few parts stale that show its changes. If history
is rewritten and a part is no longer needed, the part says where its content is.
"""

from collections.abc import Iterable

from nomic.wiki.models import PageKind

A_PAGE = 100  # players, proposals, matches or requests: a few hundred kilobytes, bearable and taken by every wiki


def part_of(number: int) -> int:
    """Return the part (1, 2, 3, …) that shows the item of this number (1, 2, 3, …)."""
    return (number - 1) // A_PAGE + 1


def span(part: int) -> tuple[int, int]:
    """Return the numbers of the first and last item on a page, both counted from 1."""
    return (part - 1) * A_PAGE + 1, part * A_PAGE


def parts_for(kind: str, count: int) -> Iterable[int]:
    """Return the numbers of the parts for this number of items.

    Empty if the items fit on the page that links to the parts.

    Holdings of players are either on the gamestate page or on the parts, so the parts cover all of them. Pages of
    proposals, matches and the court show the newest items themselves, so their parts are only the full ones.
    """
    if count <= A_PAGE:
        return ()
    return range(1, (part_of(count) if kind == PageKind.HOLDINGS else count // A_PAGE) + 1)
