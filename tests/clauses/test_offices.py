"""Offices by law: elections, purchase, hand-over, lot, terms, removal and resignation."""

from typing import Any

import pytest

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.offices.expansion import clauses_of_office
from nomic.clauses.offices.schema import OfficeClause
from nomic.clauses.schema.kind_registry import schema_of
from nomic.clauses.store.values import stored_value
from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.domain.exceptions import Refused
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import OpenWith, open_with
from tests.support.hall import DAY, HOUR, START, Hall, bare_law

__all__ = ["open_with"]

RANKED = {"counted": "ranked", "ties": "lot", "ends": {"hours": 48}}


def office(**more: Any) -> dict[str, Any]:
    return {"speaker": {"office": "Speaker", **more}}


def elected(**more: Any) -> dict[str, Any]:
    return office(filled_by={"election": {**RANKED, **more}})


def holder(hall: Hall) -> tuple[str, ...]:
    found = stored_value(hall.read_context("ada"), "Speaker")
    assert isinstance(found, tuple)
    return found


def stand(hall: Hall, *names: str) -> None:
    for name in names:
        hall.do(name, "stand-for-speaker")


def rank(hall: Hall, **ballots: str) -> None:
    for name, ballot in ballots.items():
        hall.do(name, "vote-for-speaker", ranking=ballot.split())


def last_words(hall: Hall) -> str:
    return "\n".join(line for entry in hall.entries()[-3:] for line in entry.words)


def test_an_election_with_ranked_votes(open_with: OpenWith) -> None:
    """It begins when the first player stands; votes can be changed until it ends; the rounds are told."""
    hall = open_with(elected())
    hall.join("dan", "fay")
    hall.refused("ada", "vote-for-speaker", "not-so", ranking=[])
    stand(hall, "bob", "eve", "dan")
    hall.refused("bob", "stand-for-speaker", "not-so")
    hall.bad("ada", "vote-for-speaker", "ranking/0", ranking=["fay"])
    rank(hall, ada="bob", bob="bob eve", eve="eve", dan="dan eve", fay="eve dan")
    rank(hall, ada="dan eve", fay="eve")
    hall.to(START + 48 * HOUR - HOUR)
    assert holder(hall) == ()
    hall.to(START + 49 * HOUR)
    assert holder(hall) == ("eve",)
    told = last_words(hall)
    assert "Round 1: bob 1, eve 2, dan 2. A seat takes 3 votes. bob is out." in told
    assert "The election is over. The Speaker is eve." in told
    for value in ("Candidates for Speaker", "Election of Speaker"):
        assert not stored_value(hall.read_context("ada"), value)
    assert not stored_value(hall.read_context("ada"), "Votes for Speaker", "ada")
    stand(hall, "ada")
    hall.is_sound()


def test_a_tie_is_broken_by_lot(open_with: OpenWith) -> None:
    hall = open_with(elected())
    stand(hall, "bob", "eve")
    rank(hall, ada="bob", eve="eve")
    hall.to(START + 49 * HOUR)
    drawn = [draw.purpose for entry in hall.entries() for draw in entry.draws]
    assert drawn == ["Tolls: tie"]
    assert holder(hall)[0] in ("bob", "eve")
    hall.is_sound()


def test_a_candidate_and_a_voter_who_leave(open_with: OpenWith) -> None:
    """Neither is counted; the election goes on though whoever began it has left."""
    hall = open_with(elected())
    hall.join("dan", "fay")
    stand(hall, "bob", "eve", "dan")
    rank(hall, ada="bob eve", bob="bob", fay="dan", dan="dan")
    hall.do("bob", "leave")
    hall.do("fay", "leave")
    hall.to(START + 49 * HOUR)
    assert "Round 1: eve 1, dan 1. A seat takes 2 votes." in last_words(hall)
    hall.is_sound()


