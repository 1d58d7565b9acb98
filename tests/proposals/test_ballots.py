"""Votes among options: classes with a ballot, whose proposals choose among what the class offers."""

import json
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

from nomic.accounts.models import Person
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import KeptValue
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.law.document.sections import flaws_of
from nomic.proposals.models import NamedOptions, Proposal
from nomic.proposals.votes.count_votes import tally
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.proposals import render_proposal
from tests.clauses.conftest import Clauses, OpenWith, enact, open_with, with_clauses
from tests.support.hall import Hall, clock, cycle_16, hall, open_cycle

__all__ = ["clock", "hall", "open_cycle", "open_with"]

NOT_AGAINST: dict[str, Any] = {"is": ["$for", "more_than", "$against"]}
FIVE = ("ada", "bob", "eve", "fay", "gus")


def flag(**ballot: Any) -> Clauses:
    """A class that decides the colours of a flag."""
    return {
        "colours": {"value": "Colours of the flag", "of": "cycle", "is": "names"},
        "flag": {
            "class": "Flag",
            "lasts": {"hours": 48},
            "ballot": {"options": ["Red", "Green", "Blue"], "counted": "ranked", "ties": "none"} | ballot,
            "passes": NOT_AGAINST,
            "then": [{"set": "Colours of the flag", "to": "$chosen"}],
        },
    }


def question(hall: Hall, name: str = "ada") -> str:
    return hall.propose(name, **{"class": "flag"})


def choose(hall: Hall, code: str, **ballots: list[str]) -> None:
    for name, options in ballots.items():
        hall.do(name, "vote", proposal=code, vote="for", options=options)


def end(hall: Hall, code: str) -> Proposal:
    hall.to(proposal(hall, code).ends_at)
    return proposal(hall, code)


def proposal(hall: Hall, code: str) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, code=code)


def colours(hall: Hall) -> list[str]:
    rows = KeptValue.objects.filter(cycle=hall.pk, name="Colours of the flag")
    return [name for row in rows for name in json.loads(row.members)]


# ── counting


