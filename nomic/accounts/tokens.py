"""Issue, find and revoke the tokens of bots."""

import hashlib
import re
import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from nomic.accounts.models import ApiToken, Person
from nomic.db.prepared_query import Prepared

MAX_TOKENS = 20  # alive at once, of one person
SECRET_BYTES = 32
SHAPE = re.compile(r"nomic_([0-9a-f]{8})_([A-Za-z0-9_-]{43})", re.ASCII)
USE_IS_NOTED_EVERY = timedelta(minutes=1)


def hash_secret(secret: str) -> str:
    """SHA-256 as hex. No salt and no slow hash: 256 random bits cannot be guessed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def check_token_name(name: str) -> str:
    """The name without white space at its ends; ValidationError when it is no name to show on a page."""
    name = name.strip()
    if not name:
        raise ValidationError("Give the token a name.", code="required")
    if len(name) > 50:
        raise ValidationError("A token's name has at most 50 characters.", code="max_length")
    if not name.isprintable():
        raise ValidationError("A token's name has only printable characters.", code="characters")
    return name


def issue_token(person: Person, name: str) -> tuple[ApiToken, str]:
    """A new token and its secret, which nobody can show again.

    Raises ValidationError for a name that is none, and when the person has MAX_TOKENS already.
    """
    name = check_token_name(name)
    if person.api_tokens.filter(revoked_at=None).count() >= MAX_TOKENS:
        raise ValidationError(f"You have {MAX_TOKENS} tokens already; revoke one that you do not use.", code="too_many")
    prefix = secrets.token_hex(4)
    secret = f"nomic_{prefix}_{secrets.token_urlsafe(SECRET_BYTES)}"
    token = ApiToken.objects.create(
        person=person, name=name, prefix=prefix, hash=hash_secret(secret), created_at=timezone.now()
    )
    return token, secret


_living = Prepared(
    lambda hashed: ApiToken.objects.select_related("person").filter(
        hash=hashed, revoked_at=None, person__is_active=True
    ),
    str,
)


def find_token(secret: str) -> ApiToken | None:
    """The living token of an active person with this secret; notes its use, at most once a minute.

    Anything may be handed in: what does not look like a token is not looked up.
    """
    if not SHAPE.fullmatch(secret):
        return None
    token = _living.first(hash_secret(secret))
    if token is not None:
        note_use(token)
    return token


def note_use(token: ApiToken) -> None:
    """Remember that the token was used; of many requests in the same minute one writes."""
    now = timezone.now()
    before = now - USE_IS_NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > before:
        return
    unnoted = Q(last_used_at=None) | Q(last_used_at__lte=before)
    if ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now):
        token.last_used_at = now


def revoke(token: ApiToken) -> None:
    """The token stops working at once. Revoking again keeps the first time."""
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
