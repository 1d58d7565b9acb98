"""The present ruleset, its history, and the changes of each revision."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from nomic.clauses.views.failures import failing_in
from nomic.clauses.views.numbers.number_labels import full_label
from nomic.court.search import beside_rules
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.rule_implementations import all_carried_out
from nomic.law.diff.revision_differences import differences_between
from nomic.law.document.sections import Law
from nomic.law.labels.unquoted_provisions import provisions_of
from nomic.law.labels.value_labels import words_at
from nomic.law.models import Revision, law_at
from nomic.law.search.values import value_or_none
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.web.links.edit_links import composer_of
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.rendering.number_links_html import clauses_html
from nomic.web.rendering.rule_html import quoted_places, rule_html
from nomic.web.views.law.values import numbers_by_rule
from nomic.wikitext.html_writer import rule_anchor

REVISIONS_A_PAGE = 100


@costly
@require_safe
@cycle_page
def ruleset(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show every rule in force, in order, with the current values and tables."""
    failing = failing_in(ctx.cycle)
    beside = beside_rules(ctx.cycle)
    rules = [
        {
            **rule,
            "beside": beside.get(rule["id"], []),
            "failing": [each.words for each in failing if each.rule == rule["id"]],
        }
        for rule in rendered(ctx, ctx.cycle.revision, composer_of(ctx))
    ]
    return render_page(
        request, ctx, "web/ruleset.html", {"rules": rules, "revision": None, **beside_the_rules(ctx.law)}
    )


def beside_the_rules(law: Law) -> dict[str, Any]:
    """Return the template context shared by pages that show a ruleset.

    It holds the parts of the law that do not belong to a rule, and whether there is a court to decide when words and
    clauses differ.
    """
    return {"under_no_rule": provisions_of(law).get(None, ()), "has_court": law.has("court")}


def rendered(ctx: ReadContext, number: int, composer: str = "") -> list[dict[str, Any]]:
    """Return the rules of a revision with their bodies as HTML, cached by revision.

    `composer` is the composer's address, for links that propose changes.
    """
    book_id = ctx.cycle.book_id
    return cached_for_a_day(
        "ruleset-10", [str(book_id), number, composer], lambda: rules_of_law(law_at(book_id, number), composer)
    )


def rules_of_law(law: Law, composer: str = "") -> list[dict[str, Any]]:
    """Return the rules of any law with their bodies as HTML. The law need not be a stored revision."""
    numbers = numbers_by_rule(law)
    return [
        {
            "id": placed.id,
            "anchor": rule_anchor(placed.id),
            "title": placed.rule.title,
            "number": placed.number,
            "depth": placed.depth,
            "heading": placed.depth + 1,
            "html": rule_html(law, placed.rule.body, composer),
            "quotes": [(place, _words_of(law, place)) for place in quoted_places(law, placed.rule.body)],
            "numbers": numbers.get(placed.id, []),
            "exactly": _with_links(law, placed.id, each.exactly, composer),
            "is_words_only": each.is_words_only,
            "kept": each.kept,
        }
        for each in all_carried_out(law)
        for placed in [each.placed]
    ]


def _words_of(law: Law, place: str) -> str:
    """Return the name of a value that a rule quotes, or of the piece of the law that it quotes."""
    value = value_or_none(law, place)
    return words_at(law.document, place) if value is None else full_label(law, value)


def _with_links(law: Law, rule_id: str, sentences: tuple[str, ...], composer: str) -> list[str]:
    """Return a rule's sentences as HTML.

    If the composer's address is given, each number links to the form that proposes another value for it.
    """
    html = clauses_html(law, rule_id, composer) if composer else {}
    return [html.get(each, each) for each in sentences]


@require_safe
@cycle_page
def revisions(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show every revision of the law, newest first. `?from=&to=` redirects to the diff of two."""
    asked = {name: _number(request, name) for name in ("from", "to")}
    if asked["from"] is not None and asked["to"] is not None:
        target = reverse("web:revision", args=[ctx.cycle.slug, asked["to"]])
        return redirect(f"{target}?from={asked['from']}")
    rows = Revision.objects.filter(book=ctx.cycle.book_id).defer("document", "amendments").order_by("-number")
    page = Paginator(rows, REVISIONS_A_PAGE).get_page(request.GET.get("page"))
    return render_page(request, ctx, "web/revisions.html", {"page": page})


@costly
@require_safe
@cycle_page
def revision(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show the changes made by a revision, or its whole ruleset with `?whole`."""
    shown = Revision.objects.filter(book=ctx.cycle.book_id, number=number).defer("document").first()
    if shown is None:
        raise Http404("There is no such revision.")
    context: dict[str, Any] = {"revision": shown, "latest": ctx.cycle.revision}
    if "whole" in request.GET:
        beside = beside_the_rules(law_at(ctx.cycle.book_id, number))
        context |= {"rules": rendered(ctx, number), **beside}
        return render_page(request, ctx, "web/ruleset.html", context)
    before = _base(request, ctx, number)
    context["before"] = before
    if before is not None:
        context["differences"] = differences_between(ctx.cycle.book_id, before, number)
    return render_page(request, ctx, "web/revision.html", context)


def _base(request: HttpRequest, ctx: ReadContext, number: int) -> int | None:
    """Return the revision to compare with: from `?from`, else the preceding one, or None."""
    asked = _number(request, "from")
    if asked is not None and asked <= ctx.cycle.revision:
        return asked
    return number - 1 if number > 0 else None


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None
