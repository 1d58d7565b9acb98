"""Filters for templates of wikitext. Templates need no `{% load %}` for them."""

from typing import Any

from django.template import Library

from nomic.wikitext import escape
from nomic.wikitext.wiki_writer import rule_wikitext

register = Library()


@register.filter
def wikitext(value: Any) -> escape.Wikitext:
    """Wikitext that people voted on: its markup works, but nothing in it reaches beyond it (`bodies`)."""
    return value if isinstance(value, escape.Wikitext) else rule_wikitext(str(value))


@register.filter
def block(value: Any) -> escape.Wikitext:
    """Plain words on several lines."""
    return escape.block(value)


@register.filter
def pre(value: Any) -> escape.Wikitext:
    """Return a source, shown verbatim."""
    return escape.preformatted(str(value))
