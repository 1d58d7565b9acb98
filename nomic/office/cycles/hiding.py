"""Hiding a game from everybody except its players and staff, and showing it again. Both are logged."""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle
from nomic.cycles.visibility import may_read
from nomic.notices.models import Delivery, Notice, State
from nomic.notices.notify import notify_people
from nomic.office.cycles.notify_signed_up import SIGNED_UP, people_signed_up
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.write_staff_log import log_staff_act

Typed = Mapping[str, str]


def hide(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Hide a game, and log it. Return a message.

    Waiting messages about the game are sent only to its players and staff. Raises NotDone if it is hidden already, or
    no reason is given.
    """
    reason = reason_in(typed)
    with transaction.atomic():
        row = lock_cycle(cycle.slug)
        if row.hidden_at is not None:
            raise NotDone("This game is hidden already.")
        row.hidden_at = timezone.now()
        _write(by, row, f"hid {row.title}", reason)
        _stop_sending(row)
        away = _signed_up_outsiders(row)
        # The notice names no game to follow, so that it can be read while the game is hidden.
        notify_people(
            away, SIGNED_UP.name, f"{row.title}, which you signed up for, is hidden. You will hear if it comes back."
        )
    return f"{cycle.title} is hidden: only its players and staff can read it now."


def show(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Show a hidden game to everybody again, and log it. Return a message.

    Raises NotDone if it is not hidden, or no reason is given.
    """
    reason = reason_in(typed)
    with transaction.atomic():
        row = lock_cycle(cycle.slug)
        if row.hidden_at is None:
            raise NotDone("This game is not hidden.")
        away = _signed_up_outsiders(row)
        row.hidden_at = None
        _write(by, row, f"showed {row.title} again", reason)
        link = reverse("web:hall", args=[row.slug])
        notify_people(away, SIGNED_UP.name, f"{row.title}, which you signed up for, is back.", link, row)
    return f"Everybody can read {cycle.title} again."


def _write(by: Person, cycle: Cycle, did: str, reason: str) -> None:
    Cycle.objects.filter(pk=cycle.pk).update(hidden_at=cycle.hidden_at)
    log_staff_act(by, did, reason=reason, link=reverse("web:hall", args=[cycle.slug]))


def _signed_up_outsiders(cycle: Cycle) -> list[Person]:
    """Return the people who asked to join a hidden game but may not read it."""
    return [person for person in people_signed_up(cycle) if not may_read(cycle, person)]


def _stop_sending(cycle: Cycle) -> None:
    """Drop the waiting messages to the game's webhooks, and those to people who may no longer read the game."""
    unread = Notice.objects.filter(cycle=cycle, read_at=None).select_related("person")
    people = {notice.person for notice in unread}
    others = [person.pk for person in people if not may_read(cycle, person)]
    unread.filter(person__in=others).update(read_at=timezone.now())
    waiting = Delivery.objects.filter(state=State.WAITING)
    waiting.filter(Q(webhook__cycle=cycle) | Q(notice__cycle=cycle, notice__person__in=others)).update(
        state=State.UNNEEDED, ended_at=timezone.now()
    )


ACTIONS: Mapping[str, Callable[[Person, Cycle, Typed], str]] = {"hide": hide, "show": show}
