"""A column with the draws of an entry: they are written with it, as text, and read with it."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db import models

from nomic.chance.draws import Drawn

if TYPE_CHECKING:
    TextOfDraws = models.TextField[Iterable[Drawn], list[Drawn]]
else:
    TextOfDraws = models.TextField

_write = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class DrawsField(TextOfDraws):
    """Draws of chance as `Drawn`, in order; NULL where there are none, so that entries that drew are easily found.

    A database that knew it to be JSON would take more room for it, and have numbers of its own making: a draw can have
    2⁶⁴ sides.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": list, "null": True, "editable": False, **options})

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        for given in ("default", "null", "editable"):
            del options[given]
        return name, path, args, options

    def from_db_value(self, value: str | None, expression: Any, database: Any) -> list[Drawn]:
        return [] if value is None else [Drawn(*each) for each in json.loads(value)]

    def get_prep_value(self, value: Iterable[Drawn] | None) -> str | None:
        """The text of draws. Raises TypeError for anything else."""
        drawn = [(each.label, each.index, each.sides, each.value, each.purpose) for each in value or ()]
        return _write(drawn) if drawn else None
