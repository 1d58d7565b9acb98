"""What everybody sees: levels, players, and the last period step by step. It is JSON, and lean."""

import json
from random import Random

import msgspec

from dungeon.engine.parsed_law import Rules
from dungeon.engine.player_view import View
from dungeon.engine.state import Explorer, State
from dungeon.simulation.benchmarks import full_dungeon, planned
from nomic.chance.draw_source import Source
from tests.dungeon.engine.maps import GAME, NoWorld, Told, level, match, on, over, seen


def test_all_levels_are_open_to_all(rules: Rules) -> None:
    """With the kinds of their hexes by name and by how they work, and their enemies."""
    state = match(level({(1, 0): "chest"}, {(0, 1): "Minotaur"}, radius=1), level(radius=2), ada=on(0, 0))
    view = seen(rules, state, None)
    assert [dungeon["number"] for dungeon in view["dungeons"]] == [1]
    first, second = view["dungeons"][0]["levels"]
    assert (view["you"], view["plan"], view["period"], view["radius"], view["actions"]) == (None, None, 1, 4, 3)
    assert first["hexes"] == [
        {"q": 0, "r": -1, "is": "blank", "name": "Blank"},
        {"q": 1, "r": -1, "is": "blank", "name": "Blank"},
        {"q": -1, "r": 0, "is": "blank", "name": "Blank"},
        {"q": 0, "r": 0, "is": "rope", "name": "Rope"},
        {"q": 1, "r": 0, "is": "chest", "name": "Chest"},
        {"q": -1, "r": 1, "is": "blank", "name": "Blank"},
        {"q": 0, "r": 1, "is": "blank", "name": "Blank"},
    ]
    assert first["enemies"] == [{"id": 1, "name": "Minotaur", "q": 0, "r": 1}]
    assert (first["number"], first["radius"], second["number"], second["radius"]) == (1, 1, 2, 2)


def test_players_are_seen_where_they_are_with_what_they_have(rules: Rules) -> None:
    """Pockets and stores too; who has escaped is nowhere."""
    state = match(level(), ada=Explorer("", at=on(1, -1), pocket=2, store=3), bob=None)
    assert seen(rules, state, "bob")["players"] == [
        {
            "player": "ada",
            "dungeon": 1,
            "level": 1,
            "q": 1,
            "r": -1,
            "pocket": 2,
            "store": 3,
            "escaped": False,
            "has_plan": False,
        },
        {
            "player": "bob",
            "dungeon": None,
            "level": None,
            "q": None,
            "r": None,
            "pocket": 0,
            "store": 0,
            "escaped": True,
            "has_plan": False,
        },
    ]


def test_the_last_period_is_told_frame_by_frame(rules: Rules) -> None:
    """Each action of all, then the enemies' turn: who went where, found what, and was caught by whom."""
    ground = level({(1, 0): "chest", (3, 1): "pit"}, {(4, -1): "Minotaur"})
    state = match(ground, level(), ada=Explorer("", at=on(2, 0), pocket=1), bob=on(2, 1), eve=on(2, -1))
    draws = {f"action 1, loot {number}: ada": 9 for number in (1, 2, 3)}
    view = seen(rules, over(rules, state, Told(draws), ada=["W"], bob=["E"]).state, None)
    caught = {"player": "eve", "do": "", "how": "caught", "path": [[1, 1, 2, -1], [1, 1, 0, 0]], "loot": [], "coins": 0}
    charge = {
        "id": 1,
        "name": "Minotaur",
        "how": "charge",
        "path": [[1, 1, 4, -1], [1, 1, 3, -1], [1, 1, 2, -1]],
        "caught": ["eve"],
    }
    assert view["last_period"] == {
        "period": 1,
        "frames": [
            {
                "title": "Action 1",
                "players": [
                    {
                        "player": "ada",
                        "do": "W",
                        "how": "looted",
                        "path": [[1, 1, 2, 0], [1, 1, 1, 0]],
                        "loot": ["2 coins"] * 3,
                        "coins": 6,
                    },
                    {
                        "player": "bob",
                        "do": "E",
                        "how": "fell",
                        "path": [[1, 1, 2, 1], [1, 1, 3, 1], [1, 2, 0, 0]],
                        "loot": [],
                        "coins": 0,
                    },
                ],
                "enemies": [],
                "made": [],
            },
            {"title": "Action 2", "players": [], "enemies": [], "made": []},
            {"title": "Action 3", "players": [], "enemies": [], "made": []},
            {"title": "Enemies", "players": [caught], "enemies": [charge], "made": []},
        ],
        "emptied": [{"at": [1, 1, 1, 0], "is": "chest", "name": "Chest"}],
    }


def test_the_frames_lead_from_where_all_were_to_where_they_are(rules: Rules) -> None:
    """Each way begins where the one before ended, and the last one ends where the player, or the enemy, is now."""
    state = planned(rules, full_dungeon(rules, 30, 3, "ab" * 32), Random(1))
    start = {each.player: _place(each) for each in state.explorers}
    after = GAME.expire(rules, state, "period 1", Source("cd" * 32, "period"), NoWorld()).state
    for frame in seen(rules, after, None)["last_period"]["frames"]:
        for act in frame["players"]:
            assert act["path"][0] == start[act["player"]]
            start[act["player"]] = act["path"][-1]
    assert start == {each.player: _place(each) for each in after.explorers}


def test_a_view_is_json_and_the_same_once_stored(rules: Rules) -> None:
    """Of a period in which much has happened."""
    state = planned(rules, full_dungeon(rules, 5, 2, "ab" * 32), Random(1))
    after = GAME.expire(rules, state, "period 1", Source("cd" * 32, "period"), NoWorld()).state
    stored = GAME.decode(GAME.encode(after))
    assert stored == after
    assert GAME.view(rules, stored, "Player 1") == GAME.view(rules, after, "Player 1")
    assert msgspec.convert(seen(rules, stored, "Player 1"), View) == GAME.view(rules, stored, "Player 1")


def test_large_dungeons_stay_small(rules: Rules) -> None:
    """200 players on 20 levels: less than 128 KB of state, and 256 KB of view, of which a page needs one level."""
    state = planned(rules, full_dungeon(rules, 200, 20, "ab" * 32), Random(1))
    after: State = GAME.expire(rules, state, "period 1", Source("cd" * 32, "period"), NoWorld()).state
    assert len(GAME.encode(after)) < 128 * 1024
    assert len(json.dumps(seen(rules, after, None), separators=(",", ":"))) < 256 * 1024


def _place(explorer: Explorer) -> list[int] | None:
    at = explorer.at
    return None if at is None else [at.dungeon, at.level, at.q, at.r]
