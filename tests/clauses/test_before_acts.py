"""What rules do before an act is carried out: a toll before a move, and what a leaver had."""

import itertools
from typing import Any

import pytest

from nomic.clauses.models import Failures
from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.models import Entry
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import ADMIN, Hall, cycle_16

TOLL: Clauses = {
    "well": {"value": "The Well", "of": "cycle"},
    "steps": {"value": "Steps", "of": "player"},
    "walk": {
        "action": "Walk",
        "with": {"far": {"is": "number", "least": 1, "most": 9}},
        "costs": {"Chip": 1},
        "do": [{"raise": "Steps", "by": "$far", "of": "$me"}],
    },
    "toll": {
        "when": "does",
        "act": "tolls_walk",
        "before": True,
        "if": {"is": ["$far", "more_than", 1]},
        "do": [{"transfer": "Vertebra", "n": 2, "from": "$who", "to": "cycle"}, {"raise": "The Well", "by": "$far"}],
    },
    "after": {"when": "does", "act": "tolls_walk", "do": [{"announce": "$who has walked $far."}]},
}


def open_hall(open_with: OpenWith, **changed: dict[str, Any]) -> Hall:
    """Three players with Chips, and a toll before each walk."""
    hall = open_with(TOLL | changed)
    for name in ("ada", "bob"):
        hall.grant(name, "Chip", 5)
    return hall


def test_a_toll_is_taken_before_the_act_in_its_entry(open_with: OpenWith) -> None:
    """Its words come first, and what happens afterwards comes in entries of its own."""
    hall = open_hall(open_with)
    before = hall.has("ada", "Vertebra")
    entry = hall.do("ada", "tolls_walk", far=3)
    assert entry.words[0] == "First, by the rule “Tolls”:"
    assert entry.words.index("The Well is now 3.") < entry.words.index("ada's Steps are now 3.")
    assert entry.words.count("The Well is now 3.") == 1
    assert [(line.item, line.amount) for line in entry.moved] == [("Vertebra", 2), ("Chip", 1)]
    assert hall.has("ada", "Vertebra") == before - 2
    assert hall.entries()[-1].words[-1] == "ada has walked 3."
    hall.is_sound()


def test_its_condition_reads_the_arguments(open_with: OpenWith) -> None:
    """Where it does not hold, the entry says nothing of it."""
    hall = open_hall(open_with)
    entry = hall.do("ada", "tolls_walk", far=1)
    assert "First" not in " ".join(entry.words)
    hall.is_sound()


def test_an_act_that_is_refused_afterwards_has_paid_nothing(open_with: OpenWith) -> None:
    """Neither where its own price is missing, nor where the toll took what it needed."""
    hall = open_hall(open_with, walk=TOLL["walk"] | {"costs": {"Vertebra": 1}})
    hall.do("bob", "tolls_walk", far=1)
    poor = hall.has("eve", "Vertebra")
    hall.do(ADMIN, "correct-revoke", player="eve", item="Vertebra", count=poor - 2, reason="for the test")
    with hall.nothing_changes():
        hall.refused("eve", "tolls_walk", "cannot-pay", far=2)
    hall.do("eve", "tolls_walk", far=1)
    hall.is_sound()


def test_a_bad_argument_undoes_it_too(open_with: OpenWith) -> None:
    """The toll comes before what the action itself checks."""
    hall = open_hall(open_with)
    with hall.nothing_changes():
        hall.bad("ada", "tolls_walk", "far", far=10)


@pytest.fixture
def failing(open_with: OpenWith) -> Hall:
    """A toll that always fails, beside one that works."""
    loop: list[dict[str, Any]] = [{"raise": "The Well", "by": 1}]
    for place in range(6):
        loop = [{"each": f"p{place}", "in": {"values": {"from": 1, "to": 10}}, "do": loop}]
    heavy = TOLL["toll"] | {"do": [{"raise": "The Well", "by": 100}, *loop], "place": 1, "if": None}
    return open_hall(open_with, heavy={key: each for key, each in heavy.items() if each is not None})


def test_a_clause_that_fails_is_left_out_and_cannot_stop_an_act(failing: Hall) -> None:
    """What it did before it failed is undone. After three failures it rests."""
    for turn in range(1, 4):
        entry = failing.do("ada", "tolls_walk", far=2)
        text = " ".join(entry.words)
        assert "The rule “Tolls” should have acted before this, but failed" in text
        assert f"The Well is now {2 * turn}." in text
        assert Failures.objects.get().times == turn
    assert "it is suspended until it is amended" in text
    assert "failed" not in " ".join(failing.do("ada", "tolls_walk", far=2).words)
    failing.is_sound()


