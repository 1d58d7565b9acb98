"""Writing a proposal: its words, and its amendments put together step by step.

The draft lives in the form itself. Every step posts the whole form and gets it back with one change more, or with
the fields of what was picked; so it works without a script, and with htmx without leaving the page.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from nomic.cycles.actions import action_named
from nomic.cycles.moment import Moment
from nomic.cycles.perform import Performed, perform
from nomic.cycles.refusals import BadArguments, FieldError, KeyReused, Refusal, Refused
from nomic.law.amendments import AmendmentsDoNotApply, amended, check_form, drafted
from nomic.law.differences import Differences, differences
from nomic.law.entries import entries_of, written
from nomic.law.explanations import in_effects
from nomic.law.json_text import NotJson, read_json
from nomic.law.rules import rules_of, tree
from nomic.law.sections import Law, LawInvalid
from nomic.players.standing import player_or_none
from nomic.proposals.law import proposal_rules
from nomic.proposals.models import Proposal
from nomic.proposals.submission import accepted_amendments, may_submit
from nomic.web import amending
from nomic.web.amending import CannotBuild
from nomic.web.pages import cycle_page, form_key, render_page
from nomic.web.throttles import costly
from nomic.web.views.acting import say
from nomic.web.views.proposals import proposal_or_404

RULE_FIELDS = ("rule_title", "rule_body", "rule_parent")
ENTRY_FIELDS = ("entry_name", "entry_text")
NEW_RULE = "+"


@dataclass
class Draft:
    """A proposal in the making: what was typed, what is wrong with it, and what it would change."""

    title: str = ""
    text: str = ""
    class_name: str = ""
    amendments: str = ""
    operations: list[Any] = field(default_factory=list)
    errors: list[FieldError] = field(default_factory=list)
    refused: Refusal | None = None
    differences: Differences | None = None
    # What the builder has open: a rule's id (or NEW_RULE), a value or an entry, and what was typed there.
    rule: str = ""
    value: str = ""
    entry: str = ""
    typed: dict[str, str] = field(default_factory=dict)
    wrong_step: CannotBuild | None = None

    def write(self, operations: list[Any]) -> None:
        """Take these operations for the draft's amendments. Raises LawInvalid where they are none."""
        check_form(operations)
        self.operations = operations
        self.amendments = json.dumps(operations, indent=2, ensure_ascii=False) if operations else ""

    def close(self) -> None:
        """Have nothing open in the builder."""
        self.rule, self.value, self.entry, self.typed = "", "", "", {}

    def law(self, moment: Moment) -> Law:
        """The law as the draft would make it; as it is, where the draft cannot be law."""
        try:
            return Law(drafted(moment.law.document, self.operations).document) if self.operations else moment.law
        except (AmendmentsDoNotApply, LawInvalid):
            return moment.law


@costly
@require_http_methods(["GET", "POST"])
@cycle_page
def compose(request: HttpRequest, moment: Moment) -> HttpResponse:
    """Write a proposal."""
    return _page(request, moment, None)


@costly
@require_http_methods(["GET", "POST"])
@cycle_page
def edit(request: HttpRequest, moment: Moment, number: int) -> HttpResponse:
    """Edit a proposal, which voids it (R12)."""
    shown = proposal_or_404(moment, number)
    if request.user.is_authenticated and (shown.author != moment.actor.name or not shown.is_open):
        return redirect("web:proposal", slug=moment.cycle.slug, number=number)
    return _page(request, moment, shown)


