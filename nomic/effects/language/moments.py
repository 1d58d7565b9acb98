"""When a piece runs: each word of the language says at which of these moments it can stand."""

from collections.abc import Mapping
from typing import Literal

# In a play, its cost or its end; in what decides whether a card can be played; where the game begins or ends; at a card
# by itself; in the hall, by a rule of the law, a pack or an offer; in a die of a game without cards, and where such a
# game ends; in what a rule asks whether it is so.
Moment = Literal[
    "cost", "play", "end", "legality", "opening", "rewards", "card", "hall", "die", "prize", "condition"
]  # fmt: skip
Moments = frozenset[Moment]

WHERE: Mapping[Moment, str] = {
    "cost": "in what a play costs",
    "play": "in a play",
    "end": "where a play ends",
    "legality": "in what decides whether a card can be played",
    "opening": "where a game begins",
    "rewards": "where a game has ended",
    "card": "at a card by itself",
    "hall": "in the hall",
    "die": "in a die",
    "prize": "where a game without cards ends",
    "condition": "in what a rule asks",
}
EVERYWHERE: Moments = frozenset(WHERE)
IN_A_PLAY: Moments = frozenset({"cost", "play", "end"})
AT_THE_TABLE: Moments = IN_A_PLAY | {"opening", "rewards"}
IN_THE_HALL: Moments = frozenset({"hall", "condition"})
AWAY_FROM_A_GAME: Moments = IN_THE_HALL | {"card"}
WITHOUT_CARDS: Moments = frozenset({"die", "prize"})
# Where nothing is bet, or the pool has gone to the winner.
WITHOUT_A_POOL: Moments = AWAY_FROM_A_GAME | WITHOUT_CARDS | {"rewards"}
# Where chance can be asked: not in what is only looked at.
WITH_CHANCE: Moments = EVERYWHERE - {"legality", "condition"}
# Where nobody can be asked: only chance chooses.
UNASKED: Moments = frozenset({"condition", "opening", "rewards", "card", "prize"})
# Where a question has a time of its own, and what is asked for is worked out again when it is answered.
PENDING: Moments = frozenset({"hall"})
