"""The composer: writing a proposal's words, and building its amendments step by step.

The draft travels in the form itself (`nomic.web.composer.draft`), so the composer works without a script, and with htmx
without leaving the page. Every response to a submitted form keeps all typed values: after an error, after the log-in
has expired, or after the edited proposal was closed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from nomic.clauses.compiled import triggering_actions, vocabulary_of
from nomic.clauses.examples import example_of
from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.clauses.schema.kind_registry import kinds_in_menu, schema_of
from nomic.clauses.schema.short_sentences import in_brief
from nomic.clauses.views.proposal_classes import price_of_class, reach_in_words, voting_in_words
from nomic.clauses.views.wording import short_sentences
from nomic.clauses.vocabulary.narrowed_events import narrowed_as, narrowed_under
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.idempotency import was_performed
from nomic.cycles.commands.preview import Preview
from nomic.cycles.commands.stages import Performed
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refusal, Refused
from nomic.effects.language.event_names import DOES, event_in_words, events_by_topic
from nomic.forms.read_forms import MAX_FIELDS
from nomic.forms.rows import ONE_LESS, ONE_MORE
from nomic.forms.schema_forms import explained, inputs_for, sent
from nomic.law.amendments.repeal import hanging_on
from nomic.law.diff.one_sentence import WORDS_ONLY
from nomic.law.document.clause_entries import CLAUSES, ClausesOfARule
from nomic.law.document.entries import Entries, NotAnEntry, entries_of, read_entry
from nomic.law.document.sections import Law, pointer
from nomic.law.document.whole_sections import FirstEntry, NewSection, new_sections, whole_sections
from nomic.law.labels.explanations import in_effects
from nomic.law.labels.format import explained_at, path_of, words_at
from nomic.law.rules.placeholders import MISSING, PLACEHOLDER, shown_instead
from nomic.law.rules.tree import rules_of, tree
from nomic.law.schema.expectations import Expectation, expectation_for
from nomic.law.search.values import LawValue, value_or_none
from nomic.players.lookup import player_or_none
from nomic.proposals import one_time_effects
from nomic.proposals.drafts import Page
from nomic.proposals.models import Proposal
from nomic.proposals.submission import may_submit, price_now_in_words
from nomic.web import amendment_builder as web_operations
from nomic.web.amendment_builder import NEW_ENTRY, CannotBuild
from nomic.web.auth.expired_forms import is_stale, keeps_what_was_sent
from nomic.web.composer import autosave, block_fields, blocks, draft_steps
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.autosave import Kept
from nomic.web.composer.block_fields import ENTRY, ONCE
from nomic.web.composer.draft import Draft
from nomic.web.composer.editors import EDITORS, NEW_RULE, Editor, EntryEditor, RuleEditor, ValueEditor, digest
from nomic.web.composer.field_errors import AMENDMENTS, place_errors
from nomic.web.composer.recipe_of import answers_again, as_field
from nomic.web.forms.perform_once import form_key, perform_once, report_on_next_page
from nomic.web.links.deep_links import opening_of
from nomic.web.middleware.throttling import costly
from nomic.web.page_context import cycle_page, render_page
from nomic.web.views.proposals import enacting, suggestions
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
    """Show and submit the form that edits a proposal. An edit voids it (R12). For other players it is a suggestion.

    Whoever may enact it by hand adapts its changes here, and enacts it. If it was closed meanwhile, the edit is refused
    and the typed values are kept.
    """
    shown = proposal_or_404(ctx, number)
    is_open = shown.is_pending if suggestions.is_one(ctx, shown) else shown.is_open
    is_open = is_open or enacting.is_one(ctx, shown)
    if request.user.is_authenticated and not (is_open or request.method == "POST"):
        return redirect("web:proposal", slug=ctx.cycle.slug, number=number)
    return _page(request, ctx, shown)


@require_POST
@cycle_page
def keep(request: HttpRequest, ctx: ReadContext, number: int = 0) -> HttpResponse:
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
    draft, page, why_kept = _asked_for(request, ctx, editing)
    is_enacted = enacting.is_one(ctx, editing)
    if editing is not None and is_enacted and not why_kept:
        enacting.begin(ctx, draft, editing)
    if not is_enacted and not suggestions.is_one(ctx, editing):
        draft.refused = action_named(_action(editing)).refusal(ctx)
    composer_draft.compare(ctx.law, draft)
    return _shown(request, ctx, draft, editing, why_kept, kept=Kept(page))


def _asked_for(request: HttpRequest, ctx: ReadContext, editing: Proposal | None) -> tuple[Draft, Page, str]:
    """Return the draft that an address asks for, its page, and the reason for a notice.

    `?draft=` opens a stored draft and `?from=` copies a proposal. Otherwise the draft is new. The address may also name
    a piece of the law to open in the draft.
    """
    asked = _with_place(ctx.law, request.GET)
    if code := asked.get("draft", ""):
        found = autosave.opened(request.user, ctx, code)
        if found is None:
            return _begun(asked, editing), autosave.a_new_page(), "gone"
        draft, page = found
        draft_steps.step(ctx.law, draft, _to_open(asked))
        return draft, page, "recipe" if "recipe" in asked else "taken-up"
    return _begun(asked, editing, _of_number(ctx, asked)), autosave.a_new_page(), ""


def _with_place(law: Law, asked: QueryDict) -> QueryDict:
    """Replace `?at=`, a place of the law, by the parameter that opens its editor, or by a search if it has none."""
    place = asked.get("at", "")[: composer_draft.MAX_TARGET]
    if not place.startswith("/"):
        return asked
    kind, target = opening_of(law, place) or ("find", words_at(law.document, place))
    only = QueryDict(mutable=True)
    for name in ("draft", "from"):
        only[name] = asked.get(name, "")
    only[kind] = target
    return only


def _to_open(asked: QueryDict) -> dict[str, str]:
    """Return the fields of the builder's step that opens the target of an address. Empty without a target."""
    for kind, button in (("rule", "pick_rule"), ("entry", "pick_entry"), ("value", "open_found")):
        if target := asked.get(kind, "")[: composer_draft.MAX_TARGET]:
            return {button: target, kind: target}
    return {}


