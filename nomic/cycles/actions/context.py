"""Contexts of actions: `ReadContext` reads a cycle at an instant; `ActionContext` also writes a journal entry."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, KeysView, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast

from nomic import limits
from nomic.chance.draw_source import SeedOfADraw, Source
from nomic.chance.verifiable_draws import seed_of_secret_draws
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.events import Event, SecretDraws
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Cycle, Entry, PhaseSeed, UsedKey, short_code
from nomic.cycles.sealed_arguments import Sealed, new_salt
from nomic.db import Prepared
from nomic.db import flush as write_gathered
from nomic.law.document.sections import Law

T = TypeVar("T")
E = TypeVar("E", bound=Event)


class ReadContext:
    """A cycle at an instant, with an actor. It is passed to preconditions and to the choices of arguments.

    `recall` caches results, so that a precondition and the action query the same data once.
    """

    is_replay = False  # whether a past act is being performed again
    price_seen: Mapping[str, int] = MappingProxyType({})  # by item, the most that the act may cost

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
        """Return the cached value of `key`. If there is none, call `read` and cache its result in this context."""
        if key not in self._memory:
            self._memory[key] = read()
        value: T = self._memory[key]
        return value

    def known(self, key: Any) -> Any:
        """Return the cached value of `key`, or None."""
        return self._memory.get(key)

    def know(self, key: Any, value: object) -> None:
        """Cache a value under `key`."""
        self._memory[key] = value

    def forget(self, key: Any) -> None:
        """Invalidate a cached value, because this act has changed the data."""
        self._memory.pop(key, None)


SeedsOfAnAct = tuple[str, SeedOfADraw | None]  # the fork's seed or "", and the seeds of single draws

_seed_of = Prepared(
    lambda cycle, phase: (
        PhaseSeed.objects.filter(cycle_id=cycle, phase=phase).order_by("-since").values_list("seed", flat=True)[:1]
    ),
    int,
    int,
    cacheable=True,
)


class Declared(Protocol):
    """The properties of an action that its context uses, documented in `nomic/cycles/actions/registry.py::Action`."""

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

    @property
    def masks(self) -> "Callable[[ActionContext, Any], Mapping[str, Any]] | None": ...


class ActionContext(ReadContext):
    """The context of a running action, which writes one journal entry. The cycle's row must be locked."""

    def __init__(
        self,
        cycle: Cycle,
        action: Declared,
        actor: Actor,
        at: datetime,
        key: str,
        seed: str = "",
        salts: Mapping[str, str] | None = None,
        heard_at_once: "Callable[[ActionContext, Event], None] | None" = None,
        *,
        is_replay: bool = False,
        seeds: "Callable[[ActionContext], SeedsOfAnAct] | None" = None,
        is_void: bool = False,
        recorded_kinds: Container[str] | None = None,
        is_rewrite: bool = False,
    ) -> None:
        super().__init__(cycle, actor, at)
        self.action = action
        self.key = key
        self.is_replay = is_replay  # An act that was already accepted is not refused because of a later limit.
        self.recorded_kinds = recorded_kinds  # The original entry's kinds of events, if the act is replayed.
        self.is_rewrite = is_rewrite  # A correction, an outage or a reroll performs the act again.
        self.hidden: set[str] | None = None  # the secret values that its secret draws may decide, if they can be opened
        self.stays_hidden = False  # Its secret draws can never be opened.
        self.is_void = is_void  # A reroll has undone the things to which this act refers (R134).
        self.words: list[str] = []
        self.events: list[Event] = []
        self.moved: list[Movement] = []  # appended by the ledger
        self._by_kind: dict[type[Event], list[Event]] = {}
        self.args: Any = None  # the validated arguments
        self.recorded: dict[str, Any] = {}
        self.facts: dict[str, Any] = {}  # results for rules that hear of the act, besides its arguments
        self.sealed: dict[str, Sealed] = {}
        self.draws_in_secret = False
        self.has_looked = False  # The act has read a secret. A refusal would now reveal it, as it would reveal a draw.
        self.reply: Any = None  # Returned to the actor only, with the entry that this process has just written.
        self.phase = cycle.phase  # Phase of the entry, whose seed its draws use.
        self.used: UsedKey | None = None  # The idempotency key that the entry answers.
        self.seed = seed  # The seed of the fork, if only the fork has this entry.
        self._seeds = seeds
        self._salts = salts or {}
        self._heard_at_once = heard_at_once
        self._when_saved: list[Callable[[Entry], None]] = []
        self._needs_row = False

    @cached_property
    def chance(self) -> Source:
        """The public draws of this entry, keyed by the newest secret seed of its phase and the entry's id.

        The entry that begins a phase draws from the seed of the phase that ends. In the export of draws it also belongs
        to that phase. Raises TooLong if the entry draws too often.
        """
        seed_of = None
        if self._seeds is not None:
            self.seed, seed_of = self._seeds(self)
        seed = self.seed or _seed_of.first(self.cycle.pk, self.phase)
        if seed is None:
            raise PhaseSeed.DoesNotExist(f"{self.cycle} has no seed of phase {self.phase}")
        most = limits.CLOCK_DRAWS if self.actor.is_system else limits.ENTRY_DRAWS
        return Source(seed, self.key, most=most, seed_of=seed_of)

    def aside(self, name: str) -> Source:
        """Return a private random stream called `name`. Its draws are not recorded, and its seed is never published.

        The stream derives from the cycle's own seed. The phase's seed is published when the phase ends, but some
        results have to stay secret for longer.
        """
        return Source(self.cycle.own_seed, self.key).aside(name)

    @cached_property
    def unseen(self) -> Source:
        """The private random stream for results that stay secret. Its draws are not recorded, but count for `drew`.

        After `hide_draws` the draws can be published later, with a proof of their seed that shows nobody chose them.
        """
        if self.hidden is not None:
            return Source(seed_of_secret_draws(self.cycle.own_seed, self.key), self.key).aside("unseen")
        return self.aside("unseen")

    def hide_draws(self, names: Collection[str] | None) -> None:
        """Declare that this entry may make secret draws, which may determine the secret values `names`.

        With None, the draws can never be published. The declaration depends only on the effect's text, so that it
        discloses nothing about the secret. A replayed entry from before the cycle had a draw key repeats its old draws.
        """
        may_prove = self.recorded_kinds is None or SecretDraws.kind() in self.recorded_kinds
        if names is None or not self.cycle.draw_key or not may_prove:
            self.stays_hidden = True
        elif self.hidden is not None or not self.stays_hidden:
            self.hidden = {*(self.hidden or ()), *names}

    @property
    def dice(self) -> Source:
        """The source of draws in use: the public `chance`, or `unseen` while the act draws in secret."""
        return self.unseen if self.draws_in_secret else self.chance

    @contextmanager
    def in_secret(self) -> Iterator[None]:
        """Context manager in which `dice` is `unseen`."""
        before, self.draws_in_secret = self.draws_in_secret, True
        try:
            yield
        finally:
            self.draws_in_secret = before

    @property
    def drew(self) -> bool:
        """True if this entry has drawn anything so far, publicly or privately, or has read a secret."""
        return self.has_looked or any(
            name in self.__dict__ and getattr(self, name).drawn for name in ("chance", "unseen")
        )

    def message(self, sentence: str) -> None:
        """Append a sentence to the entry's text."""
        self.words.append(sentence)

    def emit(self, event: Event) -> None:
        """Append an event to the entry, and call its `at_once` subscribers."""
        self.events.append(event)
        self._by_kind.setdefault(type(event), []).append(event)
        if self._heard_at_once is not None:
            self._heard_at_once(self, event)

    def emitted(self, kind: type[E]) -> tuple[E, ...]:
        """Return the events of this kind that the act has emitted so far."""
        return tuple(cast(list[E], self._by_kind.get(kind, ())))

    @property
    def kinds_emitted(self) -> KeysView[type[Event]]:
        """The kinds of events that the act has emitted so far. This is a live view."""
        return self._by_kind.keys()

    def emitted_any(self, kinds: Iterable[type[Event]]) -> bool:
        """Return whether the act has emitted an event of any of these kinds."""
        return not self._by_kind.keys().isdisjoint(kinds)

    def record_args(self, **args: Any) -> None:
        """Record these values in the journal in place of the submitted arguments with the same names.

        For example, a number found by counting could mean something else in a replay that omits an earlier entry. A
        code always means the same.
        """
        self.recorded |= args

    def add_facts(self, **facts: Any) -> None:
        """Pass values to the rules that this act triggers. The names must be declared in the action's `facts`."""
        self.facts |= facts

    def commit_secret(self, name: str, value: Any) -> None:
        """Keep the argument `name` secret. The entry shows a commitment to `value` until the argument is revealed."""
        self.sealed[name] = Sealed(value, self._salts.get(name) or new_salt())

    def was_sealed(self, name: str) -> bool:
        """Return whether this act is a replay and the original entry sealed the argument `name`."""
        return name in self._salts

    def code(self, label: str) -> str:
        """Return a short public id for an object created by this entry. `label` must be unique within the entry."""
        return short_code(self.key, label)

    def when_saved(self, write: Callable[[Entry], None], *, needs_row: bool = True) -> None:
        """Register `write`, which is called with the journal entry in the act's transaction.

        The entry then has a primary key, unless `needs_row` is false. Pass `needs_row=False` if `write` only inserts
        rows through `nomic/db/unit.py` that reference the entry.
        """
        self._when_saved.append(write)
        self._needs_row |= needs_row

    def entry_saved(self, entry: Entry) -> None:
        """Call the callbacks registered by `when_saved`.

        Raises RuntimeError if a callback moves items or cards after the entry recorded its movements.
        """
        if self._needs_row and entry.pk is None:
            write_gathered()
        for write in self._when_saved:
            write(entry)
        if len(self.moved) != len(entry.moved):
            raise RuntimeError("something was moved after the entry had said what moved")
