"""Pictures of people, and links to their profiles."""

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.web.people.portrait import portrait

register = template.Library()
register.simple_tag(portrait)


@register.simple_tag
def person(name: str) -> SafeString:
    """Return a person's picture and name, with a link to the profile. Admins may have named anything as a winner."""
    try:
        page = reverse("web:profile", args=[name])
    except NoReverseMatch:
        return format_html("{}", name)
    return format_html('{} <a href="{}">{}</a>', portrait(name, 20), page, name)
