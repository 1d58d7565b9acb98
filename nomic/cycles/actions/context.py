"""A moment of a cycle as somebody sees it, and an act: such a moment in which something changes."""

from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, TypeVar, cast

from nomic import limits
from nomic.chance.source import Source
from nomic.cycles.commitments import Sealed, new_salt
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.events import Event
from nomic.cycles.domain.movements import Movement
from nomic.cycles.models import Cycle, Entry, PhaseSeed, UsedKey, short_code
from nomic.db.prepared_query import Prepared
from nomic.db.unit_of_work import flush as write_gathered
from nomic.law.document.sections import Law

T = TypeVar("T")
E = TypeVar("E", bound=Event)


class Moment:
    """A cycle at an instant, with somebody who may want to act. What permits and choices look at.

    `recall` keeps what a room read for this moment, so that a permit and the action read it once.
    """

    is_repeated = False  # whether it is an act of the past that is performed again

    def __init__(self, cycle: Cycle, actor: Actor, at: datetime) -> None:
        self.cycle = cycle
        self.actor = actor
        self.at = at
        self._memory: dict[Any, Any] = {}

    @property
    def law(self) -> Law:
        """The law in force."""
        return self.cycle.law

    def recall(self, key: Any, read: Callable[[], T]) -> T:
        """What `read` gave the first time that `key` was asked for in this moment."""
        if key not in self._memory:
            self._memory[key] = read()
        value: T = self._memory[key]
        return value

    def known(self, key: Any) -> Any:
        """What was recalled under this key before, or None."""
        return self._memory.get(key)

    def know(self, key: Any, value: object) -> None:
        """Have this be what is recalled."""
        self._memory[key] = value

    def forget(self, key: Any) -> None:
        """Read again at the next `recall`, because this act changed it."""
        self._memory.pop(key, None)


_seed_of = Prepared(
    lambda cycle, phase: (
        PhaseSeed.objects.filter(cycle_id=cycle, phase=phase).order_by("-since").values_list("seed", flat=True)[:1]
    ),
    int,
    int,
    cacheable=True,
)


