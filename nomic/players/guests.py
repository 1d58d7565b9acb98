"""Guests: visitors without an account who play at a practice table of their own for a day.

A guest is a `Person` whom nobody can log in as. A guest's tables are practice cycles that no list links to. There the
guest's player is called GUEST, since journals never change a name. When the visitor signs up, the tables belong to the
new account, which plays on under that name.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.replay import erase_practice_cycle
from nomic.cycles.models import Cycle, Status
from nomic.cycles.practice_setup import perform_opening_acts
from nomic.players.models import Player

GUEST = "Guest"  # `accounts/name_rules.py` reserves it
SLUG_PREFIX = "play-"
MAX_TABLES = 3  # per guest
MAX_ENTRIES = 3_000  # in the journal of a guest's table; afterwards the guest cannot act there
STAY = timedelta(days=1)
CLEARED_AT_ONCE = 50
RULE = "Guests"


def actor_in(cycle: Cycle, person: Any) -> Actor:
    """Return the actor that represents a visitor in this cycle.

    At a guest's table, the owner of the table is GUEST; elsewhere guests are anonymous.
    """
    if not person.is_authenticated:
        return Actor.nobody()
    actor = Actor.person(person)
    if is_guest_table(cycle) and Player.objects.filter(cycle=cycle, name=GUEST, person=person.pk).exists():
        return Actor(GUEST, actor.person_id, actor.is_admin)
    return Actor.nobody() if person.is_guest else actor


def is_guest_table(cycle: Cycle) -> bool:
    """Return whether a guest opened the cycle, even if the guest has signed up since."""
    return cycle.practice and cycle.owner_name == GUEST


def new_guest() -> Person:
    """Create a guest. Raises Refused if there are as many as settings.MAX_GUESTS."""
    if Person.objects.filter(is_guest=True).count() >= settings.MAX_GUESTS:
        raise Refused(
            "too-many-guests", "All practice tables are taken just now. Sign up to get one of your own.", RULE
        )
    guest = Person(username=f"{GUEST} {int(fresh_hex(6), 16)}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


class TablesFull(Refused):
    """Raised when a guest who wants another table has MAX_TABLES running. `tables` are these, the newest first."""

    def __init__(self, tables: list[Cycle]) -> None:
        super().__init__("too-many", f"A guest has {MAX_TABLES} practice tables. Sign up to open more.", RULE)
        self.tables = tables


def open_guest_table(guest: Person, template: str, title: str, *, replacing: str = "") -> Cycle:
    """Return the guest's running table under the law of a template, or open one for the guest if there is none.

    A new table has bots like every practice cycle, and the title `title`. The guest's table with the slug `replacing`
    is erased for it. Raises TablesFull if the guest has MAX_TABLES, and NoSuchTemplate if there is no such template.
    """
    with transaction.atomic():
        # If two tables are opened at the same time, the second waits here and finds the first.
        Person.objects.select_for_update(no_key=True).get(pk=guest.pk)
        tables = tables_of(guest)
        known = next((table for table in tables if table.book.template == template), None)
        if known is not None:
            return known
        replaced = next((table for table in tables if table.slug == replacing), None)
        if replaced is not None:
            erase_practice_cycle(replaced)
            tables.remove(replaced)
        if len(tables) >= MAX_TABLES:
            raise TablesFull(tables)
        slug = f"{SLUG_PREFIX}{fresh_hex(6)}"
        create_cycle(template, slug=slug, title=title, practice=True, owner_name=GUEST)
        perform_opening_acts(slug, Actor(GUEST, guest.pk))
    return Cycle.objects.get(slug=slug)


def tables_of(person: Person) -> list[Cycle]:
    """Return the running tables that a person has opened as a guest, the newest first."""
    own = Cycle.objects.filter(
        practice=True,
        owner_name=GUEST,
        fork_of=None,
        status=Status.RUNNING,
        players__person=person,
        players__name=GUEST,
    )
    return list(own.select_related("book").order_by("-created_at"))


def adopt(guest: Person, person: Person) -> None:
    """Transfer everything that belongs to a guest to the account with which the visitor has signed up or logged in.

    The guest's own row remains until it is cleared, because an act in another process may still refer to it.
    """
    for model, name in _references_to_people():
        for row in model._default_manager.filter(**{name: guest.pk}):
            setattr(row, name, person)
            try:
                with transaction.atomic():
                    row.save(update_fields=[name])
            except IntegrityError:  # the account has a row of its own, such as a setting
                continue


def _references_to_people() -> list[tuple[type[models.Model], str]]:
    """Return every foreign key to a person as its model and field, including those without a reverse name."""
    relations = [
        each for each in Person._meta.get_fields(include_hidden=True) if isinstance(each, models.ForeignObjectRel)
    ]
    keys = [(each.related_model, each.field.name) for each in relations if each.one_to_many or each.one_to_one]
    return [(model, name) for model, name in keys if isinstance(model, type) and not model._meta.auto_created]


def clear_guests() -> int:
    """Delete guests and their tables a day after their arrival. Return the number of deleted tables."""
    before = timezone.now() - STAY
    claimed = Player.objects.filter(cycle=models.OuterRef("pk"), person__is_guest=False)
    old = Cycle.objects.filter(practice=True, owner_name=GUEST, fork_of=None, created_at__lt=before)
    tables = list(old.exclude(models.Exists(claimed)).order_by("pk")[:CLEARED_AT_ONCE])
    for table in tables:
        erase_practice_cycle(table)
    for guest in Person.objects.filter(is_guest=True, date_joined__lt=before, players=None)[:CLEARED_AT_ONCE]:
        guest.delete()
    return len(tables)
