"""Copies of rows that are kept: whoever is told one may change theirs."""

import copy
from typing import TypeVar

from django.db.models import Model
from django.db.models.base import ModelState

Row = TypeVar("Row")


def clone(row: Row) -> Row:
    """A copy of a row, as `copy.copy` makes one, without its detours by way of pickling: acts make many."""
    if not isinstance(row, Model):
        return copy.copy(row)
    other = object.__new__(type(row))
    other.__dict__.update(row.__dict__)
    state = other._state = ModelState()
    state.__dict__.update(row._state.__dict__)
    if "fields_cache" in state.__dict__:
        state.fields_cache = dict(row._state.fields_cache)
    return other
