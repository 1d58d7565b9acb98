"""What is refused though it reads well: unknown names, what its place does not allow, too much work."""

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from nomic.effects.checking import effects_in_sections
from nomic.effects.checking.cost import MAX_COST, cost, draws, keeps
from nomic.effects.checking.effects_in_sections import effect_flaws
from nomic.effects.checking.find_flaws import MAX_PLAYS, flaws_of
from nomic.effects.checking.modifier_cycles import circle
from nomic.effects.checking.unknown_names import acts_as, names_in, unknown_names
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import Moment
from nomic.effects.language.bounds import MAX_HOURS, MAX_LATER
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import NODES
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.vocabulary import OutcomeWork, Vocabulary
from tests.support.example_counts import examples
from tests.support.random_effects import effects

LESS = "limit how often, for example with {smallest: [10, …]}"

KNOWN = Vocabulary(
    values_of_cycle=frozenset({"The Well"}),
    values_of_players=frozenset({"Lamps"}),
    offices=frozenset({"Judge"}),
    names_of_players=frozenset({"Marks"}),
    players_of_cycle=frozenset({"The Guild"}),
    lists=frozenset({"The Guild", "Marks"}),
    secrets=frozenset({"Guess"}),
    species=frozenset({"Ace"}),
    modifiers=frozenset({"Torn", "Bound"}),
    collections={"Cursed": ("Torn", "Bound")},
    items=frozenset({"Chip"}),
    suits=frozenset({"Stars"}),
    colours=frozenset({"Red"}),
    types=frozenset({"Special"}),
    flags=frozenset({"off_turn"}),
)
SCOPE = scopes.PLAYED_MODIFIER
HAND = {"cards": "hand", "of": "$me"}
ALL_HANDS = {"cards": "hand", "of": "$all"}
STOCK = {"stock": "Chip", "of": "$me"}


def _flaws(raw: Any, moment: Moment = "play") -> list[tuple[str, str]]:
    return [(flaw.path, flaw.detail) for flaw in flaws_of(read_effect(raw, SCOPE), KNOWN, moment)]


def _unknown(piece: Piece, known: Vocabulary) -> Iterator[EffectFlaw]:
    return unknown_names(names_in(piece, known), known)


def _in_hall(raw: list[Any], scope: scopes.Scope = scopes.HALL) -> list[tuple[str, str]]:
    return [(flaw.path, flaw.detail) for flaw in flaws_of(read_effect(raw, scope), KNOWN, "hall")]


@pytest.mark.parametrize(
    ("raw", "path", "detail"),
    [
        ([{"grant": "Coin", "to": "$me"}], "/0/grant", "there is no item 'Coin'"),
        ([{"revoke": "Coin", "from": "$me"}], "/0/revoke", "there is no item 'Coin'"),
        ([{"add": {"card": "Ase"}, "to": "hand", "of": "$me"}], "/0/add/card", "there is no species 'Ase'"),
        (
            [{"add": {"card": "Ace", "with": ["Bound", "Tron"]}, "to": "hand", "of": "$me"}],
            "/0/add/with/1",
            "there is no modifier 'Tron'",
        ),
        (
            [{"add": {"card": "random", "types": ["Odd"]}, "to": "inventory", "of": "$me"}],
            "/0/add/types/0",
            "there is no type 'Odd'",
        ),
        (
            [{"add": {"card": "random", "collections": [["Odd", 5]]}, "to": "inventory", "of": "$me"}],
            "/0/add/collections/0/0",
            "there is no collection 'Odd'",
        ),
        ([{"change": "$this", "gain": {"modifiers": ["Tron"]}}], "/0/gain/modifiers", "there is no modifier 'Tron'"),
        ([{"change": "$this", "lose": {"suits": ["Moons"]}}], "/0/lose/suits", "there is no suit 'Moons'"),
        ([{"change": "$this", "gain": {"colours": ["Rad"]}}], "/0/gain/colours", "there is no colour 'Rad'"),
        ([{"play": "$beneath", "without": ["Tron"]}], "/0/without/0", "there is no modifier 'Tron'"),
        ([{"act_as": "Tron"}], "/0/act_as", "there is no modifier 'Tron'"),
        (
            [{"if": {"has": "$this", "species": "Ase"}, "then": [{"turn": "reverse"}]}],
            "/0/if/species",
            "there is no species 'Ase'",
        ),
        ([{"if": {"has": "$this", "suit": "Moons"}}], "/0/if/suit", "there is no suit 'Moons'"),
        ([{"if": {"has": "$this", "type": "Odd"}}], "/0/if/type", "there is no type 'Odd'"),
        ([{"if": {"has": "$this", "flag": "loud"}}], "/0/if/flag", "there is no flag 'loud'"),
        ([{"if": {"has": "$this", "value": "prime"}}], "/0/if/value", "a value is a number, odd or even, not 'prime'"),
        (
            [{"if": {"is": [{"stock": "Coin", "of": "$me"}, "at_least", 1]}}],
            "/0/if/is/0/stock",
            "there is no item 'Coin'",
        ),
        (
            [{"if": {"is": [{"stock": "Chip", "of": "bank"}, "at_least", 1]}}],
            "/0/if/is/0/of",
            "whose: players, or pool, or cycle, or a keeping",
        ),
        (
            [{"choose": "one", "from": {"values": "Blessed"}, "by": "chance"}],
            "/0/from/values",
            "there is no collection 'Blessed'",
        ),
        (
            [{"choose": "one", "from": {"values": ["Torn", "Tron"]}, "by": "chance"}, {"act_as": "$one"}],
            "/1/act_as",
            "there is no modifier 'Tron'",
        ),
        ([{"destroy": {"cards": "hand", "of": "$this"}}], "/0/destroy/of", "a hand belongs to players"),
        ([{"destroy": {"cards": "deck"}}], "/0/destroy/of", "a deck belongs to players"),
        ([{"destroy": {"cards": "pile", "of": "$me"}}], "/0/destroy/of", "the pile belongs to nobody"),
    ],
    ids=lambda part: str(part)[:50],
)
def test_an_unknown_name_is_refused_where_it_stands(raw: Any, path: str, detail: str) -> None:
    """Species, modifiers, collections, items, suits, colours, types and flags have to exist in the law."""
    assert _flaws(raw) == [(path, detail)]


