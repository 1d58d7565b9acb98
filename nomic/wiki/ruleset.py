"""The page of the ruleset: the tree of rules as headings, its tables made of the law."""

import hashlib
import hmac
import re
from dataclasses import dataclass

from django.conf import settings

from nomic.cycles.description import Description
from nomic.cycles.models import Cycle
from nomic.law.models import Revision
from nomic.law.placeholders import fill
from nomic.law.rules import anchors_of, rules_of, tree
from nomic.law.sections import Law
from nomic.law.tables import Table, table_names, table_of
from nomic.wiki.bodies import ANCHOR, rule_wikitext
from nomic.wiki.escape import Wikitext, inline
from nomic.wiki.models import WikiPage
from nomic.wiki.pages import draw_table, fill_template, instant


@dataclass(frozen=True, slots=True)
class Heading:
    """A rule as a section of the page."""

    marks: Wikitext
    title: str
    anchor: str
    body: Wikitext


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """The ruleset page."""
    law = cycle.law
    drawn: list[str] = []
    headings = [
        Heading(
            Wikitext("=" * (placed.depth + 1)),
            heading_of(placed.rule.title),
            ANCHOR + placed.id,
            body_of(law, placed.rule.body, drawn),
        )
        for placed in tree(rules_of(law))
    ]
    revision = Revision.objects.only("number", "enacted_at", "reason").get(book_id=cycle.book_id, number=cycle.revision)
    return fill_template(
        "ruleset.wiki",
        page,
        cycle,
        summary=law.section("cycle", Description).summary,
        revision=revision,
        enacted=instant(revision.enacted_at),
        rules=headings,
        tables=[draw_table(table) for table in other_tables(law, drawn)],
    )


def heading_of(title: str) -> str:
    """A rule's title, which cannot be taken for the anchor of another rule: an invisible sign tells the two apart."""
    return title.replace(ANCHOR, ANCHOR[0] + "\N{WORD JOINER}" + ANCHOR[1:], 1) if title.startswith(ANCHOR) else title


def other_tables(law: Law, drawn: list[str]) -> list[Table]:
    """The tables of the law that none of its rules shows, those without rows left out."""
    found = []
    for name in table_names():
        try:
            table = table_of(law, name)
        except KeyError:  # made of a section that this law does not have
            continue
        if table.rows and table.caption not in drawn:
            found.append(table)
    return found


def body_of(law: Law, body: str, drawn: list[str]) -> Wikitext:
    """A rule's body with values and tables of the law in their places; captions of its tables are added to `drawn`.

    The places are held by words that nobody can have written, until the body's own wikitext has been made safe.
    """
    word = "law" + hmac.new(settings.SECRET_KEY.encode(), body.encode(), hashlib.sha256).hexdigest()[:24]
    values: list[Wikitext] = []

    def hold(value: Wikitext) -> str:
        values.append(value)
        return f"{word}x{len(values) - 1}x"

    def hold_table(table: Table) -> str:
        drawn.append(table.caption)
        return hold(draw_table(table))

    text = str(
        rule_wikitext(fill(law, body, value=lambda value: hold(inline(value)), table=hold_table), anchors_of(law))
    )
    return Wikitext(re.sub(rf"{word}x([0-9]+)x", lambda place: values[int(place[1])], text))
