"""Books of law and their revisions, which are append-only.

Every revision whose number is divisible by `REVISIONS_APART` is stored as a full document. The others are computed from
the one before by their amendments, which are stored anyway. So the size of a book grows with the size of its changes,
and the distance to a full document is bounded.
"""

import uuid
from collections import deque
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from nomic import limits
from nomic.law.amendments.patch import Operation, reapply
from nomic.law.document.cache import law_of
from nomic.law.document.sections import Document, Law


class Book(models.Model):
    """The law of one cycle over time. A fork of a cycle has its own book."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    template = models.CharField(max_length=80, help_text="the law template it began with")

    def __str__(self) -> str:
        return f"book {self.pk} ({self.template})"


class AppendOnly(Exception):
    """Raised if code tries to change or delete an append-only row."""


class _Restoring(DeferredAttribute):
    """Attribute that computes a document from earlier revisions on first access, if it is not stored."""

    def __get__(self, revision: Any, cls: Any = None) -> Any:
        document = super().__get__(revision, cls)
        if revision is not None and document is None and revision.pk is not None:
            document = document_at(revision.book_id, revision.number)
            self.__set__(revision, document)
        return document

    def __set__(self, revision: Any, document: Any) -> None:
        revision.__dict__[self.field.attname] = document


class DocumentField(models.JSONField):
    """The document of a revision. It is null in the database if it can be computed from earlier revisions."""

    descriptor_class = _Restoring


class Revision(models.Model):
    """One state of the law, in force from `enacted_at` until the next revision. Created by `append_revision`."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(help_text="0, 1, 2, … within the book")
    document = DocumentField(null=True, help_text="empty if it follows from the previous revision and the amendments")
    amendments = models.JSONField(default=list, help_text="the RFC 6902 patch that led here")
    enacted_at = models.DateTimeField()
    reason = models.CharField(max_length=300, help_text="its reason in words")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["book", "number"], name="one_revision_per_number")]
        ordering = ["book", "number"]

    def __str__(self) -> str:
        return f"revision {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnly("a revision of the law is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly("a revision of the law is never deleted")

    @property
    def law(self) -> Law:
        """The document parsed through its schemas."""
        return Law(self.document, number=self.number)


def append_revision(
    book: Book | uuid.UUID,
    number: int,
    document: Document,
    *,
    enacted_at: datetime,
    reason: str,
    amendments: list[Operation] | None = None,
) -> Revision:
    """Append the revision with that number to a book.

    `amendments` lead from the preceding revision to the document. The full document is stored if there are no
    amendments, or if the number is divisible by `REVISIONS_APART`.
    """
    changes = amendments or []
    whole = not changes or number % limits.REVISIONS_APART == 0
    revision = Revision(
        book_id=book.pk if isinstance(book, Book) else book,
        number=number,
        document=document if whole else None,
        amendments=changes,
        enacted_at=enacted_at,
        reason=reason[:300],
    )
    revision.save()
    return revision


def document_at(book_id: uuid.UUID, number: int) -> dict[str, Any]:
    """Compute the document of a revision from the last full one, in one query. Raises Revision.DoesNotExist.

    Each call returns a new document, which the caller may modify.
    """
    whole = Revision.objects.filter(book_id=book_id, number__lte=number, document__isnull=False)
    last = whole.order_by("-number").values("number")[:1]
    since = Revision.objects.filter(book_id=book_id, number__gte=last, number__lte=number)
    found = deque(_documents(since), maxlen=1)
    if not found or found[0][0] != number:
        raise Revision.DoesNotExist(f"book {book_id} has no revision {number}")
    return found[0][1]


def revision_documents(book_id: uuid.UUID, up_to: int) -> Iterator[tuple[int, Document]]:
    """Yield each revision's number and document in order, with one query.

    A document is valid only until the next one is yielded.
    """
    return _documents(Revision.objects.filter(book_id=book_id, number__lte=up_to))


def _documents(revisions: models.QuerySet[Revision]) -> Iterator[tuple[int, dict[str, Any]]]:
    document: dict[str, Any] = {}
    rows = revisions.order_by("number").values_list("number", "document", "amendments")
    for number, whole, amendments in rows.iterator(chunk_size=limits.REVISIONS_APART):
        document = reapply(document, amendments) if whole is None else whole
        yield number, document


@lru_cache(maxsize=64)
def law_at(book_id: uuid.UUID, number: int) -> Law:
    """Return the law of a book at a revision. The law is cached and shared, because a revision never changes.

    Raises Revision.DoesNotExist. Must not be called for a revision whose transaction may still be rolled back.
    """
    return law_of(document_at(book_id, number), number)
