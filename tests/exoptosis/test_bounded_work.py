"""What effects and their trials may cost: draws of one entry, steps of all trials of a proposal."""

import copy
from typing import Any

import pytest

from exoptosis.simulation import law_trials as simulation_law_trials
from nomic import limits
from nomic.chance.draw_source import Source, TooLong
from nomic.clauses.runtime import run_effects
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import BadArguments, Failed
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.law.trials import registry as law_trials
from nomic.law.trials.trial_budget import TrialBudget, within_budget
from nomic.proposals import submission
from nomic.proposals.models import Proposal
from nomic.proposals.submission import accepted_amendments
from tests.support.hall import Hall, cycle_16

A_CHIP = {"grant": "Chip", "to": "$me"}
DICE = [{"let": "k", "be": {"roll": "100d6"}}, A_CHIP]
QUOTE_NOTHING = [  # words that would quote what is replaced
    {"op": "replace", "path": "/rules/card-gifting/clauses/give/says", "value": "Give a gift."},
    {"op": "replace", "path": "/rules/full-hand/body", "value": "A battle commences."},
]
LONG = [
    {
        "each": "k",
        "in": {"values": {"from": 1, "to": 100}},
        "do": [{"each": "j", "in": {"values": {"from": 1, "to": 90}}, "do": [{"turn": "reverse"}]}],
    }
]


def card(effect: list[dict[str, Any]]) -> dict[str, Any]:
    held = {"values": [7], "suits": ["Stars"], "colours": ["Black"], "types": ["Special"], "text": "Long."}
    return {**held, "hooks": {"when_played": effect}}


def cards(count: int, effect: list[dict[str, Any]] = LONG) -> list[dict[str, Any]]:
    """A proposal with so many cards that do this."""
    return [{"op": "add", "path": f"/cards/Long {number}", "value": card(effect)} for number in range(count)]


# ── draws


def gambling(open_cycle: Any, contents: list[dict[str, Any]] = DICE) -> Hall:
    """A hall that sells dice for a Vertebra, and ada with many of these."""
    law = cycle_16()
    law["shop"]["offers"]["Dice"] = {"costs": {"Vertebra": 1}, "gives": contents, "place": 99}
    hall: Hall = open_cycle(law)
    hall.join("ada")
    hall.grant("ada", "Vertebra", 500)
    return hall


def test_an_offer_is_bought_as_often_at_once_as_its_draws_allow(open_cycle):
    """Ten times a hundred dice are a thousand draws; eleven times are refused with the number, before any is rolled."""
    hall = gambling(open_cycle)
    with hall.nothing_changes():
        words = hall.refused("ada", "buy", "too-many-draws", "Dice (R17)", offer="Dice", count=11)
        hall.refused("ada", "buy", "too-many-draws", "Dice (R17)", offer="Dice", count=100)
    assert "at most 10 at once" in str(words)
    hall.do("ada", "buy", offer="Dice", count=10)
    assert len(hall.entries("buy")[0].draws) == limits.ENTRY_DRAWS
    hall.is_sound()


def test_what_may_draw_more_than_an_entry_may_is_no_law(cast: Hall):
    """Wherever it stands; the refusal names the place."""
    too_many = [*({"let": f"k{count}", "be": {"roll": "100d1000000"}} for count in range(11)), A_CHIP]
    places = {
        "/shop/offers/Chip/gives": "/shop/offers/Chip/gives",
        "/packs/Handy Pack/contents": "/packs/Handy Pack/contents",
        "/rules/card-gifting/clauses/give/do": "/rules/card-gifting/clauses/give/do",
        "/cards/Ace/hooks/when_played": "/cards/Ace/hooks/when_played",
        "/modifiers/Bound/hooks/when_played": "/modifiers/Bound/hooks/when_played",
        "/battles/rewards": "/battles/rewards",
    }
    for path, place in places.items():
        with pytest.raises(BadArguments) as refused:
            accepted_amendments(cast.cycle.law, [{"op": "add", "path": path, "value": too_many}, *QUOTE_NOTHING])
        assert [error.field for error in refused.value.errors] == [f"amendments{place}"]
        assert "draws are allowed" in refused.value.errors[0].detail


@pytest.mark.parametrize("path", ["/battles/at_commencement", "/duels/at_commencement"])
def test_what_is_done_for_everybody_counts_for_everybody(cast: Hall, path):
    """Ten dice for each of twenty participants are a hundred and no more than a thousand; sixty each are too many."""
    one = {"op": "replace", "path": path, "value": [{"let": "k", "be": {"roll": "10d6"}}, A_CHIP]}
    assert accepted_amendments(cast.cycle.law, [one, *QUOTE_NOTHING])
    many = {**one, "value": [{"let": "k", "be": {"roll": "60d6"}}, A_CHIP]}
    with pytest.raises(BadArguments, match="1200 times if it happens 20 times at once"):
        accepted_amendments(cast.cycle.law, [many, *QUOTE_NOTHING])


def test_random_cards_are_rolled_for_no_more_collections_than_there_is_room_for(cast: Hall):
    """Or a law would draw by its own length."""
    change = {"op": "replace", "path": "/random_cards/collections", "value": ["Common"] * 21}
    with pytest.raises(BadArguments, match="a list of texts, at most 20"):
        accepted_amendments(cast.cycle.law, [change])
    many = {**change, "value": ["Common"] * 20}
    pack = {"op": "add", "path": "/packs/Handy Pack/contents", "value": [
        {"add": {"card": "random"}, "n": 30, "to": "inventory", "of": "$me"}
    ]}  # fmt: skip
    with pytest.raises(BadArguments, match="this may draw 1290 times"):
        accepted_amendments(cast.cycle.law, [many, pack])


