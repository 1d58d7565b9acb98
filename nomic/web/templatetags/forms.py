"""Template tags for forms: idempotency keys, repeated requests, ways back, and why an action is unavailable."""

from typing import Any
from urllib.parse import quote

from django import template
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.cycles.domain.exceptions import Refused
from nomic.web.forms import redirects as forms_redirects

register = template.Library()

TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the name of a field


@register.simple_tag
def form_key() -> SafeString:
    """Return a hidden input with a new idempotency key, so that sending the form twice is one act."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', new_idempotency_key())


@register.inclusion_tag("components/send_again.html", takes_context=True)
def send_again(context: template.Context) -> dict[str, Any]:
    """Return the template context of a form that sends all values of the current request again."""
    request = context["request"]
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name != TOKEN]
    return {"sent": sent, "address": request.get_full_path()}


@register.simple_tag(takes_context=True)
def from_here(context: template.Context) -> str:
    """Return the query value `next` for links to pages from which the visitor returns to this one."""
    request = context.get("request")
    return quote(forms_redirects.from_here(request)) if isinstance(request, HttpRequest) else ""


@register.simple_tag(takes_context=True)
def refusal_of(context: template.Context, action: Action) -> Refused | None:
    """Return the reason why the visitor cannot perform an action now. None if they can, or if the page has no cycle."""
    ctx: ReadContext | None = context.get("ctx")
    return None if ctx is None else action.refusal(ctx)
