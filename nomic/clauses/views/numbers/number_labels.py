"""Labels for the numbers of a clause or an entry: the words around the number in its sentences.

A piece is the clause or described entry that contains the number. Its place in the law identifies it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from nomic.clauses.views.explanations import explain_clause
from nomic.clauses.views.numbers.in_sentences import NumberSaid, numbers_in, numbers_said, numbers_said_of_entry
from nomic.clauses.views.numbers.sentence_phrases import excerpt, label_in_sentence, with_heading
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.explanations import entry_explanation, has_explanation
from nomic.law.labels.indented_outline import ITEM
from nomic.law.labels.ordinals import ordinal
from nomic.law.labels.value_labels import name_of, path_of, place_in, value_text, words_at
from nomic.law.search.values import LawValue, is_a_number, values_of

CLAUSE_DEPTH = 4  # number of parts of a clause's path: /rules/ID/clauses/NAME
CELL_DEPTH = 3  # parts of the path of a table's cell within its clause
NAMELESS = (": the number", ": the chance", ": a number")
_QUOTATION_MARK = re.compile(r"[“”„«»\"]")
QUOTATION = re.compile(r" in “.*$", re.DOTALL)


def with_labels(law: Law, values: Iterable[LawValue]) -> list[LawValue]:
    """Return these values, labelled with the words of the sentences that mention them.

    A text within an effect that no sentence mentions is left out, because only its path would name it. Numbers of
    entries outside of effects keep their labels, because new ones would require parsing the whole section for each.
    """
    found = list(values)
    within = {value.path: _is_in_effect(law, value) for value in found}
    return [
        replace(value, words=full_label(law, value))
        if value.path.startswith("/rules/") or within[value.path]
        else value
        for value in found
        if not within[value.path] or is_a_number(value.value) or _quoted_label(law, value)
    ]


def with_labels_for_lists(law: Law, values: Iterable[LawValue]) -> list[LawValue]:
    """Return the values as `with_labels` does, but numbers of clauses have the name of their rule behind the label.

    The name of the clause is left out: players do not know it, and it would stand before what they look for.
    """
    return [_for_list(law, value) for value in with_labels(law, values)]


def _for_list(law: Law, value: LawValue) -> LawValue:
    label = _label_within_piece(law, value) if value.path.startswith("/rules/") else ""
    rule = law.document["rules"][path_of(value.path)[1]]["title"] if label else ""
    return replace(value, words=f"{label} (rule {rule})") if label else value


def _is_in_effect(law: Law, value: LawValue) -> bool:
    """Return whether a value is inside an effect, where its ordinary label would be its path."""
    return bool(name_of(law.document, place_in(law.document, value.path)).rest)


def with_short_labels(law: Law, values: Iterable[LawValue]) -> tuple[LawValue, ...]:
    """Return the values of one clause or entry, labelled without the name of that clause or entry."""
    return tuple(replace(value, words=_label_within_piece(law, value) or value.words) for value in values)


def full_label(law: Law, value: LawValue) -> str:
    """Return the label of a value: its clause or entry, and the words around it in its sentences.

    A value that no sentence mentions has its ordinary label, or deep in an effect the name of its clause or entry.
    """
    piece, label = piece_of(value), _label_from_sentences(law, value)
    if not piece and (said := _label_within_steps(law, value)):
        return said
    is_a_field = len(path_of(value.path)) == len(path_of(piece)) + 1
    if not label and (not piece or is_a_field or not _is_in_effect(law, value)):
        return value.words
    label = label or _ordinal_label(law, value)
    return f"{words_at(law.document, piece)}: {label}" if label else words_at(law.document, piece)


def _label_within_steps(law: Law, value: LawValue) -> str:
    """Return the label of a number in a list of effects without sentences of its own, such as the contents of a pack.

    It quotes the step that has the number. Returns "" if the step does not say the number, or says it several times.
    """
    steps = _steps_of(law, value)
    if not steps or not is_a_number(value.value) or not _is_in_effect(law, value):
        return ""
    place = place_in(law.document, value.path)
    index = len(path_of(steps))
    step = value_at(law.document, pointer(*map(str, place[: index + 1])))
    sentence = value_text(law, place[:index], [step]) if isinstance(step, dict) else ""
    if sum(number == value.value for _, number in numbers_in(step)) != 1:
        return ""
    if value.value == 1 and isinstance(step, dict) and place[index + 1 :] == ("n",):  # "Gain a random Rare card"
        several = value_text(law, place[:index], [{**step, "n": 2}])
        begin = several.find("2 ")
        found = [(begin, len(sentence.rstrip(".")))] if several[:begin] == sentence[:begin] else []
        otherwise = several[begin:]
    else:
        said = re.finditer(rf"(?<![\w.]){re.escape(str(value.value))}(?![\w.])", sentence)
        found, otherwise = [each.span() for each in said], ""
    if len(found) != 1:
        return ""
    (begin, end) = found[0]
    number = NumberSaid(value.path, 0, begin, end, otherwise, sentence[begin:end])
    return f"{words_at(law.document, steps)}: {label_in_sentence(sentence, number)}"


def find_by_label(law: Law, label: str) -> LawValue | None:
    """Return the number whose `full_label` is `label`, or None. See `find_all_by_label`."""
    found = find_all_by_label(law, label)
    return found[0] if len(found) == 1 else None


def find_all_by_label(law: Law, label: str) -> list[LawValue]:
    """Return the numbers whose `full_label` is `label`. Only labels that name a piece of the law are searched.

    Quotation marks may be missing. Without the quoted sentence, several numbers of a piece may have the same label.
    """
    if ":" not in label:
        return []
    wanted = _plain(label)
    pieces = law.once("numbers by the label of their piece", lambda: _numbers_by_piece(law))
    values = (value for piece, values in pieces.items() if wanted.startswith(f"{piece}:") for value in values)
    labels = [(value, full_label(law, value)) for value in values]
    whole = [value for value, words in labels if _plain(words) == wanted]
    return whole or [value for value, words in labels if _plain(without_quotation(words)) == wanted]


def _numbers_by_piece(law: Law) -> Mapping[str, Sequence[LawValue]]:
    found = defaultdict[str, list[LawValue]](list)
    for value in values_of(law):
        if is_a_number(value.value) and (piece := piece_of(value) or _steps_of(law, value)):
            found[_plain(words_at(law.document, piece))].append(value)
    return found


def _steps_of(law: Law, value: LawValue) -> str:
    """Return the place of the list of effects that contains a value, or "" if there is none."""
    place = place_in(law.document, value.path)
    index = next((index for index, part in enumerate(place) if isinstance(part, int)), 0)
    return pointer(*map(str, place[:index])) if index else ""


def _plain(label: str) -> str:
    return " ".join(_QUOTATION_MARK.sub("", label).casefold().split())


def is_mentioned(law: Law, value: LawValue) -> bool:
    """Return whether some sentence mentions the value. Otherwise its label is only its position."""
    return not _is_in_effect(law, value) or bool(_label_from_sentences(law, value))


def without_quotation(label: str) -> str:
    """Return the label of a number without the quoted words, for a title, unless nothing else says what it is."""
    bare = QUOTATION.sub("", label)
    return label if bare.endswith(NAMELESS) else bare


def piece_of(value: LawValue) -> str:
    """Return the place of the clause or described entry that contains a value, or "" if there is none."""
    parts = path_of(value.path)
    if parts[0] == "rules" and parts[2:3] == (CLAUSES,) and len(parts) > CLAUSE_DEPTH:
        return pointer(*parts[:CLAUSE_DEPTH])
    depths = (depth for depth in (2, 3) if len(parts) > depth and has_explanation(parts[0], *parts[1 : depth - 1]))
    return next((pointer(*parts[:depth]) for depth in depths), "")


def numbers_of_piece(law: Law, piece: str) -> Sequence[NumberSaid]:
    """Return the numbers of a clause or entry that its sentences state."""
    clause = _clause_at(piece)
    return numbers_said(law, *clause) if clause else numbers_said_of_entry(law, piece)


def _sentences(law: Law, piece: str) -> Sequence[str]:
    if clause := _clause_at(piece):
        return explain_clause(law, *clause)
    section, *key, name = path_of(piece)
    return entry_explanation(law, section, name, *key)


def _clause_at(piece: str) -> tuple[str, str] | None:
    """Return the rule and the name of the clause at a place, or None for an entry."""
    section, *rest = path_of(piece)
    return (rest[0], rest[2]) if section == "rules" and rest[1:2] == [CLAUSES] else None


def _label_from_sentences(law: Law, value: LawValue) -> str:
    return _label_within_piece(law, value) or _quoted_label(law, value)


def _label_within_piece(law: Law, value: LawValue) -> str:
    """Return the label of a number within its clause or entry, or "" if no sentence mentions the number by itself."""
    piece = piece_of(value) if is_a_number(value.value) else ""
    return _labels_of_piece(law, piece).get(value.path, "") if piece else ""


def _quoted_label(law: Law, value: LawValue) -> str:
    """Return a label for a part of an effect from the first sentence that mentions it, or ""."""
    piece = piece_of(value)
    if not piece or not _is_in_effect(law, value):
        return ""
    text = str(value.value)
    for sentence in _sentences(law, piece):
        for line in sentence.split("\n"):
            bare = line.lstrip(" ").removeprefix(ITEM)
            if text and (found := re.search(rf"(?<!\w){re.escape(text)}(?!\w)", bare)):
                noun = "a number" if is_a_number(value.value) else f"“{text}”"
                return f"{noun} in “{excerpt(bare, *found.span())}”"
    return ""


def _ordinal_label(law: Law, value: LawValue) -> str:
    """Return an ordinal label for a number that no sentence mentions, or "" for a text."""
    piece = piece_of(value)
    paths = [f"{piece}{path}" for path, _ in numbers_in(value_at(law.document, piece))]
    return f"its {ordinal(paths.index(value.path))} number" if value.path in paths else ""


def _labels_of_piece(law: Law, piece: str) -> Mapping[str, str]:
    """Return the labels of the numbers of a clause or entry, by their places. Cached with the law."""
    return law.once(("labels of numbers", piece), lambda: dict(_distinct_labels(law, piece)))


def _distinct_labels(law: Law, piece: str) -> Iterator[tuple[str, str]]:
    """Yield places and labels. Equal labels get the heading above their lines, and then an ordinal if still equal."""
    sentences, numbers = _sentences(law, piece), numbers_of_piece(law, piece)
    short = {each.path: _cell_label(each.path) or label_in_sentence(sentences[each.sentence], each) for each in numbers}
    times = Counter(short.values())
    labels = {
        each.path: with_heading(short[each.path], sentences[each.sentence], each)
        if times[short[each.path]] > 1
        else short[each.path]
        for each in numbers
    }
    counts, seen = Counter(labels.values()), Counter[str]()
    for path, label in labels.items():
        place = ordinal(seen[label])
        seen[label] += 1
        yield path, f"{label} (the {place} of {counts[label]})" if counts[label] > 1 else label


def _cell_label(path: str) -> str:
    """Return the label of a number in a table of a rule, by its column and row, or ""."""
    within = path_of(path)[CLAUSE_DEPTH:]
    return f"{within[2]} of {within[1]}" if within[:1] == ("rows",) and len(within) == CELL_DEPTH else ""