def test_a_holder_who_leaves(open_with: OpenWith) -> None:
    """Then nobody holds the office, and an election fills it again."""
    hall = open_with(elected())
    stand(hall, "bob")
    rank(hall, ada="bob")
    hall.to(START + 49 * HOUR)
    assert holder(hall) == ("bob",)
    hall.do("bob", "leave")
    assert holder(hall) == ()
    stand(hall, "eve")
    rank(hall, ada="eve")
    hall.to(START + 100 * HOUR)
    assert holder(hall) == ("eve",)
    hall.is_sound()


def test_without_votes_the_holder_stays(open_with: OpenWith) -> None:
    hall = open_with(elected())
    stand(hall, "bob")
    rank(hall, ada="bob")
    hall.to(START + 49 * HOUR)
    stand(hall, "eve")
    hall.to(START + 100 * HOUR)
    assert "No votes were cast. Nobody is elected." in last_words(hall)
    assert holder(hall) == ("bob",)
    hall.is_sound()


def test_an_amendment_in_mid_election(open_with: OpenWith) -> None:
    """The running election is counted by the rules under which it began, with the ballots that were cast."""
    hall = open_with(elected(ends={"days": 12}))
    stand(hall, "bob", "eve")
    rank(hall, ada="bob", eve="eve bob", bob="bob")
    path = "/rules/tolls/clauses/speaker/filled_by/election/counted"
    hall.propose_and_vote(
        "ada", {"op": "replace", "path": path, "value": "borda"}, by=("ada", "bob", "eve"), at=START + 8 * DAY
    )
    assert "Borda count" in explain_rule(hall.cycle.law, "tolls")[0]
    rank(hall, ada="eve")
    hall.to(START + 13 * DAY)
    assert holder(hall) == ("eve",)
    assert "A seat takes 2 votes" in "\n".join(line for entry in hall.entries() for line in entry.words)
    hall.is_sound()


def test_a_repeal_in_mid_election(open_with: OpenWith) -> None:
    """Nothing is left of the office, and the count comes to nothing."""
    hall = open_with(elected(ends={"days": 12}))
    stand(hall, "bob")
    rank(hall, ada="bob")
    hall.propose_and_vote(
        "ada", {"op": "remove", "path": "/rules/tolls/clauses/speaker"}, by=("ada", "bob", "eve"), at=START + 13 * DAY
    )
    assert "Speaker" not in clauses_of(hall.cycle.law).values
    assert not any("Round 1" in line for entry in hall.entries() for line in entry.words)
    hall.is_sound()


@pytest.mark.parametrize("ballots", ["sealed", "secret"])
def test_ballots_that_are_not_open(ballots: str, open_with: OpenWith) -> None:
    """Nobody reads them in the journal before the count; sealed ones are opened with it."""
    hall = open_with(elected(ballots=ballots))
    stand(hall, "bob", "eve")
    entry = hall.do("ada", "vote-for-speaker", ranking=["eve", "bob"])
    assert "bob" not in str((entry.args, entry.words, entry.events))
    hall.to(START + 49 * HOUR)
    assert holder(hall) == ("eve",)
    told = last_words(hall)
    assert ("ada's vote: eve, then bob." in told) == (ballots == "sealed")
    stand(hall, "eve")
    assert not stored_value(hall.read_context("ada"), "Votes for Speaker", "ada")
    hall.is_sound()


