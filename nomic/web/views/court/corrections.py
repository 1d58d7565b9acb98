"""Corrections of history: their list, one correction with its changes, and the form that begins one."""

import json
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from nomic.accounts.models import Person
from nomic.accounts.time_zones import LocalInstant, as_typed, utc_of, zone_choices
from nomic.corrections.models import Correction
from nomic.corrections.permissions import is_own_matter, may_correct, open_correction_of
from nomic.corrections.queries import (
    corrections_of_cycle,
    draws_of,
    edits_of,
    percent_built,
    undone_corrections,
    why_not_adoptable,
)
from nomic.corrections.replaced_histories import LENGTH, adopted_by, history_named, rewrite_by
from nomic.corrections.requesting_decisions import asked_as_they_are
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.forms import ActionForm, fields_of, show_errors
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refusal
from nomic.cycles.history.edits import (
    Doing,
    Edit,
    check_other_values,
    edits_to_json,
    entry_of,
    in_plain_words,
    is_correctable,
)
from nomic.cycles.models import Entry
from nomic.forms.django_fields import DataField
from nomic.players.lookup import who_plays
from nomic.web.auth.expired_forms import keeps_what_was_sent
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.page_context import cycle_page, query_parameter, render_page
from nomic.web.views.court.inverse_edits import undoing_of
from nomic.web.views.court.past_act_forms import (
    action_to_insert,
    actor_named,
    acts_to_insert,
    values_to_change,
    values_to_insert,
)
from nomic.web.views.cycle.journal import title_of

A_PAGE = 50
MAX_FORMS = 10  # impossible acts whose other values get fields; the rest as data
VALUES = "with"  # prefix of the fields for the values of an act
DOINGS = [
    ("void", "Take it back: as if it had never been done"),
    ("change", "Change it: it was done with other values"),
    ("move", "Move it: it was done at another time"),
]
CHOICES: dict[str, Doing] = {"void": "void", "keep": "keep", "change": "change"}
ASKED_BY = ("ruling", "proposal", "following")
INSERT = [("insert", "Insert an act that was not recorded")]


