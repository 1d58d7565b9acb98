"""Acts by forms: each is done once however often its form is sent, and told on the page that comes next."""

import re
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest

from nomic.cycles.actions.context import Moment
from nomic.cycles.commands.perform import perform
from nomic.cycles.commands.single import Performed
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import KeyReused
from nomic.web.hooks.redirects import is_revealed

FORM_KEY = re.compile(r"[0-9a-z]{32}")


class Perform(Protocol):
    """`perform`, or `perform_form`, which takes what a form holds as strings."""

    def __call__(
        self, slug: str, actor: Actor, name: str, args: dict[str, Any], /, *, idempotency_key: str | None = None
    ) -> Performed: ...


def form_key(request: HttpRequest) -> str | None:
    """The idempotency key that the sent form was given; None where it is none of ours."""
    key = request.POST.get("idempotency_key", "")
    return key if FORM_KEY.fullmatch(key) else None


def perform_once(
    moment: Moment, name: str, args: dict[str, Any], key: str | None, *, by: Perform = perform
) -> Performed:
    """Perform an action by a form of this key: sent again it is the same act, with other arguments another one.

    Raises what `perform` raises, but KeyReused.
    """
    try:
        return by(moment.cycle.slug, moment.actor, name, args, idempotency_key=key)
    except KeyReused:
        return by(moment.cycle.slug, moment.actor, name, args)


def tell_next(request: HttpRequest, performed: Performed) -> None:
    """Say on the next page what an act changed, unless that page is to reveal it."""
    if performed.replayed:
        messages.warning(request, f"This was done already, as entry {performed.entry.seq}; it was not done twice.")
        return
    if is_revealed(performed.entry.events):
        return
    for sentence in performed.entry.words:
        messages.success(request, sentence)
