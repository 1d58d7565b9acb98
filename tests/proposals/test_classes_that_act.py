"""Classes of proposals: seconds before the vote, what is proposed and by whom, one quorum, and what follows."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.accounts.models import Person
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import KeptValue
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.court.notices.failing_rules import FAILING
from nomic.effects.running.interpreter import TooLong
from nomic.law.document.sections import flaws_of
from nomic.notices.models import Notice
from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith, enact, open_with, other_clauses, with_clauses
from tests.clauses.test_triggers import when
from tests.support.hall import ADMIN, Hall, clock, cycle_16, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle", "open_with"]

MORE: dict[str, Any] = {"is": ["$for", "more_than", "$against"]}
PETITION: dict[str, Any] = {
    "class": "Petition",
    "seconds": {"n": 2, "within": 24},
    "lasts": {"hours": 48},
    "passes": MORE,
}
FOUR = ("ada", "bob", "eve", "fay")
PETITIONED = {"class": "petition"}


def proposal(hall: Hall, code: str) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, code=code)


def status(hall: Hall, code: str) -> str:
    return proposal(hall, code).status


def change(value: str = "Other words.") -> dict[str, Any]:
    return {"op": "replace", "path": "/rules/tolls/body", "value": value}


def followed(hall: Hall) -> list[list[str]]:
    return [entry.words for entry in hall.entries("follow-vote")]


# ── seconds


def test_two_others_second_a_petition_within_a_day(open_with: OpenWith) -> None:
    """Nobody votes before; the vote opens with the second of them, and lasts from then on."""
    hall = open_with({"petition": PETITION}, *FOUR)
    code = hall.propose("ada", change(), **PETITIONED)
    assert "The vote on it opens when 2 other players second it." in hall.entries("submit-proposal")[-1].words
    assert status(hall, code) == "waiting"
    hall.refused("bob", "vote", "no-open-proposal", proposal=code, vote="for")
    hall.refused("ada", "second-proposal", "own-proposal", "Tolls", proposal=code)
    entry = hall.do("bob", "second-proposal", proposal="1")
    assert (entry.args["proposal"], entry.words) == (code, ["bob seconds proposal 1, A change (1 of 2)."])
    hall.refused("bob", "second-proposal", "same-second", proposal=code)
    hall.refused("eve", "second-proposal", "no-second", proposal=code, take_back=True)
    hall.do("bob", "second-proposal", proposal=code, take_back=True)
    hall.do("eve", "second-proposal", proposal=code)
    assert status(hall, code) == "waiting"
    hall.to(hall.clock.now + timedelta(hours=23))
    entry = hall.do("bob", "second-proposal", proposal=code)
    assert "The vote on proposal 1, A change, is open." in entry.words
    assert status(hall, code) == "open"
    assert proposal(hall, code).ends_at == hall.clock.now + timedelta(hours=48)
    hall.refused("fay", "second-proposal", "nothing-waits", proposal=code)
    hall.vote(code, bob="for")
    hall.to(proposal(hall, code).ends_at)
    assert status(hall, code) == "enacted"
    hall.is_sound()


def test_R2_without_them_it_lapses(open_with: OpenWith) -> None:
    """A second at the very deadline is late. Its page and the API say why."""
    hall = open_with({"petition": PETITION}, *FOUR)
    code = hall.propose("ada", change(), **PETITIONED)
    hall.do("bob", "second-proposal", proposal=code)
    hall.pass_on(hall.clock.now + timedelta(hours=24))
    hall.refused("eve", "second-proposal", "nothing-waits", proposal=code)
    assert (status(hall, code), proposal(hall, code).ended_how) == ("lapsed", "by the rule “Tolls”")
    assert hall.entries("lapse-proposal")[-1].words == ["Proposal 1, A change, lapses: it has 1 of 2 supporters."]
    hall.is_sound()


def test_R10_a_second_of_who_has_left_does_not_count(open_with: OpenWith) -> None:
    """Nor does the author's leaving end the proposal (R5)."""
    hall = open_with({"petition": PETITION}, *FOUR)
    code = hall.propose("ada", change(), **PETITIONED)
    hall.do("bob", "second-proposal", proposal=code)
    hall.do("bob", "leave")
    hall.do("ada", "leave")
    hall.do("eve", "second-proposal", proposal=code)
    assert status(hall, code) == "waiting"
    hall.do("fay", "second-proposal", proposal=code)
    assert status(hall, code) == "open"
    hall.is_sound()


