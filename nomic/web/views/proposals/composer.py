"""The composer: writing a proposal's words, and building its amendments step by step.

The draft travels in the form itself (`nomic.web.composer.draft`), so the composer works without a script, and with htmx
without leaving the page. Every response to a submitted form keeps all typed values: after an error, after the log-in
has expired, or after the edited proposal was closed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.clauses.schema.kind_registry import kinds_in_menu
from nomic.clauses.schema.short_sentences import in_brief
from nomic.clauses.views.proposal_classes import price_of_class, reach_in_words, voting_in_words
from nomic.clauses.worked_examples import example_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.idempotency import was_performed
from nomic.cycles.commands.preview import Preview
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.language.event_names import DOES, event_in_words
from nomic.forms.list_rows import ONE_LESS, ONE_MORE
from nomic.law.diff.brief_summary import WORDS_ONLY
from nomic.law.document.entries import entries_of
from nomic.law.document.sections import pointer
from nomic.law.document.whole_sections import FirstEntry, NewSection, new_sections, whole_sections
from nomic.law.rules.tree import rules_of, tree
from nomic.players.lookup import player_or_none
from nomic.proposals import one_time_effects
from nomic.proposals.drafts import DraftPage
from nomic.proposals.models import Proposal
from nomic.proposals.submission import may_submit, price_now_in_words
from nomic.web import typed_amendments
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.composer import autosave, block_fields, draft_steps, effect_blocks
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.autosave import SavedDraft
from nomic.web.composer.block_fields import ONCE
from nomic.web.composer.draft import Draft
from nomic.web.composer.editors import NEW_RULE, name_of_new_entry
from nomic.web.composer.executable_words import CouldAct, added_orders, could_act, rules_of_words
from nomic.web.composer.field_errors import AMENDMENTS, above_the_form, are_all_empty, place_errors
from nomic.web.composer.source_recipe import answers_again, as_field
from nomic.web.forms.perform_once import form_key, report_on_next_page
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.views.proposals import enact_by_hand, suggestions
from nomic.web.views.proposals.composer_begin import begin_draft, draft_asked_for, to_open, with_place
from nomic.web.views.proposals.composer_editor import editor_context, open_entry, open_gap
from nomic.web.views.proposals.composer_submit import AS_WORDS, action_for, replaced_by, submit_draft
from nomic.web.views.proposals.proposals import proposal_or_404

# Parameters that open something in the builder.
ALL = "all"  # value of the button that deletes all other drafts
# Buttons after which what is still empty is no mistake: a piece was just opened, or is built step by step.
UNFINISHED = {"block", "begin", "let_it_do", "as_rule", "turn", ONE_MORE, ONE_LESS}
OPENING = {"pick_rule", "rule", "pick_entry", "entry", "open_found", "at"}


@keeps_what_was_sent
@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def compose(request: HttpRequest, ctx: ReadContext) -> HttpResponse:
    """Show and submit the form of a new proposal."""
    return _page(request, ctx, None)


@keeps_what_was_sent
@costly
@require_http_methods(["GET", "HEAD", "POST"])
@cycle_page
def edit(request: HttpRequest, ctx: ReadContext, number: int) -> HttpResponse:
    """Show and submit the form that edits a proposal. An edit voids it (R12).

    For other players the edit is a suggestion. People who may enact the proposal by hand adapt its changes here, and
    enact it. If it was closed meanwhile, the edit is refused and the typed values are kept.
    """
    shown = proposal_or_404(ctx, number)
    is_open = shown.is_pending if suggestions.is_one(ctx, shown) else shown.is_open
    is_open = is_open or enact_by_hand.is_one(ctx, shown)
    if request.user.is_authenticated and not (is_open or request.method == "POST"):
        return redirect("web:proposal", slug=ctx.cycle.slug, number=number)
    return _page(request, ctx, shown)


@require_POST
@cycle_page
def save_draft(request: HttpRequest, ctx: ReadContext, number: int = 0) -> HttpResponse:
    """Save a draft without performing any step."""
    if not request.user.is_authenticated:
        return HttpResponse("You are no longer logged in.", status=403, content_type="text/plain")
    editing = proposal_or_404(ctx, number) if number else None
    kept = autosave.save(request.user, ctx, autosave.page_of(request.POST), composer_draft.read(request.POST), editing)
    return render(request, "web/compose_kept.html", {"kept": kept, "cycle": ctx.cycle})


def _page(request: HttpRequest, ctx: ReadContext, editing: Proposal | None) -> HttpResponse:
    if request.method == "POST":
        return _sent(request, ctx, editing)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    draft, page, why_kept = draft_asked_for(request, ctx, editing)
    is_enacted = enact_by_hand.is_one(ctx, editing)
    if editing is not None and is_enacted and not why_kept:
        enact_by_hand.begin(ctx, draft, editing)
    if not is_enacted and not suggestions.is_one(ctx, editing):
        draft.refused = action_named(action_for(editing)).refusal(ctx)
    composer_draft.compare(ctx.law, draft)
    return _shown(request, ctx, draft, editing, why_kept, kept=SavedDraft(page))


def _sent(request: HttpRequest, ctx: ReadContext, editing: Proposal | None) -> HttpResponse:
    """Return the response to a sent form: the submitted proposal, or the form with all typed values."""
    draft = composer_draft.read(request.POST)
    if not request.user.is_authenticated:
        return _shown(request, ctx, draft, editing, "logged-out", status=403)
    if is_stale(request):
        return _shown(request, ctx, draft, editing, "stale", status=403)
    page = autosave.page_of(request.POST)
    draft, page, why_kept = _taken_up(request, ctx, draft, page, editing)
    performed, preview = None, None
    if "submit" in request.POST and editing is not None and enact_by_hand.is_one(ctx, editing):
        made = enact_by_hand.enact(request, ctx, draft, editing, draft.key(form_key(request)))
        performed, preview = (made, None) if isinstance(made, PerformedAct) else (None, made)
    elif "submit" in request.POST and editing is not None and suggestions.is_one(ctx, editing):
        if suggestions.sent(request, ctx, draft, editing):
            autosave.forget_submitted(request.user, ctx, page)
            return redirect(f"{reverse('web:proposal', args=[ctx.cycle.slug, editing.number])}#suggestions")
    else:
        performed = _carried_out(request, ctx, draft, editing)
    if performed is not None:
        autosave.forget_submitted(request.user, ctx, page)
        report_on_next_page(request, performed)
        number = next(event["number"] for event in performed.entry.events if "number" in event)
        return redirect("web:proposal", slug=ctx.cycle.slug, number=number)
    is_unfinished = UNFINISHED & request.POST.keys()
    composer_draft.compare(ctx.law, draft, aloud=not is_unfinished)
    kept = autosave.save(request.user, ctx, page, draft, editing)
    return _shown(request, ctx, draft, editing, why_kept, status=_status(draft), kept=kept, preview=preview)


def _shown(
    request: HttpRequest,
    ctx: ReadContext,
    draft: Draft,
    editing: Proposal | None,
    why_kept: str = "",
    *,
    status: int = 200,
    kept: SavedDraft | None = None,
    preview: Preview | None = None,
) -> HttpResponse:
    """Return the page with the form of a draft.

    `why_kept` is the code of a notice above a draft that is not new. `kept` is the result of saving it, and `preview`
    what enacting it would do.
    """
    kept = kept or SavedDraft(autosave.page_of(request.POST))
    context = {
        **_context(ctx, draft, editing),
        "why_kept": why_kept,
        "kept": kept,
        "instead_of": replaced_by(ctx, draft),
        "recipe": as_field(draft.recipe),
        "preview": preview,
        "reason": request.POST.get(enact_by_hand.REASON, enact_by_hand.usual_reason(editing) if editing else ""),
        "unread": draft.unread(ctx.law),
        "in_place": "" if editing else f"&{'draft' if draft.is_one_order else 'into'}={kept.page.code}",
        "answers_again": _answers_again(ctx, draft, kept.page, editing),
        "is_words_only": _words_only(request, draft),
        "could_act": _could_act(request, ctx, draft, editing),
        "of_words": [rule["title"] for rule in rules_of_words(draft.operations).values() if rule.get("body")],
        "added_orders": added_orders(ctx.law, draft.operations) if draft.operations and not draft.errors else {},
        "is_begun": request.method != "POST" and not {"draft", "from"} & request.GET.keys(),
    }
    is_whole = bool(context["answers_again"] and context["changes"]) and not (draft.errors or draft.wrong_step)
    context["is_folded"] = is_whole and draft.editor is None and not context["found"] and "block" not in request.POST
    if request.method != "POST" or {"anew", "throw_away"} & request.POST.keys():
        context["others"] = autosave.others(request.user, ctx, kept.page, editing)
        context["opening"] = urlencode(
            {kind: target for kind in ("rule", "value", "entry", "at") if (target := request.GET.get(kind))}
        )
    return render_page(request, ctx, "web/compose.html", context, status=status)


def _words_only(request: HttpRequest, draft: Draft) -> str:
    """Return the preview's note on a draft without changes, or "" for another draft or button."""
    if "look" not in request.POST or draft.errors or draft.operations or draft.effects:
        return ""
    return WORDS_ONLY if draft.text.strip() else ""


