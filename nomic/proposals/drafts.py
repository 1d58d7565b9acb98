"""Keeping what somebody writes until it is submitted: for them alone, in each cycle for itself.

Two pages may have the same draft open. What one of them has not seen of the other's it does not write over: its own is
kept beside it, as a draft of its own. Sent twice, the same is saved once.
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
LATE = timedelta(hours=1)  # how long after its submission a page may still send what it had not saved


class NotKept(Exception):
    """A draft that is not kept; the text says why."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where a draft is written: its code, the page on which that is done, and the version that the page has seen."""

    code: str
    writer: str
    version: int = 0


def drafts_of(person: Person, cycle: Cycle) -> QuerySet[Draft]:
    """What this person is writing in a cycle, the newest first."""
    return Draft.objects.filter(person=person, cycle=cycle, submitted_at=None)


def draft_or_none(person: Person, cycle: Cycle, code: str) -> Draft | None:
    """This person's draft of that code."""
    return drafts_of(person, cycle).filter(code=code).first() if MARK.fullmatch(code) else None


def keep(person: Person, cycle: Cycle, page: Page, fields: Mapping[str, str], editing: int = 0) -> Draft:
    """Save what stands in a form. Raises NotKept if it is too long, one too many, or was submitted from this page."""
    if sum(map(len, fields.values())) > limits.DRAFT:
        raise NotKept(f"a draft is kept up to {limits.DRAFT:,} characters")
    if not (MARK.fullmatch(page.code) and MARK.fullmatch(page.writer)):
        raise NotKept("this form is none of ours")
    clean = {name: text.replace("\x00", "").encode(errors="replace").decode() for name, text in fields.items()}
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)  # so that nobody keeps more at once than one may
        if _submitted(person, cycle).filter(code=_beside(page)).exists():
            raise NotKept("it has been submitted")
        mine = drafts_of(person, cycle)
        kept = mine.filter(code=page.code).first()
        code = page.code
        if kept is not None and page.writer != kept.writer and page.version != kept.version:
            code = _beside(page)
            kept = mine.filter(code=code).first()
        if kept is None:
            if mine.count() >= limits.DRAFTS:
                raise NotKept(f"{limits.DRAFTS} drafts are kept for each person, and there are as many: throw one away")
            kept = Draft(cycle=cycle, person=person, code=code, version=0, editing=editing)
        elif kept.fields == clean:
            return kept
        kept.title, kept.fields = " ".join(clean.get("title", "").split())[: limits.TITLE], clean
        kept.version, kept.writer, kept.saved_at = kept.version + 1, page.writer, timezone.now()
        kept.save()
    return kept


def _beside(page: Page) -> str:
    """The code of what this page has written of a draft that another page has changed meanwhile."""
    return hashlib.blake2b(f"{page.code} {page.writer}".encode(), digest_size=16).hexdigest()


def forget(person: Person, cycle: Cycle, code: str) -> None:
    """Throw a draft away."""
    drafts_of(person, cycle).filter(code=code).delete()


def forget_submitted(person: Person, cycle: Cycle, page: Page) -> None:
    """A draft has become a proposal: it is kept no longer, unless another page has written on meanwhile.

    That it was submitted is known for a while, so that what its page sends late does not bring it back.
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
