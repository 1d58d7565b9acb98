"""The effects of a proposed law are tried out in random games before anybody votes on them."""

import copy

import pytest

from exoptosis.simulation import law_trials
from nomic.cycles.domain.exceptions import BadArguments
from nomic.effects.running import interpreter
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.proposals.submission import accepted_amendments
from tests.support.hall import Hall

MAGPIE = {
    "values": [7],
    "suits": ["Stars"],
    "colours": ["Black"],
    "types": ["Special"],
    "text": "Takes a card of every other hand into your deck.",
    "hooks": {
        "when_played": [
            {
                "each": "them",
                "in": "$others",
                "do": [
                    {"choose": "loot", "by": "$them", "from": {"cards": "hand", "of": "$them"}},
                    {"move": "$loot", "to": "deck", "of": "$me"},
                ],
            }
        ]
    },
}


@pytest.fixture(scope="module")
def law() -> Law:
    return Law(document_of("cycle-16"))


def with_card(law: Law, hooks: dict) -> Law:
    """The law with one species more."""
    document = copy.deepcopy(dict(law.document))
    document["cards"]["Magpie"] = {**MAGPIE, "hooks": hooks}
    return Law(document)


def test_everything_in_the_gilded_hall_passes_its_trial(law):
    """Every species and modifier, played in random games, comes to an end and never fails."""
    none = Law({**law.document, "cards": {}, "modifiers": {}})
    assert list(law_trials.try_out(none, law)) == []


def test_only_what_changes_is_tried(law, monkeypatch):
    """A law that changes no card is not tried out; one that changes a card is, for that card."""
    tried = []
    monkeypatch.setattr(law_trials, "_trial", lambda rules, section, name, seed: tried.append((section, name)) or "")
    assert list(law_trials.try_out(law, Law({**law.document, "burning": {}}))) == []
    assert tried == []
    assert list(law_trials.try_out(law, with_card(law, MAGPIE["hooks"]))) == []
    assert set(tried) == {("cards", "Magpie")}


def test_an_effect_that_does_not_end_is_told_by_its_place(law, monkeypatch):
    """The place is the entry's hooks; the law stays free of it."""
    monkeypatch.setattr(interpreter, "MAX_STEPS", 3)
    (flaw,) = law_trials.try_out(law, with_card(law, {"when_played": [{"take": 1, "who": "$others"}] * 5}))
    assert flaw.path == "/cards/Magpie/hooks"
    assert "come to an end" in flaw.detail


def test_an_effect_that_fails_is_refused_when_proposed(cast: Hall, monkeypatch):
    """The refusal names the entry; nothing is submitted."""
    operation = {"op": "add", "path": "/cards/Magpie", "value": MAGPIE}
    assert accepted_amendments(cast.cycle.law, [operation])
    monkeypatch.setattr(law_trials, "_play_all", lambda draft: 1 / 0)
    with pytest.raises(BadArguments) as refused:
        accepted_amendments(cast.cycle.law, [operation])
    assert refused.value.errors[0].field == "amendments/cards/Magpie/hooks"
    assert "ZeroDivisionError" in refused.value.errors[0].detail


def test_a_trial_says_the_same_each_time(law):
    """Its random games follow from the names alone: whoever asks again hears the same."""
    rules = law_trials.compile_rules(dict(law.document), 0)
    one, other = (law_trials._table(rules, "cards", "Ace", law_trials.random.Random("x"))[0] for _ in range(2))
    assert one == other
