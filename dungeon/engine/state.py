"""The state of a match: levels, positions, coins, and the plans, which are secret.

Frequent structs are stored as arrays, to keep states small.
"""

from typing import Literal

from msgspec import Struct

from dungeon.engine.hexes import CENTRE, Hex, places, towards

Terrain = Literal["blank", "wall", "water", "chest", "pit", "rope"]
How = Literal["waited", "lost", "moved", "looted", "fell", "climbed", "escaped", "entered", "caught"]


class Spot(Struct, frozen=True, array_like=True):
    """A hex of a level of a dungeon. Dungeons and levels are numbered from 1."""

    dungeon: int
    level: int
    q: int
    r: int

    @property
    def hex(self) -> Hex:
        """The hex of the spot on its level."""
        return self.q, self.r

    def towards(self, direction: str) -> "Spot":
        """Return the next spot in a direction, whether it is on the level or not."""
        return Spot(self.dungeon, self.level, *towards(self.hex, direction))


def centre(dungeon: int, level: int) -> Spot:
    """Return the spot at which players enter a level from above.

    On the first level they enter it from outside.
    """
    return Spot(dungeon, level, *CENTRE)


class HexKind(Struct, frozen=True, array_like=True):
    """A kind of hex: its name in the law, and its terrain."""

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
        """The hex of the enemy on its level."""
        return self.q, self.r


class Level(Struct, frozen=True):
    """A level: its hexes, in the order of `hexes(radius)`, as indexes into `kinds`; and its enemies, by id."""

    radius: int
    kinds: tuple[HexKind, ...]
    hexes: tuple[int, ...]
    enemies: tuple[Enemy, ...] = ()

    def kind(self, at: Hex) -> HexKind | None:
        """Return the kind of a hex, or None beyond the level."""
        place = places(self.radius).get(at)
        return None if place is None else self.kinds[self.hexes[place]]

    def terrain(self, at: Hex) -> Terrain | None:
        """Return the terrain of a hex, or None beyond the level."""
        kind = self.kind(at)
        return None if kind is None else kind.terrain


class Dungeon(Struct, frozen=True):
    """A dungeon: its levels from the first down, and the players who have ever escaped from it.

    `meanwhile` are players who have escaped from older dungeons while it was the newest. They also count for the next
    one.
    """

    levels: tuple[Level, ...]
    escaped: tuple[str, ...] = ()
    meanwhile: tuple[str, ...] = ()

    @property
    def escaped_since_made(self) -> set[str]:
        """The players who have escaped from any dungeon since this one, as the newest, was made (R115)."""
        return {*self.escaped, *self.meanwhile}


class PlanStep(Struct, frozen=True, array_like=True):
    """A planned action: "wait", a direction, "climb" or "enter 2".

    `rope` is the new target of a rope (R68): "escape", a hex of the level above as "1,-2", or "" for none.
    """

    do: str
    rope: str = ""


class Explorer(Struct, frozen=True):
    """A player.

    `at` is None after an escape. `sealed` is true if the player has secret answers to be revealed.
    """

    player: str
    status: Literal["in", "out"] = "in"
    at: Spot | None = None
    pocket: int = 0
    store: int = 0
    plan: tuple[PlanStep, ...] | None = None
    sealed: bool = False


class Act(Struct, frozen=True, array_like=True):
    """A player's outcome of an action or an enemy: the spots from first to last, with None for outside.

    `loot` are the names of the found things. `coins` is the number of coins found, lost when caught, or stored when
    escaped.
    """

    player: str
    do: str
    how: How
    path: tuple[Spot | None, ...]
    loot: tuple[str, ...] = ()
    coins: int = 0


class EnemyAct(Struct, frozen=True, array_like=True):
    """An enemy's move or catch: the spots from first to last, and the players it caught."""

    id: int
    name: str
    how: str
    path: tuple[Spot, ...]
    caught: tuple[str, ...] = ()


class Frame(Struct, frozen=True):
    """Simultaneous events: an action of all players, or at the end the enemies' turn. `made` are new levels."""

    acts: tuple[Act, ...] = ()
    enemies: tuple[EnemyAct, ...] = ()
    made: tuple[tuple[int, int], ...] = ()


class Replay(Struct, frozen=True):
    """The frames of a past period. `emptied` holds the chests emptied in it, each with its hex kind before that."""

    period: int
    frames: tuple[Frame, ...]
    emptied: tuple[tuple[Spot, HexKind], ...] = ()


class State(Struct, frozen=True):
    """The state of a match. Only the plans are hidden."""

    period: int = 1
    dungeons: tuple[Dungeon, ...] = ()
    explorers: tuple[Explorer, ...] = ()
    enemies_made: int = 0
    last: Replay | None = None
    winner: str = ""
    stopped: bool = False

    @property
    def is_over(self) -> bool:
        """True if a player has won, or the cycle has ended."""
        return self.stopped or bool(self.winner)

    @property
    def seated(self) -> tuple[Explorer, ...]:
        """The players who are in the game."""
        return tuple(explorer for explorer in self.explorers if explorer.status == "in")

    def explorer(self, player: str) -> Explorer | None:
        """Return a player who is in the game by name, or None."""
        return next((each for each in self.explorers if each.player == player and each.status == "in"), None)
