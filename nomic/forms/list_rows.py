"""Rows of a form: a list or a set of counts with a field for each element, so that nobody types a syntax.

The field of the list itself stays in the form as text. If fields of rows come with it, they replace that text.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomic.forms.field_text import NUMBERS, split_count, without_thousands
from nomic.forms.schema_forms import Input
from nomic.law.document.sections import pointer

KINDS = ("lines", "numbers", "counts")
MAX_ROWS = 60  # a longer list is one field, an element a line
ROW = re.compile(r"(?P<part>row|amount):(?P<number>[0-9]{1,3}):(?P<field>f:.+)", re.DOTALL)
ONE_MORE, ONE_LESS = "more_row", "drop_row"  # names of the buttons that add a row and take one out
FRESH = "1"  # the amount of a row that a button has added
Offer = tuple[str, str]  # a word that fits, and how it reads


@dataclass(frozen=True, slots=True)
class Row:
    """One element of a list: its word or number, its amount if it has one, and its place in the entry.

    `is_worked_out` marks an amount that is computed, which is data and not typed.
    """

    number: int
    word: str
    path: str
    amount: str = ""
    is_new: bool = False

    @property
    def is_worked_out(self) -> bool:
        return self.amount.startswith("{")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one input, the words that fit into them, and whether no other words do."""

    rows: tuple[Row, ...]
    offers: tuple[Offer, ...] = ()
    is_closed: bool = False
    amounts: tuple[str, ...] = ()  # the words that an amount can be, if it is no number
    has_amounts: bool = False
    are_numbers: bool = False


def rows_of(shown: Input, *, one_more: bool = False) -> tuple[Row, ...] | None:
    """Return the rows of an input, with an empty one at the end if asked for, or None if it has no rows."""
    if shown.kind not in KINDS:
        return None
    lines = NUMBERS.sub("\n", shown.value) if shown.kind == "numbers" else shown.value
    elements = [each.strip() for each in lines.split("\n")]
    elements = [each for each in elements if each]
    if len(elements) > MAX_ROWS:
        return None
    rows = [_row(shown, number, each) for number, each in enumerate(elements)]
    if one_more:
        rows.append(Row(len(rows), "", "", is_new=True))
    return tuple(rows)


def _row(shown: Input, number: int, element: str) -> Row:
    if shown.kind != "counts":
        return Row(number, element, f"{shown.path}/{number}")
    word, amount = split_count(element)
    return Row(number, word, f"{shown.path}{pointer(word)}", amount)


def join_rows(pairs: Iterable[tuple[str, str]], posted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the fields of a form with the texts of its rows.

    Empty rows and the row that the user removes are left out.
    """
    rows: dict[str, dict[int, dict[str, str]]] = {}
    for name in posted:
        if found := ROW.fullmatch(name):
            number, part = int(found["number"]), found["part"]
            rows.setdefault(found["field"], {}).setdefault(number, {})[part] = _one_line(posted[name])
    taken_out, _, field = posted.get(ONE_LESS, "").partition(" ")
    if taken_out.isascii() and taken_out.isdecimal() and len(taken_out) < 4:  # digits
        rows.get(field, {}).pop(int(taken_out), None)
    return [(name, _text(name, rows[name]) if name in rows else text) for name, text in pairs]


def _text(field: str, rows: Mapping[int, Mapping[str, str]]) -> str:
    """Return rows as the text of their list."""
    kind = field.split(":", 3)[2]
    every = [row for _, row in sorted(rows.items())]
    if kind == "counts":  # a row with an amount alone is kept, so that its amount is not lost without a word
        filled = [row for row in every if row.get("row") or row.get("amount", "") not in ("", FRESH)]
        return "\n".join(f"{row.get('row', '')}: {row.get('amount', '')}" for row in filled)
    words = [row["row"] for row in every if row.get("row")]
    return ", ".join(map(without_thousands, words)) if kind == "numbers" else "\n".join(words)


def _one_line(text: str) -> str:
    return " ".join(text.split())
