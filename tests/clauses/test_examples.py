"""Worked examples: what a clause would do now, told before anybody proposes it."""

from typing import Any

import pytest

from nomic import limits
from nomic.clauses.models import DeferredEffect, PendingQuestion
from nomic.clauses.worked_examples import DICE, NOT_SO, NOTHING, TOO_LONG, Example, example_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.models import Balance
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import TOLLS, OpenWith, with_clauses
from tests.support.hall import Hall, cycle_16

pytestmark = pytest.mark.django_db(transaction=True)
EACH = {"grant": "Vertebra", "n": 1, "to": {"players": "players"}}


def example(hall: Hall, clause: dict[str, Any], me: str = "bob", **others: dict[str, Any]) -> Example | None:
    """The example of one more clause of *Tolls*."""
    document = with_clauses(cycle_16(), {**TOLLS, **others, "new": clause})
    assert not flaws_of(document)
    cycle = Cycle.objects.get()
    return example_of(ReadContext(cycle, Actor(me), cycle.now()), Law(document, number=2), "/rules/tolls/clauses/new")


def found_in(hall: Hall, clause: dict[str, Any]) -> Example:
    """The example, of a kind that has some."""
    found = example(hall, clause)
    assert found is not None
    return found


def said(found: Example | None) -> dict[str, tuple[str, ...]]:
    assert found is not None
    return {case.who: case.sentences for case in found.cases}


def give(hall: Hall, **amounts: int) -> None:
    for player, amount in amounts.items():
        Balance.objects.update_or_create(
            cycle=Cycle.objects.get(), holder=player, item="Vertebra", defaults={"amount": amount}
        )


