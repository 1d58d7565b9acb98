"""Acts by forms. A form that is sent several times acts once, and the next page reports the result."""

import re
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.commands.price_seen import PriceSeen
from nomic.cycles.commands.stages import Performed
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import KeyReused
from nomic.web.hooks.redirects import is_revealed

FORM_KEY = re.compile(r"[0-9a-z]{32}")


class Perform(Protocol):
    """The type of `perform` and `perform_form`. The latter takes the form's strings as arguments."""

    def __call__(
        self,
        slug: str,
        actor: Actor,
        name: str,
        args: dict[str, Any],
        /,
        *,
        idempotency_key: str | None = None,
        at_most: PriceSeen | None = None,
    ) -> Performed: ...


def form_key(request: HttpRequest) -> str | None:
    """Return the idempotency key of the submitted form, or None if it is malformed."""
    key = request.POST.get("idempotency_key", "")
    return key if FORM_KEY.fullmatch(key) else None


def perform_once(
    moment: ReadContext,
    name: str,
    args: dict[str, Any],
    key: str | None,
    *,
    by: Perform = perform,
    at_most: PriceSeen | None = None,
) -> Performed:
    """Perform an action with a form's idempotency key.

    The same form sent again is the same act. With other arguments it is another act, performed without the key. Raises
    the errors of `perform`, except KeyReused.
    """
    try:
        return by(moment.cycle.slug, moment.actor, name, args, idempotency_key=key, at_most=at_most)
    except KeyReused:
        return by(moment.cycle.slug, moment.actor, name, args, at_most=at_most)


def tell_next(request: HttpRequest, performed: Performed) -> None:
    """Report the changes of an act on the next page, unless a page of its own reveals them."""
    if performed.replayed:
        messages.warning(request, f"This was done already as entry {performed.entry.seq}, and not repeated.")
        return
    if is_revealed(performed.entry.events):
        return
    for sentence in performed.entry.words:
        messages.success(request, sentence)
