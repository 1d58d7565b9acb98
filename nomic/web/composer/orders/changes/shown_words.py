"""Rules as their pages show them, with the numbers of the law filled in, and edits of that text.

The source of a rule says `It costs {{law|/rules/fusion/clauses/fuse/costs|items}}.`, and its page "It costs 9
Vertebrae." Authors quote the page. If an edit only changes such a number, the value in the law is changed. Other words
are edited in the source, and the placeholders among them stay.
"""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.rules.placeholders import PLACEHOLDER, placeholder_value
from nomic.law.rules.value_formats import WORDS, in_form
from nomic.wikitext.myers import ComparisonBudget, TooDifferent, compare_sequences

_HIDDEN = re.compile(r"'{2,5}|\[\[#(?=[^\[\]|]{1,200}\]\])|\[\[[^\[\]|]{1,200}\||\]\]")  # wikitext that no page shows
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_SIGNS = re.compile("'{2,5}")
_SIGNS_AT_END, _SIGNS_AT_BEGINNING = re.compile("'{2,5}$"), re.compile("'{2,5}")
_MARKED = re.compile(r"(?P<sign>'{2,5})(?P<words>[^'\n]{1,200})(?P=sign)")
_FIGURE = re.compile(r"\d{1,9}")
_DICE = re.compile(r"(?<!\w)\d{1,3}d\d{1,4}(?!\w)")
_DASHES = "-‐‑–—−"
_ALIKE = ("'’‘", '"“”„', _DASHES.replace("-", r"\-"))  # signs that stand for each other
_ENDS_OF_STEPS = ("n", "times")  # where a step of an effect, or a limit, has its number
_PERIODS = ("phase", "day", "week", "cycle")  # of a limit
_UNITS = (1, 24, 60, 1440)  # a time in words can be a number of hours or minutes
_MINUTES = {"minute": 1, "hour": 60, "day": 1440, "week": 10080}
_TIME = re.compile(rf"(?P<n>\d{{1,9}}) (?P<unit>{'|'.join(_MINUTES)})s?")
_ARTICLE = re.compile(r"^an? ")
_NUMBERS = {word: str(number) for number, word in enumerate(WORDS)}

Span = tuple[int, int]


