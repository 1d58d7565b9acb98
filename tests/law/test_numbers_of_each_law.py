"""The numbers that the shipped laws have in common, each shown by what follows from it in a cycle of that law.

R72: the texts of Tetromic, Dungeon and Knucklebones say nothing of time, players, proposals and the Judge; Cycle 16's
text holds. The Ministry of Lamps and the Commons have numbers of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from nomic.chance.dice_notation import parse_dice
from nomic.clauses.store.values import stored_value
from nomic.court.models import Ruling
from nomic.court.office import judge_now
from nomic.cycles.domain.calendar import calendar_of, span_at
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.trades.models import Trade, TradeStatus
from tests.support.hall import ADMIN, DAY, HOUR, START, WEEK, Hall, OpenCycle

INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True)
class Facts:
    """What the texts say: the second phase's first hour and both kinds; hours until one is reputable, …"""

    second_phase: int = 72
    kinds: tuple[str, str] = ("rest", "battle")
    reputable: int = 168
    founders: int = 72
    most_open: int = 20


HALL = Facts()
FACTS = {
    "cycle-16": HALL,
    "exoptwosis": HALL,
    "tetromic": HALL,
    "dungeon": HALL,
    "knucklebones": HALL,
    "ministry-of-lamps": Facts(96, ("work", "night"), 96, 48, 5),
    "the-commons": Facts(96, ("market", "assembly"), 96, 48, 5),
}
each_law = pytest.mark.parametrize("law", sorted(FACTS))
with_a_court = pytest.mark.parametrize("law", ["cycle-16", "exoptwosis", "tetromic", "dungeon", "knucklebones"])
with_trades = pytest.mark.parametrize("law", ["cycle-16", "exoptwosis"])


@pytest.fixture
def begun(open_cycle: OpenCycle, law: str) -> Hall:
    """A cycle of the law, with three founders."""
    return open_cycle(document_of(law), template=law, joined=("ada", "bob", "eve"))


def is_reputable(hall: Hall, name: str) -> bool:
    return Player.objects.get(cycle=hall.pk, name=name).is_reputable


@each_law
def test_R1_a_week_has_two_phases(law: str) -> None:
    """The first from Monday 00:00 UTC, the second from its own hour on, until the next Monday."""
    facts, calendar = FACTS[law], calendar_of(Law(document_of(law)))
    second = START + facts.second_phase * HOUR
    for at, begins, ends, kind in (
        (START, START, second, facts.kinds[0]),
        (second - INSTANT, START, second, facts.kinds[0]),
        (second, second, WEEK, facts.kinds[1]),
        (WEEK - INSTANT, second, WEEK, facts.kinds[1]),
        (WEEK, WEEK, second + 7 * DAY, facts.kinds[0]),
    ):
        span = span_at(calendar, at)
        assert (span.start, span.end, span.kind) == (begins, ends, kind)


@each_law
def test_rows_name_what_the_dice_can_show(law: str) -> None:
    """A row of a table that begins or ends beyond what its dice show would say another chance than it has."""
    for table in tables_in(document_of(law)):
        dice = parse_dice(table["table"]["roll"])
        for first, last, _ in table["rows"]:
            assert dice.count <= first <= last <= dice.count * dice.sides


def tables_in(content: Any) -> Iterator[dict[str, Any]]:
    """Every table of a law on which dice of its text are rolled."""
    parts = content if isinstance(content, list) else []
    if isinstance(content, dict):
        parts = list(content.values())
        table = content.get("table")
        if isinstance(table, dict) and isinstance(table.get("roll"), str):
            yield content
    for each in parts:
        yield from tables_in(each)


@each_law
def test_R6_a_newcomer_is_reputable_after_so_many_hours(begun: Hall, law: str) -> None:
    """At the very instant; founders, who joined within the first days, are so at once."""
    facts = FACTS[law]
    assert is_reputable(begun, "ada")
    founded = START + facts.founders * HOUR
    begun.to(founded - INSTANT)
    begun.join("fay")
    assert is_reputable(begun, "fay")
    begun.to(founded)
    begun.join("zoe")
    begun.to(founded + facts.reputable * HOUR - INSTANT)
    assert not is_reputable(begun, "zoe")
    begun.to(founded + facts.reputable * HOUR)
    assert is_reputable(begun, "zoe")


