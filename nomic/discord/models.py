"""Models of the links between people and Discord users, of channels to which cycles post, and of their messages."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.outbox.worker_identity import MAX_LENGTH as MAX_CLAIMANT_LENGTH

MAX_USER_LENGTH = 20  # digits of an id of Discord
MAX_SUBJECT_LENGTH = 80
MAX_TOKEN_LENGTH = 500


class DiscordLink(models.Model):
    """A person and their user on Discord. A person has at most one user, and a user at most one person."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="discord_link")
    user = models.CharField(max_length=MAX_USER_LENGTH, unique=True, help_text="the id of the user on Discord")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.person} on Discord"


class LinkCode(models.Model):
    """A code that links a person's account. It can be used once, within some minutes. Only its digest is stored."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="discord_code")
    hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.person}"


class Channel(models.Model):
    """A channel on Discord to which entries of a cycle's journal are posted. Instants are in real time.

    It follows the journal from the last entry that was written into a post. `claim` is the random name of the attempt
    that is sending its posts. Only one worker sends at a time, so that posts stay in order.
    """

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="discord_channels")
    topic = models.CharField(max_length=60, blank=True, help_text="a channel of the rules; empty for all")
    number = models.CharField("channel ID", max_length=MAX_USER_LENGTH, help_text="the id of the channel on Discord")
    counts_reactions = models.BooleanField(
        "reactions are votes", default=False, help_text="👍 and 👎 under the message of a proposal are votes"
    )
    uses_threads = models.BooleanField(
        "threads", default=False, help_text="what happens in a match or to a proposal goes into a thread of its own"
    )
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    last_read_seq = models.PositiveBigIntegerField(default=0, help_text="the newest journal entry that was read for it")
    sent_at = models.DateTimeField(null=True, blank=True, help_text="when a message last arrived there")
    quiet_until = models.DateTimeField(null=True, blank=True, help_text="next attempt not before")
    attempts = models.PositiveIntegerField(default=0, help_text="failures in a row")
    trouble = models.CharField(max_length=200, blank=True, help_text="the reason for the last failure")
    failing_since = models.DateTimeField(null=True, blank=True, help_text="when attempts began to fail")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="paused after it refused messages")
    claim = models.CharField(max_length=32, blank=True)
    claimed_by = models.CharField(max_length=MAX_CLAIMANT_LENGTH, blank=True, help_text="the process that sends now")
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="end of the lease")

    class Meta:
        verbose_name = "channel on Discord"
        verbose_name_plural = "channels on Discord"
        constraints = [
            models.UniqueConstraint(fields=["cycle", "topic", "number"], name="one_discord_channel_per_topic"),
        ]
        indexes = [models.Index(fields=["number"], name="discord_channels_by_number")]

    def __str__(self) -> str:
        return f"{f'#{self.topic}' if self.topic else 'everything'} of {self.cycle}"


class Post(models.Model):
    """A message in a channel on Discord: the lines that it should show, and what Discord shows.

    The row is authoritative; tasks are only wake-ups. It is due while `sent_version` is behind `version`. Once it has
    ended, it is no longer sent or edited.
    """

    channel = models.ForeignKey(Channel, models.CASCADE, related_name="posts")
    subject = models.CharField(max_length=MAX_SUBJECT_LENGTH, blank=True, help_text="what waits for players in it")
    about = models.CharField(max_length=MAX_SUBJECT_LENGTH, blank=True, help_text="the match or proposal of its thread")
    root = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="replies", help_text="whose thread it is in"
    )
    thread = models.CharField(
        max_length=MAX_USER_LENGTH, blank=True, help_text="the id of the thread that it begins; - if there can be none"
    )
    lines = models.JSONField(default=list, help_text="text, link and mentioned users of each line")
    buttons = models.JSONField(default=list, help_text="words, colour, action and arguments of each button")
    version = models.PositiveIntegerField(default=1, help_text="raised whenever it changes")
    message = models.CharField(max_length=MAX_USER_LENGTH, blank=True, help_text="the id of the message on Discord")
    sent_version = models.PositiveIntegerField(default=0, help_text="the version that Discord has")
    shown = models.PositiveIntegerField(default=0, help_text="how many of the lines Discord has")
    made_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True, help_text="when sending it was first tried")
    read_at = models.DateTimeField(null=True, blank=True, help_text="when its reactions were last read")
    ended_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True, help_text="why it was ended")

    class Meta:
        ordering = ["pk"]
        verbose_name = "message on Discord"
        verbose_name_plural = "messages on Discord"
        indexes = [
            models.Index(
                fields=["channel"],
                condition=Q(ended_at=None) & Q(sent_version__lt=F("version")),
                name="discord_posts_due",
            ),
            models.Index(
                fields=["channel", "about"], condition=Q(root=None) & ~Q(about=""), name="discord_posts_with_threads"
            ),
            models.Index(fields=["channel", "subject"], condition=Q(ended_at=None), name="discord_posts_open"),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} in {self.channel}"


class Reaction(models.Model):
    """A change of a person's reactions to a proposal's message, and the vote that the reactions now mean.

    `number` counts the person's changes. `entry` is the key of the journal entry with the vote, or "" if the vote was
    refused or changed nothing.
    """

    post = models.ForeignKey(Post, models.CASCADE, related_name="reactions")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    vote = models.CharField(max_length=10)
    entry = models.CharField(max_length=64, blank=True, db_index=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["post", "person", "number"], name="one_change_of_reactions_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.vote}"


class Deferred(models.Model):
    """A slow interaction whose answer has not been sent. Its token allows anybody to answer, so it is secret."""

    token = models.CharField(max_length=MAX_TOKEN_LENGTH)
    body = models.TextField(help_text="the interaction as Discord sent it")
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(db_index=True, help_text="when it is answered again")
    ends_at = models.DateTimeField(help_text="when Discord no longer accepts an answer")

    def __str__(self) -> str:
        return f"slow interaction {self.pk}"
