"""An act as somebody sent it, and the answer that its idempotency key has been given."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import KeyReused
from nomic.cycles.models import NO_MARK, Entry, UsedKey
from nomic.db.prepared_query import Prepared
from nomic.db.unit_of_work import update

MAX_KEY_LENGTH = 120
MAX_KEYS_PER_QUERY = 20  # acts about whose keys one query asks

_answering = Prepared(lambda *marks: Entry.objects.filter(mark__in=marks).order_by(), *[int] * MAX_KEYS_PER_QUERY)


def key_hash(slug: str, person: int, key: str) -> int:
    """What a person's key leaves in a cycle: a number of 63 bits, which tells nobody a key that they cannot guess."""
    return _number(f"{slug}/{person}/{key}")


def _number(text: str) -> int:
    """The first 63 bits of the text's digest."""
    return int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8]) >> 1


@dataclass(frozen=True, slots=True, eq=False)
class IdempotentRequest:
    """An act as it was sent to the cycle `slug`, under its idempotency key. Raises KeyReused where that is no key."""

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
        """What its key leaves; equal for what is the same act, sent twice. An act without a key leaves nothing."""
        return NO_MARK if self.key is None else key_hash(self.slug, self.actor.person_id or 0, self.key)

    @property
    def fingerprint(self) -> int:
        """What the key stands for: this action with these arguments."""
        return _number(json.dumps([self.action.name, self.args.as_json()], sort_keys=True))

    def earlier(self) -> Entry | None:
        """The entry of the very same act, if its key came before. The cycle's row is locked.

        Raises KeyReused where the key came with something else.
        """
        return self.earlier_among(find_answers([self]))

    def earlier_among(self, answers: Mapping[int, Entry]) -> Entry | None:
        """As `earlier`, where these entries answer the keys that came before, by mark."""
        before = answers.get(self.mark)
        if before is not None and before.fingerprint != self.fingerprint:
            raise KeyReused("This idempotency key came before with another action or other arguments.")
        return before

    def is_performed(self) -> bool:
        """Whether the very act has an entry already."""
        return self.earlier() is not None

    @property
    def used(self) -> UsedKey | None:
        """What its entry says of the key, if the act came with one."""
        if self.key is None or self.actor.person_id is None:
            return None
        return UsedKey(self.mark, self.fingerprint)

    def keep(self, entry: Entry) -> None:
        """Have an entry that was written answer the key, if the act came with one."""
        used = self.used
        if used is not None:
            entry.mark, entry.fingerprint = used
            update(entry, ("mark", "fingerprint"))


def find_answers(acts: Sequence[IdempotentRequest]) -> dict[int, Entry]:
    """The entries that answer the keys of these acts, at most `MAX_ASKED`, which came before, by mark."""
    marks = [act.mark for act in acts if act.key is not None]
    if not marks:
        return {}
    given = _answering.all(*marks, *[NO_MARK] * (MAX_KEYS_PER_QUERY - len(marks)))
    return {entry.mark: entry for entry in given if entry.mark is not None}


def answers(slug: str, actor: Actor, key: str | None) -> QuerySet[Entry]:
    """The entry that answers somebody's key, in whatever capacity they act; asked without the lock."""
    return Entry.objects.filter(mark=NO_MARK if key is None else key_hash(slug, actor.person_id or 0, key))


def was_performed(slug: str, actor: Actor, key: str | None) -> bool:
    """Whether an act of this person has been performed under this key."""
    return key is not None and answers(slug, actor, key).exists()