def _could_act(request: HttpRequest, ctx: ReadContext, draft: Draft, editing: Proposal | None) -> CouldAct | None:
    """Return the executable words of a draft if its author should be asked about them, or None."""
    if draft.asked_to_act is not None or not {"look", "from_words", "instead", "put"} & request.POST.keys():
        return draft.asked_to_act
    if editing is not None or draft.errors or draft.wrong_step or draft.editor or draft.does or draft.recipe:
        return None
    return could_act(ctx.law, draft.operations, draft.title, draft.text)


def _answers_again(ctx: ReadContext, draft: Draft, page: DraftPage, editing: Proposal | None) -> str:
    """Return the address for changing the answers of the draft's recipe.

    "" without a recipe, or for an edited proposal.
    """
    if editing is not None:  # an edited proposal never takes effect, so it is not made again
        return ""
    return answers_again(ctx.cycle, draft.recipe, draft=page.code, instead_of=draft.instead_of)


def _taken_up(
    request: HttpRequest, ctx: ReadContext, draft: Draft, page: DraftPage, editing: Proposal | None
) -> tuple[Draft, DraftPage, str]:
    """Return the draft, its page, and the code of a notice, after the buttons that resume or discard a draft.

    A draft that was submitted before, or that the user discards, is replaced with a new one.
    """
    is_taken_up = "take_up" in request.POST
    if is_taken_up and was_performed(ctx.cycle.slug, ctx.actor, draft.key(form_key(request))):
        return begin_draft(QueryDict(), editing), autosave.a_new_page(), "submitted"
    if "anew" in request.POST:
        autosave.delete_draft(request.user, ctx, page.code)
        return begin_draft(QueryDict(), editing), autosave.a_new_page(), ""
    thrown = request.POST.get("throw_away", "")
    if thrown == ALL:
        for other in autosave.others(request.user, ctx, page, editing):
            autosave.delete_draft(request.user, ctx, other.code)
    elif thrown:
        autosave.delete_draft(request.user, ctx, thrown)
    return draft, page, "taken-up" if is_taken_up else ""