def test_an_election_reads_as_english(open_with: OpenWith) -> None:
    """The journal and the refusals speak of candidates and votes, not of the values that store them."""
    hall = open_with(office(filled_by={"election": {**RANKED, "counted": "approval", "against": True}}, removed_by=2))
    nobody = "There is nobody to choose: you need a player who is a candidate for Speaker."
    with pytest.raises(Refused, match=nobody):
        hall.do("ada", "vote-for-speaker", candidate="bob", vote="none")
    assert hall.do("bob", "stand-for-speaker").words == ["bob stands for Speaker.", "The election for Speaker begins."]
    assert hall.do("eve", "stand-for-speaker").words == ["eve stands for Speaker."]
    with pytest.raises(Refused, match="only if you are not a candidate for Speaker"):
        hall.do("eve", "stand-for-speaker")

    def vote(way: str) -> str:
        return hall.do("ada", "vote-for-speaker", candidate="bob", vote=way).words[-1]

    names = ("for", "against", "unclear", "none")
    sides = tuple(f"ada's vote: {side} bob." for side in ("for", "against", "unclear about"))
    assert tuple(vote(name) for name in names) == (*sides, "ada takes back their vote on bob.")
    vote(names[0])
    assert hall.do("eve", "stop-standing-for-speaker").words == ["eve stops standing for Speaker."]
    hall.to(START + 49 * HOUR)
    assert "The election is over. The Speaker is bob.\nbob is now the Speaker." in last_words(hall)
    assert not any(
        value in last_words(hall) for value in ("Candidates", "Election of", "Votes for", "First phase", "Count for")
    )
    asked = hall.do("ada", "remove-speaker", holder="bob").words
    assert asked == ["ada asks for the removal of the Speaker."]
    hall.is_sound()


def test_several_seats(open_with: OpenWith) -> None:
    election = {"counted": "transferable", "ties": "earliest", "ends": {"hours": 48}}
    hall = open_with(office(seats=2, filled_by={"election": election}, removed_by=2))
    hall.join("dan")
    stand(hall, "ada", "bob", "eve")
    rank(hall, ada="ada bob", bob="bob", eve="ada bob", dan="ada eve")
    hall.to(START + 49 * HOUR)
    assert holder(hall) == ("ada", "bob")
    hall.do("dan", "remove-speaker", holder="ada")
    hall.do("eve", "remove-speaker", holder="ada")
    assert holder(hall) == ("bob",)
    hall.do("bob", "resign-speaker")
    assert holder(hall) == ()
    hall.is_sound()


def test_an_election_replaces_all_holders_and_begins_a_term(open_with: OpenWith) -> None:
    """One of two seats was filled. Whoever is elected next has a term of their own."""
    election = {"counted": "transferable", "ties": "earliest", "ends": {"hours": 48}}
    hall = open_with(office(seats=2, filled_by={"election": election}, until={"days": 14}))
    for day, elected in ((0, "ada"), (5, "bob")):
        hall.to(START + day * DAY)
        stand(hall, elected)
        rank(hall, eve=elected)
        hall.to(START + (day + 2) * DAY)
        assert holder(hall) == (elected,)
    hall.to(START + 17 * DAY)
    assert holder(hall) == ("bob",)
    hall.to(START + 21 * DAY)
    assert holder(hall) == ()
    hall.is_sound()


@pytest.mark.parametrize("counted", ["plurality", "approval", "borda"])
def test_other_ways_of_counting(counted: str, open_with: OpenWith) -> None:
    """Bob is first for two, and second for one."""
    hall = open_with(elected(counted=counted, ties="earliest"))
    stand(hall, "ada", "bob")
    for name, ballot in {"ada": ["ada", "bob"], "bob": ["bob"], "eve": ["bob"]}.items():
        said: Any = {"plurality": {"candidate": ballot[0]}, "approval": {"approved": ballot}}
        hall.do(name, "vote-for-speaker", **said.get(counted, {"ranking": ballot}))
    hall.to(START + 49 * HOUR)
    assert holder(hall) == ("bob",)
    hall.is_sound()


def test_an_office_is_bought_then_handed_over(open_with: OpenWith) -> None:
    """While it is vacant, for its price; a hand-over begins a new term, which ends by itself."""
    hall = open_with(office(filled_by={"price": {"Vertebra": 2}, "handed_over": True}, until={"days": 2}, removed_by=2))
    hall.refused("ada", "hand-over-speaker", "not-so", heir="bob")
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "buy-speaker")
    assert hall.has("ada", "Vertebra") == before - 2
    hall.refused("bob", "buy-speaker", "not-so")
    hall.do("eve", "remove-speaker", holder="ada")
    hall.to(START + DAY)
    hall.do("ada", "hand-over-speaker", heir="bob")
    assert holder(hall) == ("bob",)
    hall.do("eve", "remove-speaker", holder="bob")
    assert holder(hall) == ("bob",)
    hall.do("eve", "keep-speaker", holder="bob")
    hall.refused("eve", "keep-speaker", "not-so", holder="bob")
    hall.to(START + 2 * DAY + HOUR)
    assert holder(hall) == ("bob",)
    hall.to(START + 3 * DAY + HOUR)
    assert holder(hall) == ()
    hall.is_sound()


