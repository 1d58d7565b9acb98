"""Shared code of all reads: it settles the cycle, and answers with an ETag, or 304 if the caller's copy is current."""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import APIException
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from nomic.api import error_responses
from nomic.api.query_parameters import NoQuery, Query
from nomic.api.response_model import Shape
from nomic.api.throttling import count_request, say_rates
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settled_cycle

Tag = Callable[[Cycle], str]
Read = Callable[..., Shape]
R = TypeVar("R", bound=HttpResponseBase)

PROBLEM_WORDS = {
    400: "The request is malformed.",
    401: "No token, or one that is unknown or revoked.",
    403: "The caller may not do this.",
    404: "There is no such thing.",
    409: "The rules say no; `rule` names the one that does.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "The arguments do not fit; `errors` names each field.",
    429: "Too many requests; `Retry-After` says when to come back.",
    503: "The database does not answer at the moment, or the cycle is still being brought to its present.",
    507: "This host has no room left on its disk: nothing was written.",
}
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of an earlier answer. The answer is 304 if nothing has changed since.",
)


class JsonOnly(BaseContentNegotiation):
    """Content negotiation for JSON only. The Accept header is ignored."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return next((parser for parser in parsers if _is_media_type(parser, request)), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> tuple[BaseRenderer, str]:
        return JSONRenderer(), JSONRenderer.media_type


def _is_media_type(parser: Any, request: Request) -> bool:
    kind = (request.content_type or "").partition(";")[0].strip().lower()
    return bool(kind == parser.media_type)


class ApiView(APIView):
    """Base class of all endpoints."""

    content_negotiation_class = JsonOnly
    http_method_names = ["get", "head", "post"]

    def perform_authentication(self, request: Request) -> None:
        """Authenticate the caller. A request with wrong credentials is counted against its address, and rejected."""
        try:
            super().perform_authentication(request)
        except APIException:
            request._not_authenticated()  # type: ignore[attr-defined]
            self._count(request)
            raise

    def check_permissions(self, request: Request) -> None:
        """Check permissions. The request is counted first, so that forbidden requests count as well."""
        self._count(request)
        super().check_permissions(request)

    def check_throttles(self, request: Request) -> None:
        """Do nothing, because `check_permissions` has counted the request."""

    def _count(self, request: Request) -> None:
        wait = count_request(request, self.get_throttles())
        if wait:
            self.throttled(request, wait)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Finish the response, and add the rate-limit headers."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        say_rates(getattr(request, "_request", request), answer)
        return answer


def tag_at(request: Request, state: str, who: str = "") -> str:
    """Return an ETag with a digest of this address, so that only a caller who has read the address can know it.

    `who` identifies the caller if the answer depends on the caller.
    """
    address = hashlib.blake2b(f"{request.get_full_path()} {who}".encode(), digest_size=8).hexdigest()
    return f"{state}-{address}"


def by_journal(cycle: Cycle) -> str:
    """Return the ETag state for data that can change with every entry of the cycle's journal."""
    return f"{cycle.book_id.hex}-{cycle.seq}"


def by_revision(cycle: Cycle) -> str:
    """Return the ETag state for the law, which changes only with its revisions."""
    return f"{cycle.book_id.hex}-r{cycle.revision}"


def cacheable_response(shape: Shape, tag: str | None = None, *, status: int = 200) -> HttpResponse:
    """Return a response that clients may cache and revalidate by its ETag.

    The default tag is a digest of the content.
    """
    body = shape.as_bytes()
    response = HttpResponse(body, status=status, content_type="application/json")
    return cacheable(response, tag or hashlib.blake2b(body, digest_size=16).hexdigest())


def cacheable(response: R, tag: str) -> R:
    """Mark a response as cacheable and revalidated by this ETag, and return it."""
    response["ETag"] = f'"{tag}"'
    response["Cache-Control"] = "no-cache"
    return response


