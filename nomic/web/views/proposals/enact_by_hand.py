"""Enacting a proposal by hand: the composer adapts its words and changes to the current law."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.preview import FIELD as PREVIEW_FIELD
from nomic.cycles.commands.preview import Preview, perform_or_preview
from nomic.cycles.domain.exceptions import BadArguments, FieldError, KeyReused, Refusal
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.web.composer import draft_steps
from nomic.web.composer.draft import Draft
from nomic.web.typed_amendments import CannotBuild

ENACTS = ("enact-by-hand", "judge-enacts")
REASON = "reason"
MAX_REASON = 300
NOTHING = "Nothing would change. Add a change, or close the proposal on its page if the law need not change."
ONCE = "A one-time effect cannot be changed here: it does what was voted on."


def enacting_action(ctx: ReadContext, proposal: Proposal) -> str:
    """Return the action by which the visitor may now enact this proposal by hand, or ""."""
    if proposal.status != ProposalStatus.BY_HAND or not ctx.actor.name:
        return ""
    return next((name for name in ENACTS if _may(ctx, name)), "")


def _may(ctx: ReadContext, name: str) -> bool:
    action = action_named(name)
    return (ctx.actor.is_admin or not action.is_admin) and action.refusal(ctx) is None


def is_one(ctx: ReadContext, editing: Proposal | None) -> bool:
    """Return whether the composer is open to enact this proposal by hand."""
    return editing is not None and enacting_action(ctx, editing) != ""


def page_of(ctx: ReadContext, proposal: Proposal) -> str:
    """Return the path of the composer in which a proposal is enacted by hand."""
    return reverse("web:edit", args=[ctx.cycle.slug, proposal.number])


def usual_reason(proposal: Proposal) -> str:
    """Return the default reason in forms about this proposal."""
    return f"Proposal {proposal.number}, as voted"


def begin(ctx: ReadContext, draft: Draft, proposal: Proposal) -> None:
    """Fill a draft with the proposal's changes, or with those ordered by its words.

    Guards are left out, because they record the law of the proposal's time. New ones follow from the current law.
    """
    draft.does, draft.effects = [], ""
    if proposal.amendments:
        draft.write([each for each in proposal.amendments if each["op"] != "test"])
    else:
        draft_steps.step(ctx.law, draft, {"from_words": "1"})


def enact(
    request: HttpRequest, ctx: ReadContext, draft: Draft, proposal: Proposal, key: str | None
) -> PerformedAct | Preview | None:
    """Preview or enact a proposal with the changes of the draft. If refused, the draft has the reason."""
    if draft.errors:
        return None
    try:
        operations = draft.whole(ctx.law)
    except CannotBuild as wrong:
        draft.wrong_step = wrong
        return None
    if draft.does or not operations:
        draft.errors = [FieldError("effects", ONCE) if draft.does else FieldError("amendments", NOTHING)]
        return None
    reason = request.POST.get(REASON, "")[: MAX_REASON + 1]
    fields: dict[str, Any] = {"proposal": proposal.code, "amendments": operations, REASON: reason}
    slug, name, token = ctx.cycle.slug, enacting_action(ctx, proposal), request.POST.get(PREVIEW_FIELD, "")
    try:
        try:
            return perform_or_preview(slug, ctx.actor, name, fields, key=key, token=token)
        except KeyReused:
            return perform_or_preview(slug, ctx.actor, name, fields, key=None, token=token)
    except BadArguments as bad:
        draft.errors = bad.errors
    except Refusal as no:
        draft.refused = no
    return None
