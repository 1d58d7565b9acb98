"""Context that all pages of a cycle share: the read context, and the template context of the frame."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.caching.read_cache import use_read_cache
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import NoSuchCycle
from nomic.cycles.schedule.settle import settled_cycle
from nomic.players.guests import actor_in
from nomic.players.lookup import player_or_none
from nomic.players.player_tasks import waiting_for
from nomic.web.coach import coach_of
from nomic.web.hooks.navigation import navigation
from nomic.web.hooks.standing_line import standing_line
from nomic.web.people.looks import looks_in
from nomic.web.people.shown_names import TYPED, with_shown_names
from nomic.wiki.mirror_age import behind_in_words

HOLDINGS = ("items", "cards")  # sections of a law with things that players own


def actor_of(request: HttpRequest) -> Actor:
    """Return the visitor as an actor: the signed-in person, or an anonymous actor."""
    return Actor.person(request.user) if request.user.is_authenticated else Actor.nobody()


def query_parameter(request: HttpRequest, name: str, longest: int = 60) -> str:
    """Return a query parameter, cut to `longest` characters.

    NUL characters are removed, because databases reject them.
    """
    return request.GET.get(name, "").replace("\x00", "")[:longest]


def context_for(request: HttpRequest, slug: str) -> ReadContext:
    """Return the read context of the settled cycle for this visitor. Raises Http404 if there is no such cycle."""
    try:
        cycle = settled_cycle(slug)
    except NoSuchCycle as error:
        raise Http404(error.detail) from None
    return ReadContext(cycle, actor_in(cycle, request.user), cycle.now())


FOUND = "NOMIC_CYCLE"  # key of the request's META: the cycle, for the page that says that something else is missing


def cycle_page(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a view of a cycle's page so that it receives the read context instead of the slug.

    GET requests may use the read cache.
    """

    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        ctx = context_for(request, slug)
        request.META[FOUND] = ctx.cycle
        with use_read_cache(ctx.cycle) if request.method in ("GET", "HEAD") else nullcontext():
            return view(request, ctx, **kwargs)

    return page


def render_page(
    request: HttpRequest, ctx: ReadContext, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Render a page of a cycle with its frame.

    An htmx request for an element receives the same page, from which htmx selects the element. In a practice cycle the
    page shows other names for a guest who has signed up and for bots.
    """
    context = {**frame(ctx), "coach": coach_of(request, ctx), **context}
    html: str = render_to_string(template, context, request)
    match = request.resolver_match
    if match is None or match.url_name not in TYPED:
        html = with_shown_names(html, ctx.cycle)
    return HttpResponse(html, status=status)


def frame(ctx: ReadContext) -> dict[str, Any]:
    """Return the template context of the frame around every page of a cycle."""
    me = player_or_none(ctx)
    return {
        "cycle": ctx.cycle,
        "ctx": ctx,
        "now": ctx.at,
        "me": me,
        "my_tasks": waiting_for(ctx),
        "navigation": navigation(ctx.law),
        "standing_line": standing_line(ctx, me),
        "has_inventories": any(map(ctx.law.has, HOLDINGS)),
        "wiki_behind": behind_in_words(ctx.cycle),
        "looks": SimpleLazyObject(lambda: looks_in(ctx.cycle)),
    }