def _carried_out(request: HttpRequest, ctx: ReadContext, draft: Draft, editing: Proposal | None) -> PerformedAct | None:
    """Submit the draft, or perform a step of the builder. Errors are stored on the draft.

    For a draft that is only resumed, all submitted fields except those that open an editor are ignored, because nobody
    has pressed a button.
    """
    if draft.errors:
        return None
    posted: Mapping[str, str] = request.POST.dict()
    if "take_up" in posted:
        posted = {name: value for name, value in posted.items() if name in OPENING}
        if "at" in posted:
            asked = with_place(ctx.law, request.POST)
            draft.search = asked.get("find", draft.search)
            posted = to_open(asked)
    elif "submit" in posted:
        is_kept = posted["submit"] == AS_WORDS
        return submit_draft(ctx, draft, editing, draft.key(form_key(request)), is_kept_as_words=is_kept)
    draft_steps.step(ctx.law, draft, posted)
    return None


def _status(draft: Draft) -> int:
    if draft.errors or draft.wrong_step:
        return 422
    return 409 if isinstance(draft.refused, Refused) else 200 if draft.refused is None else 403


def _classes(ctx: ReadContext) -> Iterator[tuple[str, ProposalClass, str, str, str, Refused | None]]:
    """Yield the classes of proposals with their texts.

    Each is a tuple of name, class, summary, voting and permitted changes, price, and the refusal now or None.
    """
    is_player = player_or_none(ctx) is not None
    for name, class_ in classes_of(ctx.law).items():
        yield (
            name,
            class_,
            in_brief(class_.clause, ctx.law),
            " ".join((*voting_in_words(class_.clause, ctx.law), *reach_in_words(class_.clause, ctx.law))),
            price_of_class(class_.clause, ctx.law, price_now_in_words(ctx, class_) if is_player else ""),
            may_submit(ctx, class_) if is_player else None,
        )


