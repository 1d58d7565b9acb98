"""Private drafts of proposals, stored for each person and cycle until submission.

Two pages may have the same draft open. A page does not overwrite changes of the other page that it has not loaded; its
own text is then stored as a separate draft. Sending the same text twice stores it once.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from nomic import limits
from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.proposals.models import Draft

MARK = re.compile(r"[0-9a-z]{32}")
TITLES = ("title", "rule_title", "entry_name", "text", "rule_body")  # the first non-empty field names the draft
LATE = timedelta(hours=1)  # how long after a submission its page may still send unsaved text


class NotKept(Exception):
    """Raised if a draft was not saved. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A page with a draft's form: the draft's code, the form's code, and the draft's version when it was loaded."""

    code: str
    writer: str
    version: int = 0


def drafts_of(person: Person, cycle: Cycle) -> QuerySet[Draft]:
    """Return the person's drafts in a cycle, the newest first."""
    return Draft.objects.filter(person=person, cycle=cycle, submitted_at=None)


def draft_or_none(person: Person, cycle: Cycle, code: str) -> Draft | None:
    """Return the person's draft with this code, or None."""
    return drafts_of(person, cycle).filter(code=code).first() if MARK.fullmatch(code) else None


def save_draft(person: Person, cycle: Cycle, page: DraftPage, fields: Mapping[str, str], editing: int = 0) -> Draft:
    """Save the fields of a form as a draft, and return it.

    `editing` is the number of the proposal that the draft would edit, or 0. Raises NotKept if the text is too long, if
    there are too many drafts, or if the draft was submitted.
    """
    if sum(map(len, fields.values())) > limits.DRAFT:
        raise NotKept(f"a draft can have at most {limits.DRAFT:,} characters")
    if not (MARK.fullmatch(page.code) and MARK.fullmatch(page.writer)):
        raise NotKept("this form did not come from this site; open the page again")
    clean = {name: text.replace("\x00", "").encode(errors="replace").decode() for name, text in fields.items()}
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)  # so that parallel requests cannot exceed the limit
        if _submitted(person, cycle).filter(code=_beside(page)).exists():
            raise NotKept("it has been submitted")
        mine = drafts_of(person, cycle)
        kept = mine.filter(code=page.code).first()
        code = page.code
        if kept is not None and page.writer != kept.writer and page.version != kept.version:
            code = _beside(page)
            kept = mine.filter(code=code).first()
        # The same words typed once more are no second draft.
        same = [each.pk for each in mine.filter(editing=editing).exclude(code=code) if each.fields == clean]
        mine.filter(pk__in=same).delete()
        if kept is None:
            if mine.count() >= limits.DRAFTS:
                raise NotKept(f"you have {limits.DRAFTS} drafts already; delete one of them under Write a proposal")
            kept = Draft(cycle=cycle, person=person, code=code, version=0, editing=editing)
        elif kept.fields == clean:
            return kept
        kept.title, kept.fields = _title_of(clean), clean
        kept.version, kept.writer, kept.saved_at = kept.version + 1, page.writer, timezone.now()
        kept.save()
    return kept


def _title_of(fields: Mapping[str, str]) -> str:
    """Return the title of a draft for lists: its own, that of its rule or entry, or the beginning of its text."""
    typed = (" ".join(fields.get(name, "").split()) for name in TITLES)
    title = next(filter(None, typed), "")
    if len(title) <= limits.TITLE:
        return title
    cut = title[: limits.TITLE - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


def _beside(page: DraftPage) -> str:
    """Return the code of the draft that a page saves to when another page has changed the draft it opened."""
    return hashlib.blake2b(f"{page.code} {page.writer}".encode(), digest_size=16).hexdigest()


def delete_draft(person: Person, cycle: Cycle, code: str) -> None:
    """Delete the person's draft with this code, if there is one."""
    drafts_of(person, cycle).filter(code=code).delete()


def forget_submitted(person: Person, cycle: Cycle, page: DraftPage) -> None:
    """Delete a submitted draft, unless another page has changed it meanwhile.

    The submission is remembered for a while, so that late requests of its page do not restore the draft.
    """
    now = timezone.now()
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        _submitted(person, cycle).filter(submitted_at__lt=now - LATE).delete()
        for kept in drafts_of(person, cycle).filter(code__in=(page.code, _beside(page))):
            if page.writer == kept.writer or page.version == kept.version:
                kept.delete()
        if MARK.fullmatch(page.code) and MARK.fullmatch(page.writer):
            marked = {"writer": page.writer, "saved_at": now, "submitted_at": now}
            Draft.objects.get_or_create(cycle=cycle, person=person, code=_beside(page), defaults=marked)


def _submitted(person: Person, cycle: Cycle) -> QuerySet[Draft]:
    return Draft.objects.filter(person=person, cycle=cycle, submitted_at__isnull=False)