@pytest.mark.parametrize(
    ("other", "becomes"),
    [
        ({**PETITION, "seconds": {"n": 1}}, "open"),
        ({key: value for key, value in PETITION.items() if key != "seconds"}, "open"),
        ({**PETITION, "seconds": {"n": 3}}, "waiting"),
        (None, "lapsed"),
    ],
)
def test_the_class_is_amended_while_it_waits(open_with: OpenWith, other: dict[str, Any] | None, becomes: str) -> None:
    """The vote opens where there are enough now; what has no class any more lapses."""
    clauses = {"petition": PETITION | {"seconds": {"n": 2, "within": 24 * 20}}}
    hall = open_with(clauses, *FOUR)
    code = hall.propose("ada", change(), **PETITIONED)
    hall.do("bob", "second-proposal", proposal=code)
    enact(hall, other_clauses({} if other is None else {"petition": other}))
    assert status(hall, code) == becomes
    hall.is_sound()


def test_a_waiting_proposal_is_withdrawn_vetoed_and_postponed(open_with: OpenWith) -> None:
    """As an open one is; it counts among the author's open proposals."""
    clauses = {"petition": PETITION, "veto": when("proposal-seconded", {"veto": "$proposal"})}
    hall = open_with(clauses, *FOUR)
    first = hall.propose("ada", change(), **PETITIONED)
    hall.do("ada", "withdraw-proposal", proposal=first)
    second = hall.propose("ada", change(), **PETITIONED)
    hall.do("bob", "second-proposal", proposal=second)
    assert (status(hall, first), status(hall, second)) == ("withdrawn", "vetoed")
    third = hall.propose("ada", change(), **PETITIONED)
    due = proposal(hall, third).ends_at
    start = hall.clock.now
    hall.to(start + timedelta(hours=5))
    hall.do(ADMIN, "record-outage", began=start.isoformat(), ended=hall.clock.now.isoformat(), reason="for the test")
    assert proposal(hall, third).ends_at == due + timedelta(hours=5)
    hall.to(due + timedelta(hours=6))
    assert status(hall, third) == "lapsed"
    hall.is_sound()


def test_a_law_without_seconds_has_no_such_action(open_with: OpenWith) -> None:
    hall = open_with({})
    assert "second-proposal" not in hall.can("ada")


# ── what is proposed, by whom


def test_who_proposes_and_votes_depends_on_what_is_proposed(open_with: OpenWith) -> None:
    """None of the class changes the rule *Time*, and the author of a proposal has no vote on it."""
    guarded = {
        "class": "Guarded",
        "who": {"all": [{"reputable": "$me"}, {"not": {"changes": "$proposal", "rule": "time"}}]},
        "lasts": {"hours": 1},
        "votes": {
            "who": {"not": {"is": ["$it", "equals", "$proposal.author"]}},
            "weight": {"worth": 2, "if": {"changes": "$proposal", "rule": "tolls"}, "else": 1},
        },
        "passes": {"all": [MORE, {"not": {"changes": "$proposal", "rule": "chips"}}]},
    }
    hall = open_with({"guarded": guarded}, *FOUR)
    kind = {"class": "guarded"}
    time = {"op": "replace", "path": "/rules/time/title", "value": "Times"}
    hall.refused("ada", "submit-proposal", "not-so", "Tolls", title="A", text="B", amendments=[time], **kind)
    code = hall.propose("ada", change(), **kind)
    hall.vote(code, ada="for", bob="against", eve="for")
    hall.to(proposal(hall, code).ends_at)
    counted = proposal(hall, code)
    assert (counted.votes_for, counted.votes_against, counted.eligible) == (2, 2, 3)
    hall.is_sound()


def test_delegation(open_with: OpenWith) -> None:
    """Whoever has no vote of their own lends it to a delegate, one step."""
    clauses = {
        "delegate": {"value": "Delegate", "is": "player", "of": "player"},
        "lend": {
            "action": "Lend your vote",
            "with": {"to": {"is": "player"}},
            "do": [{"set": "Delegate", "to": "$to", "of": "$me"}],
        },
        "assembly": {
            "class": "Assembly",
            "lasts": {"hours": 1},
            "votes": {
                "weight": {
                    "sum": [
                        1,
                        {
                            "count": {
                                "players": "players",
                                "as": "lender",
                                "where": {
                                    "all": [
                                        {"member": "$it", "of": {"players_in": "Delegate", "of": "$lender"}},
                                        {"not": {"voted": "$lender", "about": "$proposal"}},
                                    ]
                                },
                            }
                        },
                    ]
                }
            },
            "passes": MORE,
        },
    }
    hall = open_with(clauses, *FOUR)
    hall.do("eve", "tolls_lend", to="ada")
    hall.do("fay", "tolls_lend", to="ada")
    code = hall.propose("ada", change(), **{"class": "assembly"})
    hall.vote(code, ada="for", bob="against", fay="against")
    hall.to(proposal(hall, code).ends_at)
    counted = proposal(hall, code)
    assert (counted.votes_for, counted.votes_against) == (2, 2)
    hall.is_sound()


