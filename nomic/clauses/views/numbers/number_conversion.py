"""Converts between the numbers of the law and those of its sentences: a change of -1 reads "decreases by 1"."""

import re
from collections.abc import Callable
from dataclasses import replace

from nomic.clauses.views.numbers.number_labels import numbers_of_piece, piece_of
from nomic.law.document.sections import Law
from nomic.law.search.values import LawValue

WHOLE = re.compile(r"\d{1,15}")


def as_counted(law: Law, value: LawValue) -> LawValue:
    """Return the value as its sentence states it: 1 for a change of -1 that reads "decreases by 1"."""
    convert = _conversion(law, value)
    return replace(value, said=str(convert(value.value))) if type(value.value) is int and convert else value


def as_data(law: Law, value: LawValue, typed: str) -> str:
    """Return the number in the law as text, given `typed`, the number as the sentence counts it.

    Sentences never contain a number below zero. So negative numbers, like other texts, are returned unchanged.
    """
    convert = _conversion(law, value)
    return str(convert(int(typed))) if convert and WHOLE.fullmatch(typed) else typed


def _conversion(law: Law, value: LawValue) -> Callable[[int], int] | None:
    """Return the conversion between the law's number and the sentence's, or None if they are equal.

    It is its own inverse, so it converts in both directions.
    """
    piece = piece_of(value)
    if type(value.value) is not int or value.value >= 0 or not piece:
        return None
    found = next((each for each in numbers_of_piece(law, piece) if each.path == value.path), None)
    return found.count_said(value.value) if found else None