@each_law
def test_R6_the_word_of_two_makes_a_newcomer_reputable(begun: Hall, law: str) -> None:
    begun.to(START + FACTS[law].founders * HOUR)
    begun.join("zoe")
    begun.do("ada", "declare-reputable", player="zoe")
    begun.settle()
    assert not is_reputable(begun, "zoe")
    begun.do("bob", "declare-reputable", player="zoe")
    begun.settle()
    assert is_reputable(begun, "zoe")


@each_law
def test_R5_whoever_left_joins_again_after_seven_days(begun: Hall, law: str) -> None:
    begun.do("eve", "leave")
    left = begun.clock.now
    begun.to(left + 168 * HOUR - INSTANT)
    begun.refused("eve", "join", "left-recently")
    begun.to(left + 168 * HOUR)
    begun.join("eve")


@each_law
def test_R9_so_many_proposals_of_a_player_are_open_at_once(begun: Hall, law: str) -> None:
    more = {"class": "plea"} if law == "ministry-of-lamps" else {}  # one that everybody may submit, for 2 Coins
    if more:
        begun.grant("ada", "Coin", 2 * FACTS[law].most_open + 2)
    for _ in range(FACTS[law].most_open):
        begun.propose("ada", **more)
    begun.refused("ada", "submit-proposal", "too-many-open", title="T", text="One more.", **more)


@with_trades
def test_R21_an_offer_is_open_for_seven_days(begun: Hall, law: str) -> None:
    """A consent at the very instant is late."""
    begun.grant("ada", "Chip", 1)
    begun.do("ada", "offer-trade", to="bob", gives={"Chip": 1})
    code = Trade.objects.get(cycle=begun.pk).code
    begun.to(START + 168 * HOUR - INSTANT)
    assert Trade.objects.get(code=code).status == TradeStatus.OPEN
    begun.to(START + 168 * HOUR)
    assert Trade.objects.get(code=code).status == TradeStatus.EXPIRED


@with_trades
def test_R21_twenty_offers_of_a_player_are_open_at_once(begun: Hall, law: str) -> None:
    begun.grant("ada", "Vertebra", 1)
    offer: dict[str, Any] = {"to": "bob", "gives": {"Vertebra": 1}}
    for _ in range(20):
        begun.do("ada", "offer-trade", **offer)
    begun.refused("ada", "offer-trade", "too-many-open", **offer)


@with_trades
def test_R23_one_gift_a_phase(begun: Hall, law: str) -> None:
    begun.do("ada", "gift", to="bob")
    begun.refused("ada", "gift", "too-often", to="eve")
    begun.to(START + FACTS[law].second_phase * HOUR)
    begun.do("ada", "gift", to="eve")


def status(code: str) -> str:
    return Proposal.objects.get(code=code).status


def counted(hall: Hall, name: str, against: int, votes_for: int = 0, **more: Any) -> str:
    """A proposal of words that so many vote against, and so many for."""
    voters = ["ada", "bob", "eve", "fay"]
    code = hall.propose("ada", **{"class": name}, **more)
    for voter in voters[:against]:
        hall.vote(code, **{voter: "against"})
    for voter in voters[against : against + votes_for]:
        hall.vote(code, **{voter: "for"})
    return code


@with_a_court
def test_R11_an_urgent_proposal_is_counted_after_48_hours_and_bears_two_against(begun: Hall, law: str) -> None:
    """Words that are popular wait for an admin."""
    begun.join("fay")
    code = counted(begun, "urgent", 2)
    another = begun.propose("ada", **{"class": "urgent"})
    for voter in ("bob", "eve", "fay"):
        begun.vote(another, **{voter: "against"})
    begun.to(START + 48 * HOUR - INSTANT)
    assert (status(code), status(another)) == ("open", "open")
    begun.to(START + 48 * HOUR)
    assert (status(code), status(another)) == ("by-hand", "failed")


