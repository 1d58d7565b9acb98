"""Shared code of writes that are not acts: it settles the cycle, parses the body, and describes the endpoint."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, cast

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from nomic.accounts.models import Person
from nomic.api.read_view import SLUG, ApiView, refusals
from nomic.api.request_bodies import Body, body_of
from nomic.api.response_model import Shape
from nomic.cycles.commands.idempotency import MAX_KEY_LENGTH
from nomic.cycles.domain.exceptions import BadArguments
from nomic.cycles.schedule.settle import settled_cycle

Write = Callable[..., Shape | HttpResponse]

WRITE_STATUSES = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
CHECK_STATUSES = (400, 401, 404, 413, 415, 422, 429, 503)  # of a request that only works something out
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": MAX_KEY_LENGTH, "pattern": r"^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="An id that you choose for this request. If you repeat it with the same arguments, nothing is done "
    "twice: the first answer comes back with `Idempotent-Replayed: true`.",
)


class Nothing(Body):
    """An empty request body."""


def writes(
    shape: type[Shape],
    body: type[Any] = Nothing,
    *,
    name: str,
    summary: str,
    description: str,
    tag: str,
    parts: Mapping[str, Any] | None = None,
    headers: tuple[OpenApiParameter, ...] = (),
    status: int = 200,
    errors: tuple[int, ...] = WRITE_STATUSES,
) -> Callable[[Write], Callable[..., HttpResponse]]:
    """Return a decorator that makes an endpoint from a method that changes something outside the journal.

    The method takes the request, the current cycle, the parsed body, and the `parts` of the address besides the slug.
    It returns the answer, or the whole response if that has headers of its own. `status` is the status of the answer,
    and `errors` are the other statuses that the OpenAPI document lists.
    """

    def decorate(write: Write) -> Callable[..., HttpResponse]:
        @wraps(write)
        def post(self: ApiView, request: Request, slug: str, **rest: Any) -> HttpResponse:
            cycle = settled_cycle(slug)
            made = write(self, request, cycle, body_of(body, request), **rest)
            return success_response(made, status) if isinstance(made, Shape) else made

        describe = extend_schema(
            operation_id=name,
            summary=summary,
            description=description,
            tags=[tag],
            parameters=[*in_path(parts or {}), *headers],
            request=body,
            responses={status: shape, **refusals(*errors)},
        )
        decorated: Callable[..., HttpResponse] = describe(post)
        return decorated

    return decorate


def in_path(parts: Mapping[str, Any]) -> list[OpenApiParameter]:
    """Return the OpenAPI path parameters for the cycle's slug and the given parts."""
    return [OpenApiParameter(part, kind, OpenApiParameter.PATH) for part, kind in {**SLUG, **parts}.items()]


def caller(request: Request) -> Person:
    """Return the signed-in caller. Only for requests that require a login, as all writes do."""
    return cast(Person, request.user)


def success_response(shape: Shape, status: int = 200) -> HttpResponse:
    """Return the response to a request that changed something. It must not be cached."""
    response = HttpResponse(shape.as_bytes(), status=status, content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def idempotency_key(request: Request) -> str | None:
    """Return the caller's idempotency key, or None. Raises BadArguments if it is malformed."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not (0 < len(key) <= MAX_KEY_LENGTH and key.isascii() and key.isprintable()):
        raise BadArguments.on("Idempotency-Key", f"1 to {MAX_KEY_LENGTH} printable ASCII characters")
    return key
