"""People and the API tokens of their bots. A person becomes a player by joining a cycle."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from nomic.accounts.lookalikes import APART, MAX_FOLDED_LENGTH, MAX_SKELETON_LENGTH, folded_name, skeleton
from nomic.accounts.name_rules import MAX_LENGTH, NAME_VALIDATORS, tidy_name
from nomic.accounts.time_zones import MAX_ZONE_LENGTH, check_zone

if TYPE_CHECKING:
    Characters = models.CharField[str, str]
    OptionalCharacters = models.CharField[str | None, str | None]
else:
    Characters = OptionalCharacters = models.CharField  # At run time the class is not generic.

# allauth imports them from here (settings.ACCOUNT_USERNAME_VALIDATORS).
USERNAME_VALIDATORS = NAME_VALIDATORS

# The permissions of the roles (nomic/accounts/roles.py). Staff without one have read access only.
ADMINISTER = "administer_games"
MODERATE = "moderate"
KEEP_WIKI = "keep_wiki"
TAKEN = "Somebody has this name already."
KEPT_FOR_GOOD = "Somebody had this name before, and journals use it. Choose another name."
KNOWN_BY_IT = "A player who has played in a cycle keeps their name, because its journal uses it."


class PersonManager(UserManager["Person"]):
    """Manager that looks people up by folded name."""

    def get_by_natural_key(self, username: str | None) -> "Person":
        """Return the person with this name, regardless of case and width: no two names differ only in these.

        Raises Person.DoesNotExist if there is none, even if the name resembles an existing one.
        """
        return self.get(folded=folded_name(tidy_name(username or "")))

    def looking_like(self, name: str, but: "Person | None" = None) -> "Person | None":
        """Return a person other than `but` whose name or display name is confusable with this one, or None."""
        own = skeleton(name)
        told_apart = Q(skeleton__startswith=f"{own}{APART}")  # whether or not the similar name still exists
        displayed = Q(display_skeleton=own) | Q(display_skeleton__startswith=f"{own}{APART}")
        alike = self.filter(Q(folded=folded_name(name)) | Q(skeleton=own) | told_apart | displayed)
        return next((person for person in alike if person != but), None)

    def refuse_like_another(self, name: str, *, but: "Person | None" = None) -> None:
        """Raise ValidationError if the name equals, or is confusable with, the name of anybody except `but`."""
        other = self.looking_like(name, but)
        if other is not None:
            raise ValidationError(too_like(name, other), code="unique")

    def create_user(self, username: str, *args: Any, **kwargs: Any) -> "Person":
        """Create a person. Raises ValidationError if the name is confusable with an existing one."""
        self.refuse_like_another(tidy_name(username))
        return super().create_user(username, *args, **kwargs)

    def create_superuser(self, username: str, *args: Any, **kwargs: Any) -> "Person":
        """Create a superuser. Raises ValidationError for the same names as `create_user`."""
        self.refuse_like_another(tidy_name(username))
        return super().create_superuser(username, *args, **kwargs)


def too_like(name: str, other: "Person") -> str:
    """Return the error message for a name that equals or resembles the name of `other`."""
    if folded_name(name) == other.folded:
        return TAKEN if other.closed_at is None else KEPT_FOR_GOOD
    if (other.display_skeleton or "").partition(APART)[0] == skeleton(name):
        return f"This name looks like “{other.display_name}”, the display name of somebody else."
    return f"This name looks like “{other.username}”, and somebody has that already."


class NameField(Characters):
    """Text field that converts a name to its stored form before validation."""

    def to_python(self, value: Any) -> Any:
        return tidy_name(value) if isinstance(value, str) else super().to_python(value)


class FoldedField(Characters):
    """The username in the form used at log-in. Computed on every save."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        own = folded_name(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, own)
        return own


class SkeletonField(Characters):
    """The skeleton of the username, computed on every save. Its uniqueness prevents confusable names.

    If two confusable names existed before this check, the skeleton of one of them has a permanent suffix.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        kept: str = getattr(model_instance, self.attname)
        own = skeleton(model_instance.username)  # type: ignore[attr-defined]
        if kept.partition(APART)[0] != own:
            kept = own
            setattr(model_instance, self.attname, own)
        return kept


class DisplaySkeletonField(OptionalCharacters):
    """The skeleton of the display name, or None without a display name. Computed on every save and unique."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:
        kept: str | None = getattr(model_instance, self.attname)
        name: str = model_instance.display_name  # type: ignore[attr-defined]
        own = skeleton(name) if name else None
        if own is None or (kept or "").partition(APART)[0] != own:
            kept = own
            setattr(model_instance, self.attname, own)
        return kept


