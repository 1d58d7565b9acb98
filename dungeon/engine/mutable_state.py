"""Mutable state of a match during the end of a period, with its events so far."""

from typing import Any

from msgspec.structs import replace

from dungeon.engine.create_levels import make_level
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Dungeon, Explorer, HexKind, Level, Spot, State
from dungeon.engine.terrain import Land
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.game import Chance, Event


class MutableState:
    """A mutable copy of a state during the end of a period. Explorers stay in the order in which they joined."""

    def __init__(self, rules: Rules, state: State, chance: Chance) -> None:
        self.rules = rules
        self.chance = chance
        self.levels = [list(dungeon.levels) for dungeon in state.dungeons]
        self._escaped = [dict.fromkeys(dungeon.escaped) for dungeon in state.dungeons]
        self._meanwhile = [dict.fromkeys(dungeon.meanwhile) for dungeon in state.dungeons]
        self.explorers = {explorer.player: explorer for explorer in state.explorers}
        self.land = Land(self.levels)
        self.events: list[Event] = []
        self._state = state
        self._enemies_made = state.enemies_made

    def put(self, explorer: Explorer, **changes: Any) -> Explorer:
        """Change fields of an explorer."""
        changed = replace(explorer, **changes)
        self.explorers[explorer.player] = changed
        return changed

    def put_level(self, dungeon: int, number: int, level: Level) -> None:
        """Replace a level."""
        self.levels[dungeon - 1][number - 1] = level

    def kind(self, spot: Spot) -> HexKind:
        """Return the kind of the hex at a spot. Raises ValueError beyond the level."""
        kind = self.land.kind(spot)
        if kind is None:
            raise ValueError(f"there is nothing at {spot}")
        return kind

    def emit(self, kind: str, text: str, **facts: Json) -> None:
        """Add an event."""
        self.events.append(Event(kind, text, facts))

    def add_dungeon(self) -> int:
        """Create another dungeon with its first level, and return its number."""
        self.levels.append([])
        self._escaped.append({})
        self._meanwhile.append({})
        self.add_level(len(self.levels))
        return len(self.levels)

    def add_level(self, dungeon: int) -> int:
        """Create the next level of a dungeon, and return its number."""
        levels = self.levels[dungeon - 1]
        number = len(levels) + 1
        levels.append(make_level(self.rules, dungeon, number, self._enemies_made + 1, self.chance))
        self._enemies_made += len(levels[-1].enemies)
        return number

    def note_escape(self, player: str, dungeon: int) -> None:
        """Record that a player escaped from a dungeon.

        For an older dungeon, also record it for the newest one (R115).
        """
        self._escaped[dungeon - 1][player] = None
        if dungeon < len(self.levels):
            self._meanwhile[-1][player] = None

    def state(self, **changes: Any) -> State:
        """Return the next state, with all changes so far."""
        dungeons = tuple(
            Dungeon(tuple(levels), tuple(escaped), tuple(meanwhile))
            for levels, escaped, meanwhile in zip(self.levels, self._escaped, self._meanwhile, strict=True)
        )
        return replace(
            self._state,
            dungeons=dungeons,
            explorers=tuple(self.explorers.values()),
            enemies_made=self._enemies_made,
            **changes,
        )
