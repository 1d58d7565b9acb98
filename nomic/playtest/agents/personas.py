"""Personas of agents.

A persona prefers some actions to others, by their names. A new action needs at most a line in the preferences of a
persona. Without one it is tried now and then by the persona that tries everything.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

# Handled elsewhere, or useless for a player who wants to continue.
NEVER = re.compile(
    r"^(join|leave|vote|answer|move|submit-proposal|edit-proposal|withdraw-.*|decline-.*|give-standing-order|"
    r"advance-clock|seat-bot|outfit|(offer|counter|consent)-trade|take-back-consent|file-request|rule|"
    r"(stand-for|resign|remove|keep)-judge|vote-on-.*|open-confidence-vote|overturn-own-ruling|(ask-to-)?void-act)$"
)
USUAL: Mapping[str, float] = {
    "for": 6,
    "against": 3,
    "unclear": 1,
}
A_LITTLE = 0.4  # the preference for an action that no pattern matches


@dataclass(frozen=True)
class PersonaHabits:
    """A persona's habits.

    `likes` is the preference for actions that match a pattern; the first match counts. `else_likes` is for all other
    actions. The probabilities per turn are `deals` to offer a trade, `agrees` to consent to one, `asks` to go to court,
    `dissents` to call for a vote on a ruling, `ambition` to stand for Judge, and `strives` to pursue victory.
    `proposes` holds templates of proposals, and how often one is written in a turn. `votes` holds the weight of each
    vote.
    """

    name: str
    description: str
    likes: tuple[tuple[str, float], ...] = ()
    else_likes: float = A_LITTLE
    acts: int = 2
    visits: float = 0.9
    answers: float = 0.9
    proposes: tuple[str, ...] = ()
    how_often: float = 0.0
    deals: float = 0.12
    agrees: float = 0.35
    asks: float = 0.01
    dissents: float = 0.05
    ambition: float = 0.01
    strives: float = 0.0
    votes: Mapping[str, float] = field(default_factory=lambda: USUAL)
    joins_on: int = 0  # day
    leaves_on: int | None = None

    def liking(self, action: str) -> float:
        """Return the preference for an action; 0 means never."""
        if NEVER.match(action):
            return 0
        return next((liking for pattern, liking in self.likes if re.search(pattern, action)), self.else_likes)


CHANCE = r"explor|further|reroll|search|walk|look|guess|bet|intend|willing|duel"
PACKS = r"buy|open-pack|use-item|light|wick"
FIGHT = r"battle|duel|fight|declare-battle"

CHARACTERS = (
    PersonaHabits("Ada", "trades what she has for what she wants", ((PACKS, 2),), acts=3, deals=0.7),
    PersonaHabits(
        "Bartolo",
        "knows the rules, asks the Judge, and votes against",
        ((r"fuse|burn", 0.1), (r"request-duel", 0.3)),
        proposes=("words", "out of place", "no more of it"),
        how_often=0.15,
        agrees=0.1,
        asks=0.2,
        dissents=0.5,
        votes={"for": 3, "against": 5, "unclear": 2},
    ),
    PersonaHabits("Carla", "gambles", ((CHANCE, 6), (r"battle", 4), (r"buy", 2)), acts=3),
    PersonaHabits("Dmitri", "collects cards and never burns one", ((r"burn|fuse", 0), (PACKS, 6)), acts=3),
    PersonaHabits(
        "Esi",
        "builds: a proposal a week at least",
        ((r"buy", 2),),
        proposes=("a rule that acts", "a card", "a price", "into force", "for all"),
        how_often=0.35,
    ),
    PersonaHabits("Farid", "sleeps for days", visits=0.08, answers=0.5),
    PersonaHabits("Gudrun", "joins late and is keen", ((PACKS, 3), (FIGHT, 3)), visits=1, acts=3, joins_on=9),
    PersonaHabits("Hiro", "leaves in the middle", ((FIGHT, 3), (PACKS, 2)), leaves_on=17),
    PersonaHabits("Ines", "fights, and to win", ((FIGHT, 8), (PACKS, 3), (r"burn|fuse", 0.1)), visits=1, strives=0.4),
    PersonaHabits(
        "Jules",
        "gives away",
        ((r"gift|pour|hand-over|declare-reputable|light-for", 6), (PACKS, 1)),
        deals=0.25,
        agrees=0.6,
    ),
    PersonaHabits(
        "Kirsten",
        "wants office, and to win",
        ((r"wages|garden|duty|light|water", 4), (PACKS, 2)),
        acts=3,
        proposes=("sooner won", "a price", "for all"),
        how_often=0.12,
        ambition=0.3,
        strives=0.9,
    ),
    PersonaHabits(
        "Levi",
        "tries whatever there is",
        else_likes=1,
        acts=4,
        proposes=("a price", "a card", "sooner won"),
        how_often=0.05,
        asks=0.05,
        ambition=0.05,
    ),
)
