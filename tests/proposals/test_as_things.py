"""Proposals as things of the law: rules read them, keep them, name them, veto them and let them lapse."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.clauses.views.values import values_of_cycle
from nomic.effects.language.operations.governance.proposals import MAX_LISTED
from nomic.law.document.sections import flaws_of
from nomic.proposals.models import Proposal
from tests.clauses.conftest import OpenWith, acts_of_rules, open_with, with_clauses
from tests.clauses.test_triggers import when
from tests.support.hall import Hall, clock, cycle_16, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle", "open_with"]

OPEN = {"proposals": "open"}
NEWEST = f"Of the proposals that a rule asks about, only the newest {MAX_LISTED} count."
MOTION = {"motion": {"value": "Motion", "is": "proposal"}}
VETO = {
    "crown": {"value": "Crown", "is": "player"},
    "veto": {
        "action": "Veto a proposal",
        "who": {"member": "$me", "of": {"players_in": "Crown"}},
        "with": {"proposal": {"is": "proposal"}},
        "do": [{"veto": "$proposal"}],
    },
}


def proposal(hall: Hall, code: str) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, code=code)


def change(value: str = "Other words.") -> dict[str, Any]:
    return {"op": "replace", "path": "/rules/tolls/body", "value": value}


def tell(*parts: str) -> dict[str, Any]:
    """A rule that announces parts of a proposal that is submitted."""
    lets = [{"let": f"x{place}", "be": f"$proposal.{part}"} for place, part in enumerate(parts)]
    text = "; ".join(f"$x{place}" for place in range(len(parts)))
    return when("proposal-submitted", *lets, {"announce": f"$proposal: {text}"})


def words(hall: Hall) -> list[str]:
    return [line for entry in acts_of_rules(hall) for line in entry.words[1:]]


def test_a_proposal_has_parts(open_with: OpenWith) -> None:
    """And is called by its number and title in a text."""
    hall = open_with({"tell": tell("author", "class", "number", "title", "state", "for", "voters", "hours")})
    hall.propose("ada", change(), title="Lamps")
    assert words(hall) == ["proposal 1, Lamps: ada; standard; 1; Lamps; open; 0; nobody; 0"]
    hall.is_sound()


def test_its_votes_and_age_are_those_of_the_moment(open_with: OpenWith) -> None:
    """Of who plays now; after the count, as they were counted."""
    told = [
        {"let": "pro", "be": "$proposal.for"},
        {"let": "con", "be": "$proposal.opponents"},
        {"let": "days", "be": "$proposal.days"},
        {"let": "phases", "be": "$proposal.phases"},
        {"announce": "$pro; $con; $days; $phases"},
    ]
    clauses = {"cast": when("voted", *told), "decided": when("proposal-enacted", *told)}
    hall = open_with(clauses, "ada", "bob", "eve", "fay")
    code = hall.propose("ada", change())
    hall.to(hall.clock.now + timedelta(days=1))
    hall.vote(code, ada="for", bob="for", fay="for", eve="against")
    hall.do("fay", "leave")
    hall.to(proposal(hall, code).ends_at)
    assert words(hall) == ["1; nobody; 1; 0", "2; nobody; 1; 0", "3; nobody; 1; 0", "3; eve; 1; 0", "2; eve; 7; 1"]
    hall.is_sound()


@pytest.mark.parametrize(
    ("which", "found"),
    [
        ({"proposals": "all"}, "1, 2, 3"),
        ({"proposals": "open"}, "2, 3"),
        ({"proposals": "withdrawn"}, "1"),
        ({"proposals": "undecided", "by": "$me"}, "3"),
        ({"proposals": "all", "class": "urgent"}, "2"),
        ({"proposals": "all", "class": ["urgent", "exploration"], "by": "$me"}, ""),
        ({"proposals": "all", "where": {"changes": "$it", "rule": "time"}}, "3"),
        ({"proposals": "all", "where": {"changes": "$it", "at": "/rules/tolls/clauses"}}, ""),
        ({"proposals": "all", "where": {"changes": "$it", "at": "/rules"}}, "1, 2, 3"),
        ({"proposals": "all", "where": {"is": ["$it.author", "equals", "$me"]}, "as": "it"}, "3"),
        ({"first": 1, "of": OPEN, "by": "$it.number", "least": True}, "2"),
    ],
)
def test_sets_of_proposals(open_with: OpenWith, which: dict[str, Any], found: str) -> None:
    """By state, class, author and any condition."""
    ask = {
        "action": "Ask",
        "do": [
            {"announce": "Here:"},
            {"each": "p", "in": which, "do": [{"let": "n", "be": "$p.number"}, {"announce": "$n"}]},
        ],
    }
    hall = open_with({"ask": ask})
    first = hall.propose("ada", change("One."))
    hall.propose("ada", change("Two."), **{"class": "urgent"})
    hall.propose("bob", {"op": "replace", "path": "/rules/time/title", "value": "Times"})
    hall.do("ada", "withdraw-proposal", proposal=first)
    entry = hall.do("bob", "tolls_ask")
    assert ", ".join(entry.words[2:]) == found


def test_a_kept_proposal_is_shown_by_its_number_and_title(open_with: OpenWith) -> None:
    """As a value of its own kind, among names as old laws keep it, in the journal and on pages."""
    clauses = MOTION | {
        "names": {"value": "Papers", "is": "names"},
        "keep": when(
            "proposal-submitted", {"set": "Motion", "to": "$proposal"}, {"enter": "$proposal", "in": "Papers"}
        ),
    }
    hall = open_with(clauses)
    code = hall.propose("ada", change(), title="Lamps")
    assert words(hall) == ["Motion is now proposal 1, Lamps.", "Papers are now proposal 1, Lamps."]
    shown = {value.name: value for value in values_of_cycle(hall.cycle)}
    assert shown["Motion"].words == shown["Papers"].words == "proposal 1, Lamps"
    assert shown["Motion"].members == (code,)


def test_an_office_holder_vetoes(open_with: OpenWith) -> None:
    """By an action with a menu of the open proposals: it never takes effect, and its page says by whom and why."""
    hall = open_with(VETO | {"crowned": when("joined", {"set": "Crown", "to": "$player"})}, "ada", "bob", "eve")
    first, second = hall.propose("ada", change()), hall.propose("bob", change("More."))
    choices = hall.can("eve")["tolls_veto"].action.choices
    assert choices is not None
    listed = choices(hall.read_context("eve"))["proposal"]
    assert [(choice.value, choice.label) for choice in listed] == [
        (second, "proposal 2, A change"),
        (first, "proposal 1, A change"),
    ]
    hall.refused("bob", "tolls_veto", "not-so", "Tolls", proposal="1")
    hall.bad("eve", "tolls_veto", "proposal", proposal="7")
    hall.vote(first, ada="for", bob="for", eve="for")
    hall.vote(second, ada="for", bob="for")
    entry = hall.do("eve", "tolls_veto", proposal="1")
    assert entry.args == {"proposal": first}
    assert "Proposal 1, A change, is vetoed by eve. It never takes effect." in entry.words
    hall.bad("eve", "tolls_veto", "proposal", proposal="1")
    assert (proposal(hall, first).status, proposal(hall, first).ended_how) == (
        "vetoed",
        "by eve, by the rule “Tolls”",
    )
    hall.to(proposal(hall, second).ends_at + timedelta(days=7))
    assert (proposal(hall, first).status, proposal(hall, second).status) == ("vetoed", "enacted")
    hall.is_sound()


def test_R12_two_that_end_at_one_instant_and_the_older_vetoes_the_younger(open_with: OpenWith) -> None:
    """The older is counted first; what follows from it comes before the younger's count (R3)."""
    rival = when(
        "proposal-enacted", {"veto": {"proposals": "open", "where": {"is": ["$it.number", "more_than", "$number"]}}}
    )
    hall = open_with({"rival": rival})
    first, second = hall.propose("ada", change()), hall.propose("bob", change("More."))
    hall.vote(first, ada="for", bob="for", eve="for")
    hall.vote(second, ada="for", bob="for", eve="for")
    hall.to(proposal(hall, first).ends_at)
    assert (proposal(hall, first).status, proposal(hall, second).status) == ("enacted", "vetoed")
    assert proposal(hall, second).ended_by == ""
    hall.is_sound()


