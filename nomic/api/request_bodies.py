"""Request bodies: parsing of JSON, and the base class of typed bodies. Any content gets a defined error."""

from typing import Any, TypeVar

from django.conf import settings
from pydantic import BaseModel, ConfigDict, ValidationError
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from nomic.api.error_responses import TooLarge
from nomic.cycles.actions.validation import TOO_DEEP, check_keepable
from nomic.cycles.domain.exceptions import BadArguments, field_errors
from nomic.law.schema.json_reader import NotJson, TooDeep, read_json

Shape = TypeVar("Shape", bound=BaseModel)


class ArgumentsParser(BaseParser):
    """Parser for a JSON object of arguments.

    Raises TooLarge (413) if the body is too large, and ParseError (400) if it is not JSON. Raises BadArguments (422) if
    the JSON is not an object, is nested too deeply, or contains text that is not valid Unicode.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(f"A request can have at most {most} bytes.")
        try:
            data = read_json(body)
        except TooDeep:
            raise BadArguments.on("", TOO_DEEP) from None
        except NotJson as error:
            raise ParseError(f"The body is not JSON: {error}") from None
        if not isinstance(data, dict):
            raise BadArguments.on("", "arguments are a JSON object")
        check_keepable(data)
        return data


class Body(BaseModel):
    """Base class of the bodies of requests that are not acts. Unknown fields and wrong types are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def body_of(shape: type[Shape], request: Request) -> Shape:
    """Parse the body of a request into this shape. Raises BadArguments if the body does not fit the shape."""
    body = request.data or {}
    try:
        return shape.model_validate(body)
    except ValidationError as error:
        raise BadArguments(field_errors(shape, error, body)) from None