# Steps that wait for an event: each operation with a field of the type End or EventWord.
WAIT = {
    "grant": {"grant": "Chip", "to": "$me", "until": "phase-ends"},
    "move": {"move": "$beneath", "to": "hand", "of": "$me", "until": "phase-ends"},
    "set": {"set": "The Well", "to": 1, "until": "phase-ends"},
    "at": {"at": "phase-ends", "do": [{"grant": "Chip", "to": "$all"}]},
}


@pytest.mark.parametrize("head", sorted(WAIT))
def test_what_waits_for_an_event_that_never_happens_is_refused(head: str) -> None:
    """Otherwise a loan or a title that is to end would last for ever."""
    field = "at" if head == "at" else "until"
    effect = read_effect([WAIT[head]], SCOPE)
    found = {
        happens: [(flaw.path, flaw.detail) for flaw in _unknown(effect, replace(KNOWN, events=frozenset({happens})))]
        for happens in ("phase-ends", "player-joined")
    }
    assert found == {
        "phase-ends": [],
        "player-joined": [(f"/0/{field}", "under this law 'phase-ends' never happens")],
    }


def test_every_operation_that_waits_is_among_these() -> None:
    waiting = (field_types.End, field_types.EventWord)
    assert set(WAIT) == {
        head
        for head, node in NODES.items()
        if any(
            part in waiting
            for hint in get_type_hints(node, include_extras=True).values()
            for part in (hint, *get_args(hint))
        )
    }


@pytest.mark.parametrize("of", [{}, {"of": "$all"}], ids=("cycle", "players"))
@pytest.mark.parametrize("head", ["names_in", "players_in", "proposals_in", "value_of"])
def test_what_is_read_is_kept_by_a_rule(head: str, of: dict[str, Any]) -> None:
    (flaw,) = _unknown(read_effect([{"let": "x", "be": {head: "Moon", **of}}], SCOPE), KNOWN)
    assert flaw.path == f"/0/be/{head}"
    assert "'Moon'" in flaw.detail


@pytest.mark.parametrize(
    ("step", "word"),
    [
        ({"set": "Moon", "to": 1}, "set"),
        ({"set": "Moon", "to": ["a"]}, "set"),
        ({"set": "Moon", "to": "$me"}, "set"),
        ({"set": "Moon", "to": 1, "of": "$me"}, "set"),
        ({"set": "Moon", "to": ["a"], "of": "$me"}, "set"),
        ({"raise": "Moon", "by": 1}, "raise"),
        ({"raise": "Moon", "by": 1, "of": "$me"}, "raise"),
        ({"enter": "$me", "in": "Moon"}, "in"),
        ({"strike": "$me", "from": "Moon"}, "from"),
        ({"reset": "Moon"}, "reset"),
        ({"reset": "Moon", "of": "$me"}, "reset"),
    ],
    ids=str,
)
def test_what_is_changed_is_kept_by_a_rule(step: dict[str, Any], word: str) -> None:
    flaws = [*_unknown(read_effect([step], SCOPE), KNOWN)]
    assert {flaw.path for flaw in flaws} == {f"/0/{word}"}
    assert "'Moon'" in flaws[0].detail


