"""Idempotency keys of requests, and the lookup of earlier entries by key."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.commands.price_seen import PriceSeen
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import KeyReused
from nomic.cycles.models import NO_MARK, Entry, UsedKey
from nomic.db import Prepared, update

MAX_KEY_LENGTH = 120
MAX_KEYS_PER_QUERY = 20  # maximum number of keys in one query

_answering = Prepared(lambda *marks: Entry.objects.filter(mark__in=marks).order_by(), *[int] * MAX_KEYS_PER_QUERY)


def key_hash(slug: str, person: int, key: str) -> int:
    """Return a 63-bit hash of a person's key in a cycle. The hash does not disclose a key that is hard to guess."""
    return _number(f"{slug}/{person}/{key}")


def _number(text: str) -> int:
    """Return the first 63 bits of the text's digest."""
    return int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8]) >> 1


@dataclass(frozen=True, slots=True, eq=False)
class IdempotentRequest:
    """An act sent to the cycle `slug` under an idempotency key, with the price shown to its actor.

    `seen`, if given, is the head that the journal must have when the act is performed. Raises KeyReused if the key is
    malformed.
    """

    slug: str
    actor: Actor
    action: Action
    args: Args
    key: str | None
    price_seen: PriceSeen | None = None
    seen: str | None = None

    def __post_init__(self) -> None:
        if self.key is not None and (not 0 < len(self.key) <= MAX_KEY_LENGTH or not self.key.isprintable()):
            raise KeyReused(f"An idempotency key has 1 to {MAX_KEY_LENGTH} printable characters.")

    @property
    def mark(self) -> int:
        """Hash of the idempotency key, so that resending an act gives the same mark; NO_MARK if there is no key."""
        return NO_MARK if self.key is None else key_hash(self.slug, self.actor.person_id or 0, self.key)

    @property
    def fingerprint(self) -> int:
        """The hash of the action and its arguments. It shows whether a key was reused for another act."""
        return _number(json.dumps([self.action.name, self.args.as_json()], sort_keys=True))

    def earlier_entry(self, answers: Mapping[int, Entry]) -> Entry | None:
        """Return the entry that an earlier request with the same key made, or None.

        `answers` maps hashes of keys to entries. Raises KeyReused if that request was another act.
        """
        before = answers.get(self.mark)
        if before is not None and before.fingerprint != self.fingerprint:
            raise KeyReused(
                "This idempotency key was already used with a different action or different arguments. Use a new "
                "key for each new request."
            )
        return before

    def is_performed(self) -> bool:
        """Return whether this act already has an entry. The cycle's row must be locked.

        Raises KeyReused if the key was used for another act.
        """
        return self.earlier_entry(find_answers([self])) is not None

    @property
    def used(self) -> UsedKey | None:
        """The key in the form stored with the entry, or None if the act has no key."""
        if self.key is None or self.actor.person_id is None:
            return None
        return UsedKey(self.mark, self.fingerprint)

    def keep(self, entry: Entry) -> None:
        """Store the key, if there is one, in an entry that is already written."""
        used = self.used
        if used is not None:
            entry.mark, entry.fingerprint = used
            update(entry, ("mark", "fingerprint"))


def find_answers(acts: Sequence[IdempotentRequest]) -> dict[int, Entry]:
    """Return the earlier entries with the keys of these acts, by key hash.

    Takes at most MAX_KEYS_PER_QUERY acts.
    """
    marks = [act.mark for act in acts if act.key is not None]
    if not marks:
        return {}
    given = _answering.all(*marks, *[NO_MARK] * (MAX_KEYS_PER_QUERY - len(marks)))
    return {entry.mark: entry for entry in given if entry.mark is not None}


def answers(slug: str, actor: Actor, key: str | None) -> QuerySet[Entry]:
    """Return a query for the entry created under a person's key, whatever role the person acted in.

    No lock is taken.
    """
    return Entry.objects.filter(mark=NO_MARK if key is None else key_hash(slug, actor.person_id or 0, key))


def was_performed(slug: str, actor: Actor, key: str | None) -> bool:
    """Return whether this person has performed an act under this key in the cycle. False without a key."""
    return key is not None and answers(slug, actor, key).exists()
