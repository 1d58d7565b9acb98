"""Model field for hexadecimal digits, stored as bytes in half the space."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Bytes = models.BinaryField[Any, Any]
else:
    Bytes = models.BinaryField

NO_ROW = b""  # the bytes of a search for text that is not hexadecimal; no row has them


class HexField(Bytes):
    """Field for an even number of hexadecimal digits, as lowercase text.

    A filter by other text finds no rows. Saving other text raises ValueError.
    """

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
        """Return the bytes to filter by, or None for NULL.

        Text that is not hexadecimal, such as a client's input, gives bytes that match no row.
        """
        try:
            return None if value is None else bytes.fromhex(value)
        except ValueError:
            return NO_ROW

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Return the bytes to save. Raises ValueError if the text is not hexadecimal."""
        if isinstance(value, str):
            bytes.fromhex(value)
        return super().get_db_prep_save(value, connection)
