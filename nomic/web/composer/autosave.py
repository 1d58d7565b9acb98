"""Autosave: a draft of a proposal is stored on the server at every step and while the author types.

A form carries three fields: the code of its draft, the page that is editing it, and the version that the page has
loaded. See `nomic.proposals.drafts`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import new_idempotency_key
from nomic.proposals import drafts
from nomic.proposals.drafts import MARK, DraftPage, NotKept
from nomic.proposals.models import Draft as KeptDraft
from nomic.proposals.models import Proposal
from nomic.web.composer import draft as composer_draft
from nomic.web.composer.draft import Draft

MAX_VERSION = 9  # digits


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """The result of saving a draft, for the form.

    `page` holds the form's autosave fields, and `why_not` the reason if nothing was saved. `is_beside` is true if
    another page had saved the draft meanwhile, so that the text became a separate draft.
    """

    page: DraftPage
    saved_at: datetime | None = None
    why_not: str = ""
    is_beside: bool = False


def a_new_page(code: str = "", version: int = 0) -> DraftPage:
    """Return the autosave fields of a new page, for an existing draft or a new one."""
    writer = new_idempotency_key()
    return DraftPage(code or writer, writer, version)


def page_of(posted: Mapping[str, str]) -> DraftPage:
    """Return the autosave fields of a submitted form, or the fields of a new page if they are missing or malformed."""
    code, writer, version = (posted.get(name, "") for name in ("draft", "writer", "version"))
    if not (MARK.fullmatch(code) and MARK.fullmatch(writer)):
        return a_new_page()
    is_number = version.isascii() and version.isdecimal() and len(version) <= MAX_VERSION
    return DraftPage(code, writer, int(version) if is_number else 0)


def save(person: Any, ctx: ReadContext, page: DraftPage, draft: Draft, editing: Proposal | None = None) -> SavedDraft:
    """Save the draft, unless it is empty and was never saved. Return the result for its form.

    Nothing is saved for an anonymous visitor.
    """
    if not isinstance(person, Person):
        return SavedDraft(page)
    fields = composer_draft.fields_of(draft, ctx.law)
    if not fields and drafts.draft_or_none(person, ctx.cycle, page.code) is None:
        return SavedDraft(page)
    try:
        kept = drafts.save_draft(person, ctx.cycle, page, fields, editing.number if editing else 0)
    except NotKept as error:
        return SavedDraft(page, why_not=f"{error}")
    return SavedDraft(DraftPage(kept.code, page.writer, kept.version), kept.saved_at, is_beside=kept.code != page.code)


def opened(person: Any, ctx: ReadContext, code: str) -> tuple[Draft, DraftPage] | None:
    """Return a stored draft of this person and a new page for it, or None if there is no such draft."""
    kept = drafts.draft_or_none(person, ctx.cycle, code) if isinstance(person, Person) else None
    if kept is None:
        return None
    fields = QueryDict(mutable=True)
    fields.update(kept.fields)
    return composer_draft.read(fields), a_new_page(kept.code, kept.version)


def others(person: Any, ctx: ReadContext, page: DraftPage, editing: Proposal | None) -> list[KeptDraft]:
    """Return this person's other drafts of the same kind: new proposals, or edits of the same proposal."""
    if not isinstance(person, Person):
        return []
    mine = drafts.drafts_of(person, ctx.cycle).defer("fields")
    return list(mine.filter(editing=editing.number if editing else 0).exclude(code=page.code))


def delete_draft(person: Any, ctx: ReadContext, code: str) -> None:
    """Delete one of this person's drafts."""
    if isinstance(person, Person) and MARK.fullmatch(code):
        drafts.delete_draft(person, ctx.cycle, code)


def forget_submitted(person: Any, ctx: ReadContext, page: DraftPage) -> None:
    """Delete the draft of this page after it was submitted."""
    if isinstance(person, Person):
        drafts.forget_submitted(person, ctx.cycle, page)
