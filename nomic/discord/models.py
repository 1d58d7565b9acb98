"""Which account of this site belongs to which user of Discord."""

from django.conf import settings
from django.db import models
from django.utils import timezone

MAX_USER_LENGTH = 20  # digits of an id of Discord


class DiscordLink(models.Model):
    """A person and their user on Discord. Each has at most one of the other."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="discord_link")
    user = models.CharField(max_length=MAX_USER_LENGTH, unique=True, help_text="the id of the user on Discord")
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.person} on Discord"


class LinkCode(models.Model):
    """A code that links a person's account, once and for some minutes. Only its digest is stored."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="discord_code")
    hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.person}"
