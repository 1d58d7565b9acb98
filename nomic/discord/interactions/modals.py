"""Forms of actions on Discord: generated from the site's forms, and parsed back into their values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from nomic.discord.protocol.interactions import Part
from nomic.discord.protocol.replies import (
    LABEL,
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_TITLE,
    SELECT,
    TEXT,
    TEXT_INPUT,
    Reply,
    cut_to_length,
)

MAX_PARTS = 5
MAX_TYPED = 4000
ONE_LINE, LINES = 1, 2
Given = Mapping[str, Sequence[str]]
NOTHING_GIVEN: Given = {}
YES_OR_NO = [("True", "Yes"), ("False", "No")]


def parts_of(fields: Mapping[str, forms.Field], warning: str = "", given: Given = NOTHING_GIVEN) -> list[Reply] | None:
    """Return the components of a form with these fields, or None if Discord cannot show all required ones.

    Discord allows five components, so optional fields beyond them are left out, starting with the last. Choices are
    menus if there are at most 25, otherwise they are typed. `given` holds initial values by field name.
    """
    room = MAX_PARTS - bool(warning)
    needed = [name for name, field in fields.items() if field.required or name in given]
    if len(needed) > room:
        return None
    more = [name for name in fields if name not in needed][: room - len(needed)]
    parts = [{"type": TEXT, "content": cut_to_length(warning, 1000)}] if warning else []
    shown = {name: field for name, field in fields.items() if name in needed or name in more}
    return parts + [_part(name, field, given.get(name, ())) for name, field in shown.items()]


def entered(parts: Iterable[Part]) -> MultiValueDict[str, str]:
    """Return the values entered in a form, by field name."""
    found: MultiValueDict[str, str] = MultiValueDict()
    for part in parts:
        for each in [part.component] if part.component is not None else part.components:
            found.setlist(each.custom_id, each.values if each.values is not None else [each.value or ""])
    return found


def _part(name: str, field: forms.Field, given: Sequence[str]) -> Reply:
    label = {"type": LABEL, "label": cut_to_length(str(field.label or name), MAX_TITLE)}
    if field.help_text:
        label["description"] = cut_to_length(str(field.help_text), MAX_CHOICE)
    return {**label, "component": _select(name, field, given) or _text_input(name, field, given)}


def _select(name: str, field: forms.Field, given: Sequence[str]) -> Reply | None:
    options = YES_OR_NO if isinstance(field, forms.BooleanField) else flat(getattr(field, "choices", ()))
    options = [(value, label) for value, label in options if value]
    if not 0 < len(options) <= MAX_CHOICES or any(len(value) > MAX_CHOICE for value, _ in options):
        return None
    is_only = len(options) == 1 and field.required  # the only option is preselected
    several = isinstance(field, forms.MultipleChoiceField)
    return {
        "type": SELECT,
        "custom_id": name,
        "required": field.required,
        "min_values": 1 if field.required else 0,
        "max_values": len(options) if several else 1,
        "options": [
            {"label": cut_to_length(label, MAX_CHOICE), "value": value, "default": is_only or value in given}
            for value, label in options
        ],
    }


def _text_input(name: str, field: forms.Field, given: Sequence[str]) -> Reply:
    most = min(getattr(field, "max_length", None) or MAX_TYPED, MAX_TYPED)
    style = LINES if isinstance(field.widget, forms.Textarea) else ONE_LINE
    shown = {"type": TEXT_INPUT, "custom_id": name, "style": style, "required": field.required, "max_length": most}
    return {**shown, "value": ", ".join(given)[:most]} if given else shown


def flat(choices: Any) -> list[tuple[str, str]]:
    """Return choices as pairs of texts, with groups flattened."""
    found: list[tuple[str, str]] = []
    for value, label in choices:
        found += flat(label) if isinstance(label, list | tuple) else [(str(value), str(label))]
    return found
