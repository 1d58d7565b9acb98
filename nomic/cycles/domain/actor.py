"""Actors: the authors of acts."""

from dataclasses import dataclass
from typing import Any

from nomic.accounts.admin_permission import is_admin


@dataclass(frozen=True, slots=True)
class Actor:
    """A person by username, which is also the player's name, or the system.

    `person_id` is None for the system and in a replay. `is_admin` is true if the person may act as an admin.
    """

    name: str
    person_id: int | None = None
    is_admin: bool = False
    is_system: bool = False

    @classmethod
    def person(cls, person: Any) -> "Actor":
        """Return the actor for an authenticated user."""
        return cls(person.get_username(), person.pk, is_admin(person))

    @classmethod
    def nobody(cls) -> "Actor":
        """Return the actor for an anonymous visitor, who may do nothing."""
        return cls("")


SYSTEM = Actor("", is_system=True)
