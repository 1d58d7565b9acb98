"""What is known of players, for the conditions of rules: each room says what it knows, by name.

A fact is a number for each player of whom it is not 0, and 1 for what is simply true. It is read once in a moment for
all of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.domain.events import Event, PhaseBegan
from nomic.players.events import BecameReputable
from nomic.players.lookup import WHO_PLAYS, player_or_none, who_plays
from nomic.players.models import Player

Read = Callable[[Moment, str], Mapping[str, int]]
Install = Callable[[Act, str], bool]

_FACTS: dict[str, Read] = {}
_OFFICES: dict[str, Callable[[Moment], str]] = {}
_INSTALL: dict[str, Install] = {}
_CHANGE_BY: set[type[Event]] = set()
_KNOWN = "facts about players"


def register_fact(name: str, read: Read, *events: type[Event]) -> None:
    """Make known what rules can ask of players. `read` is given the moment and what is asked more precisely.

    `events` are those that make it another: who wins may depend on it. Two facts of one name are a programming error.
    """
    if name in _FACTS:
        raise ValueError(f"two facts are called {name!r}")
    _FACTS[name] = read
    _CHANGE_BY.update(events)


def register_office(name: str, holder: Callable[[Moment], str], install: Install, *events: type[Event]) -> None:
    """Make an office known, and who holds it: an empty name for nobody.

    `install(act, name)` gives it to somebody, and says whether anything is otherwise now. It writes with the entry, of
    which a trial has none.
    """
    if name in _OFFICES:
        raise ValueError(f"two offices are called {name!r}")
    _OFFICES[name], _INSTALL[name] = holder, install
    _CHANGE_BY.update(events)


def appoint(act: Act, office: str, player: str) -> bool:
    """Have a player hold an office, or with an empty name nobody; whether anything is otherwise now."""
    act.forget(_KNOWN)
    return office in _INSTALL and _INSTALL[office](act, player)


def offices() -> frozenset[str]:
    """The offices that somebody can hold."""
    return frozenset(_OFFICES)


def fact(moment: Moment, name: str, player: str, detail: str) -> int:
    """What is known of a player; 0 where nothing is."""
    known: dict[tuple[str, str], Mapping[str, int]] = moment.recall(_KNOWN, dict)
    if (name, detail) not in known:
        read = _FACTS[name]
        if isinstance(read, OfAll) and player == moment.actor.name:
            return read.of_actor(moment, detail)
        known[name, detail] = read(moment, detail)
    return known[name, detail].get(player, 0)


def have_changed(act: Act) -> bool:
    """Whether an act told of anything by which facts are others now. What was known of them before is forgotten."""
    act.forget(WHO_PLAYS)
    act.forget(_KNOWN)
    return any(act.told(kind) for kind in _CHANGE_BY)


# ── what the players' own rows say


@dataclass(frozen=True)
class OfAll:
    """A fact that a player's own row tells."""

    tell: Callable[[Moment, Player, str], int]

    def __call__(self, moment: Moment, detail: str) -> Mapping[str, int]:
        return {player.name: self.tell(moment, player, detail) for player in who_plays(moment)}

    def of_actor(self, moment: Moment, detail: str) -> int:
        """Of whoever acts, whose row is read in any case: who asks only of themself need not read all others."""
        player = player_or_none(moment)
        return 0 if player is None else self.tell(moment, player, detail)


def _reputable(moment: Moment, player: Player, detail: str) -> int:
    return int(player.is_reputable)


def _active(moment: Moment, player: Player, detail: str) -> int:
    return int(not player.is_inactive(moment.cycle.phase))


def _acted(moment: Moment, player: Player, detail: str) -> int:
    phase = moment.cycle.phase - (detail == "previous_phase")
    return int(phase in (player.last_act_phase, player.act_phase_before))


def _seniority(moment: Moment, player: Player, detail: str) -> int:
    if detail == "hours":
        return max(0, (moment.at - player.joined_at) // timedelta(hours=1))
    return max(0, moment.cycle.phase - player.joined_phase)


def _office(moment: Moment, detail: str) -> Mapping[str, int]:
    holder = _OFFICES[detail](moment) if detail in _OFFICES else ""
    return {holder: 1, "": 1} if holder else {}


# What this room knows by itself. What rooms above it know, they say themselves.
FACTS: tuple[tuple[str, Read, tuple[type[Event], ...]], ...] = (
    ("reputable", OfAll(_reputable), (BecameReputable,)),
    ("active", OfAll(_active), ()),
    ("acted", OfAll(_acted), ()),
    ("seniority", OfAll(_seniority), ()),
    ("office", _office, ()),
    ("phase", lambda moment, detail: {"": moment.cycle.phase}, (PhaseBegan,)),
)
