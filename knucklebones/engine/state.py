"""The state of a game: two fields of dice, the turn, and the roll. Nothing in it is hidden."""

from typing import Literal

from msgspec import Struct

from knucklebones.engine.moves import Roll, Use
from knucklebones.engine.player_field import Field
from nomic.effects.asking.begun_moves import Begun


class Side(Struct, frozen=True, omit_defaults=True):
    """A player with their field. `used` are the Dice items that they have used in this game (R60)."""

    player: str
    field: Field
    used: tuple[str, ...] = ()


class Die(Struct, frozen=True, omit_defaults=True):
    """A rolled die: its value, its player, and the Dice items used on it, in order."""

    value: int
    by: str
    items: tuple[str, ...] = ()


class GameOutcome(Struct, frozen=True, omit_defaults=True):
    """The end of a game: its kind, the winner, and the player who forfeited."""

    ending: Literal["won", "drawn", "off", "stopped"]
    winner: str = ""
    forfeited: str = ""


class State(Struct, frozen=True, omit_defaults=True):
    """The state of a game.

    `sides` are in the order of play once `turn` counts, from 1; columns hold `rows` dice each. `die` is the die to
    place now; `last` is the die placed last, in column number `last_column`. `pending` is a use of a Dice that has
    drawn and waits for its player's next answer (R18).
    """

    sides: tuple[Side, Side]
    rows: int
    turn: int = 0
    die: Die | None = None
    last: Die | None = None
    last_column: int = 0
    pending: Begun[Roll | Use] | None = None
    outcome: GameOutcome | None = None

    @property
    def is_on(self) -> bool:
        """True if the game has begun and is not over."""
        return self.turn > 0 and self.outcome is None

    @property
    def at(self) -> int:
        """The index of the side whose turn it is."""
        return (self.turn - 1) % 2

    @property
    def mover(self) -> Side:
        """The side whose turn it is, or was last."""
        return self.sides[(self.turn - 1) % 2]

    @property
    def players(self) -> tuple[str, str]:
        """Both players, in the order of play once the game has begun."""
        return self.sides[0].player, self.sides[1].player

    @property
    def using(self) -> str:
        """The name of the Dice whose use is waiting for an answer, or ""."""
        return "" if self.pending is None else self.pending.move.dice

    def opponent(self, player: str) -> str:
        """Return the other player."""
        one, other = self.players
        return other if player == one else one
