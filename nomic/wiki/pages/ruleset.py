"""The ruleset page: the tree of rules as headings, and tables generated from the law."""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings

from nomic.court.search import RulingBeside, beside_rules
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.law.diff.rule_history import rule_history
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.indented_outline import outline
from nomic.law.labels.unquoted_provisions import provisions_of
from nomic.law.models import Revision
from nomic.law.rules.generated_tables import LawTable, table_names, table_of
from nomic.law.rules.placeholders import fill_placeholders
from nomic.law.rules.tree import PlacedRule, anchors_of, rules_of, tree
from nomic.proposals.diff import proposals_that_made
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.frame import fill_template
from nomic.wiki.pages.layout.revision_links import revision_link
from nomic.wiki.pages.layout.snippets import as_many_as_fit, draw_table, instant, site_link, size
from nomic.wiki.pages.layout.titles import archive_title, base_of, proposal_title, wiki_title_of
from nomic.wikitext.anchors import NO_ANCHORS, Anchors
from nomic.wikitext.escape import Wikitext, inline, join_wikitext, page_link
from nomic.wikitext.wiki_writer import ANCHOR, rule_wikitext

MAX_RULES = 1_000_000  # bytes; the page has a head, too
MAX_TABLES = 300_000
# Folded by MediaWiki's own script, which fills the empty span. Without scripts all of it is open.
DOES_BEGIN = """<div class="rule-does mw-collapsible mw-collapsed" style="font-size:90%"{texts}>
{toggle}
<div class="mw-collapsible-content">
"""
TEXTS = ' data-expandtext="(show)" data-collapsetext="(hide)"'
TOGGLE = (
    """<div class="mw-collapsible-toggle" style="float:none">'''{title}''' """
    """<span class="mw-collapsible-text" style="color:#36c"></span></div>"""
)
DOES_END = "</div></div>"
FACTS_BEGIN, FACTS_END = '<div class="rule-facts" style="font-size:85%">', "</div>"
EXACTLY, UNDER_NO_RULE = "Exactly", "What belongs to no rule"
TITLES = f"(?:{EXACTLY}|{UNDER_NO_RULE})"
BEGINS = "|".join(  # the second one on pages of former versions
    DOES_BEGIN.format(texts=re.escape(texts), toggle=toggle)
    for texts, toggle in ((TEXTS, re.escape(TOGGLE).replace(r"\{title\}", TITLES)), ("", f"'''{TITLES}'''"))
)
FOLDED = rf"(?:{BEGINS})(?:\*[^\n]*\n)*{DOES_END}\n?"
UNFOLDED = r'<div class="rule-does">\n(?:\*[^\n]*\n)*</div>\n?'  # on pages of former versions
DOES = re.compile(rf"{FOLDED}|{UNFOLDED}")
FACTS = re.compile(rf"^{FACTS_BEGIN}[^\n<]*+{FACTS_END}\n?", re.MULTILINE)
MAX_EARLIER = 5  # revisions of a rule before the last, that are linked
MAX_RULINGS = 5  # on one rule; the court's pages have all
NOTHING = Wikitext("")
A_HEADING = 50  # bytes around a title and an anchor


@dataclass(frozen=True, slots=True)
class Heading:
    """A rule as a section of the page."""

    marks: Wikitext
    title: str
    anchor: str
    body: Wikitext
    does: Wikitext
    facts: Wikitext

    @property
    def bytes(self) -> int:
        """The size of the rule on the page in bytes."""
        parts = (self.body, self.does, self.facts, inline(self.title), self.anchor)
        return sum(map(size, parts)) + A_HEADING


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the ruleset: the rules in their order, then the tables that no rule shows, as many as fit."""
    law = cycle.law
    drawn: list[str] = []
    placed = tree(rules_of(law))
    history = rule_history(cycle.book_id, cycle.revision)
    facts = _facts(base_of(page), cycle, history)
    rules = as_many_as_fit(
        (heading(law, rule, drawn, facts.get(rule.id, NOTHING)) for rule in placed),
        lambda each: each.bytes,
        MAX_RULES,
    )
    tables = other_tables(law, drawn)
    shown = as_many_as_fit(map(draw_table, tables), size, MAX_TABLES)
    revision = Revision.objects.only("number", "enacted_at", "reason").get(book_id=cycle.book_id, number=cycle.revision)
    return fill_template(
        "ruleset.wiki",
        page,
        cycle,
        summary=law.section("cycle", Description).summary,
        revision=revision,
        enacted=instant(revision.enacted_at),
        rules=rules,
        all_rules=len(placed),
        changed_rules=sum(history[rule][-1] > 0 for rule in rules_of(law) if rule in history),
        more_rules=len(placed) - len(rules),
        tables=shown,
        more_tables=len(tables) - len(shown),
        under_no_rule=what_it_does(provisions_of(law).get(None, ()), UNDER_NO_RULE),
        has_court=law.has("court"),
        on_site=site_link(f"c/{cycle.slug}/ruleset/", "the site"),
        archive=Wikitext(f"[[:{archive_title(base_of(page))}|Past revisions]]") if cycle.revision else "",
    )


def heading_of(title: str) -> str:
    """Return a rule's title for a heading. A title that looks like an anchor gets an invisible character."""
    return title.replace(ANCHOR, ANCHOR[0] + "\N{WORD JOINER}" + ANCHOR[1:], 1) if title.startswith(ANCHOR) else title