def test_an_office_by_lot(open_with: OpenWith) -> None:
    """At the event, while it is vacant, among those for whom the condition holds."""
    among = {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 1000]}
    hall = open_with(office(filled_by={"lot": {"at": "phase-began", "among": among}}))
    hall.to(START + 3 * DAY)
    assert holder(hall) == ()
    hall.grant("eve", "Vertebra", 2000)
    hall.to(START + 8 * DAY)
    assert holder(hall) == ("eve",)
    hall.do("eve", "resign-speaker")
    assert holder(hall) == ()
    hall.is_sound()


def test_an_office_by_law_is_held_given_and_taken_as_the_judges(open_with: OpenWith) -> None:
    """By the same words; a term that was running ends no other."""
    clauses = {
        **office(filled_by={"price": {"Vertebra": 2}}, until={"days": 2}),
        "gain": {
            "action": "Gain",
            "who": {"holds": "$me", "office": "Speaker"},
            "do": [{"grant": "Vertebra", "n": 3, "to": "$me"}],
        },
        "seize": {
            "action": "Seize",
            "do": [
                {"appoint": "$me", "office": "Speaker"},
                {"if": {"holds": "$me", "office": "Speaker"}, "then": [{"grant": "Vertebra", "to": "$me"}]},
            ],
        },
        "burn": {"action": "Burn", "who": {"held": "Speaker"}, "do": [{"vacate": "Speaker"}]},
    }
    hall = open_with(clauses)
    hall.refused("ada", "tolls_gain", "not-so")
    hall.refused("ada", "tolls_burn", "not-so")
    hall.do("ada", "buy-speaker")
    hall.do("ada", "tolls_gain")
    before = hall.has("bob", "Vertebra")
    hall.do("bob", "tolls_seize")
    assert hall.has("bob", "Vertebra") == before + 1
    hall.refused("ada", "tolls_gain", "not-so")
    hall.to(START + 3 * DAY)
    assert holder(hall) == ("bob",)
    hall.do("eve", "tolls_burn")
    assert holder(hall) == ()
    hall.is_sound()


@pytest.mark.parametrize(
    ("clause", "place", "detail"),
    [
        ({"filled_by": {}}, "/filled_by", "nobody would ever hold"),
        ({"filled_by": {"election": {**RANKED, "ends": {}}}}, "/filled_by/election/ends", "only one of them"),
        ({"filled_by": {"election": {**RANKED, "ends": {"days": 1, "hours": 1}}}}, "/filled_by/election/ends", "one"),
        ({"filled_by": {"election": RANKED}, "seats": 2}, "/filled_by/election/counted", "say transferable"),
        ({"filled_by": {"election": {**RANKED, "against": True}}}, "/filled_by/election/against", "approval"),
        ({"filled_by": {"election": {**RANKED, "ties": "all"}}}, "/filled_by/election/ties", ""),
        ({"filled_by": {"election": {**RANKED, "ends": {"at": "doomsday"}}}}, "", "doomsday"),
        ({"filled_by": {"election": {**RANKED, "stand": {"reputable": "$you"}}}}, "/filled_by/election/stand", "$you"),
        ({"filled_by": {"price": {"Gold": 1}}}, "/filled_by/price/Gold", "Gold"),
        ({"filled_by": {"handed_over": True}, "seats": 3}, "/filled_by/handed_over", "one seat"),
        ({"filled_by": {"handed_over": True}, "seats": 30}, "/seats", ""),
        ({"office": "x" * 41, "filled_by": {"handed_over": True}}, "/office", ""),
        ({"office": "Judge", "until": {"days": 2}}, "/until", "so it has no term"),
    ],
)
def test_what_is_wrong_with_an_office_is_refused_with_its_place(
    clause: dict[str, Any], place: str, detail: str
) -> None:
    document = bare_law()
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": office(**clause)}
    flaws = flaws_of(document)
    assert [
        flaw for flaw in flaws if flaw.path.startswith(f"/rules/tolls/clauses/speaker{place}") and detail in flaw.detail
    ], flaws


