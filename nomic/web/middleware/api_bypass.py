"""A bot's request goes past all that is there for a person at a browser.

Sessions, forms' tokens, messages, and what tells a browser which scripts to trust, are of no use to who sends a token
with each request: the API's views know them by that alone. Middleware that stands between `PastForBots` and
`ForBotsToo` is for people; what stands before and after is for all. Hooks around views are called for all.
"""

import threading
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

Respond = Callable[[HttpRequest], HttpResponse]

API = "/api/"
SCHEME = "bearer "

_built = threading.local()  # Django builds a chain of middleware in one go, from its end


class ForBotsToo:
    """Where a bot's request comes in again."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response
        _built.rest = self

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class PastForBots:
    """From here a bot's request goes on where `ForBotsToo` stands.

    Such a request either has a token that is known or is refused: nothing in it is ever asked for a session.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response
        self._rest: Respond = _built.rest

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return (self._rest if is_of_a_bot(request) else self.get_response)(request)


def is_of_a_bot(request: HttpRequest) -> bool:
    """Whether it comes to the API with a token, be it one that is known or not."""
    if not request.path_info.startswith(API):
        return False
    return str(request.META.get("HTTP_AUTHORIZATION", ""))[: len(SCHEME)].lower() == SCHEME