def _facts(base: str, cycle: Cycle, history: Mapping[str, Sequence[int]]) -> dict[str, Wikitext]:
    """Return a line by rule id: the id, the revisions and proposals that changed the rule, and rulings on it.

    Rules that nothing has changed and nobody has ruled on have none. Sends at most three queries.
    """
    last = {changes[-1] for changes in history.values()}
    proposals = proposals_that_made(cycle, last)
    rulings = beside_rules(cycle)
    return {
        rule: Wikitext(
            f"{FACTS_BEGIN}{_fact(base, cycle, rule, changes, proposals)}"
            f"{_ruled(base, rulings.get(rule, ()))}{FACTS_END}\n"
        )
        for rule, changes in history.items()
        if changes[-1] or rule in rulings
    }


def _ruled(base: str, rulings: Sequence[RulingBeside]) -> Wikitext:
    """Return a sentence for each ruling on a rule, those that stand first."""
    court = wiki_title_of(base, PageKind.COURT)
    more = f" {page_link(court, 'More rulings')} refer to it." if len(rulings) > MAX_RULINGS else ""
    return Wikitext("".join(_ruling(court, each) for each in rulings[:MAX_RULINGS]) + more)


def _ruling(court: str, beside: RulingBeside) -> Wikitext:
    found = f": {beside.found}" if beside.found else ""
    now = {"changed": " (the rule has changed since)", "gone": " (what it is about is gone)"}.get(beside.since, "")
    state = " (overturned)" if beside.is_overturned else now
    return Wikitext(f" {page_link(court, f'Ruling {beside.ruling}')} on {inline(f'“{beside.title}”{found}')}{state}.")


def _fact(base: str, cycle: Cycle, rule: str, changes: Sequence[int], proposals: Mapping[int, int]) -> Wikitext:
    *earlier, last = changes
    since = Wikitext("unchanged since the beginning")
    if last:
        revision = revision_link(base, cycle, last, f"revision {last}")
        by = proposals.get(last)
        proposal = f" ({page_link(proposal_title(base, by), f'Proposal {by}')})" if by else ""
        since = Wikitext(f"last changed by {revision}{proposal}")
    before = [revision_link(base, cycle, number, str(number)) for number in earlier[: -MAX_EARLIER - 1 : -1]]
    more = " …" if len(earlier) > MAX_EARLIER else ""
    history = f". Before that, revision {join_wikitext(', ', before)}{more}" if before else ""
    return Wikitext(f"Rule {inline(rule)}, {since}{history}.")


def heading(law: Law, placed: PlacedRule, drawn: list[str], facts: Wikitext = NOTHING) -> Heading:
    """Return a rule as a section. Captions of the tables that it shows are added to `drawn`."""

    def draw(table: LawTable) -> Wikitext:
        drawn.append(table.caption)
        return draw_table(table)

    body = body_of(law, placed.rule.body, draw, anchors_of(law))
    does = what_it_does((*entry_explanation(law, "rules", placed.id), *provisions_of(law).get(placed.id, ())))
    return Heading(
        Wikitext("=" * (placed.depth + 1)), heading_of(placed.rule.title), ANCHOR + placed.id, body, does, facts
    )


def what_it_does(sentences: Sequence[str], title: str = EXACTLY) -> Wikitext:
    """Return the sentences about a rule's effects as a block below the rule's words. Empty without sentences."""
    if not sentences:
        return Wikitext("")
    lines = "".join(
        f"{'*' * (level + 1)} {inline(words)}\n" for sentence in sentences for level, words in outline(sentence)
    )
    return Wikitext(f"{DOES_BEGIN.format(texts=TEXTS, toggle=TOGGLE.format(title=title))}{lines}{DOES_END}\n")


def without_facts(text: str) -> tuple[str, list[str]]:
    """Return a page's text without the lines of `_facts`, and those lines."""
    return FACTS.sub("", text), FACTS.findall(text)


def without_what_rules_do(text: str) -> tuple[str, list[str]]:
    """Return a page's text without the blocks of `what_it_does`, and those blocks."""
    return DOES.sub("", text), DOES.findall(text)


def other_tables(law: Law, drawn: list[str]) -> list[LawTable]:
    """Return the tables of the law that no rule shows, except those without rows."""
    found = []
    for name in table_names():
        try:
            table = table_of(law, name)
        except KeyError:  # generated from a section that this law does not have
            continue
        if table.rows and table.caption not in drawn:
            found.append(table)
    return found


def body_of(law: Law, body: str, draw: Callable[[LawTable], Wikitext], anchors: Anchors = NO_ANCHORS) -> Wikitext:
    """Return a rule's body with values of the law filled in, and tables rendered by `draw`.

    `anchors` holds the anchors of the rules on the same page.
    """
    # Until the body's own wikitext has been escaped, words that nobody can guess stand in for the values.
    word = "law" + hmac.new(settings.SECRET_KEY.encode(), body.encode(), hashlib.sha256).hexdigest()[:24]
    values: list[Wikitext] = []

    def hold(value: Wikitext) -> str:
        values.append(value)
        return f"{word}x{len(values) - 1}x"

    filled = fill_placeholders(
        law, body, value=lambda value: hold(inline(value)), table=lambda table: hold(draw(table))
    )
    text = str(rule_wikitext(filled, anchors))
    return Wikitext(re.sub(rf"{word}x([0-9]+)x", lambda place: values[int(place[1])], text))
