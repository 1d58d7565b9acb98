"""Effects running in a small world."""

from typing import Any

import pytest

from nomic.effects.language.nodes.base import text_of
from nomic.effects.language.parser import effect_from_text, read_condition, read_effect
from nomic.effects.language.world import Change, Face
from nomic.effects.running import interpreter as running
from nomic.effects.running.interpreter import Run, TooLong
from nomic.law.trials.trial_budget import OutOfBudget, TrialBudget, within_budget
from tests.support.toy_world import SCOPE, ToyWorld, Unanswered, run_in

HANDS: dict[str, list[Any]] = {"ann": [1, 2], "bob": [3, 4, 5], "cy": []}
MINE = {"cards": "hand", "of": "$me"}
ALL = {"cards": "hand", "of": "$all"}
FACES: dict[Any, Face] = {
    1: Face(
        "Ace",
        values=frozenset({1}),
        suits=frozenset({"Stars"}),
        colours=frozenset({"Red"}),
        types=frozenset({"Special"}),
    ),
    2: Face("Two", values=frozenset({2, 5}), colours=frozenset({"Black"}), modifiers=frozenset({"Torn"})),
    3: Face("Any", values_from=0, flags=frozenset({"off_turn"})),
}


def _world(**more: Any) -> ToyWorld:
    return ToyWorld(HANDS, FACES, **more)


def _question(raw: Any, **more: Any) -> Any:
    with pytest.raises(Unanswered) as unanswered:
        run_in(_world(**more), raw)
    return unanswered.value.question


# ── choosing


def test_a_choice_asks_who_acts_for_what_can_be_chosen() -> None:
    """Cards of every hand, as the world names them; one of them is to be chosen."""
    question = _question([{"choose": "card", "from": ALL}])
    assert question.who == "ann"
    assert question.prompt == "A card: choose a card in a participant's hand"
    assert question.kind == "card"
    assert [(option.value, option.label) for option in question.options] == [
        (1, "card 1"), (2, "card 2"), (3, "card 3"), (4, "card 4"), (5, "card 5")
    ]  # fmt: skip
    assert (question.least, question.most, question.late) == (1, 1, "chance")


def test_a_choice_that_may_be_none_lapses_when_time_is_up() -> None:
    """Nothing is chosen for somebody who did not have to choose."""
    question = _question([{"choose": "them", "from": "$others", "n": [0, 2]}])
    assert (question.kind, question.least, question.most, question.late) == ("player", 0, 2, "none")
    assert _question([{"choose": "them", "from": "$all", "late": "none"}]).late == "none"


def test_run_again_with_its_answers_an_effect_goes_on_to_the_next_question() -> None:
    """The first answer is the first question's, the second the second's; then what is chosen can be used."""
    raw = [
        {"choose": "mine", "from": MINE},
        {"choose": "theirs", "from": {"cards": "hand", "of": "$others"}},
        {"swap": ["$mine", "$theirs"]},
    ]
    assert [option.value for option in _question(raw).options] == [1, 2]
    assert [option.value for option in _question(raw, answers=[[2]]).options] == [3, 4, 5]
    assert run_in(_world(answers=[[2], [4]]), raw).done == [("swap", 2, 4)]


def test_without_an_alternative_nobody_is_asked() -> None:
    """All that there is to choose from, and nothing from nothing."""
    raw = [{"choose": "gone", "from": MINE, "n": 2}, {"destroy": "$gone"}]
    assert run_in(_world(), raw).done == [("destroy", (1, 2), False)]
    raw = [{"choose": "gone", "from": MINE, "n": 5}, {"destroy": "$gone"}]
    assert run_in(_world(), raw).done == [("destroy", (1, 2), False)]
    raw = [{"choose": "gone", "from": {"cards": "deck", "of": "$me"}}, {"destroy": "$gone"}]
    assert run_in(_world(), raw).done == [("destroy", (), False)]


def test_too_few_can_be_none_at_all() -> None:
    """Where there are not as many as needed, none is chosen (R84)."""
    raw = [{"choose": "gone", "from": MINE, "n": 3, "short": "none"}, {"destroy": "$gone"}]
    assert run_in(_world(), raw).done == [("destroy", (), False)]


