"""Wikitext as HTML that templates do not escape again."""

from django.utils.safestring import SafeString, mark_safe

from nomic.wikitext import html_writer
from nomic.wikitext.anchors import NO_ANCHORS, Anchors


def to_html(text: str, *, heading_level: int | None = 3, anchors: Anchors = NO_ANCHORS) -> SafeString:
    """Return wikitext as HTML, marked as safe, because `html_writer.to_html` escapes everything that may be harmful."""
    return mark_safe(html_writer.to_html(text, heading_level=heading_level, anchors=anchors))  # noqa: S308
