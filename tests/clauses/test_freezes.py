"""Freezes: what nobody can gain or lose, on every way in."""

import itertools
from typing import Any

import pytest

from nomic.clauses.views.explanations import explain_rule
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.support.hall import Hall, cycle_16

RETIRED = {"is": [{"value_of": "Retired", "of": "$it"}, "equals", 1]}
TO_ALL = {"each": "them", "in": {"players": "players"}}
KEEP: Clauses = {
    "retired": {"value": "Retired", "is": "flag", "of": "player"},
    "retire": {"action": "Retire", "do": [{"set": "Retired", "to": 1, "of": "$me"}]},
    "return": {"action": "Return", "do": [{"set": "Retired", "to": 0, "of": "$me"}]},
    "give": {
        "action": "Give",
        "with": {"to": {"is": "player"}},
        "do": [{"transfer": "Vertebra", "n": 2, "from": "$me", "to": "$to"}],
    },
    "steal": {
        "action": "Steal",
        "with": {"from": {"is": "player"}},
        "do": [{"revoke": "Vertebra", "from": "$from"}, {"grant": "Vertebra", "to": "$me"}],
    },
    "wages": {"action": "Pay wages", "do": [{**TO_ALL, "do": [{"grant": "Vertebra", "to": "$them"}]}]},
    "toll": {"action": "Pay a toll", "costs": {"Vertebra": 1}, "do": [{"announce": "Paid."}]},
    "lucky": {
        "action": "Try your luck",
        "do": [{"let": "n", "be": {"roll": "1d1"}}, {"grant": "Vertebra", "n": "$n", "to": "$me"}],
    },
    "later": {"action": "Order", "do": [{"after": {"hours": 1}, "do": [{"grant": "Vertebra", "to": "$me"}]}]},
    "hourly": {"when": "phase-began", "do": [{**TO_ALL, "do": [{"revoke": "Vertebra", "from": "$them"}]}]},
    "frozen": {"freeze": "everything", "whose": RETIRED, "because": "the retired keep what they have"},
}
WHY = "bob cannot {} Vertebrae: the retired keep what they have."


@pytest.fixture
def hall(open_with: OpenWith) -> Hall:
    """Three players, of whom bob has retired."""
    hall = open_with(KEEP)
    hall.do("bob", "tolls_retire")
    return hall


def test_an_act_that_moves_what_is_frozen_is_refused_and_names_the_rule(hall: Hall) -> None:
    """Whether the actor's things are frozen, or those of a player whom the act names."""
    before = hall.has("bob", "Vertebra")
    with hall.nothing_changes():
        for name, action, args, verb in (
            ("bob", "tolls_give", {"to": "ada"}, "lose"),
            ("bob", "tolls_toll", {}, "lose"),
            ("ada", "tolls_give", {"to": "bob"}, "gain"),
            ("ada", "tolls_steal", {"from": "bob"}, "lose"),
            ("bob", "tolls_steal", {"from": "ada"}, "gain"),
        ):
            refused = hall.refused(name, action, "frozen", "Tolls", **args)
            assert refused.detail == WHY.format(verb)
    assert hall.has("bob", "Vertebra") == before
    hall.do("bob", "tolls_return")
    hall.do("bob", "tolls_give", to="ada")
    hall.is_sound()


def test_a_rule_leaves_what_is_frozen_where_it_is_and_says_so(hall: Hall) -> None:
    """For the others it goes on: loops of an act, events, and what was put off."""
    before = {name: hall.has(name, "Vertebra") for name in ("ada", "bob")}
    words = hall.do("ada", "tolls_wages").words
    assert WHY.format("gain").rstrip(".") + " (by the rule “Tolls”)." in words
    assert {name: hall.has(name, "Vertebra") for name in before} == {"ada": before["ada"] + 1, "bob": before["bob"]}
    hall.do("bob", "tolls_later")
    hall.to(hall.cycle.phase_ends_at)
    assert {name: hall.has(name, "Vertebra") for name in before} == before
    told = [word for entry in hall.entries() if entry.actor == "" for word in entry.words]
    assert [word for word in told if "bob cannot gain" in word and "by the rule" in word]
    assert [word for word in told if "bob cannot lose" in word and "by the rule" in word]
    hall.is_sound()


