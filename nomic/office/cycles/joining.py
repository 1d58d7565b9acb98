"""Joining a game, set by form: who may join, and people whom keepers admit or turn away. All of it is logged."""

from collections.abc import Callable, Mapping

from django.db import transaction
from django.urls import reverse

from nomic.accounts.lookalikes import folded_name
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Cycle, Joining
from nomic.office.cycles.opening import NotDone, reason_in
from nomic.office.write_staff_log import log_staff_act
from nomic.players.membership.join_requests import approve, reject
from nomic.players.models import JoinRequest, Player
from nomic.wiki.mark_stale import mark_stale
from nomic.wiki.models import PageKind

MOST = 200  # requests that the page shows
Typed = Mapping[str, str]


def requests_of(cycle: Cycle) -> list[JoinRequest]:
    """Return the requests and admissions of people who do not play yet, the earliest request first."""
    playing = Player.objects.filter(cycle=cycle, left_at=None, person__isnull=False).values("person")
    rows = JoinRequest.objects.filter(cycle=cycle).exclude(person__in=playing)
    return list(rows.select_related("person").order_by("approved_at", "asked_at", "pk")[:MOST])


def set_joining(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Set who may join, and log it. Return a message. Raises NotDone if that changes nothing or no reason is given."""
    wanted, reason = typed["joining"], reason_in(typed)
    if wanted not in Joining.values:
        raise NotDone("Choose who may join.")
    if wanted == cycle.joining:
        raise NotDone(f"That is already the case: {Joining(wanted).label}.")
    with transaction.atomic():
        lock_cycle(cycle.slug)
        Cycle.objects.filter(pk=cycle.pk).update(joining=wanted)
        mark_stale(cycle.pk, [PageKind.MAIN])
        _log(by, cycle, f"let {Joining(wanted).label} join {cycle.title}", reason)
    return f"From now on this game takes {Joining(wanted).label}."


def let_somebody_in(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Admit a person, even without a request, and log it. Return a message.

    Raises NotDone if the person cannot join, or no reason is given.
    """
    person, reason = _person(typed), reason_in(typed)
    if not person.is_active:
        raise NotDone(f"{person} cannot log in now: the account is closed or suspended.")
    if Player.objects.filter(cycle=cycle, person=person, left_at=None).exists():
        raise NotDone(f"{person} plays in this game already.")
    with transaction.atomic():
        approve(cycle, person)
        _log(by, cycle, f"let {person} into {cycle.title}", reason, about=person)
    return f"{person} may join now."


def turn_somebody_away(by: Person, cycle: Cycle, typed: Typed) -> str:
    """Delete a person's request and approval, and log it. Return a message.

    Raises NotDone if they have neither, or no reason is given.
    """
    person, reason = _person(typed), reason_in(typed)
    with transaction.atomic():
        if not reject(cycle, person):
            raise NotDone(f"{person} has not asked to join, and was not let in.")
        _log(by, cycle, f"turned {person} away from {cycle.title}", reason, about=person)
    return f"{person} is no longer on the list."


def _person(typed: Typed) -> Person:
    found = Person.objects.filter(folded=folded_name(tidy_name(typed["person"])), is_guest=False).first()
    if found is None or not typed["person"].strip():
        raise NotDone("Nobody here has that name.")
    return found


def _log(by: Person, cycle: Cycle, did: str, reason: str, about: Person | None = None) -> None:
    name = "" if about is None else about.get_username()
    log_staff_act(by, did, about=name, reason=reason, link=reverse("web:hall", args=[cycle.slug]))


ACTIONS: Mapping[str, Callable[[Person, Cycle, Typed], str]] = {
    "joining": set_joining,
    "let-in": let_somebody_in,
    "turn-away": turn_somebody_away,
}