def test_R84_what_cannot_be_destroyed_cannot_be_chosen_for_it() -> None:
    """It is not among what can be chosen; for any other purpose it is."""
    question = _question([{"choose": "gone", "from": ALL, "for": "destroy"}], fixed=[2, 3])
    assert [option.value for option in question.options] == [1, 4, 5]
    assert len(_question([{"choose": "card", "from": ALL}], fixed=[2, 3]).options) == 5


def test_where_nothing_is_chosen_something_else_can_hold() -> None:
    """A draw from nobody's deck is one from one's own."""
    raw = [
        {"choose": "whose", "from": "$others", "n": [0, 1], "else": "$me"},
        {"take": 1, "who": "$me", "from": "$whose"},
    ]
    assert run_in(_world(answers=[[]]), raw).done == [("take", "ann", 1, "ann", None)]
    assert run_in(_world(answers=[["bob"]]), raw).done == [("take", "ann", 1, "bob", None)]


def test_chance_chooses_without_asking() -> None:
    """Several without repetition; an element that a collection repeats is as likely."""
    world = run_in(_world(dice=[3, 0]), [{"choose": "two", "from": ALL, "by": "chance", "n": 2}, {"destroy": "$two"}])
    assert world.done == [("destroy", (4, 1), False)]
    assert world.drawn == ["A card: two < 5", "A card: two < 4"]
    world = run_in(
        _world(dice=[1]), [{"choose": "one", "from": {"values": "Cursed"}, "by": "chance"}, {"act_as": "$one"}]
    )
    assert world.done == [("act_as", "Torn")]
    assert world.drawn == ["A card: one < 3"]


def test_all_are_chosen_without_asking() -> None:
    """Every card that can be destroyed."""
    raw = [{"choose": "gone", "from": ALL, "n": "all", "for": "destroy"}, {"destroy": "$gone"}]
    assert run_in(_world(fixed=[3]), raw).done == [("destroy", (1, 2, 4, 5), False)]


def test_R41_a_choice_of_somebody_absent_takes_the_rest_of_its_list_with_it() -> None:
    """What comes after it in its list waits too; what comes after that list goes on. Later it runs with its names."""
    raw = [
        {"let": "number", "be": 7},
        {
            "if": {"some": MINE},
            "then": [
                {"choose": "gone", "by": "$next", "from": {"cards": "hand", "of": "$next"}},
                {"destroy": "$gone"},
                {"grant": "Chip", "n": "$number", "to": "$me"},
            ],
        },
        {"turn": "reverse"},
    ]
    world = run_in(_world(absent=["bob"]), raw)
    assert world.done == [("turn", "reverse", "ann")]
    ((debtor, rest),) = world.owed
    assert debtor == "bob"
    later = _world(answers=[[4]])
    Run(later, "ann", "A card").go_on(rest)
    assert later.done == [("destroy", (4,), False), ("grant", "Chip", 7, "ann")]


@pytest.mark.parametrize(
    ("n", "is_owed"),
    [
        (2, True),
        ([0, 1], True),
        ([2, 3], True),
        (3, False),
        (4, False),
        ("all", False),
        (0, False),
        ([0, 0], False),
        (-1, False),
        ([-2, -1], False),
    ],
)
def test_R41_what_leaves_nothing_to_decide_is_not_owed(n: Any, is_owed: bool) -> None:
    """Bob holds three cards: all of them and none of them are chosen without him; the list goes on at once."""
    raw = [
        {"choose": "gone", "by": "$next", "from": {"cards": "hand", "of": "$next"}, "n": n},
        {"turn": "reverse"},
    ]
    world = run_in(_world(absent=["bob"]), raw)
    assert [debtor for debtor, _ in world.owed] == ["bob"] * is_owed
    assert (("turn", "reverse", "ann") in world.done) is not is_owed


