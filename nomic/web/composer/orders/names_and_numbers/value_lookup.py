"""Finds the value that a phrase means: "the price of a Handy Pack", or "12" in the rule that quotes the value."""

import re
from collections.abc import Iterable

from nomic.clauses.views.numbers.number_conversion import as_counted
from nomic.clauses.views.numbers.number_labels import find_all_by_label
from nomic.forms.parse_law_values import value_typed
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.value_labels import name_of, path_of, place_in, unit_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.search.values import LawValue, find_values, is_a_number, stems_of, value_or_none, values_of
from nomic.web.composer.orders.names_and_numbers.number_words import in_figures
from nomic.web.rendering.rule_html import quoted_places
from nomic.web.typed_amendments import as_typed

_OF_ONE = re.compile(r"(?<=\bof )(?:1|one) (?=[A-Z])")
COUNTED = re.compile(r"(?P<count>-?[0-9]{1,15}) (?P<what>\D{1,60})")
MAX_COMPARED = 20  # values whose names are compared with a phrase
MAX_TOLD = 3  # values that are named if several could be meant
_PRICE = re.compile(
    r"(?:the )?(?:price|cost)s? (?:of|for) (?:an? |one |each |every |the )?(?P<item>[\w’' -]{2,40})", re.I
)
_HOW_LONG = "how long "  # the names of durations have it


class NotOneValue(Exception):
    """Raised if a phrase does not mean exactly one value. The message lists values that come close."""


def meant_by(law: Law, what: str, old: str, given: Iterable[str] = (), new: str = "") -> LawValue:
    """Return the value that a phrase names. If `new` is a number and several are named, numbers are meant.

    If `old` is given, the value must equal `old` now or have a path in `given`. Raises NotOneValue.
    """
    what = _OF_ONE.sub("", what)
    if labelled := find_all_by_label(law, what):
        return _only([value for value in labelled if not old or is_now(law, value, old)] or labelled)
    if (price := _price_of(law, what)) is not None:
        return price
    found = find_values(law, what).values
    if found and found[0].words.casefold() == " ".join(what.split()).casefold():
        found = found[:1]
    wholly = [value for value in found if _says_all(law, value, what)]
    if what.casefold().startswith(_HOW_LONG):
        wholly = [value for value in wholly if _HOW_LONG in value.words.casefold()]
    if not (named := wholly):
        like = f"; do you mean {found[0].words}?" if found and _is_like(law, found[0], what) else ""
        raise NotOneValue(f"no value of the law is called {what[:60]}{like}")
    if in_figures(old)[:1].isdigit() and (numbers := [value for value in named if is_a_number(value.value)]):
        named = numbers
    fitting = [value for value in named if not old or value.path in given or is_now(law, value, old)]
    if not fitting:
        raise NotOneValue(f"{named[0].words} is {named[0].said[:60]} now")
    best = _named_best(law, fitting, what)
    numbers = [value for value in best if is_a_number(value.value)] if in_figures(new)[:1].isdigit() else []
    return _only(numbers or best)


def _price_of(law: Law, what: str) -> LawValue | None:
    """Return what an action costs that brings the item which a phrase names: "the price of a Wick".

    Returns None if there is no such action, or several.
    """
    named = _PRICE.fullmatch(what)
    if named is None:
        return None
    said = named["item"].casefold()
    name = next((name for name, item in items_of(law).items() if said in (name.casefold(), item.plural.casefold())), "")
    offers = ((law.document.get("shop") or {}).get("offers") or {}).values()
    if not name or any(step.get("grant") == name for offer in offers for step in offer["gives"]):
        return None
    found = [
        value
        for id_, rule in law.document.get("rules", {}).items()
        for key, clause in (rule.get("clauses") or {}).items()
        if any(isinstance(step, dict) and step.get("grant") == name for step in clause.get("do") or ())
        for paid in clause.get("costs") or {}
        if (value := value_or_none(law, pointer("rules", id_, "clauses", key, "costs", paid))) is not None
    ]
    return found[0] if len(found) == 1 and is_a_number(found[0].value) else None


def _named_best(law: Law, values: list[LawValue], what: str) -> list[LawValue]:
    """Return the values whose own names share most words with a phrase.

    A name with all of these words comes before one that has some of them beside it, such as the rule of a table.
    Returns all values if there are too many to compare.
    """
    wanted = {*stems_of(_POSSESSIVE.sub("", what))}
    says = {}
    for value in values[:MAX_COMPARED]:
        also = name_of(law.document, place_in(law.document, value.path)).also
        own = {*stems_of(value.words)}
        says[value.path] = (
            len(wanted & (own | {*stems_of(also)})),
            len(wanted) > 1 and wanted <= own and is_a_number(value.value),
        )
    most = max(says.values(), default=(0, False))
    best = [value for value in values if says.get(value.path) == most]
    if len(values) > MAX_COMPARED:
        return values
    plainest = [one for one in best if all(one is each or _has_plainer_name(one, each) for each in best)]
    return plainest or best