def test_an_instant_runoff_chooses_a_colour_and_the_class_does_with_it_what_it_says(open_with: OpenWith) -> None:
    """Blue is out first, and its votes move on to Green. Every round is in the journal and on the proposal."""
    hall = open_with(flag(), *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red"], bob=["Red"], eve=["Green"], fay=["Green"], gus=["Blue", "Green"])
    counted = end(hall, code)
    assert (counted.status, counted.chosen) == ("enacted", ["Green"])
    (entry,) = hall.entries("close-voting")
    assert [line for line in entry.words if line.startswith("Round")] == counted.rounds
    assert counted.rounds == [
        "Round 1: Red 2, Green 2, Blue 1. An option needs 3 votes. Blue is out.",
        "Round 2: Red 2, Green 3. Green is chosen.",
    ]
    assert colours(hall) == ["Green"]
    hall.is_sound()


@pytest.mark.parametrize(
    ("counted", "seats", "chosen"),
    [
        ("plurality", 1, ["Red"]),
        ("approval", 1, ["Green"]),
        ("ranked", 1, ["Red"]),
        ("transferable", 2, ["Red", "Green"]),
        ("borda", 1, ["Green"]),
    ],
)
def test_it_is_counted_by_the_rules_by_which_offices_are_filled(
    open_with: OpenWith, counted: str, seats: int, chosen: list[str]
) -> None:
    hall = open_with(flag(counted=counted, seats=seats, ties="earliest"), *FIVE)
    code = question(hall)
    ballots = {"ada": ["Red", "Green"], "bob": ["Red", "Green"], "eve": ["Red"], "fay": ["Green"], "gus": ["Green"]}
    ballots["eve"] = ["Red", "Green"] if counted in ("approval", "borda") else ["Red"]
    if counted == "plurality":
        ballots = {name: options[:1] for name, options in ballots.items()}
    if counted == "borda":
        ballots |= {"fay": ["Green", "Blue"], "gus": ["Green", "Blue"]}
        chosen = ["Red"] if 3 * 3 > 3 * 2 + 2 * 3 else ["Green"]
    choose(hall, code, **ballots)
    assert end(hall, code).chosen == chosen
    hall.is_sound()


def test_the_order_of_votes_makes_no_difference(open_with: OpenWith) -> None:
    """Whoever votes first, changes a vote or takes it back and votes again: the same ballots choose the same."""
    hall = open_with(flag(), *FIVE)
    wanted = {"ada": ["Red"], "bob": ["Green", "Red"], "eve": ["Blue", "Green"], "fay": ["Green"]}
    found = set()
    for names in list(permutations(wanted))[::5]:
        code = question(hall, "gus")
        for name in names:
            choose(hall, code, **{name: ["Blue"]})
            hall.vote(code, **{name: "against"})
            choose(hall, code, **{name: wanted[name]})
        counted = end(hall, code)
        found.add((tuple(counted.chosen), tuple(counted.rounds), counted.votes_for, counted.votes_against))
    assert found == {
        (
            ("Green",),
            (
                "Round 1: Red 1, Green 2, Blue 1. An option needs 3 votes. Red and Blue tie: Red and Blue are out.",
                "Round 2: Green 3. 1 vote no longer counts. Green is chosen.",
            ),
            4,
            0,
        )
    }


def test_R17_a_lot_breaks_a_tie_with_dice_that_anybody_can_check(open_with: OpenWith) -> None:
    hall = open_with(flag(counted="plurality", ties="lot"), *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red"], bob=["Blue"])
    assert proposal(hall, code).chosen == []
    counted = end(hall, code)
    (entry,) = hall.entries("close-voting")
    assert [drawn.label for drawn in entry.draws] == ["tie"]
    assert counted.chosen == [["Red", "Blue"][entry.draws[0].value]]
    assert f"Red and Blue tie: {counted.chosen[0]} is drawn by lot." in counted.rounds[0]
    hall.is_sound()


def test_without_a_chosen_option_it_fails(open_with: OpenWith) -> None:
    """Nobody has voted, or a tie that chooses none: then nothing follows."""
    hall = open_with(
        flag(counted="plurality") | {"other": {"class": "Other", "lasts": {"hours": 1}, "passes": NOT_AGAINST}}, *FIVE
    )
    tied, alone = question(hall), question(hall)
    choose(hall, tied, ada=["Red"], bob=["Blue"])
    hall.vote(alone, ada="unclear")
    assert (end(hall, tied).status, proposal(hall, tied).chosen) == ("failed", [])
    assert end(hall, alone).status == "failed"
    assert colours(hall) == []
    hall.is_sound()


# ── who votes, and for what


def test_votes_against_and_unclear_count_as_ever(open_with: OpenWith) -> None:
    hall = open_with(flag(), *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red"])
    hall.vote(code, bob="against", eve="unclear")
    counted = end(hall, code)
    assert (counted.votes_for, counted.votes_against, counted.votes_unclear) == (1, 1, 1)
    assert (counted.status, counted.chosen) == ("failed", ["Red"])
    hall.is_sound()


def test_what_a_vote_may_name(open_with: OpenWith) -> None:
    hall = open_with(flag(counted="plurality"), *FIVE)
    code, plain = question(hall), hall.propose("ada", {"op": "replace", "path": "/rules/tolls/body", "value": "Oh."})
    hall.bad("ada", "vote", "options", proposal=code, vote="for")
    hall.bad("ada", "vote", "options/0", proposal=code, vote="for", options=["Mauve"])
    hall.bad("ada", "vote", "options", proposal=code, vote="for", options=["Red", "Blue"])
    hall.bad("ada", "vote", "options", proposal=code, vote="for", options=["Red", "Red"])
    hall.bad("ada", "vote", "options", proposal=code, vote="against", options=["Red"])
    hall.bad("ada", "vote", "options", proposal=plain, vote="for", options=["Red"])
    hall.bad("ada", "vote", "options", proposal=code, vote="for", options=["Red"] * 21)
    choose(hall, code, ada=["Red"])
    hall.refused("ada", "vote", "same-vote", proposal=code, vote="for", options=["Red"])
    entry = hall.do("ada", "vote", proposal=code, vote="for", options=["Blue"])
    assert entry.words == ["ada votes for proposal 1: Blue."]
    hall.vote(code, ada="none")
    assert not NamedOptions.objects.filter(proposal__cycle=hall.pk).exists()
    hall.vote(plain, ada="for")
    hall.is_sound()


def test_R5_R10_a_voter_who_has_left_does_not_count_until_they_are_back(open_with: OpenWith) -> None:
    hall = open_with(flag(), *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red"], bob=["Blue"], eve=["Blue"])
    hall.do("bob", "leave")
    hall.do("eve", "leave")
    counted = end(hall, code)
    assert (counted.chosen, counted.votes_for) == (["Red"], 1)
    hall.is_sound()


def test_weights_of_the_class_weigh_ballots(open_with: OpenWith) -> None:
    clauses = flag()
    clauses["flag"]["votes"] = {"weight": {"sum": [1, {"stock": "Chip", "of": "$it"}]}}
    hall = open_with(clauses, *FIVE)
    hall.grant("ada", "Chip", 3)
    code = question(hall)
    choose(hall, code, ada=["Red"], bob=["Blue"], eve=["Blue"])
    counted = end(hall, code)
    assert counted.chosen == ["Red"]
    assert counted.rounds[0].startswith("Round 1: Red 4, Green 0, Blue 2.")
    hall.is_sound()


def test_a_condition_may_ask_what_is_chosen(open_with: OpenWith) -> None:
    """The page says nothing of votes that would be enough, because further votes may choose something else."""
    clauses = flag(options=["Red", "Neither"])
    clauses["flag"]["passes"] = {"not": {"is": ["$chosen", "equals", {"values": ["Neither"]}]}}
    hall = open_with(clauses, *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Neither"])
    found = hall.read_context("ada")
    assert (tally(found, proposal(hall, code)).passes, tally(found, proposal(hall, code)).lacks) == (False, "")
    choose(hall, code, bob=["Red"], eve=["Red"])
    assert tally(hall.read_context("ada"), proposal(hall, code)).passes
    assert end(hall, code).status == "enacted"
    assert colours(hall) == ["Red"]


# ── the law changes meanwhile


def law_change(hall: Hall, path: str, value: Any = None) -> None:
    op = "remove" if value is None else "add"
    enact(hall, {"op": op, "path": path} | ({} if value is None else {"value": value}))


def test_votes_count_by_the_options_of_the_end(open_with: OpenWith) -> None:
    """An option that the class no longer has falls out of every ballot; a class that loses its ballot counts votes."""
    clauses = flag()
    clauses["flag"]["lasts"] = {"hours": 1300}
    hall = open_with(clauses, *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red", "Blue"], bob=["Red"], eve=["Green"])
    law_change(hall, "/rules/tolls/clauses/flag/ballot/options", ["Green", "Blue"])
    hall.bad("fay", "vote", "options/0", proposal=code, vote="for", options=["Red"])
    counted = end(hall, code)
    assert (counted.votes_for, counted.rounds[0].split(".")[0]) == (3, "Round 1: Green 1, Blue 1")
    hall.is_sound()


def test_a_class_that_gets_a_ballot_or_loses_it_while_people_vote(open_with: OpenWith) -> None:
    clauses = flag()
    clauses["flag"]["lasts"] = {"hours": 1300}
    ballot = clauses["flag"]["ballot"]
    hall = open_with(clauses, *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red"])
    law_change(hall, "/rules/tolls/clauses/flag/then", [{"grant": "Chip", "to": "$author"}])
    law_change(hall, "/rules/tolls/clauses/flag/ballot")
    hall.vote(code, bob="for", ada="against")
    hall.bad("fay", "vote", "options", proposal=code, vote="for", options=["Red"])
    law_change(hall, "/rules/tolls/clauses/flag/ballot", ballot)
    hall.do("bob", "vote", proposal=code, vote="for", options=["Blue"])
    hall.vote(code, eve="unclear", ada="none")
    counted = end(hall, code)
    assert (counted.chosen, counted.status, hall.has("ada", "Chip")) == (["Blue"], "enacted", 1)
    hall.is_sound()


# ── refused with its place


@pytest.mark.parametrize(
    ("ballot", "place"),
    [
        ({"options": ["Red"]}, "/ballot/options"),
        ({"options": ["Red", "Red"]}, "/ballot"),
        ({"options": [str(n) for n in range(21)]}, "/ballot/options"),
        ({"counted": "by hand"}, "/ballot/counted"),
        ({"ties": None}, "/ballot/ties"),
        ({"seats": 3}, "/ballot"),
        ({"seats": 2}, "/ballot"),
        ({"seats": 0}, "/ballot/seats"),
        ({"options": ["x" * 61, "y"]}, "/ballot/options/0"),
    ],
)
def test_a_bad_ballot_is_refused_with_its_place(ballot: dict[str, Any], place: str) -> None:
    flaws = flaws_of(with_clauses(cycle_16(), flag(**ballot)))
    assert flaws, ballot
    assert all(flaw.path.startswith(f"/rules/tolls/clauses/flag{place}") for flaw in flaws)


def test_nothing_is_chosen_without_a_ballot() -> None:
    clauses = flag()
    del clauses["flag"]["ballot"]
    assert [flaw.path for flaw in flaws_of(with_clauses(cycle_16(), clauses))] == [
        "/rules/tolls/clauses/flag/then/0/to"
    ]
    clauses = flag()
    clauses["flag"]["votes"] = {"quorum": {"count": "$chosen"}}
    assert "/rules/tolls/clauses/flag/votes/quorum" in flaws_of(with_clauses(cycle_16(), clauses))[0].path


# ── what people read


def test_the_rule_says_how_to_vote(open_with: OpenWith) -> None:
    hall = open_with(flag(counted="transferable", seats=2, ties="lot"), *FIVE)
    placed = clauses_of(hall.cycle.law).classes["flag"]
    sentences = explain_clause_kind(placed.clause, hall.cycle.law)
    assert sentences[1:5] == (
        "To vote for it, rank options, the one you like best first: “Red”, “Green” or “Blue”.",
        "Votes that an option does not need or cannot use go to the voter's next choice (single transferable vote, "
        "Droop quota). "
        "Ties are broken by lot.",
        "In all, 2 options are chosen. If no option is chosen, the proposal fails.",
        "Voting is open for 2 days.",
    )
    follows = "When it passes, the Colours of the flag now contain what was chosen and nothing else."
    assert sentences[-1] == follows


@pytest.mark.parametrize("counted", ["plurality", "approval", "ranked"])
def test_one_votes_on_the_page_without_scripts(open_with: OpenWith, client: Client, counted: str) -> None:
    hall = open_with(flag(counted=counted), *FIVE)
    code = question(hall)
    client.force_login(Person.objects.get(username="bob"))
    page = client.get(f"/c/{hall.cycle.slug}/proposals/1/").content.decode()
    assert page.count("Green") >= 1
    assert 'name="options"' in page
    assert "Against all" in page
    listed = client.get(f"/c/{hall.cycle.slug}/proposals/").content.decode()
    assert 'name="options"' in listed
    sent = {"proposal": code, "vote": "for", "options": ["Blue"] if counted == "plurality" else ["Blue", "Red", ""]}
    answer = client.post(f"/c/{hall.cycle.slug}/act/vote/", sent, follow=True)
    assert answer.status_code == 200
    (row,) = NamedOptions.objects.filter(proposal__cycle=hall.pk)
    assert (row.name, row.options) == ("bob", ["Blue"] if counted == "plurality" else ["Blue", "Red"])
    page = client.get(f"/c/{hall.cycle.slug}/proposals/1/").content.decode()
    assert "You voted for Blue" in page
    assert "If the votes were counted now" in page
    client.post(f"/c/{hall.cycle.slug}/act/vote/", {"proposal": code, "vote": "against"}, follow=True)
    assert not NamedOptions.objects.filter(proposal__cycle=hall.pk).exists()
    choose(hall, code, ada=["Blue"], eve=["Blue"])
    end(hall, code)
    page = client.get(f"/c/{hall.cycle.slug}/proposals/1/").content.decode()
    assert "Chosen: <strong>Blue</strong>" in page
    assert "Round 1: Red 0, Green 0, Blue 2." in page


def test_programs_and_the_wiki_read_the_options_and_the_rounds(open_with: OpenWith, client: Client) -> None:
    hall = open_with(flag(), *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red", "Blue"])
    found = client.get(f"/api/v1/cycles/{hall.cycle.slug}/proposals/1/").json()
    assert (found["options"], found["chosen"], found["rounds"]) == (["Red", "Green", "Blue"], [], [])
    assert found["standing_votes"] == [{"name": "ada", "vote": "for", "options": ["Red", "Blue"]}]
    end(hall, code)
    found = client.get(f"/api/v1/cycles/{hall.cycle.slug}/proposals/1/").json()
    assert (found["chosen"], found["rounds"]) == (
        ["Red"],
        ["Round 1: Red 1, Green 0, Blue 0. An option needs 1 vote. Red is chosen."],
    )
    page = WikiPage(cycle=hall.cycle, kind=PageKind.PROPOSAL, subject="1", title="Hall/Proposal 1")
    text = render_proposal(page, hall.cycle)
    assert "ada (Red, Blue)" in text
    assert "# Round 1: Red 1, Green 0, Blue 0." in text


# ── the examples of the document

EXAMPLES = (Path(__file__).resolve().parents[2] / "docs/clauses.md").read_text()


def example(rule: str) -> Clauses:
    """The clauses of a rule in the document."""
    found = next(text for text in re.findall(r"```yaml\n(.*?)```", EXAMPLES, re.DOTALL) if text.startswith(f"{rule}:"))
    clauses: Clauses = yaml.safe_load(found)[rule]["clauses"]
    return clauses


def test_the_flag_of_the_document(open_with: OpenWith) -> None:
    hall = open_with(example("flags"), *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Green"], bob=["None of them", "Green"], eve=["Green"])
    assert (end(hall, code).chosen, proposal(hall, code).status) == (["Green"], "enacted")
    refused = question(hall)
    choose(hall, refused, ada=["None of them"])
    assert (end(hall, refused).chosen, proposal(hall, refused).status) == (["None of them"], "failed")
    hall.is_sound()


def test_acclamation_passes_if_nobody_objects(open_with: OpenWith) -> None:
    """An objection ends a courtesy at once, and makes an ordinary vote of a motion until it is taken back."""
    hall = open_with(example("acclamation"), *FIVE)

    def moved(name: str, class_: str, rule: str) -> str:
        new = {"op": "add", "path": f"/rules/{rule}", "value": {"title": rule, "body": "Oh.", "place": 950}}
        return hall.propose(name, new, **{"class": class_})

    quiet, loud = moved("ada", "courtesy", "one"), moved("ada", "courtesy", "two")
    motions = [moved("bob", "motion", each) for each in ("three", "four", "five")]
    hall.vote(loud, bob="unclear")
    assert proposal(hall, loud).status == "open"
    hall.vote(loud, eve="against")
    assert proposal(hall, loud).status == "lapsed"
    hall.vote(motions[0], eve="against", bob="for", fay="for")
    hall.vote(motions[1], eve="against", bob="for")
    hall.vote(motions[2], eve="against")
    hall.vote(motions[2], eve="none")
    end(hall, motions[2])
    assert proposal(hall, quiet).status == "enacted"
    assert [proposal(hall, code).status for code in motions] == ["enacted", "failed", "enacted"]
    hall.is_sound()


def test_a_vote_without_options_is_recorded_as_ever(open_with: OpenWith) -> None:
    """So journals from before there were options replay to the same; a rule that hears of votes reads no options."""
    heard = {"when": "does", "act": "vote", "do": [{"raise": "Named", "by": {"count": "$options"}}]}
    hall = open_with(flag() | {"named": {"value": "Named", "of": "cycle"}, "heard": heard}, *FIVE)
    code = question(hall)
    choose(hall, code, ada=["Red", "Blue"])
    hall.vote(code, bob="against")
    (one, other) = hall.entries("vote")
    assert (one.args["options"], other.args) == (["Red", "Blue"], {"proposal": code, "vote": "against"})
    assert KeptValue.objects.get(cycle=hall.pk, name="Named").number == 2
    hall.is_sound()
