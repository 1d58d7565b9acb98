"""Labels for the numbers of a clause or an entry: the words around the number in its sentences."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from nomic.clauses.views.explanations import explain_clause
from nomic.clauses.views.numbers.in_sentences import NumberSaid, numbers_in, numbers_said, numbers_said_of_entry
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.explanations import entry_explanation, has_explanation
from nomic.law.labels.indented_outline import ITEM
from nomic.law.labels.ordinals import ordinal
from nomic.law.labels.value_labels import name_of, path_of, place_in, words_at
from nomic.law.search.values import LawValue, is_a_number, value_or_none

MOST_AROUND = 45  # characters of the sentence on each side of a number
CLAUSE = 4  # number of parts of a clause's path: /rules/ID/clauses/NAME
CELL = 3  # parts of the path of a table's cell within its clause
MAX_UNDER = 60  # characters of the line above
ENDS = re.compile(r"[.;:?!(]\s|[.;:?!)]$|\s\(|, (?=for |if |only |and |then )")
WORD = r"[A-Z][\w'’-]*"
THING = rf"{WORD}(?: {WORD})*(?: [a-z]+(?=[.,;:]|$))?"
NO_NOUNS = r"(?!(?:is|was|has|times|plus|minus)\b)"
NOUN = re.compile(rf"[^\s.,;:!?)]+ (?:more |other )?(?P<noun>{NO_NOUNS}(?:{THING}|[a-z]+s\b(?: of {WORD})?))")
ONE, TWO = (
    re.compile(r"(?:1|an?|one) \w", re.IGNORECASE),
    re.compile(r"(?:at most )?2 (?P<noun>(?!in ).+?)(?: (?:become|that|who)\b|$)"),
)
QUOTATION = re.compile(r" in “.*$", re.DOTALL)
CHOSEN = re.compile(r"[Cc]hoose how many (?P<noun>[^:.]{1,40}): [^.]*$")
STOPS = ".,;:!?"
WHOLE = re.compile(r"\d{1,15}")
# How the words before a number say what it is, with a place for what it counts. The first that fits.
BEFORE = (
    (re.compile(r"\bYou may do this (?:up to )?$"), "how often"),
    (re.compile(r"\b(?:at least) $"), "the least number{}"),
    (re.compile(r"\b(?:at most|[Uu]p to|no more than) $"), "the greatest number{}"),
    (re.compile(r"\bmore than $"), "the number{} to exceed"),
    (re.compile(r"\b(?:fewer|less) than $"), "the number{} to stay below"),
    (re.compile(r"(?:\d|\ban?|\bone) (?:to|and) $"), "the highest number{}"),
    (re.compile(r"\b(?:starts?|start) at $"), "the number at the start"),
    (re.compile(r"\bby $"), "by how much"),
)
VERB = re.compile(r"(?:in|de)creases? by ")
IS_A_RANGE = re.compile(r"\S+ (?:to|and) \d")
BEFORE_A_RANGE = re.compile(r"(?:between|:|On|on|from) $|^$")


def with_labels(law: Law, values: Iterable[LawValue]) -> list[LawValue]:
    """Return these values, labelled with the words of the sentences that mention them.

    A text within an effect that no sentence mentions is left out, because only its path would name it. Numbers of
    entries outside of effects keep their labels, because new ones would require parsing the whole section for each.
    """
    found = list(values)
    within = {value.path: _is_in_effect(law, value) for value in found}
    return [
        replace(value, words=called(law, value)) if value.path.startswith("/rules/") or within[value.path] else value
        for value in found
        if not within[value.path] or is_a_number(value.value) or _in_sentence(law, value)
    ]


def _is_in_effect(law: Law, value: LawValue) -> bool:
    """Return whether a value is inside an effect, where its ordinary label would be its path."""
    return bool(name_of(law.document, place_in(law.document, value.path)).rest)


def within_piece(law: Law, values: Iterable[LawValue]) -> tuple[LawValue, ...]:
    """Return the values of one clause or entry, labelled without the name of that clause or entry."""
    return tuple(replace(value, words=_label_of(law, value) or value.words) for value in values)


def called(law: Law, value: LawValue) -> str:
    """Return the label of a value: its clause or entry, and the words around it in its sentences.

    A value that no sentence mentions has its ordinary label, or deep in an effect the name of its clause or entry.
    """
    piece, label = _piece_of(value), _label_of(law, value) or _in_sentence(law, value)
    is_a_field = len(path_of(value.path)) == len(path_of(piece)) + 1
    if not label and (not piece or is_a_field or not _is_in_effect(law, value)):
        return value.words
    label = label or _by_place(law, value)
    return f"{words_at(law.document, piece)}: {label}" if label else words_at(law.document, piece)


def value_called(law: Law, label: str) -> LawValue | None:
    """Return the number of a clause with that label, as `called` returns it, or None."""
    start = label.partition(":")[0]
    if not start.startswith("the clause "):
        return None
    pieces = law.once("clauses by name", lambda: {words_at(law.document, piece): piece for piece in _clauses(law)})
    piece = pieces.get(start, "")
    paths = law.once(("labels of numbers", piece), lambda: dict(_made(law, piece))) if piece else {}
    path = next((path for path, words in paths.items() if f"{start}: {words}" == label), "")
    return value_or_none(law, path) if path else None


def _clauses(law: Law) -> Iterator[str]:
    for rule, body in law.document["rules"].items():
        yield from (pointer("rules", rule, CLAUSES, name) for name in body.get(CLAUSES) or {})


def as_counted(law: Law, value: LawValue) -> LawValue:
    """Return the value as its sentence states it: 1 for a change of -1 that reads "decreases by 1"."""
    count = _count_said(law, value)
    return replace(value, said=str(count(value.value))) if type(value.value) is int and count else value


def as_data(law: Law, value: LawValue, typed: str) -> str:
    """Return the number in the law as text, given `typed`, the number as the sentence counts it.

    Sentences never contain a number below zero. So negative numbers, like other texts, are returned unchanged.
    """
    count = _count_said(law, value)
    return str(count(int(typed))) if count and WHOLE.fullmatch(typed) else typed


def _count_said(law: Law, value: LawValue) -> Callable[[int], int] | None:
    """Return the conversion between the law's number and the sentence's, or None if they are equal."""
    piece = _piece_of(value)
    if type(value.value) is not int or value.value >= 0 or not piece:
        return None
    found = next((each for each in _numbers_said(law, piece) if each.path == value.path), None)
    return found.count_said(value.value) if found else None


def _numbers_said(law: Law, piece: str) -> Sequence[NumberSaid]:
    section, *rest = path_of(piece)
    is_clause = section == "rules" and rest[1:2] == [CLAUSES]
    return numbers_said(law, rest[0], rest[2]) if is_clause else numbers_said_of_entry(law, piece)


def is_said(law: Law, value: LawValue) -> bool:
    """Return whether some sentence states the value. Otherwise its label is only its position."""
    return not _is_in_effect(law, value) or bool(_label_of(law, value) or _in_sentence(law, value))


def _by_place(law: Law, value: LawValue) -> str:
    """Return an ordinal label for a number that no sentence mentions, or "" for a text."""
    piece = _piece_of(value)
    paths = [f"{piece}{path}" for path, _ in numbers_in(value_at(law.document, piece))]
    return f"its {ordinal(paths.index(value.path))} number" if value.path in paths else ""


def _in_sentence(law: Law, value: LawValue) -> str:
    """Return a label for a part of an effect from the first sentence that mentions it, or ""."""
    piece = _piece_of(value)
    if not piece or not _is_in_effect(law, value):
        return ""
    text = str(value.value)
    for sentence in _sentences(law, piece):
        for line in sentence.split("\n"):
            bare = line.lstrip(" ").removeprefix(ITEM)
            if text and (found := re.search(rf"(?<!\w){re.escape(text)}(?!\w)", bare)):
                what = "a number" if is_a_number(value.value) else f"“{text}”"
                return f"{what} in “{_around(bare, *found.span())}”"
    return ""


def _sentences(law: Law, piece: str) -> Sequence[str]:
    section, *rest = path_of(piece)
    if section == "rules" and rest[1:2] == [CLAUSES]:
        return explain_clause(law, rest[0], rest[2])
    *key, name = rest
    return entry_explanation(law, section, name, *key)


def without_quotation(words: str) -> str:
    """Return the label of a number without the quoted words, for a title."""
    return QUOTATION.sub("", words)


def _label_of(law: Law, value: LawValue) -> str:
    """Return the label of a number within its clause or entry, or "" if no sentence mentions the number by itself."""
    piece = _piece_of(value) if is_a_number(value.value) else ""
    return law.once(("labels of numbers", piece), lambda: dict(_made(law, piece))).get(value.path, "") if piece else ""


def _piece_of(value: LawValue) -> str:
    """Return the place of the clause or described entry that contains a value, or "" if there is none."""
    parts = path_of(value.path)
    if parts[0] == "rules" and parts[2:3] == (CLAUSES,) and len(parts) > CLAUSE:
        return pointer(*parts[:CLAUSE])
    depths = (depth for depth in (2, 3) if len(parts) > depth and has_explanation(parts[0], *parts[1 : depth - 1]))
    return next((pointer(*parts[:depth]) for depth in depths), "")


def _made(law: Law, piece: str) -> Iterator[tuple[str, str]]:
    sentences, numbers = _sentences(law, piece), _numbers_said(law, piece)
    short = {each.path: _cell(each.path) or _label(sentences[each.sentence], each) for each in numbers}
    labels = {
        each.path: _under(short[each.path], sentences[each.sentence], each)
        if list(short.values()).count(short[each.path]) > 1
        else short[each.path]
        for each in numbers
    }
    counts, seen = Counter(labels.values()), Counter[str]()
    for path, label in labels.items():
        place = ordinal(seen[label])
        seen[label] += 1
        yield path, f"{label} (the {place} of {counts[label]})" if counts[label] > 1 else label


def _label(sentence: str, number: NumberSaid) -> str:
    """Return the label of a number: the noun that it counts, and the words around it in its line."""
    line, begin, end = _line_of(sentence, number)
    before, after = line[:begin], line[begin:]
    verb = VERB.match(after)
    to_number = before + (verb[0] if verb else "")
    lead = next((words for fits, words in BEFORE if fits.search(to_number)), "")
    if not lead and IS_A_RANGE.match(after) and BEFORE_A_RANGE.search(before):
        lead = "the lowest number{}"
    counted = _counted(before, after, line[begin:end], number.otherwise)
    named = (lead or "the number{}").format(f" of {counted}" if counted else "")
    return f"{named} in “{_around(line, begin, end)}”"


def _cell(path: str) -> str:
    """Return the label of a number in a table of a rule, by its column and row, or ""."""
    within = path_of(path)[CLAUSE:]
    return f"{within[2]} of {within[1]}" if within[:1] == ("rows",) and len(within) == CELL else ""


def _line_of(sentence: str, number: NumberSaid) -> tuple[str, int, int]:
    """Return the line of a sentence that contains a number, without its bullet, and the number's range in that line."""
    start = sentence.rfind("\n", 0, number.begin) + 1
    line = sentence[start:].partition("\n")[0]
    bare = line.lstrip(" ").removeprefix(ITEM)
    start += len(line) - len(bare)
    return bare, number.begin - start, number.end - start


