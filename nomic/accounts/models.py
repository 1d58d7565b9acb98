"""People and the tokens of their bots. A person is not a player: that one becomes by joining a cycle."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from nomic.accounts.lookalikes import APART, MAX_FOLDED_LENGTH, MAX_SKELETON_LENGTH, folded, skeleton
from nomic.accounts.names import MAX_LENGTH, NAME_VALIDATORS, tidy
from nomic.accounts.zones import MAX_ZONE_LENGTH, check_zone

if TYPE_CHECKING:
    Characters = models.CharField[str, str]
else:
    Characters = models.CharField  # which takes no types when it runs

# Where allauth looks for them (settings.ACCOUNT_USERNAME_VALIDATORS).
USERNAME_VALIDATORS = NAME_VALIDATORS

ADMINISTER = "administer_games"  # the permission without which staff only look on
TAKEN = "Somebody has this name already."
KEPT_FOR_GOOD = "Somebody has had this name, and journals know them by it: nobody else gets it."
KNOWN_BY_IT = "Whoever has played in a cycle keeps their name: its journal knows them by it."


class PersonManager(UserManager["Person"]):
    def get_by_natural_key(self, username: str | None) -> "Person":
        """Names differ in more than capitals, so a log-in need not get these, or the width of letters, right.

        Raises Person.DoesNotExist, also for a name that merely looks like somebody's.
        """
        return self.get(folded=folded(tidy(username or "")))

    def looking_like(self, name: str, but: "Person | None" = None) -> "Person | None":
        """Somebody else than `but` whose name is that one, or would be taken for it."""
        own = skeleton(name)
        told_apart = Q(skeleton__startswith=f"{own}{APART}")  # though whom they were told apart from may be gone
        alike = self.filter(Q(folded=folded(name)) | Q(skeleton=own) | told_apart)
        return next((person for person in alike if person != but), None)

    def refuse_like_another(self, name: str, *, but: "Person | None" = None) -> None:
        """Raise ValidationError where a name is, or looks like, that of anybody else than `but`."""
        other = self.looking_like(name, but)
        if other is not None:
            raise ValidationError(too_like(name, other), code="unique")

    def create_user(self, username: str, *args: Any, **kwargs: Any) -> "Person":
        """Raises ValidationError where the name looks like somebody's; so do the commands that make people."""
        self.refuse_like_another(tidy(username))
        return super().create_user(username, *args, **kwargs)

    def create_superuser(self, username: str, *args: Any, **kwargs: Any) -> "Person":
        """As `create_user`."""
        self.refuse_like_another(tidy(username))
        return super().create_superuser(username, *args, **kwargs)


def too_like(name: str, other: "Person") -> str:
    """Why a name cannot be had."""
    if folded(name) == other.folded:
        return TAKEN if other.closed_at is None else KEPT_FOR_GOOD
    return f"This name looks like “{other.username}”, and somebody has that already."


class NameField(Characters):
    """A name as it is kept: tidied before it is looked at."""

    def to_python(self, value: Any) -> Any:
        return tidy(value) if isinstance(value, str) else super().to_python(value)


class FoldedField(Characters):
    """The username as log-ins compare it, worked out whenever a person is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        own = folded(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, own)
        return own


class SkeletonField(Characters):
    """What the username looks like, worked out whenever a person is saved; that it is unique bars look-alikes.

    Of two who had names alike before anybody asked, one has something after it that tells them apart, and keeps it.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        kept: str = getattr(model_instance, self.attname)
        own = skeleton(model_instance.username)  # type: ignore[attr-defined]
        if kept.partition(APART)[0] != own:
            kept = own
            setattr(model_instance, self.attname, own)
        return kept


class Person(AbstractUser):
    """Somebody with an account. The username is the name under which they play in every cycle."""

    username = NameField(
        max_length=MAX_LENGTH,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": TAKEN},
    )
    folded = FoldedField(max_length=MAX_FOLDED_LENGTH, unique=True, editable=False)
    # Room for what tells apart, too.
    skeleton = SkeletonField(max_length=MAX_SKELETON_LENGTH + 20, unique=True, editable=False)
    zone = models.CharField(
        max_length=MAX_ZONE_LENGTH,
        blank=True,
        validators=[check_zone],
        help_text="Times are shown in this zone, such as Europe/Berlin; in the browser's where there is none.",
    )
    closed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when the account was deleted: only its name is kept"
    )
    # The name above is the only one the system knows; real names are nobody's business here.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PersonManager] = PersonManager()

    class Meta:
        verbose_name_plural = "people"
        permissions = [(ADMINISTER, "May act as an admin in games")]
        constraints = [
            # Upper, because that is what `iexact` compares on PostgreSQL: the look-up uses this index.
            models.UniqueConstraint(
                Upper("username"),
                name="person_name_unique_whatever_case",
                violation_error_message=TAKEN,
            )
        ]

    def __str__(self) -> str:
        return self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return tidy(username)

    def clean(self) -> None:
        """Raise ValidationError where the name looks like another's, or is changed by whom journals know by it."""
        super().clean()
        before = Person.objects.filter(pk=self.pk).values_list("username", flat=True).first()
        if before == self.username:
            return  # also one that was like another's before anybody asked
        if before is not None and self.players.exists():
            raise ValidationError({"username": KNOWN_BY_IT})
        try:
            Person.objects.refuse_like_another(self.username, but=self)
        except ValidationError as error:
            raise ValidationError({"username": error}) from None

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
