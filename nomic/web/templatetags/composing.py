"""What is wrong with a field of a proposal's form, at the field."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def wrong_with(context: template.Context, field: str, whole: bool = False) -> list[str]:
    """What is wrong with a field, in words: what the step was refused for, and what the draft cannot be as it is.

    `whole`: only what is said of no part of it, where the parts have fields of their own.
    """
    step = context["draft"].wrong_step
    said = [f"{step}"] if step is not None and step.field == field else []
    for told in context["told"]:
        if told.at == field and not (whole and told.path):
            said.append(f"{told.place}: {told.detail}" if told.path else f"{told.detail[:1].upper()}{told.detail[1:]}")
    return said


@register.simple_tag(takes_context=True)
def wrong_at(context: template.Context, field: str, help_id: str = "") -> SafeString:
    """The attributes of an input by which a reader of the screen hears what is wrong with it, and its help."""
    wrong = bool(wrong_with(context, field))
    described = " ".join([help_id] * bool(help_id) + [f"{field}-wrong"] * wrong)
    invalid = mark_safe(' aria-invalid="true"') if wrong else ""
    return format_html("{}{}", invalid, format_html(' aria-describedby="{}"', described) if described else "")


@register.simple_tag(takes_context=True)
def propose_change(context: template.Context, place: str, words: str) -> SafeString | str:
    """A way to the composer with a piece of the law, by its JSON pointer, for who can propose; `words`: what it is."""
    cycle = context["cycle"]
    if context.get("me") is None or not cycle.is_running:
        return ""
    address = f"{reverse('web:compose', args=[cycle.slug])}?{urlencode({'at': place})}"
    return format_html(
        '<a class="propose small" href="{}">Propose a change<span class="visually-hidden"> of {}</span></a>',
        address,
        words,
    )


@register.simple_tag(takes_context=True)
def wrong_within(context: template.Context, path: str) -> list[str]:
    """What is wrong with the part of the open entry at a place of it, or within that."""
    place = f"{context['open_entry']['path']}{path}"
    return [told.detail for told in context["told"] if told.path == place or told.path.startswith(f"{place}/")]