def test_its_values_and_actions_have_names_of_their_own() -> None:
    """Another clause that takes one is refused."""
    document = bare_law()
    clauses = {**elected(), "votes": {"value": "Votes for Speaker", "of": "player"}}
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": clauses}
    assert [flaw.path for flaw in flaws_of(document)] == ["/rules/tolls/clauses/votes/value"]


@pytest.mark.parametrize("counted", ["plurality", "approval", "ranked", "transferable", "borda"])
@pytest.mark.parametrize("name", ["Speaker", "Judge", "x" * 40])
def test_all_that_it_stands_for_is_law(counted: str, name: str) -> None:
    """Whatever its words, each clause fits its schema and has no flaw; none is left out in silence."""
    for slug in ("speaker", "deputy-2"):
        for ballots, against in (("open", counted == "approval"), ("sealed", False), ("secret", False)):
            election = {
                "counted": counted,
                "ties": "lot",
                "ends": {"phases": 2},
                "ballots": ballots,
                "against": against,
            }
            ways = {"election": election, "lot": {"at": "phase-began"}, "handed_over": True}
            raw = {"office": name, "filled_by": ways, "removed_by": 3}
            document = bare_law()
            document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": {slug: raw}}
            assert flaws_of(document) == []
            made = clauses_of_office(OfficeClause.model_validate(raw), slug)
            for each in made.values():
                schema = schema_of(each)
                assert schema is not None
                schema.model_validate(each)
            found = [
                each for filed in clauses_of(Law(document)).by_kind.values() for some in filed.values() for each in some
            ]
            assert {f"{slug}_{part}" for part in made} == {each.name for each in found if each.of == slug}


def test_its_sentences() -> None:
    document = bare_law()
    election = {**RANKED, "stand": {"reputable": "$me"}, "ballots": "sealed", "ends": {"at": "week-ends"}}
    clause = office(filled_by={"election": election, "handed_over": True}, until={"phases": 3}, removed_by=2)
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": clause}
    assert explain_rule(Law(document), "tolls") == (
        "One player at a time can be the Speaker. The Speaker is elected. You may stand for election if you are "
        "reputable. The election begins when the first candidate stands, and ends when the week ends. The winner "
        "replaces the current Speaker. Each voter ranks the candidates. The candidate with the fewest votes drops out, "
        "and each of those votes goes to its voter's next choice, until one candidate has more than half (instant "
        "run-off). Ties are broken by lot. Votes are "
        "sealed until they are counted. The Speaker can hand the office over to another player, for a new term. A "
        "term ends with the second phase after the one in which it begins. Any 2 players together can "
        "remove the Speaker. The Speaker can resign.",
    )


@pytest.mark.parametrize(
    ("phases", "ends"),
    [
        (1, "A term lasts until the end of the phase in which it begins."),
        (2, "A term lasts until the end of the next phase."),
        (
            {"value_of": "Fog"},
            "A term ends with the phase whose number is Fog, counted from the one in which it begins.",
        ),
    ],
)
def test_the_phase_in_which_a_term_begins_counts(phases: Any, ends: str) -> None:
    """A term of one phase can be over within the hour, so “after 1 phase” would be wrong."""
    document = bare_law()
    fog = {"fog": {"value": "Fog", "of": "nobody"}} if isinstance(phases, dict) else {}
    clauses = {**fog, **office(filled_by={"price": {"Chip": 1}}, until={"phases": phases})}
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": clauses}
    assert ends in " ".join(explain_rule(Law(document), "tolls"))
