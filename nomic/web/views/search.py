"""The search page: everything that everybody may read, in one cycle or in all real ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.accounts.models import Person
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.registry import availability
from nomic.cycles.models import Cycle
from nomic.cycles.visibility import readable
from nomic.law.document.templates import Described, described_templates
from nomic.law.rules.rulings import ruling_numbers
from nomic.search.models import Document, DocumentKind
from nomic.search.query_index import MAX_QUERY, Excerpt, excerpt, find_documents, words_of
from nomic.web.auth.guests import guest_of
from nomic.web.hooks.navigation import pages_named
from nomic.web.item_sources import ways_to_what_wins
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import context_for, query_parameter, render_page

RESULTS_A_PAGE = 20
MAX_CYCLES = 5
WINNING = {"win", "wins", "winning", "winner", "victory"}  # words that ask how one wins
TABS = {
    DocumentKind.RULE: "Rules",
    DocumentKind.ENTRY: "Cards and things",
    DocumentKind.ACTION: "Things to do",
    DocumentKind.PROPOSAL: "Proposals",
    DocumentKind.RULING: "Court",
    DocumentKind.PLAYER: "Players",
    DocumentKind.COMMENT: "Talk",
}


@dataclass(frozen=True, slots=True)
class Hit:
    """A found document, with the part of its text to show."""

    document: Document
    excerpt: Excerpt


@costly
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the documents with all words of `?q=`, best first, filtered by the cycle `?in=` and the kind `?kind=`."""
    typed = query_parameter(request, "q", MAX_QUERY).strip()
    cycle = Cycle.objects.filter(readable(), slug=query_parameter(request, "in", 80), fork_of=None).first()
    kind = next((kind for kind in DocumentKind if kind == query_parameter(request, "kind")), None)
    page = Paginator(find_documents(typed, cycle=cycle, kind=kind), RESULTS_A_PAGE).get_page(request.GET.get("page"))
    words = words_of(typed)
    is_first = kind is None and page.number == 1
    context: dict[str, Any] = {
        "typed": typed,
        "within": cycle,
        "kind": kind,
        "kinds": TABS.items(),
        "page": page,
        "pages": pages_named(cycle.law, words) if cycle is not None and is_first else [],
        "games": _games(words) if is_first else [],
        "cycles": _cycles(request, words) if is_first else [],
        "ruling": next((each for each in ruling_numbers() if is_first and each.lower() in words), ""),
        "hits": [Hit(document, excerpt(document.body, words)) for document in _useful_first(request, cycle, page)],
    }
    if cycle is not None:  # with the menu of the cycle
        ctx = context_for(request, cycle.slug)
        if is_first and not WINNING.isdisjoint(words):
            context["goals"], context["to_win"] = standings_now(ctx), ways_to_what_wins(ctx.law)
        return render_page(request, ctx, "web/search.html", context)
    return render(request, "web/search.html", context)


def _games(words: Sequence[str]) -> list[Described]:
    """Return the games of the front page for which each of these lower-case words begins a word of the title."""
    return [law for law in described_templates() if _is_named(law.title, words)]


def _cycles(request: HttpRequest, words: Sequence[str]) -> list[Cycle]:
    """Return the real cycles, and the practice cycles of the visitor, that are named so. The newest come first."""
    visitor = request.user if request.user.is_authenticated else guest_of(request)
    listed = Q(practice=False)
    if isinstance(visitor, Person):
        listed |= Q(practice=True, players__person=visitor, players__left_at=None)
    rows = Cycle.objects.filter(readable(), listed, fork_of=None)
    for word in words:
        rows = rows.filter(title__icontains=word)
    found = rows.distinct().order_by("-pk")[: 10 * MAX_CYCLES] if words else []
    return [cycle for cycle in found if _is_named(cycle.title, words)][:MAX_CYCLES]


def _is_named(title: str, words: Sequence[str]) -> bool:
    named = words_of(title)
    return bool(words) and all(any(each.startswith(word) for each in named) for word in words)


def _useful_first(request: HttpRequest, cycle: Cycle | None, found: Iterable[Document]) -> list[Document]:
    """Return documents of one page with those of acts that the visitor cannot do now at the end."""
    documents = list(found)
    if cycle is None or all(each.kind != DocumentKind.ACTION for each in documents):
        return documents
    ctx = context_for(request, cycle.slug)
    can = {item.action.name for item in availability(ctx) if item.available}
    return sorted(documents, key=lambda each: each.kind == DocumentKind.ACTION and each.code not in can)
