"""Sentences of clauses as HTML."""

import re

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from nomic.law.labels.outline import outline

CALLED = re.compile(r"^([^“]{0,80})(“[^”]{1,120}”)(?=[:, ])")


def clause_html(sentence: str) -> SafeString:
    """Return a sentence of a clause with its name, such as “Explore the Hall”, in bold, and its lists as lists."""
    (_, first), *lines = outline(sentence)
    found = CALLED.match(first)
    if found is None:
        begin = conditional_escape(first)
    else:
        begin = format_html("{}<strong>{}</strong>{}", found[1], found[2], first[found.end() :])
    return format_html("{}{}", begin, _as_lists(lines))


def _as_lists(lines: list[tuple[int, str]]) -> SafeString:
    """Return lines with their levels as nested lists."""
    html, depth = SafeString(""), 0
    for level, words in lines:
        if level > depth:
            html += format_html("{}", mark_safe("<ul><li>" * (level - depth)))  # noqa: S308 - no text of anybody's
        else:
            html += mark_safe("</li></ul>" * (depth - level) + ("</li><li>" if level else "<br>"))  # noqa: S308
        html, depth = html + conditional_escape(words), level
    return html + mark_safe("</li></ul>" * depth)  # noqa: S308 - no text of anybody's