@with_a_court
def test_R11_a_standard_proposal_is_counted_at_the_end_of_the_next_phase(begun: Hall, law: str) -> None:
    """The class of those that name none; more for than against, and an unclear vote counts against."""
    tied, more = (counted(begun, "standard", 1, votes_for=votes) for votes in (1, 2))
    unclear = begun.propose("ada")
    begun.vote(unclear, ada="for", bob="unclear")
    begun.to(WEEK - INSTANT)
    assert {status(code) for code in (tied, more, unclear)} == {"open"}
    begun.to(WEEK)
    assert [status(code) for code in (tied, more, unclear)] == ["failed", "by-hand", "failed"]


@with_a_court
def test_R14_a_person_has_five_requests_open(begun: Hall, law: str) -> None:
    for _ in range(5):
        begun.do("ada", "file-request", kind="question", title="Why?")
    begun.refused("ada", "file-request", "too-many-open", kind="question", title="Why?")


@with_a_court
@pytest.mark.parametrize("verdict", ["true", "false"])
def test_R14_the_judge_finds_a_statement_true_or_false(begun: Hall, law: str, verdict: str) -> None:
    begun.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    begun.do("ada", "file-request", kind="statement", title="It is Monday.")
    begun.bad("bob", "rule", "verdict", request="1", verdict="perhaps", reasoning="So it is.")
    begun.do("bob", "rule", request="1", verdict=verdict, reasoning="So it is.")
    assert Ruling.objects.get(cycle=begun.pk).verdict == verdict


@pytest.fixture
def ruled(begun: Hall) -> Hall:
    """Bob is the Judge and has answered ada's question."""
    begun.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
    begun.do("ada", "file-request", kind="question", title="Why?")
    begun.do("bob", "rule", request="1", answer="So.", reasoning="It says so.")
    return begun


def ruling_status(hall: Hall) -> str:
    return Ruling.objects.get(cycle=hall.pk).status


@with_a_court
def test_R15_a_vote_of_confidence_is_opened_within_four_days(ruled: Hall, law: str) -> None:
    """And not later."""
    ruled.to(START + 96 * HOUR)
    ruled.refused("ada", "open-confidence-vote", "nothing-to-contest", ruling="1")


@with_a_court
def test_R15_a_vote_of_confidence_runs_for_two_days(ruled: Hall, law: str) -> None:
    """Opened at the last instant; more for overturning than for affirming, with the unclear ones."""
    ruled.to(START + 96 * HOUR - INSTANT)
    ruled.do("ada", "open-confidence-vote", ruling="1")
    ruled.do("ada", "vote-on-ruling", ruling="1", vote="overturn")
    ruled.to(START + (96 + 48) * HOUR - 2 * INSTANT)
    assert ruling_status(ruled) == "stands"
    ruled.to(START + (96 + 48) * HOUR - INSTANT)
    assert ruling_status(ruled) == "overturned"


@with_a_court
def test_R15_an_unclear_vote_affirms(ruled: Hall, law: str) -> None:
    ruled.do("ada", "open-confidence-vote", ruling="1")
    ruled.do("ada", "vote-on-ruling", ruling="1", vote="overturn")
    ruled.do("eve", "vote-on-ruling", ruling="1", vote="unclear")
    ruled.to(START + 48 * HOUR)
    assert ruling_status(ruled) == "stands"


@with_a_court
def test_R15_the_judge_has_second_thoughts_for_seven_days(ruled: Hall, law: str) -> None:
    """Up to the last instant, and not later."""
    ruled.clock.to(START + 168 * HOUR)
    ruled.refused("bob", "overturn-own-ruling", "nothing-to-overturn", ruling="1", reason="No.")


