"""What would be too long for one page stands on several, a hundred to each, in the order in which they came.

What came once stays where it is, whatever comes after it: so an act makes the few parts stale that show what it
changed. A part that is not needed any more, because the journal was told anew, says where its content is.
"""

from collections.abc import Iterable

from nomic.wiki.models import PageKind

A_PAGE = (
    100  # players, proposals, matches or requests: some hundred kilobytes, which readers can bear and every wiki takes
)


def part_of(number: int) -> int:
    """The part on which the first, second, third … of them stands: 1, 2, 3, …"""
    return (number - 1) // A_PAGE + 1


def span(part: int) -> tuple[int, int]:
    """The first and the last number of a part."""
    return (part - 1) * A_PAGE + 1, part * A_PAGE


def parts_for(kind: str, count: int) -> Iterable[int]:
    """The parts that so many take; none where they fit on the page that leads to them.

    What players have stands on the gamestate or on the parts, hence all of it; pages of proposals, matches and the
    court show the newest in any case, hence the parts are those that are full.
    """
    if count <= A_PAGE:
        return ()
    return range(1, (part_of(count) if kind == PageKind.HOLDINGS else count // A_PAGE) + 1)