@pytest.mark.parametrize(
    ("n", "short", "destroyed"),
    [
        (3, "none", (3, 4, 5)),
        (4, "none", ()),
        ([4, 5], "none", ()),
        (4, "all", (3, 4, 5)),
        ([4, 5], "all", (3, 4, 5)),
    ],
)
def test_fewer_than_must_be_chosen_are_all_or_none(n: Any, short: str, destroyed: tuple[int, ...]) -> None:
    """As `short` says. Bob's three cards suffice for three. Nobody is asked."""
    raw = [
        {"choose": "gone", "from": {"cards": "hand", "of": "$next"}, "n": n, "short": short},
        {"destroy": "$gone"},
    ]
    assert run_in(_world(), raw).done == [("destroy", destroyed, False)]


def test_a_least_below_nothing_is_nothing() -> None:
    """Of minus two to two, none may be chosen; minus two to minus one is none at all."""
    question = _question([{"choose": "them", "from": "$all", "n": [-2, 2]}])
    assert (question.least, question.most) == (0, 2)
    assert run_in(_world(), [{"choose": "them", "from": "$all", "n": [-2, -1]}]).done == []


@pytest.mark.parametrize(
    ("more", "numbers"),
    [({}, 1), ({"else": {"values": []}}, None), ({"n": [0, 2]}, None)],
    ids=["up to", "else", "several"],
)
def test_R125_a_number_up_to_some_other_that_nobody_chooses_is_0(more: dict[str, Any], numbers: int | None) -> None:
    """Not where something else is said to hold, nor where several numbers could be chosen."""
    raw = [
        {"choose": "number", "from": {"values": {"from": 0, "to": 3}}, "n": [0, 1], **more},
        {"if": {"some": "$number"}, "then": [{"grant": "Chip", "n": {"sum": ["$number", 1]}, "to": "$me"}]},
    ]
    assert [step[2] for step in run_in(_world(answers=[[]]), raw).done] == ([] if numbers is None else [numbers])


def test_R41_an_offer_to_somebody_absent_is_owed_too() -> None:
    """It is made when they can answer."""
    raw = [{"offer": "Well?", "who": "$next", "options": [{"say": "Yes", "do": [{"turn": "reverse"}]}]}]
    world = run_in(_world(absent=["bob"]), raw)
    assert (world.done, [debtor for debtor, _ in world.owed]) == ([], ["bob"])


# ── offers


OFFER = [
    {
        "offer": "Which?",
        "options": [
            {
                "say": "First",
                "needs": {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 1]},
                "do": [{"turn": "reverse"}],
            },
            {"say": "Second", "do": [{"grant": "Chip", "to": "$me"}]},
        ],
        "else": [{"finish": "forfeit", "who": "$me"}],
    }
]


def test_an_offer_is_of_what_can_be_done() -> None:
    """An option whose needs are not met is not offered."""
    assert [option.label for option in _question(OFFER).options] == ["Second"]
    question = _question(OFFER, stock={("Chip", "ann"): 1})
    assert [option.label for option in question.options] == ["First", "Second"]
    assert (question.kind, question.least, question.most, question.late) == ("offer", 0, 1, "none")


def test_an_offer_can_be_taken_or_declined() -> None:
    """One of them at most; declining has an effect of its own."""
    assert run_in(_world(answers=[[0]]), OFFER).done == [("grant", "Chip", 1, "ann")]
    assert run_in(_world(answers=[[]]), OFFER).done == [("forfeit", "ann")]


def test_an_offer_of_nothing_asks_nothing() -> None:
    """Where no option is possible, it counts as declined."""
    raw = [{**OFFER[0], "options": OFFER[0]["options"][:1]}]
    assert run_in(_world(), raw).done == [("forfeit", "ann")]


# ── names, branches, loops


def test_a_name_bound_in_a_branch_or_a_loop_is_not_known_outside() -> None:
    """A branch has names of its own; so has every turn of a loop."""
    raw = [
        {
            "each": "them",
            "in": "$all",
            "do": [{"choose": "gone", "from": {"cards": "hand", "of": "$them"}}, {"destroy": "$gone"}],
        }
    ]
    assert run_in(_world(answers=[[2], [5]]), raw).done == [
        ("destroy", (2,), False),
        ("destroy", (5,), False),
        ("destroy", (), False),
    ]


