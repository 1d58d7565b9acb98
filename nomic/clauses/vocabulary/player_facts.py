"""Predicates on players for the conditions of rules. Each app registers its own.

A predicate returns a number for each player: 0 if it is false, 1 or more if true. It is evaluated once per context for
all players.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.domain.events import Event, PhaseBegan
from nomic.cycles.models import Entry
from nomic.effects.language.nodes.ties import BY_JOINING
from nomic.players.events import BecameReputable, DeclaredReputable
from nomic.players.lookup import WHO_PLAYS, player_or_none, who_plays
from nomic.players.models import Declaration, Player

Read = Callable[[ReadContext, str], Mapping[str, int]]
Install = Callable[[ActionContext, str], bool]
HoldersByLaw = Callable[[ReadContext, str], Collection[str]]
AppointByLaw = Callable[[ActionContext, str, str], bool]

_FACTS: dict[str, Read] = {}
_OFFICES: dict[str, Callable[[ReadContext], str]] = {}
_INSTALL: dict[str, Install] = {}
_BY_LAW: list[tuple[HoldersByLaw, AppointByLaw]] = []
_EVENT: dict[str, str] = {}
_CHANGE_BY: set[type[Event]] = set()
_KNOWN = "facts about players"
IS_DONE = "the action that has been carried out"


def register_fact(name: str, read: Read, *events: type[Event]) -> None:
    """Register a predicate on players. `read` gets the context and a detail, such as the name of an action.

    After one of `events`, which can change the predicate's result, the ways to win are checked again. Raises ValueError
    if the name is taken.
    """
    if name in _FACTS:
        raise ValueError(f"two facts are called {name!r}")
    _FACTS[name] = read
    _CHANGE_BY.update(events)


def note_changes(*events: type[Event]) -> None:
    """Register kinds of events that change data read by conditions, so that the ways to win are checked after them."""
    _CHANGE_BY.update(events)


def register_office(name: str, holder: Callable[[ReadContext], str], install: Install, *events: type[Event]) -> None:
    """Register an office and a function that returns its holder, or "" if the office is vacant.

    `install(act, player)` gives the office to a player and returns whether anything changed. It writes rows of the
    act's entry, which a trial run does not have. The first of `events` reports a new holder. After each of them, the
    ways to win are checked.
    """
    if name in _OFFICES:
        raise ValueError(f"two offices are called {name!r}")
    _OFFICES[name], _INSTALL[name], _EVENT[name] = holder, install, events[0].kind()
    _CHANGE_BY.update(events)


def appoint(act: ActionContext, office: str, player: str) -> bool:
    """Give an office to a player, or vacate it if `player` is empty. Returns whether anything changed."""
    act.forget(_KNOWN)
    if office in _INSTALL:
        return _INSTALL[office](act, player)
    return any(by_law(act, office, player) for _, by_law in _BY_LAW)


def register_offices_by_law(holders: HoldersByLaw, appoint: AppointByLaw) -> None:
    """Register functions for the offices that clauses declare: one returns the holders, one appoints."""
    if (holders, appoint) not in _BY_LAW:
        _BY_LAW.append((holders, appoint))


def event_of_office(name: str) -> str:
    """Return the name of the event that occurs when the holder of this office of the host changes."""
    return _EVENT[name]


def offices() -> frozenset[str]:
    """Return the names of the host's offices."""
    return frozenset(_OFFICES)


def fact(ctx: ReadContext, name: str, player: str, detail: str) -> int:
    """Return the value of the predicate `name` for a player, or 0 if it has none.

    `detail` is what the predicate depends on, such as the name of an action. The predicate "office" for an empty
    `player` is 1 if anybody holds the office.
    """
    if name == "office" and detail not in _OFFICES:  # a value, which any act may change
        held = {holder for holders, _ in _BY_LAW for holder in holders(ctx, detail)}
        return int(player in held if player else bool(held))
    known: dict[tuple[str, str], Mapping[str, int]] = ctx.recall(_KNOWN, dict)
    if (name, detail) not in known:
        read = _FACTS[name]
        if isinstance(read, OfAll) and player == ctx.actor.name:
            return read.of_actor(ctx, detail)
        known[name, detail] = read(ctx, detail)
    return known[name, detail].get(player, 0)


def have_changed(act: ActionContext) -> bool:
    """Return whether an act emitted an event that can change predicates.

    Their cached results are cleared in any case.
    """
    act.forget(WHO_PLAYS)
    act.forget(_KNOWN)
    return act.emitted_any(_CHANGE_BY)


# ── facts from the players' own rows


