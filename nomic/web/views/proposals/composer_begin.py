"""The draft with which the composer begins: a new one, a stored one, or a copy, if asked with an open editor."""

import json

from django.http import HttpRequest, QueryDict

from nomic.cycles.actions.context import ReadContext
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import words_at
from nomic.proposals.drafts import DraftPage
from nomic.proposals.models import Proposal
from nomic.web.composer import autosave, draft_steps
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.draft import Draft
from nomic.web.composer.editors import EDITORS
from nomic.web.links.composer_links import opening_of

MAX_WORDS = 200  # characters of an address that are searched for, or become a draft's text


def draft_asked_for(request: HttpRequest, ctx: ReadContext, editing: Proposal | None) -> tuple[Draft, DraftPage, str]:
    """Return the draft that an address asks for, its page, and the reason for a notice.

    `?draft=` opens a stored draft and `?from=` copies a proposal. Otherwise the draft is new. The address may also name
    a piece of the law to open in the draft.
    """
    asked = with_place(ctx.law, request.GET)
    if code := asked.get("draft", ""):
        found = autosave.opened(request.user, ctx, code)
        if found is None:
            return begin_draft(asked, editing), autosave.a_new_page(), "gone"
        draft, page = found
        draft_steps.step(ctx.law, draft, to_open(asked))
        return draft, page, "recipe" if "recipe" in asked else "taken-up"
    return begin_draft(asked, editing, _of_number(ctx, asked)), autosave.a_new_page(), ""


def with_place(law: Law, asked: QueryDict) -> QueryDict:
    """Return the query with `?at=`, a place of the law, replaced with the parameter that opens the place's editor.

    A place without an editor becomes a search. Of the other parameters, only `draft` and `from` are kept.
    """
    place = asked.get("at", "")[: composer_draft.MAX_TARGET]
    if not place.startswith("/"):
        return asked
    kind, target = opening_of(law, place) or ("find", words_at(law.document, place))
    only = QueryDict(mutable=True)
    for name in ("draft", "from"):
        only[name] = asked.get(name, "")
    only[kind] = target
    return only


def to_open(asked: QueryDict) -> dict[str, str]:
    """Return the fields of the builder's step that opens the target of an address. Empty without a target."""
    for kind, button in (("rule", "pick_rule"), ("entry", "pick_entry"), ("value", "open_found")):
        if target := asked.get(kind, "")[: composer_draft.MAX_TARGET]:
            return {button: target, kind: target}
    return {}


def _of_number(ctx: ReadContext, asked: QueryDict) -> Proposal | None:
    """Return the proposal with the number in `?from=`, which is to be copied, or None."""
    number = asked.get("from", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        return None
    return Proposal.objects.filter(cycle=ctx.cycle, number=int(number)).first()


def begin_draft(asked: QueryDict, editing: Proposal | None, model: Proposal | None = None) -> Draft:
    """Return a new draft: empty, from the edited proposal, or a copy of `model`, which it may replace.

    `?rule=`, `?value=` or `?entry=` open an editor in the builder, and `?words=` fills its text.
    """
    draft = Draft(search=asked.get("find", "")[:MAX_WORDS], text=asked.get("words", "")[:MAX_WORDS])
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
