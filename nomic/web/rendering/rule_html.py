"""Rules as HTML: rendered wikitext with values and tables of the law filled in."""

import re
from collections.abc import Iterator
from dataclasses import replace

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from nomic.clauses.views.numbers.number_labels import full_label
from nomic.law.document.sections import Law
from nomic.law.rules.generated_tables import EMPTY, LawTable
from nomic.law.rules.interpolation import Filled, filled, mark_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.tree import anchors_of
from nomic.law.search.values import LawValue, is_a_number, value_or_none
from nomic.web.links.composer_links import opening_of
from nomic.web.links.edit_links import address_to_change_value, way_to_change
from nomic.web.rendering.wikitext_html import to_html
from nomic.wikitext.anchors import NO_ANCHORS, Anchors

LONG = 45  # characters
MAX_LINKED = 60  # numbers of one rule
NUMBER = "\u2063"  # an invisible character around a number of the law; removed from users' texts
MARKED = re.compile(rf"{NUMBER}(\d{{1,3}}){NUMBER}([^{NUMBER}<>]{{1,400}}){NUMBER}")
MARK_ALONE = re.compile(rf"{NUMBER}\d{{1,3}}{NUMBER}|{NUMBER}")
TAG = re.compile(r"(<[^<>]*>)")


def rule_html(law: Law, body: str, composer: str = "") -> SafeString:
    """Return the HTML of a rule's body under a law.

    `composer` is the address for links that propose changes of table rows.
    """
    if not composer:
        return filled_html(filled(law, body), anchors_of(law))
    marked, numbers = _with_marks(law, body)
    return linked(str(filled_html(filled(law, marked), anchors_of(law), composer)), numbers, composer)


def _with_marks(law: Law, body: str) -> tuple[str, list[LawValue]]:
    """Return a rule's text with a mark around each number of the law that it quotes, and the values of the numbers."""
    numbers: list[LawValue] = []

    def mark(found: re.Match[str]) -> str:
        value = None if found["table"] or len(numbers) == MAX_LINKED else value_or_none(law, found["what"].strip())
        if value is None or not is_a_number(value.value):
            return found[0]
        numbers.append(replace(value, words=full_label(law, value)))
        return f"{NUMBER}{len(numbers) - 1}{NUMBER}{found[0]}{NUMBER}"

    return PLACEHOLDER.sub(mark, body.replace(NUMBER, "")), numbers


def linked(html: str, numbers: list[LawValue], composer: str) -> SafeString:
    """Return HTML in which each marked number links to the page that changes it, unless it is inside another link."""
    pieces: list[str] = []
    within = 0
    for piece in TAG.split(html):
        if piece.startswith("<"):
            within += piece.startswith("<a ") - (piece == "</a>")
        elif not within:
            piece = MARKED.sub(lambda found: _link(found[2], numbers[int(found[1])], composer), piece)
        pieces.append(MARK_ALONE.sub("", piece) if NUMBER in piece else piece)
    return mark_safe("".join(pieces))  # noqa: S308  # the HTML and the links are escaped where they are made


def _link(shown: str, value: LawValue, composer: str) -> str:
    """Return a link to the page that changes a value, around the HTML that shows the value."""
    return format_html(
        '<a class="law-number" href="{}" title="Change {}">{}</a>',
        address_to_change_value(composer, value.path),
        value.words,
        mark_safe(shown),  # noqa: S308  # a text node of the page
    )


def quoted_places(law: Law, body: str) -> list[str]:
    """Return the JSON pointers of the values that a rule's text quotes, without duplicates."""
    quoted = [found["what"].strip() for found in PLACEHOLDER.finditer(body) if not found["table"]]
    return [place for place in dict.fromkeys(quoted) if opening_of(law, place) is not None]


def filled_html(rule: Filled, anchors: Anchors = NO_ANCHORS, composer: str = "") -> SafeString:
    """Return the HTML of a rule's text, filled with tables of the law.

    `anchors` holds the anchors of the rules on the same page. `composer` is the URL of the composer for links that
    propose changes of the tables, or "" for no links.
    """
    html = str(to_html(rule.text, heading_level=None, anchors=anchors))
    for count, table in enumerate(rule.tables):
        before, _, after = html.partition(mark_of(count))
        if before.endswith("<p>") and after.startswith("</p>"):
            before, after = before.removesuffix("<p>"), after.removeprefix("</p>")
        html = f"{before}{table_html(table, composer)}{after}"
    return mark_safe(html)  # noqa: S308  # both parts are escaped where they are made


def table_html(table: LawTable, composer: str = "") -> SafeString:
    """Return a table of the law as HTML, or a note if it is empty.

    With the composer's address, each row has a link that proposes a change.
    """
    if not table.rows:
        return format_html('<p class="muted">{}</p>', table.without_rows)
    head = format_html_join("", '<th scope="col">{}</th>', ((column,) for column in table.columns))
    rows = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (format_html_join("", '<td data-label="{}"{}><span>{}{}</span></td>', _cells(table, count, composer)),)
            for count in range(len(table.rows))
        ),
    )
    return format_html(
        '<div class="table-scroll" tabindex="0"><table class="law-table stacks">'
        "<caption>{}{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>",
        table.caption,
        _way(composer, table.place, table.caption),
        head,
        rows,
    )


def _cells(table: LawTable, count: int, composer: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the cells of a row: heading, attributes, text, and link.

    On a phone, empty cells are hidden and long ones get a line of their own. The first cell has the link that proposes
    a change of the row.
    """
    row = table.rows[count]
    way = _way(composer, table.places[count] if table.places else "", row[0])
    for column, text in zip(table.columns, row, strict=True):
        kind = "zero" if text == EMPTY else "long" if len(text) > LONG else ""
        yield column, format_html(' class="{}"', kind) if kind else "", text, way
        way = ""


def _way(composer: str, place: str, words: str) -> str:
    """Return a link to the composer for a piece of the law. Empty without a composer or a single piece."""
    return format_html(" {}", way_to_change(composer, place, words, quietly=True)) if composer and place else ""
