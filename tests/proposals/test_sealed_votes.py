"""Sealed votes: nobody but the voter sees a vote before it is counted, through no door; then it is an ordinary vote."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nomic.corrections.models import CorrectionStatus
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.live import feed
from nomic.cycles.models import Unsealing
from nomic.cycles.sealed_arguments import Sealed, commitment
from nomic.cycles.state_digest import canonical_json, state_of
from nomic.forecast import dry_run as dry_runs
from nomic.forecast.fork import act_preview
from nomic.law.document.sections import flaws_of
from nomic.proposals.models import NamedOptions, Proposal, SealedBallot, Vote, VoteChange
from nomic.proposals.votes.count_votes import tally
from nomic.proposals.votes.vote import vote_of
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import Clauses, OpenWith, open_with, with_clauses
from tests.clauses.test_shown import person
from tests.corrections.conftest import adopt, tell
from tests.proposals.test_ballots import FIVE, example
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, Hall, clock, cycle_16, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["clock", "hall", "open_cycle", "open_with"]

MAJORITY: dict[str, Any] = {"is": ["$for", "more_than", "$against"]}
VOTES = ("for", "against", "unclear", "none")


def motions(*, sealed: bool = True, **more: Any) -> Clauses:
    """A class whose votes are sealed or open, and values that show what rules make of votes."""
    votes = {"sealed": True} if sealed else {}
    motion = {"class": "Motion", "lasts": {"hours": 48}, "votes": votes, "passes": MAJORITY}
    return {
        "motion": motion | {"then": [{"raise": "Passed", "by": 1}]},
        "passed": {"value": "Passed", "of": "cycle", "is": "number"},
        **more,
    }


def move(hall: Hall, name: str = "ada", class_: str = "motion", **more: Any) -> str:
    return hall.propose(name, **{"class": class_}, **more)


def row(hall: Hall, code: str) -> Proposal:
    return Proposal.objects.get(cycle=hall.pk, code=code)


def count(hall: Hall, code: str) -> Proposal:
    hall.to(row(hall, code).ends_at)
    return row(hall, code)


# ── from the first vote to the count


def test_votes_are_sealed_until_they_are_counted(open_with: OpenWith) -> None:
    """The journal shows commitments; the count opens each last vote, and makes an ordinary one of it."""
    hall = open_with(motions(), *FIVE)
    code = move(hall)
    hall.vote(code, ada="for", bob="against", eve="for", fay="unclear")
    hall.vote(code, bob="for", fay="none")
    cast = hall.entries("vote")
    assert [entry.words for entry in cast[:2]] == [
        [f"{name} casts a sealed vote on proposal 1."] for name in ("ada", "bob")
    ]
    assert all(set(entry.args["vote"]) == set(entry.args["options"]) == {"commitment"} for entry in cast)
    assert {entry.events[0]["vote"] for entry in cast} == {"sealed"}
    assert not Vote.objects.filter(proposal__cycle=hall.pk).exists()
    assert not VoteChange.objects.filter(proposal__cycle=hall.pk).exists()
    assert tally(hall.read_context("ada"), row(hall, code)).words == "4 sealed votes"
    hall.is_sound()

    counted = count(hall, code)
    assert (counted.status, counted.votes_for, counted.votes_against, counted.votes_unclear) == ("enacted", 3, 0, 0)
    assert not counted.sealed
    (closing,) = hall.entries("close-voting")
    assert closing.words[0] == "The sealed votes are opened: ada for, bob for, eve for, fay took their vote back."
    opened = {event["entry"]: event["args"] for event in closing.events if event["kind"] == "unsealed"}
    assert list(opened) == [cast[0].key, cast[4].key, cast[2].key, cast[5].key]
    for entry in cast:
        for name, told in opened.get(entry.key, {}).items():
            assert entry.args[name]["commitment"] == commitment(told["value"], told["salt"])
    assert Unsealing.objects.filter(entry__in=[cast[1].pk, cast[3].pk]).count() == 0
    votes = Vote.objects.filter(proposal__cycle=hall.pk).values_list("name", "vote")
    assert list(votes) == [("ada", "for"), ("bob", "for"), ("eve", "for")]
    changes = {(each.name, each.vote): each.at for each in VoteChange.objects.filter(proposal__cycle=hall.pk)}
    assert changes[("bob", "for")] == cast[4].at
    assert not SealedBallot.objects.filter(proposal__cycle=hall.pk).exists()
    hall.is_sound()


def test_one_sees_ones_own_vote_and_nobody_elses(open_with: OpenWith) -> None:
    hall = open_with(motions(), *FIVE)
    code = move(hall)
    hall.vote(code, bob="against")
    place = f"/c/{hall.slug}/proposals/1/"
    pages = {}
    for name in ("bob", "eve"):
        client = browser_of(person(name))
        pages[name] = client.get(place).content.decode(), client.get(f"/c/{hall.slug}/proposals/").content.decode()
    assert all("You voted against" in page for page in pages["bob"])
    assert not any("You voted" in page for page in pages["eve"])
    assert all("Have voted: bob." in pages[name][0] for name in pages)
    told = {name: api_of(hall, name)["my_vote"] for name in ("bob", "eve", None)}
    assert told == {"bob": {"name": "bob", "vote": "against", "options": []}, "eve": None, None: None}
    hall.vote(code, bob="none")
    assert api_of(hall, "bob")["my_vote"] is None
    assert vote_of(row(hall, code), "bob") is None


def api_of(hall: Hall, name: str | None) -> dict[str, Any]:
    """The first proposal, as the API gives it to this person, or to a stranger."""
    client = Client()
    if name is not None:
        client.force_login(person(name))
    found: dict[str, Any] = client.get(f"/api/v1/cycles/{hall.slug}/proposals/1/").json()
    return found


def test_the_same_vote_may_be_sent_again_and_nothing_be_taken_back_that_is_not_there(open_with: OpenWith) -> None:
    hall = open_with(motions(), *FIVE)
    code = move(hall)
    hall.refused("ada", "vote", "same-vote", proposal=code, vote="none")
    for vote in ("for", "for", "none", "none", "against"):
        hall.vote(code, ada=vote)
    assert count(hall, code).votes_against == 1
    hall.is_sound()


@pytest.mark.parametrize("end", ["withdraw", "edit", "veto", "lapse", "cycle"])
def test_without_a_count_nothing_is_opened(open_with: OpenWith, end: str) -> None:
    """An author who withdraws a proposal learns nothing."""
    veto = {"action": "End it", "do": [{end if end in ("veto", "lapse") else "veto": {"proposals": "open"}}]}
    wins = {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 100]}}
    hall = open_with(motions(end=veto, wins=wins), *FIVE)
    code = move(hall)
    hall.vote(code, bob="against", eve="for")
    if end in ("veto", "lapse"):
        hall.do("fay", "tolls_end")
    elif end == "cycle":
        hall.grant("gus", "Vertebra", 100)
    else:
        words = {"title": "Other", "text": "Words."} if end == "edit" else {}
        hall.do("ada", f"{end}-proposal", proposal=code, **words)
    hall.clock.wait(days=5)
    if end != "cycle":
        hall.settle()
    assert not Unsealing.objects.filter(entry__cycle=hall.pk).exists()
    assert not Vote.objects.filter(proposal__cycle=hall.pk).exists()
    assert tally(hall.read_context("ada"), row(hall, code)).words == "2 sealed votes"
    page = Client().get(f"/c/{hall.slug}/proposals/1/").content.decode()
    assert "stay sealed" in page
    hall.is_sound()


def test_a_class_that_stops_sealing_or_goes_opens_nothing_early(open_with: OpenWith) -> None:
    """What began sealed stays so, and what began open stays open."""
    for_both = {"plain": {"class": "Plain", "lasts": {"hours": 90}, "passes": MAJORITY}}
    hall = open_with(motions(**for_both), *FIVE)
    first, second = move(hall), move(hall, "bob", "plain")
    hall.vote(first, bob="for")
    hall.vote(second, bob="for")
    place = "/rules/tolls/clauses"
    change = [
        {"op": "replace", "path": f"{place}/motion/votes", "value": {"weight": 2}},
        {"op": "add", "path": f"{place}/plain/votes", "value": {"sealed": True}},
    ]
    law = hall.propose("eve", *change, **{"class": "motion"})
    hall.vote(law, **dict.fromkeys(FIVE, "for"))
    hall.clock.wait(hours=1)
    late = move(hall, "fay")
    hall.to(row(hall, law).ends_at)
    assert row(hall, law).status == "enacted"
    assert row(hall, first).votes_for in (1, 2)
    hall.vote(second, eve="against")
    assert set(Vote.objects.filter(proposal__code=second).values_list("name", "vote")) == {
        ("bob", "for"),
        ("eve", "against"),
    }
    assert row(hall, late).sealed
    hall.vote(late, eve="against")
    assert not Vote.objects.filter(proposal__code=late).exists()
    repeal = hall.propose("gus", {"op": "remove", "path": f"{place}/motion"}, **{"class": "plain"})
    assert row(hall, repeal).sealed
    assert count(hall, late).votes_against == 2
    hall.is_sound()


def test_one_clause_seals_the_votes_of_every_class(open_with: OpenWith) -> None:
    everybody = {"everybody": {"voting": "Under seal", "votes": {"sealed": True}}}
    open_ = {"frank": {"class": "Frank", "lasts": {"hours": 9}, "votes": {"sealed": False}, "passes": MAJORITY}}
    hall = open_with(motions(sealed=False) | everybody | open_, *FIVE)
    assert [row(hall, move(hall, name, class_)).sealed for name, class_ in (("ada", "motion"), ("bob", "frank"))] == [
        True,
        False,
    ]


def test_a_correction_of_the_law_opens_no_vote(open_with: OpenWith) -> None:
    """A vote that was sealed is sealed when it is performed again under a law that seals nothing."""
    hall = open_with(motions(sealed=False), *FIVE)
    change = {"op": "add", "path": "/rules/tolls/clauses/motion/votes/sealed", "value": True}
    law = hall.propose("ada", change, **{"class": "motion"})
    hall.vote(law, bob="for")
    count(hall, law)
    code = move(hall)
    hall.vote(code, bob="against", eve="against", fay="for")
    hall.vote(code, bob="for")
    voided = next(entry for entry in hall.entries("vote") if entry.args["proposal"] == law)
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": voided.key}], reason="it was wrong")
    correction = tell(hall)
    assert not any("against" in json.dumps(group) for group in correction.difference if group["title"] == "Votes")
    adopt(hall, correction)
    assert "sealed" not in json.dumps(hall.cycle.law.document["rules"]["tolls"])
    assert row(hall, code).sealed
    assert not Vote.objects.filter(proposal__cycle=hall.pk, proposal__code=code).exists()
    hall.vote(code, gus="for")
    counted = count(hall, code)
    assert (counted.votes_for, counted.votes_against) == (3, 1)
    hall.is_sound()


def test_a_correction_that_counts_votes_tells_no_vote(open_with: OpenWith) -> None:
    """Its fork plays on past the count of votes that are still sealed in the cycle."""
    hall = open_with(motions(), *FIVE)
    hall.clock.wait(hours=50)
    code = move(hall)
    hall.vote(code, bob="against", eve="against")
    hall.clock.wait(hours=1)
    shown = correction(hall, code, "move")
    assert json.loads(shown)[0] == CorrectionStatus.BUILT
    assert "against" not in shown


def test_the_example_of_the_document(open_with: OpenWith) -> None:
    hall = open_with(example("secret-vote"), *FIVE)
    hall.grant("ada", "Chip", 2)
    code = move(hall, class_="censure")
    hall.vote(code, bob="for", eve="for", fay="against")
    assert count(hall, code).status == "enacted"
    assert hall.has("ada", "Chip") == 1
    hall.is_sound()


def test_what_seals_nothing_is_refused_with_its_place() -> None:
    law = with_clauses(cycle_16(), motions())
    law["rules"]["tolls"]["clauses"]["motion"]["votes"] = {"sealed": "yes"}
    assert {flaw.path for flaw in flaws_of(law)} == {"/rules/tolls/clauses/motion/votes/sealed"}


# ── nobody else sees anything

LISTENING: Clauses = {
    "fog": {"value": "Fog", "of": "cycle", "is": "number"},
    "ban": {"forbid": "vote", "if": {"is": ["$vote", "equals", {"values": ["unclear"]}]}, "because": "Be clear."},
    "first": {
        "when": "does",
        "act": "vote",
        "before": True,
        "if": {"is": ["$vote", "equals", {"values": ["for"]}]},
        "do": [{"raise": "Fog", "by": 1}],
    },
    "then": {
        "when": "does",
        "act": "vote",
        "if": {"is": ["$vote", "equals", {"values": ["against"]}]},
        "do": [{"raise": "Fog", "by": 10}, {"announce": "{who} {vote} {options} {before}."}],
    },
    "heard": {
        "when": "voted",
        "if": {"is": ["$vote", "equals", {"values": ["none"]}]},
        "do": [{"raise": "Fog", "by": 100}],
    },
    "seen": {
        "when": "voted",
        "do": [
            {"raise": "Fog", "by": {"sum": ["$proposal.for", "$proposal.against", "$proposal.unclear"]}},
            {"raise": "Fog", "by": {"count": "$proposal.supporters"}},
            {"if": {"is": ["$proposal.for", "more_than", 1]}, "then": [{"raise": "Fog", "by": 5}]},
        ],
    },
    "voters": {"when": "voted", "do": [{"announce": "{proposal.voters}."}]},
}


def ballots() -> Clauses:
    """A class with options, whose votes are sealed."""
    found = motions()
    found["motion"] |= {"ballot": {"options": ["Red", "Green"], "counted": "ranked", "ties": "earliest"}}
    return found


PREVIEWED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("correct-grant", {"holder": "eve", "item": "Chip", "amount": 3, "reason": "a gift"}),
    ("stop-cycle", {"winners": [], "reason": "enough"}),
)
EDITS = ("move", "void", "void the vote")


def places(hall: Hall) -> Iterator[tuple[str, str]]:
    """Everything that people other than a voter read of a cycle: pages, the API, the wiki, the admin, the state."""
    root, api = f"/c/{hall.slug}/", f"/api/v1/cycles/{hall.slug}/"
    last = hall.cycle.seq
    read = [
        *(root + page for page in ("", "proposals/", "proposals/1/", "players/", "journal/", "chance/draws.json")),
        *(f"{root}journal/{seq}/" for seq in range(max(1, last - 6), last + 1)),
        *(api + page for page in ("", "proposals/", "proposals/1/", "journal/", "draws/", "actions/", "players/")),
    ]
    for name in ("", "zoe"):
        client = Client()
        if name:
            client.force_login(person(name))
        for page in read:
            answer = client.get(page)
            assert answer.status_code == 200, page
            yield f"{name} {page}", (answer.getvalue() if answer.streaming else answer.content).decode()
    hall.publish()
    for wiki in WikiPage.objects.filter(cycle=hall.pk):
        yield str(wiki), str(render_page(wiki))
    yield "state", canonical_json(state_of(hall.cycle))
    for entry in hall.entries():
        yield f"entry {entry.seq}", json.dumps([entry.words, entry.events, entry.args, entry.digest])
    client = browser_of(person(ADMIN))
    for table in ("proposals/vote", "proposals/votechange", "cycles/entry"):
        yield table, client.get(f"/admin/{table}/").content.decode()
    proposal = Proposal.objects.get(cycle=hall.pk, number=1)
    yield "admin", client.get(f"/admin/proposals/proposal/{proposal.pk}/change/").content.decode()
    yield "stream", json.dumps(feed._entries(hall.slug, max(0, last - 6)))
    yield "dry run", str(dry_runs.dry_run(hall.slug, [proposal]))
    for name, args in PREVIEWED:
        action = action_named(name)
        try:
            yield (
                f"preview of {name}",
                str(act_preview.preview_act(hall.slug, hall.actor(ADMIN), action, action.read(args))),
            )
        except Refusal as refusal:
            yield f"preview of {name}", str(refusal)


def correction(hall: Hall, code: str, edit: str) -> str:
    """What a correction of the past shows: the proposal earlier, so that votes are counted, or without it."""
    (submitted,) = (each for each in hall.entries("submit-proposal") if each.events[0]["proposal"] == code)
    if edit == "move":
        edits = [{"do": "move", "entry": submitted.key, "at": (submitted.at - timedelta(hours=47)).isoformat()}]
    else:
        entry = submitted if edit == "void" else hall.entries("vote")[0]
        edits = [{"do": "void", "entry": entry.key}]
    hall.do(ADMIN, "open-correction", edits=edits, reason="it was wrong")
    row = tell(hall)
    return json.dumps([row.status, row.trouble, row.difference, row.impossible])


def seen(
    hall: Hall, code: str, voted: list[tuple[str, tuple[str, list[str]]]], leaver: str, edit: str
) -> dict[str, str]:
    """What others see once people have voted so. Nothing of it has happened."""
    before, found = hall.clock.now, {}
    with transaction.atomic():
        for name, (vote, options) in voted:
            hall.clock.wait(minutes=1)
            hall.do(name, "vote", proposal=code, vote=vote, options=options)
        if leaver:
            hall.do(leaver, "leave")
        for place, text in places(hall):
            text = re.sub(
                r'nonce="[^"]*"|csrf[^>]*|name="[0-9a-f]+"|/admin/[^"]*/\d+/change|value="([0-9]+|[0-9a-f]{32})"',
                "",
                text,
            )
            found[place] = text
        found["correction"] = correction(hall, code, edit)
        transaction.set_rollback(True)
    hall.clock.to(before)
    return found


@st.composite
def two_votes(draw: st.DrawFn) -> tuple[bool, list[tuple[str, Any, Any]], str, str]:
    """Who votes in which order, and two ways in which they vote. A first vote takes nothing back."""
    with_options = draw(st.booleans())
    kinds = [(vote, []) for vote in ("against", "unclear", "none")]
    if with_options:
        kinds += [("for", options) for options in (["Red"], ["Green"], ["Green", "Red"])]
    else:
        kinds.append(("for", []))
    voters = draw(st.lists(st.sampled_from(FIVE), min_size=1, max_size=6))
    voted: list[tuple[str, Any, Any]] = []
    for name in voters:
        is_first = all(name != earlier for earlier, _, _ in voted)
        could = st.sampled_from([kind for kind in kinds if kind[0] != "none" or not is_first])
        voted.append((name, draw(could), draw(could)))
    return with_options, voted, draw(st.sampled_from(["", *voters])), draw(st.sampled_from(EDITS))


@pytest.mark.django_db
@settings(
    max_examples=examples(8),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(drawn=two_votes())
def test_two_cycles_that_differ_only_in_sealed_votes_look_the_same(
    open_with: OpenWith, monkeypatch: pytest.MonkeyPatch, settings: Any, drawn: Any
) -> None:
    """To everybody but the voters, whatever rules listen. Commitments hide by a salt that nobody knows."""
    settings.API_RATE_LIMIT = "1000000/min"
    monkeypatch.setattr(Sealed, "commitment", property(lambda self: {"commitment": "0" * 64}))
    for module in (dry_runs, act_preview):
        monkeypatch.setattr(module, "new_seed", lambda: "5" * 64)
    with_options, voted, leaver, edit = drawn
    clauses = (ballots() if with_options else motions()) | LISTENING
    assert not flaws_of(with_clauses(cycle_16(), clauses))
    with transaction.atomic():
        hall = open_with(clauses, *FIVE, "zoe")
        hall.actor(ADMIN)
        hall.clock.wait(hours=50)
        code = move(hall, "zoe", effects=[{"grant": "Chip", "to": "$proposal.supporters"}])
        one = seen(hall, code, [(name, vote) for name, vote, _ in voted], leaver, edit)
        other = seen(hall, code, [(name, vote) for name, _, vote in voted], leaver, edit)
        assert one.keys() == other.keys()
        for place, text in one.items():
            assert text == other[place], place
        transaction.set_rollback(True)


@pytest.mark.django_db
@settings(
    max_examples=examples(12),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(drawn=two_votes())
def test_sealed_votes_count_as_open_ones(open_with: OpenWith, drawn: Any) -> None:
    """The same votes, changes and leavers bring about the same, sealed or open."""
    with_options, voted, leaver, _ = drawn
    found = []
    for sealed in (True, False):
        with transaction.atomic():
            clauses = ballots() if with_options else motions()
            clauses["motion"]["votes"] = {"sealed": sealed, "weight": 2}
            hall = open_with(clauses, *FIVE, "zoe")
            code = move(hall, "zoe")
            for name, (vote, options), _ in voted:
                with suppress(Refusal):  # an open vote is refused if it is the same
                    hall.do(name, "vote", proposal=code, vote=vote, options=options)
            if leaver:
                hall.do(leaver, "leave")
            counted = count(hall, code)
            hall.is_sound()
            numbers = (counted.status, counted.votes_for, counted.votes_against, counted.votes_unclear, counted.chosen)
            votes = Vote.objects.filter(proposal=counted).order_by("name").values_list("name", "vote")
            named = NamedOptions.objects.filter(proposal=counted).order_by("name").values_list("name", "options")
            found.append((numbers, counted.rounds, list(votes), list(named)))
            transaction.set_rollback(True)
    assert found[0] == found[1]
