"""What somebody wants sent to them."""

from collections.abc import Iterable

from nomic.accounts.models import Person
from nomic.notices.kinds import sent_kinds
from nomic.notices.models import NoticeSettings


def wishes_of(person: Person) -> NoticeSettings:
    """The settings of a person, as they are before anybody has chosen where they never did."""
    return NoticeSettings.objects.filter(person=person).first() or NoticeSettings(person=person)


def set_wishes(person: Person, *, by_email: bool, kinds: Iterable[str]) -> None:
    """Send these kinds and no other; with or without mails. Kinds that nobody has declared are not kept."""
    wanted = set(kinds)
    unsent = [kind.name for kind in sent_kinds() if kind.name not in wanted]
    NoticeSettings.objects.update_or_create(person=person, defaults={"by_email": by_email, "unsent_kinds": unsent})


def no_more_mails(person: Person) -> None:
    """Send no mails; the notices themselves are there as ever."""
    NoticeSettings.objects.update_or_create(person=person, defaults={"by_email": False})
