"""The archive: ended games that are no longer in the lists of games. They can be read, but nobody can act in them."""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.corrections.permissions import open_correction_of
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.write_staff_log import log_staff_act

Typed = Mapping[str, str]


def archive(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Move an ended game to the archive, and log it. Return a message.

    Raises NotDone if it runs, is archived already, or no reason is given.
    """
    reason = reason_in(typed)
    with transaction.atomic():
        row = lock_cycle(cycle.slug)
        if row.is_running:
            raise NotDone("Only a game that has ended can be archived. End it first.")
        if row.archived_at is not None:
            raise NotDone("This game is in the archive already.")
        if (correction := open_correction_of(row)) is not None:
            raise NotDone(f"A correction is open: “{correction.reason}”. Adopt or drop it first.")
        _write(by, row, archived=True, reason=reason)
    return f"{cycle.title} is in the archive now."


def take_out(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Move a game out of the archive, and log it. Return a message.

    Raises NotDone if it is not there, or no reason is given.
    """
    reason = reason_in(typed)
    with transaction.atomic():
        row = lock_cycle(cycle.slug)
        if row.archived_at is None:
            raise NotDone("This game is not in the archive.")
        _write(by, row, archived=False, reason=reason)
    return f"{cycle.title} is out of the archive again."


def _write(by: Person, cycle: Cycle, *, archived: bool, reason: str) -> None:
    Cycle.objects.filter(pk=cycle.pk).update(archived_at=timezone.now() if archived else None)
    did = f"archived {cycle.title}" if archived else f"took {cycle.title} out of the archive"
    log_staff_act(by, did, reason=reason, link=reverse("web:hall", args=[cycle.slug]))


ACTIONS: Mapping[str, Callable[[Person, Cycle, Typed], str]] = {"archive": archive, "take-out": take_out}
