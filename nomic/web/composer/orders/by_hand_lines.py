"""Lines of a proposal marked "By hand", such as "By hand: Ring every bell.", for acts of its author.

The lines are part of the text, so that voters, the wiki and the API show them, and any author can write one.
"""

import re
from collections.abc import Iterable

MAX_LINES = 40
_LINE = re.compile(
    r"^[*#:>'_ ]{0,8}By hand:[*'_]{0,3}[ \t]*(?P<order>[^\n]{1,400}?)[ \t]*$\n?", re.MULTILINE | re.IGNORECASE
)


def without_by_hand(text: str) -> tuple[str, list[str]]:
    """Split off the "By hand" lines of a text. Returns the rest, and up to `MAX_LINES` orders from these lines."""
    orders = [found["order"].rstrip(" .;:") for found in _LINE.finditer(text)]
    return _LINE.sub("", text), orders[:MAX_LINES]


def with_by_hand(text: str, shown: Iterable[str], ticked: Iterable[str]) -> str:
    """Return a text with a "By hand" line for each ticked order, and without the lines of orders shown but not ticked.

    Lines for orders that were not shown are kept.
    """
    chosen = {_plain(order) for order in ticked}
    offered = {_plain(order) for order in shown}
    words, orders = without_by_hand(text)
    kept = [order for order in orders if _plain(order) in chosen or _plain(order) not in offered]
    known = {_plain(order) for order in kept}
    new = [order for order in shown if _plain(order) in chosen - known]
    if not new and len(kept) == len(orders):
        return text
    lines = "\n".join(f"By hand: {' '.join(order.split())}." for order in [*kept, *new][:MAX_LINES])
    return f"{words.rstrip()}\n\n{lines}\n" if lines else words.rstrip()


def _plain(order: str) -> str:
    return " ".join(order.casefold().split()).rstrip(" .;:")
