"""Practice cycles in which a game of Knucklebones is played, for tests of its pages.

All of them share the clock of the first.
"""

from collections.abc import Mapping
from typing import Any

from knucklebones.engine.state import State
from nomic.cycles.models import Cycle
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from tests.support.furnished_cycle import KEEPER, act, cycle_under
from tests.support.hall import START
from tests.support.knucklebones_cycles import law_with_bones

Json = Any
NO_DICE: Mapping[str, Json] = {}


def cycle_with_bones(slug: str, *players: str, dice: Mapping[str, Json] = NO_DICE, **changes: Json) -> Cycle:
    """A practice cycle of the first of these people, in which all play; `changes` are values of the law's section."""
    law = law_with_bones(dice=dict(dice), **changes)
    law["items"] |= {name: {"plural": f"{name}s", "kind": "keepsake", "text": dice[name]["text"]} for name in dice}
    return cycle_under(law, "cycle-16", slug, *players, starts_at=START)


class PlayedGame:
    """A game of two, which begins as they want to play each other and the battle phase comes."""

    def __init__(self, slug: str, one: str, other: str, *, dice: Mapping[str, Json] = NO_DICE, **changes: Json) -> None:
        """Each of the two has one of each Dice."""
        cycle_with_bones(slug, one, other, dice=dice, **changes)
        self.slug = slug
        for player, opponent in ((one, other), (other, one)):
            for item in dice:
                act(slug, KEEPER, "correct-grant", player=player, item=item, count=1, reason="for the game")
            act(slug, player, "intend-knucklebones", opponents=[opponent])
        act(slug, one, "advance-clock", to_next_phase=True)
        self.path = f"/c/{slug}/matches/{self.match.code}/"

    @property
    def match(self) -> Match:
        return Match.objects.get(cycle__slug=self.slug, game="knucklebones")

    @property
    def state(self) -> State:
        state: State = LoadedMatch(Cycle.objects.get(slug=self.slug), self.match).state
        return state

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        return self.state.mover.player

    @property
    def waiting(self) -> str:
        """Who waits for the other."""
        return self.state.opponent(self.mover)

    def move(self, kind: str, *answers: list[Json], **fields: Json) -> None:
        """Whoever's turn it is makes a move."""
        move = {"kind": kind, **fields}
        act(self.slug, self.mover, "move", match=self.match.code, move=move, answers=list(answers))

    def place(self, *columns: int) -> "PlayedGame":
        """Both in turn put their dice into these columns."""
        for column in columns:
            self.move("place", column=column)
        return self
