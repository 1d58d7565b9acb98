"""What a name may be: it becomes a player's name, a part of addresses and text on a wiki page."""

import re
import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator, RegexValidator

SHORTEST = 2
LONGEST = 30

# Names that mean somebody or something else where players are named: the actors of the journal, the accounts
# of the ledger, and parts of addresses.
RESERVED = frozenset(
    {
        "admin",
        "administrator",
        "all",
        "anonymous",
        "anybody",
        "api",
        "everybody",
        "everyone",
        "host",
        "me",
        "moderator",
        "new",
        "nobody",
        "nomic",
        "none",
        "null",
        "pool",
        "root",
        "staff",
        "system",
        "undefined",
    }
)


def refuse_reserved_name(name: str) -> None:
    """Raise ValidationError for a name that the system itself uses, however it is capitalised."""
    if name.lower() in RESERVED:
        raise ValidationError(f"“{name}” is a reserved name.", code="reserved")


NAME_VALIDATORS: list[Callable[[str], None]] = [
    MinLengthValidator(SHORTEST, f"A name has at least {SHORTEST} characters."),
    MaxLengthValidator(LONGEST, f"A name has at most {LONGEST} characters."),
    # \Z, not $: that would let a line break through at the end.
    RegexValidator(
        r"\A[A-Za-z0-9][A-Za-z0-9_.-]*\Z",
        "A name is made of the letters A to Z, digits, and _ . - (and begins with a letter or digit).",
        code="characters",
    ),
    refuse_reserved_name,
]


def nearest_name(text: str) -> str:
    """The valid name that looks most like `text`, which is a name from elsewhere (Discord, a wiki)."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    plain = re.sub(r"\s+", "_", plain.strip())
    plain = re.sub(r"[^A-Za-z0-9_.-]", "", plain).lstrip("_.-")[:LONGEST]
    if len(plain) < SHORTEST:
        return "player"
    if plain.lower() in RESERVED:
        return f"{plain}_player"
    return plain


def free_name(text: str, is_taken: Callable[[str], bool]) -> str:
    """`nearest_name(text)`, numbered from 2 where somebody has it already."""
    base = nearest_name(text)
    if not is_taken(base):
        return base
    number = 2
    while True:
        suffix = f"_{number}"
        name = base[: LONGEST - len(suffix)] + suffix
        if not is_taken(name):
            return name
        number += 1