def _has_plainer_name(one: LawValue, other: LawValue) -> bool:
    """Return whether two values differ only in their owners, and the first name is in the other, as in Wooden Chip."""
    mine, theirs = path_of(one.path), path_of(other.path)
    differing = [({*stems_of(a)}, {*stems_of(b)}) for a, b in zip(mine, theirs, strict=False) if a != b]
    return len(mine) == len(theirs) and len(differing) == 1 and differing[0][0] < differing[0][1]


def quoted_in(law: Law, body: str, old: str) -> LawValue | None:
    """Return the value that a rule's text quotes and that equals `old` now, or None.

    If none does, this is the number in a quoted amount, as in “9 Vertebrae”, or else in a table of the rule. Raises
    NotOneValue if several do.
    """
    places = quoted_places(law, body)
    quoted = [value for place in places if (value := value_or_none(law, place)) is not None]
    for values in (quoted, _in_amounts(law, places), _in_tables(law, body)):
        if fitting := [value for value in values if is_now(law, value, old)]:
            return _only(fitting)
    return None


def _in_amounts(law: Law, places: Iterable[str]) -> list[LawValue]:
    """Return the numbers in quoted values that have parts, such as a cost or a gain."""
    paths = tuple(f"{place}/" for place in places)
    return [value for value in values_of(law) if value.path.startswith(paths) and is_a_number(value.value)]


def _in_tables(law: Law, body: str) -> list[LawValue]:
    """Return the numbers in the sections that a rule's text shows as tables."""
    sections = tuple(f"{pointer(found['what'].strip())}/" for found in PLACEHOLDER.finditer(body) if found["table"])
    return [value for value in values_of(law) if value.path.startswith(sections) and is_a_number(value.value)]


def is_now(law: Law, value: LawValue, text: str) -> bool:
    """Return whether a text expresses the current value in the law."""
    text = as_form_input(value, text)
    if text.casefold() in (value.said.casefold(), as_typed(value.value).casefold(), as_counted(law, value).said):
        return True
    meant = value_typed(value.value, unit_of(law, value.path), text)
    return meant is not None and meant == value.value


def as_form_input(value: LawValue, text: str) -> str:
    """Return the form input for a value from its text on pages: "15" for "15 Vertebrae"."""
    text = in_figures(text) if is_a_number(value.value) else text
    now, new = COUNTED.fullmatch(value.said), COUNTED.fullmatch(text.strip())
    if new is not None and is_a_number(value.value) and stems_of(new["what"]) == stems_of(path_of(value.path)[-1]):
        return new["count"]
    if now is None or new is None or isinstance(value.value, str):
        return text
    words = {now["what"].casefold(), path_of(value.path)[-1].casefold()}
    return new["count"] if new["what"].casefold() in words and now["count"] == f"{value.value}" else text


def _only(values: list[LawValue]) -> LawValue:
    if len(values) == 1:
        return values[0]
    listing = "; ".join(value.words for value in values[:MAX_TOLD])
    raise NotOneValue(f"several values could be meant: {listing}{'; …' if len(values) > MAX_TOLD else ''}")


_POSSESSIVE = re.compile(r"['’]s\b")
_NUMBER_OF = frozenset(stems_of("number amount per"))


def _says_all(law: Law, value: LawValue, what: str) -> bool:
    """Return whether each word of a phrase occurs in the value's names, its rules or its section.

    A number also has the word for the thing it counts. The words in a text do not count.
    """
    name = name_of(law.document, place_in(law.document, value.path))
    unit = "" if isinstance(value.value, str) else value.said
    around = {*stems_of(" ".join([value.words, name.also, unit, value.section, *value.rules]))}
    return {*stems_of(_POSSESSIVE.sub("", what))} - _NUMBER_OF <= around


def _is_like(law: Law, value: LawValue, what: str) -> bool:
    """Return whether at least half of the words of a phrase occur in the value's names, so that it may be meant."""
    name = name_of(law.document, place_in(law.document, value.path))
    wanted = {*stems_of(_POSSESSIVE.sub("", what))}
    return len(wanted & {*stems_of(f"{value.words} {name.also}")}) * 2 >= len(wanted)
