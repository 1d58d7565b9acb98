"""Submitting a draft as a new proposal or an edit, and withdrawing the proposal that it replaces."""

from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refusal
from nomic.proposals.models import Proposal
from nomic.web import typed_amendments
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.draft import Draft
from nomic.web.composer.executable_words import could_act
from nomic.web.forms.perform_once import perform_once
from nomic.web.typed_amendments import CannotBuild

AS_WORDS = "as-words"  # value of the button that submits words which could act
NO_TITLE = "write a title. Your words are not turned into changes yet, so the proposal cannot be named after a change"


def action_for(editing: Proposal | None) -> str:
    return "submit-proposal" if editing is None else "edit-proposal"


def replaced_by(ctx: ReadContext, draft: Draft) -> Proposal | None:
    """Return the visitor's open proposal that the draft will replace, or None."""
    if not (draft.instead_of.isascii() and draft.instead_of.isdecimal()):
        return None
    shown = Proposal.objects.filter(cycle=ctx.cycle, number=int(draft.instead_of)).first()
    return shown if shown is not None and shown.is_open and shown.author == ctx.actor.name else None


def _withdraw_first(ctx: ReadContext, draft: Draft, title: str, key: str | None) -> bool:
    """Withdraw the proposal that the draft replaces. Return whether the draft can then be submitted.

    The draft is checked first, so nothing is withdrawn for a draft that cannot be submitted.
    """
    old = replaced_by(ctx, draft)
    if old is None:
        return True
    composer_draft.compare(ctx.law, draft)
    if not title.strip():
        draft.errors.append(FieldError("title", "give the proposal a title"))
    if draft.errors or draft.wrong_step:
        return False
    draft.differences = None
    try:
        perform_once(ctx, "withdraw-proposal", {"proposal": old.code}, f"{key}-instead" if key else None)
    except Refusal as no:
        draft.refused = no
        return False
    draft.instead_of = ""
    return True


def submit_draft(
    ctx: ReadContext, draft: Draft, editing: Proposal | None, key: str | None, *, is_kept_as_words: bool = False
) -> PerformedAct | None:
    """Submit the draft, including the open editor. Return None if it is refused; the draft then has the reason.

    Neither is it submitted if its words could be executed, unless the author has said to keep them as words.
    """
    try:
        operations = draft.whole(ctx.law)
    except CannotBuild as wrong:
        draft.wrong_step = wrong
        return None
    if editing is None and not is_kept_as_words and not draft.does and not draft.recipe:
        draft.asked_to_act = could_act(ctx.law, operations, draft.title, draft.text)
        if draft.asked_to_act is not None:
            return None
    title = draft.title if draft.title.strip() else typed_amendments.title_of(ctx.law, operations)
    if not title and draft.text.strip():
        draft.errors.append(FieldError("title", NO_TITLE))
        return None
    args: dict[str, Any] = {"title": title, "text": draft.text, "amendments": operations, "effects": draft.does}
    if editing is None:
        args["class"] = draft.class_name or None
        args["made_of"] = draft.recipe or None
        if not _withdraw_first(ctx, draft, title, key):
            return None
    else:
        args["proposal"] = editing.code
    try:
        return perform_once(ctx, action_for(editing), args, key)
    except BadArguments as bad:
        draft.errors = bad.errors
    except Refusal as no:
        draft.refused = no
    return None
