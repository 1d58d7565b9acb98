"""An act as somebody sent it, and the answer that its idempotency key has been given."""

import hashlib
import json
from dataclasses import dataclass

from django.db.models import QuerySet

from nomic.config.prepared import Prepared
from nomic.config.swiftly import insert
from nomic.cycles.actions import Action, Args
from nomic.cycles.actor import Actor
from nomic.cycles.models import Answer, Cycle, Entry
from nomic.cycles.refusals import KeyReused

MOST_KEY = 120

_given = Prepared(
    lambda cycle, person, key: Answer.objects.select_related("entry").filter(cycle_id=cycle, person_id=person, key=key),
    int,
    int,
    str,
)


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """An act as it was sent to the cycle `slug`, under its idempotency key."""

    slug: str
    actor: Actor
    action: Action
    args: Args
    key: str | None

    @property
    def name(self) -> object:
        """Equal for what is the same act, sent twice under one key."""
        return self if self.key is None else (self.actor.person_id, self.key)

    @property
    def fingerprint(self) -> str:
        """What the key stands for: this action with these arguments."""
        text = json.dumps([self.action.name, self.args.as_json()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def earlier(self, cycle: Cycle) -> Entry | None:
        """The entry of the very same act, if its key came before. The cycle's row is locked.

        Raises KeyReused where the key came with something else, or is no key.
        """
        if self.key is None:
            return None
        if not 0 < len(self.key) <= MOST_KEY or not self.key.isprintable():
            raise KeyReused(f"An idempotency key has 1 to {MOST_KEY} printable characters.")
        answer = _given.first(cycle.pk, self.actor.person_id or 0, self.key)
        if answer is None:
            return None
        if answer.fingerprint != self.fingerprint:
            raise KeyReused("This idempotency key came before with another action or other arguments.")
        return answer.entry

    def is_performed(self, cycle: Cycle) -> bool:
        """Whether the very act has an entry already."""
        return self.earlier(cycle) is not None

    def keep(self, cycle: Cycle, entry: Entry) -> None:
        """Note which entry answers the key, if the act came with one."""
        if self.key is not None and self.actor.person_id is not None:
            person, key = self.actor.person_id, self.key
            insert([Answer(cycle=cycle, person_id=person, key=key, fingerprint=self.fingerprint, entry=entry)])


def answers(slug: str, actor: Actor, key: str | None) -> QuerySet[Answer]:
    """What somebody's key was answered, in whatever capacity they act; asked without the lock."""
    mine = Answer.objects.filter(cycle__slug=slug, cycle__fork_of=None, person_id=actor.person_id or 0)
    return mine.none() if key is None else mine.filter(key=key[:MOST_KEY])


def was_performed(slug: str, actor: Actor, key: str | None) -> bool:
    """Whether an act of this person has been performed under this key."""
    return key is not None and answers(slug, actor, key).exists()
