"""Moments: when a piece runs, such as in a play or in a condition. Each node declares where it is allowed."""

from collections.abc import Mapping
from typing import Literal

# A card's play, its cost or its end; a check of whether a card is legal; the beginning or end of a game; a card by
# itself; outside of games, by a clause, a pack or an offer; a die of a game without cards, and the end of such a game;
# a condition of a clause.
Moment = Literal[
    "cost", "play", "end", "legality", "opening", "rewards", "card", "hall", "die", "prize", "condition"
]  # fmt: skip
Moments = frozenset[Moment]

WHERE: Mapping[Moment, str] = {
    "cost": "in what a play costs",
    "play": "in a play",
    "end": "at the end of a play",
    "legality": "in what decides whether a card can be played",
    "opening": "at the start of a game",
    "rewards": "after a game has ended",
    "card": "in what a card does by itself",
    "hall": "outside a game",
    "die": "in a die",
    "prize": "at the end of a game without cards",
    "condition": "in what a rule asks",
}
EVERYWHERE: Moments = frozenset(WHERE)
IN_A_PLAY: Moments = frozenset({"cost", "play", "end"})
AT_THE_TABLE: Moments = IN_A_PLAY | {"opening", "rewards"}
IN_THE_HALL: Moments = frozenset({"hall", "condition"})
AWAY_FROM_A_GAME: Moments = IN_THE_HALL | {"card"}
WITHOUT_CARDS: Moments = frozenset({"die", "prize"})
# Moments without bets, or after the winner got the pool.
WITHOUT_A_POOL: Moments = AWAY_FROM_A_GAME | WITHOUT_CARDS | {"rewards"}
# Moments in which draws are allowed: all that are not read-only.
WITH_CHANCE: Moments = EVERYWHERE - {"legality", "condition"}
# Moments in which nobody can be asked, so that only chance chooses.
UNASKED: Moments = frozenset({"condition", "opening", "rewards", "card", "prize"})
# Moments in which a question has its own time limit and is computed again when it is answered.
PENDING: Moments = frozenset({"hall"})
