"""An act as somebody sent it, and the answer that its idempotency key has been given."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from nomic.config.prepared import Prepared
from nomic.config.swiftly import insert
from nomic.cycles.actions import Action, Args
from nomic.cycles.actor import Actor
from nomic.cycles.models import NO_MARK, Entry, UsedKey
from nomic.cycles.refusals import KeyReused

MOST_KEY = 120
MOST_ASKED = 20  # acts about whose keys one query asks

_used = Prepared(lambda *marks: UsedKey.objects.select_related("entry").filter(pk__in=marks), *[int] * MOST_ASKED)


def mark_of(slug: str, person: int, key: str) -> int:
    """What a person's key leaves in a cycle: a number of 63 bits, which tells nobody a key that they cannot guess."""
    return _number(f"{slug}/{person}/{key}")


def _number(text: str) -> int:
    """The first 63 bits of the text's digest."""
    return int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8]) >> 1


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """An act as it was sent to the cycle `slug`, under its idempotency key. Raises KeyReused where that is no key."""

    slug: str
    actor: Actor
    action: Action
    args: Args
    key: str | None

    def __post_init__(self) -> None:
        if self.key is not None and (not 0 < len(self.key) <= MOST_KEY or not self.key.isprintable()):
            raise KeyReused(f"An idempotency key has 1 to {MOST_KEY} printable characters.")

    @property
    def mark(self) -> int:
        """What its key leaves; equal for what is the same act, sent twice. An act without a key leaves nothing."""
        return NO_MARK if self.key is None else mark_of(self.slug, self.actor.person_id or 0, self.key)

    @property
    def fingerprint(self) -> int:
        """What the key stands for: this action with these arguments."""
        return _number(json.dumps([self.action.name, self.args.as_json()], sort_keys=True))

    def earlier(self) -> Entry | None:
        """The entry of the very same act, if its key came before. The cycle's row is locked.

        Raises KeyReused where the key came with something else.
        """
        return self.earlier_among(keys_used([self]))

    def earlier_among(self, used: Mapping[int, UsedKey]) -> Entry | None:
        """As `earlier`, where these are the keys that came before, by mark."""
        before = used.get(self.mark)
        if before is None:
            return None
        if before.fingerprint != self.fingerprint:
            raise KeyReused("This idempotency key came before with another action or other arguments.")
        return before.entry

    def is_performed(self) -> bool:
        """Whether the very act has an entry already."""
        return self.earlier() is not None

    def keep(self, entry: Entry) -> None:
        """Note which entry answers the key, if the act came with one."""
        if self.key is not None and self.actor.person_id is not None:
            insert([UsedKey(mark=self.mark, fingerprint=self.fingerprint, entry=entry)])


def keys_used(acts: Sequence[Sent]) -> dict[int, UsedKey]:
    """Which of the keys of these acts, at most `MOST_ASKED`, came before, by mark."""
    marks = [act.mark for act in acts if act.key is not None]
    if not marks:
        return {}
    return {used.mark: used for used in _used.all(*marks, *[NO_MARK] * (MOST_ASKED - len(marks)))}


def uses(slug: str, actor: Actor, key: str | None) -> QuerySet[UsedKey]:
    """Where somebody's key was used, in whatever capacity they act; asked without the lock."""
    return UsedKey.objects.filter(pk=NO_MARK if key is None else mark_of(slug, actor.person_id or 0, key))


def was_performed(slug: str, actor: Actor, key: str | None) -> bool:
    """Whether an act of this person has been performed under this key."""
    return key is not None and uses(slug, actor, key).exists()
