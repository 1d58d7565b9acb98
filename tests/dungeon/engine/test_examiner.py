"""The game_checks finds what must not be: each kind of flaw is shown to it once."""

from typing import Any

import pytest
from msgspec.structs import replace

from dungeon.engine.create_levels import with_kind
from dungeon.engine.moves import PLAN
from dungeon.engine.parsed_law import Rules, rules_of
from dungeon.engine.state import Act, Dungeon, Explorer, HexKind, Level, PlanStep, State
from dungeon.simulation.invariants import DungeonInvariants
from nomic.chance.draw_source import Source
from nomic.law.document.sections import flaws_of
from nomic.matches.simulation.unhosted_match import NothingOutside
from tests.dungeon.engine.maps import GAME, NoWorld, document, level, match, on, over

EXAMINER = DungeonInvariants()
GROUND = level({(1, 0): "chest", (2, 0): "wall"}, {(3, 0): "Minotaur"})
BEFORE = match(GROUND, ada=on(0, 0), bob=None)


def flaws(after: State, before: State = BEFORE) -> list[str]:
    return list(EXAMINER.flaws(before, after, NothingOutside()))


def with_ada(**changes: Any) -> State:
    ada, bob = BEFORE.explorers
    return replace(BEFORE, explorers=(replace(ada, **changes), bob))


def with_level(changed: Level) -> State:
    return replace(BEFORE, dungeons=(Dungeon((changed,)),))


def test_sound_matches_have_no_flaws(rules: Rules) -> None:
    """As they stand, and after periods of any plans."""
    assert flaws(BEFORE) == []
    state, chance = BEFORE, Source("ab" * 32, "bots")
    for _ in range(10):
        before = state
        for player in ("ada", "bob"):
            move, answers = EXAMINER.bots["random"].choose(GAME, rules, state, player, NoWorld(), chance)
            if move == PLAN:
                state = GAME.play(rules, state, player, move, answers, chance, NoWorld()).state
        state = over(rules, state, chance).state
        assert flaws(state, before) == []


@pytest.mark.parametrize(
    ("after", "flaw"),
    [
        (with_ada(status="out"), "ada is out and has something"),
        (with_ada(pocket=-1), "ada has less than nothing"),
        (with_ada(at=None, pocket=1), "ada has escaped with something in the pocket"),
        (with_ada(at=on(2, 0)), "where nobody can be"),
        (with_ada(at=on(5, 0)), "where nobody can be"),
        (with_ada(at=on(0, 0, 2)), "where nobody can be"),
        (with_ada(at=on(0, 0, 1, 2)), "where nobody can be"),
        (with_ada(at=on(3, 0)), "with an enemy, and not caught"),
        (with_level(with_kind(GROUND, (0, 0), HexKind("Blank", "blank"))), "a level has no rope in its centre"),
        (with_level(with_kind(GROUND, (3, 0), HexKind("Pit", "pit"))), "an enemy is at (3, 0), where none can be"),
        (with_level(with_kind(GROUND, (2, 0), HexKind("Blank", "blank"))), "(2, 0) on level 1 of dungeon 1 was"),
        (with_level(replace(GROUND, enemies=())), "there are the enemies [] of 1"),
        (replace(BEFORE, dungeons=(), enemies_made=0), "a dungeon is gone"),
        (replace(BEFORE, dungeons=(Dungeon(()),), enemies_made=0), "something of dungeon 1 is forgotten"),
    ],
)
def test_flaws_are_found(after: State, flaw: str) -> None:
    """One thing at a time is made wrong."""
    assert any(flaw in found for found in flaws(after))


@pytest.mark.parametrize("escapes", [{"escaped": ("bob",)}, {"meanwhile": ("bob",)}])
def test_escapes_are_not_forgotten(escapes: dict[str, Any]) -> None:
    """Neither those from a dungeon, nor those from older ones while it was the newest."""
    before = replace(BEFORE, dungeons=(replace(BEFORE.dungeons[0], **escapes),))
    assert flaws(before, BEFORE) == []
    assert flaws(BEFORE, before) == ["something of dungeon 1 is forgotten"]


def test_an_emptied_chest_is_no_flaw() -> None:
    """The one way in which the ground can change."""
    assert flaws(with_level(with_kind(GROUND, (1, 0), HexKind("Blank", "blank")))) == []


def test_coins_from_nowhere_are_found(rules: Rules) -> None:
    """The game_checks finds coins that come from nowhere, and coins that go nowhere."""
    after = over(rules, BEFORE).state
    richer = replace(after, explorers=(replace(after.explorers[0], store=1), after.explorers[1]))
    assert any("there were 0 coins" in found for found in flaws(richer))
    lost = replace(after.last, frames=(replace(after.last.frames[0], acts=(Act("ada", "E", "caught", (), (), 1),)),))
    assert any("1 lost" in found for found in flaws(replace(after, last=lost)))


def test_what_can_happen_is_that_people_come_and_go() -> None:
    """All who are or were there, and somebody new; and what touches nothing."""
    happenings = list(EXAMINER.happenings(BEFORE, NothingOutside()))
    assert {getattr(each, "player", None) for each in happenings} == {"ada", "bob", "Newcomer", None}
    assert {each.kind for each in happenings} >= {"joined", "left", "law-changed", "cycle-ended"}


def test_the_amended_law_is_one_that_can_be_voted(rules: Rules) -> None:
    """It passes the law's own checks, and differs in names and sizes."""
    amended = EXAMINER.amended(document(), Source("ab" * 32, "amended"))
    assert flaws_of(amended) == []
    assert {entry.name for entry in rules_of(amended, 2).pool}.isdisjoint(entry.name for entry in rules.pool)
    again = EXAMINER.amended(amended, Source("ab" * 32, "again"))
    assert {entry.name for entry in rules_of(again, 3).pool} == {entry.name for entry in rules.pool}


def test_simulations_tell_where_a_match_stands() -> None:
    """The report of a simulation says it in a few numbers for each seat."""
    state = match(level(), level(), ada=Explorer("", at=on(0, 0), pocket=2, store=4), bob=None)
    assert EXAMINER.standing(state) == {
        "period": 1,
        "levels": [2],
        "escaped": [0],
        "pockets": [2, 0],
        "stores": [4, 0],
    }
    assert (list(EXAMINER.order(state)), EXAMINER.turns(state)) == (["ada", "bob"], 0)


def test_a_plan_in_disguise_may_be_of_any_length() -> None:
    """From none to twice as long as it is."""
    state = replace(BEFORE, explorers=(replace(BEFORE.explorers[0], plan=(PlanStep("E"),)), BEFORE.explorers[1]))
    lengths = set()
    for number in range(40):
        other = EXAMINER.disguised(state, "bob", Source("ab" * 32, f"{number}"))
        assert other is not None
        lengths.add(len(other.explorers[0].plan or ()))
    assert lengths == {0, 1, 2}
