"""Comments on proposals, their earlier versions, and subscriptions."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from nomic import limits
from nomic.cycles.models import Cycle

MAX_QUOTE_LENGTH = 300


class Comment(models.Model):
    """A comment on a proposal. It outlives any change to the proposal or to the cycle's history.

    It refers to its proposal by code, because the code is the same in every history. Its instants are real time.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="comments")
    proposal = models.CharField(max_length=12, help_text="the code of the proposal")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="comments"
    )
    author = models.CharField(max_length=30, help_text="the name of the person")
    key = models.CharField(max_length=120, help_text="idempotency key of the form or request")
    quote = models.CharField(max_length=MAX_QUOTE_LENGTH, blank=True, help_text="a line of what the proposal changes")
    text = models.TextField(max_length=limits.COMMENT)
    posted_at = models.DateTimeField(default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.CharField(max_length=30, blank=True)
    hidden_because = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="one_comment_per_key")]
        indexes = [
            models.Index(fields=["cycle", "proposal", "id"], name="comments_of_a_proposal"),
            models.Index(fields=["person", "posted_at"], name="comments_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.author} on {self.proposal}"

    @property
    def is_hidden(self) -> bool:
        return self.hidden_at is not None


class EarlierText(models.Model):
    """The text of a comment before an edit."""

    comment = models.ForeignKey(Comment, models.CASCADE, related_name="earlier")
    text = models.TextField()
    until = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d %H:%M}"


class Following(models.Model):
    """A person's subscription to the comments on a proposal, or their opt-out."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="followings")
    proposal = models.CharField(max_length=12, help_text="the code of the proposal")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="followings")
    wants = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "proposal", "person"], name="one_following_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {'follows' if self.wants else 'does not follow'} {self.proposal}"
