"""Requests, rulings, and how they are overturned (R14, R15, R111)."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.court.models import ConfidenceVote, Reference, Request, Ruling
from nomic.court.office import judge_of
from nomic.court.overturning import contestable_until, revocable_until
from nomic.court.requests import rule_choices
from nomic.cycles.domain.exceptions import NoSuchAction
from nomic.notices.models import Notice
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall, OpenCycle, bare_law, cycle_16

SECOND = timedelta(seconds=1)
QUESTION: dict[str, Any] = {"kind": "question", "title": "May one pass?", "text": "See [[betting]] and [[nonsense]]."}
STATEMENT: dict[str, Any] = {"kind": "statement", "title": "One may pass."}


@pytest.fixture
def court(cast: Hall) -> Hall:
    """Cycle 16 with dan as the fourth player, and ada as the Judge."""
    cast.join("dan")
    cast.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    return cast


def ruled(court: Hall, **request: Any) -> Ruling:
    """Somebody outside the cycle asks, and the Judge answers."""
    court.do("stranger", "file-request", **(request or QUESTION))
    number = Request.objects.filter(cycle=court.pk).count()
    court.do("ada", "rule", request=str(number), answer="One may.", reasoning="It says so.")
    return Ruling.objects.get(cycle=court.pk, request__number=number, status="stands")


def only_request(court: Hall) -> Request:
    return Request.objects.get(cycle=court.pk)


def test_R14_anybody_but_the_judge_asks_and_the_judge_answers(court: Hall) -> None:
    """A question gets an answer, a statement a truth value, each with its reasons; once."""
    court.refused("ada", "file-request", "is-the-judge", "Judgement", **QUESTION)
    court.do("stranger", "file-request", **QUESTION)
    court.do("bob", "file-request", **STATEMENT, about=["betting", "chips", "#1"])
    court.refused("bob", "rule", "not-the-judge", "Judgement", request="1", answer="Yes.", reasoning="I say so.")
    court.bad("ada", "rule", "answer", request="1", reasoning="Hm.")
    court.bad("ada", "rule", "reasoning", request="1", answer="Yes.", reasoning="")
    court.bad("ada", "rule", "verdict", request="1", answer="Yes.", verdict="true", reasoning="Hm.")
    court.bad("ada", "rule", "verdict", request="2", verdict="perhaps", reasoning="Hm.")
    court.bad("ada", "rule", "answer", request="2", verdict="true", answer="Yes.", reasoning="Hm.")
    court.bad("ada", "rule", "request", request="3", verdict="true", reasoning="Hm.")
    court.do("ada", "rule", request="1", answer="One may.", reasoning="By [[betting]].")
    court.do("ada", "rule", request="2", verdict="false", reasoning="Not always.")
    court.refused("ada", "rule", "no-open-request", request="2", verdict="true", reasoning="Anew.")
    assert [(each.number, each.verdict, each.answer) for each in Ruling.objects.filter(cycle=court.pk)] == [
        (1, "", "One may."),
        (2, "false", ""),
    ]
    court.is_sound()


def test_a_ruling_on_what_is_closed_is_refused(court: Hall) -> None:
    """Though another request is open."""
    ruled(court)
    court.do("bob", "file-request", **STATEMENT)
    court.refused("ada", "rule", "not-open", "Judgement", request="1", answer="No.", reasoning="Anew.")


def test_what_is_referred_to_is_kept_with_what_it_was(court: Hall) -> None:
    """Picked or written, each once; what cannot be found is refused where picked, and only words where written."""
    about = ["betting", "Betting", "fusion/fuse", "/cards/Jester", "Credit Card", "#1"]
    text = "Compare [[Chips]], [[#1]], [[nothing like it]] and [[betting|that]]."
    court.do("bob", "file-request", kind="question", title="What?", text=text, about=about)
    kept = list(Reference.objects.filter(cycle=court.pk).values_list("kind", "target"))
    first = court.entries()[0]
    assert kept == [
        ("law", "/rules/betting"),
        ("law", "/rules/fusion/clauses/fuse"),
        ("law", "/cards/Jester"),
        ("law", "/cards/Credit Card"),
        ("entry", first.key),
        ("law", "/rules/chips"),
    ]
    for bad in (
        "nothing",
        "#999999",
        "/cards/Nobody",
        "entry=0000000000000000=x",
        "law=0000000000000000=/cards/Nobody",
    ):
        court.bad("bob", "file-request", "about/0", kind="question", title="What?", about=[bad])
    court.bad("bob", "file-request", "about", kind="question", title="What?", about=["betting"] * 21)
    court.is_sound()


def test_open_requests_of_one_person_have_an_end(court: Hall) -> None:
    """Five at a time; an answered one makes room, and others are not kept from asking."""
    for _ in range(5):
        court.do("stranger", "file-request", **STATEMENT)
    court.refused("stranger", "file-request", "too-many-open", "Judgement", **STATEMENT)
    court.do("bob", "file-request", **STATEMENT)
    court.do("ada", "rule", request="3", verdict="true", reasoning="So.")
    court.do("stranger", "file-request", **STATEMENT)


def test_R111_more_for_overturning_overturn_and_it_is_ruled_anew(court: Hall) -> None:
    """R15, R111: the request is open again, and the new ruling can be voted on again."""
    ruling = ruled(court)
    court.do("bob", "open-confidence-vote", ruling=str(ruling.number))
    for name, vote in {"ada": "affirm", "bob": "overturn", "dan": "affirm", "eve": "overturn"}.items():
        court.do(name, "vote-on-ruling", ruling=str(ruling.number), vote=vote)
    court.refused("dan", "vote-on-ruling", "same-vote", "Judgement", ruling="1", vote="affirm")
    court.do("dan", "vote-on-ruling", ruling="1", vote="overturn")
    court.to(START + 48 * HOUR - SECOND)
    assert not only_request(court).is_open
    court.pass_on(START + 48 * HOUR)
    court.refused("ada", "vote-on-ruling", "no-open-vote", ruling="1", vote="overturn")  # R2: at the deadline is late
    ruling.refresh_from_db()
    assert (ruling.status, only_request(court).is_open) == ("overturned", True)
    court.refused("bob", "open-confidence-vote", "nothing-to-contest", "Judgement", ruling="1")
    court.do("ada", "rule", request="1", answer="One may not.", reasoning="I was wrong.")
    court.do("bob", "open-confidence-vote", ruling="2")
    court.to(START + 96 * HOUR)
    assert Ruling.objects.get(cycle=court.pk, number=2).stands
    court.is_sound()


@pytest.mark.parametrize(
    ("votes", "stands"),
    [
        ({}, True),
        ({"bob": "overturn"}, False),
        ({"bob": "overturn", "dan": "unclear"}, True),
        ({"bob": "overturn", "eve": "overturn", "dan": "unclear"}, False),
        ({"bob": "overturn", "dan": "affirm"}, True),
    ],
)
def test_R15_unclear_affirms(court: Hall, votes: dict[str, str], stands: bool) -> None:
    """A tie affirms, and so does silence."""
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    for name, vote in votes.items():
        court.do(name, "vote-on-ruling", ruling="1", vote=vote)
    court.to(START + 48 * HOUR)
    assert Ruling.objects.get(cycle=court.pk).stands is stands


@pytest.mark.parametrize(
    ("counts_as", "votes", "stands"),
    [
        ("overturn", {"bob": "overturn"}, False),
        ("overturn", {"bob": "unclear"}, False),
        ("overturn", {"bob": "unclear", "dan": "affirm"}, True),
        ("nothing", {"bob": "overturn"}, False),
        ("nothing", {"bob": "overturn", "dan": "unclear"}, False),
        ("nothing", {"bob": "unclear"}, True),
    ],
)
def test_R15_the_law_says_what_an_unclear_vote_counts_as(
    open_cycle: OpenCycle, counts_as: str, votes: dict[str, str], stands: bool
) -> None:
    """As one for overturning, or as none; a tie affirms still."""
    law = cycle_16()
    law["court"]["unclear"] = counts_as
    court = open_cycle(law, joined=("ada", "bob", "dan"))
    court.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    for name, vote in votes.items():
        court.do(name, "vote-on-ruling", ruling="1", vote=vote)
    court.to(START + 48 * HOUR)
    assert Ruling.objects.get(cycle=court.pk).stands is stands


def test_R15_the_time_of_each_ruling_ends_on_its_own(court: Hall) -> None:
    """At the very instant, though a later ruling can still be contested and taken back."""
    ruled(court)
    court.to(START + HOUR)
    ruled(court)
    court.to(START + 4 * DAY)
    court.refused("dan", "open-confidence-vote", "too-late", "Judgement", ruling="1")
    court.do("dan", "open-confidence-vote", ruling="2")
    court.to(START + 7 * DAY)
    court.refused("ada", "overturn-own-ruling", "too-late", "Judgement", ruling="1", reason="Too late.")
    court.do("ada", "overturn-own-ruling", ruling="2", reason="Not yet too late.")


def test_R10_votes_of_who_left_meanwhile_do_not_count(court: Hall) -> None:
    """Only those who are players at the end."""
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.do("bob", "vote-on-ruling", ruling="1", vote="overturn")
    court.refused("stranger", "vote-on-ruling", "not-a-player", ruling="1", vote="overturn")
    court.do("bob", "leave")
    court.to(START + 48 * HOUR)
    vote = ConfidenceVote.objects.get(ruling__cycle=court.pk)
    assert (vote.affirm, vote.overturn, vote.status) == (0, 0, "affirmed")


def test_R15_one_vote_of_confidence_within_four_days(court: Hall) -> None:
    """By a player, before the fourth day is over, and never a second."""
    ruled(court)
    ruled(court)
    court.refused("stranger", "open-confidence-vote", "not-a-player", ruling="1")
    court.to(START + 4 * DAY - SECOND)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.refused("dan", "open-confidence-vote", "voted-on", "Judgement", ruling="1")
    court.to(START + 4 * DAY)
    court.refused("dan", "open-confidence-vote", "nothing-to-contest", "Judgement", ruling="2")
    court.to(START + 6 * DAY)
    court.refused("dan", "open-confidence-vote", "nothing-to-contest", "Judgement", ruling="1")


def test_R15_the_judge_has_second_thoughts_for_a_week(court: Hall) -> None:
    """Only the one who made it, while they are the Judge; a vote that runs is moot then."""
    ruled(court)
    court.refused("bob", "overturn-own-ruling", "not-the-judge", ruling="1", reason="No.")
    court.do("bob", "open-confidence-vote", ruling="1")
    court.do("ada", "overturn-own-ruling", ruling="1", reason="I was wrong.")
    assert Ruling.objects.get(cycle=court.pk).status == "taken-back"
    assert ConfidenceVote.objects.get(ruling__cycle=court.pk).status == "moot"
    court.refused("ada", "overturn-own-ruling", "nothing-to-overturn", "Judgement", ruling="1", reason="Again.")
    court.refused("bob", "vote-on-ruling", "no-open-vote", ruling="1", vote="affirm")
    court.do("ada", "rule", request="1", answer="No.", reasoning="On second thoughts.")
    court.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    court.refused("bob", "overturn-own-ruling", "nothing-to-overturn", ruling="2", reason="Not mine.")
    court.refused("ada", "overturn-own-ruling", "not-the-judge", ruling="2", reason="Mine.")
    court.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    court.to(START + 7 * DAY)
    court.refused("ada", "overturn-own-ruling", "nothing-to-overturn", ruling="2", reason="Too late.")
    court.is_sound()


def test_R128_an_outage_moves_the_end_of_a_vote_and_the_time_to_open_one(court: Hall) -> None:
    """By its length."""
    ruled(court)
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.to(START + 10 * HOUR)
    began = (START + 2 * HOUR).isoformat()
    court.do(ADMIN, "record-outage", began=began, ended=(START + 8 * HOUR).isoformat(), reason="Dark.")
    assert ConfidenceVote.objects.get(ruling__number=1, ruling__cycle=court.pk).ends_at == START + 54 * HOUR
    court.to(START + 102 * HOUR - SECOND)
    court.do("bob", "open-confidence-vote", ruling="2")
    court.is_sound()


@pytest.mark.parametrize("kinds", [["confidence"], ["trades"]])
def test_R128_the_law_can_except_votes_of_confidence_from_outages(open_cycle: OpenCycle, kinds: list[str]) -> None:
    """Their ends, and the times within which one is opened or a ruling taken back, then go on."""
    law = cycle_16()
    law["outages"] = {"unmoved": kinds}
    court = open_cycle(law, joined=("ada", "bob", "dan"))
    court.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    ruled(court)
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.to(START + 10 * HOUR)
    began = (START + 2 * HOUR).isoformat()
    court.do(ADMIN, "record-outage", began=began, ended=(START + 8 * HOUR).isoformat(), reason="Dark.")
    later = 0 if kinds == ["confidence"] else 6
    assert ConfidenceVote.objects.get(ruling__number=1, ruling__cycle=court.pk).ends_at == START + (48 + later) * HOUR
    ruling = Ruling.objects.get(cycle=court.pk, number=2)
    assert contestable_until(court.cycle, court.cycle.law, ruling) == START + (96 + later) * HOUR
    assert revocable_until(court.cycle, court.cycle.law, ruling) == START + (168 + later) * HOUR
    court.is_sound()


def test_R128_an_outage_that_is_recorded_late_counts_a_vote_again(court: Hall) -> None:
    """Who could not vote while it was dark can, though the vote has been counted since."""
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.do("bob", "vote-on-ruling", ruling="1", vote="overturn")
    court.to(START + 50 * HOUR)
    assert Ruling.objects.get(cycle=court.pk).status == "overturned"
    began = (START + 40 * HOUR).isoformat()
    court.do(ADMIN, "record-outage", began=began, ended=(START + 49 * HOUR).isoformat(), reason="Dark.")
    assert Ruling.objects.get(cycle=court.pk).stands
    court.do("dan", "vote-on-ruling", ruling="1", vote="affirm")
    court.to(START + 57 * HOUR)
    assert Ruling.objects.get(cycle=court.pk).stands
    court.is_sound()


def test_R100_a_judge_who_left_still_rules_and_a_request_outlives_a_removal(court: Hall) -> None:
    """Whoever is the Judge then answers."""
    court.do("stranger", "file-request", **STATEMENT)
    court.do("stranger", "file-request", **STATEMENT)
    court.do("ada", "leave")
    court.do("ada", "rule", request="1", verdict="true", reasoning="From outside.")
    court.do("bob", "remove-judge")
    court.do("eve", "remove-judge")
    court.refused("ada", "rule", "not-the-judge", request="2", verdict="true", reasoning="Late.")
    assert judge_of(court.cycle) == ""
    court.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    court.do("bob", "rule", request="2", verdict="false", reasoning="Anew.")


def test_R13_the_judge_is_told_of_what_has_to_be_enacted_by_hand_and_can_do_it(court: Hall) -> None:
    """Words without amendments wait for it."""
    court.propose_and_vote("bob", by=("bob", "eve"), at=START + 7 * DAY)
    told = Notice.objects.filter(kind="by-hand").values_list("person__username", flat=True)
    assert set(told) == {"ada", ADMIN}
    court.refused("bob", "judge-enacts", "not-the-judge", proposal="1", words_only=True, reason="It is so.")
    court.do("ada", "judge-enacts", proposal="1", words_only=True, reason="It is so.")
    court.refused("ada", "judge-enacts", "nothing-waits", proposal="1", words_only=True, reason="Again.")
    court.is_sound()


def test_people_are_told(court: Hall) -> None:
    """The Judge of a request, who asked of the ruling, players of a vote; nobody of what they did themselves."""
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    told = Notice.objects.filter(kind__in=("request-filed", "ruling", "confidence")).order_by("kind", "pk")
    assert [(each.kind, each.person.username) for each in told] == [
        ("confidence", "ada"),
        ("confidence", "dan"),
        ("confidence", "eve"),
        ("request-filed", "ada"),
        ("ruling", "stranger"),
    ]
    assert all(each.link == "/c/hall/court/1/" for each in told)


def test_a_law_without_a_court_has_none(open_cycle: OpenCycle) -> None:
    """An admin names the Judge there, as before."""
    hall = open_cycle(bare_law(), joined=("ada", "bob"))
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    for name, action, args in (("bob", "file-request", STATEMENT), ("ada", "resign-judge", {})):
        with hall.nothing_changes(), pytest.raises(NoSuchAction):
            hall.do(name, action, **args)
    assert "file-request" not in hall.can("bob")


def test_a_vote_that_runs_ends_though_the_court_is_abolished(court: Hall) -> None:
    """By the usual numbers."""
    ruled(court)
    law = court.cycle.law.document
    body = {"op": "replace", "path": "/rules/judgement/body", "value": "There is a Judge."}
    gone = [{"op": "remove", "path": "/court"}, {"op": "remove", "path": "/belongs/~1court"}]
    assert "court" in law
    court.propose_and_vote("bob", body, *gone, by=("bob", "eve"), at=START + 47 * HOUR, **{"class": "urgent"})
    court.do("bob", "open-confidence-vote", ruling="1")
    court.do("bob", "vote-on-ruling", ruling="1", vote="overturn")
    court.to(START + 95 * HOUR)
    assert not court.cycle.law.has("court")
    assert Ruling.objects.get(cycle=court.pk).status == "overturned"
    court.is_sound()


def test_R3_at_one_instant_reputation_trades_votes_of_confidence_and_then_proposals(court: Hall) -> None:
    """The phase ends afterwards, here not at all; whoever votes on a ruling need not be reputable."""
    court.to(START + 84 * HOUR)
    court.join("late")
    court.do("bob", "offer-trade", gives={"Vertebra": 1})
    court.to(START + 200 * HOUR)
    ruled(court)
    court.to(START + 204 * HOUR)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.do("late", "vote-on-ruling", ruling="1", vote="overturn")
    court.propose("bob", **{"class": "urgent"})
    before = court.cycle.seq
    court.to(START + 252 * HOUR)
    ends = [entry.action for entry in court.entries() if entry.seq > before and entry.at == START + 252 * HOUR]
    wanted = ["become-reputable", "expire-trade", "close-confidence", "close-voting"]
    assert [action for action in ends if action in wanted] == wanted
    assert not Ruling.objects.get(cycle=court.pk).stands
    court.is_sound()


def test_R101_the_end_of_the_cycle_ends_votes_of_confidence(court: Hall) -> None:
    """Nothing is counted any more, and nothing is filed or ruled: the ruling stands."""
    ruled(court)
    court.do("bob", "open-confidence-vote", ruling="1")
    court.do("bob", "vote-on-ruling", ruling="1", vote="overturn")
    court.grant("eve", "Chip", 10)
    assert court.cycle.winner == "eve"
    court.to(START + 60 * HOUR)
    assert ConfidenceVote.objects.get(ruling__cycle=court.pk).status == "ended"
    assert Ruling.objects.get(cycle=court.pk).stands
    court.refused("bob", "vote-on-ruling", "cycle-ended", ruling="1", vote="affirm")
    court.refused("bob", "file-request", "cycle-ended", **STATEMENT)
    court.is_sound()


def test_R138_nobody_rules_on_a_request_of_their_own(court: Hall) -> None:
    """Whenever it was filed: it waits for another Judge. Others' requests are ruled on meanwhile."""
    verdict = {"verdict": "true", "reasoning": "I think so."}
    court.do("bob", "file-request", **STATEMENT)
    court.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    court.refused("bob", "file-request", "is-the-judge", **STATEMENT)
    court.refused("bob", "rule", "own-request", "R138", request="1", **verdict)
    assert not court.can("bob")["rule"].available
    court.do("ada", "file-request", **STATEMENT)
    court.refused("bob", "rule", "own-request", "R138", request="1", **verdict)
    assert [choice.label for choice in rule_choices(court.read_context("bob"))["request"]] == [
        "Request 2: One may pass. (statement)"
    ]
    court.do("bob", "rule", request="2", **verdict)
    court.do("bob", "resign-judge")
    court.do(ADMIN, "appoint-judge", player="ada", reason="for the test")
    court.do("ada", "rule", request="1", **verdict)
    court.is_sound()