def test_an_action_for_who_can_and_who_cannot(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    give(hall, ada=0, bob=5, eve=3)
    clause = {"action": "Light a lamp", "costs": {"Vertebra": 2}, "do": [{"raise": "Lamps lit", "by": 1, "of": "$me"}]}
    found = found_in(hall, clause)
    assert found.lead == "If a player does this now:"
    able, not_able = found.cases
    assert (able.who, able.alike) == ("bob", "eve")  # the reader first
    assert able.sentences == ("bob pays 2 Vertebrae.", "bob's Lamps lit are now 1.")
    assert not_able.is_refused
    assert not_able.who == "ada"
    assert not_able.sentences == ("This costs 2 Vertebrae, and you have 0.",)


def test_nothing_is_stored(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    before = [*Balance.objects.order_by("pk").values()], Entry.objects.count()
    clause = {
        "when": "phase-began",
        "do": [EACH, {"after": {"days": 2}, "do": [EACH]}],
    }
    found = said(example(hall, clause))
    assert found[""][0] == "ada, bob and eve gain 1 Vertebra each."
    assert any(line.startswith("More happens on ") for line in found[""])
    assert ([*Balance.objects.order_by("pk").values()], Entry.objects.count()) == before
    assert not DeferredEffect.objects.exists()
    assert not PendingQuestion.objects.exists()


def test_a_condition_that_does_not_hold(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    clause = {"when": "phase-began", "if": {"is": [{"value_of": "The Well"}, "at_least", 9]}, "do": [EACH]}
    assert said(example(hall, clause)) == {"": (NOT_SO,)}


def test_an_effect_that_does_nothing(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    give(hall, ada=0, bob=0, eve=0)
    clause = {"when": "phase-began", "do": [{"revoke": "Vertebra", "n": 1, "from": {"players": "players"}}]}
    assert said(example(hall, clause)) == {"": (NOTHING,)}


@pytest.mark.parametrize("of", ["cycle", "player"])
def test_secrets_are_as_they_were_at_first(open_with: OpenWith, of: str) -> None:
    """Whatever is stored in a secret value, the example is the same."""
    secret = {"value": "The Hoard", "of": of, "is": "number", "starts": 0, "seen": "nobody"}
    whose = {"of": "$me"} if of == "player" else {}
    tell = {"action": "Look", "do": [{"grant": "Vertebra", "n": {"value_of": "The Hoard", **whose}, "to": "$me"}]}
    fill = {"action": "Fill", "do": [{"raise": "The Hoard", "by": 7, **whose}]}
    hall = open_with({**TOLLS, "hoard": secret, "fill": fill})
    before = example(hall, tell, hoard=secret, fill=fill)
    hall.do("bob", "tolls_fill")
    assert example(hall, tell, hoard=secret, fill=fill) == before
    assert "7" not in str(before)
    # Nor does a proposal tell it that would make it public.
    public = {key: value for key, value in secret.items() if key != "seen"}
    assert "7" not in str(example(hall, tell, hoard=public, fill=fill))


def test_dice_are_its_own(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    clause = {"when": "phase-began", "do": [{"set": "The Well", "to": {"roll": "1d1000"}}]}
    rolled = {str(example(hall, clause)) for _ in range(6)}
    assert len(rolled) > 1  # two examples roll other dice than each other, so not those of the cycle
    found = found_in(hall, clause)
    assert found.notes == (DICE,)


def test_who_would_win_and_be_stopped(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    give(hall, ada=9, bob=0, eve=12)
    rich = {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 9]}
    found = found_in(hall, {"wins": rich})
    assert found.lead == "By this alone, ada and eve would win now."
    found = found_in(hall, {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 99]}})
    assert found.lead == "By this alone, nobody would win now."
    poor = {"not": {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 2]}}
    found = found_in(hall, {"forbid": "tolls_walk", "if": poor, "because": "too poor"})
    assert found.lead == "Now this would stop bob."
    found = found_in(hall, {"forbid": "tolls_walk", "except": poor, "because": "too rich"})
    assert found.lead == "Now this would stop ada and eve."


def test_a_choice_is_told(open_with: OpenWith) -> None:
    """The first option is taken, and the sentence says so."""
    hall = open_with(TOLLS)
    give_to = [{"choose": "whom", "from": {"players": "players", "except": "$me"}}, {**EACH, "to": "$whom"}]
    found = said(example(hall, {"action": "Give alms", "do": give_to}))
    assert found["bob"][0].startswith("bob chooses (")
    assert found["bob"][0].endswith("; suppose it is ada.")
    assert found["bob"][1] == "ada gains 1 Vertebra."


def test_an_argument_is_told(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    clause = {"action": "Give alms", "with": {"whom": {"is": "player"}}, "do": [{**EACH, "to": "$whom"}]}
    found = said(example(hall, clause))
    assert "ada" in found["bob"][0]
    assert found["bob"][0].startswith("Suppose ")
    assert found["bob"][1] == "ada gains 1 Vertebra."


def test_costs_are_bounded(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = open_with(TOLLS)
    monkeypatch.setattr(limits, "EXAMPLE_STEPS", 10)
    clause = {"when": "phase-began", "do": [{"each": "one", "in": {"players": "players"}, "do": [EACH] * 20}]}
    found = found_in(hall, clause)
    assert TOO_LONG in found.notes
    assert not found.cases


def test_what_only_keeps_says_so(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    found = found_in(hall, {"value": "The Pot", "of": "cycle", "is": "number"})
    assert found.lead.startswith("By itself this does nothing.")
    assert not found.cases


def test_the_event_of_a_trigger_is_said_with_its_player(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    found = found_in(hall, {"when": "joined", "do": [{"grant": "Vertebra", "n": 2, "to": "$player"}]})
    assert found.lead == "Say bob joins:"
    assert said(found)[""] == ("bob gains 2 Vertebrae.",)


@pytest.mark.parametrize("kind", ["duel", {"values": ["duel"]}], ids=["as a text", "as values"])
def test_an_example_meets_what_the_condition_demands_of_the_event(open_with: OpenWith, kind: object) -> None:
    hall = open_with(TOLLS)
    clause = {
        "when": "match-over",
        "if": {"is": ["$match_kind", "equals", kind]},
        "do": [{"grant": "Vertebra", "n": 2, "to": "$losers"}],
    }
    found = found_in(hall, clause)
    assert found.lead == "Say a duel is over:"
    assert said(found)[""] == ("Suppose only ada is among the losers.", "ada gains 2 Vertebrae.")


def test_an_example_has_as_many_as_the_condition_demands(open_with: OpenWith) -> None:
    hall = open_with(TOLLS)
    clause = {
        "when": "item-gained",
        "if": {"all": [{"is": ["$item", "equals", {"values": ["Chip"]}]}, {"is": ["$n", "more_than", 2]}]},
        "do": [{"grant": "Vertebra", "n": "$n", "to": "$player"}],
    }
    assert "bob gains 3 Vertebrae." in said(found_in(hall, clause))[""]