def test_a_loop_goes_through_the_set_as_it_was() -> None:
    """Cards destroyed on the way do not shorten it, and none come twice."""
    raw = [{"each": "card", "in": MINE, "do": [{"destroy": MINE}, {"grant": "Chip", "to": "$me"}]}]
    assert run_in(_world(), raw).done == [
        ("destroy", (1, 2), False),
        ("grant", "Chip", 1, "ann"),
        ("destroy", (), False),
        ("grant", "Chip", 1, "ann"),
    ]


def test_a_table_does_what_the_number_falls_upon() -> None:
    """From 1d6: 1 to 2 this, 3 that, nothing on the rest."""
    raw = [
        {
            "table": {"roll": "1d6"},
            "rows": [[1, 2, [{"turn": "reverse"}]], [3, 3, [{"finish": "win", "who": "$me"}]]],
        }
    ]
    done = [run_in(_world(dice=[face]), raw).done for face in range(6)]
    reversed_, won = [("turn", "reverse", "ann")], [("win", "ann")]
    assert done == [reversed_, reversed_, won, [], [], []]


def test_the_roll_of_a_hook_can_be_put_anew() -> None:
    """A name that a hook gives can be bound again, to a number."""
    raw = [{"let": "roll", "be": {"extreme": {"values": [{"roll": "1d6"}, {"roll": "1d6"}]}, "by": "$it"}}]
    names: dict[str, Any] = {"me": ("ann",), "roll": 1}
    world = _world(dice=[1, 4])
    effect = effect_from_text(text_of(raw), {"me": "players", "roll": "number"})
    Run(world, "ann", "Dice").perform(effect, names)
    assert names["roll"] == (5,)


def test_an_effect_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the law was checked: at most so many steps."""
    monkeypatch.setattr(running, "MAX_STEPS", 10)
    raw = [{"each": "k", "in": {"values": {"from": 1, "to": 100}}, "do": [{"turn": "reverse"}]}]
    with pytest.raises(TooLong):
        run_in(_world(), raw)


def test_R17_each_die_is_a_step_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """And each draw: what would roll beyond the limit rolls not one die of it."""
    monkeypatch.setattr(running, "MAX_STEPS", 100)
    world = _world(dice=[1] * 200)
    with pytest.raises(TooLong):
        run_in(world, [{"let": "a", "be": {"roll": "60d6"}}, {"let": "b", "be": {"roll": "60d6"}}])
    assert len(world.drawn) == 60


def test_all_that_is_tried_out_comes_out_of_one_budget() -> None:
    """Run after run, until it is spent; and nobody else's steps do."""
    budget = TrialBudget(250, 60)
    raw = [{"let": "a", "be": {"roll": "99d6"}}]
    with within_budget(budget):
        for _ in range(2):
            run_in(_world(dice=[1] * 99), raw)
        with pytest.raises(OutOfBudget, match="more than 250 steps"):
            run_in(_world(dice=[1] * 99), raw)
    left = budget.left
    run_in(_world(dice=[1] * 99), raw)
    assert budget.left == left


def test_a_budget_of_time_runs_out_too() -> None:
    """An effect that takes too much of the processor's time is stopped."""
    with within_budget(TrialBudget(10**9, 0)), pytest.raises(OutOfBudget, match="more than 0 seconds"):
        run_in(_world(), [{"turn": "reverse"}])


# ── deeds


