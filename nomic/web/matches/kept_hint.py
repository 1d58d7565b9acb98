"""The hint on a table that is rendered again after others have moved or the visitor has looked around."""

from django.conf import settings
from django.http import HttpRequest

from nomic.cycles.domain.exceptions import Refused
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.practice.hints import Hint, can_ask, hint_for
from nomic.ratelimit.rates import counted
from nomic.web.middleware.throttling import visitor

FIELD = "hinted"  # of the move's form while a hint is shown


def kept_hint(request: HttpRequest, visible: VisibleMatch) -> Hint | None:
    """Return the hint that replaces the one on the visitor's page, or None if there is none any longer.

    It is computed for the current table, and counted as a costly page like a requested hint.
    """
    if FIELD not in request.POST or visible.viewer is None or not can_ask(visible):
        return None
    if counted(settings.COSTLY_LIMIT, "costly", visitor(request)).wait:
        return None
    try:
        return hint_for(visible)
    except Refused:
        return None