def _counted(before: str, after: str, number: str, otherwise: str) -> str:
    """Return the plural noun that a number counts, or "" if there is none."""
    if chosen := CHOSEN.search(before):
        return chosen["noun"]
    several = TWO.match(otherwise)
    if several and ONE.match(number):
        return several["noun"].rstrip(STOPS)
    found = NOUN.match(after)
    return found["noun"] if found else ""


def _around(line: str, begin: int, end: int) -> str:
    """Return the words around a number in a line, up to the ends of its sentence or clause."""
    first = max((found.end() for found in ENDS.finditer(line, 0, begin)), default=0)
    found = ENDS.search(line, end)
    last = found.start() if found else len(line)
    left = right = ""
    if begin - first > MOST_AROUND:
        first, left = line.find(" ", begin - MOST_AROUND) + 1, "… "
    if last - end > MOST_AROUND:
        last, right = line.rfind(" ", end, end + MOST_AROUND), " …"
    words = line[first:last].strip(" " + STOPS)
    return f"{left}{words.removesuffix(')') if '(' not in words else words}{right}"


def _under(label: str, sentence: str, number: NumberSaid) -> str:
    """Return a label preceded by the heading line under which the number's line is nested."""
    start = sentence.rfind("\n", 0, number.begin) + 1
    lines = sentence[:start].split("\n")
    level = _level(sentence[start:])
    above = next((line for line in reversed(lines) if line and _level(line) < level), "")
    words = above.strip().removeprefix(ITEM).strip(":")
    return f"{label}, after “{words[:MAX_UNDER]}{'…' if len(words) > MAX_UNDER else ''}”" if words else label


def _level(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
