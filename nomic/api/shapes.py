"""The base of all answers."""

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """An answer, or a part of one. Its fields are the API's documentation."""

    model_config = ConfigDict(frozen=True)

    def as_bytes(self) -> bytes:
        """The JSON text that is sent."""
        return self.model_dump_json(by_alias=True).encode()
