"""The gallery of recipes, and the page with a recipe's questions. The answers make a draft in the composer."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from nomic.clauses.views.numbers.number_labels import with_labels
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments
from nomic.law.document.sections import Law
from nomic.law.search.values import LawValue, find_with_every_word, is_a_number
from nomic.proposals.drafts import DraftPage
from nomic.recipes.catalogue import Listed, recipes
from nomic.recipes.drafting import DraftedProposal, PreparedQuestion, asked_under, draft_from_recipe
from nomic.recipes.gallery_search import LONGEST, search_gallery
from nomic.recipes.schema import KINDS
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.composer import autosave, block_fields
from nomic.web.composer.draft import Draft
from nomic.web.composer.source_recipe import PREFIX
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, query_parameter, render_page

SUGGESTED = 3  # recipes above the others
MAX_FOUND = 12  # recipes for one search
MAX_VALUES = 4  # numbers of the law for one search
MAX_ANSWER = 200  # characters that a form gets back


@dataclass(frozen=True, slots=True)
class Field:
    """A question as a form field: its current value, and its error."""

    asked: PreparedQuestion
    value: str
    wrong: str = ""

    @property
    def name(self) -> str:
        return f"{PREFIX}{self.asked.name}"


@costly
@require_safe
@cycle_page
def gallery(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the recipes, filtered by kind (`?kind=`) and by words (`?words=`).

    Words also find the law's numbers. Without a filter, a few recipes that fit the law are suggested, and
    the others are folded by kind.
    """
    kind, words = query_parameter(request, "kind"), query_parameter(request, "words", LONGEST).strip()
    found = search_gallery(words) if words else [*recipes().values()]
    found = [each for each in found if kind in ("", each.recipe.kind)]
    suggested = [] if kind or words else _suggested(found, ctx.law)
    context = {
        "kinds": KINDS,
        "kind": kind,
        "words": words,
        "suggested": suggested,
        "found": [(each, each.why_not(ctx.law)) for each in found[:MAX_FOUND]] if words else [],
        "groups": [] if words else _grouped([each for each in found if each not in suggested], ctx.law),
        "values": _numbers(ctx.law, words) if words and not kind else [],
    }
    return render_page(request, ctx, "web/recipes.html", context)


def _numbers(law: Law, words: str) -> list[LawValue]:
    """Return a few numbers of the law that have all words of a search."""
    found = [value for value in find_with_every_word(law, words) if is_a_number(value.value)]
    return with_labels(law, found[:MAX_VALUES])


def _suggested(found: list[Listed], law: Law) -> list[Listed]:
    """Return a few recipes of different kinds that can be used under the law, those that need most of it first."""
    by_kind: dict[str, Listed] = {}
    for each in sorted(found, key=lambda each: -len(each.recipe.needs)):
        if each.recipe.kind not in by_kind and not each.why_not(law):
            by_kind[each.recipe.kind] = each
    return list(by_kind.values())[:SUGGESTED]


def _grouped(found: list[Listed], law: Law) -> list[tuple[str, list[tuple[Listed, str]]]]:
    groups = [(kind, [(each, each.why_not(law)) for each in found if each.recipe.kind == kind]) for kind in KINDS]
    return [(kind, listed) for kind, listed in groups if listed]


@keeps_what_was_sent
@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def recipe(request: HttpRequest, ctx: ReadContext, name: str) -> HttpResponse:
    """Show the questions of a recipe. When they are answered, the composer opens with the draft."""
    listed = recipes().get(name)
    if listed is None:
        raise Http404("There is no such recipe.")
    said = request.POST if request.method == "POST" else request.GET  # a draft leads back with its answers
    sent = {each: said[f"{PREFIX}{each}"][:MAX_ANSWER] for each in listed.recipe.questions if f"{PREFIX}{each}" in said}
    if request.method != "POST":
        return _shown(request, ctx, listed, sent)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if is_stale(request):
        return _shown(request, ctx, listed, sent, why_not="Nothing has been sent yet. Please send it once more.")
    into = _into(request, ctx)
    try:
        drafted = draft_from_recipe(listed, into[0].law(ctx.law) if into else ctx.law, sent)
    except BadArguments as bad:
        wrong = {error.field: error.detail for error in bad.errors}
        return _shown(request, ctx, listed, sent, wrong, why_not=wrong.get("", ""))
    if into:
        kept = autosave.save(request.user, ctx, into[1], _added_to(into[0], drafted, request.GET.get("words", "")))
    else:
        kept = autosave.save(request.user, ctx, _page(request, ctx), _as_draft(request, drafted))
    if kept.why_not:
        return _shown(request, ctx, listed, sent, why_not=f"This draft cannot be kept: {kept.why_not}.")
    opened = urlencode({"draft": kept.page.code, **({} if into else {"recipe": name})})
    return redirect(f"{reverse('web:compose', args=[ctx.cycle.slug])}?{opened}")


def _page(request: HttpRequest, ctx: ReadContext) -> DraftPage:
    """Return a page for the draft whose answers are changed (`?draft=`), or for a new draft."""
    opened = autosave.opened(request.user, ctx, request.GET.get("draft", ""))
    return autosave.a_new_page() if opened is None else opened[1]


def _as_draft(request: HttpRequest, drafted: DraftedProposal) -> Draft:
    instead_of = request.GET.get("instead_of", "")[:9]
    made = Draft(title=drafted.title, text=drafted.text, recipe=drafted.made_of, instead_of=instead_of)
    made.write(drafted.amendments)
    made.does = drafted.effects
    made.effects = block_fields.as_written(drafted.effects) if drafted.effects else ""
    return made


def _into(request: HttpRequest, ctx: ReadContext) -> tuple[Draft, DraftPage] | None:
    """Return the draft to which the recipe's changes are added (`?into=`), or None for a proposal of its own."""
    opened = autosave.opened(request.user, ctx, request.GET.get("into", ""))
    return None if opened is None or opened[0].errors else opened


def _added_to(before: Draft, drafted: DraftedProposal, words: str) -> Draft:
    """Return a draft with a recipe's changes added.

    The recipe's text replaces `words` in the draft's text, or is appended if they do not occur.
    """
    said = drafted.text.rstrip(".")
    is_found = bool(words) and words in before.text
    before.text = before.text.replace(words, said, 1) if is_found else f"{before.text}\n\n{drafted.text}"
    before.write([*before.operations, *drafted.amendments])
    before.does = [*before.does, *drafted.effects]
    before.effects = block_fields.as_written(before.does) if before.does else ""
    return before


def _shown(
    request: HttpRequest,
    ctx: ReadContext,
    listed: Listed,
    sent: dict[str, str],
    wrong: dict[str, str] | None = None,
    *,
    why_not: str = "",
) -> HttpResponse:
    """Return the page of a recipe with the answers so far."""
    wrong = wrong or {}
    opened = autosave.opened(request.user, ctx, request.GET.get("draft", ""))
    fields = [
        Field(each, sent.get(each.name, each.default), wrong.get(each.name, ""))
        for each in asked_under(listed, ctx.law)
    ]
    context: dict[str, Any] = {
        "listed": listed,
        "fields": fields,
        "prefix": PREFIX,
        "adds": _into(request, ctx) is not None,
        "replaces_draft": opened is not None,
        "replaces_words": opened is not None and not opened[0].recipe,
        "barred": listed.why_not(ctx.law),
        "why_not": why_not,
    }
    return render_page(request, ctx, "web/recipe.html", context, status=422 if wrong or why_not else 200)
