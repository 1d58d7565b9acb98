"""Orders that rename an item: "Rename Vertebrae to Bones", "Chips are now called Tokens".

The law knows an item by its name, which its players keep. So the words of all rules change, and a note says that the
item keeps its name.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from nomic.inventory.law_section import items_of
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.recipes.questions import plural_of_name
from nomic.recipes.sentences import singular
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced
from nomic.web.composer.orders.changes.rule_text import replace_in_all, say_who_keeps_a_name
from nomic.web.composer.orders.order_words import ALL_RULES
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation

_LONGEST = 300  # characters of such an order
_KIND = r"(?:the )?(?:(?:items?|things?|currency) )?"
_NEW = (
    r"(?:[“\"'‘](?P<quoted>[^“”\"'‘’\n]{1,60})[”\"'’]|"
    r"(?P<bare>[^\W\d_][\w’-]{0,30}(?: (?-i:[A-Z])[\w’-]{0,30}){0,2}))"
)
_ONE = r"(?:,? \(?(?:in the )?(?:singular|one is)(?: is)?:? [“\"'‘]?(?P<one>[^“”\"'‘’()\n]{1,60}?)[”\"'’]?\)?)?"
_WHERE = rf"(?:,? (?:{ALL_RULES}|everywhere|instead|from now on))*"
_CALLED = r"(?:called|named|known as|renamed(?: to| as| into)?)"
_FORMS = (
    r"(?:rename|retitle) <old> (?:to|as|into)(?: be)? ",
    r"(?:change|amend|alter) the name of <old> (?:to|into) ",
    r"(?:(?:from now on|henceforth),? )?<old> (?:is|are|(?:shall|should|must|will|is to|are to)(?: now)? be)"
    rf"(?: now| hereby| henceforth)? {_CALLED} ",
    r"call <old> ",
)


def item_renamed(draft: DraftedLaw, words: str) -> list[Operation] | None:
    """Return the operations of an order that renames an item, or None for other orders.

    Raises NotPlaced if no rule mentions the item.
    """
    if len(words) > _LONGEST:
        return None
    plain = without_lead(words).rstrip(" .!")
    for form in draft.law.once("orders that rename an item", lambda: [*map(_compiled(draft.law), _FORMS)]):
        if (found := form.fullmatch(plain)) is not None:
            new = found["quoted"] or found["bare"]
            pairs = [*_pairs(draft.law, found["old"].casefold(), new, found["one"] or "")]
            operations = _replaced(draft, pairs)
            say_who_keeps_a_name(draft, pairs[0][0])
            return operations
    return None


def _pairs(law: Law, old: str, new: str, one: str) -> Iterator[tuple[str, str]]:
    """Yield the old and the new words for an item: first as the order names it, then for one or for several."""
    name, item = next(each for each in items_of(law).items() if old in (each[0].casefold(), each[1].plural.casefold()))
    if old == item.plural.casefold():
        yield item.plural, new
        if name != item.plural:
            yield name, one or singular(new)
    else:
        yield name, new
        yield item.plural, plural_of_name(new)


def _replaced(draft: DraftedLaw, pairs: list[tuple[str, str]]) -> list[Operation]:
    operations: list[Operation] = []
    for old, new in pairs:
        with suppress(NotPlaced):
            operations += replace_in_all(
                replace(draft, now=Law(amended_draft(draft.now.document, operations))), old, new
            )
    if not operations:
        raise NotPlaced(f"no rule says “{pairs[0][0]}”")
    return operations


def _compiled(law: Law) -> Any:
    names = {word for name, item in items_of(law).items() for word in (name, item.plural)}
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or "(?!)"
    old = rf"{_KIND}[“\"'‘]?(?P<old>{known})[”\"'’]?"
    return lambda form: re.compile(form.replace("<old>", old) + _NEW + _ONE + _WHERE, re.IGNORECASE)