class CannotEdit(Exception):
    """Raised if an edit of the shown text cannot be applied to the source. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class FilledSpan:
    """Text produced by a placeholder, as its span in the shown text."""

    begin: int
    end: int
    placeholder: re.Match[str]


@dataclass(frozen=True, slots=True)
class ShownText:
    """The text of a rule as its page shows it. `places` holds the span of each character in the source."""

    text: str
    places: tuple[Span, ...]
    made: tuple[FilledSpan, ...]

    def in_source(self, begin: int, end: int) -> Span:
        """Return the span of the source that corresponds to a span of the shown text.

        An empty span corresponds to the position right after the character before it.
        """
        if begin < end:
            return self.places[begin][0], self.places[end - 1][1]
        at = self.places[begin - 1][1] if begin else 0
        return at, at


def shown(law: Law, body: str, *, keeps_marks: bool = False) -> ShownText:
    """Return the text of a rule as its page shows it, without tables.

    If `keeps_marks` is set, only values are filled in. Wikitext, tables and values that the law lacks remain as in the
    source.
    """
    text: list[str] = []
    places: list[Span] = []
    made: list[FilledSpan] = []
    at = 0

    def words_until(end: int) -> None:
        nonlocal at
        for hidden in [*([] if keeps_marks else _HIDDEN.finditer(body, at, end)), None]:
            until = end if hidden is None else hidden.start()
            text.extend(body[at:until])
            places.extend((place, place + 1) for place in range(at, until))
            at = end if hidden is None else hidden.end()

    for found in PLACEHOLDER.finditer(body):
        words = "" if found["table"] else _value_shown(law, found)
        if keeps_marks and not words:
            continue
        words_until(found.start())
        at = found.end()
        if words:
            made.append(FilledSpan(len(text), len(text) + len(words), found))
            text.extend(words)
            places.extend([found.span()] * len(words))
    words_until(len(body))
    return ShownText("".join(text), tuple(places), tuple(made))


def _value_shown(law: Law, placeholder: re.Match[str]) -> str:
    try:
        return placeholder_value(law, placeholder["what"], placeholder["form"])
    except ValueError:
        return ""


def span_shown(page: ShownText, words: str) -> Span | None:
    """Return the span of these words in the shown text of a rule, or None unless they occur exactly once."""
    found = spans_shown(page, words)
    return found[0] if len(found) == 1 else None


def spans_shown(page: ShownText, words: str) -> list[Span]:
    """Return the spans of these words in the shown text of a rule.

    Numbers match as words or digits, all quotation marks match each other, and so do all dashes. The first letter may
    be in either case.
    """
    words = _SIGNS.sub("", words).strip()
    first, *tokens = _TOKEN.findall(words) or [""]
    if not first:
        return []
    begins = f"(?i:{_loosely(first)})" if first[0].isalpha() and tokens else _loosely(first)
    left, right = (r"(?<!\w)" if first[0].isalnum() else ""), (r"(?!\w)" if words[-1].isalnum() else "")
    pattern = "".join([left, begins, *map(_loosely, tokens), right])
    return [each.span() for each in re.finditer(pattern, page.text)]


def _loosely(token: str) -> str:
    if token.isspace():
        return r"\s+"
    number = _NUMBERS.get(token.lower(), token)
    if number.isdigit() and int(number) < len(WORDS):
        return f"(?:{number}|{WORDS[int(number)]}|{WORDS[int(number)].capitalize()})"
    return next((f"[{signs}]" for signs in _ALIKE if token in signs), re.escape(token))


def edited(law: Law, body: str, span: Span, old: str, new: str) -> tuple[str, dict[str, str]]:
    """Return the source after an edit of the shown text, and the changed values as typed, by their paths.

    `span` is the edited part of the shown text, `old` is this part as the author quotes it, and `new` its replacement.
    Words that do not change are kept as in the source, including bold type. Raises CannotEdit if the edit splits a mark
    of bold type or italics, rewrites words that a value produces, or says two numbers for one value.
    """
    source, page = body, shown(law, body)
    words = page.text[slice(*span)]
    if words[:1] != old[:1] and words[:1].casefold() == old[:1].casefold() and new[:1] and new[:1].islower():
        new = new[:1].upper() + new[1:]
    dashes = {sign for sign in words if sign in _DASHES}
    if len(dashes) == 1 and not dashes & {*old}:  # the author has no such dash on the keyboard
        new = "".join(next(iter(dashes)) if sign in _DASHES and sign in old else sign for sign in new)
    marked, new = [*_MARKED.finditer(new)], _SIGNS.sub("", new)
    at = page.in_source(*span)[0]
    meant: dict[FilledSpan, dict[str, str]] = {
        made: {} for made in page.made if span[0] <= made.begin and made.end <= span[1]
    }
    for begin, end, replacement in reversed([*changed_spans(page, span, new)]):
        low, high = page.in_source(begin, end)
        if len(_SIGNS.findall(body[low:high])) % 2:
            return _with_marks(_edited_with_marks(page, source, span, new), marked, at), {}
        made = [each for each in page.made if each.begin < end and each.end > begin]
        if not made:
            body = f"{body[:low]}{replacement}{body[high:]}"
            continue
        is_whole = (made[0].begin, made[-1].end) == (begin, end)
        values = value_meant(law, made[0].placeholder, replacement) if is_whole else None
        if values is None or len(made) > 1:
            raise CannotEdit(
                f"the rule takes “{page.text[made[0].begin : made[0].end][:60]}” from a value that the law keeps, "
                f"which your new words do not name: change that value, or quote other words"
            )
        meant[made[0]] = values
    return _with_marks(body, marked, at), values_of_all(page, [*meant.items()])


def _with_marks(body: str, marked: Sequence[re.Match[str]], at: int) -> str:
    """Return the source after an edit at a place, in which the words that are to be in bold type are."""
    for found in marked:
        place = body.find(found["words"], at)
        if found[0] not in body[max(at - len(found["sign"]), 0) :] and place >= 0:
            body = f"{body[:place]}{found[0]}{body[place + len(found['words']) :]}"
    return body


def _edited_with_marks(page: ShownText, body: str, span: Span, new: str) -> str:
    """Return the source after an edit that rewrites words around a mark of bold type or italics.

    Marked words that the new words still have stay marked. Raises CannotEdit if the edited part shows numbers of the
    law, or begins or ends between the marks.
    """
    low, high = page.in_source(*span)
    if len(_SIGNS.findall(body[low:high])) % 2:
        before, after = _SIGNS_AT_END.search(body[:low]), _SIGNS_AT_BEGINNING.match(body[high:])
        low, high = (before.start(), high) if before else (low, high + after.end()) if after else (low, high)
    old = body[low:high]
    is_shown = any(made.begin < span[1] and made.end > span[0] for made in page.made)
    if len(_SIGNS.findall(old)) % 2 or is_shown or "\n" in old:
        raise CannotEdit("bold type or italics begin or end within these words: quote fewer of them")
    for found in _MARKED.finditer(old):
        still = re.search(rf"(?<!\w){re.escape(found['words'])}(?!\w)", new)
        new = new if still is None else f"{new[: still.start()]}{found[0]}{new[still.end() :]}"
    return f"{body[:low]}{new}{body[high:]}"


def values_of_all(page: ShownText, meant: Sequence[tuple[FilledSpan, Mapping[str, str]]]) -> dict[str, str]:
    """Return the changed values of all placeholders of an edited text, as typed, by path.

    `meant` holds each placeholder with the values that its new words change; none if the words are unchanged. Raises
    CannotEdit if a value is shown several times, and the new words disagree.
    """
    values = {path: typed for _, changes in meant for path, typed in changes.items()}
    for made, changes in meant:
        shows = made.placeholder["what"].strip()
        if changes != {path: typed for path, typed in values.items() if _overlap(path, shows)}:
            raise CannotEdit(
                f"the rule takes “{page.text[made.begin : made.end][:60]}” from a number that the law keeps, in "
                f"several places, and the new words give different numbers there"
            )
    return values


def _overlap(path: str, other: str) -> bool:
    """Return whether two paths are of the same value, or of one within the other."""
    return f"{path}/".startswith(f"{other}/") or f"{other}/".startswith(f"{path}/")


def changed_spans(page: ShownText, span: Span, new: str) -> Iterator[tuple[int, int, str]]:
    """Yield the changed parts: start and end in the shown text, and the new words.

    Text that a placeholder produces is never split.
    """
    old_words, new_words = _TOKEN.findall(page.text[slice(*span)]), _TOKEN.findall(new)
    old_at = [*accumulate(map(len, old_words), initial=span[0])]
    new_at = [*accumulate(map(len, new_words), initial=0)]
    try:
        runs = compare_sequences(old_words, new_words, ComparisonBudget())
    except TooDifferent:
        runs = [(slice(0, len(old_words)), slice(0, len(new_words)))]
    begins: dict[int, int] = {}  # places of new words by those of equal old ones, where a changed part begins
    ends: dict[int, int] = {}  # and where it ends
    for was, now in runs:
        if old_words[was] == new_words[now]:
            equal = {was.start + each: now.start + each for each in range(was.stop - was.start + 1)}
            begins, ends = begins | equal, equal | ends
    made = [(bisect_right(old_at, each.begin) - 1, bisect_left(old_at, each.end)) for each in page.made]
    merged: list[tuple[int, int, int, int]] = []
    for was, now in runs:
        if old_words[was] == new_words[now]:
            continue
        begin, end, first, last = was.start, was.stop, now.start, now.stop
        for low, high in made:
            if low < was.stop and was.start < high:
                begin, end = min(begin, low), max(end, high)
                first, last = min(first, begins.get(low, first)), max(last, ends.get(high, last))
        while merged and begin < merged[-1][1]:
            before = merged.pop()
            begin, end = min(begin, before[0]), max(end, before[1])
            first, last = min(first, before[2]), max(last, before[3])
        merged.append((begin, end, first, last))
    for begin, end, first, last in merged:
        yield old_at[begin], old_at[end], new[new_at[first] : new_at[last]]


def value_meant(law: Law, placeholder: re.Match[str], words: str) -> dict[str, str] | None:
    """Return the values, as typed and by path, with which a placeholder would show these words.

    None if there are none.
    """
    path, form = placeholder["what"].strip(), placeholder["form"]
    value: Any = value_at(law.document, path)
    wanted = _in_digits(words)
    figures = [int(each) * unit for each in _FIGURE.findall(wanted)[:2] for unit in _UNITS]
    for changes, changed in _otherwise(law, value, [*figures, 1, 0], _DICE.findall(words)[:2]):
        made = f"{changed}" if not form else in_form(law, changed, form)
        if made is not None and _is_as_much(_in_digits(made), wanted):
            return {f"{path}{end}": typed for end, typed in changes.items()}
    return None


def _otherwise(law: Law, value: Any, numbers: list[int], dice: Sequence[str]) -> Iterator[tuple[dict[str, str], Any]]:
    """Yield variants of a value with other numbers, dice, periods or phases.

    Each comes with its changes by path in the value.
    """
    if isinstance(value, str) and _DICE.fullmatch(value):
        yield from (({"": new}, new) for new in dice)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (({"": f"{new}"}, new) for each in numbers for new in (each, -each))
    elif isinstance(value, list):
        yield from (({"": json.dumps([kind])}, [kind]) for kind in _kinds_of_phases(law))
    elif isinstance(value, Mapping):
        ends = [name for name in _ENDS_OF_STEPS if name in value] or list(value)
        periods = _PERIODS if "per" in value else ("",)
        held = value[ends[0]] if len(ends) == 1 else None
        news = dice if isinstance(held, str) and _DICE.fullmatch(held) else numbers if isinstance(held, int) else ()
        for number in news:
            for period in periods:
                changed = {**value, ends[0]: number, **({"per": period} if period else {})}
                changes = {f"{pointer(name)}": f"{new}" for name, new in changed.items() if new != value[name]}
                yield changes, changed


def _kinds_of_phases(law: Law) -> Iterator[str]:
    calendar: Any = law.document.get("calendar", {})
    yield from (str(phase["kind"]) for phase in calendar.get("phases", []))


def _is_as_much(one: str, other: str) -> bool:
    """Return whether two texts with digits are the same, or the same time in different units: 2 days and 48 hours."""
    times = [_TIME.fullmatch(each) for each in (one, other)]
    minutes = [int(each["n"]) * _MINUTES[each["unit"]] for each in times if each is not None]
    return one == other or (len(minutes) == len(times) and minutes[0] == minutes[1])


def _in_digits(words: str) -> str:
    """Return the words in lower case with numbers as digits, so that "two cards" equals "2 cards"."""
    plain = " ".join(_NUMBERS.get(word, word) for word in words.casefold().split())
    plain = _ARTICLE.sub("1 ", plain, count=1)
    return re.sub(r"\b1 time\b", "1 times", plain.replace("once", "1 times").replace("twice", "2 times"))