@pytest.mark.parametrize("head", ["names_in", "players_in", "proposals_in", "value_of"])
@pytest.mark.parametrize(("key", "kind"), [(["Crow"], "names"), ("$me", "players")], ids=("name", "player"))
def test_what_has_no_keys_is_read_under_none(head: str, key: Any, kind: str) -> None:
    """Neither by a name nor by a player."""
    effect = read_effect([{"let": "x", "be": {head: "Moon", "for": key}}], SCOPE)
    known = replace(KNOWN, values_of_cycle=frozenset({"Moon"}), lists=frozenset({"Moon"}))
    detail = f"'Moon' is not kept for each {kind.removesuffix('s')}"
    assert (f"/0/be/{head}", detail) in [(flaw.path, flaw.detail) for flaw in _unknown(effect, known)]
    keyed = replace(known, **{f"by_{kind}": frozenset({"Moon"})})
    assert detail not in [flaw.detail for flaw in _unknown(effect, keyed)]


DRAWN = {"choose": "one", "from": {"values": ["Chip", "Torn"]}, "by": "chance"}
COMPUTED = "an item has to be a fixed name in a play"
OF_THE_CYCLE = "the cycle keeps nothing in a play"


@pytest.mark.parametrize(
    ("step", "below", "detail"),
    [
        ({"grant": "$one", "to": "$me"}, "grant", COMPUTED),
        ({"revoke": "$one", "from": "$me"}, "revoke", COMPUTED),
        ({"grant": "Chip", "n": {"stock": "$one", "of": "$me"}, "to": "$me"}, "n/stock", COMPUTED),
        ({"grant": "Chip", "to": "cycle"}, "to", OF_THE_CYCLE),
        ({"revoke": "Chip", "from": "cycle"}, "from", OF_THE_CYCLE),
        ({"move": "$beneath", "to": "inventory", "of": "cycle"}, "of", OF_THE_CYCLE),
        ({"destroy": {"cards": "inventory", "of": "cycle"}}, "destroy/of", OF_THE_CYCLE),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_game_knows_its_items_and_players_and_no_other_holders(step: dict[str, Any], below: str, detail: str) -> None:
    """What a game may give away is known before it begins, so that the law can show and bound it."""
    flaws = _flaws([DRAWN, step])
    assert (f"/1/{below}", detail) in flaws


@pytest.mark.parametrize(
    ("raw", "moment", "head"),
    [
        ([{"turn": "reverse"}], "hall", "turn"),
        ([{"finish": "win", "who": "$me"}], "hall", "finish"),
        ([{"play": "$this"}], "hall", "play"),
        ([{"act_as": "Torn"}], "hall", "act_as"),
        ([{"wait": "played", "do": [{"grant": "Chip", "to": "$me"}]}], "hall", "wait"),
        ([{"take": 1, "who": "$me"}], "hall", "take"),
        ([{"turn": "reverse"}], "opening", "turn"),
        ([{"turn": "reverse"}], "rewards", "turn"),
        ([{"take": 1, "who": "$me"}], "rewards", "take"),
        ([{"offer": "Well?", "options": []}], "opening", "offer"),
        ([{"offer": "Well?", "options": []}], "rewards", "offer"),
        ([{"wait": "played", "do": [{"grant": "Chip", "to": "$me"}]}], "card", "wait"),
    ],
)
def test_what_a_place_does_not_allow_is_refused(raw: Any, moment: Moment, head: str) -> None:
    """In the hall nobody's turn can be reversed; where a game ends, nobody can be asked."""
    ((path, detail),) = _flaws(raw, moment)
    assert path == "/0"
    assert detail.startswith(f"'{head}' cannot be used ")
    assert head in ("offer", "play") or not _flaws(raw, "play")


def test_the_hall_has_no_hands_and_no_participants() -> None:
    """In the hall there are inventories, and players."""
    assert _flaws([{"destroy": HAND}], "hall") == [("/0/destroy/cards", "there is no hand outside a game")]
    raw = [{"grant": "Chip", "to": {"players": "participants"}}]
    assert _flaws(raw, "hall") == [
        ("/0/to/players", "there is no game with participants outside a game: say players or active")
    ]
    assert not _flaws([{"destroy": {"cards": "inventory", "of": "$me"}}], "hall")


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ([{"add": {"card": "random"}, "to": "hand", "of": "$me"}], "/0/add"),
        ([{"change": "$this", "become": {"card": "random"}}], "/0/become"),
        ([{"move": "$this", "to": "inventory", "of": "$me"}], "/0/to"),
    ],
)
def test_a_game_has_its_own_cards(raw: Any, path: str) -> None:
    """Random cards come to inventories; the cards of a game stay in it."""
    ((found, _),) = _flaws(raw)
    assert found == path


