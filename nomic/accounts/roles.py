"""The roles of staff, and the check of what each role may do.

A role is a Django group with one permission of `Person`. Owners are superusers. Staff without a role may view the
office and the admin site, and change nothing.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet

from nomic.accounts.models import ADMINISTER, KEEP_WIKI, MODERATE, Person

BACKEND = "django.contrib.auth.backends.ModelBackend"  # which knows permissions


class Duty(StrEnum):
    """A permission that roles of staff can have."""

    LOOK = "look"
    GAMES = "games"
    COMMENTS = "comments"
    SUSPEND = "suspend"
    WIKI = "wiki"
    ACCOUNTS = "accounts"
    ROLES = "roles"
    CONNECTIONS = "connections"


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its name, its title and description, its permission (empty for owners), and its duties."""

    name: str
    title: str
    description: str
    permission: str
    duties: frozenset[Duty]


OWNER = Role(
    "owner",
    "Owner",
    "Does everything: gives roles, closes accounts, connects mail and wiki, and all that the others do.",
    "",
    frozenset(Duty),
)
GAME_KEEPER = Role(
    "game-keeper",
    "Game keeper",
    "Opens, ends and hides games, corrects them, hides comments, and decides about wiki pages that are set aside.",
    ADMINISTER,
    frozenset({Duty.LOOK, Duty.GAMES, Duty.COMMENTS, Duty.WIKI}),
)
MODERATOR = Role(
    "moderator",
    "Moderator",
    "Hides comments, and suspends people who are not staff, with a reason and an end.",
    MODERATE,
    frozenset({Duty.LOOK, Duty.COMMENTS, Duty.SUSPEND}),
)
WIKI_KEEPER = Role(
    "wiki-keeper",
    "Wiki keeper",
    "Decides about wiki pages that are set aside, and tries publishing again.",
    KEEP_WIKI,
    frozenset({Duty.LOOK, Duty.WIKI}),
)
ROLES = (OWNER, GAME_KEEPER, MODERATOR, WIKI_KEEPER)


def roles_of(person: Any) -> list[Role]:
    """Return the roles of a person (the user model). Accounts that are not active, or not staff, have none."""
    if not person.is_active:
        return []
    if person.is_superuser:
        return [OWNER]
    if not person.is_staff:
        return []
    return [role for role in ROLES if role.permission and person.has_perm(f"accounts.{role.permission}")]


def has_duty(person: Any, duty: Duty) -> bool:
    """Return whether a person (the user model) has a duty as staff."""
    if duty is Duty.LOOK and person.is_active and person.is_staff:
        return True
    return any(duty in role.duties for role in roles_of(person))


def who_may(duty: Duty) -> QuerySet[Person]:
    """Return the active staff who have a duty, including owners, the oldest accounts first."""
    found = Person.objects.filter(is_superuser=True)
    for role in ROLES:
        if role.permission and duty in role.duties:
            found |= Person.objects.with_perm(f"accounts.{role.permission}", backend=BACKEND)
    return found.filter(Q(is_superuser=True) | Q(is_staff=True), is_active=True).distinct().order_by("pk")


def give_roles(person: Person, names: set[str]) -> None:
    """Give a person exactly the roles with these names. Without roles, the person is no longer staff.

    The owner's role can only be changed in the admin site. Raises KeyError for an unknown name.
    """
    ours = {role.name: role for role in ROLES if role.permission}
    chosen = [ours[name] for name in sorted(names)]
    person.groups.remove(*Group.objects.filter(name__in=[role.title for role in ours.values()]))
    permissions = Permission.objects.filter(content_type=ContentType.objects.get_for_model(Person))
    person.user_permissions.remove(*permissions.filter(codename__in=[role.permission for role in ours.values()]))
    for role in chosen:
        group, _ = Group.objects.get_or_create(name=role.title)
        group.permissions.set(permissions.filter(codename=role.permission))
        person.groups.add(group)
    person.is_staff = bool(chosen) or person.is_superuser
    person.save(update_fields=["is_staff"])
