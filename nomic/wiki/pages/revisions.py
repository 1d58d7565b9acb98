"""The archive of the law: a page for each past revision, and the category that lists them."""

from typing import Any

from nomic.cycles.models import Cycle
from nomic.law.diff.revision_differences import differences_between
from nomic.law.models import Revision, law_at
from nomic.law.rules.tree import rules_of, tree
from nomic.proposals.diff import proposals_that_made
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.law_changes import effect_changes, rule_changes, value_changes
from nomic.wiki.pages.layout.frame import fill_template, text_of_missing_page
from nomic.wiki.pages.layout.revision_links import revision_link, with_pages
from nomic.wiki.pages.layout.snippets import MAX_BYTES, as_many_as_fit, instant, site_link, size
from nomic.wiki.pages.layout.titles import archive_title, base_of, proposal_title, wiki_title_of
from nomic.wiki.pages.ruleset import MAX_RULES, heading
from nomic.wikitext.escape import Wikitext, page_link

MAX_CHANGES = 100  # rules, effects and values each


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the page of a past revision: its reason, its changes, and the rules at that time."""
    number = int(page.subject)
    about = Revision.objects.filter(book_id=cycle.book_id, number__in=(number, number + 1)).order_by("number")
    rows = list(about.values_list("number", "enacted_at", "reason"))
    if number >= cycle.revision or [row[0] for row in rows] != [number, number + 1]:
        return text_of_missing_page(page, cycle)
    (_, enacted, reason), (_, ended, _) = rows
    base, law = base_of(page), law_at(cycle.book_id, number)
    proposal = proposals_that_made(cycle, [number]).get(number)
    placed = tree(rules_of(law))
    rules = as_many_as_fit((heading(law, each, []) for each in placed), lambda each: each.bytes, MAX_RULES)
    found = differences_between(cycle.book_id, number - 1, number) if number else None
    changes = [] if found is None else [*rule_changes(found, law), *effect_changes(found)]
    values = [] if found is None else value_changes(found)
    context: dict[str, Any] = {
        "number": number,
        "enacted": instant(enacted),
        "ended": instant(ended),
        "reason": reason,
        "proposal": page_link(proposal_title(base, proposal), f"Proposal {proposal}") if proposal else "",
        "before": revision_link(base, cycle, number - 1, f"revision {number - 1}") if number else "",
        "ruleset": page_link(
            wiki_title_of(base, PageKind.RULESET), "the law in force" if cycle.is_running else "the last law"
        ),
        "archive": Wikitext(f"[[:{archive_title(base)}|all past revisions]]"),
        "changes": changes[:MAX_CHANGES],
        "values": values[:MAX_CHANGES],
        "more_changes": max(len(changes), len(values)) > MAX_CHANGES,
        "rules": rules,
        "more_rules": len(placed) - len(rules),
        "on_site": site_link(f"c/{cycle.slug}/ruleset/revisions/{number}/", "the site"),
    }
    text = fill_template("revision.wiki", page, cycle, **context)
    if size(text) > MAX_BYTES:
        context |= {"changes": [], "values": [], "more_changes": True}
        text = fill_template("revision.wiki", page, cycle, **context)
    return text


def render_archive(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the category page of past revisions, the newest first. The wiki lists the category's members below."""
    base = base_of(page)
    rows = Revision.objects.filter(book_id=cycle.book_id, number__in=with_pages(cycle)).order_by("-number")
    lines = [
        {"since": instant(at), "link": revision_link(base, cycle, number, f"Revision {number}"), "reason": reason}
        for number, at, reason in rows.values_list("number", "enacted_at", "reason")
    ]
    return fill_template(
        "archive.wiki", page, cycle, lines=lines, ruleset=page_link(wiki_title_of(base, PageKind.RULESET), "Ruleset")
    )
