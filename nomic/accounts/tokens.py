"""Issues, finds and revokes the API tokens of bots."""

import hashlib
import re
import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from nomic.accounts.models import ApiToken, Person
from nomic.db import Prepared

MAX_TOKENS = 20  # valid at the same time, per person
SECRET_BYTES = 32
START = "nomic_"
SHAPE = re.compile(START + r"([0-9a-f]{8})_([A-Za-z0-9_-]{43})", re.ASCII)
USE_IS_NOTED_EVERY = timedelta(minutes=1)


def hash_secret(secret: str) -> str:
    """Return the SHA-256 of a secret as hex.

    It needs no salt and no slow hash, because 256 random bits cannot be guessed.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def check_token_name(name: str) -> str:
    """Return the token's name without surrounding white space.

    Raises ValidationError if the name cannot be displayed on a page.
    """
    name = name.strip()
    if not name:
        raise ValidationError("Give the token a name.", code="required")
    if len(name) > 50:
        raise ValidationError("A token's name has at most 50 characters.", code="max_length")
    if not name.isprintable():
        raise ValidationError("A token's name can have only printable characters.", code="characters")
    return name


def issue_token(person: Person, name: str) -> tuple[ApiToken, str]:
    """Issue a token, and return it with its secret, which cannot be displayed again.

    Raises ValidationError if the name is invalid, or if the person already has MAX_TOKENS.
    """
    name = check_token_name(name)
    if person.api_tokens.filter(revoked_at=None).count() >= MAX_TOKENS:
        raise ValidationError(f"You have {MAX_TOKENS} tokens already; revoke one that you do not use.", code="too_many")
    prefix = secrets.token_hex(4)
    secret = f"{START}{prefix}_{secrets.token_urlsafe(SECRET_BYTES)}"
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
    """Return the valid token of an active person with this secret, or None.

    Records the use of the token, at most once a minute. A text that does not have the form of a secret is not queried.
    """
    if not SHAPE.fullmatch(secret):
        return None
    token = _living.first(hash_secret(secret))
    if token is not None:
        note_use(token)
    return token


def note_use(token: ApiToken) -> None:
    """Record that the token was used. Of all requests within one minute, only the first writes."""
    now = timezone.now()
    before = now - USE_IS_NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > before:
        return
    unnoted = Q(last_used_at=None) | Q(last_used_at__lte=before)
    if ApiToken.objects.filter(unnoted, pk=token.pk).update(last_used_at=now):
        token.last_used_at = now


def revoke_token(token: ApiToken) -> None:
    """Revoke the token immediately. Revoking it again keeps the first time of revocation."""
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
