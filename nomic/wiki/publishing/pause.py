"""A pause of all publishing by a keeper, with a reason. It ends at a set time, or earlier by a keeper."""

from datetime import datetime, timedelta

from django.utils import timezone

from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import MAX_REASON_LENGTH, Publisher

LONGEST = timedelta(days=3)


def pause(until: datetime, why: str) -> None:
    """Pause publishing until this time.

    An earlier pause is replaced. Raises ValueError if the end is past or too far away.
    """
    now = timezone.now()
    if not now < until <= now + LONGEST:
        raise ValueError(f"a pause ends within {LONGEST.days} days from now")
    Publisher.objects.get_or_create(pk=1)
    Publisher.objects.filter(pk=1).update(paused_until=until, paused_why=why[:MAX_REASON_LENGTH])


def go_on() -> bool:
    """End the pause. Return whether there was one."""
    if not Publisher.objects.filter(pk=1, paused_until__gt=timezone.now()).update(paused_until=timezone.now()):
        return False
    wake_publisher(0)
    return True


def is_paused() -> bool:
    """Return whether a keeper has paused publishing. Sends one query."""
    return Publisher.objects.filter(pk=1, paused_until__gt=timezone.now()).exists()