def test_a_choice_is_of_one_kind() -> None:
    """Players cannot be chosen to be destroyed, nor stand for a card that was not chosen."""
    assert _flaws([{"choose": "them", "from": "$all", "for": "destroy"}]) == [("/0/for", "only cards can be destroyed")]
    raw = [{"choose": "card", "from": HAND, "n": [0, 1], "else": "$me"}]
    assert _flaws(raw) == [("/0/else", "cards needed here, as there are to choose from")]


def test_where_a_game_ends_only_chance_chooses() -> None:
    """Nobody could be waited for there."""
    raw = [{"choose": "lucky", "from": "$all"}, {"grant": "Chip", "to": "$lucky"}]
    places: tuple[tuple[Moment, str], ...] = (
        ("opening", "at the start of a game"),
        ("rewards", "after a game has ended"),
    )
    for moment, where in places:
        assert _flaws(raw, moment) == [("/0", f"nobody can be asked {where}: only chance can choose")]
        assert not _flaws([{**raw[0], "by": "chance"}, raw[1]], moment)


def test_whether_a_card_can_be_played_never_asks_whether_it_can_be_played_nor_chance() -> None:
    """That would never end, or be different each time that it is asked."""
    for raw in ({"playable": "$this", "upon": "$beneath"}, {"is": [{"roll": "1d6"}, "at_least", 3]}):
        condition = read_condition(raw, scopes.PLAYED)
        (flaw,) = flaws_of(condition, KNOWN, "legality")
        assert "cannot be used in what decides whether a card can be played" in flaw.detail
        assert not list(flaws_of(condition, KNOWN, "play"))


@pytest.mark.parametrize(
    ("raw", "path", "detail"),
    [
        ([{"take": 101, "who": "$me"}], "/0/take", "this may be 101; at most 100 at a time"),
        ([{"take": -1, "who": "$me"}], "/0/take", "at least 0"),
        (
            [{"take": STOCK, "who": "$me"}],
            "/0/take",
            "this number has no upper limit; at most 100 at a time",
        ),
        (
            [{"add": {"card": "Ace"}, "n": {"roll": "2d60"}, "to": "hand", "of": "$me"}],
            "/0/n",
            "this may be 120; at most 100 at a time",
        ),
        ([{"choose": "gone", "from": HAND, "n": [2, 1]}], "/0/n", "from the smaller number to the greater one"),
        ([{"choose": "gone", "from": HAND, "n": 101}], "/0/n", "this may be 101; at most 100 at a time"),
        (
            [{"choose": "k", "from": [1, 2], "else": [1000]}, {"take": "$k", "who": "$me"}],
            "/1/take",
            "this may be 1000; at most 100 at a time",
        ),
        (
            [{"each": "k", "in": {"values": {"from": 1, "to": 200}}, "do": [{"take": "$k", "who": "$me"}]}],
            "/0/do/0/take",
            "this may be 200; at most 100 at a time",
        ),
    ],
)
def test_at_most_a_hundred_cards_at_a_time(raw: Any, path: str, detail: str) -> None:
    """So many are drawn, made or chosen at once at most, whatever the number is made of."""
    assert (path, detail) in _flaws(raw)


@pytest.mark.parametrize("number", [101, {"count": ALL_HANDS}, STOCK])
@pytest.mark.parametrize(
    ("word", "step"),
    [
        ("take", {"who": "$me"}),
        ("n", {"add": {"card": "Ace"}, "to": "hand", "of": "$me"}),
        ("n", {"add": {"card": "random"}, "to": "inventory", "of": "$me"}),
    ],
)
def test_what_is_too_many_at_a_time_is_told_once(word: str, step: dict[str, Any], number: Any) -> None:
    """With the place of the number, and not as too much work or as too many draws besides; a hundred are fine."""
    ((path, detail),) = _flaws([{**step, word: number}])
    assert path == f"/0/{word}"
    assert detail.endswith("at most 100 at a time")
    assert not _flaws([{**step, word: 100}])


