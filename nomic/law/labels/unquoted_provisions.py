"""Provisions: the parts of the law that its rules' texts and tables do not show, as sentences by rule.

A price, a limit or an effect of a section is shown where a rule quotes it or shows its table. Everything else appears
here, so that no part of the law is hidden.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nomic.law.document.entries import PLACE, place_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import entry_explanation, has_explanation
from nomic.law.labels.indented_outline import in_one_line, in_one_piece
from nomic.law.labels.value_labels import NOTHING, ValueName, name_of, value_text
from nomic.law.labels.value_statements import statement
from nomic.law.rules.generated_tables import table_of
from nomic.law.rules.placeholders import PLACEHOLDER, fits_a_sentence
from nomic.law.rules.rule_of_place import NAME as BELONGS
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of
from nomic.law.schema.json_reader import Json

Path = tuple[str | int, ...]
NOT_NESTED = 2  # parts of the path of a section's own value; a flag of an entry is told only if it is set
ENDS = (".", "!", "?", "…", ".”", "!”", "?”", "…”")
ELSEWHERE = ("rules", BELONGS, "cycle")  # shown as rules, as their places, and as the title of the page


def provisions_of(law: Law) -> Mapping[str | None, tuple[str, ...]]:
    """Return the sentences by rule id. Those that do not belong to a rule are under the key None."""
    return law.once("provisions", lambda: _made(law))


def _made(law: Law) -> Mapping[str | None, tuple[str, ...]]:
    found: dict[str | None, list[str]] = defaultdict(list)
    shown = _shown(law)
    for section in sorted(law.document.keys() - set(ELSEWHERE)):
        for path, sentence in _sentences(law, (section,), law.document[section], shown):
            found[rule_at(law, pointer(*path))].append(sentence)
    return {rule: tuple(sentences) for rule, sentences in found.items()}


@dataclass(frozen=True, slots=True)
class _Shown:
    """The content that rules show themselves: quoted places, and the cells of table rows by the row's place."""

    quoted: frozenset[str]
    rows: Mapping[str, tuple[str, ...]]

    def row_of(self, path: Path) -> tuple[str, ...]:
        """Return the cells of the table row that shows the value at a path, or an empty tuple."""
        ends = (self.rows.get(pointer(*path[:end])) for end in range(len(path), 0, -1))
        return next((cells for cells in ends if cells is not None), ())


def _shown(law: Law) -> _Shown:
    quoted: set[str] = set()
    rows: dict[str, tuple[str, ...]] = {}
    for rule in rules_of(law).values():
        for match in PLACEHOLDER.finditer(rule.body):
            what = match["what"].strip()
            if not match["table"]:
                quoted.add(what)
                continue
            table = table_of(law, what)
            rows |= {place: tuple(row) for place, row in zip(table.places, table.rows, strict=False)}
    return _Shown(frozenset(quoted), rows)


def _sentences(law: Law, path: Path, value: Json, shown: _Shown) -> Iterator[tuple[Path, str]]:
    """Yield (path, sentence) for the values at and below a path that no rule shows."""
    if pointer(*path) in shown.quoted:
        return
    name = name_of(law.document, path)
    if name.explained and _entry_of(path) is not None:
        return  # The explanation of the entry says it.
    entry = _entry_of(path)
    if entry is not None and len(path) == len(entry):
        says = _explained(law, entry)
        if says and in_one_line(says) not in shown.row_of(path):
            yield path, f"{_capital(_with_quoted_title(name))}: {in_one_piece(says)}"
    if (isinstance(value, dict) and not (name.said and not name.rest)) or not (name.said or fits_a_sentence(value)):
        for key, content in _parts(value):
            yield from _sentences(law, (*path, key), content, shown)
        return
    words = value_text(law, path, value)
    if (
        words != NOTHING
        and not _is_in_row(words, shown.row_of(path))
        and not (value is False and len(path) > NOT_NESTED)
    ):
        yield path, _ended(statement(law, path, value, name, words) or f"{_capital(name.words)}: {words}")


def _with_quoted_title(name: ValueName) -> str:
    """Return an entry's label with its title in quotation marks: "the card ‘Go to jail’", but "Oil"."""
    title = name.titles[-1] if name.titles else ""
    kind = name.words.removesuffix(f" {title}")
    return name.words if kind == name.words else f"{kind} ‘{title}’"


def _is_in_row(words: str, cells: Sequence[str]) -> bool:
    """Return whether a table row already shows a text, as a cell or as the gain in its first cell."""
    return words in cells or (bool(cells) and words == f"Gain {cells[0]}.")


def _parts(value: Json) -> Iterator[tuple[str | int, Json]]:
    """Yield the parts of a map, or of a list. Other values have none.

    Flags of a map come first, because they say whether the rest applies. The rest is in the order of its places.
    """
    if isinstance(value, dict):
        order = sorted(value, key=lambda key: (not isinstance(value[key], bool), place_of(value[key]), key))
        yield from ((key, value[key]) for key in order if key != PLACE)
    elif isinstance(value, list):
        yield from enumerate(value)


def _entry_of(path: Path) -> Path | None:
    """Return the path of the explained entry that contains a path, or None."""
    for length in (2, 3):
        if len(path) >= length and has_explanation(str(path[0]), *map(str, path[1 : length - 1])):
            return path[:length]
    return None


def _explained(law: Law, entry: Sequence[str | int]) -> tuple[str, ...]:
    section, *key, name = map(str, entry)
    return entry_explanation(law, section, name, *key)


def _ended(text: str) -> str:
    """Return the text with a full stop, unless it ends with one or contains a list."""
    return text if "\n" in text or text.endswith(ENDS) else f"{text}."


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
