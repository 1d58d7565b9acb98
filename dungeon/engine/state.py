"""The state of a match: levels with what is on them, who is where with how many coins, and the plans, which are secret.

What comes often is stored as arrays, to keep states small.
"""

from typing import Literal

from msgspec import Struct

from dungeon.engine.hexes import CENTRE, Hex, places, towards

Terrain = Literal["blank", "wall", "water", "chest", "pit", "rope"]
How = Literal["waited", "lost", "moved", "looted", "fell", "climbed", "escaped", "entered", "caught"]


class Spot(Struct, frozen=True, array_like=True):
    """A hex of a level of a dungeon; dungeons and levels are counted from 1."""

    dungeon: int
    level: int
    q: int
    r: int

    @property
    def hex(self) -> Hex:
        """Where it is on its level."""
        return self.q, self.r

    def towards(self, direction: str) -> "Spot":
        """The next spot in a direction, be it on the level or not."""
        return Spot(self.dungeon, self.level, *towards(self.hex, direction))


def centre(dungeon: int, level: int) -> Spot:
    """Where one comes to a level from above, or, on the first, from outside."""
    return Spot(dungeon, level, *CENTRE)


class HexKind(Struct, frozen=True, array_like=True):
    """A kind of hex: its name in the law, and as what it works."""

    name: str
    terrain: Terrain


class Enemy(Struct, frozen=True, array_like=True):
    """An enemy on a level. Ids are given in the order in which enemies are made, over all dungeons."""

    id: int
    name: str
    q: int
    r: int

    @property
    def hex(self) -> Hex:
        """Where it is on its level."""
        return self.q, self.r


class Level(Struct, frozen=True):
    """A level: its hexes, in the order of `hexes(radius)`, as places among `kinds`; and its enemies, by id."""

    radius: int
    kinds: tuple[HexKind, ...]
    hexes: tuple[int, ...]
    enemies: tuple[Enemy, ...] = ()

    def kind(self, at: Hex) -> HexKind | None:
        """What a hex is; None beyond the level."""
        place = places(self.radius).get(at)
        return None if place is None else self.kinds[self.hexes[place]]

    def terrain(self, at: Hex) -> Terrain | None:
        """As what a hex works; None beyond the level."""
        kind = self.kind(at)
        return None if kind is None else kind.terrain


class Dungeon(Struct, frozen=True):
    """A dungeon: its levels from the first down, and who has ever escaped from it.

    `meanwhile` are those who have escaped from older ones while it was the newest: for the next one they count too.
    """

    levels: tuple[Level, ...]
    escaped: tuple[str, ...] = ()
    meanwhile: tuple[str, ...] = ()

    @property
    def escaped_since_made(self) -> set[str]:
        """Of the newest dungeon: who has escaped since it was made, from whichever (R115)."""
        return {*self.escaped, *self.meanwhile}


class PlanStep(Struct, frozen=True, array_like=True):
    """What somebody means to do as one action: "wait", a direction, "climb" or "enter 2".

    `rope` is where a rope is to bring them then (R68): "escape", a hex of the level above as "1,-2", or "" for nowhere.
    """

    do: str
    rope: str = ""


class Explorer(Struct, frozen=True):
    """A player. `at` is None for who has escaped. `sealed`: whether there are secret answers of theirs to be opened."""

    player: str
    status: Literal["in", "out"] = "in"
    at: Spot | None = None
    pocket: int = 0
    store: int = 0
    plan: tuple[PlanStep, ...] | None = None
    sealed: bool = False


class Act(Struct, frozen=True, array_like=True):
    """What became of a player in an action, or by an enemy: the spots from first to last, None being outside.

    `loot` is what was found, by name; `coins` how many were found, lost when caught, or stored when escaped.
    """

    player: str
    do: str
    how: How
    path: tuple[Spot | None, ...]
    loot: tuple[str, ...] = ()
    coins: int = 0


class EnemyAct(Struct, frozen=True, array_like=True):
    """What an enemy did that moved or caught somebody: the spots from first to last, and whom it caught."""

    id: int
    name: str
    how: str
    path: tuple[Spot, ...]
    caught: tuple[str, ...] = ()


class Frame(Struct, frozen=True):
    """What happened at once: an action of all players, or in the end the enemies' turn. `made` are new levels."""

    acts: tuple[Act, ...] = ()
    enemies: tuple[EnemyAct, ...] = ()
    made: tuple[tuple[int, int], ...] = ()


class Replay(Struct, frozen=True):
    """A period that is over, and the chests that it emptied, with their kinds before."""

    period: int
    frames: tuple[Frame, ...]
    emptied: tuple[tuple[Spot, HexKind], ...] = ()


class State(Struct, frozen=True):
    """A match. Nothing but the plans is hidden."""

    period: int = 1
    dungeons: tuple[Dungeon, ...] = ()
    explorers: tuple[Explorer, ...] = ()
    enemies_made: int = 0
    last: Replay | None = None
    winner: str = ""
    stopped: bool = False

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or the cycle ended otherwise."""
        return self.stopped or bool(self.winner)

    @property
    def seated(self) -> tuple[Explorer, ...]:
        """Those who are in."""
        return tuple(explorer for explorer in self.explorers if explorer.status == "in")

    def explorer(self, player: str) -> Explorer | None:
        """A player who is in, or None."""
        return next((each for each in self.explorers if each.player == player and each.status == "in"), None)