def _page(request: HttpRequest, moment: Moment, editing: Proposal | None) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    action = "submit-proposal" if editing is None else "edit-proposal"
    if request.method == "POST":
        draft = _read(request.POST)
        if not draft.errors:
            if "submit" in request.POST:
                performed = _submit(moment, draft, action, editing, form_key(request))
                if performed is not None:
                    say(request, performed)
                    number = next(event["number"] for event in performed.entry.events if "number" in event)
                    return redirect("web:proposal", slug=moment.cycle.slug, number=number)
            else:
                _step(moment, draft, request.POST)
    else:
        draft = _begun(request.GET, editing)
        draft.refused = action_named(action).refusal(moment)
    _compare(moment, draft)
    status = 200 if request.method == "GET" else _status(draft)
    return render_page(request, moment, "web/compose.html", _context(moment, draft, editing), status=status)


def _status(draft: Draft) -> int:
    if draft.errors or draft.wrong_step:
        return 422
    return 409 if isinstance(draft.refused, Refused) else 200 if draft.refused is None else 403


def _begun(asked: QueryDict, editing: Proposal | None) -> Draft:
    """A fresh draft, or the proposal that is edited; `?rule=`, `?value=` or `?entry=` open something in the builder."""
    draft = Draft(
        rule=asked.get("rule", "")[:80], value=asked.get("value", "")[:300], entry=asked.get("entry", "")[:300]
    )
    if editing is not None:
        draft.title, draft.text, draft.class_name = editing.title, editing.text, editing.class_name
        draft.write(editing.amendments)
    return draft


def _read(posted: QueryDict) -> Draft:
    """The draft as it was typed."""
    draft = Draft(
        title=posted.get("title", ""),
        text=posted.get("text", ""),
        class_name=posted.get("class", ""),
        amendments=posted.get("amendments", ""),
        rule=posted.get("open_rule", ""),
        value=posted.get("open_value", ""),
        entry=posted.get("open_entry", ""),
        typed={name: posted.get(name, "") for name in (*RULE_FIELDS, *ENTRY_FIELDS, "new_value") if name in posted},
    )
    if draft.amendments.strip():
        try:
            operations = read_json(draft.amendments)
            check_form(operations)
            draft.operations = operations
        except NotJson as error:
            draft.errors.append(FieldError("amendments", f"this is not JSON: {error}"))
        except LawInvalid as invalid:
            draft.errors += [FieldError(f"amendments{flaw.path}", flaw.detail) for flaw in invalid.flaws]
    return draft


def _submit(moment: Moment, draft: Draft, action: str, editing: Proposal | None, key: str | None) -> Performed | None:
    """Perform it; where it is turned down, the draft says why."""
    args: dict[str, Any] = {"title": draft.title, "text": draft.text, "amendments": draft.operations}
    if editing is None:
        args["class"] = draft.class_name or None
    else:
        args["proposal"] = editing.code
    try:
        try:
            return perform(moment.cycle.slug, moment.actor, action, args, idempotency_key=key)
        except KeyReused:  # the same form sent again with other words is another act
            return perform(moment.cycle.slug, moment.actor, action, args)
    except BadArguments as bad:
        draft.errors = bad.errors
    except Refusal as no:
        draft.refused = no
    return None


def _step(moment: Moment, draft: Draft, posted: QueryDict) -> None:
    """One step of the builder: open a rule or a value, put a change in, take one out."""
    try:
        if "pick_rule" in posted:
            draft.close()
            draft.rule = posted.get("rule", "")
        elif "pick_entry" in posted:
            draft.close()
            amending.named_entry(draft.law(moment), posted.get("entry", ""))
            draft.entry = posted.get("entry", "")
        elif "pick_value" in posted:
            draft.close()
            draft.value = amending.value_named(draft.law(moment), posted.get("value", "")).path
        elif "put" in posted:
            draft.write([*draft.operations, *_built(draft.law(moment), draft)])
            draft.close()
        elif "repeal" in posted:
            draft.write([*draft.operations, *_repealed(draft.law(moment), draft)])
            draft.close()
        elif "close" in posted:
            draft.close()
        elif "drop" in posted:
            place = posted.get("drop", "")
            if place.isascii() and place.isdecimal() and len(place) < 6:
                draft.write(amending.without(draft.operations, int(place)))
    except CannotBuild as wrong:
        draft.wrong_step = wrong
    except LawInvalid as invalid:
        draft.wrong_step = CannotBuild("amendments", invalid.flaws[0].detail)