class Declared(Protocol):
    """What an act knows of its action; `nomic/cycles/actions/registry.py::Action` says what each means."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def channel(self) -> str: ...

    @property
    def is_act(self) -> bool: ...

    @property
    def is_admin(self) -> bool: ...


class Act(Moment):
    """One entry of the journal in the making. The cycle's row is locked."""

    def __init__(
        self,
        cycle: Cycle,
        action: Declared,
        actor: Actor,
        at: datetime,
        key: str,
        seed: str = "",
        salts: Mapping[str, str] | None = None,
        heard_at_once: "Callable[[Act, Event], None] | None" = None,
        *,
        is_repeated: bool = False,
        spare: "Callable[[Act], str] | None" = None,
        is_void: bool = False,
    ) -> None:
        super().__init__(cycle, actor, at)
        self.action = action
        self.key = key
        self.is_repeated = is_repeated  # what was accepted once is not refused for a limit that came later
        self.is_void = is_void  # R134: a reroll has unmade what it speaks of
        self.words: list[str] = []
        self.events: list[Event] = []
        self.moved: list[Movement] = []  # by the ledger
        self._by_kind: dict[type[Event], list[Event]] = {}
        self.args: Any = None  # as they were read
        self.recorded: dict[str, Any] = {}
        self.sealed: dict[str, Sealed] = {}
        self.draws_in_secret = False
        self.has_looked = False  # at what is secret: a refusal would tell, as it would of a draw
        self.reply: Any = None  # what only the actor is told, with the entry that this process has just written
        self.phase = cycle.phase  # of its entry, by whose seed it draws
        self.used: UsedKey | None = None  # the idempotency key that its entry will answer
        self.seed = seed  # of the fork that alone has this entry
        self._spare = spare
        self._salts = salts or {}
        self._heard_at_once = heard_at_once
        self._when_saved: list[Callable[[Entry], None]] = []
        self._needs_row = False

    @cached_property
    def chance(self) -> Source:
        """The draws of this entry, keyed by the newest secret seed of its phase and the entry's id.

        What an entry draws with which a phase begins is drawn by the seed of the phase that ends: it is that phase's
        entry, as the export of the draws says too. An entry draws so often and no more: then it raises TooLong.
        """
        if self._spare is not None and not self.seed:
            self.seed = self._spare(self)
        seed = self.seed or _seed_of.first(self.cycle.pk, self.phase)
        if seed is None:
            raise PhaseSeed.DoesNotExist(f"{self.cycle} has no seed of phase {self.phase}")
        return Source(seed, self.key, most=limits.CLOCK_DRAWS if self.actor.is_system else limits.ENTRY_DRAWS)

    def aside(self, name: str) -> Source:
        """Chance beside the dice, which stands in no record, from a seed of the cycle that is never published.

        What follows from a phase's seed anybody can compute when the phase is over, though it may still be sealed.
        """
        return Source(self.cycle.own_seed, self.key).aside(name)

    @cached_property
    def unseen(self) -> Source:
        """Chance for what stays secret: it stands in no record, and yet whoever has drawn so has drawn."""
        return self.aside("unseen")

    @property
    def dice(self) -> Source:
        """What is drawn from now: chance that everybody sees, or `unseen` while this act draws in secret."""
        return self.unseen if self.draws_in_secret else self.chance

    @contextmanager
    def in_secret(self) -> Iterator[None]:
        """While it lasts, the act's `dice` are such as nobody sees."""
        before, self.draws_in_secret = self.draws_in_secret, True
        try:
            yield
        finally:
            self.draws_in_secret = before

    @property
    def drew(self) -> bool:
        """Whether this entry drew anything so far, seen or unseen, or looked at what is as unknown as dice."""
        return self.has_looked or any(
            name in self.__dict__ and getattr(self, name).drawn for name in ("chance", "unseen")
        )

    def message(self, sentence: str) -> None:
        """Add a sentence to what the entry changed, for people."""
        self.words.append(sentence)

    def emit(self, event: Event) -> None:
        """Add an event to what the entry changed, for programs; those who have to hear of it at once do."""
        self.events.append(event)
        self._by_kind.setdefault(type(event), []).append(event)
        if self._heard_at_once is not None:
            self._heard_at_once(self, event)

    def told(self, kind: type[E]) -> tuple[E, ...]:
        """What of this kind has happened in this act so far."""
        return tuple(cast(list[E], self._by_kind.get(kind, ())))

    @property
    def kinds_told(self) -> KeysView[type[Event]]:
        """Of what kinds something has happened in this act; it goes on to say so."""
        return self._by_kind.keys()

    def told_any(self, kinds: Iterable[type[Event]]) -> bool:
        """Whether anything of these kinds has happened in this act so far."""
        return not self._by_kind.keys().isdisjoint(kinds)

    def record_args(self, **args: Any) -> None:
        """Have the journal keep these arguments in place of what was typed.

        A number given by counting, say, means another thing in a replay without some earlier entry; a code does not.
        """
        self.recorded |= args

    def commit_secret(self, name: str, value: Any) -> None:
        """Keep this argument secret: until the entry is unsealed, its commitment stands wherever the entry is shown."""
        self.sealed[name] = Sealed(value, self._salts.get(name) or new_salt())

    def code(self, label: str) -> str:
        """A short public id for something this entry makes; `label` is unique within the entry."""
        return short_code(self.key, label)

    def when_saved(self, write: Callable[[Entry], None], *, needs_row: bool = True) -> None:
        """Call `write` with the journal's entry once its row exists or its key is known, in the same transaction.

        What only has `nomic/db/unit_of_work.py` insert rows that point to it needs neither yet.
        """
        self._when_saved.append(write)
        self._needs_row |= needs_row

    def entry_saved(self, entry: Entry) -> None:
        """Run what waited for the entry's row."""
        if self._needs_row and entry.pk is None:
            write_gathered()
        for write in self._when_saved:
            write(entry)
        if len(self.moved) != len(entry.moved):
            raise RuntimeError("something was moved after the entry had said what moved")
