"""When a piece runs: each word of the language says at which of these moments it can stand."""

from collections.abc import Mapping
from typing import Literal

# In a play, its cost or its end; in what decides whether a card can be played; where the game begins or ends; at a card
# by itself; in the hall; where something is gained there; in a die of a game without cards, and where such a game ends;
# in what a rule of the law does by itself, and in what it asks whether it is so.
Moment = Literal[
    "cost", "play", "end", "legality", "opening", "rewards", "card", "hall", "gain", "die", "prize", "rule", "condition"
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
    "gain": "in what is gained in the hall",
    "die": "in a die",
    "prize": "where a game without cards ends",
    "rule": "in what a rule does",
    "condition": "in what a rule asks",
}
EVERYWHERE: Moments = frozenset(WHERE)
IN_A_PLAY: Moments = frozenset({"cost", "play", "end"})
AT_THE_TABLE: Moments = IN_A_PLAY | {"opening", "rewards"}
BY_RULE: Moments = frozenset({"rule", "condition"})
IN_THE_HALL: Moments = BY_RULE | {"hall", "gain"}
AWAY_FROM_A_GAME: Moments = IN_THE_HALL | {"card"}
WITHOUT_CARDS: Moments = BY_RULE | {"die", "prize"}
# Where nothing is bet, or the pool has gone to the winner.
WITHOUT_A_POOL: Moments = AWAY_FROM_A_GAME | WITHOUT_CARDS | {"rewards"}
# Where chance can be asked: not in what is only looked at.
WITH_CHANCE: Moments = EVERYWHERE - {"legality", "condition"}
# Where nobody can be asked: only chance chooses.
UNASKED: Moments = frozenset({"condition", "opening", "rewards", "card", "gain", "prize"})
# Where a question has a time of its own, and what is asked for is worked out again when it is answered.
PENDING: Moments = frozenset({"rule"})
