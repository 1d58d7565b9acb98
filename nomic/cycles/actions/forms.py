"""Forms generated from the declarations of actions, for the pages and the admin.

A form asks for the arguments and keeps the input. Validation is left to the action.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms

from nomic.cycles.actions.context import Moment
from nomic.cycles.actions.registry import Action, Bounds, Choice, Choices
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused
from nomic.law.schema.json_reader import NotJson, TooDeep, read_json

MAX_LINE_LENGTH = 300  # characters; longer texts get a text area

Schema = Mapping[str, Any]


class ActionForm(forms.Form):
    """The arguments of one action. Made by `form_for`."""

    action: ClassVar[Action]


class OfferedField(forms.ChoiceField):
    """A choice among the offered values. Other values pass, so that the action refuses them and names the rule."""

    def valid_value(self, value: Any) -> bool:
        return True


class OfferedListField(forms.MultipleChoiceField):
    """A choice of any number of the offered values, as checkboxes. The action validates other values."""

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
    """Build a form class for the action's arguments, with the values that are possible at that moment."""
    offered, bounds = _offered(action, moment), _bounds(action, moment)
    schema = action.schema()
    required = schema.get("required", ())
    fields = {
        name: _field(name, _bounded(_resolved(argument, schema), bounds.get(name)), name in required, offered.get(name))
        for name, argument in schema["properties"].items()
        if not argument.get("x-answers")  # These are asked for one by one, once the act is sent.
    }
    return type("ActionForm", (ActionForm,), {"action": action, **fields})


def fields_of(form: forms.Form) -> dict[str, Any]:
    """Return the values of a valid form, as `perform_form` takes them, without the arguments left empty."""
    return {name: value for name, value in form.cleaned_data.items() if value not in (None, "", [])}


def show(form: forms.Form, refusal: Refusal) -> None:
    """Add a refusal of the submitted act to the fields it is about, or to the form as a whole."""
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
    """Return the possible values of the arguments, or nothing if the action is refused now.

    In that case the action itself explains why.
    """
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
    """Add the current bounds of a number to its description. The action enforces them and names the rule."""
    if bounds is None:
        return argument
    now = f"{bounds} now"
    said = argument.get("description", "")
    if said.endswith(")"):
        return {**argument, "description": f"{said[:-1]}; {now})"}
    return {**argument, "description": f"{said} ({now})" if said else now}


def _resolved(argument: Schema, schema: Schema) -> Schema:
    """Return an argument's schema with its `$ref` to `$defs` resolved, and without the null that means "left out"."""
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
    """Return the offered values after an empty one, so that nothing is preselected."""
    empty = [] if required and len(offered) == 1 else [("", "Choose …" if required else "–")]
    return [*empty, *((choice.value, choice.label) for choice in offered)]
