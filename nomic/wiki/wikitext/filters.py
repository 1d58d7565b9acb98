"""Filters for templates of wikitext. Templates need no `{% load %}` for them."""

from typing import Any

from django.template import Library

from nomic.wikitext import escape
from nomic.wikitext.wiki_writer import rule_wikitext

register = Library()


@register.filter
def wikitext(value: Any) -> escape.Wikitext:
    """Return wikitext that people voted on.

    Its markup works, but has no effect beyond the text (`bodies`).
    """
    return value if isinstance(value, escape.Wikitext) else rule_wikitext(str(value))


@register.filter
def block(value: Any) -> escape.Wikitext:
    """Return plain words on several lines."""
    return escape.block(value)


@register.filter
def pre(value: Any) -> escape.Wikitext:
    """Return a source, shown verbatim."""
    return escape.preformatted(str(value))