def test_too_much_work_is_told_besides_what_is_too_many_at_a_time() -> None:
    """For all players a hundred each are too many draws already, whatever more it may be."""
    assert _flaws([{"take": 101, "who": "$all"}]) == [
        ("/0/take", "this may be 101; at most 100 at a time"),
        ("", "this may draw 2000 times; at most 1000 draws are allowed; " + LESS),
    ]


@pytest.mark.parametrize(
    ("apart", "first", "second"),
    [
        (lambda a, b: {"if": {"has": "$this", "type": "Special"}, "then": a, "else": b}, "then", "else"),
        (lambda a, b: {"table": {"roll": "1d6"}, "rows": [[1, 3, a], [4, 6, b]]}, "rows/0/2", "rows/1/2"),
        (
            lambda a, b: {"offer": "Well?", "options": [{"say": "a", "do": a}, {"say": "b", "do": b}]},
            "options/0/do",
            "options/1/do",
        ),
        (
            lambda a, b: {"offer": "Well?", "options": [{"say": "a", "do": a}], "else": b},
            "options/0/do",
            "else",
        ),
    ],
    ids=["if", "table", "options", "offer or else"],
)
def test_what_one_list_binds_no_other_list_knows(apart: Any, first: str, second: str) -> None:
    """A number made small in one of two ways is as large in the other as it was before; made large, as small."""
    few, many = {"let": "k", "be": 1}, {"let": "k", "be": {"count": ALL_HANDS}}
    made = {"add": {"card": "Ace"}, "n": "$k", "to": "hand", "of": "$me"}
    detail = "this may be 4000; at most 100 at a time"
    assert _flaws([many, apart([few, made], [made])]) == [(f"/1/{second}/0/n", detail)]
    assert _flaws([many, apart([made], [few, made])]) == [(f"/1/{first}/0/n", detail)]
    assert not _flaws([few, apart([many], [made])])
    assert not _flaws([few, apart([made], [many])])
    assert _flaws([many, apart([few], [few]), made]) == [("/2/n", detail)]
    assert not _flaws([few, apart([many], [many]), made])


def test_a_number_that_was_chosen_is_as_large_as_what_it_was_chosen_from() -> None:
    """Two draws up to two cards: that is bounded."""
    assert not _flaws([{"choose": "k", "from": {"values": {"from": 0, "to": 2}}}, {"take": "$k", "who": "$me"}])


def test_too_many_steps_are_refused() -> None:
    """For each of 4,000 cards each of 4,000 cards: sixteen million steps, with 20 players of 200 cards each."""
    inner = {"each": "other", "in": ALL_HANDS, "do": [{"destroy": "$other"}]}
    ((path, detail),) = _flaws([{"each": "card", "in": ALL_HANDS, "do": [inner]}])
    assert path == ""
    assert detail == ("this may take 32012002 steps with 20 players of 200 cards each; at most 50000 are allowed")
    assert not _flaws([inner])


def test_a_condition_costs_as_often_as_there_are_candidates() -> None:
    """Cards of every hand that have company among cards of every hand."""
    nested = {
        "cards": "hand",
        "of": "$all",
        "where": {"some": {"cards": "hand", "of": "$all", "where": {"has": "$it", "type": "Special"}}},
    }
    assert cost(read_effect([{"destroy": nested}], SCOPE)) > MAX_COST
    ((_, detail),) = _flaws([{"destroy": nested}])
    assert "steps" in detail


def test_R17_each_die_is_a_step() -> None:
    """A hundred dice cost a hundred, however many sides they have."""
    assert cost(read_effect([{"let": "k", "be": {"roll": "100d1000000"}}], SCOPE)) == 101
    assert cost(read_effect([{"let": "k", "be": {"roll": "1d6"}}], SCOPE)) == 2


def test_each_card_that_is_drawn_or_made_is_a_step() -> None:
    """And so are the operation itself, and the description of a card."""
    assert cost(read_effect([{"take": 3, "who": "$me"}], SCOPE)) == 4
    assert cost(read_effect([{"add": {"card": "Ace"}, "to": "hand", "of": "$me", "n": 3}], SCOPE)) == 5


def test_a_card_is_lent_where_something_can_be_kept_for_later() -> None:
    lent = [{"move": HAND, "to": "deck", "of": "$me", "until": {"hours": 1}}]
    assert _flaws(lent) == [("/0/until", "nothing is kept for later in a play")]
    far = [{"move": {"cards": "inventory", "of": "$me"}, "to": "inventory", "of": "$me", "until": {"hours": 9999}}]
    assert [path for path, _ in _in_hall(far)] == ["/0/until/hours"]


