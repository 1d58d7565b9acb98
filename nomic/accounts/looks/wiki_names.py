"""The name that a person has on the wiki.

It must be a valid title of a user page, because our pages link to that page.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from nomic.accounts.looks.change_signals import looks_changed
from nomic.accounts.models import Person
from nomic.wikitext.escape import NOT_IN_USER_NAMES

MAX_BYTES = 255  # of a title in MediaWiki, in UTF-8
UNSEEN = frozenset({"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"})
BAD = "A wiki user name has no signs such as # < > [ ] | { } / @ : & = ~ % and no invisible characters."
TAKEN = "Somebody else already has this name on the wiki."
AN_ADDRESS = re.compile(r"[0-9.]+")


def check_wiki_name(typed: str) -> str:
    """Return a wiki user name as MediaWiki writes it, or "" for none. Raises ValidationError if it cannot be one."""
    name = unicodedata.normalize("NFC", typed[: MAX_BYTES + 1]).replace("_", " ")
    name = re.sub(" +", " ", name).strip(" ").removeprefix("User:").strip(" ")
    if not name:
        return ""
    if len(name.encode(errors="replace")) > MAX_BYTES:
        raise ValidationError(f"A wiki user name can have at most {MAX_BYTES} bytes.")
    if NOT_IN_USER_NAMES.search(name) or any(unicodedata.category(each) in UNSEEN for each in name):
        raise ValidationError(BAD)
    if unicodedata.category(name[0]).startswith("M"):
        raise ValidationError("A wiki user name begins with a letter, a digit or a sign.")
    if AN_ADDRESS.fullmatch(name):
        raise ValidationError("That is an address, not a user name.")
    return name[0].upper() + name[1:] if len(name[0].upper()) == 1 else name


def set_wiki_name(person: Person, typed: str) -> str:
    """Store a wiki user name, or remove it if the text is empty. Return the stored name.

    Raises ValidationError if the name is invalid, or another person has it.
    """
    name = check_wiki_name(typed)
    if name and Person.objects.filter(wiki_name=name).exclude(pk=person.pk).exists():
        raise ValidationError(TAKEN)
    try:
        with transaction.atomic():
            is_new = Person.objects.filter(pk=person.pk).exclude(wiki_name=name).update(wiki_name=name)
    except IntegrityError:  # somebody else has told it at the same time
        raise ValidationError(TAKEN) from None
    if is_new:
        looks_changed(person)
    return name
