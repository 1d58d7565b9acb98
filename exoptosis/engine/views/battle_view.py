"""The view of a game, as data for boards, bots and wiki pages."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from exoptosis.engine.cards.card import CardId, Modifier
from exoptosis.engine.moves.definitions import BattleMove
from exoptosis.engine.state import Kind, Stage


class TurnView(Struct, frozen=True):
    """The current turn; turns are numbered from 1."""

    number: int
    player: str


class StakeView(Struct, frozen=True):
    """A player's stake: items, cards of the inventory by their codes, and the total."""

    items: Mapping[str, int]
    cards: Sequence[str]
    size: int


class PoolView(Struct, frozen=True):
    """The bets of all players together."""

    items: Mapping[str, int]
    cards: Sequence[str]


class SeatView(Struct, frozen=True):
    """A player at the table. Before the reveal the hand is hidden; only whether it was chosen is visible.

    `extra` counts the player's extra turns, `skips` the turns that the player will skip, and `skips_next` the skips for
    the next player. `agrees` is the consent to end the game without a result.
    """

    player: str
    status: Literal["invited", "in", "out"]
    hand: Sequence[CardId] | None
    hand_size: int | None
    has_chosen: bool
    deck: Sequence[CardId]
    stake: StakeView
    agrees: bool
    extra: int
    skips: int
    skips_next: int


class CardView(Struct, frozen=True):
    """A card: its values as text and as a set, and the start of an endless set, if it has one.

    `text` is the law's text about its species; `original` is the code of the inventory's card behind it, or empty.
    """

    id: CardId
    name: str
    values: str
    value_set: Sequence[int]
    values_from: int | None
    suits: Sequence[str]
    colours: Sequence[str]
    types: Sequence[str]
    modifiers: Sequence[Modifier]
    text: str
    original: str


class PlayedView(Struct, frozen=True):
    """A card of the pile, its player, and the modifiers that it acted as."""

    card: CardId
    by: str
    destroyed: bool
    acted: Sequence[str]


class BetView(Struct, frozen=True):
    """The current bet. `binds` is true if a player who does not match it forfeits."""

    level: int
    settled: int
    raiser: str | None
    matched: Sequence[str]
    passed: Sequence[str]
    binds: bool


class DebtView(Struct, frozen=True):
    """A choice that a player owes, in words, and the number of the turn by whose end it is due."""

    id: int
    debtor: str
    kind: Literal["draw", "give", "choice"]
    what: str
    until: int


class WaitView(Struct, frozen=True):
    """A waiting effect as players see it: its owner, and a description of its future effect."""

    owner: str
    text: str


class PendingView(Struct, frozen=True):
    """A begun move: the game waits for its player to continue it."""

    player: str
    move: BattleMove


class StandstillView(Struct, frozen=True):
    """The standstill of the game: a position was repeated, or nobody could play (R129)."""

    why: Literal["", "repeated", "idle"]
    text: str


class OutcomeView(Struct, frozen=True):
    """The end of the game: its kind and the winner."""

    ending: Literal["won", "off", "terminated", "stopped"]
    winner: str | None


class BattleView(Struct, frozen=True):
    """The part of a battle's state that a viewer may see. A sealed hand is visible to its player only (`chosen`).

    `order` is the order of play, including players who are out; it runs backwards if `direction` is -1. `cards` holds
    every card in a deck, in a hand or on the pile, by its number; the pile is listed from the bottom up. `you` is the
    viewer's seat, if any.
    """

    kind: Kind
    stage: Stage
    begun: bool
    turn: TurnView | None
    direction: Literal[1, -1]
    order: Sequence[str]
    seats: Sequence[SeatView]
    cards: Mapping[CardId, CardView]
    pile: Sequence[PlayedView]
    pool: PoolView
    bet: BetView | None
    debts: Sequence[DebtView]
    waits: Sequence[WaitView]
    pending: PendingView | None
    standstill: StandstillView | None
    outcome: OutcomeView | None
    you: str | None
    chosen: Sequence[CardId] | None

    def seat_of(self, player: str | None) -> SeatView | None:
        """Return the seat of a player, or None if the player has none."""
        return next((seat for seat in self.seats if seat.player == player), None)