def test_R126_after_a_draw_an_act_goes_on_without_what_is_frozen(hall: Hall) -> None:
    """It cannot be refused any more."""
    before = hall.has("bob", "Vertebra")
    entry = hall.do("bob", "tolls_lucky")
    assert entry.failure is None
    assert "bob cannot gain Vertebrae" in " ".join(entry.words)
    assert hall.has("bob", "Vertebra") == before
    hall.is_sound()


def test_corrections_and_leaving_are_not_stopped(hall: Hall) -> None:
    """An admin can mend anything, and nobody is kept."""
    before = hall.has("bob", "Vertebra")
    hall.grant("bob", "Vertebra", 3)
    assert hall.has("bob", "Vertebra") == before + 3
    hall.do("bob", "leave")
    assert hall.has("bob", "Vertebra") == 0
    hall.is_sound()


def test_a_trade_with_somebody_frozen_is_refused_whoever_agrees_last(hall: Hall) -> None:
    """And takes place when nothing is frozen any more."""
    entry = hall.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1}, wants={"Vertebra": 2})
    trade = next(event["trade"] for event in entry.events if "trade" in event)
    hall.refused("bob", "consent-trade", "frozen", "Tolls", trade=trade, version=1)
    hall.do("bob", "tolls_return")
    hall.do("bob", "consent-trade", trade=trade, version=1)
    hall.is_sound()


STEPS: dict[str, tuple[str, str, dict[str, str]]] = {
    "retire": ("bob", "tolls_retire", {}),
    "give": ("bob", "tolls_give", {"to": "ada"}),
    "take": ("ada", "tolls_give", {"to": "bob"}),
    "return": ("bob", "tolls_return", {}),
    "wages": ("eve", "tolls_wages", {}),
}


@pytest.mark.parametrize("order", [*itertools.permutations(STEPS)][::7])
def test_in_every_order_nothing_of_theirs_changes_while_they_are_retired(
    open_with: OpenWith, order: tuple[str, ...]
) -> None:
    """And everything does otherwise; a replay finds the same."""
    hall = open_with(KEEP)
    is_retired, has = False, hall.has("bob", "Vertebra")
    for step in order:
        name, action, args = STEPS[step]
        if step in ("retire", "return"):
            if is_retired == (step == "retire"):
                hall.refused(name, action, "nothing-comes-of-it")
            else:
                hall.do(name, action)
            is_retired = step == "retire"
        elif is_retired and step != "wages":
            hall.refused(name, action, "frozen", "Tolls", **args)
        else:
            hall.do(name, action, **args)
            has += 0 if is_retired else {"give": -2, "take": 2, "wages": 1}[step]
        assert hall.has("bob", "Vertebra") == has
    hall.is_sound()


@pytest.mark.parametrize(
    ("changed", "gains", "loses"),
    [
        ({}, False, False),
        ({"stops": "losses"}, True, False),
        ({"stops": "gains"}, False, True),
        ({"freeze": "cards"}, True, True),
        ({"freeze": "items"}, False, False),
        ({"freeze": "items", "only": ["Chip"]}, True, True),
        ({"freeze": "items", "only": ["Chip", "Vertebra"]}, False, False),
        ({"except": {"reputable": "$it"}}, True, True),
        ({"whose": {"not": RETIRED}}, False, False),  # the others', and so what they give and get
    ],
)
def test_it_stops_only_what_it_says(open_with: OpenWith, changed: dict[str, Any], gains: bool, loses: bool) -> None:
    """Some items, one direction, all but some players."""
    hall = open_with({**KEEP, "frozen": KEEP["frozen"] | changed})
    for name in ("ada", "bob"):
        hall.grant(name, "Vertebra", 5)
    hall.do("bob", "tolls_retire")
    for is_free, name, to in ((gains, "ada", "bob"), (loses, "bob", "ada")):
        if is_free:
            hall.do(name, "tolls_give", to=to)
        else:
            hall.refused(name, "tolls_give", "frozen", "Tolls", to=to)
    hall.is_sound()


