"""The `url` tag of all templates, with a cache of addresses, because a page of a cycle has about 150."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as usual
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape

register = template.Library()

MAX_KNOWN = 4096


@register.tag
def url(parser: template.base.Parser, token: template.base.Token) -> URLNode:
    """Parse the tag as Django does."""
    node = usual(parser, token)
    return _Address(node.view_name, node.args, node.kwargs, node.asvar)


class _Address(URLNode):
    """Django's `url` node with a cache. Tags with keyword arguments, or under a current app, are not cached."""

    def render(self, context: template.Context) -> Any:
        if self.kwargs or getattr(getattr(context, "request", None), "current_app", None) is not None:
            return super().render(context)
        name, args = str(self.view_name.resolve(context)), tuple(str(each.resolve(context)) for each in self.args)
        try:
            address = _address(get_urlconf(), get_script_prefix(), name, args)
        except NoReverseMatch:
            if not self.asvar:
                raise
            address = ""
        if self.asvar:
            context[self.asvar] = address
            return ""
        return conditional_escape(address) if context.autoescape else address


@lru_cache(MAX_KNOWN)
def _address(urlconf: str | None, prefix: str, name: str, args: tuple[str, ...]) -> str:
    return reverse(name, args=args)