def test_an_entry_that_would_draw_on_all_the_same_stands_as_failed(open_cycle, monkeypatch):
    """R126, whatever the check of the law has let through: what was drawn stands, nothing else comes of it."""
    hall = gambling(open_cycle)
    monkeypatch.setattr(limits, "ENTRY_DRAWS", 5)
    monkeypatch.setattr(run_effects, "_check_draws", lambda *given: None)
    before = hall.has("ada", "Vertebra")
    with pytest.raises(Failed, match="would take too long"):
        hall.do("ada", "buy", offer="Dice")
    (entry,) = hall.entries("buy")
    assert len(entry.draws) == 5
    assert (hall.has("ada", "Vertebra"), hall.has("ada", "Chip")) == (before, 0)
    hall.is_sound()


def test_a_source_gives_so_many_draws_and_no_more():
    """The one that is too many is not drawn, and those before it are known."""
    source = Source("ab" * 32, "entry", most=3)
    for _ in range(3):
        source.below(6, "die", "for a test")
    with pytest.raises(TooLong, match="die"):
        source.below(6, "die", "for a test")
    assert len(source.drawn) == 3


# ── trials


def test_a_proposal_whose_trials_cost_too_much_is_refused_with_that_reason(cast: Hall, monkeypatch):
    """Each card alone is law; thirty of them are more than anybody may have tried out at once."""
    budgets: list[TrialBudget] = []
    monkeypatch.setattr(law_trials, "TrialBudget", lambda *given: budgets.append(TrialBudget(*given)) or budgets[-1])
    assert accepted_amendments(cast.cycle.law, cards(1))
    with cast.nothing_changes(), pytest.raises(BadArguments) as refused:
        cast.propose("ada", *cards(30))
    (error,) = refused.value.errors
    assert error.field.startswith("amendments/cards/Long ")
    assert error.detail.startswith("trying this proposal out takes more than ")
    assert -limits.EFFECT_STEPS < budgets[-1].left < limits.TRIAL_STEPS


def test_a_budget_is_for_all_trials_of_a_proposal_together(cast: Hall, monkeypatch):
    """Cards and Dice, whichever comes first; what is left of it after one is what the next has."""
    monkeypatch.setattr(limits, "TRIAL_STEPS", 40)
    with pytest.raises(BadArguments, match="more than 40 steps"):
        accepted_amendments(cast.cycle.law, cards(12, [{"turn": "reverse"}]))


def test_a_budget_of_time_is_said_as_such(cast: Hall, monkeypatch):
    """The refusal speaks of seconds of the processor."""
    monkeypatch.setattr(limits, "TRIAL_SECONDS", 0.0)
    with pytest.raises(BadArguments, match="takes more than 0 seconds"):
        cast.propose("ada", *cards(1, [{"turn": "reverse"}]))
    assert not Proposal.objects.filter(cycle=cast.pk).exists()


def test_a_whole_hall_of_cards_is_tried_with_room_to_spare():
    """Every species and modifier of Cycle 16, as if all were new."""
    law = Law(document_of("cycle-16"))
    budget = TrialBudget(limits.TRIAL_STEPS, 60)
    with within_budget(budget):
        assert list(simulation_law_trials.try_out(Law({**law.document, "cards": {}, "modifiers": {}}), law)) == []
    assert budget.left > limits.TRIAL_STEPS * 3 / 4


def test_every_entry_that_changes_is_tried_however_many_there_are(monkeypatch):
    """None hides behind the first hundred."""
    tried = []
    monkeypatch.setattr(simulation_law_trials, "_trial", lambda rules, section, name, seed: tried.append(name) or "")
    law = document_of("cycle-16")
    new = copy.deepcopy(law)
    new["cards"] |= {f"New {count}": card([]) for count in range(300)}
    assert list(simulation_law_trials.try_out(Law(law), Law(new))) == []
    assert len(set(tried)) == 300


def test_only_what_is_submitted_is_tried_and_not_when_it_is_counted_or_replayed(cast: Hall, monkeypatch):
    """Enacting and replaying cost what the law costs: what was accepted was tried."""
    code = cast.propose("ada", *cards(1), **{"class": "urgent"})

    def never(*given: Any) -> list[Any]:
        raise AssertionError("tried again")

    monkeypatch.setattr(submission, "flaws_in_trial", never)
    cast.wait(hours=48)
    assert Proposal.objects.get(code=code).status == "enacted"
    cast.is_sound()


@pytest.mark.parametrize("name", ["submit-proposal", "edit-proposal", "enact-by-hand"])
def test_whatever_brings_amendments_is_prepared_before_the_lock(name):
    """The three ways in; an act that tries something out has it declared."""
    assert action_named(name).prepare is not None


def test_who_may_not_propose_has_nothing_tried(cast: Hall, monkeypatch):
    """A stranger's proposal costs what refusing it costs."""
    monkeypatch.setattr(submission, "flaws_in_trial", lambda *given: pytest.fail("tried"))
    cast.refused("stranger", "submit-proposal", "not-a-player", title="A", amendments=cards(1))
