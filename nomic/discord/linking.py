"""Links accounts with users of Discord, by a code that the account page shows and the command `/link` takes."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.discord.models import DiscordLink, LinkCode

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without letters that look like a digit
CODE_LENGTH = 10  # 50 bits
VALID = timedelta(minutes=15)


def new_code(person: Person) -> str:
    """Return a new code for `/link`. It replaces any earlier code of the person."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    LinkCode.objects.update_or_create(person=person, defaults={"hash": _hash(code), "ends_at": timezone.now() + VALID})
    return code


def link(user: str, code: str) -> Person | None:
    """Link the owner of a valid code with a Discord user, and return the person. Returns None for an invalid code.

    Earlier links of the person and of the Discord user are replaced, and the code is used up. If two links of one user
    are made at the same time, one fails.
    """
    try:
        return _link(user, code)
    except IntegrityError:
        return None


def _link(user: str, code: str) -> Person | None:
    with transaction.atomic():
        row = LinkCode.objects.select_for_update().filter(hash=_hash(code), ends_at__gt=timezone.now()).first()
        if row is None:
            return None
        DiscordLink.objects.filter(user=user).delete()
        DiscordLink.objects.update_or_create(person_id=row.person_id, defaults={"user": user})
        row.delete()
        return row.person


def unlink(person: Person) -> None:
    """Remove a person's link."""
    DiscordLink.objects.filter(person=person).delete()


def person_of(user: str) -> Person | None:
    """Return the person who linked or logged in with this user of Discord, or None.

    Closed and suspended accounts are returned as well. The caller must refuse them.
    """
    linked = DiscordLink.objects.filter(user=user).select_related("person").first()
    if linked is not None:
        return linked.person
    login = SocialAccount.objects.filter(provider="discord", uid=user).select_related("user").first()
    return login.user if login is not None and isinstance(login.user, Person) else None


def people_of(users: Iterable[str]) -> dict[str, Person]:
    """Return the people of these users of Discord, by user id, like `person_of`.

    Users without a person are left out.
    """
    ids = list(users)
    logins = SocialAccount.objects.filter(provider="discord", uid__in=ids).select_related("user")
    found = {login.uid: login.user for login in logins if isinstance(login.user, Person)}
    links = DiscordLink.objects.filter(user__in=ids).select_related("person")
    return found | {link.user: link.person for link in links}


def _hash(code: str) -> str:
    return hashlib.sha256(code.strip().upper().encode()).hexdigest()
