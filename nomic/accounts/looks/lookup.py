"""Lookup of how people look, by the names that pages show."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from nomic.accounts.models import Person


@dataclass(frozen=True, slots=True)
class Look:
    """The name and picture that others see of a person. A field is empty if the person has chosen nothing."""

    display_name: str = ""
    picture: str = ""
    wiki_name: str = ""


PLAIN = Look()
HAS_LOOK = ~Q(display_name="") | ~Q(picture="") | ~Q(wiki_name="")


def look_of(person: Person | None) -> Look:
    """Return how a person looks. For None, such as for a bot, all fields are empty."""
    return PLAIN if person is None else Look(person.display_name, person.picture, person.wiki_name)


def looks_of(names: Collection[str] | QuerySet[Any, Any]) -> dict[str, Look]:
    """Return how people look by name, for names or a query of names. People who have chosen nothing are left out.

    A merged account looks like the account that it was merged into. Sends one query.
    """
    rows = Person.objects.filter(HAS_LOOK | Q(merged_into__isnull=False), username__in=names)
    rows = rows.select_related("merged_into").only(*FIELDS)
    found = {row.username: look_of(row.merged_into or row) for row in rows}
    return {name: look for name, look in found.items() if look != PLAIN}


_OWN = ("display_name", "picture", "wiki_name")
FIELDS = ("username", "merged_into", *_OWN, *(f"merged_into__{field}" for field in _OWN))
