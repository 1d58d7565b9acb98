"""Rules as HTML: wikitext rendered, values and tables of the law put in."""

import re
from collections.abc import Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from nomic.law.placeholders import fill
from nomic.law.rules import anchors_of
from nomic.law.sections import Law
from nomic.law.tables import Table
from nomic.web.wikitext import to_html

EMPTY = "–"
LONG = 45  # characters
TABLE = "\u2064"  # an invisible sign around the place of a table, taken out of what people wrote

PLAIN = re.compile(r"[^\w .,–-]")


def rule_html(law: Law, body: str) -> SafeString:
    """The HTML of a rule's body under a law."""
    tables: list[SafeString] = []

    def keep(table: Table) -> str:
        tables.append(table_html(table))
        return f"\n{TABLE}{len(tables) - 1}{TABLE}\n"

    source = fill(law, body.replace(TABLE, ""), value=_as_text, table=keep)
    html = str(to_html(source, heading_level=None, anchors=anchors_of(law)))
    for count, table in enumerate(tables):
        mark = f"{TABLE}{count}{TABLE}"
        before, _, after = html.partition(mark)
        if before.endswith("<p>") and after.startswith("</p>"):
            before, after = before.removesuffix("<p>"), after.removeprefix("</p>")
        html = f"{before}{table}{after}"
    return mark_safe(html)  # noqa: S308  # both parts are escaped where they are made


def _as_text(words: str) -> str:
    """A value in wikitext that shows it as it is: nothing in it means anything there."""
    return PLAIN.sub(lambda sign: f"&#{ord(sign[0])};", words.replace(TABLE, ""))


def table_html(table: Table) -> SafeString:
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
