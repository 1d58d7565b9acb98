"""Goal and standing: what ways to win count is found in any law, shown to all, and never tells a secret."""

import json
import re
from typing import Any

import pytest
from django.db import connection

from nomic.clauses.standing import ranking
from nomic.clauses.standing.goals import goals_of
from nomic.clauses.standing.ranking import Column, Row, Score, Standing, main_standing, standings
from nomic.clauses.standing.standing_line import in_one_line
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.law.rules.reference import RuleRef
from tests.clauses.conftest import OpenWith, with_clauses
from tests.support.counted_queries import CountedQueries
from tests.support.hall import Hall, OpenCycle, cycle_16

CHIPS = {"stock": "Chip", "of": "$it"}


def counting(*parts: Any, **more: Any) -> dict[str, Any]:
    """A clause by which somebody wins who fulfils all of these."""
    return {"wins": {"all": list(parts)}, **more}


def most(by: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The condition that a player has the most of something."""
    text = json.dumps(by).replace("$it", "$one")
    best = {"extreme": {"players": "players"}, "by": json.loads(text), "as": "one", "ties": "all"}
    return {"member": "$it", "of": best | more}


def standing_of(hall: Hall) -> Standing:
    found = main_standing(standings(hall.read_context("")))
    assert found is not None
    return found


def line(hall: Hall, viewer: str = "") -> str:
    return in_one_line(standing_of(hall), viewer)


@pytest.mark.parametrize(
    ("law", "names"),
    [
        ("cycle-16", ["Chips"]),
        ("exoptwosis", ["Chips"]),
        ("ministry-of-lamps", ["Light", "Fog", "flasks of Oil"]),
        ("the-commons", ["Renown"]),
        ("tetromic", []),
        ("dungeon", []),
    ],
)
def test_the_numbers_that_each_shipped_law_counts(law, names):
    """They follow from its clauses alone; two games end their cycles themselves."""
    goals = goals_of(Law(document_of(law)))
    assert list(dict.fromkeys(each.name for goal in goals for each in goal.measures)) == names
    assert all(goal.brief for goal in goals)


def test_goal_and_standing_in_a_line(open_with: OpenWith):
    """Who leads, and how far the viewer is."""
    hall = open_with({"rich": counting({"is": [CHIPS, "at_least", 10]}, most(CHIPS))}, "ada", "ben", "cleo")
    assert line(hall, "ada") == "Chips 0 of 10, nobody leads yet"
    hall.grant("cleo", "Chip", 4)
    hall.grant("ada", "Chip", 2)
    assert line(hall, "ada") == "Chips 2 of 10, cleo leads with 4"
    assert line(hall, "cleo") == "Chips 4 of 10, you lead"
    assert line(hall) == "Goal: 10 Chips, cleo leads with 4"
    hall.grant("ben", "Chip", 4)
    assert line(hall, "ada") == "Chips 2 of 10, ben and cleo lead with 4"
    assert line(hall, "ben") == "Chips 4 of 10, you and cleo lead with 4"
    assert [(row.player, row.place) for row in standing_of(hall).rows] == [("ben", 1), ("cleo", 1), ("ada", 3)]


def test_a_secret_is_never_ranked(open_with: OpenWith):
    """Of a value that not everybody may see, only the name is told; neither its numbers nor an order by it."""
    clauses = {
        "plans": {"value": "Plans", "of": "player", "is": "number", "starts": 0, "seen": "owner"},
        "grow": {"action": "Plan", "do": [{"raise": "Plans", "of": "$me", "by": 7}]},
        "sly": counting({"is": [{"value_of": "Plans", "of": "$it"}, "at_least", 50]}, most(CHIPS)),
        "slyer": counting(
            {"is": [CHIPS, "at_least", {"value_of": "Plans", "of": "$it"}]}, {"is": [CHIPS, "at_least", 9]}
        ),
    }
    hall = open_with(clauses)
    hall.do("eve", "tolls_grow")
    _, sly, slyer = standings(hall.read_context("eve"))
    assert sly.secret == ("Plans",)
    assert [column.name for column in sly.columns] == ["Chips"]
    assert {row.place for row in sly.rows} == {1}
    assert "7" not in in_one_line(sly, "eve")
    assert slyer.secret == ("Chips",)
    assert [(column.name, column.target) for column in slyer.columns] == []


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ({"member": "$it", "of": {"players": "reputable"}}, []),
        ({"not": {"is": [CHIPS, "more_than", 3]}}, []),
        ({"is": [{"sum": [CHIPS, {"stock": "Vertebra", "of": "$it"}]}, "more_than", 99]}, ["Chips plus Vertebrae"]),
        (
            {"any": [{"is": [CHIPS, "at_least", 10]}, {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 99]}]},
            ["Chips", "Vertebrae"],
        ),
        ({"is": [{"count": {"cards": "inventory", "of": "$it"}}, "at_least", 20]}, ["Cards in inventory"]),
        ({"all": []}, []),
        (most(CHIPS, least=True), ["Chips"]),
    ],
)
def test_a_condition_of_any_shape_gives_the_goal_at_least(condition, names, open_cycle: OpenCycle):
    """What is not compared with a number is said in words."""
    hall = open_cycle(with_clauses(cycle_16(), {"odd": {"wins": condition}}))
    hall.join("ada")
    found = standings(hall.read_context("ada"))[1:]  # after that of the law itself
    assert [column.name for each in found for column in each.columns] == names
    assert all(in_one_line(each, "ada") for each in found)
    assert found


def test_it_takes_as_many_queries_for_a_crowd(open_with: OpenWith):
    """One for the players and one for each item or rule, however many play."""
    value = {"value": "Fame", "of": "player", "is": "number", "starts": 0}
    hall = open_with(
        {"fame": value, "both": counting({"is": [CHIPS, "at_least", 10]}, most({"value_of": "Fame", "of": "$it"}))}
    )

    def queries() -> CountedQueries:
        with CountedQueries(connection) as counted:
            assert standings(hall.read_context("ada"))[1].rows
        return counted

    few = queries()
    hall.join(*(f"guest-{number}" for number in range(30)))
    for number in range(30):
        hall.grant(f"guest-{number}", "Chip", 1)
    many = queries()
    many.assert_no_more_than(few, "standings")
    many.assert_at_most(5, "standings")


def test_what_takes_too_long_leaves_the_goal(open_with: OpenWith, monkeypatch):
    """The same if there are too many players to rank."""
    hall = open_with({"rich": counting({"is": [CHIPS, "at_least", 10]}, most(CHIPS))})
    assert standing_of(hall).rows
    for limit in ("STEPS", "MAX_RANKED"):
        with monkeypatch.context() as patch:
            patch.setattr(ranking, limit, 2)
            assert not standing_of(hall).rows
            assert line(hall, "ada").startswith("Own at least 10 Chips")


@pytest.mark.parametrize("target", [-5, -1, 0, 1, 5])
def test_a_target_may_be_any_number(target: int) -> None:
    """Nobody's share is below 0 or above 1, and more is never less."""
    shares = [ranking.Score(amount, target).progress for amount in range(-9, 9)]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_where_the_least_wins_the_one_with_less_leads() -> None:
    column = ranking.Column("Debt", 3, least=True)
    rows = ranking.ranked([column], {"ada": [ranking.Score(10, 3)], "bob": [ranking.Score(2, 3)]})
    assert [row.player for row in rows] == ["bob", "ada"]


@pytest.mark.parametrize("columns", [0, 1, 2])
@pytest.mark.parametrize("rows", [0, 1, 2])
@pytest.mark.parametrize("numbers", [0, 1, 2])
@pytest.mark.parametrize("target", [None, 3])
def test_a_line_lists_nothing_that_is_not_there(columns: int, rows: int, numbers: int, target: int | None) -> None:
    """With none, one or two columns, players and numbers of the cycle; for a player, a spectator, and at the end."""
    standing = Standing(
        RuleRef("/rules/win", "Win"),
        "Own most.",
        (),
        tuple(Column(f"things {place}", target) for place in range(columns)),
        tuple(Row(name, 1, (Score(0, target),) * columns) for name in ("ada", "bob")[:rows]),
        tuple((f"Lamps {place}", Score(1, 9)) for place in range(numbers)),
    )
    for viewer in ("", "ada", "zoe"):
        for is_over in (False, True):
            line = in_one_line(standing, viewer, is_over=is_over)
            assert line
            assert re.search(r": ?(,|$)|, ?,|^,|,$|  | (and|with)$", line) is None, line
