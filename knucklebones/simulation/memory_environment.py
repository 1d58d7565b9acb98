"""The in-memory environment of a game of Knucklebones: the Dice and other items of players."""

from collections import Counter
from collections.abc import Sequence

from nomic.chance.draw_source import Source
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.game import Event


class Pockets:
    """The possessions of players, including Dice, by (player, item)."""

    def __init__(self, players: Sequence[str], dice: Sequence[str]) -> None:
        self.players = tuple(players)
        self.dice = tuple(dice)
        self.items: Counter[tuple[str, str]] = Counter()

    def copy(self) -> "Pockets":
        other = Pockets(self.players, self.dice)
        other.items = Counter(self.items)
        return other

    def read(self, *question: str) -> Json:
        match question:
            case ("dice", player):
                return [name for name in self.dice if self.items[player, name] > 0]
            case ("stock", player, item):
                return self.items[player, item]
            case ("players" | "active",):
                return list(self.players)
        raise LookupError(f"nobody knows {question} here")

    def carry_out(self, events: Sequence[Event], chance: Source) -> tuple[Happening, ...]:
        """Grant and revoke items. Return nothing, because no event comes back to the game."""
        for event in events:
            if event.kind in ("granted", "revoked"):
                count = event.facts["count"]
                key = (event.facts["player"], event.facts["item"])
                self.items[key] += count if event.kind == "granted" else -count
        return ()
