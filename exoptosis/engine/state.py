"""The state of a game of Exoptosis. It is immutable: a step makes a new state.

Players are identified by name, cards by a number within the game. A destroyed card stays in `cards` as a record (R75).
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from exoptosis.engine.cards.card import Base, Card, CardId
from exoptosis.engine.external_event_types import AfterBegun
from exoptosis.engine.moves.definitions import BattleMove
from nomic.effects.asking.begun_moves import Begun
from nomic.effects.language.world import Rest

Stage = Literal["hands", "betting", "play", "over"]
Kind = Literal["battle", "duel"]


class Stake(Struct, frozen=True, omit_defaults=True):
    """A player's bet: the number of each item, and cards of the inventory by their codes (R35).

    `gone` counts bet cards that were destroyed since. They have left the pool, but still count for the size (R97).
    """

    items: Mapping[str, int] = {}
    cards: tuple[str, ...] = ()
    gone: int = 0

    @property
    def size(self) -> int:
        """The size of the bet. Each item and each card counts as one (R35)."""
        return sum(self.items.values()) + len(self.cards) + self.gone


class Seat(Struct, frozen=True, omit_defaults=True):
    """A player at the table. `chosen` is the sealed hand until the reveal.

    `entered` are the originals that have entered this player's deck: each enters at most once per game (R31). `held`
    are those that were in this player's hand (R48). `extra` counts the extra turns owed and `skips` those to be skipped
    (R80). `skips_next` counts skips for the next player when the turn passes from this seat (R124). `agrees` is the
    consent to terminate (R43).
    """

    player: str
    status: Literal["invited", "in", "out"] = "in"
    hand: tuple[CardId, ...] = ()
    deck: tuple[CardId, ...] = ()
    chosen: tuple[CardId, ...] | None = None
    entered: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    stake: Stake = Stake()
    extra: int = 0
    skips: int = 0
    skips_next: int = 0
    agrees: bool = False


class Played(Struct, frozen=True, omit_defaults=True):
    """A card on the pile and the player who played it (R78).

    `acted` are modifiers that the card acted as, which it therefore counts as having (R87).
    """

    card: CardId
    by: str
    acted: tuple[str, ...] = ()
    destroyed: bool = False


class Turn(Struct, frozen=True, omit_defaults=True):
    """The current turn. Turns are numbered 1, 2, 3, … in a game.

    `acts` counts the acts of the turn's own player (R123). `after` is the player from whose seat the order continues,
    if another player's extra turn came between (R74).
    """

    number: int
    player: str
    after: str = ""
    acts: int = 0


class Bet(Struct, frozen=True, omit_defaults=True):
    """The round of betting (R35, R96). `raises` counts the raises, so that each has a clock of its own.

    `level` has to be matched; `settled` is the last level that another player matched; `raised` is what the last raise
    added to its player's stake. `binds` is whether the law at the last raise made it bind at once. It is None
    if the raise is over no matched bet, or older than this field.
    """

    level: int = 0
    settled: int = 0
    raiser: str = ""
    raises: int = 0
    raised: Stake = Stake()
    matched: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    binds: bool | None = None


class Debt(Struct, frozen=True, omit_defaults=True):
    """A choice that a player owes (R41): a card to draw, a card to give, or a choice within an effect.

    It is due by the end of turn `until`. `cause` is the turn whose acts caused it (R50), `player` the one whose effect
    it was. A draw is from the deck of `whose`; `demand` is a condition on what may be drawn. A gift goes `to` a player.
    A choice stores the rest of its effect, so that a change of the law does not affect it. `label` names its origin.
    """

    id: int
    debtor: str
    kind: Literal["draw", "give", "choice"]
    until: int
    cause: int
    player: str
    whose: str = ""
    to: str = ""
    demand: Rest | None = None
    rest: Rest | None = None
    label: str = ""


class Wait(Struct, frozen=True, omit_defaults=True):
    """A waiting effect. See `nomic.effects.language.world.Waiting`.

    `owner` is the player who set it, `source` the card that did.
    """

    id: int
    owner: str
    source: CardId
    event: str
    who: tuple[str, ...]
    rest: Rest
    where: str = ""
    instead: bool = False
    label: str = ""


class Tally(Struct, frozen=True, array_like=True):
    """A count of the cards that a player drew during turn `at` because of the acts of turn `cause` (R50, R81)."""

    player: str
    at: int
    cause: int
    count: int


class Circling(Struct, frozen=True, omit_defaults=True):
    """The record for detecting a standstill (R129); see `standstill`.

    `seen` counts positions, by digest, since the last irreversible event. `idle` counts consecutive turns whose player
    could not play. `said` is the announced reason for the standstill, or empty.
    """

    seen: Mapping[str, int] = {}
    idle: int = 0
    said: Literal["", "repeated", "idle"] = ""


class BattleOutcome(Struct, frozen=True, omit_defaults=True):
    """The end of the game: its kind and the winner."""

    ending: Literal["won", "off", "terminated", "stopped"]
    winner: str = ""


class State(Struct, frozen=True, omit_defaults=True):
    """The complete state of a game of Exoptosis.

    `order` is the turn order as fixed at the reveal (R34), including players who are out; `direction` is 1 or -1.
    `begun` is true if the battle phase has begun, or every player asked to the duel has accepted (R32). `code` is
    the host's code of this match. `tallies` reach back to the turn before the current one. `law` is the revision that
    the cards' sets follow. A `pending` move has drawn and waits for its player's next answer (R18, R103); `later` are
    external events that are deferred until it is made.
    """

    kind: Kind
    code: str = ""
    stage: Stage = "hands"
    begun: bool = False
    seats: tuple[Seat, ...] = ()
    cards: Mapping[CardId, Card] = {}
    species: Mapping[str, Base] = {}
    pile: tuple[Played, ...] = ()
    order: tuple[str, ...] = ()
    direction: Literal[1, -1] = 1
    turn: Turn | None = None
    bet: Bet | None = None
    debts: tuple[Debt, ...] = ()
    waits: tuple[Wait, ...] = ()
    tallies: tuple[Tally, ...] = ()
    pending: Begun[BattleMove] | None = None
    later: tuple[AfterBegun, ...] = ()
    outcome: BattleOutcome | None = None
    circling: Circling = Circling()
    law: int = 0
    next_card: int = 1
    next_id: int = 1