@with_a_court
def test_R15_the_judge_overturns_at_the_last_instant(ruled: Hall, law: str) -> None:
    ruled.to(START + 168 * HOUR - INSTANT)
    ruled.do("bob", "overturn-own-ruling", ruling="1", reason="No.")
    assert ruling_status(ruled) == "taken-back"


def judge(hall: Hall) -> str:
    return judge_now(hall.read_context("ada"))


@with_a_court
def test_R14_two_assents_remove_the_judge(ruled: Hall, law: str) -> None:
    """One alone does not, nor one that is taken back."""
    ruled.do("ada", "remove-judge")
    ruled.do("ada", "keep-judge")
    ruled.do("eve", "remove-judge")
    assert judge(ruled) == "bob"
    ruled.do("ada", "remove-judge")
    assert judge(ruled) == ""


@with_a_court
def test_R16_the_week_elects_the_candidate_with_most_for(begun: Hall, law: str) -> None:
    """Of the popular ones; of several the one who stood first; from Monday on."""
    begun.join("fay", "gil")
    for name in ("eve", "gil", "bob", "ada"):
        begun.do(name, "stand-for-judge")
    begun.refused("ada", "stand-for-judge", "not-so")
    for candidate, votes in {
        "eve": {"ada": "for"},  # popular, with one for her
        "gil": {"ada": "for", "bob": "for", "eve": "against", "fay": "against"},  # a tie: not popular
        "bob": {"ada": "for", "eve": "for", "fay": "against", "gil": "unclear"},  # unclear counts for neither (R135)
        "ada": {"bob": "for", "eve": "for"},  # as many for her as for bob, and later
    }.items():
        for voter, vote in votes.items():
            begun.do(voter, "vote-for-judge", candidate=candidate, vote=vote)
    begun.to(WEEK - INSTANT)
    assert judge(begun) == ""
    begun.to(WEEK)
    assert judge(begun) == "bob"
    announced = [words for entry in begun.entries() for words in entry.words if "The election is over" in words]
    assert len(announced) == 1
    assert announced[0].endswith("The Judge is bob.")


@with_a_court
def test_R16_a_single_candidate_is_elected_who_is_popular(begun: Hall, law: str) -> None:
    """Nobody is for whoever withdrew, and where nobody is popular the incumbent stays."""
    begun.do("ada", "stand-for-judge")
    begun.do("bob", "vote-for-judge", candidate="ada", vote="for")
    begun.to(WEEK)
    assert judge(begun) == "ada"
    begun.do("bob", "stand-for-judge")
    begun.do("eve", "vote-for-judge", candidate="bob", vote="for")
    begun.do("bob", "stop-standing-for-judge")
    begun.do("eve", "stand-for-judge")
    begun.to(WEEK + 7 * DAY)
    assert judge(begun) == "ada"


@with_a_court
@pytest.mark.parametrize("others", [("eve",), ("eve", "bob")])
def test_R16_an_earlier_candidate_with_fewer_votes_is_not_elected(
    begun: Hall, law: str, others: tuple[str, ...]
) -> None:
    """Nor is a later one with as many as the winner. Everybody is told of one Judge."""
    begun.join("fay")
    backers_of = {"eve": ["fay"], "ada": ["eve", "fay"], "bob": ["eve", "fay"]}
    for name in ("eve", "ada", *others[1:]):
        begun.do(name, "stand-for-judge")
    for candidate in ("ada", *others):
        for backer in backers_of[candidate]:
            begun.do(backer, "vote-for-judge", candidate=candidate, vote="for")
    begun.to(WEEK)
    assert judge(begun) == "ada"
    said = [line for entry in begun.entries() for line in entry.words if "The election is over." in line]
    assert said == ["The election is over. The Judge is ada."]


@with_a_court
def test_R16_candidates_are_in_the_order_in_which_they_stood(begun: Hall, law: str) -> None:
    """Not in that of their names."""
    begun.do("bob", "stand-for-judge")
    begun.do("ada", "stand-for-judge")
    assert stored_value(begun.read_context("ada"), "Candidates for Judge") == ("bob", "ada")