def test_one_quorum_for_all_classes(open_with: OpenWith) -> None:
    """Half of the active players; a class can say otherwise, and a vote says what it lacks."""
    half = {"quotient": [{"count": {"players": "active"}}, 2]}
    clauses = {
        "everybody": {"voting": "The usual way", "votes": {"quorum": half}},
        "quick": {"class": "Quick", "lasts": {"hours": 1}, "passes": MORE},
        "tiny": {"class": "Tiny", "lasts": {"hours": 1}, "passes": MORE, "votes": {"quorum": 0}},
    }
    hall = open_with(clauses, *FOUR)
    codes = [hall.propose("ada", change(name), **{"class": name}) for name in ("quick", "tiny")]
    for code in codes:
        hall.vote(code, ada="for")
    hall.to(proposal(hall, codes[0]).ends_at)
    assert [status(hall, code) for code in codes] == ["failed", "enacted"]
    assert proposal(hall, codes[0]).lacked == "for 2"  # at least so many
    third = hall.propose("ada", change("More."), **{"class": "quick"})
    hall.vote(third, ada="for", bob="for")
    hall.to(proposal(hall, third).ends_at)
    assert status(hall, third) == "enacted"
    hall.is_sound()


# ── what follows


def test_points_to_the_authors_of_what_passes(open_with: OpenWith) -> None:
    """And one less for what fails; a leaver's points are nobody's (R5), and a veto is no failure."""
    paid = {
        "class": "Paid",
        "lasts": {"hours": 1},
        "passes": MORE,
        "then": [{"raise": "Points", "by": 1, "of": "$author"}],
        "else": [{"raise": "Points", "by": -1, "of": "$author"}],
    }
    hall = open_with({"points": {"value": "Points", "of": "player"}, "paid": paid}, *FOUR)
    kind = {"class": "paid"}
    good, bad = hall.propose("ada", change(), **kind), hall.propose("bob", change("More."), **kind)
    hall.vote(good, eve="for")
    hall.to(proposal(hall, good).ends_at)
    assert (status(hall, good), status(hall, bad)) == ("enacted", "failed")
    assert followed(hall) == [
        ["By the rule “Tolls”:", "ada's Points are now 1."],
        ["By the rule “Tolls”:", "bob's Points are now -1."],
    ]
    gone = hall.propose("fay", change("Third."), **kind)
    hall.vote(gone, eve="for")
    hall.do("fay", "leave")
    hall.to(proposal(hall, gone).ends_at)
    assert followed(hall)[2] == ["By the rule “Tolls” nothing changes."]
    hall.is_sound()


def test_the_cycle_ends_by_a_class_of_its_own(open_with: OpenWith) -> None:
    """Its words are enough: what it does is the class's."""
    ending = {
        "class": "Apotheosis",
        "lasts": {"hours": 1},
        "passes": {"is": ["$for", "at_least", 3]},
        "then": [{"win": "$author"}],
    }
    hall = open_with({"ending": ending}, *FOUR)
    code = hall.propose("ada", **{"class": "ending"})
    hall.vote(code, ada="for", bob="for")
    hall.to(proposal(hall, code).ends_at)
    assert hall.cycle.is_running
    code = hall.propose("bob", **{"class": "ending"})
    hall.vote(code, ada="for", bob="for", eve="for")
    hall.to(proposal(hall, code).ends_at)
    assert (status(hall, code), hall.cycle.is_running, hall.cycle.winner) == ("enacted", False, "bob")
    hall.is_sound()


def test_R13_what_follows_an_enactment_by_hand(open_with: OpenWith) -> None:
    """Comes when it is enacted, and not before."""
    paid = {"class": "Paid", "lasts": {"hours": 1}, "passes": MORE, "then": [{"grant": "Chip", "to": "$author"}]}
    hall = open_with({"paid": paid}, *FOUR)
    kind = {"class": "paid"}
    first, second = hall.propose("ada", change("One."), **kind), hall.propose("bob", change("Two."), **kind)
    for code in (first, second):
        hall.vote(code, eve="for")
    hall.to(proposal(hall, second).ends_at)
    assert status(hall, second) == "by-hand"
    assert [hall.has(name, "Chip") for name in ("ada", "bob")] == [1, 0]
    hall.do(ADMIN, "enact-by-hand", proposal=second, words_only=True, reason="for the test")
    assert hall.has("bob", "Chip") == 1
    hall.is_sound()


