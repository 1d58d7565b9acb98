"""Field type for instants in action arguments: ISO 8601, in UTC if no offset is given."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import BeforeValidator, Field

MAX_INSTANT_LENGTH = 40  # characters


def read_instant(value: object) -> object:
    """Convert ISO 8601 text or a datetime to an instant in UTC. Without an offset, UTC is assumed.

    Raises ValueError if the text is malformed, or the instant does not exist in UTC. Values of other types are returned
    unchanged, for pydantic to reject.
    """
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value[: MAX_INSTANT_LENGTH + 1])
        except ValueError:
            raise ValueError("a date and time, such as 2024-05-01T12:00:00Z") from None
    if not isinstance(value, datetime):
        return value
    try:
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError:
        raise ValueError("there is no such instant in UTC") from None


Instant = Annotated[datetime, BeforeValidator(read_instant), Field(json_schema_extra={"maxLength": MAX_INSTANT_LENGTH})]
