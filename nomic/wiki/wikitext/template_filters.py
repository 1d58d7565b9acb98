"""Template filters for wikitext. Templates need no `{% load %}` for them."""

from typing import Any

from django.template import Library

from nomic.wikitext import escape
from nomic.wikitext.wiki_writer import rule_wikitext

register = Library()


@register.filter
def wikitext(value: Any) -> escape.Wikitext:
    """Sanitize the wikitext of a rule or proposal, so that its markup cannot affect the rest of the page."""
    return value if isinstance(value, escape.Wikitext) else rule_wikitext(str(value))


@register.filter
def block(value: Any) -> escape.Wikitext:
    """Return plain words, possibly on several lines, as wikitext."""
    return escape.block(value)


@register.filter
def pre(value: Any) -> escape.Wikitext:
    """Return a source text as wikitext that shows it verbatim."""
    return escape.preformatted(str(value))