class Person(AbstractUser):
    """A person with an account. The username is the person's player name in every cycle."""

    username = NameField(
        max_length=MAX_LENGTH,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": TAKEN},
    )
    folded = FoldedField(max_length=MAX_FOLDED_LENGTH, unique=True, editable=False)
    # Leaves space for the suffix that distinguishes older similar names.
    skeleton = SkeletonField(max_length=MAX_SKELETON_LENGTH + 20, unique=True, editable=False)
    zone = models.CharField(
        max_length=MAX_ZONE_LENGTH,
        blank=True,
        validators=[check_zone],
        help_text="Times are shown in this zone, such as Europe/Berlin. If empty, in the browser's.",
    )
    closed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when the account was deleted; only its name remains"
    )
    suspended_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="until when nobody can log in to the account"
    )
    suspended_why = models.CharField(max_length=500, blank=True, editable=False, help_text="shown at log-in")
    suspended_reply = models.CharField(
        max_length=1000, blank=True, editable=False, help_text="what the person answered to the suspension"
    )
    suspended_reply_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when they answered, until staff have read it"
    )
    suspended_answer = models.CharField(
        max_length=500, blank=True, editable=False, help_text="what staff answered to the reply; shown at log-in"
    )
    display_name = models.CharField(
        max_length=60,
        blank=True,
        help_text="A name beside the name that journals know, like nobody else's, and never used alone.",
    )
    display_skeleton = DisplaySkeletonField(
        max_length=MAX_SKELETON_LENGTH + 20, unique=True, null=True, blank=True, editable=False
    )
    picture = models.CharField(
        max_length=40, blank=True, editable=False, help_text="the chosen emblem and colour; if empty, it is drawn"
    )
    wiki_name = models.CharField(max_length=255, blank=True, editable=False, help_text="the user name on the wiki")
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="merged",
        help_text="the account of the same person that everything of this one belongs to",
    )
    is_guest = models.BooleanField(
        default=False, editable=False, help_text="plays at a practice table without an account, for a day"
    )
    seen_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when a page was last shown, to ten minutes"
    )
    seen_before = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when the visit before the last one ended"
    )
    # The username is the only name that is stored. Real names are not needed.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PersonManager] = PersonManager()

    class Meta:
        verbose_name_plural = "people"
        permissions = [
            (ADMINISTER, "May act as an admin in games"),
            (MODERATE, "May suspend people"),
            (KEEP_WIKI, "May decide about wiki pages"),
        ]
        constraints = [
            # Upper, because `iexact` compares uppercase text on PostgreSQL, so that the look-up uses this index.
            models.UniqueConstraint(
                Upper("username"),
                name="person_name_unique_whatever_case",
                violation_error_message=TAKEN,
            ),
            models.UniqueConstraint(fields=["wiki_name"], condition=~Q(wiki_name=""), name="one_person_per_wiki_name"),
        ]

    def __str__(self) -> str:
        return self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return tidy_name(username)

    def clean(self) -> None:
        """Validate the name.

        Raises ValidationError if it is confusable with another name, or if a person who has played changes it.
        """
        super().clean()
        before = Person.objects.filter(pk=self.pk).values_list("username", flat=True).first()
        if before == self.username:
            return  # also for a name that was confusable before the check existed
        if before is not None and self.players.exists():
            raise ValidationError({"username": KNOWN_BY_IT})
        try:
            Person.objects.refuse_like_another(self.username, but=self)
        except ValidationError as error:
            raise ValidationError({"username": error}) from None

    def names(self) -> list[str]:
        """Return the names by which journals know the person: their own, and those of accounts merged into it."""
        return [self.username, *self.merged.order_by("username").values_list("username", flat=True)]

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class ApiToken(models.Model):
    """An API token with which a bot acts on behalf of its person.

    Only a hash of the secret is stored. The secret itself is displayed once.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=50, help_text="The purpose of the token, in the person's words.")
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