def test_what_is_decided_stays_so(open_with: OpenWith) -> None:
    """A veto or a lapse of it changes nothing, and the journal says why."""
    clauses = {
        "late": when("proposal-withdrawn", {"veto": "$proposal"}),
        "once": when("voted", {"lapse": "$proposal"}, {"veto": "$proposal"}),
    }
    hall = open_with(clauses)
    hall.do("ada", "withdraw-proposal", proposal=hall.propose("ada", change()))
    code = hall.propose("ada", change())
    hall.vote(code, bob="for")
    assert words(hall) == [
        "Proposal 1, A change, is withdrawn already: it stays that way.",
        "Proposal 2, A change, lapses. It never takes effect.",
        "Proposal 2, A change, is lapsed already: it stays that way.",
    ]
    assert proposal(hall, code).status == "lapsed"
    hall.refused("bob", "vote", "no-open-proposal", proposal=code, vote="against")
    hall.is_sound()


def test_a_rule_ends_the_cycle_with_a_winner(open_with: OpenWith) -> None:
    """Right after what it does; with nobody it goes on."""
    clauses = {"end": when("proposal-enacted", {"win": "$proposal.author"})}
    hall = open_with(clauses, "ada", "bob", "eve")
    code = hall.propose("ada", change())
    other = hall.propose("bob", change("Third."))
    hall.vote(code, ada="for", bob="for", eve="for")
    hall.do("ada", "leave")
    hall.to(proposal(hall, code).ends_at)
    assert hall.cycle.is_running
    assert proposal(hall, other).status == "failed"
    last = hall.propose("bob", change("Fourth."))
    hall.vote(last, bob="for", eve="for")
    hall.to(proposal(hall, last).ends_at)
    assert (hall.cycle.is_running, hall.cycle.winner) == (False, "bob")
    hall.is_sound()


