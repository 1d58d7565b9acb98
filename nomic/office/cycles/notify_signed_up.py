"""Notices to people who have signed up for a game."""

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_people

SIGNED_UP = NoticeKind("signed-up", "A game you signed up for begins later or earlier, or is gone", Heading.GAMES)


def people_signed_up(cycle: Cycle) -> list[Person]:
    """Return the people with an open account who have asked to join a game, whether admitted or not."""
    waiting = Person.objects.filter(join_requests__cycle=cycle, join_requests__asked_at__isnull=False, is_active=True)
    return list(waiting.order_by("pk"))


def notify_signed_up(cycle: Cycle, text: str, link: str = "") -> None:
    """Notify the people who have signed up for a game. Without a link the notice outlives the game."""
    notify_people(people_signed_up(cycle), SIGNED_UP.name, text, link, cycle if link else None)
