"""Models of notices, their deliveries, webhooks, settings and reminders."""

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.outbox.worker_identity import MAX_LENGTH as MAX_CLAIMANT_LENGTH

MAX_TEXT_LENGTH = 500
MAX_LINK_LENGTH = 300
MAX_URL_LENGTH = 500


class Notice(models.Model):
    """A notice that one person sees on the site, whatever their notification settings.

    It is created in the same transaction as the act that it reports. Its timestamps are real time, not cycle time.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    cycle = models.ForeignKey(Cycle, models.CASCADE, null=True, blank=True, related_name="notices")
    kind = models.CharField(max_length=40)
    text = models.CharField(max_length=MAX_TEXT_LENGTH)
    link = models.CharField(max_length=MAX_LINK_LENGTH, blank=True, help_text="a path on this site")
    created_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["person", "-id"], name="notices_of_a_person"),
            models.Index(fields=["person"], condition=Q(read_at=None), name="unread_notices_of_a_person"),
        ]

    def __str__(self) -> str:
        return self.text


class Digest(models.TextChoices):
    """The interval at which a person gets a summary of pending tasks and news by mail."""

    NEVER = "", "never"
    DAILY = "daily", "once a day"
    WEEKLY = "weekly", "once a week"


class NoticeSettings(models.Model):
    """A person's notification settings: which notices are sent, where to, and how often a digest goes out.

    Without a row, everything is sent by e-mail if the person has an address, and there is no digest. Notices of a muted
    kind are not sent, and are created already marked as read.
    """

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_settings")
    by_email = models.BooleanField(default=True)
    unsent_kinds = models.JSONField(default=list, help_text="kinds of notifications that appear on the site only")

    muted_kinds = models.JSONField(default=list, help_text="kinds of notifications that are neither sent nor counted")
    digest = models.CharField(max_length=10, choices=Digest, default=Digest.NEVER, blank=True)
    digest_at = models.DateTimeField(null=True, blank=True, help_text="when the next digest is due")
    digest_since = models.DateTimeField(null=True, blank=True, help_text="news before it was in an earlier digest")

    class Meta:
        verbose_name_plural = "notice settings"
        indexes = [
            models.Index(fields=["digest_at"], condition=Q(digest_at__isnull=False), name="digests_due"),
        ]

    def __str__(self) -> str:
        return f"what {self.person} is sent"


JUST_NOW = timedelta(minutes=1)  # for which a page waits for the result of a test


class Webhook(models.Model):
    """A webhook in Discord's format, of a person or of a cycle's channel, or a person's browser.

    A browser is reached by Web Push: the URL is the URL of its push service, and messages are encrypted with its key
    and secret. Anybody with the URL of a webhook can post there, so the URL is never shown or logged.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="webhook"
    )
    cycle = models.ForeignKey(Cycle, models.CASCADE, null=True, blank=True, related_name="webhooks")
    browser_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="browsers"
    )
    browser_key = models.CharField(max_length=100, blank=True, help_text="the public key of the browser, in base64url")
    browser_secret = models.CharField(max_length=100, blank=True, help_text="the secret of the browser, in base64url")
    channel = models.CharField(max_length=60, blank=True, help_text="a channel of the cycle; empty for all")
    url = models.CharField(max_length=MAX_URL_LENGTH)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    last_read_seq = models.PositiveBigIntegerField(default=0, help_text="the newest journal entry that it was sent")
    sent_at = models.DateTimeField(null=True, blank=True, help_text="when a message last arrived there")
    quiet_until = models.DateTimeField(null=True, blank=True, help_text="next attempt not before")
    trouble = models.CharField(max_length=200, blank=True, help_text="the reason for the last failure")
    failing_since = models.DateTimeField(null=True, blank=True, help_text="when attempts began to fail")
    stopped_at = models.DateTimeField(null=True, blank=True, help_text="switched off after it refused messages")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False, cycle__isnull=True, browser_of__isnull=True)
                | Q(person__isnull=True, cycle__isnull=False, browser_of__isnull=True)
                | Q(person__isnull=True, cycle__isnull=True, browser_of__isnull=False),
                name="a_webhook_has_one_owner",
            ),
            models.UniqueConstraint(
                fields=["url"], condition=Q(browser_of__isnull=False), name="one_owner_of_each_browser"
            ),
            models.UniqueConstraint(fields=["cycle", "channel", "url"], name="one_webhook_per_channel_and_url"),
        ]

    def __str__(self) -> str:
        if self.person_id is not None:
            return f"webhook of {self.person}"
        if self.browser_of_id is not None:
            return f"browser of {self.browser_of}"
        return f"webhook of {self.cycle}, {f'#{self.channel}' if self.channel else 'all channels'}"

    @property
    def is_being_tested(self) -> bool:
        """True if a test message was sent a moment ago and its result is not known yet."""
        just_now = timezone.now() - JUST_NOW
        unknown = Q(state=State.SENDING) | Q(state=State.WAITING, attempts=0)
        return self.deliveries.filter(unknown, created_at__gt=just_now).exists()


class State(models.TextChoices):
    """The state of a delivery."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    UNNEEDED = "unneeded", "not needed any more"


class Delivery(models.Model):
    """A message to one address: a person's e-mail, a webhook, or a browser.

    The row is authoritative; tasks are only wake-ups. `claim` is the random name of the attempt that has claimed it.
    """

    notice = models.ForeignKey(Notice, models.CASCADE, null=True, blank=True, related_name="deliveries")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+", help_text="by e-mail to them"
    )
    webhook = models.ForeignKey(Webhook, models.CASCADE, null=True, blank=True, related_name="deliveries")
    text = models.TextField(help_text="bounded by whoever writes it: a notice, or the lines of a digest")
    link = models.CharField(max_length=MAX_LINK_LENGTH, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(default=timezone.now)
    next_at = models.DateTimeField(default=timezone.now, help_text="not before")
    attempts = models.PositiveIntegerField(default=0)
    claim = models.CharField(max_length=32, blank=True)
    claimed_by = models.CharField(
        max_length=MAX_CLAIMANT_LENGTH, blank=True, help_text=("the process that holds the lease")
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True, help_text="end of the lease")
    ended_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=200, blank=True, help_text="the reason for the last failure")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "deliveries"
        indexes = [models.Index(fields=["state", "next_at"], name="deliveries_due")]
        constraints = [
            models.CheckConstraint(
                condition=Q(person__isnull=False, webhook__isnull=True) | Q(person__isnull=True, webhook__isnull=False),
                name="a_delivery_has_one_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.way} {self.pk}: {self.state}"

    @property
    def way(self) -> str:
        """The kind of delivery: email, webhook or browser."""
        if self.webhook is None:
            return "email"
        return "webhook" if self.webhook.browser_of_id is None else "browser"


class Stage(models.TextChoices):
    """The progress of a clock that a notice reports: it has started, or it is nearly up."""

    BEGUN = "begun"
    NEARLY_UP = "nearly up"


class Reminder(models.Model):
    """A record that a player got a notice of one clock. A restarted clock is a different one."""

    cycle = models.ForeignKey(Cycle, models.CASCADE, related_name="reminders")
    key = models.CharField(max_length=120, help_text="the name of the clock within the cycle")
    began_at = models.DateTimeField(help_text="on the cycle's clock")
    player = models.CharField(max_length=30)
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.NEARLY_UP)
    notice = models.ForeignKey(Notice, models.SET_NULL, null=True, blank=True, related_name="reminders")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["cycle", "key", "began_at", "player", "stage"], name="one_reminder_per_clock_and_stage"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} of {self.key}"
