"""Models of comments, subscriptions, mutes, reports and time-outs."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from nomic import limits
from nomic.cycles.models import Cycle

MAX_QUOTE_LENGTH = 300


class Comment(models.Model):
    """A comment on a proposal, or a message at a table or in a hall (`topics`).

    It does not belong to the cycle's state, and is kept when the subject or the cycle's history changes. Its instants
    are in real time.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="comments")
    topic = models.CharField(max_length=24, help_text="“hall”, or “proposal:” or “match:” and a code")
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
            models.Index(fields=["cycle", "topic", "id"], name="comments_on_a_topic"),
            models.Index(fields=["person", "posted_at"], name="comments_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.author} on {self.topic}"

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
    """A person's subscription to the comments on a topic, or their opt-out, which mutes it."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="followings")
    topic = models.CharField(max_length=24, help_text="as of a comment")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="followings")
    wants = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["cycle", "topic", "person"], name="one_following_per_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {'follows' if self.wants else 'does not follow'} {self.topic}"


class Mute(models.Model):
    """A person's choice to hide what another person writes, and not to be notified of it."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="one_mute_per_other")]

    def __str__(self) -> str:
        return f"{self.person} mutes {self.other}"


class Report(models.Model):
    """A person's report of a comment to the moderators.

    It is settled when one of them hides the comment or lets it be.
    """

    comment = models.ForeignKey(Comment, models.CASCADE, related_name="reports")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    because = models.CharField(max_length=300)
    reported_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=30, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["comment", "person"], name="one_report_per_person")]

    def __str__(self) -> str:
        return f"{self.comment}: {self.because}"


class TimeOut(models.Model):
    """A time during which a person cannot write comments anywhere, set by a moderator."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="time_out")
    until = models.DateTimeField()
    by = models.CharField(max_length=30)
    because = models.CharField(max_length=300)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.person} until {self.until:%Y-%m-%d %H:%M}"
