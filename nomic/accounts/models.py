"""People and the tokens of their bots. A person is not a player: that one becomes by joining a cycle."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Upper

from nomic.accounts.names import LONGEST, NAME_VALIDATORS
from nomic.accounts.zones import LONGEST_ZONE, check_zone

# Where allauth looks for them (settings.ACCOUNT_USERNAME_VALIDATORS).
USERNAME_VALIDATORS = NAME_VALIDATORS


class PersonManager(UserManager["Person"]):
    def get_by_natural_key(self, username: str | None) -> "Person":
        """Names differ in more than capitals, so a log-in need not get the capitals right."""
        return self.get(username__iexact=username)


class Person(AbstractUser):
    """Somebody with an account. The username is the name under which they play in every cycle."""

    username = models.CharField(
        max_length=LONGEST,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": "Somebody has this name already."},
    )
    zone = models.CharField(
        max_length=LONGEST_ZONE,
        blank=True,
        validators=[check_zone],
        help_text="Times are shown in this zone, such as Europe/Berlin; in the browser's where there is none.",
    )
    # The name above is the only one the system knows; real names are nobody's business here.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PersonManager] = PersonManager()

    class Meta:
        verbose_name_plural = "people"
        constraints = [
            # Upper, because that is what `iexact` compares on PostgreSQL: the look-up uses this index.
            models.UniqueConstraint(
                Upper("username"),
                name="person_name_unique_whatever_case",
                violation_error_message="Somebody has this name already.",
            )
        ]

    def __str__(self) -> str:
        return self.username

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class ApiToken(models.Model):
    """A key with which a bot acts for its person. Only a hash is kept: the secret is shown once."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=50, help_text="What the token is for, in the person's words.")
    prefix = models.CharField(max_length=8, help_text="The public part, by which people recognise a token.")
    hash = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the whole secret, as hex.")
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To the minute.")
    revoked_at = models.DateTimeField(null=True, blank=True)
    rate_limit = models.CharField(  # noqa: DJ001 - no override is not the same as an empty rate
        max_length=20,
        null=True,
        blank=True,
        validators=[RegexValidator(r"\A[1-9][0-9]{0,6}/(sec|min|hour|day)\Z", "A rate looks like 600/min.")],
        help_text="Instead of the site's API_RATE_LIMIT, for example 60/min.",
    )

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = "API token"
        verbose_name_plural = "API tokens"

    def __str__(self) -> str:
        return f"{self.name} (nomic_{self.prefix}_…)"
