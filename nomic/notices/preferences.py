"""A person's settings for sending notices."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.notices.kinds import sent_kinds
from nomic.notices.models import Digest, Notice, NoticeSettings

PERIODS = {Digest.DAILY: timedelta(days=1), Digest.WEEKLY: timedelta(weeks=1)}


def wishes_of(person: Person) -> NoticeSettings:
    """Return a person's notification settings, or unsaved defaults if they have none."""
    return NoticeSettings.objects.filter(person=person).first() or NoticeSettings(person=person)


def set_wishes(person: Person, *, by_email: bool, kinds: Iterable[str]) -> None:
    """Store which kinds of notices are sent, and whether mails are sent.

    Kinds not offered to the person are unchanged.
    """
    wanted = set(kinds)
    offered = [kind.name for kind in sent_kinds(person)]
    unsent = [name for name in offered if name not in wanted]
    unsent += [name for name in wishes_of(person).unsent_kinds if name not in offered]
    NoticeSettings.objects.update_or_create(person=person, defaults={"by_email": by_email, "unsent_kinds": unsent})


def set_muted(person: Person, kind: str, *, muted: bool) -> None:
    """Mute or unmute a kind of notices. Kinds that the person is not offered are ignored."""
    if kind not in [each.name for each in sent_kinds(person)]:
        return
    with transaction.atomic():
        NoticeSettings.objects.get_or_create(person=person)
        row = NoticeSettings.objects.select_for_update().get(person=person)
        row.muted_kinds = sorted(set(row.muted_kinds) - {kind} | ({kind} if muted else set()))
        row.save(update_fields=["muted_kinds"])
        if muted:
            Notice.objects.filter(person=person, kind=kind, read_at=None).update(read_at=timezone.now())


def set_digest(person: Person, often: str) -> None:
    """Set how often a person gets the digest. Any value that is not a `Digest` means never."""
    chosen = Digest(often) if often in Digest.values else Digest.NEVER
    now = timezone.now()
    due = {"digest_at": now + PERIODS[chosen], "digest_since": now} if chosen else {"digest_at": None}
    NoticeSettings.objects.get_or_create(person=person)
    # The same choice again does not put the next digest off.
    NoticeSettings.objects.filter(person=person).exclude(digest=chosen).update(digest=chosen, **due)


def no_more_mails(person: Person) -> None:
    """Stop all mails to a person, including the digest. Notices still appear on the site."""
    NoticeSettings.objects.update_or_create(
        person=person, defaults={"by_email": False, "digest": Digest.NEVER, "digest_at": None}
    )
