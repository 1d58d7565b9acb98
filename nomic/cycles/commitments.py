"""Sealed arguments: the journal shows a commitment, and later, once they are unsealed, value and salt.

A commitment is the SHA-256, in hexadecimal, of the salt (32 hexadecimal digits) followed by the value as JSON without
blanks, keys sorted, everything beyond ASCII escaped. The salt keeps anybody from trying out the few values there are.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nomic.chance.fresh import fresh_hex
from nomic.cycles.models import Entry, Unsealing
from nomic.cycles.state_digest import canonical


@dataclass(frozen=True, slots=True)
class Sealed:
    """An argument that is kept secret."""

    value: Any
    salt: str

    @property
    def commitment(self) -> dict[str, str]:
        """What stands in the argument's place for everybody."""
        return {"commitment": commitment(self.value, self.salt)}

    def as_json(self) -> dict[str, Any]:
        """As the entry keeps it, and as everybody sees it once it is unsealed."""
        return {"value": self.value, "salt": self.salt}


Opened = dict[str, dict[str, Any]]


def new_salt() -> str:
    """A fresh salt, 32 hexadecimal digits."""
    return fresh_hex(16)


def commitment(value: Any, salt: str) -> str:
    """The SHA-256 that is shown in place of a value."""
    return hashlib.sha256(f"{salt}{canonical(value)}".encode()).hexdigest()


def salts_of(entry: Entry) -> dict[str, str]:
    """The salts of an entry's sealed arguments, for its replay."""
    return {name: sealed["salt"] for name, sealed in entry.sealed.items()}


def typed_args(entry: Entry) -> dict[str, Any]:
    """The arguments of an entry with the sealed ones in their places. Never to be shown to anybody."""
    return {**entry.args, **{name: sealed["value"] for name, sealed in entry.sealed.items()}}


def opened(entries: Iterable[Entry]) -> dict[int, Opened]:
    """Value and salt of every unsealed argument, by the entry's primary key and the argument's name.

    No query where nothing is sealed in any of them, as is usual.
    """
    sealed = {entry.pk: entry for entry in entries if entry.sealed}
    if not sealed:
        return {}
    public = Unsealing.objects.filter(entry__in=sealed).values_list("entry_id", flat=True)
    return {pk: dict(sealed[pk].sealed) for pk in public}
