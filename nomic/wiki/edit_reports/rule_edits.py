"""Conversion of an edit of the ruleset page into changes of rules, so that the edit can be put to the vote.

The page is generated from the law: each rule is a heading, an anchor with its id, and its body with values filled in
and markup escaped. An edit is therefore compared with the published text rule by rule, and merged line by line into the
law's own words; placeholders of values are kept. If the edit changed a value itself, the amendment changes that value.
Text that belongs to no rule cannot be put to the vote this way, and is reported.
"""

from dataclasses import dataclass, field

from nomic.law.document.sections import Law
from nomic.law.rules.tree import anchors_of, rules_of, tree
from nomic.wiki.edit_reports.apply_edit_to_source import as_typed, edited_source
from nomic.wiki.edit_reports.split_page import TABLES, Section, sections
from nomic.wiki.models import Cause, PageKind, WikiPage
from nomic.wiki.pages.layout.as_of_line import line_of
from nomic.wiki.pages.layout.snippets import draw_table
from nomic.wiki.pages.ruleset import body_of, heading_of, without_facts, without_what_rules_do
from nomic.wiki.publishing import markers, parked_banner
from nomic.wiki.publishing.markers import MarkersBroken
from nomic.wikitext.escape import inline, normalise_text
from nomic.wikitext.myers import ComparisonBudget

MAX_EDITS = 100  # rules; an edit of more of them is a different ruleset rather than an edit


class CannotAdopt(Exception):
    """Raised when no part of the edit can be put to the vote. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class RuleEdit:
    """A changed or new rule. `id` is empty for a new one; `level` is the level of its heading on the page."""

    id: str
    title: str
    body: str
    level: int


@dataclass(slots=True)
class Adoptable:
    """The parts of an edit that can be put to the vote. `remarks` names the parts that cannot, or only approximately.

    `written` are rules that were changed or are new, in the order of the page. `outline` holds the rules of the page
    with their heading levels; a new rule has an empty id. `moved` are ids of rules whose heading level changed; each
    becomes a child of the rule above it in the outline. `values` are new values by their paths in the law. `gone` are
    ids of rules that were removed.
    """

    written: list[RuleEdit] = field(default_factory=list)
    outline: list[tuple[int, str]] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def adoptable(page: WikiPage, law: Law) -> Adoptable:
    """Return the parts of the edit that parked this page, as far as they can be put to the vote under this law.

    Raises CannotAdopt if there are none.
    """
    if page.kind != PageKind.RULESET:
        raise CannotAdopt(
            "Only the words of rules are voted on. This page tells what happened in the game: if you "
            "think it is wrong, appeal to the Judge or tell an admin."
        )
    if page.parked_cause != Cause.EDITED:
        raise CannotAdopt("Without the markers, nobody can tell which words of the page belong to the law.")
    try:
        parts = markers.split(parked_banner.remove_banner(page.parked_text))
    except MarkersBroken:
        parts = None
    if parts is None:
        raise CannotAdopt("The page no longer has markers.")
    found = _found(page.published_text, normalise_text(parts.inside), law)
    if not (found.written or found.moved or found.values or found.gone):
        raise CannotAdopt(" ".join(["No rule's words were changed.", *found.remarks]))
    return found


def _found(published: str, edited: str, law: Law) -> Adoptable:
    found = Adoptable()
    line = line_of(published)  # wherever the editor's own lines have left it
    published, edited = published.replace(line, ""), edited.replace(line, "")
    (published, facts), (edited, edited_facts) = without_facts(published), without_facts(edited)
    if facts != edited_facts:
        found.remarks.append("The lines that say when a rule was changed come from its history; they stay as they are.")
    (published, done), (edited, does) = without_what_rules_do(published), without_what_rules_do(edited)
    if done != does:
        found.remarks.append("A rule's effects come from its clauses: change these in the proposal itself.")
    head, before = sections(published, {})
    known = {f"{'=' * each.level} {each.title} {'=' * each.level}": each.id for each in before}
    new_head, after = sections(edited, known, set(published.split("\n")))
    if new_head != head:
        found.remarks.append("The text above the first rule is not a rule. It stays as it is in the law.")
    was, rules = {each.id: each for each in before if each.id}, rules_of(law)
    depths = {placed.id: placed.depth for placed in tree(rules)}
    budget = ComparisonBudget()
    for section in after:
        old = was.get(section.id)
        if section.id == TABLES or (section.id and old is None):
            continue
        if old is None or section.id not in rules:
            found.outline.append((section.level, ""))
            found.written.append(RuleEdit("", as_typed(section.title), as_typed(section.body), section.level))
            continue
        found.outline.append((section.level, section.id))
        if section.level != old.level:
            if depths[section.id] + 1 == old.level:
                found.moved.append(section.id)
            else:
                found.remarks.append(f"“{rules[section.id].title}” has been moved since: it stays where it is.")
        if (section.title, section.body) != (old.title, old.body):
            _change(found, law, old, section, budget)
    tables = [next((each.body for each in all_ if each.id == TABLES), "") for all_ in (before, after)]
    if tables[0] != tables[1]:
        found.remarks.append("Tables are made from values of the law: change these in the proposal itself.")
    there = {section.id for section in after}
    found.gone = [id_ for id_ in was if id_ not in there and id_ in rules]
    if len(found.written) + len(found.moved) + len(found.gone) > MAX_EDITS:
        raise CannotAdopt(f"More than {MAX_EDITS} rules were changed: that is for a proposal written by hand.")
    return found


def _change(found: Adoptable, law: Law, old: Section, new: Section, budget: ComparisonBudget) -> None:
    rule = rules_of(law)[old.id]
    if _shown(law, rule.body) != old.body or str(inline(heading_of(rule.title))) != old.title:
        found.remarks.append(f"“{rule.title}” has been amended since: what was written there is not taken over.")
        return
    title = rule.title if new.title == old.title else as_typed(new.title)
    body = rule.body
    if new.body != old.body:
        body, values, lost = edited_source(law, rule.body, old.body, new.body, budget)
        found.values |= values
        if lost:
            found.remarks.append(f"In “{title}” these were values of the law and are words now: {', '.join(lost)}.")
    if (title, body) != (rule.title, rule.body):
        found.written.append(RuleEdit(old.id, title, body, new.level))


def _shown(law: Law, body: str) -> str:
    return normalise_text(str(body_of(law, body, draw_table, anchors_of(law)))).strip("\n")
