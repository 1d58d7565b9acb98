"""Invariants of Dungeon, its hidden information, and its external events."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from dungeon.engine.create_levels import ground
from dungeon.engine.hexes import CENTRE, DIRECTIONS, hexes
from dungeon.engine.state import Explorer, Level, PlanStep, Spot, State
from dungeon.engine.terrain import STANDING
from dungeon.simulation.playground import Dungeons
from nomic.chance.draw_source import Source
from nomic.matches.contract.external_events import Begun, CycleEnded, Happening, Joined, LawChanged, Left
from nomic.matches.contract.game import Chance
from nomic.matches.simulation.unhosted_match import NothingOutside

NEWCOMER = "Newcomer"
OTHER = "Other "
MANY_CHESTS = 10  # the weight of chests in the pool, for examinations


class DungeonInvariants(Dungeons):
    """Invariant checks for Dungeon."""

    # ── invariants

    def flaws(self, before: State, after: State, fake_environment: NothingOutside) -> Iterator[str]:
        for explorer in after.explorers:
            yield from _explorer_flaws(after, explorer)
        for dungeon in after.dungeons:
            for level in dungeon.levels:
                yield from _level_flaws(level)
        ids = [enemy.id for dungeon in after.dungeons for level in dungeon.levels for enemy in level.enemies]
        if sorted(ids) != list(range(1, after.enemies_made + 1)):
            yield f"there are the enemies {ids} of {after.enemies_made}"
        yield from _changed_ground(before, after)
        if after.period > before.period:
            yield from _coin_flaws(before, after)

    # ── hidden information

    def disguised(self, state: State, viewer: str, chance: Chance) -> State | None:
        """Return the state with random plans of the other players, or None if they have no plans."""
        return _with_other_plans(state, viewer, chance) if _has_secrets(state, viewer) else None

    # ── external events

    def happenings(self, state: State, fake_environment: NothingOutside) -> Iterator[Happening]:
        for player in (*(explorer.player for explorer in state.explorers), NEWCOMER):
            yield Joined(player)
            yield Left(player)
        yield LawChanged()
        yield CycleEnded()
        yield Begun()  # which this game does not handle

    def for_examination(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return a law with small levels and more chests, in which a lead of one coin wins."""
        section = document["dungeon"]
        pool = {
            name: {**hex_, "weight": MANY_CHESTS} if hex_["is"] == "chest" else hex_
            for name, hex_ in section["pool"].items()
        }
        victory = {"coins_more_than": 0, "ahead_by": 1}
        return {**document, "dungeon": {**section, "radius": 2, "pool": pool, "victory": victory}}

    def amended(self, document: Mapping[str, Any], chance: Source) -> dict[str, Any]:
        """Change sizes, and rename every enemy, loot and kind of hex."""
        section = document["dungeon"]
        renamed = {
            table: {_other_name(name): entry for name, entry in section[table].items()}
            for table in ("pool", "loot", "enemies")
        }
        sizes = {
            "radius": 1 + chance.below(4, "amended", "how large levels are by another law"),
            "actions": 1 + chance.below(4, "amended", "how many actions there are by another law"),
        }
        return {**document, "dungeon": {**section, **sizes, **renamed}}


def _other_name(name: str) -> str:
    """Return an alternative name, or the original one for an alternative name."""
    return name.removeprefix(OTHER) if name.startswith(OTHER) else f"{OTHER}{name}"


def _explorer_flaws(state: State, explorer: Explorer) -> Iterator[str]:
    player, at = explorer.player, explorer.at
    if explorer.status == "out" and (at or explorer.pocket or explorer.store or explorer.plan is not None):
        yield f"{player} is out and has something"
    if explorer.pocket < 0 or explorer.store < 0:
        yield f"{player} has less than nothing"
    if at is None:
        if explorer.pocket:
            yield f"{player} has escaped with something in the pocket"
    elif (level := _level(state, at)) is None or level.terrain(at.hex) not in STANDING:
        yield f"{player} is at {at}, where nobody can be"
    elif at.hex in {enemy.hex for enemy in level.enemies}:
        yield f"{player} is at {at} with an enemy, and not caught"


def _level(state: State, at: Spot) -> Level | None:
    if at.dungeon > len(state.dungeons) or at.level > len(state.dungeons[at.dungeon - 1].levels):
        return None
    return state.dungeons[at.dungeon - 1].levels[at.level - 1]


def _level_flaws(level: Level) -> Iterator[str]:
    if len(level.hexes) != len(hexes(level.radius)) or level.terrain(CENTRE) != "rope":
        yield "a level has no rope in its centre, or not as many hexes as it has"
    for enemy in level.enemies:
        if enemy.hex == CENTRE or level.terrain(enemy.hex) not in STANDING:
            yield f"an enemy is at {enemy.hex}, where none can be"


def _changed_ground(before: State, after: State) -> Iterator[str]:
    """Yield changes of levels that are not emptied chests."""
    for number, (old, new) in enumerate(zip(before.dungeons, after.dungeons, strict=False), 1):
        for depth, (was, now) in enumerate(zip(old.levels, new.levels, strict=False), 1):
            for (at, earlier), (_, later) in zip(ground(was), ground(now), strict=True):
                if earlier != later and (earlier.terrain, later.terrain) != ("chest", "blank"):
                    yield f"{at} on level {depth} of dungeon {number} was {earlier} and is {later}"
        if len(new.levels) < len(old.levels) or not (
            set(old.escaped) <= set(new.escaped) and set(old.meanwhile) <= set(new.meanwhile)
        ):
            yield f"something of dungeon {number} is forgotten"
    if len(after.dungeons) < len(before.dungeons):
        yield "a dungeon is gone"


def _coin_flaws(before: State, after: State) -> Iterator[str]:
    """Yield coins that do not come from chests, or disappear without being caught."""
    acts = [act for frame in after.last.frames for act in frame.acts] if after.last else []
    found = sum(act.coins for act in acts if act.how == "looted")
    lost = sum(act.coins for act in acts if act.how == "caught")
    had, have = (sum(each.pocket + each.store for each in state.explorers) for state in (before, after))
    if have != had + found - lost:
        yield f"there were {had} coins, {found} were found and {lost} lost, and there are {have}"


def _has_secrets(state: State, viewer: str) -> bool:
    return any(each.plan is not None and each.player != viewer for each in state.explorers)


def _with_other_plans(state: State, viewer: str, chance: Chance) -> State:
    others = (each if each.player == viewer else _disguised(each, chance) for each in state.explorers)
    return replace(state, explorers=tuple(others))


def _disguised(explorer: Explorer, chance: Chance) -> Explorer:
    if explorer.plan is None:
        return explorer
    sides = tuple(DIRECTIONS)
    count = chance.below(2 * len(explorer.plan) + 1, "disguise", "how long another plan is")
    plan = [PlanStep(sides[chance.below(len(sides), "disguise", "where it leads")]) for _ in range(count)]
    return replace(explorer, plan=tuple(plan))
