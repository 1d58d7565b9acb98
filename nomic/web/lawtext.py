"""Rules as HTML: wikitext rendered, values and tables of the law put in."""

from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from nomic.law.filled import Filled, filled, mark_of
from nomic.law.rules import NO_ANCHORS, Anchors, anchors_of
from nomic.law.sections import Law
from nomic.law.tables import LawTable
from nomic.web.wikitext import to_html

EMPTY = "–"
LONG = 45  # characters


def rule_html(law: Law, body: str) -> SafeString:
    """The HTML of a rule's body under a law."""
    return filled_html(filled(law, body), anchors_of(law))


def filled_html(rule: Filled, anchors: Anchors = NO_ANCHORS) -> SafeString:
    """The HTML of a rule's words with what the law has put into them. `anchors`: of the rules on the same page."""
    html = str(to_html(rule.text, heading_level=None, anchors=anchors))
    for count, table in enumerate(rule.tables):
        before, _, after = html.partition(mark_of(count))
        if before.endswith("<p>") and after.startswith("</p>"):
            before, after = before.removesuffix("<p>"), after.removeprefix("</p>")
        html = f"{before}{table_html(table)}{after}"
    return mark_safe(html)  # noqa: S308  # both parts are escaped where they are made


def table_html(table: LawTable) -> SafeString:
    """A table of the law as HTML, or what it lacks in words."""
    if not table.rows:
        return format_html('<p class="muted">{}</p>', table.without_rows)
    head = format_html_join("", '<th scope="col">{}</th>', ((column,) for column in table.columns))
    rows = format_html_join(
        "",
        "<tr>{}</tr>",
        (
            (format_html_join("", '<td data-label="{}"{}><span>{}</span></td>', _cells(table.columns, row)),)
            for row in table.rows
        ),
    )
    return format_html(
        '<div class="table-scroll" tabindex="0"><table class="law-table stacks">'
        "<caption>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>",
        table.caption,
        head,
        rows,
    )


def _cells(columns: list[str], row: list[str]) -> Iterator[tuple[str, str, str]]:
    """The cells of a row: on a phone, what is empty is left out and what is long has a line of its own."""
    for column, text in zip(columns, row, strict=True):
        kind = "zero" if text == EMPTY else "long" if len(text) > LONG else ""
        yield column, format_html(' class="{}"', kind) if kind else "", text
