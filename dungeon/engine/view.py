"""What is seen of a match: everything but the plans of others (R66)."""

from typing import Any

from dungeon.engine import dungeons, plans
from dungeon.engine.land import Land
from dungeon.engine.levels import ground
from dungeon.engine.rules import Rules
from dungeon.engine.state import Act, EnemyAct, Explorer, Frame, Level, Replay, Spot, State

Json = Any


def view_of(rules: Rules, state: State, viewer: str | None) -> dict[str, Json]:
    """All that a viewer may see. Spots on ways are [dungeon, level, q, r], or null outside.

    `radius` is that of levels made from now on; each level has its own.
    """
    you = state.explorer(viewer) if viewer is not None else None
    refused = None if state.is_over else dungeons.refusal(rules, state)
    return {
        "you": you.player if you else None,
        "period": state.period,
        "radius": rules.radius,
        "actions": rules.actions,
        "dungeons": [
            {
                "number": number,
                "escaped": len(dungeon.escaped),
                "levels": [_level(depth, level) for depth, level in enumerate(dungeon.levels, 1)],
            }
            for number, dungeon in enumerate(state.dungeons, 1)
        ],
        "players": [_explorer(explorer) for explorer in state.seated],
        "plan": _plan(state, you) if you and you.plan is not None else None,
        "last_period": _replay(state.last) if state.last else None,
        "can_make_dungeon": refused is None and not state.is_over,
        "no_dungeon_because": refused.detail if refused else "",
        "winner": state.winner or None,
    }


def _level(number: int, level: Level) -> dict[str, Json]:
    return {
        "number": number,
        "radius": level.radius,
        "hexes": [{"q": q, "r": r, "is": kind.terrain, "name": kind.name} for (q, r), kind in ground(level)],
        "enemies": [{"id": enemy.id, "name": enemy.name, "q": enemy.q, "r": enemy.r} for enemy in level.enemies],
    }


def _explorer(explorer: Explorer) -> dict[str, Json]:
    at = explorer.at
    return {
        "player": explorer.player,
        "dungeon": at.dungeon if at else None,
        "level": at.level if at else None,
        "q": at.q if at else None,
        "r": at.r if at else None,
        "pocket": explorer.pocket,
        "store": explorer.store,
        "escaped": at is None,
        "has_plan": explorer.plan is not None,
    }


def _plan(state: State, explorer: Explorer) -> list[Json]:
    """The steps of one's own plan. `places` are where one may be after each: one, as far as levels are known."""
    land = Land([dungeon.levels for dungeon in state.dungeons])
    there: plans.Whereabouts = (explorer.at,)
    shown = []
    for step in explorer.plan or ():
        there = plans.after(land, there, step)
        shown.append({"do": step.do, "rope": step.rope, "places": [_spot(at) for at in there]})
    return shown


def _spot(spot: Spot | None) -> Json:
    return None if spot is None else [spot.dungeon, spot.level, spot.q, spot.r]


def _replay(last: Replay) -> dict[str, Json]:
    """A period frame by frame: the players' actions, then the enemies' turn."""
    *actions, enemies = last.frames
    titled = [*((f"Action {number}", frame) for number, frame in enumerate(actions, 1)), ("Enemies", enemies)]
    return {
        "period": last.period,
        "frames": [_frame(title, frame) for title, frame in titled],
        "emptied": [{"at": _spot(spot), "is": kind.terrain, "name": kind.name} for spot, kind in last.emptied],
    }


def _frame(title: str, frame: Frame) -> dict[str, Json]:
    return {
        "title": title,
        "players": [_act(act) for act in frame.acts],
        "enemies": [_enemy_act(act) for act in frame.enemies],
        "made": [list(place) for place in frame.made],
    }


def _act(act: Act) -> dict[str, Json]:
    return {
        "player": act.player,
        "do": act.do,
        "how": act.how,
        "path": [_spot(spot) for spot in act.path],
        "loot": list(act.loot),
        "coins": act.coins,
    }


def _enemy_act(act: EnemyAct) -> dict[str, Json]:
    path = [_spot(spot) for spot in act.path]
    return {"id": act.id, "name": act.name, "how": act.how, "path": path, "caught": list(act.caught)}