def test_a_refused_act_counts_no_failure(failing: Hall) -> None:
    """Nothing has happened."""
    with failing.nothing_changes():
        failing.refused("eve", "tolls_walk", "cannot-pay", far=2)
    assert not Failures.objects.exists()


ORDERS = [*itertools.permutations(("amend", "walk", "leave", "again"))][::3]


@pytest.mark.parametrize("order", ORDERS)
def test_in_every_order_a_replay_finds_the_same(open_with: OpenWith, order: tuple[str, ...]) -> None:
    """Walks of one and of another, a leaver and an admin's correction in between."""
    hall = open_hall(open_with)
    expected = 0
    for step in order:
        if step == "amend":
            hall.do(ADMIN, "correct-value", value="The Well", number=50, reason="for the test")
            expected = 50
        elif step == "leave":
            hall.do("eve", "leave")
        else:
            hall.do("ada" if step == "walk" else "bob", "tolls_walk", far=4)
            expected += 4
    entry = hall.do("ada", "tolls_walk", far=2)
    assert f"The Well is now {expected + 2}." in entry.words
    hall.is_sound()


def test_what_a_leaver_had_can_be_read_and_kept_before_it_is_gone(open_with: OpenWith) -> None:
    """Values and items; an heir may be named by the law."""
    hall = open_with(
        {
            **TOLL,
            "heir": {
                "when": "does",
                "act": "leave",
                "before": True,
                "do": [
                    {"raise": "The Well", "by": {"value_of": "Steps", "of": "$who"}},
                    {"transfer": "Vertebra", "n": {"stock": "Vertebra", "of": "$who"}, "from": "$who", "to": "cycle"},
                ],
            },
        }
    )
    hall.grant("ada", "Chip", 1)
    hall.do("ada", "tolls_walk", far=1)
    had = hall.has("ada", "Vertebra")
    entry = hall.do("ada", "leave")
    assert "The Well is now 1." in entry.words
    assert hall.has("cycle", "Vertebra") == had or f"The treasury gains {had} Vertebrae." in entry.words
    hall.is_sound()


@pytest.mark.parametrize(
    ("changed", "place", "detail"),
    [
        ({"when": "joined", "act": None}, "/before", "only a clause with when: does can come before"),
        ({"do": [{"grant": "Chip", "n": {"roll": "1d6"}, "to": "$who"}]}, "/before", "cannot draw anything"),
        (
            {
                "do": [
                    {"choose": "them", "from": {"players": "players"}, "by": "$who"},
                    {"grant": "Chip", "to": "$them"},
                ]
            },
            "/before",
            "nobody can be asked",
        ),
        ({"do": [{"raise": "Hidden", "by": 1, "of": "$who"}]}, "/do/0", "whether the act is refused would reveal it"),
        ({"if": {"is": [{"value_of": "Hidden", "of": "$who"}, "equals", 1]}}, "/if/is/0", "Hidden is secret"),
        ({"do": [{"announce": "$near"}]}, "/do/0/announce", "nothing is called $near here"),
    ],
)
def test_what_cannot_come_before_an_act_is_refused_with_its_place(
    changed: dict[str, Any], place: str, detail: str
) -> None:
    """Draws, questions and secrets: the act may still be refused."""
    toll = {key: each for key, each in (TOLL["toll"] | changed).items() if each is not None}
    if "when" in changed:
        toll |= {"do": [{"announce": "Welcome."}]}
        del toll["if"]
    hidden = {"value": "Hidden", "of": "player", "seen": "nobody"}
    flaws = flaws_of(with_clauses(cycle_16(), {**TOLL, "hidden": hidden, "toll": toll}))
    assert [flaw.path for flaw in flaws] == [f"/rules/tolls/clauses/toll{place}"]
    assert detail in flaws[0].detail


def test_it_reads_out() -> None:
    """Before, not whenever."""
    text = " ".join(explain_rule(Law(with_clauses(cycle_16(), TOLL)), "tolls"))
    assert "Before a player uses “Walk”, if" in text
    assert "Whenever a player uses “Walk”" in text


def test_a_toll_before_a_declared_act(open_with: OpenWith) -> None:
    """Such as a vote; the act of an admin pays none."""
    toll = {
        "when": "does",
        "act": "vote",
        "before": True,
        "do": [{"transfer": "Vertebra", "from": "$who", "to": "cycle"}],
    }
    hall = open_with({"toll": toll})
    before = hall.has("bob", "Vertebra")
    number = hall.propose("ada", text="Some words.")
    hall.do("bob", "vote", proposal=number, vote="for")
    assert hall.has("bob", "Vertebra") == before - 1
    assert Entry.objects.filter(action="vote").count() == 1
    hall.is_sound()