def test_R138_a_request_that_a_vote_opened_again_waits_for_another_Judge_too(court: Hall) -> None:
    """R111: overturned, it is ruled anew, and not by whoever filed it and is the Judge by then."""
    court.do("bob", "file-request", **STATEMENT)
    court.do("ada", "rule", request="1", verdict="true", reasoning="So.")
    court.do("eve", "open-confidence-vote", ruling="1")
    court.do("eve", "vote-on-ruling", ruling="1", vote="overturn")
    court.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    court.to(START + 60 * HOUR)
    assert only_request(court).is_open
    court.refused("bob", "rule", "own-request", "R138", request="1", verdict="true", reasoning="So.")
    court.is_sound()


def test_a_request_outlives_whoever_filed_it_and_the_Judge(court: Hall) -> None:
    """R5: leaving voids no request; without a Judge nobody rules, and the next one does (R14)."""
    court.do("bob", "file-request", **STATEMENT)
    court.do("bob", "leave")
    court.do("ada", "resign-judge")
    court.refused("ada", "rule", "not-the-judge", request="1", verdict="true", reasoning="So.")
    court.do(ADMIN, "appoint-judge", player="dan", reason="for the test")
    court.do("dan", "rule", request="1", verdict="true", reasoning="So.")
    court.refused("bob", "open-confidence-vote", "not-a-player", ruling="1")
    court.is_sound()
