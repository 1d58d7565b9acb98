"""Luck (R19): an own act is rolled again, and what it did has not happened."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.clauses.models import PendingQuestion
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Failed, Refused
from nomic.cycles.history import replay as replaying
from nomic.cycles.history.export import proof
from nomic.cycles.history.rewrite import HISTORY_REROLLED, replaced_by
from nomic.cycles.models import Cycle, Entry
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.support.example_counts import examples
from tests.support.hall import START, Clock, Hall, cycle_16
from tests.support.proofs import verify_draws

LUCK: Clauses = {
    "roll": {
        "action": "Roll for Vertebrae",
        "do": [{"grant": "Vertebra", "n": {"roll": "1d100"}, "to": "$me"}],
    },
    "count": {"value": "Rolled", "of": "cycle"},
    "counted": {"when": "phase-began", "do": [{"raise": "Rolled", "by": 1}]},
    "reroll": {
        "action": "Use good luck",
        "with": {"act": {"is": "act", "says": "which act"}},
        "limit": {"times": 1, "per": "phase"},
        "costs": {"Good luck": 1},
        "do": [{"reroll": "$act"}],
    },
    "pray": {"action": "Pray", "do": [{"grant": "Good luck", "n": 1, "to": "$me"}]},
    "waste": {"action": "Waste", "costs": {"Vertebra": 1}, "do": [{"raise": "Rolled", "by": 1}]},
}


@pytest.fixture
def lucky(open_with: OpenWith) -> Hall:
    """Ada and Bob have good luck."""
    hall = open_with(LUCK)
    hall.do("ada", "tolls_pray")
    hall.do("bob", "tolls_pray")
    return hall


def rolled(entry: Entry) -> list[int]:
    """What the dice of an entry showed."""
    return [1 + draw.value for draw in entry.draws]


def test_R19_what_was_drawn_is_null_and_drawn_anew(lucky: Hall) -> None:
    """The act stands where it stood, under another id, with other dice; the luck is used up."""
    before = lucky.has("ada", "Vertebra")
    first = lucky.do("ada", "tolls_roll")
    lucky.do("bob", "tolls_pray")  # nothing that hangs on it
    told = lucky.do("ada", "tolls_reroll", act=first.key)
    again = Entry.objects.get(cycle=lucky.pk, seq=first.seq)
    assert again.key != first.key
    assert lucky.has("ada", "Vertebra") == before + rolled(again)[0]
    assert lucky.has("ada", "Good luck") == 0
    assert not Entry.objects.filter(cycle=lucky.pk, key=first.key).exists()
    said = Entry.objects.get(cycle=lucky.pk, action=HISTORY_REROLLED)
    assert (said.args["act"], said.args["undone_count"]) == (again.key, 1)
    assert any(str(rolled(first)[0]) in words for words in said.words)
    assert told.seq == said.seq + 1
    lucky.is_sound()


def test_R19_the_history_that_it_replaced_can_be_read(lucky: Hall) -> None:
    """Whole, with the dice that were."""
    first = lucky.do("ada", "tolls_roll")
    lucky.do("ada", "tolls_reroll", act=first.key)
    ((kept, since),) = replaced_by(lucky.cycle)
    assert since == first.seq
    assert kept.entries.get(seq=first.seq).key == first.key


def test_R19_anybody_can_check_the_new_dice(lucky: Hall) -> None:
    """When the phase is over, by the script."""
    first = lucky.do("ada", "tolls_roll")
    lucky.do("ada", "tolls_reroll", act=first.key)
    lucky.to(lucky.cycle.phase_ends_at)
    told = json.loads("".join(proof(lucky.cycle)))
    assert not verify_draws.verify(told).failures


@pytest.mark.parametrize("keeps_words", [True, False])
def test_R19_a_newer_program_says_from_where_it_tells_the_past_again(
    lucky: Hall, monkeypatch: Any, keeps_words: bool
) -> None:
    """Older entries keep their words. If they differ otherwise, they are told again too, and the proof is whole."""
    first = lucky.do("ada", "tolls_roll")
    says, taken_over = ActionContext.message, replaying.recorded_source
    monkeypatch.setattr(ActionContext, "message", lambda act, words: says(act, f"{words} So it is."))
    if not keeps_words:
        monkeypatch.setattr(replaying, "recorded_source", lambda *entry: replace(taken_over(*entry), original=None))
    lucky.do("ada", "tolls_reroll", act=first.key)
    told = json.loads("".join(proof(lucky.cycle)))
    report = verify_draws.verify(told)
    assert report.failures == []
    assert Entry.objects.get(cycle=lucky.pk, action=HISTORY_REROLLED).args["first"] == (first.seq if keeps_words else 1)
    assert keeps_words or re.search(r"changed: [1-9]", report.rewrites[0])


def test_R19_once_a_phase(lucky: Hall) -> None:
    lucky.do("ada", "tolls_pray")
    first = lucky.do("ada", "tolls_roll")
    lucky.do("ada", "tolls_reroll", act=first.key)
    again = Entry.objects.get(cycle=lucky.pk, seq=first.seq)
    lucky.refused("ada", "tolls_reroll", "too-often", "Tolls", act=again.key)


def test_R19_not_when_something_later_hangs_on_it(lucky: Hall) -> None:
    """A later change of what she has; the refusal says which, and nothing was drawn."""
    first = lucky.do("ada", "tolls_roll")
    spent = lucky.do("ada", "tolls_waste")
    refused = lucky.refused("ada", "tolls_reroll", "later-acts", act=first.key)
    assert f"entry {spent.seq}" in refused.detail
    assert lucky.has("ada", "Good luck") == 1


def test_R19_a_later_act_that_brought_the_luck_hangs_on_it_too(lucky: Hall) -> None:
    """Luck that came after the draw is no luck at the draw."""
    first = lucky.do("eve", "tolls_roll")
    lucky.do("eve", "tolls_pray")
    lucky.refused("eve", "tolls_reroll", "later-acts", act=first.key)


def test_R126_dice_that_take_away_the_price_of_their_reroll_make_it_fail(open_with: OpenWith) -> None:
    """What was told is rolled back, and its fork is gone; that it was tried stands in the journal."""
    luck, coin = ([{"grant": item, "n": 1, "to": "$me"}] for item in ("Good luck", "Vertebra"))
    look = {"action": "Look", "do": [{"if": {"is": [{"roll": "1d2"}, "equals", 2]}, "then": luck, "else": coin}]}
    hall = open_with({"look": look, "reroll": {**LUCK["reroll"], "limit": {"times": 9, "per": "phase"}}})
    for _ in range(30):
        entry = hall.do("ada", "tolls_look")
        if hall.has("ada", "Good luck"):
            forks = Cycle.objects.exclude(fork_of=None).count()
            try:
                hall.do("ada", "tolls_reroll", act=entry.key)
            except Failed:
                break
    else:
        pytest.fail("no such dice")
    assert hall.entries()[-1].failure is not None
    assert hall.has("ada", "Good luck") == 1
    assert Cycle.objects.exclude(fork_of=None).count() == forks
    hall.is_sound()


@pytest.mark.parametrize("whose", ["bob", "unknown", "the seed of a phase that is over", "nothing was drawn"])
def test_R19_only_own_acts_that_drew_in_this_phase(lucky: Hall, whose: str) -> None:
    """Dice of older phases are known: nobody chooses among those."""
    if whose == "bob":
        key, code = lucky.do("bob", "tolls_roll").key, "not-yours"
        lucky.do("ada", "tolls_roll")
    elif whose == "unknown":
        lucky.do("ada", "tolls_roll")
        key, code = "0" * 32, "not-yours"
    elif whose == "nothing was drawn":
        key, code = lucky.do("ada", "tolls_pray").key, "nothing-drawn"
        lucky.do("ada", "tolls_roll")
    else:
        key, code = lucky.do("ada", "tolls_roll").key, "too-late"
        lucky.to(lucky.cycle.phase_ends_at)
        lucky.do("ada", "tolls_roll")
    lucky.refused("ada", "tolls_reroll", code, act=key)


def test_R19_what_followed_from_it_at_once_is_null_too(open_with: OpenWith) -> None:
    """A rule that acts because of it does so because of what has come of it now."""
    heard: dict[str, Any] = {
        "when": "value-changed",
        "do": [{"grant": "Chip", "n": {"value_of": "Fortune", "of": "$who"}, "to": "$who"}],
    }
    fortune = {
        "fortune": {"value": "Fortune", "of": "player"},
        "spin": {"action": "Spin", "do": [{"set": "Fortune", "to": {"roll": "1d9"}, "of": "$me"}]},
        "heard": heard,
    }
    hall = open_with(LUCK | fortune)
    hall.do("ada", "tolls_pray")
    spun = hall.do("ada", "tolls_spin")
    hall.do("ada", "tolls_reroll", act=spun.key)
    again = Entry.objects.get(cycle=hall.pk, seq=spun.seq)
    assert hall.has("ada", "Chip") == rolled(again)[0]
    hall.is_sound()


def test_R19_a_key_that_was_sent_leads_to_the_act_as_it_is_now(lucky: Hall) -> None:
    """Both to the act that was rolled again, and to the reroll itself, which is not done twice."""
    ada = lucky.actor("ada")
    first = perform(lucky.slug, ada, "tolls_roll", {}, idempotency_key="roll").entry
    luck = perform(lucky.slug, ada, "tolls_reroll", {"act": first.key}, idempotency_key="luck").entry
    again = Entry.objects.get(cycle=lucky.pk, seq=first.seq)
    assert perform(lucky.slug, ada, "tolls_roll", {}, idempotency_key="roll").entry.key == again.key
    assert perform(lucky.slug, ada, "tolls_reroll", {"act": first.key}, idempotency_key="luck").entry == luck
    assert lucky.cycle.seq == luck.seq


def test_R19_a_law_changed_since_stands(lucky: Hall) -> None:
    """What others have done meanwhile has happened."""
    first_phase = lucky.cycle.phase
    enact(lucky, other_clauses(LUCK | {"count": {"value": "Rolled", "of": "cycle", "starts": 5}}))
    assert lucky.cycle.phase > first_phase
    first = lucky.do("ada", "tolls_roll")
    lucky.do("ada", "tolls_reroll", act=first.key)
    assert Cycle.objects.get(pk=lucky.pk).revision == 1
    lucky.is_sound()


def test_R19_what_was_answered_hangs_on_what_asked(open_with: OpenWith) -> None:
    """While nobody has answered, the question is asked anew; afterwards it is too late."""
    asking = {
        "ask": {
            "action": "Ask",
            "do": [
                {"let": "n", "be": {"roll": "1d6"}},
                {"choose": "k", "from": [1, 2], "n": 1},
                {"grant": "Vertebra", "n": {"sum": ["$n", "$k"]}, "to": "$me"},
            ],
        }
    }
    hall = open_with(LUCK | asking)
    hall.do("ada", "tolls_pray")
    hall.do("ada", "tolls_pray")
    first = hall.do("ada", "tolls_ask")
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_reroll", act=first.key)
    again = Entry.objects.get(cycle=hall.pk, seq=first.seq)
    hall.do("ada", "answer", question=PendingQuestion.objects.get(cycle=hall.pk).code, answer=[2])
    assert hall.has("ada", "Vertebra") == before + rolled(again)[0] + 2
    hall.to(hall.cycle.phase_ends_at)
    first = hall.do("ada", "tolls_ask")
    hall.do("ada", "answer", question=PendingQuestion.objects.get(cycle=hall.pk).code, answer=[1])
    hall.refused("ada", "tolls_reroll", "later-acts", act=first.key)
    hall.is_sound()


def test_R19_good_luck_of_the_gilded_hall(hall: Hall) -> None:
    """Its law says so: a pack is opened again, and the first cards have never been."""
    hall.join("ada")
    hall.grant("ada", "Handy Pack")
    hall.grant("ada", "Good luck")
    opened = hall.do("ada", "open-pack", pack="Handy Pack")
    had = {card.code for card in hall.cards("ada")}
    hall.do("ada", "luck_reroll", act=opened.key)
    now = {card.code for card in hall.cards("ada")}
    assert len(now) == len(had)
    assert not now & had
    assert hall.has("ada", "Good luck") == hall.has("ada", "Handy Pack") == 0
    hall.is_sound()


deeds = st.lists(
    st.tuples(
        st.sampled_from(["ada", "bob", "eve"]),
        st.sampled_from(["tolls_roll", "tolls_pray", "tolls_waste", "tolls_hand", "reroll", "reroll", "phase"]),
        st.integers(0, 5),
    ),
    min_size=8,
    max_size=16,
)
HAND: Clauses = {
    "hand": {
        "action": "Hand over",
        "with": {"to": {"is": "player"}},
        "do": [{"transfer": "Vertebra", "n": {"roll": "1d6"}, "from": "$me", "to": "$to"}],
    }
}


@pytest.mark.django_db
@settings(max_examples=examples(8), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(deeds)
def test_R19_in_any_order_nothing_is_lost_and_no_refusal_has_drawn(doing: list[tuple[str, str, int]]) -> None:
    """The journal replays to the same whatever was rolled again, and items add up."""
    document = with_clauses(cycle_16(), LUCK | HAND)
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(document, starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        hall.join("ada", "bob", "eve")
        for player in ("ada", "bob", "eve"):
            hall.do(player, "tolls_pray")
        for player, deed, which in doing:
            _do(hall, player, deed, which)
        hall.is_sound()
        transaction.set_rollback(True)


def _do(hall: Hall, player: str, deed: str, which: int) -> None:
    if deed == "phase":
        hall.to(hall.cycle.phase_ends_at)
    elif deed == "reroll":
        mine = Entry.objects.filter(cycle=hall.pk, actor=player, draws__isnull=False).distinct().order_by("-seq")
        if len(mine) > which:
            attempt(hall, player, "tolls_reroll", {"act": mine[which].key})
    else:
        attempt(hall, player, deed, {"to": "bob" if player != "bob" else "eve"} if deed == "tolls_hand" else {})


def attempt(hall: Hall, player: str, action: str, args: dict[str, Any]) -> None:
    """An act that may be refused; then the journal and the dice are as they were."""
    before = Cycle.objects.get(pk=hall.pk).head
    try:
        perform(hall.slug, hall.actor(player), action, args)
    except Failed:
        return
    except Refused:
        assert Cycle.objects.get(pk=hall.pk).head == before