@pytest.mark.parametrize(
    ("raw", "done"),
    [
        ([{"take": 2, "who": "$others"}], [("take", "bob", 2, "bob", None), ("take", "cy", 2, "cy", None)]),
        (
            [{"take": 1, "who": "$next", "where": {"has": "$it", "suit": "Stars"}}],
            [("take", "bob", 1, "bob", '{"has":"$it","suit":"Stars"}')],
        ),
        ([{"move": "$this", "to": "deck", "of": "$next"}], [("move", (1,), "deck", "bob")]),
        ([{"destroy": "$this", "originals": True}], [("destroy", (1,), True)]),
        (
            [{"add": {"card": "Ace", "with": ["Torn"]}, "n": 2, "to": "hand", "of": "$me"}],
            [("add", "Ace", ("Torn",), 2, "hand", "ann")],
        ),
        (
            [{"change": "$this", "gain": {"modifiers": ["Torn"]}, "shift": {"sum": [{"roll": "1d5"}, -3]}, "tick": 1}],
            [("change", 1, Change(gain={"modifiers": ("Torn",)}, shift=1, tick=1))],
        ),
        (
            [{"change": "$this", "lose": {"modifiers": "all"}}],
            [("change", 1, Change(lose_all_modifiers=True))],
        ),
        ([{"change": ALL, "become": {"card": "Ace"}}], [("become", card, "Ace") for card in (1, 2, 3, 4, 5)]),
        ([{"grant": "Chip", "to": "$beneath.owner"}], [("grant", "Chip", 1, "ann")]),
        ([{"grant": "Chip", "n": "$mod.count", "to": "$mod.by"}], [("grant", "Chip", 2, "cy")]),
        ([{"revoke": "Chip", "n": {"count": MINE}, "from": "$next"}], [("revoke", "Chip", 2, "bob")]),
        ([{"grant": "Chip", "n": {"sum": [1, -4]}, "to": "$me"}, {"revoke": "Chip", "n": 0, "from": "$all"}], []),
        (
            [{"grant": "Chip", "n": 0, "to": "$all"}, {"revoke": "Chip", "from": "$next"}],
            [("revoke", "Chip", 1, "bob")],
        ),
        ([{"turn": {"skip": "$next"}}], [("turn", "skip-next", "ann")]),
        ([{"turn": {"again": "$me"}}], [("turn", "again", "ann")]),
        ([{"finish": "win", "who": "$me"}], [("win", "ann")]),
        ([{"play": "$beneath", "without": ["Torn"]}], [("play", 2, ("Torn",))]),
        ([{"act_as": ["Torn", "Bound"]}], [("act_as", "Torn"), ("act_as", "Bound")]),
        ([{"swap": ["$this", {"cards": "deck", "of": "$me"}]}], []),
    ],
    ids=lambda part: str(part)[:50],
)
def test_what_an_operation_does(raw: Any, done: Any) -> None:
    """It says to the world what is to be done, and to what."""
    assert run_in(_world(dice=[3]), raw).done == done


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ({"sum": [1, -4, {"times": [2, 3]}]}, 3),
        ({"times": [10**9, -(10**9), 10**9]}, -(10**9)),
        ({"sum": [10**9, 10**9, -1]}, 10**9),
        ({"stock": "Chip", "of": "pool"}, 4),
        ({"stock": "Chip", "of": "$all"}, 3),
        ({"tally": "drawn", "of": "$me", "during": "turn"}, 3),
        ({"count": {"owners": ALL}}, 2),
        ({"owners": "$this"}, ("ann",)),
        ({"extreme": "$all", "by": {"count": {"cards": "hand", "of": "$it"}}}, ("bob",)),
        ({"extreme": "$all", "by": {"count": {"cards": "hand", "of": "$it"}}, "least": True}, ("cy",)),
        ({"extreme": "$all", "by": 1}, ("ann", "bob", "cy")),
        ({"players": "participants", "except": "$me", "where": {"some": {"cards": "hand", "of": "$it"}}}, ("bob",)),
        ({"cards": "hand", "of": "$all", "where": {"has": "$it", "value": "odd"}}, (1, 2, 3)),
        ({"cards": "copies", "of": "$this"}, (1, "1 again")),
        ({"values": {"from": 1, "to": 3}}, (1, 2, 3)),
        ({"values": ["Red", 4]}, ("Red", 4)),
        ("$beneath.values", (2, 5)),
        ("$this.species", ("Ace",)),
        ("$others", ("bob", "cy")),
        ("$next", ("bob",)),
    ],
    ids=lambda part: str(part)[:50],
)
def test_what_a_value_is(raw: Any, value: Any) -> None:
    """Numbers, sets and names as they stand in the world."""
    names: dict[str, Any] = {}
    world = _world(stock={("Chip", "pool"): 4, ("Chip", "ann"): 1, ("Chip", "bob"): 2})
    found = _let(world, raw, names)
    assert found == value


