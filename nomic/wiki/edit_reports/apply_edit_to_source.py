"""Applies an edit of a rule's rendered body to the body's source, line by line.

Placeholders of values are kept. If the edit changed a value itself, the new value is returned for the law. Lines that
cannot be aligned become plain words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nomic.law.document.sections import Law, value_at
from nomic.law.rules.placeholders import MAX_VALUE_LENGTH, PLACEHOLDER, placeholder_value
from nomic.law.rules.tree import anchors_of
from nomic.law.rules.value_formats import number_in
from nomic.wikitext.escape import inline
from nomic.wikitext.myers import ComparisonBudget, TooDifferent, compare_sequences
from nomic.wikitext.wiki_writer import ANCHOR, rule_wikitext

ENTITY = re.compile(r"&#([0-9]{1,7});")
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,15}")


def edited_source(
    law: Law, source: str, shown: str, edited: str, budget: ComparisonBudget
) -> tuple[str, dict[str, str], list[str]]:
    """Apply an edit of the rendered text to its source.

    Returns the new source, the changed values by their paths, and the rendered values whose placeholders were lost.
    """
    ours, old, new = source.split("\n"), shown.split("\n"), edited.split("\n")
    try:
        beside = {-1: -1, len(old): len(ours)}
        for mine, theirs in compare_sequences(ours, old, budget):
            if mine.stop - mine.start == theirs.stop - theirs.start:
                beside |= dict(zip(range(theirs.start, theirs.stop), range(mine.start, mine.stop), strict=True))
        hunks = [(was, now) for was, now in compare_sequences(old, new, budget) if old[was] != new[now]]
        mine_of = [_beside(beside, was) for was, _ in hunks]
    except TooDifferent:
        return as_typed(edited), {}, list(_values_shown(law, source))
    values: dict[str, str] = {}
    lost: list[str] = []
    for mine, (was, now) in zip(reversed(mine_of), reversed(hunks), strict=True):
        lines = ours[mine]
        if len(lines) == len(new[now]):
            kept = [_line(law, *each) for each in zip(lines, old[was], new[now], strict=False)]
        else:
            kept = [_Line(as_typed(line), {}, []) for line in new[now]]
            lost += _values_shown(law, "\n".join(lines))
        ours[mine] = [line.text for line in kept]
        for line in kept:
            values |= line.values
            lost += line.lost
    return "\n".join(ours), values, lost


def _beside(beside: dict[int, int], lines: slice) -> slice:
    """Return the lines of the other text that are aligned with these lines.

    Raises TooDifferent if they cannot be aligned.
    """
    is_some = lines.start < lines.stop
    start = beside[lines.start] if is_some and lines.start in beside else beside.get(lines.start - 1, -2) + 1
    stop = beside[lines.stop - 1] + 1 if is_some and lines.stop - 1 in beside else beside.get(lines.stop, -1)
    if start < 0 or stop < start:
        raise TooDifferent
    return slice(start, stop)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    values: dict[str, str]
    lost: list[str]


def _line(law: Law, source: str, shown: str, edited: str) -> _Line:
    """Apply an edit to one line of the source. Placeholders are kept if possible."""
    places = list(PLACEHOLDER.finditer(source))
    if not places or any(place["table"] for place in places):
        return _Line(as_typed(edited), {}, list(_values_shown(law, source)))
    values = [_value_shown(law, place) for place in places]
    between = _filled(_around(law, source, places), edited)
    if between is not None:
        return _with_values(law, places, values, _around(law, source, places), between)
    text, lost = edited, []
    kept: list[str] = []
    for place, value in zip(places, values, strict=True):
        if value and shown.count(value) == 1 and text.count(value) == 1:
            text = text.replace(value, f"\0{len(kept)}\0")
            kept.append(place[0])
        else:
            lost.append(value)
    return _Line(re.sub("\0([0-9]+)\0", lambda found: kept[int(found[1])], as_typed(text)), {}, lost)


def _around(law: Law, source: str, places: list[re.Match[str]]) -> list[str]:
    """Return the rendered text around the values of a line."""
    marked, at = "", 0
    for place in places:
        marked += source[at : place.start()] + "valueofthelaw"
        at = place.end()
    return str(rule_wikitext(marked + source[at:], anchors_of(law))).split("valueofthelaw")


def _filled(pieces: list[str], line: str) -> list[str] | None:
    """Return the texts between these pieces of a line, or None if the line does not consist of the pieces."""
    if not line.startswith(pieces[0]) or not all(pieces[1:-1]):
        return None
    at, found = len(pieces[0]), []
    for piece in pieces[1:-1]:
        begins = line.find(piece, at)
        if begins < 0:
            return None
        found.append(line[at:begins])
        at = begins + len(piece)
    last = pieces[-1]
    if len(line) - len(last) < at or not line.endswith(last):
        return None
    return [*found, line[at : len(line) - len(last)]]


def _with_values(law: Law, places: list[re.Match[str]], shown: list[str], pieces: list[str], found: list[str]) -> _Line:
    """Return the line for an edit that changed only values. `found` are the new texts of the values."""
    text, values, lost = as_typed(pieces[0]), {}, []
    for place, was, now, piece in zip(places, shown, found, pieces[1:], strict=True):
        path, kept = place["what"].strip(), True
        if now != was:
            number = _number(law, path, place["form"], now)
            kept = number is not None
            if number is not None:
                values[path] = number
            else:
                lost.append(was)
        text += (place[0] if kept else as_typed(now)) + as_typed(piece)
    return _Line(text, values, lost)


def _number(law: Law, path: str, form: str | None, words: str) -> str | None:
    """Return the digits of the number that `words` give for the law's number at `path`, or None if they give none."""
    value = value_at(law.document, path)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if not form:
        return words if WHOLE_NUMBER.fullmatch(words) else None
    number = number_in(law, words, form)
    return None if number is None else str(number)


def _values_shown(law: Law, source: str) -> Iterator[str]:
    for place in PLACEHOLDER.finditer(source):
        yield place["what"].strip() if place["table"] else _value_shown(law, place)


def _value_shown(law: Law, place: re.Match[str]) -> str:
    words = placeholder_value(law, place["what"], place["form"])
    return str(inline(words if len(words) <= MAX_VALUE_LENGTH else words[:MAX_VALUE_LENGTH] + "…"))


def as_typed(text: str) -> str:
    """Return rendered text as a person would have typed it.

    Entities that escape markup become characters, and links to anchors become links to rules.
    """
    text = text.replace(f"[[#{ANCHOR}", "[[#")
    return ENTITY.sub(lambda found: chr(int(found[1])) if 31 < int(found[1]) < 0xD800 else found[0], text)