def test_a_freeze_of_cards_holds_for_those_of_its_names(open_with: OpenWith) -> None:
    """Destroyed, given and made."""
    clauses: Clauses = {
        "burn": {
            "action": "Burn",
            "with": {"card": {"is": "card", "for": "destroy"}},
            "do": [{"destroy": "$card"}],
        },
        "hand": {
            "action": "Hand over",
            "with": {"card": {"is": "card"}, "to": {"is": "player"}},
            "do": [{"move": "$card", "to": "inventory", "of": "$to"}],
        },
        "make": {"action": "Make", "do": [{"add": {"card": "5"}, "to": "inventory", "of": "$me"}]},
        "still": {"freeze": "cards", "only": ["5"], "because": "fives stay"},
    }
    hall = open_with(clauses)
    five, six = hall.grant_card("ada", "5").code, hall.grant_card("ada", "6").code
    hall.refused("ada", "tolls_burn", "frozen", "Tolls", card=five)
    hall.refused("ada", "tolls_hand", "frozen", "Tolls", card=five, to="bob")
    hall.refused("ada", "tolls_make", "frozen", "Tolls")
    hall.do("ada", "tolls_hand", card=six, to="bob")
    hall.do("bob", "tolls_burn", card=six)
    assert [card.code for card in hall.cards("ada")] == [five]
    hall.is_sound()


def test_a_vote_begins_and_ends_it(hall: Hall) -> None:
    """At the instant of the enactment."""
    enact(hall, other_clauses({name: each for name, each in KEEP.items() if name != "frozen"}))
    hall.do("bob", "tolls_give", to="ada")
    hall.is_sound()


@pytest.mark.parametrize(
    ("changed", "place", "detail"),
    [
        ({"only": ["Vertebra"]}, "/only", "say whether these are items or cards"),
        ({"freeze": "items", "only": ["Nothing"]}, "/only/0", "there is no item 'Nothing'"),
        ({"freeze": "cards", "only": ["Vertebra"]}, "/only/0", "there is no card 'Vertebra'"),
        ({"whose": {"reputable": "$me"}}, "/whose/reputable", "nothing is called $me here"),
        ({"freeze": "values"}, "/freeze", ""),
    ],
)
def test_what_is_wrong_with_it_is_told_at_its_place(changed: dict[str, Any], place: str, detail: str) -> None:
    """Before anybody votes on it."""
    (flaw,) = flaws_of(with_clauses(cycle_16(), {**KEEP, "frozen": KEEP["frozen"] | changed}))
    assert flaw.path == f"/rules/tolls/clauses/frozen{place}"
    assert detail in flaw.detail


def test_a_secret_cannot_decide_what_is_frozen() -> None:
    """A refusal would tell it."""
    hidden = {"value": "Retired", "is": "flag", "of": "player", "seen": "nobody"}
    (flaw,) = flaws_of(with_clauses(cycle_16(), {**KEEP, "retired": hidden}))
    assert flaw.path.startswith("/rules/tolls/clauses/frozen/whose")
    assert "is secret" in flaw.detail


def test_what_takes_too_long_freezes_nothing_and_the_journal_says_so(open_with: OpenWith) -> None:
    """An act is not stopped by a rule that cannot be judged."""
    names = [f"p{place}" for place in range(8)]
    inner: dict[str, Any] = {"count": {"together": [f"${name}" for name in names]}}
    for name in names:
        inner = {"sum_of": {"players": "players"}, "as": name, "by": inner}
    hall = open_with({**KEEP, "frozen": KEEP["frozen"] | {"whose": {"is": [inner, "at_least", 0]}}})
    hall.grant("ada", "Vertebra", 5)
    entry = hall.do("ada", "tolls_give", to="bob")
    assert "It takes too long to work out" in " ".join(entry.words)
    hall.is_sound()


def test_it_reads_out() -> None:
    """With what it stops, for whom and why."""
    law = Law(with_clauses(cycle_16(), KEEP))
    text = " ".join(explain_rule(law, "tolls"))
    assert "A player who is Retired cannot gain or lose items or cards" in text
