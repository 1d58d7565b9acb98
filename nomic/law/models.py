"""Books of law and their revisions: appended, never changed."""

import uuid
from functools import lru_cache
from typing import Any

from django.db import models

from nomic.law.sections import Law


class Book(models.Model):
    """The law of one cycle through time. A fork of a cycle has a book of its own."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    template = models.CharField(max_length=80, help_text="the law template it began with")

    def __str__(self) -> str:
        return f"book {self.pk} ({self.template})"


class AppendOnly(Exception):
    """Somebody tried to change or delete what is only ever appended."""


class Revision(models.Model):
    """One state of the law, in force from `enacted_at` until the next revision."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField(help_text="0, 1, 2, … within the book")
    document = models.JSONField()
    amendments = models.JSONField(default=list, help_text="the RFC 6902 patch that led here")
    enacted_at = models.DateTimeField()
    reason = models.CharField(max_length=300, help_text="what led to it, in words")

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
        """The document read through its schemas."""
        return Law(self.document, number=self.number)


@lru_cache(maxsize=64)
def law_at(book_id: uuid.UUID, number: int) -> Law:
    """The law of a book at a revision, shared: a revision never changes, so neither does its reading.

    Raises Revision.DoesNotExist. Must not be called for a revision whose transaction may still be rolled back.
    """
    return Revision.objects.get(book_id=book_id, number=number).law
