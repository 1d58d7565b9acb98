"""Rules as HTML: rendered wikitext with values and tables of the law filled in."""

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from nomic.law.document.sections import Law
from nomic.law.rules.interpolation import Filled, filled, mark_of
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.tables import LawTable
from nomic.law.rules.tree import anchors_of
from nomic.web.links.deep_links import opening_of
from nomic.web.links.edit_links import way_to_change
from nomic.web.rendering.wikitext_html import to_html
from nomic.wikitext.anchors import NO_ANCHORS, Anchors

EMPTY = "–"
LONG = 45  # characters


def rule_html(law: Law, body: str, composer: str = "") -> SafeString:
    """Return the HTML of a rule's body under a law.

    `composer` is the address for links that propose changes of table rows.
    """
    return filled_html(filled(law, body), anchors_of(law), composer)


def quoted_places(law: Law, body: str) -> list[str]:
    """Return JSON pointers of the values that a rule's words quote, without duplicates."""
    quoted = [found["what"].strip() for found in PLACEHOLDER.finditer(body) if not found["table"]]
    return [place for place in dict.fromkeys(quoted) if opening_of(law, place) is not None]


def filled_html(rule: Filled, anchors: Anchors = NO_ANCHORS, composer: str = "") -> SafeString:
    """Return the HTML of a rule's words, filled with tables of the law.

    `anchors` has the anchors of the rules on the same page.
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

    With a composer, each row has a link to it.
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
    """Yield the cells of a row.

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
    """Return a link to the composer for a piece of the law.

    It is empty if there is no composer or no single piece.
    """
    return format_html(" {}", way_to_change(composer, place, words, quietly=True)) if composer and place else ""