def wrong() -> Iterator[tuple[dict[str, Any], str, str]]:
    yield when("phase-began", {"veto": "$proposal"}), "/do/0/veto", "nothing is called $proposal here"
    yield when("phase-began", {"veto": {"players": "players"}}), "/do/0/veto", "proposals needed here, not players"
    yield when("phase-began", {"veto": {"proposals": "new"}}), "/do/0/veto/proposals", "open or waiting or"
    yield (
        when("phase-began", {"veto": {"proposals": "open", "class": "x"}}),
        "/do/0/veto/class",
        "no class of proposals",
    )
    yield (
        when("voted", {"if": {"changes": "$proposal", "rule": "x"}, "then": [{"veto": "$proposal"}]}),
        "/do/0/if/rule",
        "there is no rule 'x'",
    )
    yield (
        when("voted", {"if": {"changes": "$proposal", "at": "x"}, "then": [{"veto": "$proposal"}]}),
        "/do/0/if/at",
        "begins with a slash",
    )
    yield (
        when("voted", {"grant": "Chip", "to": "$proposal.title"}),
        "/do/0/to",
        "players, or cycle, or a keeping, needed here",
    )
    yield when("voted", {"grant": "Chip", "to": "$proposal.owner"}), "/do/0/to", "$proposal has no .owner"
    yield when("voted", {"set": "Motion", "to": "$who"}), "/do/0/set", "no kept player of the cycle 'Motion'"


@pytest.mark.parametrize(("clause", "place", "detail"), list(wrong()))
def test_what_is_wrong_is_refused_with_its_place(clause: dict[str, Any], place: str, detail: str) -> None:
    law = with_clauses(cycle_16(), {"rule": clause, **MOTION})
    found = [(flaw.path, flaw.detail) for flaw in flaws_of(law)]
    assert any(path == f"/rules/tolls/clauses/rule{place}" and detail in why for path, why in found), found


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        ({"veto": OPEN}, "Every open proposal is vetoed."),
        (
            {"lapse": {"proposals": "waiting", "by": "$who"}},
            "Every proposal waiting for seconds by that player lapses.",
        ),
        ({"win": "$proposal.author"}, "The author wins, and the cycle ends."),
        (
            {
                "each": "p",
                "in": {"proposals": "undecided", "where": {"changes": "$it", "rule": "tolls"}},
                "do": [{"grant": "Chip", "to": "$p.supporters"}],
            },
            "For each proposal that is not decided yet that changes something in the rule Tolls (“p”), each player "
            "who voted for the proposal “p” gains 1 Chip.",
        ),
    ],
)
def test_they_read_as_sentences(do: dict[str, Any], sentence: str, open_with: OpenWith) -> None:
    hall = open_with({"rule": when("voted", do)})
    law = hall.cycle.law
    lead = "Whenever a player votes on a proposal, or takes a vote back"
    assert explain_clause_kind(clauses_of(law).at_events["voted"][0].clause, law)[-1] in (
        f"{lead}, {sentence[:1].lower()}{sentence[1:]}",
        f"{lead}:\n  – {sentence}",  # if it is long
    )


def test_of_very_many_proposals_the_newest_count(open_with: OpenWith) -> None:
    """A rule that goes over all of them has an end, and its entry says so."""
    asks = {"action": "Ask", "do": [{"raise": "Asked", "by": {"count": {"proposals": "all"}}}]}
    first_of_all = {"let": "first", "be": {"first": 1, "of": {"proposals": "all"}, "by": "$it.number", "least": True}}
    one = {"action": "First", "do": [first_of_all, {"announce": "First: $first."}]}
    hall = open_with({"asked": {"value": "Asked"}, "ask": asks, "one": one})
    first = proposal(hall, hall.propose("ada", change(), title="Lamps"))
    entry = hall.do("ada", "tolls_ask")
    assert values_of_cycle(hall.cycle)[0].number == 1
    assert NEWEST not in entry.words
    same = {part: getattr(first, part) for part in ("class_name", "submitted_at", "ends_at", "base_revision")}
    Proposal.objects.bulk_create(
        Proposal(cycle=hall.cycle, author="ada", title="Old", status="lapsed", number=n, code=f"{n:08d}", **same)
        for n in range(2, MAX_LISTED + 2)
    )
    entry = hall.do("ada", "tolls_ask")
    assert values_of_cycle(hall.cycle)[0].number == 1 + MAX_LISTED
    assert entry.words.count(NEWEST) == 1
    assert "First: proposal 2, Old." in hall.do("ada", "tolls_one").words
