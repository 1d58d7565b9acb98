"""Forms generated from declarations of actions, for pages and the admin.

A form has a field for each argument, and keeps the input after an error. The action itself validates the input.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, ArgumentBounds
from nomic.cycles.domain.exceptions import BadArguments, Refusal, Refused
from nomic.forms.django_fields import Options, fields_for


class ActionForm(forms.Form):
    """Form for the arguments of one action. `form_for` creates the subclasses."""

    action: ClassVar[Action]


def form_for(action: Action, ctx: ReadContext) -> type[ActionForm]:
    """Return a form class for the action's arguments, with the choices and bounds of this context."""
    return type(
        "ActionForm",
        (ActionForm,),
        {"action": action, **fields_for(action.args, _offered(action, ctx), _bounds(action, ctx))},
    )


def fields_of(form: forms.Form) -> dict[str, Any]:
    """Return the non-empty cleaned values of a valid form, as `args` of `perform` with `is_form`."""
    return {name: value for name, value in form.cleaned_data.items() if value not in (None, "", [])}


def show_errors(form: forms.Form, refusal: Refusal) -> None:
    """Add the errors of a refused act to the form: to the fields that it names, otherwise to the whole form."""
    if not isinstance(refusal, BadArguments):
        form.add_error(None, refusal.detail)
        return
    for error in refusal.errors:
        name, _, place = error.field.partition("/")
        if name in form.fields:
            form.add_error(name, f"{place}: {error.detail}" if place else error.detail)
        else:
            form.add_error(None, f"{error.field}: {error.detail}" if error.field else error.detail)


def refusal_of_choices(action: Action, ctx: ReadContext) -> Refused | None:
    """Return the reason why the action has no choices now, otherwise None."""
    try:
        action.offered(ctx)
    except Refused as refused:
        return refused
    return None


def _offered(action: Action, ctx: ReadContext) -> Mapping[str, Options]:
    """Return the possible values of arguments by name; empty if the action's choices are refused now.

    Submitting the form then gives the reason.
    """
    try:
        found = action.offered(ctx)
    except Refused:
        return {}
    return {name: [(choice.value, choice.label) for choice in choices] for name, choices in found.items()}


def _bounds(action: Action, ctx: ReadContext) -> Mapping[str, ArgumentBounds]:
    try:
        return action.offered_bounds(ctx)
    except Refused:
        return {}
