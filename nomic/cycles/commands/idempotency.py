"""Idempotency keys: a request with its key, and the look-up of the entry that answered the key before."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import KeyReused
from nomic.cycles.models import NO_MARK, Entry, UsedKey
from nomic.db import Prepared, update

MAX_KEY_LENGTH = 120
MAX_KEYS_PER_QUERY = 20  # maximum number of keys in one query

_answering = Prepared(lambda *marks: Entry.objects.filter(mark__in=marks).order_by(), *[int] * MAX_KEYS_PER_QUERY)


def key_hash(slug: str, person: int, key: str) -> int:
    """Hash a person's key in a cycle to 63 bits, which do not reveal a key that cannot be guessed."""
    return _number(f"{slug}/{person}/{key}")


def _number(text: str) -> int:
    """Return the first 63 bits of the text's digest."""
    return int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8]) >> 1


@dataclass(frozen=True, slots=True, eq=False)
class IdempotentRequest:
    """An act as submitted to the cycle `slug` under an idempotency key. Raises KeyReused if the key is malformed."""

    slug: str
    actor: Actor
    action: Action
    args: Args
    key: str | None

    def __post_init__(self) -> None:
        if self.key is not None and (not 0 < len(self.key) <= MAX_KEY_LENGTH or not self.key.isprintable()):
            raise KeyReused(f"An idempotency key has 1 to {MAX_KEY_LENGTH} printable characters.")

    @property
    def mark(self) -> int:
        """The hash of its key, equal for the same act sent twice. NO_MARK without a key."""
        return NO_MARK if self.key is None else key_hash(self.slug, self.actor.person_id or 0, self.key)

    @property
    def fingerprint(self) -> int:
        """The hash of the action and its arguments, which the key identifies."""
        return _number(json.dumps([self.action.name, self.args.as_json()], sort_keys=True))

    def earlier(self) -> Entry | None:
        """Return the entry of this very act if its key was used before, else None. The cycle's row must be locked.

        Raises KeyReused if the key was used with another action or other arguments.
        """
        return self.earlier_among(find_answers([self]))

    def earlier_among(self, answers: Mapping[int, Entry]) -> Entry | None:
        """Like `earlier`, with the entries that answer earlier keys already loaded, by key hash."""
        before = answers.get(self.mark)
        if before is not None and before.fingerprint != self.fingerprint:
            raise KeyReused("This idempotency key came before with another action or other arguments.")
        return before

    def is_performed(self) -> bool:
        """Whether this very act has an entry already."""
        return self.earlier() is not None

    @property
    def used(self) -> UsedKey | None:
        """The key as it is stored with the entry, or None if the act came without a key."""
        if self.key is None or self.actor.person_id is None:
            return None
        return UsedKey(self.mark, self.fingerprint)

    def keep(self, entry: Entry) -> None:
        """Store the key, if there is one, with an entry that was already written."""
        used = self.used
        if used is not None:
            entry.mark, entry.fingerprint = used
            update(entry, ("mark", "fingerprint"))


def find_answers(acts: Sequence[IdempotentRequest]) -> dict[int, Entry]:
    """Return the entries that answered the keys of these acts before, by key hash.

    Takes at most MAX_KEYS_PER_QUERY acts.
    """
    marks = [act.mark for act in acts if act.key is not None]
    if not marks:
        return {}
    given = _answering.all(*marks, *[NO_MARK] * (MAX_KEYS_PER_QUERY - len(marks)))
    return {entry.mark: entry for entry in given if entry.mark is not None}


def answers(slug: str, actor: Actor, key: str | None) -> QuerySet[Entry]:
    """Return the entry that answered a person's key, in whatever role they acted. Does not lock."""
    return Entry.objects.filter(mark=NO_MARK if key is None else key_hash(slug, actor.person_id or 0, key))


def was_performed(slug: str, actor: Actor, key: str | None) -> bool:
    """Whether this person has performed an act under this key."""
    return key is not None and answers(slug, actor, key).exists()
