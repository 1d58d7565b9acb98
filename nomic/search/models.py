"""The index: a copy of the public texts of each cycle. It can be deleted at any time, and is rebuilt then."""

from django.db import models

from nomic.cycles.models import Cycle


class DocumentKind(models.TextChoices):
    """The kinds of searchable documents."""

    RULE = "rule", "rule"
    ENTRY = "entry", "card or thing"
    ACTION = "action", "something to do"
    PROPOSAL = "proposal", "proposal"
    RULING = "ruling", "request for justice"
    PLAYER = "player", "player"
    COMMENT = "comment", "comment"


class Document(models.Model):
    """A text that everybody may read. `code` is unique among the documents of its kind in the cycle.

    The full-text index of `title` and `body` is part of the database (`migrations/0001_initial.py`).
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="documents")
    kind = models.CharField(max_length=8, choices=DocumentKind)
    code = models.TextField()
    title = models.CharField(max_length=300)
    body = models.TextField(blank=True)
    address = models.TextField(help_text="path of the page on this site")

    class Meta:
        db_table = "search_document"
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "kind", "code"], name="one_document_per_code"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.title}"


class IndexState(models.Model):
    """The indexed version of a cycle's texts, with one mark for each kind of document."""

    cycle = models.OneToOneField(Cycle, models.CASCADE, related_name="index_state")
    marks = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"the index of {self.cycle}"