def not_modified(request: Request | HttpRequest, tag: str) -> HttpResponse | None:
    """Return a 304 response if the caller already has the answer with this tag, otherwise None."""
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    if not known:
        return None
    # "*" (any existing answer) is not supported: only the read itself could find out whether an answer exists.
    if f'"{tag}"' not in {each.removeprefix("W/") for each in parse_etags(known)}:
        return None
    response = cacheable(HttpResponse(status=304), tag)
    del response["Content-Type"]  # The response has no content.
    return response


def refusals(*statuses: int) -> dict[tuple[int, str], Any]:
    """Return the problem responses with these statuses for the OpenAPI document.

    503 implies 507, which is sent if disk space is missing.
    """
    lacking = (507,) if 503 in statuses else ()
    return {
        (status, error_responses.MEDIA_TYPE): OpenApiResponse(error_responses.Problem, PROBLEM_WORDS[status])
        for status in (*statuses, *lacking)
    }


def documented(
    shape: type[Shape], query: type[Query], *, name: str, summary: str, description: str, tag: str, parts: Any
) -> Callable[[Any], Any]:
    """Return a decorator that describes a read in the OpenAPI document."""
    path = [OpenApiParameter(part, kind, OpenApiParameter.PATH) for part, kind in parts.items()]
    missing = (404,) if parts else ()
    return extend_schema(
        operation_id=name,
        summary=summary,
        description=description,
        tags=[tag],
        parameters=[*path, *query.parameters(), IF_NONE_MATCH],
        responses={
            200: shape,
            304: OpenApiResponse(description="Nothing has changed since that ETag."),
            **refusals(401, *missing, 422, 429, 503),
        },
    )


SLUG: Mapping[str, Any] = {"slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}}


def reads(
    shape: type[Shape],
    *,
    name: str,
    summary: str,
    tag: str,
    description: str = "",
    query: type[Query] = NoQuery,
    parts: Mapping[str, Any] | None = None,
    changes: Tag | None = by_journal,
    personal: bool = False,
) -> Callable[[Read], Callable[..., HttpResponse]]:
    """Return a decorator that makes an endpoint from a method that reads a cycle.

    The method takes the request, the current cycle and the parsed query. `changes` returns the state on which the
    answer depends, without further queries. If it is None, the ETag is a digest of the content. `personal` marks
    answers that depend on the caller.
    """

    def decorate(read: Read) -> Callable[..., HttpResponse]:
        @wraps(read)
        def get(self: ApiView, request: Request, slug: str, **rest: Any) -> HttpResponse:
            asked = query.read(request)
            cycle = settled_cycle(slug)
            content = partial(read, self, request, cycle, asked, **rest)
            state = None if changes is None else changes(cycle)
            return _answered(request, content, state, personal=personal)

        describe = documented(
            shape,
            query,
            name=name,
            summary=summary,
            description=description or (read.__doc__ or ""),
            tag=tag,
            parts={**SLUG, **(parts or {})},
        )
        decorated: Callable[..., HttpResponse] = describe(get)
        return decorated

    return decorate


def _answered(request: Request, content: Callable[[], Shape], state: str | None, *, personal: bool) -> HttpResponse:
    """Return the content, or 304 if the caller already has it.

    With a `state`, the content is computed only if needed.
    """
    if state is not None:
        known = tag_at(request, state, str(request.user.pk) if personal else "")
        response = not_modified(request, known) or cacheable_response(content(), known)
    else:
        response = cacheable_response(content())
        response = not_modified(request, response["ETag"].strip('"')) or response
    if personal:
        patch_vary_headers(response, ["Authorization", "Cookie"])
    return response


def next_page(request: Request, **changed: Any) -> str:
    """Return the address of the next page: the current one with these query parameters changed."""
    parameters = {**request.query_params.dict(), **{key: value for key, value in changed.items() if value is not None}}
    return request.build_absolute_uri(f"{request.path}?{urlencode(parameters)}")
