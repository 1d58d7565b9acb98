"""The kinds of inputs, chosen by the schema of a field."""

from typing import Any

from msgspec import UNSET

from nomic.law.schema.expectations import Form

LISTS = {"string": "lines", "integer": "numbers"}  # kinds of lists, by the type of their elements
SIMPLE = {"string": "text", "integer": "number", "boolean": "yes"}


def kind_of(form: Form) -> str:
    """Return the kind of input for a form, or an empty string if there is none."""
    if words := words_of(form):
        return "choice" if all(isinstance(each, str) for each in words) else ""
    if form.type == "array":
        return LISTS.get(form.items.type if form.items is not None else "", "")
    if form.type == "object":
        if form.properties:
            return "fields"
        if is_object(form):
            return "fields"  # one for each name
        return "counts" if form.entries and all(_fits_a_line(each) for each in form.entries) else ""
    return SIMPLE.get(form.type, "")


def _is_amount(form: Form) -> bool:
    """Return whether the form is a number, or a number that may also be computed and is then written as data."""
    forms = form.any_of or [form]
    return any(each.type == "integer" for each in forms) and all(
        each.type == "integer" or each.format == "value" for each in forms
    )


def _fits_a_line(form: Form) -> bool:
    """Return whether a value under a name fits a line with the name: an amount, or one of some words."""
    return _is_amount(form) or (bool(form.enum) and all(isinstance(each, str) for each in form.enum or ()))


def words_of(form: Form) -> list[Any]:
    """Return the allowed values, or an empty list if any value is allowed."""
    return form.enum or ([] if form.const is UNSET else [form.const])


def is_object(form: Form) -> bool:
    """Return whether the form is an object with fields, or a map of objects.

    Effect language and counts by name are neither.
    """
    is_map = bool(form.entries) and all(
        each.type in ("", "object") and each.enum is None and not _is_amount(each) for each in form.entries
    )
    is_closed = form.additional_properties is False  # with nothing to fill in
    return form.type == "object" and not form.format and (bool(form.properties) or is_map or is_closed)
