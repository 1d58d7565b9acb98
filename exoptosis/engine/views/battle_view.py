"""All that somebody may see of a game: what boards, bots and wiki pages are made from."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from exoptosis.engine.cards.card import CardId, Modifier
from exoptosis.engine.moves.definitions import BattleMove
from exoptosis.engine.state import Kind, Stage


class TurnView(Struct, frozen=True):
    """Whose turn it is; turns are numbered from 1."""

    number: int
    player: str


class StakeView(Struct, frozen=True):
    """What somebody has bet: items, cards of the inventory by their codes, and how much that is."""

    items: Mapping[str, int]
    cards: Sequence[str]
    size: int


class PoolView(Struct, frozen=True):
    """What all have bet together."""

    items: Mapping[str, int]
    cards: Sequence[str]


class SeatView(Struct, frozen=True):
    """Somebody at the table. Before the reveal there is no hand to see, only whether one was chosen.

    `extra` turns are theirs, so many of their turns are skipped (`skips`), and so many of whoever comes next after
    them (`skips_next`). `agrees`: to end the game without a result.
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
    """A card: its values in words and as a set, and where it has a set without end, its start.

    `text` is what the law says of its species; `original` the code of the inventory's card behind it, empty for none.
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
    """A card of the pile, who played it, and as which modifiers it acted."""

    card: CardId
    by: str
    destroyed: bool
    acted: Sequence[str]


class BetView(Struct, frozen=True):
    """The bet that stands. `binds`: whether whoever does not match it forfeits."""

    level: int
    settled: int
    raiser: str | None
    matched: Sequence[str]
    passed: Sequence[str]
    binds: bool


class DebtView(Struct, frozen=True):
    """What somebody owes, in words, until the end of the turn of this number."""

    id: int
    debtor: str
    kind: Literal["draw", "give", "choice"]
    what: str
    until: int


class WaitView(Struct, frozen=True):
    """Something that waits for its moment, and whose it is."""

    owner: str
    text: str


class PendingView(Struct, frozen=True):
    """A begun move: the game waits for its player to go on with it."""

    player: str
    move: BattleMove


class StandstillView(Struct, frozen=True):
    """That the game goes round: the same position came again, or nobody could play (R129)."""

    why: Literal["", "repeated", "idle"]
    text: str


class OutcomeView(Struct, frozen=True):
    """How the game has ended."""

    ending: Literal["won", "off", "terminated", "stopped"]
    winner: str | None


class BattleView(Struct, frozen=True):
    """All that a viewer may see. Hands chosen under seal are their player's only (`chosen`).

    `order` is the order of play, of players who are out too; it runs backwards where `direction` is -1. `cards` has
    every card that lies somewhere, by its number; the pile has its bottom first. `you` is the viewer's seat, if any.
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
        """The seat of a player, or None for somebody who is not seated."""
        return next((seat for seat in self.seats if seat.player == player), None)