@pytest.mark.parametrize(
    ("moment", "change", "path"),
    [
        ("card", {"inherit": "$this"}, "/0/inherit"),
        ("play", {"collections": [["Odd", 5]]}, "/0/collections/0/0"),
        ("play", {"become": {"card": "Ace", "types": ["Special"]}}, "/0/become/types"),
        ("play", {"become": {"card": "Ace", "collections": [["Cursed", 5]]}}, "/0/become/collections"),
    ],
)
def test_a_change_of_cards_is_refused_at_the_part_that_does_nothing(
    moment: Moment, change: dict[str, Any], path: str
) -> None:
    """And at a collection that the law does not have."""
    cards: Any = "$this" if moment == "card" else HAND
    assert [found for found, _ in _flaws([{"change": cards, **change}], moment)] == [path]


@pytest.mark.parametrize("moment", ["play", "card", "rewards"])
def test_a_card_that_is_not_there_yet_has_no_name(moment: Moment) -> None:
    """Where a game is played, cards reach inventories only afterwards."""
    named = [{"add": {"card": "Ace"}, "to": "inventory", "of": "$me", "as": "new"}]
    assert [path for path, _ in _flaws(named, moment)] == ["/0/as"]


@pytest.mark.parametrize(
    ("raw", "drawn"),
    [
        ([{"let": "k", "be": {"roll": "100d6"}}], 100),
        ([{"let": "k", "be": {"sum": [{"roll": "5d6 target 4"}, {"roll": "2d6"}]}}], 7),
        ([{"each": "them", "in": "$all", "do": [{"let": "k", "be": {"roll": "3d6"}}]}], 60),
        ([{"table": {"roll": "1d6"}, "rows": [[1, 3, [{"let": "k", "be": {"roll": "9d6"}}]], [4, 6, []]]}], 10),
        ([{"take": 3, "who": "$all"}], 60),
        ([{"take": 3, "who": "$me", "where": {"has": "$it", "type": "Special"}}], 3),
        ([{"choose": "c", "from": ALL_HANDS, "by": "chance", "n": 7}], 7),
        ([{"choose": "c", "from": ALL_HANDS, "n": [0, 7]}], 7),
        ([{"choose": "c", "from": ALL_HANDS, "n": "all"}], 0),
        ([{"add": {"card": "9"}, "n": 50, "to": "inventory", "of": "$me"}], 0),
        ([{"add": {"card": "random"}, "n": 10, "to": "inventory", "of": "$me"}], 70),
        ([{"add": {"card": "random", "collections": [["Common", 5]]}, "n": 10, "to": "inventory", "of": "$me"}], 50),
        ([{"change": ALL_HANDS, "collections": [["Common", 5]]}], 8000),
        ([{"offer": "Well?", "options": [{"say": "a", "do": [{"take": 5, "who": "$me"}]}, {"say": "b", "do": []}]}], 5),
        ([{"meet": "the attic"}], 1),
        ([{"meet": "the attic", "who": "$all"}], 20),
    ],
)
def test_how_often_an_effect_draws_at_most_is_known_before(raw: Any, drawn: int) -> None:
    """By the same paths as its steps: with 20 players of 200 cards each, and two collections rolled for (R27)."""
    assert draws(read_effect(raw, SCOPE), 2) == drawn


def test_no_effect_draws_more_often_than_an_entry_may() -> None:
    """A thousand draws are fine, a thousand and one are none; fewer where many of its kind come at once."""
    dice: list[Any] = [{"let": f"k{count}", "be": {"roll": "100d6"}} for count in range(10)]
    dice.append({"grant": "Chip", "to": "$me"})
    assert not _flaws(dice)
    assert _flaws([*dice, {"let": "more", "be": {"roll": "1d6"}}]) == [
        ("", "this may draw 1001 times; at most 1000 draws are allowed; " + LESS)
    ]
    piece = read_effect([dice[0], dice[-1]], SCOPE)
    assert [flaw.detail for flaw in flaws_of(piece, KNOWN, "play", times=20)] == [
        "this may draw 2000 times if it happens 20 times at once; at most 1000 draws are allowed; " + LESS
    ]


