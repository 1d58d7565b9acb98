"""When another dungeon can be made (R71, R115)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon.engine.moves import NEW_DUNGEON
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.parsed_law import Rules
from dungeon.engine.state import Dungeon, State
from nomic.chance.draw_source import Source
from nomic.matches.contract.game import IllegalMove, Step
from tests.dungeon.engine.maps import GAME, NoDraws, NoWorld, law, level, match, on, over
from tests.support.example_counts import examples

PITS = level({(1, 0): "pit"})
THREE = ("ada", "bob", "eve")


def escaped(state: State, *players: str) -> State:
    """The state where these have escaped from the newest dungeon."""
    *others, newest = state.dungeons
    return replace(state, dungeons=(*others, replace(newest, escaped=players)))


def make(rules: Rules, state: State, player: str = "ada") -> Step[State]:
    made = GAME.play(rules, state, player, NEW_DUNGEON, (), Source("ab" * 32, "made"), NoWorld())
    assert isinstance(made, Step)
    return made


def refused(rules: Rules, state: State) -> str:
    """Why no dungeon can be made; it is told beforehand, too, and nothing is offered."""
    with pytest.raises(IllegalMove) as illegal:
        GAME.play(rules, state, "ada", NEW_DUNGEON, (), NoDraws(), NoWorld())
    (barred,) = GAME.barred(rules, state, "ada", NoWorld())
    assert (barred.move, barred.reason, barred.rule) == (NEW_DUNGEON, illegal.value.detail, "R71")
    assert NEW_DUNGEON not in [legal.move for legal in GAME.legal(rules, state, "ada", NoWorld())]
    view = GAME.view(rules, state, "ada")
    assert (view.can_make_dungeon, view.no_dungeon_because) == (False, illegal.value.detail)
    return illegal.value.code


def test_R71_more_than_two_have_escaped_and_a_level_has_no_pit(rules: Rules) -> None:
    """Any level, be it the first. The new one begins with one level; the first dungeon stays as it is."""
    state = escaped(match(level(), PITS, ada=on(0, 0), bob=None), *THREE)
    assert NEW_DUNGEON in [legal.move for legal in GAME.legal(rules, state, "ada", NoWorld())]
    assert GAME.view(rules, state, None).can_make_dungeon is True
    made = make(rules, state)
    assert made.state.dungeons[0] == state.dungeons[0]
    assert [len(dungeon.levels) for dungeon in made.state.dungeons] == [2, 1]
    assert [event.text for event in made.events] == ["ada makes dungeon 2."]
    assert made.state.explorers == state.explorers


def test_R71_or_a_sixth_level_exists(rules: Rules) -> None:
    """Where all have pits: five are too few, six will do."""
    assert refused(rules, escaped(match(*[PITS] * 5, ada=on(0, 0)), *THREE)) == "goes-on"
    assert len(make(rules, escaped(match(*[PITS] * 6, ada=on(0, 0)), *THREE)).state.dungeons) == 2


@pytest.mark.parametrize("players", [(), ("ada",), ("ada", "bob")])
def test_R71_two_who_have_escaped_are_not_enough(rules: Rules, players: tuple[str, ...]) -> None:
    """Two who have escaped bring no new dungeon, however often they did."""
    assert refused(rules, escaped(match(level(), ada=on(0, 0)), *players)) == "few-escaped"


def test_R71_the_numbers_are_law() -> None:
    """More than none who has escaped, and a second level."""
    rules = law(new_dungeon={"escaped_more_than": 0, "levels_at_least": 2})
    assert refused(rules, escaped(match(PITS, ada=on(0, 0)), "ada")) == "goes-on"
    assert len(make(rules, escaped(match(PITS, PITS, ada=on(0, 0)), "ada")).state.dungeons) == 2


def test_R115_the_ground_of_the_newest_dungeon_counts_alone(rules: Rules) -> None:
    """Once the second is there, all is as in the beginning: nobody has escaped since, and only its own levels count."""
    second = make(rules, escaped(match(level(), ada=on(0, 0), bob=on(0, 0), eve=on(0, 0)), *THREE)).state
    assert refused(rules, second) == "few-escaped"
    with_pits = replace(second, dungeons=(second.dungeons[0], Dungeon((PITS,))))
    out = over(rules, with_pits, ada=["climb"], bob=["climb"], eve=["climb"]).state
    assert refused(rules, out) == "goes-on"
    without = replace(out, dungeons=(out.dungeons[0], replace(out.dungeons[1], levels=(level(),))))
    assert len(make(rules, without).state.dungeons) == 3


def test_R115_every_escape_since_the_newest_was_made_counts_from_whichever_dungeon(rules: Rules) -> None:
    """One out of the second, two out of the first, in one period or in several; who is out twice is one player."""
    second = make(rules, escaped(match(level(), ada=on(0, 0), bob=on(0, 0), eve=on(0, 0)), *THREE)).state
    second = replace(second, dungeons=(second.dungeons[0], Dungeon((level(),))))
    after = over(rules, second, ada=["climb"], bob=["climb"]).state
    assert refused(rules, after) == "few-escaped"
    again = over(rules, after, ada=["enter 1", "climb"], bob=["enter 2", "climb"]).state
    assert refused(rules, again) == "few-escaped"
    assert (
        "1 more player must have escaped since dungeon 2 was made" in GAME.view(rules, again, None).no_dungeon_because
    )
    out = over(rules, again, eve=["climb"]).state
    assert [set(dungeon.escaped) for dungeon in out.dungeons] == [set(THREE), {"bob"}]
    third = make(rules, out).state
    assert (len(third.dungeons), refused(rules, third)) == (3, "few-escaped")


ESCAPES = st.tuples(st.sampled_from(("ada", "bob", "eve", "dan")), st.integers(1, 3))
HISTORIES = st.lists(st.one_of(ESCAPES, st.none()), max_size=30)


@settings(max_examples=examples(300), deadline=None)
@given(history=HISTORIES)
def test_R115_in_whatever_order_players_escape_and_dungeons_are_made(history: list[tuple[str, int] | None]) -> None:
    """A new one can be made exactly if three players are out, by any way, since the last one was made."""
    rules = law()
    state, since = match(level(), ada=on(0, 0)), set[str]()
    for event in history:
        if event is None:
            enough = len(since) > rules.escaped_more_than
            assert (GAME.view(rules, state, None).can_make_dungeon) is enough
            if enough:
                draft = MutableState(rules, state, Source("ab" * 32, "made"))
                draft.add_dungeon()
                state, since = draft.state(), set()
                state = replace(state, dungeons=(*state.dungeons[:-1], replace(state.dungeons[-1], levels=(level(),))))
            continue
        player, dungeon = event
        if dungeon <= len(state.dungeons):
            draft = MutableState(rules, state, NoDraws())
            draft.note_escape(player, dungeon)
            state = draft.state()
            since.add(player)
    assert (GAME.view(rules, state, None).can_make_dungeon) is (len(since) > rules.escaped_more_than)


def test_R71_any_player_makes_it_at_once(rules: Rules) -> None:
    """One who has never escaped; their own plan, and those of others, stay as they are."""
    state = escaped(match(level(), ada=on(0, 0)), "bob", "eve", "dan")
    made = make(rules, state)
    assert made.state.dungeons[0].escaped == ("bob", "eve", "dan")
    assert made.state.dungeons[1].levels[0].terrain((0, 0)) == "rope"


def test_R65_enemies_of_a_new_dungeon_are_numbered_on(rules: Rules) -> None:
    """So that the order in which all were made is known."""
    state = escaped(match(level(enemies={(4, 0): "Minotaur"}), ada=on(0, 0)), *THREE)
    made = make(law(pool={"Enemy": {"weight": 1, "is": "enemy"}}), state).state
    assert [each.id for each in made.dungeons[1].levels[0].enemies] == list(range(2, 62))
    assert made.enemies_made == 61


def test_before_anybody_has_joined_there_is_nothing_to_make(rules: Rules) -> None:
    """The first dungeon comes with the first player."""
    assert GAME.view(rules, State(), None).can_make_dungeon is False