class CorrectForm(forms.Form):
    """Form for one edit of history, with its reason.

    `values` is the form for the arguments of the entry's act, or None if they cannot be typed in fields.
    """

    do = forms.ChoiceField(label="What will change")
    reason = forms.CharField(label="Why", max_length=300)
    args = DataField(
        label="Values as data (JSON)",
        required=False,
        help_text="They are used instead of the fields, if you change them.",
    )
    at = LocalInstant(
        label="When", required=False, widget=forms.TextInput(attrs={"type": "datetime-local", "step": "any"})
    )
    zone = forms.ChoiceField(label="Time zone", required=False, choices=zone_choices)
    actor = forms.CharField(
        label="Who did it",
        required=False,
        max_length=30,
        help_text="The name of an account.",
        widget=forms.TextInput(attrs={"list": "players"}),
    )
    action = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)
    ruling = forms.CharField(label="Ruling that asks for it", required=False, max_length=12, help_text="Its number.")
    proposal = forms.CharField(
        label="Proposal that asks for it", required=False, max_length=12, help_text="Its number; it has passed."
    )
    following = forms.CharField(label="Something else that asks for it", required=False, max_length=300)

    def __init__(
        self, *args: Any, entry: Entry | None, is_more: bool, values: ActionForm | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entry, self.values = entry, values
        if not self.is_bound:
            self.fields["zone"].widget.attrs["data-own-zone"] = ""
            if entry is not None:
                self.fields["at"].widget.attrs["data-at"] = entry.at.isoformat()
        chosen = INSERT if entry is None else [each for each in DOINGS if each[0] != "change" or not entry.sealed]
        self.fields["do"].choices = chosen  # type: ignore[attr-defined]  # a ChoiceField, which mypy cannot see here
        self.fields["do"].initial = chosen[0][0]
        if entry is not None:
            del self.fields["actor"], self.fields["action"]
        else:
            self.fields["do"].widget = forms.HiddenInput()
            for name in ("actor", "at"):
                self.fields[name].required = True
            self.order_fields(["actor", "at", "zone", "reason"])
        if values is None:
            self.fields["args"].help_text = ""
        if is_more:
            for name in ASKED_BY:
                del self.fields[name]

    def clean_actor(self) -> str:
        """Return the name as its account spells it. Raises ValidationError if there is no such account."""
        typed = self.cleaned_data["actor"]
        found = Person.objects.filter(username__iexact=typed).values_list("username", flat=True).first()
        if found is None:
            raise forms.ValidationError(f"There is no account called {typed}. They need one first.")
        return found

    def clean(self) -> dict[str, Any]:
        """Validate the form. The arguments are taken from `values`, unless they were typed as data.

        The time is converted to UTC.
        """
        said = super().clean() or {}
        if said.get("at") is not None:
            try:
                said["at"] = utc_of(said["at"], said.get("zone") or "UTC").isoformat()
            except forms.ValidationError as wrong:
                self.add_error("at", wrong)
        if self.values is None or said.get("do") not in ("change", "insert") or "args" in self.errors:
            return said
        if said.get("args") not in (None, "", {} if self.entry is None else self.entry.args):
            return said
        if not self.values.is_valid():
            self.add_error(None, "Nothing has changed. See the values below.")
            return said
        try:
            said["args"] = self.values.action.read_form(fields_of(self.values)).as_json()
        except BadArguments as refused:
            show_errors(self.values, refused)
            self.add_error(None, "Nothing has changed. See the values below.")
        return said

    def as_data(self) -> forms.BoundField:
        """Return the field for arguments as JSON, which is shown apart if there are fields for them."""
        return self["args"]

    def plain_fields(self) -> list[forms.BoundField]:
        """Return the visible fields that most edits need, without those for JSON and the origin of the edit."""
        return [field for field in self.visible_fields() if field.name not in ("args", *ASKED_BY)]

    def time_fields(self) -> tuple[str, ...]:
        """Return the names of the fields that only moving an act needs. Inserting one needs them too."""
        return () if self.entry is None else ("at", "zone")

    def asked_by_fields(self) -> list[forms.BoundField]:
        """Return the fields for the origin of the correction: a ruling, a proposal, or a text."""
        return [field for field in self.visible_fields() if field.name in ASKED_BY]

    def has_asked(self) -> bool:
        """Return whether a field for the origin of the correction is filled in or has an error."""
        return any(field.value() or field.errors for field in self.asked_by_fields())

    def edit(self) -> dict[str, Any]:
        """Return the valid form as an argument of the action, with only those fields that this kind of edit uses."""
        said = self.cleaned_data
        wanted = {"void": (), "change": ("args",), "move": ("at",), "insert": ("actor", "action", "args", "at")}
        found = {name: said[name] for name in wanted[said["do"]] if said.get(name) not in ("", None)}
        return {"do": said["do"], **found, **({} if self.entry is None else {"entry": self.entry.key})}


@require_safe
@cycle_page
def corrections(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show all corrections of a cycle, the newest first."""
    page = Paginator(corrections_of_cycle(ctx.cycle), A_PAGE).get_page(request.GET.get("page"))
    undone = undone_corrections(ctx.cycle)
    rows = [(row, undone.get(row.code, "")) for row in page]
    return render_page(request, ctx, "web/corrections.html", {"page": page, "rows": rows, "corrects": may_correct(ctx)})


@require_safe
@cycle_page
def correction(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Show a correction: its edits, its fork's progress, the differences, and the acts that become impossible."""
    return _page(request, ctx, _row_or_404(ctx, code))


def _page(
    request: HttpRequest, ctx: ReadContext, row: Correction, refused: Refusal | None = None, status: int = 200
) -> HttpResponse:
    ruling, proposal = asked_as_they_are(row)
    rewrite = rewrite_by(row.commitment, ctx.cycle) if row.status == "adopted" else None
    undone_by = undone_corrections(ctx.cycle).get(row.code, "") if row.status == "adopted" else ""
    undoing = undoing_of(ctx, row, rewrite) if rewrite is not None and not undone_by and may_correct(ctx) else None
    context = {
        "correction": row,
        "impossible": _impossible_shown(request, ctx, row),
        "ruling": ruling,
        "proposal": proposal,
        "rewrite": rewrite,
        "edits": _edits_shown(ctx, row, rewrite),
        "percent": percent_built(row),
        "not_adoptable": why_not_adoptable(row),
        "corrects": may_correct(ctx),
        "undone_by": undone_by,
        "undoing": undoing,
        "draws": draws_of(row),
        "waits": None if row.is_open else open_correction_of(ctx.cycle),
        "is_own_matter": row.is_built and is_own_matter(ctx.cycle, row.fork, ctx.actor),
        "refused": refused,
        "is_in_progress": row.is_open and not row.is_built and row.status != "broken",
    }
    return render_page(request, ctx, "web/correction.html", context, status=status)


def _impossible_shown(request: HttpRequest, ctx: ReadContext, row: Correction) -> list[dict[str, Any]]:
    """Return the impossible acts. The first ones have a form for other values if the user can decide."""
    decides = may_correct(ctx) and row.is_open
    return [
        {
            **act,
            "form": _form_of_impossible(request, ctx, act) if decides and act["entry"] and place < MAX_FORMS else None,
            "chosen": request.POST.get(f"choice-{act['seq']}", ""),
            "typed": request.POST.get(f"args-{act['seq']}", ""),
        }
        for place, act in enumerate(row.impossible)
    ]


def _edits_shown(ctx: ReadContext, row: Correction, rewrite: Entry | None) -> list[dict[str, Any]]:
    """Return the edits as text, each with its entry's words and present number, because numbers change.

    An entry that is no longer in the journal is looked up in the history that the correction replaced. Sends at most
    four queries.
    """
    edits = edits_of(row)
    keys = {edit.entry for edit in edits if edit.entry}
    now = {entry.key: entry for entry in Entry.objects.filter(cycle=ctx.cycle, key__in=keys)}
    head = str(rewrite.args["head"])[:LENGTH] if rewrite is not None else ""
    found = history_named(ctx.cycle, head) if head and keys - now.keys() else None
    before = {} if found is None else {each.key: each for each in Entry.objects.filter(cycle=found[0], key__in=keys)}
    shown = []
    for place, edit in enumerate(edits):
        there, was = now.get(edit.entry), before.get(edit.entry)
        entry, link = there or was, ""
        if there is not None:
            link = reverse("web:entry", args=[ctx.cycle.slug, there.seq])
        elif was is not None:
            link = f"{reverse('web:history', args=[ctx.cycle.slug, head])}?after={was.seq - 1}"
        shown.append(
            {
                "sentence": in_plain_words(edit, ctx.law),
                "args": edit.args,
                "values": _values_shown(ctx, edit, there) if place < MAX_FORMS else [],
                "entry": entry,
                "link": link,
                "is_gone": there is None and was is not None,
            }
        )
    return shown


def _values_shown(ctx: ReadContext, edit: Edit, entry: Entry | None) -> list[tuple[str, str, str]]:
    """Return an edit's values in words: their labels, the entry's values, and the new ones if they differ.

    Empty if the edit has none, or if they do not fit into the fields of a form.
    """
    if edit.args is None:
        return []
    if edit.do == "insert":
        action = action_to_insert(ctx, edit.action)
        form = None if action is None else values_to_insert(action, ctx, None, VALUES)
        before: dict[str, Any] = {}
    else:
        form = None if entry is None else values_to_change(ctx.cycle, entry, ctx.at, None, VALUES)
        before = {} if entry is None else entry.args
    shown = []
    for name, field in ({} if form is None else form.fields).items():
        was, becomes = (_in_words(field, args.get(name)) for args in (before, edit.args))
        if was != becomes:
            shown.append((str(field.label), was, becomes))
    return shown


def _in_words(field: forms.Field, value: Any) -> str:
    """Return a value as its label in the field's list, otherwise as text."""
    words = {}
    if isinstance(field, forms.ChoiceField):
        words = {str(key): str(label) for key, label in list(field.choices)}  # type: ignore[arg-type]  # a list by now
    if isinstance(value, list):
        return ", ".join(_in_words(field, each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_in_words(field, each)}" for key, each in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else words.get(str(value), str(value))


@keeps_what_was_sent
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def correct(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show and submit the form of an edit. The edit begins a correction, or is added to the open one."""
    named = query_parameter(request, "entry")
    entry = entry_of(ctx.cycle, named) if named else None
    if named and entry is None:
        raise Http404("There is no such entry.")
    row = open_correction_of(ctx.cycle)
    doing = request.POST.get("action", "")[:120] or query_parameter(request, "action", 120)
    inserted = None if entry is not None else action_to_insert(ctx, doing)
    form = _form(request, ctx, entry, doing, inserted, is_more=row is not None)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            return _sent(request, ctx, row, form)
        except Refusal as refusal:
            status = 422
            _show(form, refusal)
    elif request.method == "POST":
        status = 422
    context = {
        "form": form,
        "entry": entry,
        "correction": row,
        "corrects": may_correct(ctx),
        "is_correctable": entry is None or is_correctable(ctx.cycle, entry),
        "action_title": "" if entry is None else title_of(ctx, entry),
        "adoption": None if entry is None else adopted_by(entry),
        "inserted": inserted,
        "places_before_values": 1 if entry is not None else 3,
        "acts": [] if entry is not None or inserted is not None else acts_to_insert(ctx),
        "players": [] if entry is not None else who_plays(ctx),
    }
    return render_page(request, ctx, "web/correct.html", context, status=status)


def _form(
    request: HttpRequest, ctx: ReadContext, entry: Entry | None, doing: str, inserted: Action | None, *, is_more: bool
) -> CorrectForm:
    """Return the form of an edit, with the arguments of the entry if they are public. `doing` is the action's name."""
    typed = None if entry is None or entry.sealed else entry.args
    zone = getattr(request.user, "zone", "") or "UTC"
    return CorrectForm(
        request.POST or None,
        entry=entry,
        is_more=is_more,
        values=_values(request, ctx, entry if typed else None, inserted),
        initial={
            "action": doing,
            "zone": zone,
            "at": "" if entry is None else as_typed(entry.at, zone),
            "args": json.dumps(typed or {}, indent=1, ensure_ascii=False),
            **{name: request.GET.get(name, "").replace("\x00", "")[:300] for name in ASKED_BY},
        },
    )


def _values(request: HttpRequest, ctx: ReadContext, entry: Entry | None, inserted: Action | None) -> ActionForm | None:
    """Return the form for the values of the entry's act or of the act to insert, or None if there are no fields."""
    if inserted is not None:
        return values_to_insert(inserted, ctx, _sent_values(request, VALUES), VALUES)
    return None if entry is None else values_to_change(ctx.cycle, entry, ctx.at, _sent_values(request, VALUES), VALUES)


def _sent_values(request: HttpRequest, prefix: str) -> QueryDict | None:
    """Return the submitted data if it has fields for values with this prefix, otherwise None."""
    return request.POST if any(name.startswith(f"{prefix}-") for name in request.POST) else None


def _sent(request: HttpRequest, ctx: ReadContext, row: Correction | None, form: CorrectForm) -> HttpResponse:
    reason, edit = form.cleaned_data["reason"], form.edit()
    if form.entry is not None and edit["do"] == "change":
        check_other_values(ctx.cycle, form.entry, edit.get("args") or {})
    if "actor" in edit:
        edit["actor"] = actor_named(ctx, edit["actor"])
    if row is None:
        args = {"edits": [edit], "reason": reason, **{name: form.cleaned_data[name] for name in ASKED_BY}}
        return _done(request, ctx, "open-correction", args)
    others = [each for each in edits_to_json(edits_of(row)) if not each["entry"] or each["entry"] != edit.get("entry")]
    args = {"correction": row.code, "edits": [*others, edit], "reason": reason}
    return _done(request, ctx, "edit-correction", args)


def _show(form: CorrectForm, refusal: Refusal) -> None:
    """Add an error to the form, at the field that it is about if there is one."""
    if not isinstance(refusal, BadArguments):
        form.add_error(None, refusal.detail)
        return
    for error in refusal.errors:
        parts = error.field.split("/")
        name = parts[2] if len(parts) > 2 and parts[0] == "edits" else parts[0]
        place = "/".join(parts[3:])
        detail = f"{place}: {error.detail}" if place else error.detail
        form.add_error(name if name in form.fields else None, detail)


@require_POST
@cycle_page
def choose(request: HttpRequest, ctx: ReadContext, code: str) -> HttpResponse:
    """Adopt, drop, undo or re-prepare a correction, or store decisions about acts that it makes impossible."""
    row = _row_or_404(ctx, code)
    doing, reason = request.POST.get("do", ""), request.POST.get("reason", "")
    common = {"correction": row.code, "reason": reason}
    try:
        if doing == "adopt":
            version = request.POST.get("version", "")
            args = {**common, "version": int(version) if version.isdecimal() and len(version) < 9 else row.version}
            return _done(request, ctx, "adopt-correction", args)
        if doing == "drop":
            return _done(request, ctx, "drop-correction", common)
        if doing == "again":
            asked_by = {name: getattr(row, name) for name in (*ASKED_BY, "undoes")}
            return _done(request, ctx, "open-correction", {"edits": row.edits, "reason": row.reason, **asked_by})
        if doing == "undo":
            undoing = undoing_of(ctx, row, rewrite_by(row.commitment, ctx.cycle))
            if undoing is None or undoing.why_not:
                return _page(request, ctx, row, status=409)
            return _done(request, ctx, "open-correction", undoing.args(row))
        return _done(request, ctx, "edit-correction", {**common, "edits": _with_choices(request, ctx, row)})
    except Refusal as refusal:
        return _page(request, ctx, Correction.objects.get(pk=row.pk), refusal, status=409)


def _with_choices(request: HttpRequest, ctx: ReadContext, row: Correction) -> list[dict[str, Any]]:
    """Return a correction's edits, including those that decide about impossible acts.

    Edits that the user has ticked for removal are left out.
    """
    out = set(request.POST.getlist("out"))
    edits = [each for place, each in enumerate(edits_to_json(edits_of(row))) if str(place) not in out]
    for each in row.impossible:
        choice = request.POST.get(f"choice-{each['seq']}", "")
        if each["entry"] and choice in CHOICES:
            edit = Edit(
                do=CHOICES[choice],
                entry=each["entry"],
                args=_other_values(request, ctx, each) if choice == "change" else None,
            )
            edits = [other for other in edits if other["entry"] != each["entry"]] + edits_to_json([edit])
    return edits


def _form_of_impossible(request: HttpRequest, ctx: ReadContext, act: dict[str, Any]) -> ActionForm | None:
    """Return the form for other values of an impossible act, or None if they do not fit into fields."""
    entry, prefix = entry_of(ctx.cycle, act["entry"]), f"{VALUES}-{act['seq']}"
    return None if entry is None else values_to_change(ctx.cycle, entry, ctx.at, _sent_values(request, prefix), prefix)


def _other_values(request: HttpRequest, ctx: ReadContext, act: dict[str, Any]) -> dict[str, Any]:
    """Return the other values of an impossible act: the typed data if any, otherwise the fields.

    Raises BadArguments if they are malformed, and Refused if they equal the entry's values.
    """
    found = _typed(request, ctx, act)
    entry = entry_of(ctx.cycle, act["entry"])
    if entry is not None:
        check_other_values(ctx.cycle, entry, found)
    return found


def _typed(request: HttpRequest, ctx: ReadContext, act: dict[str, Any]) -> dict[str, Any]:
    name = f"args-{act['seq']}"
    form, data = _form_of_impossible(request, ctx, act), request.POST.get(name, "").strip()
    if form is not None and form.is_bound and not data:
        if form.is_valid():
            return form.action.read_form(fields_of(form)).as_json()
        raise BadArguments([FieldError(each, " ".join(map(str, why))) for each, why in form.errors.items()])
    try:
        found = DataField(required=True).clean(data)
    except forms.ValidationError as error:
        raise BadArguments.on(name, " ".join(error.messages)) from None
    if not isinstance(found, dict):
        raise BadArguments.on(name, "arguments are an object, as {“name”: “value”}")
    return found


def _done(request: HttpRequest, ctx: ReadContext, name: str, args: dict[str, Any]) -> HttpResponse:
    """Perform an action on a correction, and redirect to the correction."""
    performed = perform_once(ctx, name, args, form_key(request))
    report_on_next_page(request, performed)
    event = next(event for event in performed.entry.events if "correction" in event)
    return redirect(reverse("web:correction", args=[ctx.cycle.slug, event["correction"]]))


def _row_or_404(ctx: ReadContext, code: str) -> Correction:
    row = Correction.objects.filter(cycle=ctx.cycle, code=code).select_related("fork").first()
    if row is None:
        raise Http404("There is no such correction.")
    return row
