"""A person's settings for sending notices."""

from collections.abc import Iterable

from nomic.accounts.models import Person
from nomic.notices.kinds import sent_kinds
from nomic.notices.models import NoticeSettings


def wishes_of(person: Person) -> NoticeSettings:
    """Return the settings of a person, or the defaults."""
    return NoticeSettings.objects.filter(person=person).first() or NoticeSettings(person=person)


def set_wishes(person: Person, *, by_email: bool, kinds: Iterable[str]) -> None:
    """Store the kinds to be sent, and whether to send mails. Undeclared kinds are not stored."""
    wanted = set(kinds)
    unsent = [kind.name for kind in sent_kinds() if kind.name not in wanted]
    NoticeSettings.objects.update_or_create(person=person, defaults={"by_email": by_email, "unsent_kinds": unsent})


def no_more_mails(person: Person) -> None:
    """Switch a person's mails off. Notices still appear on the site."""
    NoticeSettings.objects.update_or_create(person=person, defaults={"by_email": False})
