"""Orders that rename something everywhere: "Rename Vertebrae to Bones", "Change all references to Luck to Fate".

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
from nomic.web.composer.orders.changes.rule_text import replace_in_all, telling_who_keeps_a_name
from nomic.web.composer.orders.order_words import ALL_RULES
from nomic.web.composer.orders.phrasings import without_lead
from nomic.web.typed_amendments import Operation

_LONGEST = 300  # characters of such an order
_KIND = r"(?:the )?(?:(?:items?|things?|currency) )?"
_NEW = (
    r"(?:[“\"'‘](?P<quoted>[^“”\"'‘’\n]{1,60})[”\"'’]|"
    r"(?P<bare>[^\W\d_][\w’-]{0,30}(?: (?-i:[A-Z])[\w’-]{0,30}){0,2}))"
)
_ANY = (
    r"(?P<the>the )?(?:[“\"'‘](?P<quoted_old>[^“”\"'‘’\n]{1,60})[”\"'’]|"
    r"(?P<bare_old>(?-i:[A-Z])[\w’-]{0,30}(?: (?-i:[A-Z])[\w’-]{0,30}){0,2}))"
)
_GROUPS = {"<old>": ("old",), "<any>": ("the", "quoted_old", "bare_old")}
_ONE = r"(?:,? \(?(?:in the )?(?:singular|one is)(?: is)?:? [“\"'‘]?(?P<one>[^“”\"'‘’()\n]{1,60}?)[”\"'’]?\)?)?"
_MANY = r"(?:,? \(?(?:in the )?plural(?: is)?:? [“\"'‘]?(?P<many>[^“”\"'‘’()\n]{1,60}?)[”\"'’]?\)?)?"
_WHERE = rf"(?:,? (?:{ALL_RULES}|everywhere|instead|from now on))*"
_CALLED = r"(?:called|named|known as|renamed(?: to| as| into)?)"
_FORMS = (
    r"(?:rename|retitle) <old> (?:to|as|into)(?: be)? ",
    r"(?:change|amend|alter) the name of <old> (?:to|into) ",
    r"(?:(?:from now on|henceforth),? )?<old> (?:is|are|(?:shall|should|must|will|is to|are to)(?: now)? be)"
    rf"(?: now| hereby| henceforth)? {_CALLED} ",
    r"call <old> ",
)
# Orders that name any words, which stand for `<any>`.
_REFERENCES = r"(?:references?|mentions?|instances?|occurrences?|uses)"
_THE_LAW = r"(?:the (?:rules?|ruleset|law|texts?)|rules|a rule|it|they|we)"
_EVERYWHERE = (
    rf"(?:change|replace|update|turn) (?:all|every|each|any)(?: of)?(?: the)? {_REFERENCES} (?:of|to) <any>"
    rf"(?: {ALL_RULES})? (?:to|with|by|into) ",
    rf"(?:everywhere|wherever)(?:,? (?:that )?{_THE_LAW}){{1,2}} (?:says?|reads?|mentions?|refers? to|uses?) <any>,? "
    rf"(?:(?:say|write|read|use|put)|{_THE_LAW} (?:(?:now|should|shall|must|will) ){{0,2}}(?:says?|reads?|be|uses?)) ",
    r"replace <any>,? (?:(?:wherever|everywhere) (?:it|they) (?:appears?|occurs?|stands?|is mentioned) )?"
    r"(?:with|by) <new>,? (?:wherever|everywhere) (?:it|they) (?:appears?|occurs?|stands?|is mentioned)",
)


def is_about_a_name(words: str, law: Law) -> bool:
    """Return whether a sentence renames an item, or asks for other words everywhere."""
    return _renaming(words, law) is not None


def renamed_everywhere(draft: DraftedLaw, words: str) -> list[Operation] | None:
    """Return the operations of an order that renames an item, or words wherever they occur, or None for other orders.

    Raises NotPlaced if no rule mentions it.
    """
    found = _renaming(words, draft.law)
    if found is None:
        return None
    old, new = (found["quoted_old"] or found["bare_old"] or found["old"]), (found["quoted"] or found["bare"])
    if found["the"]:
        new = new.removeprefix("the ")
    pairs = [*_pairs(draft.law, old, new, found["one"] or "", found["many"] or "")]
    with telling_who_keeps_a_name(draft, pairs[0][0]):
        return _replaced(draft, pairs)


def _renaming(words: str, law: Law) -> re.Match[str] | None:
    if len(words) > _LONGEST:
        return None
    plain = without_lead(words).rstrip(" .!")
    forms = law.once("orders that rename", lambda: [*map(_compiled(law), (*_FORMS, *_EVERYWHERE))])
    return next(filter(None, (form.fullmatch(plain) for form in forms)), None)


def _pairs(law: Law, old: str, new: str, one: str, many: str) -> Iterator[tuple[str, str]]:
    """Yield the old and the new words for an item: first as the order names it, then for one or for several."""
    plain = old.casefold()
    items = (each for each in items_of(law).items() if plain in (each[0].casefold(), each[1].plural.casefold()))
    if (known := next(items, None)) is None:
        yield old, new
        return
    name, item = known
    if plain == item.plural.casefold():
        yield item.plural, new
        if name != item.plural:
            yield name, one or singular(new)
    else:
        yield name, new
        yield item.plural, many or plural_of_name(new)


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
    parts = {"<old>": rf"{_KIND}[“\"'‘]?(?P<old>{known})[”\"'’]?", "<any>": _ANY}

    def compiled(form: str) -> re.Pattern[str]:
        form = form.replace("<new>", _NEW) if "<new>" in form else form + _NEW + _ONE + _MANY
        for part in ("<old>", "<any>"):
            others = "".join(f"(?P<{name}>(?!))?" for name in _GROUPS[part])
            form = form.replace(part, parts[part]) if part in form else form + others
        return re.compile(
            form + ("" if "(?P<one>" in form else "(?P<one>(?!))?(?P<many>(?!))?") + _WHERE, re.IGNORECASE
        )

    return compiled
