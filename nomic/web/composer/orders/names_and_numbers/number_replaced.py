"""Numbers that a sentence gives relative to the law: "2d10 instead of 3d6", "from 5 % to 10 %", "one Coin less"."""

import re
from collections.abc import Iterator
from contextlib import suppress

from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.value_labels import path_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.search.values import LawValue, stems_of, value_or_none, values_of
from nomic.web.composer.orders.changes.drafted_law import DraftedLaw, NotPlaced
from nomic.web.composer.orders.changes.numbers_stated import stated
from nomic.web.composer.orders.names_and_numbers.number_words import NUMBER, number_meant
from nomic.web.composer.orders.places_in_text import sentence_spans
from nomic.web.typed_amendments import CannotBuild, Operation, change_value

LONGEST = 200  # characters of such a sentence
FEWEST = 2  # words that a sentence shares with what the law has around the number
_UNKNOWN = 987_654_321  # stands for a number of the law that is looked for
_DICE = r"(?<![\w.])\d{1,3}d\d{1,4}(?![\w.])"
_PER_CENT = r"(?<![\w.])\d{1,3} ?(?:%|per ?cent(?!\w))"
_UNIT = r"(?: [\w’'-]{1,30}){0,2}"
_NOT = r",? (?:instead of|rather than|in place of|(?:and )?not) "
# Each with the number that is to be, and the one that is.
_REPLACED = (
    re.compile(rf"(?P<new>{_DICE})(?P<unit>{_UNIT}){_NOT}(?P<old>{_DICE})", re.IGNORECASE),
    re.compile(rf"(?P<new>{_PER_CENT})(?P<unit>{_UNIT}){_NOT}(?P<old>{_PER_CENT})", re.IGNORECASE),
    re.compile(rf"from (?P<old>{_DICE}) to (?P<new>{_DICE})", re.IGNORECASE),
    re.compile(rf"from (?P<old>{_PER_CENT}) to (?P<new>{_PER_CENT})", re.IGNORECASE),
)
_ALSO_SAID = frozenset(
    stems_of(
        "roll rolled dice die throw number chance probability odds percent likelihood raise lower increase reduce "
        "decrease change rule player everybody random when while"
    )
)
_RELATIVE = re.compile(
    rf"(?P<before>[^,;:?]{{1,120}}?) (?:(?P<n>{NUMBER}|an?) (?:(?P<unit>[\w’'-]{{2,30}}) )?(?P<how>more|less|fewer)|"
    rf"(?P<count>{NUMBER}|an?) (?P<sign>more|fewer|additional|extra|further) (?P<counted>[\w’'-]{{2,30}}))"
    r"(?: (?:than (?:now|before|today)))?",
    re.IGNORECASE,
)
_THERE_ARE = re.compile(
    rf"there (?:is|are|shall be) {NUMBER} [^,;:?]{{1,80}}? (?:instead of|rather than) {NUMBER}", re.IGNORECASE
)
_TELLING = ("action", "says", "outcome", "title", "text")  # keys of entries whose words tell what they do
_LESS = ("less", "fewer")
_PAYS = re.compile(r" pays$", re.IGNORECASE)
_SHOULD_COST = re.compile(
    r" (?:should|shall|must|will) (?P<verb>cost|give|bring|pay|earn|yield|contain)\b", re.IGNORECASE
)


def number_replaced(words: str, law: Law) -> list[Operation] | None:
    """Return the amendments for a sentence that gives dice, a chance or a difference, or None for other sentences.

    What the sentence says besides must be what the law has around exactly one such number.
    """
    said = words.strip(" .!")
    if len(said) > LONGEST:
        return None
    found = next(filter(None, (form.search(said) for form in _REPLACED)), None)
    if found is not None:
        rest = f"{said[: found.start()]} {said[found.end() :]} {found.groupdict().get('unit') or ''}"
        return _replaced(law, frozenset(stems_of(rest)) - _ALSO_SAID, found["old"], found["new"])
    if _THERE_ARE.fullmatch(said) is not None:
        with suppress(NotPlaced, CannotBuild):
            return stated(DraftedLaw(law, law, []), said) or None
    relative = _RELATIVE.fullmatch(said)
    return None if relative is None else _shifted(law, relative)


def _replaced(law: Law, stems: frozenset[str], old: str, new: str) -> list[Operation] | None:
    if len(stems) < FEWEST:
        return None
    places = [value for value in values_of(law) if _equals(value, old) and stems <= _around(law, value)]
    if len(places) != 1:
        return None
    typed = new if "d" in old.casefold() else re.sub(r"\D", "", new)
    return _changed(law, places[0], typed)


def _equals(value: LawValue, old: str) -> bool:
    if isinstance(value.value, str):
        return value.value.casefold() == old.casefold()
    return "%" in value.said and re.sub(r"\D", "", old) == f"{value.value}"


def _around(law: Law, value: LawValue) -> frozenset[str]:
    """Return the stems of all that the law says around a value: of its entry and clause, and of the texts of rules."""
    path = path_of(value.path)
    words = [value.words, " ".join(path).replace("_", " "), *value.rules]
    depth = 4 if path[0] == "rules" else 2
    entry = value_at(law.document, pointer(*path[:depth]))
    if isinstance(entry, dict):
        words += [f"{entry[key]}" for key in _TELLING if key in entry]
    if len(path) > depth + 2:
        words.append(f"{value_at(law.document, pointer(*path[:-2]))}")
    if path[0] == "rules":
        rule = law.document["rules"][path[1]]
        words += [str(rule["title"]), *_sentences_with(str(rule["body"]), pointer(*path[:depth]))]
    return frozenset(stems_of(PLACEHOLDER.sub(" ", " ".join(words))))


def _sentences_with(body: str, entry: str) -> Iterator[str]:
    """Yield the sentences of a rule's text that show a number of an entry."""
    for begin, end in sentence_spans(body):
        if any(found["what"].strip().startswith(f"{entry}/") for found in PLACEHOLDER.finditer(body, begin, end)):
            yield body[begin:end]


def _shifted(law: Law, said: re.Match[str]) -> list[Operation] | None:
    """Return the amendments that raise or lower the number of a statement: "Burning brings one more Vertebra"."""
    count = said["n"] or said["count"]
    by = 1 if count.casefold() in ("a", "an") else number_meant(count)
    by = -by if (said["how"] or said["sign"]).casefold() in _LESS else by
    before = _SHOULD_COST.sub(r" \g<verb>s", said["before"])
    unit = said["unit"] or said["counted"] or ""
    forms = dict.fromkeys((before, _PAYS.sub(" brings", before)))  # what one does pays; who does it pays too
    value = next(filter(None, (_number_of(law, f"{each} {_UNKNOWN} {unit}".rstrip()) for each in forms)), None)
    if value is None or not isinstance(value.value, int) or value.value + by < 0:
        return None
    return _changed(law, value, f"{value.value + by}")


def _number_of(law: Law, statement: str) -> LawValue | None:
    """Return the number of the law that a statement would set to `_UNKNOWN`, or None if there is not exactly one."""
    try:
        operations = stated(DraftedLaw(law, law, []), statement)
    except (NotPlaced, CannotBuild):
        return None
    paths = [str(each["path"]) for each in operations if each["op"] == "replace" and each["value"] == _UNKNOWN]
    return value_or_none(law, paths[0]) if len(paths) == 1 else None


def _changed(law: Law, value: LawValue, typed: str) -> list[Operation] | None:
    try:
        return change_value(law, value.path, typed)
    except CannotBuild:
        return None
