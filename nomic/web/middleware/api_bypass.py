"""Lets a bot's requests bypass the middleware for people at browsers.

Sessions, CSRF tokens, messages and content security policies are useless for a client that sends a token with each
request; the API's views identify it by the token alone. Middleware between `PastForBots` and `ForBotsToo` is for
people; the rest is for all requests. View hooks of middleware are called for all requests.
"""

import threading
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Respond = Callable[[HttpRequest], HttpResponse]

API = "/api/"
SCHEME = "bearer "

_built = threading.local()  # Django builds the middleware chain in one go, from its end


class ForBotsToo:
    """The point where a bot's request re-enters the chain."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response
        _built.rest = self

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class PastForBots:
    """The point where a bot's request jumps ahead to `ForBotsToo`.

    Such a request either has a valid token or is refused: it never needs a session.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response
        self._rest: Respond = _built.rest

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return (self._rest if is_of_a_bot(request) else self.get_response)(request)


def is_of_a_bot(request: HttpRequest) -> bool:
    """Whether a request comes to the API with a token, whether or not the token is valid."""
    if not request.path_info.startswith(API):
        return False
    return str(request.META.get("HTTP_AUTHORIZATION", ""))[: len(SCHEME)].lower() == SCHEME
