"""Forms made from the declarations of actions, for the pages and the admin alike.

A form asks for the arguments and keeps what was typed; whether they are right is the action's to say.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms

from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action, Bounds, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused
from nomic.law.schema.json_reader import NotJson, TooDeep, read_json

MAX_LINE_LENGTH = 300  # characters; what may be longer is written in a box of several lines

Schema = Mapping[str, Any]


class ActionForm(forms.Form):
    """The arguments of one action. Made by `form_for`."""

    action: ClassVar[Action]


class OfferedField(forms.ChoiceField):
    """One of the values offered. Another one is left to the action, which says by what rule it cannot be."""

    def valid_value(self, value: Any) -> bool:
        return True


class OfferedListField(forms.MultipleChoiceField):
    """Any of the values offered, to be ticked. Others are left to the action."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:
        return True


class DataField(forms.CharField):
    """JSON, written by hand or by a script of the page."""

    widget = forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"})

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read_json(text)
        except TooDeep:
            raise forms.ValidationError("This is nested too deeply.", "nested") from None
        except NotJson as error:
            raise forms.ValidationError(f"This is not JSON: {error}", "json") from None


def form_for(action: Action, moment: Moment) -> type[ActionForm]:
    """A form class for the action's arguments, offering what they can be at that moment."""
    offered, bounds = _offered(action, moment), _bounds(action, moment)
    schema = action.schema()
    required = schema.get("required", ())
    fields = {
        name: _field(name, _bounded(_resolved(argument, schema), bounds.get(name)), name in required, offered.get(name))
        for name, argument in schema["properties"].items()
        if not argument.get("x-answers")  # asked one by one, once the act is sent
    }
    return type("ActionForm", (ActionForm,), {"action": action, **fields})


def fields_of(form: forms.Form) -> dict[str, Any]:
    """What a valid form holds, as `perform_form` takes it: arguments left empty are left out."""
    return {name: value for name, value in form.cleaned_data.items() if value not in (None, "", [])}


def show(form: forms.Form, refusal: Refusal) -> None:
    """Put a refusal of the bound form's act next to the fields it is about, or above them all."""
    if not isinstance(refusal, BadArguments):
        form.add_error(None, refusal.detail)
        return
    for error in refusal.errors:
        name, _, place = error.field.partition("/")
        if name in form.fields:
            form.add_error(name, f"{place}: {error.detail}" if place else error.detail)
        else:
            form.add_error(None, f"{error.field}: {error.detail}" if error.field else error.detail)


def _offered(action: Action, moment: Moment) -> Choices:
    """What the arguments can be; nothing where the action cannot be done now: then the action will say why."""
    try:
        return {} if action.choices is None else action.choices(moment)
    except Refused:
        return {}


def _bounds(action: Action, moment: Moment) -> Mapping[str, Bounds]:
    try:
        return {} if action.bounds is None else action.bounds(moment)
    except Refused:
        return {}


def _bounded(argument: Schema, bounds: Bounds | None) -> Schema:
    """The schema of a number that says between what it can be now; the action refuses another, and by which rule."""
    if bounds is None:
        return argument
    now = f"{bounds} now"
    said = argument.get("description", "")
    if said.endswith(")"):
        return {**argument, "description": f"{said[:-1]}; {now})"}
    return {**argument, "description": f"{said} ({now})" if said else now}


def _resolved(argument: Schema, schema: Schema) -> Schema:
    """The schema of an argument without the detour over `$defs`, and without the null that says "left out"."""
    plain = dict(argument)
    for kind in argument.get("anyOf", ()):
        if kind.get("type") != "null":
            plain.update(kind)
    if "$ref" in plain:
        plain = {**schema["$defs"][plain["$ref"].rpartition("/")[2]], **plain}
    return plain


def _field(name: str, argument: Schema, required: bool, offered: Sequence[Choice] | None) -> forms.Field:
    common: dict[str, Any] = {
        "label": name.replace("_", " ").capitalize(),
        "help_text": str(argument.get("description", "")),
        "required": required,
        "initial": argument.get("default"),
    }
    kind = argument.get("type")
    if offered is not None and kind == "array":
        return OfferedListField(choices=[(choice.value, choice.label) for choice in offered], **common)
    if offered is not None:
        return OfferedField(choices=_options(offered, required), **common)
    if "enum" in argument or "const" in argument:
        values = argument.get("enum") or [argument["const"]]
        return OfferedField(
            choices=_options([Choice(value, str(value).capitalize()) for value in values], required), **common
        )
    if kind == "boolean":
        return forms.BooleanField(**{**common, "required": False})
    if kind == "integer":
        return forms.IntegerField(min_value=argument.get("minimum"), max_value=argument.get("maximum"), **common)
    if kind == "string" and argument.get("format") == "date-time":
        return forms.CharField(widget=forms.TextInput(attrs={"type": "datetime-local"}), **common)
    if kind == "string":
        longest = argument.get("maxLength")
        is_line = "pattern" in argument or (longest is not None and longest <= MAX_LINE_LENGTH)
        widget = forms.TextInput if is_line else forms.Textarea
        return forms.CharField(max_length=longest, strip=False, widget=widget, **common)
    return DataField(**common)


def _options(offered: Sequence[Choice], required: bool) -> list[tuple[str | int, str]]:
    """The offered values, after an empty one: nothing is chosen for anybody who did not look."""
    empty = [] if required and len(offered) == 1 else [("", "Choose …" if required else "–")]
    return [*empty, *((choice.value, choice.label) for choice in offered)]
