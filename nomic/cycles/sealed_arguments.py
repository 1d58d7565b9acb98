"""Sealed arguments: secret ones, which the journal shows as a commitment until their value and salt are public.

A commitment is the SHA-256, in hexadecimal, of the salt followed by the value. The salt has 32 hexadecimal digits. The
value is JSON without blanks, with sorted keys, and everything beyond ASCII escaped. The salt prevents guessing among
few possible values.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.models import Entry, Unsealing
from nomic.cycles.state_digest import canonical_json


@dataclass(frozen=True, slots=True)
class Sealed:
    """A secret argument with its salt."""

    value: Any
    salt: str

    @property
    def commitment(self) -> dict[str, str]:
        """The public replacement for the argument: `{"commitment": SHA-256}`."""
        return {"commitment": commitment(self.value, self.salt)}

    def as_json(self) -> dict[str, Any]:
        """Return the value and the salt as the entry stores them. They become public once the argument is revealed."""
        return {"value": self.value, "salt": self.salt}


Opened = dict[str, dict[str, Any]]


def new_salt() -> str:
    """Return a new salt, 32 hexadecimal digits."""
    return fresh_hex(16)


def commitment(value: Any, salt: str) -> str:
    """Return the SHA-256 of salt and value, in hexadecimal, which is shown in place of the value."""
    return hashlib.sha256(f"{salt}{canonical_json(value)}".encode()).hexdigest()


def salts_of(entry: Entry) -> dict[str, str]:
    """Return the salts of an entry's sealed arguments by name, for its replay."""
    return {name: sealed["salt"] for name, sealed in entry.sealed.items()}


def typed_args(entry: Entry) -> dict[str, Any]:
    """Return the arguments of an entry, with the secret values of sealed ones. Never show the result to anybody."""
    return {**entry.args, **{name: sealed["value"] for name, sealed in entry.sealed.items()}}


def revealed_arguments(entries: Iterable[Entry]) -> dict[int, Opened]:
    """Return value and salt of every revealed argument: {entry's primary key: {argument's name: …}}.

    Sends no query if no entry has sealed arguments, which is the usual case.
    """
    sealed = {entry.pk: entry for entry in entries if entry.sealed}
    if not sealed:
        return {}
    public = Unsealing.objects.filter(entry__in=sealed).values_list("entry_id", flat=True)
    return {pk: dict(sealed[pk].sealed) for pk in public}