@pytest.mark.parametrize(
    ("raw", "scope", "moment", "path"),
    [
        ([{"again": "$this.species"}], scopes.PLAYED, "play", "/0/again"),
        ([{"again": "$this.species"}], scopes.PLAYED_MODIFIER, "play", None),
        ([{"again": ["Ace"]}], scopes.PLAYED, "play", None),
        ([{"let": "act", "be": {"values": [1]}}, {"reroll": "$act"}], scopes.HALL, "hall", None),
        ([{"let": "act", "be": {"values": [1]}}, {"reroll": "$act"}], {}, "hall", "/1"),
        ([{"reroll": ["1"]}], scopes.HALL, "hall", "/0/reroll"),
    ],
    ids=str,
)
def test_what_can_be_done_again(raw: Any, scope: scopes.Scope, moment: Moment, path: str | None) -> None:
    """A modifier has a card do its species again, which itself cannot; and who acts has one of their acts rolled."""
    assert [flaw.path for flaw in flaws_of(read_effect(raw, scope), KNOWN, moment)] == ([path] if path else [])


PAY: list[Any] = [{"grant": "Chip", "to": "$me"}]
GIVE_ALL: list[Any] = [{"grant": "Chip", "to": {"players": "players"}}]
LUCKY = {"is": [{"roll": "1d6"}, "at_least", 3]}


@pytest.mark.parametrize(("unit", "most"), MAX_LATER.items())
def test_how_long_something_waits_has_an_end(unit: str, most: int) -> None:
    """At least one hour, day or phase, and at most what the limits say, whether it begins then or ends."""
    for n, is_wrong in ((0, True), (1, False), (most, False), (most + 1, True)):
        said = [(f"/0/after/{unit}", f"a number from 1 to {most} is needed here")] if is_wrong else []
        assert _flaws([{"after": {unit: n}, "do": PAY}], "hall") == said
        ends = [(path.replace("after", "until"), detail) for path, detail in said]
        assert _flaws([{**PAY[0], "until": {unit: n}}], "hall") == ends


CHOICE: dict[str, Any] = {"choose": "n", "from": {"values": [1, 2, 3]}}
OFFER: dict[str, Any] = {"offer": "Well?", "options": [{"say": "Yes", "do": PAY}]}
VOTE: dict[str, Any] = {"everybody": "one", "in": {"players": "players"}, "chooses": "n", "from": {"values": [1, 2, 3]}}
TWICE = "dice here would be rolled again when it is answered"


@pytest.mark.parametrize("question", [CHOICE, OFFER, VOTE], ids=["choice", "offer", "vote"])
def test_how_long_a_question_waits_has_bounds(question: dict[str, Any]) -> None:
    """From one hour to four weeks. A question at a table has the time of the turn."""
    for hours, is_wrong in ((0, True), (1, False), (MAX_HOURS, False), (MAX_HOURS + 1, True)):
        said = [("/0/hours", f"a number from 1 to {MAX_HOURS} is needed here")] if is_wrong else []
        assert _in_hall([{**question, "hours": hours}, *GIVE_ALL]) == said
    if question is not VOTE:
        assert ("/0/hours", "a question has no time of its own in a play") in _flaws([{**question, "hours": 2}])


@pytest.mark.parametrize(
    ("raw", "scope", "flaws"),
    [
        ([{**CHOICE, "n": [2, 2]}], scopes.HALL, []),
        ([{**CHOICE, "n": [2, 1]}], scopes.HALL, [("/0/n", "from the smaller number to the greater one")]),
        ([{**CHOICE, "n": [{"sum": [1, 2]}, 1]}], scopes.HALL, []),
        ([{**VOTE, "n": [3, 2]}], scopes.HALL, [("/0/n", "from the smaller number to the greater one")]),
        ([{**VOTE, "n": "all"}], scopes.HALL, [("/0/n", "if all are taken, nobody has to choose")]),
        ([CHOICE], {}, [("/0", "nobody acts here: say by whom")]),
        ([{**CHOICE, "by": "chance"}], {}, []),
        ([{**OFFER, "options": [{"say": "Yes", "do": GIVE_ALL}]}], {}, [("/0", "nobody acts here: say who")]),
        (
            [{**OFFER, "options": [{"say": "No", "do": PAY}, {"say": "Yes", "needs": LUCKY, "do": PAY}]}],
            scopes.HALL,
            [("/0/options/1/needs", TWICE)],
        ),
        (
            [{**CHOICE, "n": {"roll": "1d2"}}],
            scopes.HALL,
            [("/0/n", f"{TWICE}: store the result under a name first")],
        ),
    ],
    ids=str,
)
def test_what_a_question_cannot_ask(raw: list[Any], scope: scopes.Scope, flaws: list[tuple[str, str]]) -> None:
    """The smaller number comes first; somebody is asked; what is worked out again when it is answered has no dice."""
    assert _in_hall([*raw, *GIVE_ALL], scope) == flaws


def test_how_many_are_chosen_at_a_table_may_be_rolled() -> None:
    """The question is asked there while the play goes on, and nothing is worked out again."""
    assert _flaws([{**CHOICE, "n": {"roll": "1d2"}}, *PAY]) == []


