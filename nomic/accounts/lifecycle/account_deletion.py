"""Account deletion: removes all personal data and reserves the name for ever.

Journals identify people by name. The row therefore remains, emptied except for the name. Otherwise a new account with
that name would be taken for the earlier player and could act as them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.admin.models import LogEntry
from django.db import models, transaction
from django.utils import timezone

from nomic.accounts.admin_permission import would_leave_none
from nomic.accounts.login_history import forget_sign_ins_of
from nomic.accounts.looks.change_signals import looks_changed
from nomic.accounts.models import Person

KEPT = (LogEntry,)  # Staff actions remain logged under the names of the staff.
LAST = "This is the last superuser account. Make somebody else a superuser first."


@dataclass(frozen=True, slots=True)
class MembershipHooks:
    """Hooks of the players app that account deletion uses to find and leave games.

    `games(person)` returns the titles of the running games in which the person plays. `leave(person)` makes the person
    leave those games. Call it outside any transaction. It raises NotClosed if the account has to remain.
    """

    games: Callable[[Person], list[str]]
    leave: Callable[[Person], None]


_playing: list[MembershipHooks] = []


class NotClosed(Exception):
    """Raised if the account cannot be deleted now. The message gives the reason."""


def register_playing(playing: MembershipHooks) -> None:
    """Register the hooks of the players app."""
    if playing not in _playing:
        _playing.append(playing)


def games_of(person: Person) -> list[str]:
    """Return the titles of the running games in which the person plays."""
    return [title for each in _playing for title in each.games(person)]


def leave_games(person: Person) -> None:
    """Make the person leave all running games. Call it outside any transaction.

    Raises NotClosed if they cannot leave one.
    """
    for each in _playing:
        each.leave(person)


def delete_account(person: Person, *, leaves: bool) -> None:
    """Delete an account. If `leaves` is true, the person's players leave their games first.

    Otherwise they remain without an owner (R143). A call that failed half-way can be repeated and continues. Raises
    NotClosed if the account cannot be deleted; the account then still exists.
    """
    if would_leave_none([person]):
        raise NotClosed(LAST)
    if leaves:
        leave_games(person)
    with transaction.atomic():
        # Lock all superusers in a fixed order. Otherwise two who delete each other concurrently would leave none.
        list(Person.objects.select_for_update().filter(is_superuser=True).order_by("pk"))
        person = Person.objects.select_for_update().get(pk=person.pk)
        if would_leave_none([person]):
            raise NotClosed(LAST)
        delete_account_data(person)
    looks_changed(person)


def delete_account_data(person: Person) -> None:
    """Delete everything that belongs to an account except its name. Call it inside a transaction."""
    _delete_what_is_theirs(person)
    forget_sign_ins_of(person)
    _empty(person)


def _delete_what_is_theirs(person: Person) -> None:
    """Delete the rows of all tables that cascade from the person: tokens, notices, drafts, addresses and others."""
    for relation in Person._meta.get_fields(include_hidden=True):
        if not isinstance(relation, models.ForeignObjectRel) or relation.many_to_many:
            continue
        model = relation.related_model
        if relation.on_delete is models.CASCADE and isinstance(model, type) and model not in KEPT:
            model._default_manager.filter(**{relation.field.name: person.pk}).delete()
    person.groups.clear()
    person.user_permissions.clear()


def _empty(person: Person) -> None:
    person.email, person.zone, person.last_login = "", "", None
    person.seen_at = person.seen_before = None
    person.display_name, person.suspended_why, person.suspended_until = "", "", None
    person.suspended_reply, person.suspended_reply_at, person.suspended_answer = "", None, ""
    person.picture = person.wiki_name = ""
    person.is_active = person.is_staff = person.is_superuser = False
    person.closed_at = person.closed_at or timezone.now()
    person.set_unusable_password()
    person.save()
