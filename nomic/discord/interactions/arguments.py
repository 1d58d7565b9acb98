"""Arguments of an action as people type them on Discord: as options of `/do`, and in the fields of its form.

The options are named by position, because Discord needs the same options for all actions. The choices for each option
come from the site's form.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, form_for
from nomic.cycles.actions.registry import Action
from nomic.discord.interactions.modals import YES_OR_NO, flat
from nomic.forms.django_fields import DataField
from nomic.forms.field_kinds import kind_of
from nomic.inventory.law_section import amount_of_item, items_of
from nomic.law.document.sections import Law
from nomic.law.schema.expectations import expectation_for

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
LATER = "?"  # the value of an option that the form shall ask for
COUNTED = re.compile(r"([0-9]{1,9})(?![0-9])(.*)", re.DOTALL)
MAX_ITEMS = 200  # of a law that are looked through


class CountsField(DataField):
    """Field for amounts of items, typed as "2 Chips, 1 Vertebra" or as JSON."""

    def __init__(self, law: Law, **more: Any) -> None:
        super().__init__(widget=forms.TextInput, **more)
        self.law = law
        example = ", ".join(
            amount_of_item(law, item, count) for item, count in zip(items_of(law), (2, 1), strict=False)
        )
        self.help_text = f"For example: {example}" if example else self.help_text

    def clean(self, value: Any) -> Any:
        if _is_json(value):
            return super().clean(value)
        found: dict[str, int] = {}
        for part in _parts(super(DataField, self).clean(value)):
            count, word = _counted(part)
            item = next((name for name, names in self.names(count) if word.casefold() in names), word)
            if not item:
                raise forms.ValidationError("Say how many of what, such as 2 Chips.", "counts")
            found[item] = found.get(item, 0) + count
        return found or None

    def names(self, count: int) -> Iterator[tuple[str, set[str]]]:
        """Yield each item of the law, with the casefolded names that people may type for `count` of it."""
        for name, item in list(items_of(self.law).items())[:MAX_ITEMS]:
            called = amount_of_item(self.law, name, count).partition(" ")[2]
            yield name, {name.casefold(), item.plural.casefold(), called.casefold()}


class LinesField(DataField):
    """Field for names or codes, typed with commas between them or as JSON."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) if _is_json(value) else _parts(super(DataField, self).clean(value)) or None


def form_here(action: Action, ctx: ReadContext) -> type[ActionForm]:
    """Return the form of an action with fields in which amounts and lists are typed as words."""
    base = form_for(action, ctx)
    wanted = expectation_for(action.args)
    (root,) = wanted.forms_at(())
    kinds: dict[str, Callable[..., DataField]] = {
        "counts": partial(CountsField, ctx.law),
        "lines": partial(LinesField, widget=forms.TextInput),
    }
    typed = {
        name: kinds[kind](label=field.label, help_text=field.help_text, required=field.required)
        for name, field in base.base_fields.items()
        if isinstance(field, DataField)
        and name in root.properties
        and (kind := kind_of(wanted.below([root], name)[-1])) in kinds
    }
    return type("FormHere", (base,), typed) if typed else base


def is_typed(field: forms.Field) -> bool:
    """Return whether people can type the value of a field on Discord. They cannot be expected to type JSON."""
    return not isinstance(field, DataField) or isinstance(field, CountsField | LinesField)


def given_in(typed: Mapping[str, str], form: type[ActionForm]) -> MultiValueDict[str, str]:
    """Return the values of the form's fields that the options of `/do` contain."""
    found: MultiValueDict[str, str] = MultiValueDict()
    for place, (name, field) in zip(PLACES, form.base_fields.items(), strict=False):
        text = _without_label(typed.get(place, ""), field)
        if text.strip() and text != LATER:
            found.setlist(name, _read(text, field))
    return found


def offered_in(typed: str, name: str, field: forms.Field) -> Iterator[tuple[str, str]]:
    """Yield the choices for a field as (label, value), continuing the text typed so far."""
    typed, label = _without_label(typed, field), str(field.label or name)
    if isinstance(field, CountsField):
        yield from _offered_counts(typed, label, field)
        return
    if isinstance(field, forms.BooleanField):
        yield from ((f"{label}: {word}", value) for value, word in YES_OR_NO)
        return
    options = [(value, word) for value, word in flat(getattr(field, "choices", ())) if value]
    if isinstance(field, forms.MultipleChoiceField):
        before, last = _before_last(typed)
        taken = {part.casefold() for part in _parts(before)}
        for value, word in options:
            if last.casefold() in word.casefold() and not {value.casefold(), word.casefold()} & taken:
                yield f"{label}: {before}{word}", f"{before}{value}"
    elif options:
        yield from ((f"{label}: {word}", value) for value, word in options)
    else:
        yield (f"{label}: {typed}", typed) if typed.strip() else (f"{label} (the form asks for it)", LATER)


def _offered_counts(typed: str, label: str, field: CountsField) -> Iterator[tuple[str, str]]:
    before, last = _before_last(typed)
    count, word = _counted(last) if last else (1, "")
    for name, names in field.names(count):
        if any(word.casefold() in each for each in names):
            text = f"{before}{amount_of_item(field.law, name, count)}"
            yield f"{label}: {text}", text


def _read(text: str, field: forms.Field) -> list[str]:
    """Return the values in a typed text. Choices are recognised by value or label, several are separated by commas."""
    if isinstance(field, forms.BooleanField):
        return ["True" if text.casefold() in ("true", "yes") else ""]
    options = flat(getattr(field, "choices", ()))
    by_name = {word.casefold(): value for value, word in options} | {value.casefold(): value for value, _ in options}
    if isinstance(field, forms.MultipleChoiceField):
        return [by_name.get(part.casefold(), part) for part in _parts(text)]
    return [by_name.get(text.strip().casefold(), text)]


def _without_label(text: str, field: forms.Field) -> str:
    """Return the text without the field's label, with which a chosen option begins."""
    label = f"{field.label}: "
    return text[len(label) :] if text.casefold().startswith(label.casefold()) else text


def _parts(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _before_last(text: str) -> tuple[str, str]:
    """Return the text up to the last comma, followed by a blank, and the text after it."""
    before, comma, last = text.rpartition(",")
    return (f"{before.rstrip()}, " if comma else ""), last.strip()


def _counted(text: str) -> tuple[int, str]:
    """Return the number and the word of "2 Chips"; without a number it is one."""
    found = COUNTED.fullmatch(text)
    return (int(found[1]), found[2].strip()) if found else (1, text.strip())


def _is_json(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip()[:1] in ("{", "[")
