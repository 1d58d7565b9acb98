"""What becomes of a proposal stands in the journal, in words for people and in events for programs (R9 to R13)."""

from typing import Any

from nomic.cycles.models import Entry
from nomic.proposals.models import Proposal
from tests.support.hall import ADMIN, WEEK, Hall

CHEAP = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 20}


def of_kind(entry: Entry, kind: str) -> list[dict[str, Any]]:
    return [event for event in entry.events if event["kind"] == kind]


def at_the_end(hall: Hall, number: int = 1) -> Entry:
    """The entry in which the votes on a proposal were counted, at the end of the week."""
    hall.to(WEEK)
    return next(entry for entry in hall.entries() if any(f"on proposal {number}, " in line for line in entry.words))


def test_R9_a_submission_is_told(cast: Hall) -> None:
    """By its number: 1 for the first, 2 for the second."""
    for number in (1, 2):
        entry = cast.do("ada", "submit-proposal", title="A change", text="Words.")
        code = Proposal.objects.get(cycle=cast.pk, number=number).code
        assert entry.words == [f"ada submits proposal {number}, A change (Standard)."]
        (event,) = of_kind(entry, "proposal-submitted")
        assert (event["proposal"], event["number"], event["title"]) == (code, number, "A change")


def test_R10_a_vote_is_recorded_by_the_proposals_code(cast: Hall) -> None:
    """However the proposal was named."""
    code = cast.propose("ada")
    assert cast.do("bob", "vote", proposal="1", vote="for").args["proposal"] == code


def test_R11_that_a_proposal_fails_is_told(cast: Hall) -> None:
    """With the votes as they were counted."""
    code = cast.propose("ada", CHEAP)
    cast.vote(code, ada="for", bob="against")
    entry = at_the_end(cast)
    assert entry.words == [
        "The votes on proposal 1, A change, are counted: 1 for, 1 against.",
        "It fails: it needs at least 2 for.",
    ]
    (event,) = of_kind(entry, "proposal-failed")
    assert (event["proposal"], event["number"]) == (code, 1)
    row = Proposal.objects.get(code=code)
    assert (row.votes_for, row.votes_against, row.votes_unclear, row.decided_at) == (1, 1, 0, WEEK)


def test_R13_that_a_proposal_passes_is_told(cast: Hall) -> None:
    """In one sentence, with the revision that the law then has."""
    code = cast.propose("ada", CHEAP)
    cast.vote(code, ada="for", bob="for")
    assert at_the_end(cast).words[:2] == [
        "The votes on proposal 1, A change, are counted: 2 for, 0 against.",
        "It passes and is law now (revision 1).",
    ]


def test_R13_what_is_enacted_by_hand_is_told(cast: Hall) -> None:
    """Words alone change no law; the entry has the proposal's code."""
    code = cast.propose("ada")
    cast.vote(code, ada="for", bob="for")
    at_the_end(cast)
    revision = cast.cycle.revision
    entry = cast.do(ADMIN, "enact-by-hand", proposal="1", reason="all agree")
    assert entry.args["proposal"] == code
    assert entry.words[0] == f"{ADMIN} enacts proposal 1, A change, by hand (all agree)."
    (event,) = of_kind(entry, "proposal-enacted")
    assert (event["proposal"], event["number"], event["revision"]) == (code, 1, revision)
    assert cast.cycle.revision == revision
    assert Proposal.objects.get(code=code).enacted_revision == revision


def test_R13_amendments_that_are_said_are_enacted_for_a_proposal_of_words(cast: Hall) -> None:
    """And the law is another then."""
    code = cast.propose("ada")
    cast.vote(code, ada="for", bob="for")
    at_the_end(cast)
    revision = cast.cycle.revision
    cast.bad(ADMIN, "enact-by-hand", "words_only", proposal=code, amendments=[CHEAP], words_only=True, reason="so")
    cast.do(ADMIN, "enact-by-hand", proposal=code, amendments=[CHEAP], reason="so")
    assert cast.cycle.revision == revision + 1
    assert cast.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 20
