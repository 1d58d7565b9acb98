"""Muting of people: what a muted person writes is folded, and causes no notices."""

from nomic import limits
from nomic.accounts.models import Person
from nomic.comments.models import Comment, Mute
from nomic.cycles.domain.exceptions import Refused


def mute_person(person: Person, other: Person) -> None:
    """Mute another person. Raises Refused for oneself, for guests, and beyond the limit."""
    if person.is_guest or person.pk == other.pk:
        raise Refused("no-mute", "You can mute other people once you have an account.")
    if Mute.objects.filter(person=person).exclude(other=other).count() >= limits.MUTES:
        raise Refused("too-many", f"You have muted {limits.MUTES} people, which is the maximum.")
    Mute.objects.get_or_create(person=person, other=other)


def unmute_person(person: Person, other: Person) -> None:
    """Unmute another person."""
    Mute.objects.filter(person=person, other=other).delete()


def has_muted(person: Person, other: Person) -> bool:
    """Return whether a person has muted another."""
    return Mute.objects.filter(person=person, other=other).exists()


def muted_by(person: Person) -> set[int]:
    """Return the primary keys of the people that a person has muted. Sends one query."""
    return set(Mute.objects.filter(person=person).values_list("other_id", flat=True))


def author_of(comment: Comment) -> Person:
    """Return the person who wrote a comment. Raises Refused if the account was deleted."""
    if comment.person is None:
        raise Refused("gone", f"{comment.author} has deleted their account.")
    return comment.person
