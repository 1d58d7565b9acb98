"""Every number, name, entry and clause of the law, grouped by rule, each with a link that proposes a change."""

from collections import defaultdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from nomic.clauses.views.numbers.number_conversion import as_counted
from nomic.clauses.views.numbers.number_labels import full_label, is_mentioned
from nomic.cycles.actions.context import ReadContext
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.entries import entries_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.value_labels import name_of, path_of, place_in, words_at
from nomic.law.models import law_at
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of, tree
from nomic.law.search.values import is_a_number, values_of
from nomic.outage_tolerant_cache import cached_for_a_day
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.wikitext.html_writer import rule_anchor

MAX_NUMBERS = 100  # of one rule, listed beneath it


@costly
@require_safe
@cycle_page
def values(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show the pieces of the law with their names, current values, and links to the composer."""
    book, revision = ctx.cycle.book_id, ctx.cycle.revision
    groups = cached_for_a_day("law-by-pieces-2", [str(book), revision], lambda: _by_rule(law_at(book, revision)))
    return render_page(request, ctx, "web/values.html", {"groups": groups})


def numbers_by_rule(law: Law) -> dict[str | None, list[tuple[str, str, str]]]:
    """Return the numbers stated in the sentences of clauses, by rule id, as (place, name, current value)."""
    numbers: dict[str | None, list[tuple[str, str, str]]] = defaultdict(list)
    for value in values_of(law):
        if not value.path.startswith("/rules/") or not is_a_number(value.value) or value.path.endswith("/place"):
            continue
        if len(found := numbers[path_of(value.path)[1]]) < MAX_NUMBERS and is_mentioned(law, value):
            found.append((value.path, full_label(law, value), as_counted(law, value).said))
    return dict(numbers)


def _by_rule(law: Law) -> list[dict[str, Any]]:
    pieces: dict[str | None, list[tuple[str, str, str]]] = defaultdict(list)
    entries = [f"{map_.path}{pointer(name)}" for map_ in entries_of(law.document) for name in map_.of(law.document)]
    entries += [pointer("rules", id_, CLAUSES, name) for id_, rule in rules_of(law).items() for name in rule.clauses]
    within = {*entries}
    for path in entries:
        pieces[rule_at(law, path)].append((path, words_at(law.document, path), ""))
    for value in values_of(law):
        place = place_in(law.document, value.path)
        in_an_entry = any(pointer(*place[:count]) in within for count in range(2, len(place)))
        if not name_of(law.document, place).rest and (is_a_number(value.value) or not in_an_entry):
            pieces[rule_at(law, value.path)].append((value.path, value.words, value.said))
    groups = [
        {"title": placed.rule.title, "number": placed.number, "anchor": rule_anchor(placed.id), "id": placed.id}
        | {"pieces": pieces[placed.id]}
        for placed in tree(rules_of(law))
    ]
    return [*groups, {"title": "", "number": "", "anchor": "no-rule", "id": "", "pieces": pieces[None]}]
