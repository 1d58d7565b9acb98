"""Model fields for JSON data that SQL never accesses, stored as text."""

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
    """Field for a list or dictionary of JSON data. It is NULL if empty, so that rows with data are easy to find.

    `jsonb` would take more space, and would change the order of keys and the form of numbers.
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
        """Return the value as JSON text, or None if it is empty.

        Raises TypeError if it cannot be represented as JSON.
        """
        return _write(value) if value else None


class RecordsField(JsonTextField):
    """Field for a list of records of one dataclass, which has at least two fields, of types `str` and `int`."""

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
        """Return the JSON text of the records, or None if there are none.

        Raises AttributeError for a record of another class.
        """
        return super().get_prep_value([self._values(each) for each in value or ()])