def _of_number(ctx: ReadContext, asked: QueryDict) -> Proposal | None:
    """Return the proposal that `?from=` copies for a new one, or None."""
    number = asked.get("from", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        return None
    return Proposal.objects.filter(cycle=ctx.cycle, number=int(number)).first()


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
    if "submit" in request.POST and editing is not None and enacting.is_one(ctx, editing):
        made = enacting.enact(request, ctx, draft, editing, draft.key(form_key(request)))
        performed, preview = (made, None) if isinstance(made, Performed) else (None, made)
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
    kept: Kept | None = None,
    preview: Preview | None = None,
) -> HttpResponse:
    """Return the page with the form of a draft.

    `why_kept` is the code of a notice above a draft that is not new. `kept` is the result of saving it, and `preview`
    what enacting it would do.
    """
    kept = kept or Kept(autosave.page_of(request.POST))
    context = {
        **_context(ctx, draft, editing),
        "why_kept": why_kept,
        "kept": kept,
        "instead_of": _instead_of(ctx, draft),
        "recipe": as_field(draft.recipe),
        "preview": preview,
        "reason": request.POST.get(enacting.REASON, enacting.usual_reason(editing) if editing else ""),
        "unread": draft.unread(ctx.law),
        "in_place": f"&draft={kept.page.code}" if draft.is_one_order and editing is None else "",
        "answers_again": _answers_again(ctx, draft, kept.page, editing),
        "is_words_only": _words_only(request, draft),
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
    """Return what a preview says of a draft without any change, or "" for another draft or another button."""
    if "look" not in request.POST or draft.errors or draft.operations or draft.effects:
        return ""
    return WORDS_ONLY if draft.text.strip() else ""


def _answers_again(ctx: ReadContext, draft: Draft, page: Page, editing: Proposal | None) -> str:
    """Return the address for changing the answers of the draft's recipe.

    "" without a recipe, or for an edited proposal.
    """
    if editing is not None:  # an edited proposal never takes effect, so it is not made again
        return ""
    return answers_again(ctx.cycle, draft.recipe, draft=page.code, instead_of=draft.instead_of)


def _action(editing: Proposal | None) -> str:
    return "submit-proposal" if editing is None else "edit-proposal"


def _taken_up(
    request: HttpRequest, ctx: ReadContext, draft: Draft, page: Page, editing: Proposal | None
) -> tuple[Draft, Page, str]:
    """Return the draft, its page, and the code of a notice, after the buttons that resume or discard a draft.

    A draft that was submitted before, or that the user discards, is replaced by a new one.
    """
    is_taken_up = "take_up" in request.POST
    if is_taken_up and was_performed(ctx.cycle.slug, ctx.actor, draft.key(form_key(request))):
        return _begun(QueryDict(), editing), autosave.a_new_page(), "submitted"
    if "anew" in request.POST:
        autosave.forget(request.user, ctx, page.code)
        return _begun(QueryDict(), editing), autosave.a_new_page(), ""
    thrown = request.POST.get("throw_away", "")
    if thrown == ALL:
        for other in autosave.others(request.user, ctx, page, editing):
            autosave.forget(request.user, ctx, other.code)
    elif thrown:
        autosave.forget(request.user, ctx, thrown)
    return draft, page, "taken-up" if is_taken_up else ""


def _carried_out(request: HttpRequest, ctx: ReadContext, draft: Draft, editing: Proposal | None) -> Performed | None:
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
            asked = _with_place(ctx.law, request.POST)
            draft.search = asked.get("find", draft.search)
            posted = _to_open(asked)
    elif "submit" in posted:
        return _submit(ctx, draft, editing, draft.key(form_key(request)))
    draft_steps.step(ctx.law, draft, posted)
    return None


def _status(draft: Draft) -> int:
    if draft.errors or draft.wrong_step:
        return 422
    return 409 if isinstance(draft.refused, Refused) else 200 if draft.refused is None else 403


def _begun(asked: QueryDict, editing: Proposal | None, model: Proposal | None = None) -> Draft:
    """Return a new draft: empty, from the edited proposal, or a copy of `model`, which it may replace.

    `?rule=`, `?value=` or `?entry=` open something in the builder.
    """
    draft = Draft(search=asked.get("find", "")[:200])
    for editor in EDITORS:
        if target := asked.get(editor.kind, ""):
            draft.editor = editor(target[: composer_draft.MAX_TARGET], {})
            break
    if (like := editing or model) is not None:
        draft.title, draft.text, draft.class_name = like.title, like.text, like.class_name
        draft.write(like.amendments)
        draft.does = like.effects
        draft.effects = json.dumps(like.effects, indent=2, ensure_ascii=False) if like.effects else ""
        draft.recipe = like.made_of
    if editing is None and model is not None and model.is_open:
        draft.instead_of = str(model.number)
    return draft


def _instead_of(ctx: ReadContext, draft: Draft) -> Proposal | None:
    """Return the visitor's open proposal that the draft will replace, or None."""
    if not (draft.instead_of.isascii() and draft.instead_of.isdecimal()):
        return None
    shown = Proposal.objects.filter(cycle=ctx.cycle, number=int(draft.instead_of)).first()
    return shown if shown is not None and shown.is_open and shown.author == ctx.actor.name else None


def _withdraw_first(ctx: ReadContext, draft: Draft, title: str, key: str | None) -> bool:
    """Withdraw the proposal that the draft replaces. Return whether the draft can then be submitted.

    The draft is checked first, so nothing is withdrawn for a draft that cannot be submitted.
    """
    old = _instead_of(ctx, draft)
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


def _submit(ctx: ReadContext, draft: Draft, editing: Proposal | None, key: str | None) -> Performed | None:
    """Submit the draft, including the open editor. Return None if it is refused; the draft then has the reason."""
    try:
        operations = draft.whole(ctx.law)
    except CannotBuild as wrong:
        draft.wrong_step = wrong
        return None
    title = draft.title if draft.title.strip() else web_operations.title_of(ctx.law, operations)
    args: dict[str, Any] = {"title": title, "text": draft.text, "amendments": operations, "effects": draft.does}
    if editing is None:
        args["class"] = draft.class_name or None
        args["made_of"] = draft.recipe or None
        if not _withdraw_first(ctx, draft, title, key):
            return None
    else:
        args["proposal"] = editing.code
    try:
        return perform_once(ctx, _action(editing), args, key)
    except BadArguments as bad:
        draft.errors = bad.errors
    except Refusal as no:
        draft.refused = no
    return None


def _classes(ctx: ReadContext) -> Iterator[tuple[str, ProposalClass, str, str, str, Refused | None]]:
    """Yield each class: its name, itself, in brief, how one votes and what it may change, price, and why not now."""
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
    errors, entry = place_errors(draft.errors, law, editor), _open_entry(law, editor, draft)
    return {
        "editing": editing,
        "is_suggestion": suggestions.is_one(ctx, editing),
        "is_enacted": enacting.is_one(ctx, editing),
        "draft": draft,
        "placed_errors": errors,
        "is_data_wrong": any(each.at == AMENDMENTS and not each.path for each in errors),
        "changes": web_operations.changes_of(ctx.law, draft.operations),
        "classes": classes,
        "class_title": next(
            (each[1].title for each in classes if each[0] == draft.class_name or not draft.class_name), ""
        ),
        "is_class_wrong": any(each.at == "class" for each in errors),
        "barred": [each for each in classes if each[-1] and each[0] != draft.class_name],
        "does": [] if draft.errors else one_time_effects.in_words(law, draft.does),
        "rules": tree(rules_of(law)),
        "at_rule": draft.at_rule,
        "found": draft.found(ctx.law),
        "pieces": draft.pieces(ctx.law),
        **_editor_context(law, draft, editor),
        "entries": [(entries, list(entries.of(law.document))) for entries in entries_of(law.document)],
        "whole_sections": [(each.section.name, each.section.title) for each in whole_sections(law)],
        "new_sections": [(_address_of(each), each.section.title) for each in new_sections(law)],
        "open_entry": entry,
        "example": _example(ctx, draft, entry),
        "once": blocks.of_once(law, draft.does, _asked(draft, ONCE)) if not draft.errors else None,
        "example_once": one_time_effects.example(ctx, draft.enacted, draft.does) if draft.enacted else None,
        "undo": block_fields.undo_as_sent(draft.undo),
        "goes_on": draft.goes_on,
        "somebody_does": (DOES, event_in_words(DOES)),
        "kinds_of_clauses": [(kind.schema.word, kind.offered_as) for kind in kinds_in_menu()],
        "new_entry": web_operations.NEW_ENTRY,
        "new_rule": NEW_RULE,
    }


def _address_of(missing: NewSection | FirstEntry) -> str:
    """Return the JSON pointer of a section that the law does not have, or of its first entry."""
    return pointer(missing.section.name) + f"/{web_operations.NEW_ENTRY}" * isinstance(missing, FirstEntry)


def _editor_context(law: Law, draft: Draft, editor: Editor | None) -> dict[str, Any]:
    """Return the template context of the rule or value that is open, except for entries."""
    return {
        "opened": _opened(law, draft, editor),
        "gone": editor is not None and editor.current_fields(law) is None,
        "now_stands": _now_stands(law, draft, editor),
        "open_rule": _open_rule(law, editor),
        "open_value": _open_value(law, editor),
        "events": events_by_topic(vocabulary_of(law).events) if editor is not None else [],
        "events_of_clauses": _events(law) if editor is not None else [],
        "acts": triggering_actions(law) if editor is not None else [],
    }


def _example(ctx: ReadContext, draft: Draft, entry: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the template context of the open clause's worked example.

    Its `found` is None while the clause is incomplete.

    Returns None if the open piece is not a clause, or is still blank.
    """
    if entry is None or not entry.get("is_clause") or entry["is_blank"]:
        return None
    if draft.enacted is None:
        return {"found": None}
    found = example_of(ctx, draft.enacted, entry["path"])
    return None if found is None else {"found": found}


def _events(law: Law) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the events that clauses can wait for under a law, by topic, with the narrowed events."""
    more = narrowed_under(law)
    return [
        (topic, sorted([*events, *((e.word, e.whenever) for e in more if e.about == topic)], key=lambda pair: pair[1]))
        for topic, events in events_by_topic(vocabulary_of(law).events)
    ]


def _opened(law: Law, draft: Draft, editor: Editor | None) -> str:
    """Return the digest of the law's words at the time the editor was opened.

    It is renewed after the user was warned that the law has changed.
    """
    stands = editor.current_fields(law) if editor is not None else None
    if editor is None or stands is None or (editor.opened and draft.wrong_step is None):
        return "" if editor is None else editor.opened
    return digest(stands)


def _now_stands(law: Law, draft: Draft, editor: Editor | None) -> list[str]:
    """Return the law's present words after the user was warned that they have changed since the editor was opened."""
    if editor is None or not editor.is_stale(law) or draft.wrong_step is None:
        return []
    return [text for text in (editor.current_fields(law) or {}).values() if text]


def _open_rule(law: Law, editor: Editor | None) -> dict[str, Any] | None:
    """Return the fields of the open rule, as typed or as in the law. None if no rule is open."""
    shown = editor.shown(law) if isinstance(editor, RuleEditor) else None
    if editor is None or shown is None:
        return None
    name = "" if editor.target == NEW_RULE else editor.name(law)
    clauses = law.document["rules"].get(editor.target, {}).get(CLAUSES) or {}
    places = {each: pointer("rules", editor.target, CLAUSES, each) for each in clauses}
    short = short_sentences(law, editor.target) if clauses else {}
    return {
        **shown,
        "target": editor.target,
        "place": pointer("rules", editor.target),
        "quotes": _quotes(law, shown["rule_body"]),
        "name": name,
        "hanging": _hanging(law, editor.target),
        "does": [(place, short.get(each) or words_at(law.document, place)) for each, place in places.items()],
    }


def _quotes(law: Law, body: str) -> list[tuple[str, str]]:
    """Return each placeholder in a rule's words with what it stands for, "" if the law does not have it."""
    quotes = {match[0]: shown_instead(law, match) for match in PLACEHOLDER.finditer(body)}
    return [(quoted, "" if words == MISSING else words) for quoted, words in quotes.items()]


def _hanging(law: Law, id_: str) -> dict[str, Any] | None:
    """Return what depends on a rule, and the rules that it could move to. None if nothing depends on the rule."""
    rules = rules_of(law)
    hanging = hanging_on(law.document, id_) if id_ in rules else None
    if hanging is None or not (hanging.needs_an_answer or hanging.clauses):
        return None
    return {
        "places": [(place, words_at(law.document, place)) for place in hanging.places],
        "subrules": [rules[child].title for child in hanging.subrules],
        "clauses": hanging.clauses,
        "asks": hanging.needs_an_answer,
        "take_along": web_operations.TAKE_ALONG,
        "others": [placed for placed in tree(rules) if placed.id != id_ and placed.rule.parent != id_],
    }


def _asked(draft: Draft, whose: str) -> str:
    """Return the gap whose menu is open among the blocks of this owner, or ""."""
    return draft.asked[1] if draft.asked[0] == whose else ""


def _open_entry(law: Law, editor: Editor | None, draft: Draft) -> dict[str, Any] | None:
    """Return the fields of the open entry, as typed, as in the law, or empty. None if no entry is open."""
    shown = editor.shown(law) if isinstance(editor, EntryEditor) else None
    if editor is None or shown is None:
        return None
    found = {**shown, "target": editor.target, "called": editor.name(law), "name": "", "fields": {}}
    try:
        entries, name = web_operations.named_entry(law, editor.target)
    except CannotBuild:  # gone from the law, but what was typed is still there
        return {**found, "name": editor.target.rpartition("/")[2]}
    return {
        **found,
        "name": "" if name == web_operations.NEW_ENTRY else name,
        "is_new": name == web_operations.NEW_ENTRY or isinstance(entries, NewSection),
        "fields": entries.fields(),
        "in_effects": isinstance(entries, ClausesOfARule) or in_effects(entries.section.name, entries.key),
        "is_clause": isinstance(entries, ClausesOfARule),
        "is_blank": isinstance(entries, ClausesOfARule) and shown["entry_text"].strip() in ("", "{}"),
        "path": f"{entries.path}{pointer(_called(law, entries, name, shown))}",
        "others": list(entries.of(law.document)) if name == web_operations.NEW_ENTRY else [],
    } | _as_form(law, entries, editor, shown, draft)


def _called(law: Law, entries: Entries, name: str, shown: dict[str, str]) -> str:
    """Return the name of the open entry in the law, or the one that it will get."""
    if name != web_operations.NEW_ENTRY:
        return name
    try:
        new = read_entry(shown["entry_text"])
    except NotAnEntry:
        new = {}
    return web_operations.name_for(entries, shown["entry_name"], new, entries.of(law.document))


def _as_form(law: Law, entries: Entries, editor: Editor, shown: dict[str, str], draft: Draft) -> dict[str, Any]:
    """Return the entry as a form. It has no inputs if the entry was written as text or does not fit into a form."""
    try:
        entry = read_entry(shown["entry_text"])
    except NotAnEntry:
        return {"inputs": (), "can_be_form": False}
    wanted, at = _wanted_of(entries, editor, entry)
    inputs = inputs_for(wanted, at, entry) if wanted is not None else ()
    can_be = any(each.kind != "data" for each in inputs) and len(sent(inputs)) <= MAX_FIELDS
    is_form = can_be and (draft.entry_as == composer_draft.FORM or (not draft.entry_as and not editor.typed))
    if not is_form:
        return {"inputs": (), "can_be_form": can_be}
    name = shown["entry_name"].strip() if editor.target.endswith(f"/{NEW_ENTRY}") else path_of(editor.target)[-1]
    pieces = blocks.of_entry(law, entries, name, entry, inputs, _asked(draft, ENTRY))
    document, path = blocks.with_entry(law, entries, name, entry), (*path_of(entries.path), name)
    inputs = explained(inputs, lambda place: explained_at(document, (*path, *place)))
    if isinstance(entries, ClausesOfARule) and (event := narrowed_as(entry)) is not None:
        inputs = tuple(replace(each, value=event.word) if each.place == ("when",) else each for each in inputs)
    return {"inputs": inputs, "can_be_form": True, "blocks": pieces}


def _wanted_of(entries: Entries, editor: Editor, entry: dict[str, Any]) -> tuple[Expectation | None, tuple[str, ...]]:
    """Return what an entry's schema expects, and the place in that schema. A clause's schema is that of its kind."""
    if not isinstance(entries, ClausesOfARule):
        return expectation_for(entries.section.schema), entries.schema_place(editor.target)
    schema = schema_of(entry)
    return (None if schema is None else expectation_for(schema)), ()


def _open_value(law: Law, editor: Editor | None) -> dict[str, Any] | None:
    """Return the open value: its name, its present value, and the typed one. None if no value is open."""
    shown = editor.shown(law) if isinstance(editor, ValueEditor) else None
    if editor is None or shown is None:
        return None
    value: LawValue | None = value_or_none(law, editor.target)
    text = shown["new_value"]
    is_text = value is not None and isinstance(value.value, str)
    return {
        "target": editor.target if value is None else value.path,
        "name": editor.name(law),
        "value": value,
        "typed": text,
        "is_long": is_text and (len(text) > 60 or "\n" in text),
    }
