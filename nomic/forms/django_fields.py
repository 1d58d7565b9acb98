"""Fields of a Django form, generated from the schema of a flat set of arguments."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from msgspec import UNSET
from pydantic import BaseModel

from nomic.forms.field_kinds import kind_of, words_of
from nomic.law.schema.expectations import Form, description_in, expectation_for
from nomic.law.schema.json_reader import NotJson, TooDeep, read_json

RANKED = "ranking"  # format of a list whose order is one of preference
MAX_PLACES = 20  # menus of a ranking
MAX_LINE_LENGTH = 300  # characters; longer texts get a text area

Options = Sequence[tuple[str | int, str]]  # values with their labels


class OfferedField(forms.ChoiceField):
    """A choice among the offered values.

    Other values pass, so that the action refuses them and names the rule.
    """

    def valid_value(self, value: Any) -> bool:
        return True


class OfferedListField(forms.MultipleChoiceField):
    """A choice of any number of the offered values, as checkboxes. The action validates other values."""

    widget: type[forms.Widget] = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:
        return True


class RankedSelects(forms.SelectMultiple):
    """One menu for each place of a ranking, the first choice first. Empty menus are ignored."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        chosen = [str(each) for each in value or ()]
        offered = [("", "–"), *((str(each), str(label)) for each, label in self.choices)]
        places = max(min(len(offered) - 1, MAX_PLACES), len(chosen))
        menus = (
            (name, place, _options_html(offered, chosen[place - 1] if place <= len(chosen) else ""))
            for place in range(1, places + 1)
        )
        menu = '<li><select name="{}" aria-label="Choice {}">{}</select></li>'
        return format_html('<ol class="ranks">{}</ol>', format_html_join("", menu, menus))

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        return [each for each in super().value_from_datadict(data, files, name) or () if each]


def _options_html(offered: Options, chosen: str) -> SafeString:
    rows = ((value, SafeString(" selected") if value == chosen else "", label) for value, label in offered)
    return format_html_join("", '<option value="{}"{}>{}</option>', rows)


class RankedListField(OfferedListField):
    """A choice of some of the offered values in order of preference."""

    widget = RankedSelects


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


def fields_for(
    schema: type[BaseModel], offered: Mapping[str, Options], bounds: Mapping[str, object]
) -> dict[str, forms.Field]:
    """Return a field for each argument of the schema that the user fills in.

    An optional argument gets no field if no option is offered for it now. `offered` holds the current options of
    arguments that are chosen from a list, and `bounds` the current bounds of numbers.
    """
    wanted = expectation_for(schema)
    (root,) = wanted.forms_at(())
    return {
        name: _field(
            wanted.below([root], name)[-1],
            offered.get(name),
            label=name.replace("_", " ").capitalize(),
            help_text=_bounded(
                description_in([root], name) or wanted.below([root], name)[-1].description, bounds, name
            ),
            required=name in root.required,
            initial=None if argument.default is UNSET else argument.default,
        )
        for name, argument in root.properties.items()
        if not argument.answers and (name in root.required or offered.get(name) != [])
    }


def _bounded(description: str, bounds: Mapping[str, object], name: str) -> str:
    """Add the current bounds of a number to its description."""
    if name not in bounds:
        return description
    now = f"{bounds[name]} now"
    if description.endswith(")"):
        return f"{description[:-1]}; {now})"
    return f"{description} ({now})" if description else now


def _field(form: Form, offered: Options | None, **common: Any) -> forms.Field:
    if offered is not None and form.type == "array" and form.format == RANKED:
        return RankedListField(choices=offered, **common)
    if offered is not None and form.type == "array":
        return OfferedListField(choices=offered, **common)
    kind = kind_of(form)
    if kind == "choice" and offered is None:
        offered = [(word, word.capitalize()) for word in words_of(form)]
    if offered is not None:
        return OfferedField(choices=_options(offered, common["required"]), **common)
    if kind == "yes":
        return forms.BooleanField(**{**common, "required": False})
    if kind == "number":
        bounds: dict[str, Any] = {"min_value": form.minimum, "max_value": form.maximum}
        return forms.IntegerField(**bounds, **common)
    if kind == "text" and form.format == "date-time":
        return forms.CharField(widget=forms.TextInput(attrs={"type": "datetime-local"}), **common)
    if kind == "text":
        is_line = bool(form.pattern) or 0 < form.max_length <= MAX_LINE_LENGTH
        widget = forms.TextInput if is_line else forms.Textarea
        return forms.CharField(max_length=form.max_length or None, strip=False, widget=widget, **common)
    return DataField(**common)


def _options(offered: Options, required: bool) -> Options:
    """Return the offered values after an empty one, so that nothing is preselected."""
    empty = [] if required and len(offered) == 1 else [("", "Choose …" if required else "–")]
    return [*empty, *offered]
