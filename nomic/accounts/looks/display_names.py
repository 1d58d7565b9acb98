"""Display names, which are shown beside the name and never in its place.

A display name follows the rules for names, so that nobody can be taken for somebody else: it is not confusable with the
name or the display name of another person. It may resemble the person's own name.
"""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from nomic.accounts.looks.change_signals import looks_changed
from nomic.accounts.models import TAKEN, Person
from nomic.accounts.name_rules import (
    MIN_LENGTH,
    refuse_mixed_scripts,
    refuse_odd_characters,
    refuse_reserved_name,
    refuse_turning_text,
    tidy_name,
)

MAX_LENGTH = 40  # characters
RULES = (refuse_odd_characters, refuse_mixed_scripts, refuse_turning_text, refuse_reserved_name)


def check_display_name(typed: str, person: Person) -> str:
    """Return a display name for a person in its stored form, or "" for none.

    Raises ValidationError if it breaks the rules for names, or resembles another person's.
    """
    name = tidy_name(typed)
    if not name:
        return ""
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(f"A display name has {MIN_LENGTH} to {MAX_LENGTH} characters.")
    for rule in RULES:
        rule(name)
    Person.objects.refuse_like_another(name, but=person)
    return name


def set_display_name(person: Person, typed: str) -> str:
    """Store a display name, or remove it if the text is empty. Return the stored name.

    Raises ValidationError if the name is invalid or has just been taken.
    """
    name = check_display_name(typed, person)
    row = Person.objects.get(pk=person.pk)
    before, row.display_name = row.display_name, name
    try:
        with transaction.atomic():
            row.save(update_fields=["display_name", "display_skeleton"])
    except IntegrityError:  # somebody else has taken it at the same time
        raise ValidationError(TAKEN, code="unique") from None
    if name != before:
        looks_changed(row)
    return name