def _repealed(law: Law, draft: Draft) -> list[amending.Operation]:
    return amending.repeal_entry(law, draft.entry) if draft.entry else amending.repeal_rule(law, draft.rule)


def _built(law: Law, draft: Draft) -> list[amending.Operation]:
    if draft.entry:
        name, text = (draft.typed.get(field, "") for field in ENTRY_FIELDS)
        return amending.write_entry(law, draft.entry, name, text)
    if draft.value:
        return amending.change_value(law, draft.value, draft.typed.get("new_value", ""))
    if draft.rule == NEW_RULE:
        return amending.add_rule(law, draft.typed)
    return amending.change_rule(law, draft.rule, draft.typed)


def _compare(moment: Moment, draft: Draft) -> None:
    """What the draft's amendments would change, or what is wrong with them."""
    if not draft.operations or draft.errors:
        return
    try:
        complete = accepted_amendments(moment.law, draft.operations)
        draft.differences = differences(moment.law.document, amended(moment.law.document, complete))
    except BadArguments as bad:
        draft.errors = bad.errors


def _context(moment: Moment, draft: Draft, editing: Proposal | None) -> dict[str, Any]:
    law = draft.law(moment)
    rules = rules_of(law)
    classes = sorted(proposal_rules(moment.law).classes.items(), key=lambda pair: (pair[1].place, pair[0]))
    is_player = player_or_none(moment) is not None
    return {
        "editing": editing,
        "draft": draft,
        "changes": amending.changes_of(moment.law, draft.operations),
        "classes": [(name, class_, may_submit(moment, class_) if is_player else None) for name, class_ in classes],
        "rules": tree(rules),
        "values": amending.editable_values(law),
        "open_rule": _open_rule(law, draft),
        "open_value": _open_value(law, draft),
        "entries": [(entries, list(entries.of(law.document))) for entries in entries_of(law.document)],
        "open_entry": _open_entry(law, draft),
        "new_entry": amending.NEW_ENTRY,
        "new_rule": NEW_RULE,
    }


def _open_rule(law: Law, draft: Draft) -> dict[str, str] | None:
    """The fields of the rule that is open in the builder: as typed, else as it stands."""
    if draft.rule == NEW_RULE:
        found = {"rule_title": "", "rule_body": "", "rule_parent": ""}
    elif draft.rule in law.document["rules"]:
        rule = law.document["rules"][draft.rule]
        found = {"rule_title": rule["title"], "rule_body": rule["body"], "rule_parent": rule["parent"] or ""}
    else:
        return None
    name = "" if draft.rule == NEW_RULE else found["rule_title"]
    return {**found, **{key: text for key, text in draft.typed.items() if key in RULE_FIELDS}, "name": name}


def _open_entry(law: Law, draft: Draft) -> dict[str, Any] | None:
    """The fields of the entry that is open in the builder: as typed, else as it stands, else an empty one."""
    if not draft.entry:
        return None
    try:
        entries, name = amending.named_entry(law, draft.entry)
    except CannotBuild:
        return None
    is_new = name == amending.NEW_ENTRY
    text = written(entries.blank() if is_new else entries.of(law.document)[name])
    found = {"entry_name": "", "entry_text": text}
    typed = {key: text for key, text in draft.typed.items() if key in ENTRY_FIELDS}
    return {
        **found,
        **typed,
        "map": entries.title,
        "name": "" if is_new else name,
        "fields": entries.fields(),
        "in_effects": in_effects(entries.section.name, entries.key),
    }


def _open_value(law: Law, draft: Draft) -> amending.EditableValue | None:
    if not draft.value:
        return None
    try:
        return amending.value_named(law, draft.value)
    except CannotBuild:
        return None
