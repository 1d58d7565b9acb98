"""Base class of all answers."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict

OrNone = BeforeValidator(lambda value: value or None)
TextOrNone = Annotated[str | None, OrNone]  # null for an empty text


class Shape(BaseModel):
    """Base class of responses, and of parts of responses. The fields are documented in the OpenAPI document.

    A shape and its nested shapes are read from the attributes of a row or a view model with the same names. A field
    with a `validation_alias` is read from the attribute of that name.
    """

    model_config = ConfigDict(frozen=True, from_attributes=True, populate_by_name=True)

    @classmethod
    def from_object(cls, source: object, **fields: object) -> Self:
        """Read the shape from an object's attributes. Values in `fields` take precedence."""
        return cls.model_validate(_Overlaid(source, fields))

    def as_bytes(self) -> bytes:
        """Return the shape as JSON text."""
        return self.model_dump_json(by_alias=True).encode()


class _Overlaid:
    """Wrapper of an object that replaces some of its attributes."""

    def __init__(self, source: object, fields: Mapping[str, object]) -> None:
        self.__dict__.update(fields)
        self._source = source

    def __getattr__(self, name: str) -> Any:
        return getattr(self._source, name)
