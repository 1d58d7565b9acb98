"""A column with small records of one kind, which are written with their row and read with it."""

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


class RecordsField(Text):
    """Records in order, as a text; NULL where there are none, so that rows that have any are easily found.

    `kind` is a dataclass with at least two fields, of texts and whole numbers. A database that knew the text to be JSON
    would take more room for it, and have numbers of its own making.
    """

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def __init__(self, kind: type[Any], **options: Any) -> None:
        super().__init__(**{"default": list, "null": True, "editable": False, **options})
        self.kind = kind
        self._values = attrgetter(*(field.name for field in fields(kind)))

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        for given in ("default", "null", "editable"):
            del options[given]
        return name, path, [self.kind, *args], options

    def from_db_value(self, value: str | None, expression: Any, database: Any) -> list[Any]:
        return [] if value is None else [self.kind(*each) for each in json.loads(value)]

    def get_prep_value(self, value: Iterable[Any] | None) -> str | None:
        """The text of records. Raises TypeError for what is none, AttributeError for one of another kind."""
        values = [self._values(each) for each in value or ()]
        return _write(values) if values else None