def test_a_class_that_its_own_proposal_repeals_does_nothing_after_the_vote(open_with: OpenWith) -> None:
    """What follows is done by the law then in force."""
    paid = {"class": "Paid", "lasts": {"hours": 1}, "passes": MORE, "then": [{"grant": "Chip", "to": "$author"}]}
    hall = open_with({"paid": paid}, *FOUR)
    code = hall.propose("ada", {"op": "remove", "path": "/rules/tolls/clauses/paid"}, **{"class": "paid"})
    hall.vote(code, eve="for")
    hall.to(proposal(hall, code).ends_at)
    assert (status(hall, code), followed(hall), hall.has("ada", "Chip")) == ("enacted", [], 0)
    hall.is_sound()


@pytest.mark.parametrize("error", [TooLong, ValueError])
def test_what_follows_fails_and_changes_nothing(
    error: type[Exception], open_with: OpenWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The vote stands, what was done before is undone, the entry says why, admins are told, and phases go on."""
    then = [{"raise": "The Well", "by": 1}, {"grant": "Chip", "to": "$author"}]
    heavy = {"class": "Heavy", "lasts": {"hours": 1}, "passes": MORE, "then": then}
    hall = open_with({"well": {"value": "The Well"}, "heavy": heavy}, *FOUR)
    Person.objects.create_user("keeper", is_superuser=True, is_staff=True)
    code = hall.propose("ada", change("Heavier words."), **{"class": "heavy"})
    hall.vote(code, eve="for")

    def broken(*given: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr("nomic.clauses.runtime.world.acting_world.Hall.grant", broken)
        hall.to(proposal(hall, code).ends_at)
    assert (status(hall, code), hall.has("ada", "Chip")) == ("enacted", 0)
    assert not KeptValue.objects.filter(cycle=hall.pk, name="The Well").exists()
    assert hall.cycle.law.document["rules"]["tolls"]["body"] == "Heavier words."
    entry = hall.entries("follow-vote")[0]
    assert entry.failure is not None
    assert Notice.objects.filter(kind=FAILING.name, person__username="keeper").exists()
    phase = hall.cycle.phase
    hall.to(hall.cycle.phase_ends_at)
    assert hall.cycle.phase == phase + 1
    hall.is_sound()


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"petition": {**PETITION, "seconds": {"n": 0}}}, "/petition/seconds/n", "at least 1"),
    ({"petition": {**PETITION, "seconds": {"n": 1, "within": 0}}}, "/petition/seconds/within", ""),
    ({"petition": {**PETITION, "seconds": {"n": 1, "who": {"any": []}}}}, "/petition/seconds/who", "nobody could ever"),
    ({"petition": {**PETITION, "then": [{"veto": "$others"}]}}, "/petition/then/0/veto", "nothing is called $others"),
    (
        {"petition": {**PETITION, "votes": {"weight": {"sum": [1, "$proposal.for"]}}}},
        "/petition/votes/weight",
        "cannot depend on",
    ),
    (
        {"a": {"voting": "A", "votes": {"quorum": 1}}, "b": {"voting": "B", "votes": {"quorum": 1}}},
        "/b/votes/quorum",
        "the rule “Tolls” already says how many have to vote",
    ),
    ({"a": {"voting": "A", "votes": {}}}, "/a/votes", "say who votes"),
    ({"a": {"voting": "A", "votes": {"quorum": {"value_of": "X"}}}}, "/a/votes/quorum", "there is no value"),
    (
        {"s": {"value": "S", "seen": "nobody"}, "a": {"voting": "A", "votes": {"quorum": {"value_of": "S"}}}},
        "/a/votes/quorum",
        "is secret",
    ),
    (
        {"s": {"value": "S", "seen": "nobody"}, "petition": {**PETITION, "seconds": {"n": {"value_of": "S"}}}},
        "/petition/seconds/n",
        "is secret",
    ),
]


@pytest.mark.parametrize(("clauses", "place", "detail"), WRONG)
def test_what_is_wrong_is_refused_with_its_place(clauses: dict[str, Any], place: str, detail: str) -> None:
    found = [(flaw.path, flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]
    assert any(path.startswith(f"/rules/tolls/clauses{place}") and detail in why for path, why in found), found


def test_it_reads_as_sentences(open_with: OpenWith) -> None:
    clauses = {
        "everybody": {"voting": "The usual way", "votes": {"quorum": 3}},
        "petition": PETITION | {"then": [{"grant": "Chip", "to": "$author"}]},
    }
    law = open_with(clauses).cycle.law
    lines = explain_clause_kind(clauses_of(law).classes["petition"].clause, law)
    assert (
        lines[1]
        == "The vote opens when 2 other players have seconded the proposal. If it has not opened within 24 hours, the "
        "proposal lapses."
    )
    assert lines[-1] == "When it passes, the author gains 1 Chip."
    (usual,) = clauses_of(law).by_kind["voting"][""]
    assert explain_clause_kind(usual.clause, law) == (
        "“The usual way”: this applies to every class of proposals that does not say otherwise.",
        "A proposal can pass only if the number of voters is at least 3.",
    )