@pytest.mark.parametrize("when", [{"after": {"days": 1}}, {"at": "phase-ends"}])
def test_later_something_is_to_be_done(when: dict[str, Any]) -> None:
    assert _flaws([{**when, "do": []}], "hall") == [("/0/do", "this does nothing")]
    assert keeps(read_effect([{**when, "do": PAY}], SCOPE)) == 1


def test_at_most_eight_cards_are_played_along() -> None:
    """One chosen card is fine, so are eight; everybody's first card are twenty."""
    eight = {"choose": "many", "from": ALL_HANDS, "n": MAX_PLAYS}
    assert not _flaws([eight, {"play": "$many"}])
    assert _flaws([{**eight, "n": 9}, {"play": "$many"}]) == [("", "this may play 9 cards; at most 8 are allowed")]
    raw = [
        {
            "each": "them",
            "in": "$all",
            "do": [{"choose": "c", "from": {"cards": "hand", "of": "$them"}}, {"play": "$c"}],
        }
    ]
    assert _flaws(raw) == [("", "this may play 20 cards; at most 8 are allowed")]


def test_modifiers_that_act_as_each_other_are_found() -> None:
    """Directly, through a list, or through a collection; a circle is found from wherever one looks."""
    assert acts_as(read_effect([{"act_as": "Torn"}], SCOPE), KNOWN) == {"Torn"}
    raw = [{"choose": "one", "from": {"values": "Cursed"}, "by": "chance"}, {"act_as": "$one"}]
    assert acts_as(read_effect(raw, SCOPE), KNOWN) == {"Torn", "Bound"}
    assert acts_as(read_effect([{"turn": "reverse"}], SCOPE), KNOWN) == frozenset()
    graph = {"A": frozenset({"B"}), "B": frozenset({"C"}), "C": frozenset({"B"}), "D": frozenset({"A"})}
    assert circle(graph) == ("B", "C")
    assert circle({"A": frozenset({"B"}), "B": frozenset()}) == ()
    assert circle({"A": frozenset({"A"})}) == ("A",)
    chain = {str(number): frozenset({str(number + 1)}) for number in range(5000)}
    assert circle(chain) == ()
    assert len(circle(chain | {"5000": frozenset({"0"})})) == 5001


@settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))
@given(effects(SCOPE))
def test_flaws_name_places_that_exist(raw: Any) -> None:
    """Whatever reads well can be checked, and every place that is named is in the piece."""
    effect = read_effect(raw, SCOPE)
    places = [path for path, _ in walk(effect)]
    for flaw in flaws_of(effect, KNOWN, "hall"):
        assert flaw.path == "" or any(flaw.path.startswith(place) for place in places)
        assert flaw.detail


NAMES_OF_LAWS = (
    KNOWN,
    *(replace(KNOWN, **{field: frozenset()}) for field in ("items", "species", "values_of_players", "flags")),
    replace(KNOWN, secrets=frozenset()),
    replace(KNOWN, collections={}),
    replace(KNOWN, there_are=frozenset()),
    replace(KNOWN, rolled_for=3, pools={"Attic": OutcomeWork(steps=9_999, draws=99, keeps=99)}),
)


@given(effects(SCOPE), st.lists(st.sampled_from(NAMES_OF_LAWS), min_size=2, max_size=6))
@example([{"change": HAND, "collections": [["Cursed", 5]]}], [KNOWN, NAMES_OF_LAWS[6]])
@example([{"grant": "Chip", "to": "$me"}], [KNOWN, NAMES_OF_LAWS[1], KNOWN])
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_known_of_a_piece_is_right_under_the_names_of_another_law(raw: Any, laws: list[Vocabulary]) -> None:
    """Laws follow each other that have other names, and others on which the checks depend."""
    for known in laws:
        cached = [(flaw.path, flaw.detail) for flaw in effect_flaws("", raw, SCOPE, known, "play")]
        assert cached == [(flaw.path, flaw.detail) for flaw in flaws_of(read_effect(raw, SCOPE), known, "play")]


def test_laws_that_take_turns_are_not_checked_again() -> None:
    """Each law is read anew, with the names that it had."""
    raw = [{"grant": "Chip", "to": "$me"}]
    with patch.object(effects_in_sections, "check_parsed", wraps=effects_in_sections.check_parsed) as check:
        for number in (*range(100, 140), *range(100, 140)):
            list(effect_flaws("", raw, SCOPE, replace(KNOWN, rolled_for=number), "play"))
    assert check.call_count == 40
