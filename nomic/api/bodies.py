"""Parsing of JSON request bodies. Any content gets a defined error instead of an exception."""

from typing import Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from nomic.api.error_responses import TooLarge
from nomic.cycles.actions.validation import TOO_DEEP, check_keepable
from nomic.cycles.domain.exceptions import BadArguments
from nomic.law.schema.json_reader import NotJson, TooDeep, read_json


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
            raise TooLarge(f"A body has at most {most} bytes.")
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
