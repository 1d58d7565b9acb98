"""Forms for the values of past acts: for an act to insert, and for an entry that gets other values."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, form_for
from nomic.cycles.actions.registry import Action, Choices, action_or_none, actions_of
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.edits import UNTOUCHED
from nomic.cycles.models import Cycle, Entry
from nomic.db import clone
from nomic.forms.django_fields import DataField
from nomic.law.models import law_at
from nomic.players.lookup import who_plays
from nomic.web.rendering.available_actions import GROUPS, group_of

LOOKED = 200  # newest acts that are looked through for what they named
BY_KEEPERS = "Keepers"
NOT_OFFERED = "Its name or its code, as the journal has it."
UNSEEN = "see-as-player"  # recorded by the office alone, while somebody looks


class LineField(forms.CharField):
    """A text input that suggests names already used in the journal."""

    def __init__(self, *, known: list[str], list_id: str, **common: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs={"list": list_id}), **common)
        self.known, self.list_id = known, list_id


def acts_to_insert(ctx: ReadContext) -> list[tuple[str, list[Action]]]:
    """Return the actions that a correction can insert, grouped by purpose. Keepers' actions are for keepers only."""
    found: dict[str, list[Action]] = {name: [] for name in (*GROUPS, BY_KEEPERS)}
    for action in actions_of(ctx):
        if action.channel in UNTOUCHED or action.name == UNSEEN or (action.is_admin and not ctx.actor.is_admin):
            continue
        found[BY_KEEPERS if action.is_admin else group_of(ctx.law, action)].append(action)
    return [(name, sorted(acts, key=lambda act: act.title)) for name, acts in found.items() if acts]


def action_to_insert(ctx: ReadContext, name: str) -> Action | None:
    """Return the action with this name, or None if no correction can insert it."""
    return next((act for _, acts in acts_to_insert(ctx) for act in acts if act.name == name), None)


def actor_named(ctx: ReadContext, typed: str) -> str:
    """Return the player's name for the typed text, ignoring case. Other names are returned unchanged."""
    wanted = typed.strip()
    found = (player.name for player in who_plays(ctx) if player.name.casefold() == wanted.casefold())
    return next(found, wanted)


def _named_before(ctx: ReadContext, action: Action, name: str) -> list[str]:
    """Return an argument's distinct values in the newest acts of this kind, sorted, without sealed ones."""
    acts = Entry.objects.filter(cycle=ctx.cycle, action=action.name).order_by("-seq")[:LOOKED]
    found = (args.get(name) for args, sealed in acts.values_list("args", "sealed") if name not in sealed)
    return sorted({value for value in found if isinstance(value, str) and value})


def values_to_insert(
    action: Action, ctx: ReadContext, sent: Mapping[str, Any] | None, prefix: str
) -> ActionForm | None:
    """Return the form for the values of an act to insert, or None if none of them fit into fields."""
    return _values_form(action, ctx.cycle, ctx.at, sent, prefix, {})


def values_to_change(
    cycle: Cycle, entry: Entry, at: datetime, sent: Mapping[str, Any] | None, prefix: str
) -> ActionForm | None:
    """Return the form that changes the values of an entry's act, under the law that was in force at the entry.

    Returns None if some of its values do not fit into fields, or are sealed.
    """
    then = clone(cycle)
    then.revision = entry.revision
    then.keep_law(law_at(cycle.book_id, entry.revision))
    action = action_or_none(entry.action, then.law)
    if action is None or action.is_system or entry.sealed or not all(_is_plain(value) for value in entry.args.values()):
        return None
    return _values_form(action, then, at, sent, prefix, entry.args)


def _values_form(
    action: Action, cycle: Cycle, at: datetime, sent: Mapping[str, Any] | None, prefix: str, known: dict[str, Any]
) -> ActionForm | None:
    """Return the form for an act's values, or None if none of them fit into fields.

    `known` are the present values. The form offers every value of the law, and otherwise only public ones, because it
    must not reveal the player's hand to the person who corrects. A menu without options becomes a text input with
    values from earlier acts of the same kind. Present bounds do not apply, because the act is in the past.
    """
    public = ReadContext(cycle, Actor.nobody(), at)
    form = form_for(replace(action, bounds=None, choices=lambda ctx: _all_offered(action, ctx)), public)(
        sent, prefix=prefix, initial=known, use_required_attribute=False
    )
    for name, field in list(form.fields.items()):
        offered: list[Any] = list(field.choices) if isinstance(field, forms.ChoiceField) else []  # type: ignore[arg-type]  # a list by now
        is_offered = any(value for value, _ in offered)
        if isinstance(field, forms.ChoiceField) and (is_offered or isinstance(field, forms.MultipleChoiceField)):
            field.choices = offered = [*offered, *_missing(offered, known.get(name))]
        elif isinstance(field, forms.ChoiceField):
            form.fields[name] = LineField(
                label=field.label, help_text=field.help_text or NOT_OFFERED, required=field.required, max_length=300,
                known=_named_before(public, action, name), list_id=f"{prefix}-known-{name}",
            )  # fmt: skip
        if not offered and isinstance(field, DataField | forms.MultipleChoiceField) and not known.get(name):
            del form.fields[name]
    return form if form.fields else None


def _all_offered(action: Action, ctx: ReadContext) -> Choices:
    """Return the options for a past act's arguments: all of the law's for those with such a list.

    If the present options are refused, there are none.
    """
    with suppress(Refused):
        now = {} if action.choices is None else action.choices(ctx)
        return {**now, **({} if action.every_choice is None else action.every_choice(ctx))}
    return {} if action.every_choice is None else action.every_choice(ctx)


def _missing(offered: list[Any], known: Any) -> list[tuple[Any, Any]]:
    """Return the act's values that are not among the offered ones, as options."""
    values = {str(value) for value, _ in offered}
    return [
        (each, each) for each in (known if isinstance(known, list) else [known]) if each and str(each) not in values
    ]


def _is_plain(value: Any) -> bool:
    return not isinstance(value, dict | list) or (isinstance(value, list) and all(isinstance(e, str) for e in value))
