"""The base of all answers."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict

OrNone = BeforeValidator(lambda value: value or None)
TextOrNone = Annotated[str | None, OrNone]  # null for an empty text


class Shape(BaseModel):
    """An answer, or a part of one. Its fields are the API's documentation.

    A shape is read from the attributes of the same names of a row or a view model, and so are the shapes in it. A field
    with a `validation_alias` is read from the attribute of that name.
    """

    model_config = ConfigDict(frozen=True, from_attributes=True, populate_by_name=True)

    @classmethod
    def from_object(cls, source: object, **fields: object) -> Self:
        """Read the shape from an object, except these fields."""
        return cls.model_validate(_Overlaid(source, fields))

    def as_bytes(self) -> bytes:
        """Return the JSON text that is sent."""
        return self.model_dump_json(by_alias=True).encode()


class _Overlaid:
    """An object of which some attributes are replaced."""

    def __init__(self, source: object, fields: Mapping[str, object]) -> None:
        self.__dict__.update(fields)
        self._source = source

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)
