"""A column of hexadecimal digits that takes half the room: the database has the bytes."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Bytes = models.BinaryField[Any, Any]
else:
    Bytes = models.BinaryField

NOTHING = b""


class HexField(Bytes):
    """An even number of hexadecimal digits, in lower case, as a text. What is none is found nowhere and not written."""

    if TYPE_CHECKING:
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def get_default(self) -> str:
        return ""

    def from_db_value(self, value: Any, expression: Any, database: Any) -> str | None:
        return None if value is None else bytes(value).hex()

    def to_python(self, value: Any) -> Any:
        return value

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.value_from_object(obj))

    def get_prep_value(self, value: str | None) -> bytes | None:
        """What a row is looked for by: anybody may ask for what is no number at all."""
        try:
            return None if value is None else bytes.fromhex(value)
        except ValueError:
            return NOTHING

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """What is written. Raises ValueError for what is not hexadecimal."""
        if isinstance(value, str):
            bytes.fromhex(value)
        return super().get_db_prep_save(value, connection)