@dataclass(frozen=True)
class OfAll:
    """A player predicate that `compute(ctx, player, detail)` derives from the player's row."""

    compute: Callable[[ReadContext, Player, str], int]

    def __call__(self, ctx: ReadContext, detail: str) -> Mapping[str, int]:
        return {player.name: self.compute(ctx, player, detail) for player in who_plays(ctx)}

    def of_actor(self, ctx: ReadContext, detail: str) -> int:
        """Return the predicate's value for the actor, without loading other players' rows.

        Returns 0 if the actor is not a player.
        """
        player = player_or_none(ctx)
        return 0 if player is None else self.compute(ctx, player, detail)


def _reputable(ctx: ReadContext, player: Player, detail: str) -> int:
    return int(player.is_reputable)


def _active(ctx: ReadContext, player: Player, detail: str) -> int:
    return int(not player.is_inactive(ctx.cycle.phase))


def _acted(ctx: ReadContext, player: Player, detail: str) -> int:
    if detail == "cycle":
        return int(player.last_act_phase is not None)
    phase = ctx.cycle.phase - (detail == "previous_phase")
    return int(phase in (player.last_act_phase, player.act_phase_before))


def _did(ctx: ReadContext, asked: str) -> Mapping[str, int]:
    """Return 1 for each player who has done an action since they joined. `asked` is "span:action".

    An act counts once it has been carried out.
    """
    span, _, action = asked.partition(":")
    done = Entry.objects.filter(cycle=ctx.cycle, actor=OuterRef("name"), action=action, at__gte=OuterRef("joined_at"))
    phase = ctx.cycle.phase - (span == "previous_phase")
    found = Player.objects.filter(cycle=ctx.cycle, left_at=None).filter(
        Exists(done if span == "cycle" else done.filter(phase=phase))
    )
    names = dict.fromkeys(found.order_by().values_list("name", flat=True), 1)
    if ctx.known(IS_DONE) == action and span != "previous_phase":
        names[ctx.actor.name] = 1
    return names


def mark_as_done(act: ActionContext) -> None:
    """Make predicates count this act as performed, although its entry is not stored yet."""
    act.know(IS_DONE, act.action.name)
    act.forget(_KNOWN)


def _seniority(ctx: ReadContext, player: Player, detail: str) -> int:
    """Return how long somebody has played: in hours or phases, or in microseconds for ordering players."""
    if detail == BY_JOINING:
        return (ctx.at - player.joined_at) // timedelta(microseconds=1)
    if detail == "hours":
        return max(0, (ctx.at - player.joined_at) // timedelta(hours=1))
    return max(0, ctx.cycle.phase - player.joined_phase)


def _since_joined(ctx: ReadContext, player: Player, unit: str) -> int:
    return _span(ctx, player.joined_at, player.joined_phase, unit)


def _since_reputable(ctx: ReadContext, player: Player, unit: str) -> int:
    since = player.reputable_since
    if since is None or unit == "phases":
        return 0
    return _span(ctx, since, 0, unit)


def _since_last_act(ctx: ReadContext, player: Player, unit: str) -> int:
    """Return the days or phases since a player's last act or, without one, since they joined."""
    if player.last_act_on is None or player.last_act_phase is None:
        return _since_joined(ctx, player, unit)
    if unit == "phases":
        return max(0, ctx.cycle.phase - player.last_act_phase)
    return max(0, (ctx.at.date() - player.last_act_on).days)


def _span(ctx: ReadContext, since: datetime, phase: int, unit: str) -> int:
    """Return the full hours, days or phases from an instant in the given phase until now."""
    if unit == "phases":
        return max(0, ctx.cycle.phase - phase)
    return max(0, (ctx.at - since) // timedelta(hours=1 if unit == "hours" else 24))


def _declared(ctx: ReadContext, whom: str) -> Mapping[str, int]:
    """Return 1 for each player who has declared `whom` reputable."""
    rows = Declaration.objects.filter(player__cycle=ctx.cycle, player__name=whom)
    return dict.fromkeys(rows.order_by().values_list("declarer__name", flat=True), 1)


def _office(ctx: ReadContext, detail: str) -> Mapping[str, int]:
    holder = _OFFICES[detail](ctx) if detail in _OFFICES else ""
    return {holder: 1, "": 1} if holder else {}


# Facts of this app. Higher layers register theirs.
FACTS: tuple[tuple[str, Read, tuple[type[Event], ...]], ...] = (
    ("reputable", OfAll(_reputable), (BecameReputable,)),
    ("active", OfAll(_active), ()),
    ("acted", OfAll(_acted), ()),
    ("did", _did, ()),
    ("seniority", OfAll(_seniority), ()),
    ("since joined", OfAll(_since_joined), ()),
    ("since reputable", OfAll(_since_reputable), (BecameReputable,)),
    ("since last_act", OfAll(_since_last_act), ()),
    ("declared", _declared, (DeclaredReputable,)),
    ("office", _office, ()),
    ("phase", lambda ctx, detail: {"": ctx.cycle.phase}, (PhaseBegan,)),
)
