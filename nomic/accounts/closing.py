"""Deleting an account: all that is somebody's own goes, and the name is never given to anybody else.

Journals know people by their names. So the row stays, empty, and with it the name: a newcomer who had it would be taken
for whoever played under it, and could act as them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.rights import would_leave_none

KEPT = (LogEntry,)  # what staff have done stands with their names
LAST = "This is the last superuser account. Make somebody else a superuser first."


@dataclass(frozen=True, slots=True)
class Playing:
    """What players are to the accounts whose they are. The room of players says it.

    `games(person)` names the running games in which somebody plays; `leave(person)` leaves them, in no transaction of
    the caller's, and raises NotClosed if the account has to stay.
    """

    games: Callable[[Person], list[str]]
    leave: Callable[[Person], None]


_playing: list[Playing] = []


class NotClosed(Exception):
    """An account that cannot be deleted now; the text says why."""


def plays(playing: Playing) -> None:
    """Know how people play."""
    if playing not in _playing:
        _playing.append(playing)


def games_of(person: Person) -> list[str]:
    """The titles of the running games in which somebody plays."""
    return [title for each in _playing for title in each.games(person)]


def close(person: Person, *, leaves: bool) -> None:
    """Delete an account. Its players leave their games first (`leaves`), or stay as nobody's (R143).

    Done again after it failed half-way, it goes on. Raises NotClosed; then the account is still there.
    """
    if would_leave_none([person]):
        raise NotClosed(LAST)
    if leaves:
        for each in _playing:
            each.leave(person)
    with transaction.atomic():
        # All superusers are locked, in one order: two who delete each other at once would leave none.
        list(Person.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
        person = Person.objects.select_for_update().get(pk=person.pk)
        if would_leave_none([person]):
            raise NotClosed(LAST)
        _delete_what_is_theirs(person)
        _empty(person)


def _delete_what_is_theirs(person: Person) -> None:
    """Rows of all tables that would go with the row: tokens, notices, drafts, addresses, accounts elsewhere."""
    for relation in Person._meta.related_objects:
        model = relation.related_model
        if relation.on_delete is models.CASCADE and isinstance(model, type) and model not in KEPT:
            model._default_manager.filter(**{relation.field.name: person.pk}).delete()
    person.groups.clear()
    person.user_permissions.clear()


def _empty(person: Person) -> None:
    person.email, person.zone, person.last_login = "", "", None
    person.is_active = person.is_staff = person.is_superuser = False
    person.closed_at = person.closed_at or timezone.now()
    person.set_unusable_password()
    person.save()