@pytest.mark.parametrize(
    ("raw", "holds"),
    [
        ({"all": []}, True),
        ({"any": []}, False),
        ({"not": {"any": []}}, True),
        ({"is": [3, "at_least", 3]}, True),
        ({"is": [3, "more_than", 3]}, False),
        ({"is": ["$this.owner", "equals", "$me"]}, True),
        ({"is": [{"values": ["a", "b"]}, "equals", {"values": ["b", "a"]}]}, True),
        ({"has": "$this", "species": ["Ace", "Two"], "type": "Special"}, True),
        ({"has": "$beneath", "modifier": "Torn", "suit": "Stars"}, False),
        ({"has": "$beneath", "value": 5}, True),
        ({"has": ALL, "flag": "off_turn", "value": 1_000}, True),
        ({"shares": "value", "of": ["$this", "$beneath"]}, False),
        ({"shares": "value", "of": ["$this", "$beneath"], "within": 1}, True),
        ({"shares": "suit", "of": ["$this", "$beneath"]}, False),
        ({"shares": "colour", "of": ["$this", "$this"], "whole": True}, True),
        ({"shares": "type", "of": ["$this", "$beneath"], "whole": True}, False),
        ({"opposes": ["$this", "$beneath"]}, True),
        ({"playable": "$this", "upon": "$beneath"}, True),
        ({"playable": "$beneath", "upon": "$this"}, False),
        ({"some": {"cards": "hand", "of": "$others"}}, True),
    ],
    ids=lambda part: str(part)[:50],
)
def test_what_holds(raw: Any, holds: bool) -> None:
    """Conditions as they stand in the world."""
    assert _let(_world(), raw, {}) is holds


def _let(world: ToyWorld, raw: Any, names: dict[str, Any]) -> Any:
    names |= {"me": ("ann",), "this": (1,), "beneath": (2,), "mod": ("Torn",)}
    Run(world, "ann", "A card").perform(read_effect([{"let": "found", "be": raw}], SCOPE), names)
    return names["found"]


# ── waiting


def test_a_waiting_effect_keeps_what_it_needs() -> None:
    """Its own text, the names it may refer to with their values, and what it waits for."""
    raw = [
        {"let": "number", "be": 7},
        {
            "wait": "played",
            "where": {"not": {"has": "$it", "suit": "Stars"}},
            "do": [{"grant": "Chip", "n": "$number", "to": "$event.who"}],
        },
    ]
    world = run_in(_world(), raw)
    (waiting,) = world.waiting
    assert (waiting.event, waiting.who, waiting.instead) == ("played", ("ann", "bob", "cy"), False)
    assert waiting.where == '{"not":{"has":"$it","suit":"Stars"}}'
    later = _world()
    run = Run(later, "ann", "A card")
    run.go_on(waiting.rest, run.event("bob", (3,), None))
    assert later.done == [("grant", "Chip", 7, "bob")]


def test_R120_a_demand_on_what_is_drawn_goes_with_the_draw_that_takes_its_place() -> None:
    """What the event demands of the card holds for whichever deck it is drawn from."""
    raw = [
        {
            "wait": "drawing",
            "who": "$me",
            "instead": True,
            "do": [
                {"destroy": {"cards": "hand", "of": "$all", "where": "$event.where"}},
                {"take": 1, "who": "$me", "where": "$event.where"},
            ],
        }
    ]
    (waiting,) = run_in(_world(), raw).waiting
    later = _world()
    run = Run(later, "ann", "A card")
    stars = _stars().to_stored({"me": ("ann",)})
    run.go_on(waiting.rest, run.event("ann", (), stars))
    assert later.done == [("destroy", (1,), False), ("take", "ann", 1, "ann", '{"has":"$it","suit":"Stars"}')]
    undemanding = _world()
    run = Run(undemanding, "ann", "A card")
    run.go_on(waiting.rest, run.event("ann", (), None))
    assert undemanding.done == [("destroy", (1, 2, 3, 4, 5), False), ("take", "ann", 1, "ann", None)]


def _stars() -> Any:
    return read_condition({"has": "$it", "suit": "Stars"}, {"me": "players", "it": "cards"})
