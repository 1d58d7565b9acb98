"""Signs and abbreviations of items, as players write them: "40🝬" and "30 Vb" are Vertebrae."""

import re

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law

_AFTER_A_NUMBER = re.compile(r"(?<=\d) ?(?P<sign>[^\w\s.,:;!?()%+*/–—-]{1,3}|[A-Z][a-z]{1,2}(?!\w))")


def with_item_names(law: Law, words: str) -> str:
    """Return a sentence with an item's plural in place of its symbol or abbreviation after a number.

    An abbreviation has the item's first letter and one or two later ones. An abbreviation that fits several items is
    left unchanged.
    """
    return _AFTER_A_NUMBER.sub(lambda found: _name_of(law, found), words)


def _name_of(law: Law, found: re.Match[str]) -> str:
    sign = found["sign"]
    items = [item for name, item in items_of(law).items() if sign == item.symbol or _shortens(sign, name)]
    return f" {items[0].plural}" if len(items) == 1 else found[0]


def _shortens(sign: str, name: str) -> bool:
    letters = iter(name.casefold())
    return sign[:1] == name[:1] and all(letter in letters for letter in sign.casefold())
