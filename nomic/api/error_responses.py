"""Error responses of the API: problem details (RFC 9457) with a code for programs and words for people."""

from http import HTTPStatus
from math import ceil
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions

from nomic.api.act_questions import asked_response
from nomic.api.response_model import Shape
from nomic.cycles.domain.exceptions import (
    BadArguments,
    Failed,
    KeyReused,
    NoSuchAction,
    NoSuchCycle,
    NotAllowed,
    NotCurrent,
    OutOfOrder,
    Refusal,
    Refused,
    StillSettling,
    Unanswered,
)
from nomic.http.backend_outages import Lack, lack_of

logger = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
NOTHING = "There is nothing at this address. /api/v1/docs/ describes all addresses."
HOW_TO_IDENTIFY = "Make a token on your account page, /account/, and send it as Authorization: Bearer nomic_…"
STATUS: dict[type[Refusal], int] = {
    Refused: 409,
    BadArguments: 422,
    KeyReused: 422,
    NoSuchCycle: 404,
    NoSuchAction: 404,
    NotAllowed: 403,
    Failed: 409,
    StillSettling: 503,
    OutOfOrder: 503,
}


class FieldProblem(Shape):
    """An error in one argument. `field` is the argument's name, or a path like "amendments/0/op"."""

    field: str
    detail: str


class Problem(Shape):
    """An error. `code` is for programs, `detail` for people.

    `rule` names the rule that forbids the act, and `rule_id` is its id. Nothing was drawn and nothing has changed,
    unless the code is "failed". In that case the act failed after it had drawn, and the journal records it with its
    draws as entry number `entry`.
    """

    type: str = "about:blank"
    title: str
    status: int
    code: str
    detail: str
    rule: str | None = None
    rule_id: str | None = None
    errors: list[FieldProblem] | None = None
    entry: int | None = None


class TooLarge(exceptions.APIException):
    """Raised if the body of a request exceeds the size limit."""

    status_code = 413
    default_code = "too-large"


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    rule: str | None = None,
    rule_id: str | None = None,
    errors: list[FieldProblem] | None = None,
    entry: int | None = None,
) -> HttpResponse:
    """Return a problem response (RFC 9457)."""
    title = HTTPStatus(status).phrase
    shape = Problem(
        title=title,
        status=status,
        code=code,
        detail=detail,
        rule=rule or None,
        rule_id=rule_id or None,
        errors=errors,
        entry=entry,
    )
    response = HttpResponse(shape.model_dump_json(exclude_none=True), status=status, content_type=MEDIA_TYPE)
    response["Cache-Control"] = "no-store"
    return response


def status_of(refusal: type[Refusal]) -> int:
    """Return the HTTP status of a kind of refusal: its own, or else its nearest base class's."""
    return next(STATUS[base] for base in refusal.__mro__ if base in STATUS)


def refusal_problem(refusal: Refusal) -> HttpResponse:
    """Return the problem response for a domain error.

    The status is 409 if the rules forbid the act, 422 if the arguments are invalid, and 503 if the cycle's current
    state is not available.
    """
    errors = None
    if isinstance(refusal, BadArguments):
        errors = [FieldProblem(field=error.field, detail=error.detail) for error in refusal.errors]
    rule, rule_id = (str(refusal.rule), refusal.rule_id) if isinstance(refusal, Refused) else (None, None)
    entry = refusal.seq if isinstance(refusal, Failed) else None
    response = problem(
        status_of(type(refusal)), refusal.code, refusal.detail, rule=rule, rule_id=rule_id, errors=errors, entry=entry
    )
    if isinstance(refusal, Failed) and refusal.is_repeated:
        response["Idempotent-Replayed"] = "true"  # the published name
    if isinstance(refusal, NotCurrent):
        response["Retry-After"] = str(refusal.retry_after)
    return response


def lack_problem(lack: Lack) -> HttpResponse:
    """Return the problem response for a missing resource that this host needs."""
    response = problem(lack.status, lack.code, lack.detail)
    response["Retry-After"] = str(lack.retry_after)
    return response


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Exception handler of Django REST framework: return the response to an error.

    Returns None for a bug, which Django answers with 500.
    """
    if isinstance(error, Unanswered):
        return asked_response(error)
    if isinstance(error, Refusal):
        return refusal_problem(error)
    if isinstance(error, Http404):
        return problem(404, "not-found", str(error) or NOTHING)
    if isinstance(error, PermissionDenied):
        return problem(403, "permission-denied", "This is not allowed.")
    if (lack := lack_of(error)) is not None:
        logger.exception("unavailable", lacks=lack.code)
        return lack_problem(lack)
    if not isinstance(error, exceptions.APIException):
        return None
    code = error.get_codes() if isinstance(error.detail, str) else error.default_code
    response = problem(error.status_code, str(code).replace("_", "-"), _next_step(error, context) or str(error.detail))
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = str(max(1, ceil(wait)))
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    if isinstance(error, exceptions.MethodNotAllowed):
        response["Allow"] = ", ".join(context["view"].allowed_methods)
    return response


def _next_step(error: exceptions.APIException, context: dict[str, Any]) -> str:
    """Return a message that says what to send instead, or "" to keep the error's own message."""
    if isinstance(error, exceptions.MethodNotAllowed):
        allowed = " or ".join(context["view"].allowed_methods)
        return f"This address does not take {context['request'].method}. It takes {allowed}."
    if isinstance(error, exceptions.UnsupportedMediaType):
        return "Send the body as JSON, with the header Content-Type: application/json."
    if isinstance(error, exceptions.Throttled):
        seconds = max(1, ceil(getattr(error, "wait", None) or 0))
        return f"Too many requests. Wait {seconds} second{'' if seconds == 1 else 's'}, as the header Retry-After says."
    if isinstance(error, exceptions.NotAuthenticated):
        is_general = error.detail == exceptions.NotAuthenticated.default_detail
        return f"{'This needs a token.' if is_general else error.detail} {HOW_TO_IDENTIFY}"
    return ""


@csrf_exempt
def nothing_here(request: HttpRequest, path: str = "") -> HttpResponse:
    """Return 404 for an unknown address of the API. The message points out a missing trailing slash."""
    if path and not path.endswith("/") and resolve(f"{request.path_info}/").func is not nothing_here:
        return problem(404, "not-found", "There is nothing at this address; with a slash at its end there is.")
    return problem(404, "not-found", NOTHING)
