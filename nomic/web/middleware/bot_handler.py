"""A second request handler for bots, without the middleware for browsers.

Sessions, CSRF tokens, messages and content security policies are useless for a client that sends a token with each
request. The API's views identify it by the token alone. `settings.MIDDLEWARE` is for people. A bot's request leaves it
at `BotDispatchMiddleware` and continues with `settings.BOT_MIDDLEWARE`. Because the split is a middleware, every
handler has it: ASGI, `runserver`, and the test client.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

Respond = Callable[[HttpRequest], HttpResponse]

API = "/api/"
SCHEME = "bearer "


class BotHandler(BaseHandler):
    """Django's request handler with `settings.BOT_MIDDLEWARE` in place of `settings.MIDDLEWARE`."""

    def __init__(self) -> None:
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        self.respond: Any = convert_exception_to_response(self._get_response)  # type: ignore[attr-defined]
        for name in reversed(settings.BOT_MIDDLEWARE):
            middleware = import_string(name)(self.respond)
            if hasattr(middleware, "process_view"):
                self._view_middleware.insert(0, middleware.process_view)
            if hasattr(middleware, "process_exception"):
                self._exception_middleware.append(middleware.process_exception)
            self.respond = convert_exception_to_response(middleware)


class BotDispatchMiddleware:
    """Middleware that passes a bot's request to `BotHandler`.

    The request either has a valid token or will be refused, so no session is needed.
    """

    def __init__(self, get_response: Respond) -> None:
        self._for_people = get_response
        self._for_bots: Respond = BotHandler().respond

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return (self._for_bots if is_of_a_bot(request) else self._for_people)(request)


def is_of_a_bot(request: HttpRequest) -> bool:
    """Return whether an API request has a token, valid or not."""
    if not request.path_info.startswith(API):
        return False
    return str(request.META.get("HTTP_AUTHORIZATION", ""))[: len(SCHEME)].lower() == SCHEME