def _context(ctx: ReadContext, draft: Draft, editing: Proposal | None) -> dict[str, Any]:
    law = draft.law(ctx.law)
    editor = draft.editor
    if editor is not None and not editor.is_touched(law):
        editor = type(editor)(editor.target, {})  # untouched, so show the present law
    classes = list(_classes(ctx))
    entry = open_entry(law, editor, draft)
    errors = place_errors(draft.errors, law, editor, entry["path"] if entry and "path" in entry else "")
    above = above_the_form(errors, entry)
    return {
        "editing": editing,
        "is_suggestion": suggestions.is_one(ctx, editing),
        "is_enacted": enact_by_hand.is_one(ctx, editing),
        "draft": draft,
        "placed_errors": errors,
        "errors_above": above,
        "is_only_empty": are_all_empty(errors, entry),
        "is_data_wrong": any(each.at == AMENDMENTS and not each.path for each in errors),
        "changes": typed_amendments.changes_of(ctx.law, draft.operations),
        "classes": classes,
        "class_title": next(
            (each[1].title for each in classes if each[0] == draft.class_name or not draft.class_name), ""
        ),
        "is_class_wrong": any(each.at == "class" for each in errors),
        "barred": [each for each in classes if each[-1] and each[0] != draft.class_name],
        "does": [] if draft.errors else one_time_effects.one_time_effects_in_words(law, draft.does),
        "rules": tree(rules_of(law)),
        "at_rule": draft.at_rule,
        "found": draft.found(ctx.law),
        "pieces": draft.pieces(ctx.law),
        **editor_context(law, draft, editor),
        "entries": [
            (each, name_of_new_entry(law, each.path), list(each.of(law.document))) for each in entries_of(law.document)
        ],
        "whole_sections": [(each.section.name, each.section.title) for each in whole_sections(law)],
        "new_sections": [(_address_of(each), each.section.title) for each in new_sections(law)],
        "open_entry": entry,
        "example": _example(ctx, draft, entry),
        "once": effect_blocks.one_time_blocks(law, draft.does, open_gap(draft, ONCE)) if not draft.errors else None,
        "example_once": one_time_effects.example(ctx, draft.enacted, draft.does) if draft.enacted else None,
        "undo": block_fields.undo_as_sent(draft.undo),
        "focus": draft.focus,
        "somebody_does": (DOES, event_in_words(DOES)),
        "kinds_of_clauses": [(kind.schema.word, kind.offered_as) for kind in kinds_in_menu()],
        "new_entry": typed_amendments.NEW_ENTRY,
        "new_rule": NEW_RULE,
    }


def _address_of(missing: NewSection | FirstEntry) -> str:
    """Return the JSON pointer of a section that the law does not have, or of its first entry."""
    return pointer(missing.section.name) + f"/{typed_amendments.NEW_ENTRY}" * isinstance(missing, FirstEntry)


def _example(ctx: ReadContext, draft: Draft, entry: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the template context of the open clause's worked example.

    Its `found` is None while the clause is incomplete. Returns None if the open piece is not a clause, is still blank,
    or has no example.
    """
    if entry is None or not entry.get("is_clause") or entry["is_blank"]:
        return None
    if draft.enacted is None:
        return {"found": None}
    found = example_of(ctx, draft.enacted, entry["path"])
    return None if found is None else {"found": found}
