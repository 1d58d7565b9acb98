"""Tasks of players: acts for which the game waits. Each app declares its kinds of tasks.

The hall, the front page, titles of pages, reminders, the API and bots read tasks here. For a new kind, an app declares
a `WaitingKind`. It is then shown, counted and sorted everywhere.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from math import inf
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.db import Prepared
from nomic.players.lookup import meet_in

Row = TypeVar("Row")
T = TypeVar("T")

MAX_CYCLES = 30  # whose tasks are read together
MAX_OF_A_KIND = 50  # tasks that one query reads


class Urgency(IntEnum):
    """The urgency of a task: others wait for the player, it will be decided without the player, or it can wait."""

    OTHERS_WAIT = 0
    ENDS = 1
    CAN_REST = 2


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A running clock of players of a cycle. Instants are on the cycle's own clock.

    `key` names it within the cycle; with another `began_at` it is another clock. `begun` is the text of the notice at
    its start, "" for none, and `nearly_up` is the text of the reminder before its end. `link` is the page on which to
    act. `channel` is the cycle's channel to which the reminder is also posted.
    """

    cycle: Cycle
    key: str
    players: tuple[str, ...]
    began_at: datetime
    due_at: datetime
    nearly_up: str
    link: str
    begun: str = ""
    channel: str = ""


# Yields the running clocks of a cycle, or, for None, of all cycles that are not forks.
Clocks = Callable[[Cycle | None], Iterable[RunningClock]]


@dataclass(frozen=True, slots=True)
class TaskLookup:
    """A lookup of one player's tasks in several cycles.

    `contexts` maps the cycles' primary keys to read contexts. `recall` shares query results between the kinds of tasks.
    """

    player: str
    contexts: Mapping[int, ReadContext]
    _memory: dict[str, Any] = field(default_factory=dict)

    def recall(self, key: str, read: Callable[[], T]) -> T:
        """Return the cached value of `key`, or call `read` and cache its result.

        This lets several kinds share queries.
        """
        if key not in self._memory:
            self._memory[key] = read()
        value: T = self._memory[key]
        return value

    def cycle(self, pk: int) -> Cycle:
        """Return the cycle with this primary key, without a query."""
        return self.contexts[pk].cycle


@dataclass(frozen=True, slots=True)
class Task:
    """A task that a player can do now. `link` is the page on which to do it.

    `key` names it within its cycle and kind. Instants are on the cycle's clock. If `due_at` is None, it has no time
    limit. `action` is the action with which to do it, and `args` the arguments that the task determines. Programs
    complete them; the player's choice is missing.
    """

    cycle: Cycle
    key: str
    summary: str
    link: str
    began_at: datetime | None = None
    due_at: datetime | None = None
    action: str = ""
    args: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class WaitingKind:
    """A kind of tasks: its name, its title, its urgency, the words before its time limit, and those on its button.

    `find` yields the tasks of a player in some cycles. The number of its queries must not depend on the number of
    cycles or tasks. `clocks` yields the time limits about which players are reminded, if there are any.
    """

    name: str
    title: str
    urgency: Urgency
    find: Callable[[TaskLookup], Iterable[Task]]
    ends: str = "time runs out"
    button: str = "Answer"
    clocks: Clocks | None = None

    def __post_init__(self) -> None:
        if not self.name or not self.title:
            raise ValueError(f"a kind of tasks has a name and a title, unlike {self!r}")


@dataclass(frozen=True, slots=True)
class Waiting:
    """A task with its kind, and the seconds until its time limit on its own cycle's clock, or `inf` without one."""

    kind: WaitingKind
    task: Task
    seconds_left: float = inf

    @property
    def order(self) -> tuple[int, float, str]:
        """The sort key: urgency, then the time left. Tasks without a time limit come last.

        Tasks that are equal keep the order in which their kind found them, for example by the proposals' numbers.
        """
        return self.kind.urgency, self.seconds_left, self.kind.name


_kinds: dict[str, WaitingKind] = {}


def register_task_kinds(*kinds: WaitingKind) -> None:
    """Register kinds of tasks. Raises ValueError if one of their names is taken."""
    for kind in kinds:
        if _kinds.setdefault(kind.name, kind) != kind:
            raise ValueError(f"two kinds of tasks are called {kind.name!r}")


def waiting_kinds() -> list[WaitingKind]:
    """Return all kinds, the most urgent first."""
    return sorted(_kinds.values(), key=lambda kind: (kind.urgency, kind.name))


def clocks_of_kinds() -> list[Clocks]:
    """Return the sources of clocks about which players are reminded."""
    return [kind.clocks for kind in _kinds.values() if kind.clocks is not None]


def waiting_for(ctx: ReadContext) -> list[Waiting]:
    """Return the actor's tasks in the context's cycle, the most urgent first. Computed once per context.

    They contain no secrets of other players.
    """
    if not ctx.actor.name or not ctx.cycle.is_running:
        return []
    return ctx.recall("what waits", lambda: _found(TaskLookup(ctx.actor.name, {ctx.cycle.pk: ctx})))


def waiting_everywhere(person: Any, cycles: Iterable[Cycle]) -> list[Waiting]:
    """Return a person's tasks in these settled cycles, the most urgent first.

    The number of queries does not depend on the number of cycles. Forks and cycles that have ended are left out; of the
    others, only the first MAX_CYCLES are read.
    """
    actor = Actor.person(person)
    running = [cycle for cycle in cycles if cycle.is_running and cycle.fork_of_id is None][:MAX_CYCLES]
    if not running or not actor.name:
        return []
    contexts = {cycle.pk: ReadContext(cycle, actor, cycle.now()) for cycle in running}
    meet_in(contexts.values(), actor.name)
    return _found(TaskLookup(actor.name, contexts))


def _found(asked: TaskLookup) -> list[Waiting]:
    found = [Waiting(kind, task, _seconds_left(asked, task)) for kind in _kinds.values() for task in kind.find(asked)]
    return sorted(found, key=lambda each: each.order)


def _seconds_left(asked: TaskLookup, task: Task) -> float:
    """Return the seconds until a task's time limit, which, unlike instants, are comparable between cycles' clocks."""
    if task.due_at is None:
        return inf
    return (task.due_at - asked.contexts[task.cycle.pk].at).total_seconds()


class PlayerQuery(Generic[Row]):
    """A query about a player in several cycles. A query about a single cycle is prepared and cached.

    `build` takes the primary keys of the cycles and the player's name, and must pass both to filters unchanged. At most
    `most` rows are read. Only acts may change its result, because pages of one cycle cache it.
    """

    def __init__(
        self,
        build: Callable[[Sequence[int], str], QuerySet[Any, Row]],
        *,
        most: int = MAX_OF_A_KIND,
    ) -> None:
        self._of_some: Callable[[Sequence[int], str], QuerySet[Any, Row]] = lambda pks, name: build(pks, name)[:most]
        self._of_one = Prepared(lambda pk, name: self._of_some([pk], name), int, str, for_pages=True)

    def all(self, asked: TaskLookup, among: Iterable[int] | None = None) -> list[Row]:
        """Return the rows for the player and cycles of `asked`, without a query if there are no cycles.

        `among` restricts them to the cycles with these primary keys.
        """
        cycles = list(asked.contexts if among is None else among)
        if len(cycles) == 1:
            return self._of_one.all(cycles[0], asked.player)
        return list(self._of_some(cycles, asked.player)) if cycles else []
