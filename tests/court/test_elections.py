"""The Judge by election, and without: R14 and R16 as clauses of the rule on judgement."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.db.models import Q
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.clauses.models import KeptValue
from nomic.court.office import judge_of
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.law.document.templates import document_of
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, DAY, START, WEEK, Clock, Hall, cycle_16

SECOND = timedelta(seconds=1)


def stand(hall: Hall, *names: str) -> None:
    for name in names:
        hall.do(name, "stand-for-judge")


def ballot(hall: Hall, candidate: str, **votes: str) -> None:
    for name, vote in votes.items():
        hall.do(name, "vote-for-judge", candidate=candidate, vote=vote)


def test_R16_most_for_wins_of_those_with_more_for_than_against(cast: Hall) -> None:
    """Ada has two for and two against, bob one for; eve has nobody."""
    cast.join("dan")
    stand(cast, "ada", "bob", "eve")
    ballot(cast, "ada", ada="for", bob="for", eve="against", dan="against")
    ballot(cast, "bob", bob="for")
    cast.to(WEEK - SECOND)
    assert judge_of(cast.cycle) == ""
    cast.to(WEEK)
    assert judge_of(cast.cycle) == "bob"
    assert cast.actions()[-3:] == ["end-week", "act-as-awaited", "begin-phase"]
    cast.is_sound()


def test_R135_an_unclear_vote_on_a_candidacy_counts_for_neither(cast: Hall) -> None:
    """Two for, one against, and two unclear: popular; one for and one unclear besides an equal vote against: not."""
    cast.join("dan", "fay")
    stand(cast, "ada", "bob")
    ballot(cast, "ada", ada="for", bob="for", eve="against", dan="unclear", fay="unclear")
    ballot(cast, "bob", ada="for", bob="unclear", eve="against")
    cast.to(WEEK)
    assert judge_of(cast.cycle) == "ada"
    cast.do("ada", "resign-judge")
    stand(cast, "bob")
    ballot(cast, "bob", ada="for", bob="unclear", eve="against")
    cast.to(WEEK + 7 * DAY)
    assert judge_of(cast.cycle) == ""
    cast.is_sound()


@pytest.mark.parametrize("template", ["cycle-16", "exoptwosis", "tetromic", "dungeon"])
def test_R135_every_law_counts_candidacies_so(template: str) -> None:
    """Whoever is undecided is kept, and not counted."""
    clauses = document_of(template)["rules"]["judgement"]["clauses"]
    assert clauses == document_of("cycle-16")["rules"]["judgement"]["clauses"]
    election = clauses["judge"]["filled_by"]["election"]
    assert (election["counted"], election["against"], election["ties"]) == ("approval", True, "earliest")


def test_R16_ties_go_to_the_earlier_candidacy(cast: Hall) -> None:
    """Also to one that was withdrawn and stood again: it counts from then on."""
    stand(cast, "ada", "bob")
    cast.do("ada", "stop-standing-for-judge")
    stand(cast, "ada")
    ballot(cast, "ada", eve="for")
    ballot(cast, "bob", eve="for")
    cast.to(WEEK)
    assert judge_of(cast.cycle) == "bob"


def test_R16_the_incumbent_stays_where_nobody_is_popular(cast: Hall) -> None:
    """And the next week begins without candidacies."""
    cast.do(ADMIN, "appoint-judge", player="eve", reason="for the test")
    stand(cast, "ada", "bob")
    ballot(cast, "ada", bob="for", eve="against")
    cast.to(WEEK)
    assert judge_of(cast.cycle) == "eve"
    cast.refused("bob", "vote-for-judge", "nobody-else", candidate="ada", vote="for")
    stand(cast, "bob")
    ballot(cast, "bob", bob="for")
    cast.to(WEEK + 7 * DAY)
    assert judge_of(cast.cycle) == "bob"
    cast.is_sound()


def test_R16_who_may_stand_and_how_often(cast: Hall) -> None:
    """Reputable players, once; nobody is voted on who does not stand, and the same vote again changes nothing."""
    cast.to(START + 4 * DAY)
    cast.join("late")
    cast.refused("late", "stand-for-judge", "not-so", "Judgement")
    cast.refused("stranger", "stand-for-judge", "not-a-player")
    stand(cast, "ada")
    cast.refused("ada", "stand-for-judge", "not-so", "Judgement")
    cast.bad("ada", "vote-for-judge", "candidate", candidate="bob", vote="for")
    ballot(cast, "ada", late="for")
    cast.refused("late", "vote-for-judge", "nothing-comes-of-it", "Judgement", candidate="ada", vote="for")
    ballot(cast, "ada", late="against", bob="for", eve="for")
    ballot(cast, "ada", eve="none")
    cast.to(WEEK)
    assert judge_of(cast.cycle) == ""
    assert not cast.player("late").is_reputable


def test_R5_leaving_ends_a_candidacy_and_votes(cast: Hall) -> None:
    """Whoever leaves stands no more, and their votes count no more (R10)."""
    cast.join("dan")
    stand(cast, "ada", "bob")
    ballot(cast, "ada", ada="for", bob="for", eve="for")
    ballot(cast, "bob", dan="for", eve="against", bob="for", ada="against")
    cast.do("ada", "leave")
    cast.to(WEEK)
    assert judge_of(cast.cycle) == "bob"
    cast.is_sound()


def test_R8_a_vote_on_a_candidacy_is_no_act(cast: Hall) -> None:
    """Standing is one."""
    cast.to(START + 3 * DAY)
    stand(cast, "ada")
    ballot(cast, "ada", bob="for")
    assert cast.player("ada").last_act_phase == 1
    assert cast.player("bob").last_act_phase == 0


def test_R14_two_assents_remove_the_judge(cast: Hall) -> None:
    """One does not, nor the same twice, nor one that is taken back; who comes into office has none."""
    cast.refused("bob", "remove-judge", "not-so", "Judgement")
    cast.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    cast.do("bob", "remove-judge")
    cast.refused("bob", "remove-judge", "nothing-comes-of-it", "Judgement")
    cast.do("bob", "keep-judge")
    cast.refused("bob", "keep-judge", "not-so")
    cast.do("eve", "remove-judge")
    assert judge_of(cast.cycle) == "ada"
    cast.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    cast.do("ada", "remove-judge")
    assert judge_of(cast.cycle) == "bob"
    removal = cast.do("eve", "remove-judge")
    assert judge_of(cast.cycle) == ""
    assert {"kind": "judge", "name": ""} in removal.events
    cast.is_sound()


def test_R100_a_judge_who_left_can_be_removed_and_can_resign(cast: Hall) -> None:
    """The Judgeship stays with who left; they resign as no player."""
    for name in ("ada", "bob"):
        cast.do(ADMIN, "appoint-judge", player=name, reason="for the test")
        cast.do(name, "leave")
        assert judge_of(cast.cycle) == name
        if name == "ada":
            cast.refused("eve", "resign-judge", "not-the-judge", "Judgement")
            cast.do("ada", "resign-judge")
            assert judge_of(cast.cycle) == ""
    cast.join("dan")
    cast.do("eve", "remove-judge")
    cast.do("dan", "remove-judge")
    assert judge_of(cast.cycle) == ""
    cast.is_sound()


def test_an_amendment_at_the_weeks_end_does_not_skip_the_election(cast: Hall) -> None:
    """R3: what is voted in at that instant comes before; the week ends all the same."""
    cast.to(WEEK)
    amendment = {"op": "replace", "path": "/rules/general/title", "value": "Above all"}
    code = cast.propose("ada", amendment)
    cast.vote(code, ada="for", bob="for")
    stand(cast, "eve")
    ballot(cast, "eve", eve="for")
    cast.to(WEEK + 7 * DAY)
    assert cast.cycle.law.document["rules"]["general"]["title"] == "Above all"
    assert judge_of(cast.cycle) == "eve"


PEOPLE = ("ada", "bob", "eve")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("stand-for-judge"), st.sampled_from(PEOPLE)),
        st.tuples(st.just("stop-standing-for-judge"), st.sampled_from(PEOPLE)),
        st.tuples(st.just("leave"), st.sampled_from(("ada",))),
        st.tuples(
            st.just("vote-for-judge"),
            st.sampled_from(PEOPLE),
            st.sampled_from(PEOPLE),
            st.sampled_from(("for", "against", "unclear", "none")),
        ),
    ),
    max_size=14,
)


def by_hand(accepted: list[tuple[str, ...]]) -> str:
    """Who wins, counted as R16 and R135 say it."""
    standing: dict[str, dict[str, str]] = {}
    for action, name, *vote in accepted:
        if action == "stand-for-judge":
            standing[name] = {}
        elif action == "vote-for-judge":
            standing[vote[0]][name] = vote[1]
        else:
            standing.pop(name, None)
            if action == "leave":
                for votes in standing.values():
                    votes.pop(name, None)
    best, most = "", 0
    for name, votes in standing.items():
        count = list(votes.values()).count
        if count("for") > count("against") and count("for") > most:
            best, most = name, count("for")
    return best


@pytest.mark.django_db
@settings(max_examples=examples(30))
@given(STEPS)
def test_R16_whatever_the_order_of_a_week(steps: list[tuple[str, ...]]) -> None:
    """The Judge is whom R16 says, counted apart; nothing of the week is left over."""
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(cycle_16(), starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall, accepted = Hall(cycle, Clock(traveller)), []
        hall.join(*PEOPLE)
        for step in steps:
            action, name, *vote = step
            try:
                hall.do(name, action, **({"candidate": vote[0], "vote": vote[1]} if vote else {}))
            except Refusal:
                continue
            accepted.append(step)
        hall.to(WEEK)
        assert judge_of(hall.cycle) == by_hand(accepted)
        left = KeptValue.objects.filter(Q(number__gt=0) | ~Q(members__in=("", "[]")), cycle=cycle)
        assert set(left.values_list("name", flat=True)) <= {"Count for Judge"}
        transaction.set_rollback(True)
