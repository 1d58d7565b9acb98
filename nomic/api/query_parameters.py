"""Query parameters: filters and pagination, validated as strictly as arguments."""

from typing import Annotated, Any, Self, TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from rest_framework.request import Request

from nomic import limits
from nomic.cycles.domain.exceptions import BadArguments, FieldError, field_errors
from nomic.law.schema.validation_messages import MAX_COUNT

Row = TypeVar("Row")

MAX_ITEMS = limits.PAGE_ITEMS
FURTHEST = 10**15


Word = Annotated[str, StringConstraints(pattern=r"^[ -~]{1,80}$")]
Limit = Annotated[int, Field(ge=1, le=MAX_ITEMS, description="the maximum number of results")]
Number = Annotated[int, Field(ge=0, le=FURTHEST)]


class Query(BaseModel):
    """Base class for the query parameters of a read.

    Unknown and repeated parameters are rejected, so that a misspelt filter does not go unnoticed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, request: Request) -> Self:
        """Parse the query parameters of a request. Raises BadArguments if one is unknown, repeated or invalid."""
        given = request.query_params
        repeated = [name for name, values in given.lists() if len(values) > 1][:MAX_COUNT]
        errors = [FieldError(name[:80], "given more than once") for name in repeated]
        if errors:
            raise BadArguments(errors)
        asked = given.dict()
        try:
            return cls.model_validate(asked)
        except ValidationError as error:
            raise BadArguments(field_errors(cls, error, asked)) from None

    @classmethod
    def parameters(cls) -> list[OpenApiParameter]:
        """Return the parameters for the OpenAPI document."""
        required = cls.model_json_schema().get("required", [])
        return [_parameter(name, schema, name in required) for name, schema in _properties(cls).items()]


def _properties(query: type[BaseModel]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = query.model_json_schema().get("properties", {})
    return found


def _parameter(name: str, schema: dict[str, Any], required: bool) -> OpenApiParameter:
    schema = {key: value for key, value in schema.items() if key != "title"}
    description = schema.pop("description", "")
    if "anyOf" in schema:  # "or null" marks a parameter that can be left out
        kinds = [kind for kind in schema.pop("anyOf") if kind != {"type": "null"}]
        schema.pop("default", None)
        schema |= kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return OpenApiParameter(name, type=schema, required=required, description=description)


class Paged(Query):
    """Query parameters of a list: a page has at most `limit` items. Follow `next` for more."""

    limit: Limit = 50

    def page(self, found: QuerySet[Any, Row]) -> tuple[list[Row], bool]:
        """Return the rows of one page, and whether there are more."""
        rows = list(found[: self.limit + 1])
        return rows[: self.limit], len(rows) > self.limit


class NoQuery(Query):
    """Empty set of query parameters."""
