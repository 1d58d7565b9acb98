"""A column with JSON data that nobody looks into by SQL: it is written with its row, as text, and read with it."""

import json
from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Text = models.TextField[Any, Any]
else:
    Text = models.TextField

_write = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class JsonTextField(Text):
    """A list or a dictionary of JSON data; NULL where it is empty, so that rows that have something are easily found.

    A database that knew the text to be JSON would take more room for it, and have an order and numbers of its own.
    """

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def __init__(self, empty: type[list[Any]] | type[dict[str, Any]], **options: Any) -> None:
        super().__init__(**{"default": empty, "null": True, **options})
        self.empty = empty

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        for given in ("default", "null"):
            options.pop(given, None)
        return name, path, [self.empty, *args], options

    def from_db_value(self, value: str | None, expression: Any, database: Any) -> Any:
        return self.empty() if value is None else json.loads(value)

    def get_prep_value(self, value: Any) -> str | None:
        """The text. Raises TypeError for what is no JSON."""
        return _write(value) if value else None


class RecordsField(JsonTextField):
    """Small records of one kind, in order: a dataclass with at least two fields, of texts and whole numbers."""

    def __init__(self, kind: type[Any], **options: Any) -> None:
        super().__init__(list, **options)
        self.kind = kind
        self._values = attrgetter(*(field.name for field in fields(kind)))

    def deconstruct(self) -> Any:
        name, path, (_, *args), options = super().deconstruct()
        return name, path, [self.kind, *args], options

    def from_db_value(self, value: str | None, expression: Any, database: Any) -> list[Any]:
        return [self.kind(*each) for each in super().from_db_value(value, expression, database)]

    def get_prep_value(self, value: Iterable[Any] | None) -> str | None:
        """The text of records. Raises AttributeError for one of another kind."""
        return super().get_prep_value([self._values(each) for each in value or ()])
