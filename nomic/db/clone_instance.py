"""Shallow copies of cached model instances, so that callers may modify the rows they get."""

import copy
from typing import TypeVar

from django.db.models import Model
from django.db.models.base import ModelState

Row = TypeVar("Row")


def clone(row: Row) -> Row:
    """Return a copy of a row, like `copy.copy` but faster, because acts copy many rows.

    `copy.copy` uses the slow pickle protocol. The copy has its own `ModelState`. Rows that are not model instances are
    copied by `copy.copy`.
    """
    if not isinstance(row, Model):
        return copy.copy(row)
    other = object.__new__(type(row))
    other.__dict__.update(row.__dict__)
    state = other._state = ModelState()
    state.__dict__.update(row._state.__dict__)
    if "fields_cache" in state.__dict__:
        state.fields_cache = dict(row._state.fields_cache)
    return other
