"""The effect language for authors of proposals: its words, and every use of it in the law of a cycle."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.court.search import RulingBeside, beside_places
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language.description.reference import REFERENCES, reference
from nomic.law.document.entries import Entries, entries_of, entry_as_yaml
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import entry_explanation, in_effects
from nomic.law.labels.indented_outline import in_one_piece
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page


@costly
@require_safe
@cycle_page
def effects(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show every keyword of the effect language, and every entry of the law that has effects, as data and sentences."""
    beside = beside_places(ctx)
    examples = [
        (entries, found)
        for entries in entries_of(ctx.law.document)
        if in_effects(entries.section.name, entries.key) and (found := _examples(ctx.law, entries, beside))
    ]
    context = {"groups": reference(), "references": REFERENCES, "examples": examples}
    return render_page(request, ctx, "web/effects.html", context)


def _examples(law: Law, entries: Entries, beside: dict[str, list[RulingBeside]]) -> list[dict[str, Any]]:
    found = []
    for name, entry in entries.of(law.document).items():
        said = entry_explanation(law, entries.section.name, name, entries.key)
        if said:
            rulings = beside.get(entries.path + pointer(name), [])
            found.append(
                {
                    "name": name,
                    "said": in_one_piece(said),
                    "data": entry_as_yaml(_what_it_does(entry)),
                    "rulings": rulings,
                }
            )
    return found


def _what_it_does(entry: Any) -> Any:
    """Return the non-empty hooks of an entry, or the entry itself if it has no hooks."""
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    return {ctx: effect for ctx, effect in hooks.items() if effect} if hooks else entry
