"""Proposals: submission, votes, enactment (R9 to R13)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from nomic.clauses.proposal_classes import class_by_default, classes_of
from nomic.cycles.models import Cycle
from nomic.proposals.models import Proposal, Vote, VoteChange
from nomic.proposals.votes.count_votes import tally
from nomic.proposals.votes.tally import Tally, final_tally
from tests.support.hall import (
    ADMIN,
    BATTLE,
    DAY,
    HOUR,
    START,
    WEEK,
    Document,
    Hall,
    bare_law,
    classes_16,
    cycle_16,
    wordless,
)

MOMENT = timedelta(microseconds=1)
PRICE = "/shop/offers/Chip/costs/Vertebra"
GIVES_A_HAT = [{"grant": "Hat", "to": "$me"}]
URGENT = {"class": "urgent"}
EXPLORATION = classes_16()["exploration"]
(PERMIT,) = EXPLORATION["costs"]
WELL = {
    "op": "add",
    "path": "/rules/exploration/clauses/well",
    "value": {"outcome": "A well", "of": "exploration", "do": [{"grant": "Chip", "n": 3, "to": "$me"}]},
}
URGENT_CLAUSE = "/rules/urgent-class-proposal/clauses/urgent"


def price(value: int) -> dict[str, Any]:
    """An amendment of what a Chip costs (25)."""
    return {"op": "replace", "path": PRICE, "value": value}


def chip(hall: Hall) -> int:
    """What a Chip costs by the law in force."""
    cost: int = hall.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    return cost


def votes_now(hall: Hall, code: str) -> Tally:
    """The votes of players as they stand."""
    return tally(hall.read_context("ada"), Proposal.objects.get(code=code))


def status(code: str) -> str:
    return Proposal.objects.get(code=code).status


# Submission (R9)


def test_R9_a_proposal_is_open_for_votes_from_its_submission(cast: Hall) -> None:
    """With a number to speak of and a code to keep."""
    code = cast.propose("ada", price(20), title="  Cheap \t Chips ", text="Less.\r\n")
    proposal = Proposal.objects.get(code=code)
    assert (proposal.number, proposal.author, proposal.class_name) == (1, "ada", "standard")
    assert (proposal.title, proposal.text) == ("Cheap Chips", "Less.")
    assert (proposal.submitted_at, proposal.base_revision, proposal.status) == (START, 0, "open")
    assert proposal.amendments == [{"op": "test", "path": PRICE, "value": 25}, price(20)]
    cast.vote(code, bob="for")


def test_R9_only_players_submit(cast: Hall) -> None:
    """A person who has not joined, or has left, does not."""
    cast.refused("stranger", "submit-proposal", "not-a-player", "R5", title="T", text="x")
    cast.do("eve", "leave")
    cast.refused("eve", "submit-proposal", "not-a-player", "R5", title="T", text="x")


def test_R9_unreputable_players_submit_standard_proposals_only(cast: Hall) -> None:
    """Urgent ones are for the reputable."""
    cast.clock.to(WEEK)
    cast.join("zoe")
    cast.propose("zoe")
    refused = cast.refused("zoe", "submit-proposal", "not-so", "Urgent Class", title="T", text="x", **URGENT)
    assert refused.detail == "A proposal of the class Urgent can be submitted only if you are reputable."
    assert [choice.value for choice in classes(cast, "zoe")] == ["standard"]
    assert [choice.value for choice in classes(cast, "ada")] == ["standard", "urgent"]


def classes(hall: Hall, name: str) -> Any:
    ctx = hall.read_context(name)
    offered = hall.can(name)["submit-proposal"].action.choices
    assert offered is not None
    return offered(ctx)["class"]


def test_R9_an_exploration_proposal_uses_up_one_permission(cast: Hall) -> None:
    """Without one it is refused; with one, one proposal."""
    args = {"title": "T", "text": "x", "class": "exploration"}
    cast.refused("ada", "submit-proposal", "cannot-pay", "Exploration Class", **args)
    cast.grant("ada", PERMIT)
    cast.do("ada", "submit-proposal", **args)
    assert cast.has("ada", PERMIT) == 0
    cast.refused("ada", "submit-proposal", "cannot-pay", "Exploration Class", **args)
    cast.is_sound()


def test_R9_a_refused_submission_keeps_the_permission(cast: Hall) -> None:
    """Amendments that cannot become law cost nothing."""
    cast.grant("ada", PERMIT)
    cast.bad("ada", "submit-proposal", "amendments", **{"class": "exploration"}, title="T", amendments=[price(-1)])
    assert cast.has("ada", PERMIT) == 1


def test_R9_where_one_may_submit_nothing_submitting_is_not_offered(open_cycle) -> None:
    """The reason is that of the class."""
    law = bare_law()
    law["rules"]["time"]["clauses"] = {"urgent": classes_16()["urgent"] | {"default": True}}
    hall = open_cycle(law)
    hall.clock.to(WEEK)
    hall.join("ada")
    hall.refused("ada", "submit-proposal", "not-so", "Time", title="T", text="x")
    assert not hall.can("ada")["submit-proposal"].available


def test_amendments_are_judged_when_proposed(cast: Hall) -> None:
    """What cannot become law is refused with its place, and nothing is submitted."""
    for amendments, field in [
        ([price(-1)], "amendments/shop/offers/Chip/costs/Vertebra"),
        ([{"op": "remove", "path": "/shop/offers/Nothing"}], "amendments"),
        ([{"op": "test", "path": PRICE, "value": 1}], "amendments"),
        ([price(25)], "amendments"),
        ([{"op": "test", "path": PRICE, "value": 25}], "amendments"),
        ([{"op": "add", "path": "/weather", "value": {}}], "amendments/weather"),
        ([{"op": "add", "path": "/rules/x", "value": {"title": "x" * 300, "body": ""}}], "amendments/rules/x/title"),
        (
            [{"op": "add", "path": "/rules/x", "value": {"title": "X", "body": "{{law|/no}}"}}],
            "amendments/rules/x/body",
        ),
        ([{"op": "erase", "path": "/rules/x"}], "amendments/0/op"),
        (["x"], "amendments/0"),
        ("x", "amendments"),
        ({}, "amendments"),
        ([{}] * 501, "amendments"),
        ([{"op": "add", "path": "/rules/x", "value": "\ud800"}], "amendments/0"),
        ([{"op": "add", "path": "/rules/x", "value": float("nan")}], "amendments/0"),
        ([{"op": "add", "path": "/rules/x", "value": "x" * 2_000_000}], "amendments"),
    ]:
        cast.bad("ada", "submit-proposal", field, title="T", amendments=amendments)
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(
    ("field", "args"),
    [
        ("title", {"text": "x"}),
        ("title", {"title": "", "text": "x"}),
        ("title", {"title": " \t", "text": "x"}),
        ("title", {"title": "x" * 300, "text": "x"}),
        ("title", {"title": "क़" * 120, "text": "x"}),
        ("title", {"title": "two\nlines", "text": "x"}),
        ("title", {"title": "\ud800", "text": "x"}),
        ("title", {"title": ["T"], "text": "x"}),
        ("text", {"title": "T"}),
        ("text", {"title": "T", "text": "  \n"}),
        ("text", {"title": "T", "text": "x" * 2_000_000}),
        ("text", {"title": "T", "text": "\x00"}),
        ("text", {"title": "T", "text": "a\u202eb"}),
        ("text", {"title": "T", "text": "\udfff"}),
        ("text", {"title": "T", "text": 5}),
        ("class", {"title": "T", "text": "x", "class": "wish"}),
        ("class", {"title": "T", "text": "x", "class": "Ü"}),
        ("class_name", {"title": "T", "text": "x", "class_name": "urgent"}),
        ("author", {"title": "T", "text": "x", "author": "bob"}),
    ],
)
def test_a_proposal_that_is_none_is_refused_with_its_field(cast: Hall, field: str, args: dict[str, Any]) -> None:
    """Titles, texts and classes that cannot be, fields that are not there."""
    cast.bad("ada", "submit-proposal", field, **args)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "{{delete}}\n[[Category:X]]",
        "'''bold''' & <nowiki>",
        "🝬 👍🏽",
        "''\"`$(rm -rf)`",
        "a;DROP",
    ],
)
def test_wikitext_and_html_are_kept_as_they_were_typed(cast: Hall, text: str) -> None:
    """In title and text, and in the journal."""
    code = cast.propose("ada", title=text.replace("\n", " "), text=text)
    proposal = Proposal.objects.get(code=code)
    assert (proposal.title, proposal.text) == (text.replace("\n", " "), text)
    assert cast.entries("submit-proposal")[0].args["text"] == text
    cast.is_sound()


# Voting periods (R11)


def test_R11_a_standard_proposals_period_is_the_whole_phase_that_starts_next(cast: Hall) -> None:
    """Submitted in a rest phase, counted at the end of the battle phase; and the other way round."""
    first = cast.propose("ada")
    assert Proposal.objects.get(code=first).ends_at == WEEK
    cast.clock.to(BATTLE)
    second = cast.propose("ada")
    assert Proposal.objects.get(code=second).ends_at == BATTLE + 7 * DAY
    cast.to(WEEK - MOMENT)
    assert status(first) == "open"
    cast.to(WEEK)
    assert (status(first), status(second)) == ("failed", "open")


def test_R11_an_urgent_proposals_period_is_48_hours_from_submission(cast: Hall) -> None:
    """To the microsecond, across a boundary."""
    submitted = START + 2 * DAY + timedelta(microseconds=7)
    cast.clock.to(submitted)
    code = cast.propose("ada", price(20), **URGENT)
    cast.to(submitted + 48 * HOUR - MOMENT)
    assert status(code) == "open"
    cast.to(submitted + 48 * HOUR)
    assert (status(code), chip(cast)) == ("enacted", 20)
    assert cast.entries("close-voting")[0].at == submitted + 48 * HOUR


def test_R11_an_exploration_proposals_period_is_24_hours(cast: Hall) -> None:
    """Its votes are counted 24 hours after its submission."""
    cast.grant("ada", PERMIT)
    code = cast.propose("ada", WELL, **{"class": "exploration"})
    cast.to(START + 24 * HOUR - MOMENT)
    assert status(code) == "open"
    cast.to(START + 24 * HOUR)
    assert status(code) == "enacted"


@pytest.mark.parametrize(
    ("votes_for", "votes_against", "popular"), [(0, 0, False), (1, 0, True), (1, 1, False), (2, 1, True), (5, 6, False)]
)
def test_R11_a_standard_proposal_is_popular_with_more_for_than_against(
    cast: Hall, votes_for: int, votes_against: int, popular: bool
) -> None:
    """A tie is not enough."""
    assert is_popular(cast, "standard", votes_for, votes_against) is popular


def is_popular(hall: Hall, name: str, votes_for: int, votes_against: int) -> bool:
    """By the class as it stands, of votes of which one against is unclear."""
    unclear = min(votes_against, 1)
    votes = {"for": votes_for, "against": votes_against - unclear, "unclear": unclear, "voters": 0, "eligible": 0}
    return classes_of(hall.cycle.law)[name].is_popular(hall.read_context("ada"), votes, "ada")


@pytest.mark.parametrize("name", ["urgent", "exploration"])
@pytest.mark.parametrize(("votes_for", "votes_against", "popular"), [(0, 0, True), (0, 2, True), (9, 3, False)])
def test_R11_the_other_classes_are_popular_with_at_most_two_against(
    cast: Hall, name: str, votes_for: int, votes_against: int, popular: bool
) -> None:
    """Two votes against are borne and three are not, however many are for it."""
    assert is_popular(cast, name, votes_for, votes_against) is popular


def test_R11_the_numbers_are_law(cast: Hall) -> None:
    """A law of one hour and of nobody against."""
    cast.propose("ada", {"op": "replace", "path": f"{URGENT_CLAUSE}/lasts/hours", "value": 1}, {
        "op": "replace", "path": f"{URGENT_CLAUSE}/passes/is/0", "value": 0}, **URGENT)  # fmt: skip
    cast.to(START + 2 * DAY)
    code = cast.propose("ada", price(20), **URGENT)
    cast.vote(code, bob="against", eve="for")
    cast.to(START + 2 * DAY + HOUR)
    assert status(code) == "failed"


# Votes (R10)


def test_R10_a_person_has_one_vote_and_may_change_it(cast: Hall) -> None:
    """The last one stands, and every change is kept with its time."""
    code = cast.propose("ada")
    for hours, vote in enumerate(["for", "against", "unclear", "none", "for"]):
        cast.clock.to(START + hours * HOUR)
        cast.do("bob", "vote", proposal=code, vote=vote)
    assert list(Vote.objects.values_list("name", "vote")) == [("bob", "for")]
    assert [(change.vote, change.at) for change in VoteChange.objects.all()] == [
        ("for", START),
        ("against", START + HOUR),
        ("unclear", START + 2 * HOUR),
        ("", START + 3 * HOUR),
        ("for", START + 4 * HOUR),
    ]
    cast.is_sound()


def test_R10_the_same_vote_again_is_no_change(cast: Hall) -> None:
    """Nor can a vote be taken back that was never given."""
    code = cast.propose("ada")
    cast.refused("bob", "vote", "same-vote", "R10", proposal=code, vote="none")
    cast.vote(code, bob="for")
    cast.refused("bob", "vote", "same-vote", "R10", proposal=code, vote="for")


def test_R10_an_unclear_vote_counts_against_and_none_nowhere(cast: Hall) -> None:
    """One for, one unclear: not popular."""
    code = cast.propose("ada", price(20))
    cast.vote(code, ada="for", bob="unclear", eve="for")
    cast.do("eve", "vote", proposal=code, vote="none")
    cast.to(WEEK)
    proposal = Proposal.objects.get(code=code)
    assert (proposal.votes_for, proposal.votes_against, proposal.votes_unclear) == (1, 0, 1)
    assert proposal.status == "failed"
    assert final_tally(proposal) == replace(votes_now(cast, code), passes=None, is_final=True)


def test_R10_votes_of_people_who_are_no_players_do_not_count(cast: Hall) -> None:
    """They may vote, and it is asked at the end who plays."""
    code = cast.propose("ada", price(20))
    cast.vote(code, stranger="for", another="for", bob="against", eve="for")
    cast.do("eve", "leave")
    assert votes_now(cast, code).votes_for == 0
    cast.to(WEEK)
    assert status(code) == "failed"


def test_R10_who_becomes_a_player_before_the_end_is_counted(cast: Hall) -> None:
    """Whatever they were when they voted."""
    code = cast.propose("ada", price(20))
    cast.vote(code, stranger="for")
    cast.clock.to(WEEK - MOMENT)
    cast.join("stranger")
    cast.to(WEEK)
    assert status(code) == "enacted"


def test_R10_the_author_votes_like_anybody(cast: Hall) -> None:
    """Submitting a proposal is no vote for it; its author may vote either way."""
    code = cast.propose("ada", price(20))
    assert votes_now(cast, code).votes_for == 0
    cast.vote(code, ada="for")
    assert votes_now(cast, code).votes_for == 1


def test_R10_after_the_end_nobody_votes(cast: Hall) -> None:
    """With another one open, the closed one is named."""
    code = cast.propose("ada")
    cast.to(WEEK)
    cast.refused("bob", "vote", "no-open-proposal", "R10", proposal=code, vote="for")
    cast.propose("ada")
    cast.refused("bob", "vote", "not-open", "R10", proposal=code, vote="for")


@pytest.mark.parametrize(
    ("field", "args"),
    [
        ("proposal", {"proposal": "9", "vote": "for"}),
        ("proposal", {"proposal": "zzzzzzzz", "vote": "for"}),
        ("proposal", {"proposal": "", "vote": "for"}),
        ("proposal", {"proposal": 0, "vote": "for"}),
        ("proposal", {"proposal": True, "vote": "for"}),
        ("proposal", {"proposal": 1.5, "vote": "for"}),
        ("proposal", {"proposal": 10**12, "vote": "for"}),
        ("proposal", {"proposal": "-1", "vote": "for"}),
        ("proposal", {"proposal": "١", "vote": "for"}),
        ("proposal", {"proposal": "\x00", "vote": "for"}),
        ("proposal", {"proposal": "\ud800", "vote": "for"}),
        ("proposal", {"proposal": "9" * 500, "vote": "for"}),
        ("vote", {"proposal": "1", "vote": "maybe"}),
        ("vote", {"proposal": "1", "vote": "For"}),
        ("vote", {"proposal": "1"}),
        ("name", {"proposal": "1", "vote": "for", "name": "bob"}),
    ],
)
def test_a_vote_that_is_none_is_refused_with_its_field(cast: Hall, field: str, args: dict[str, Any]) -> None:
    """Nor does anybody vote for another."""
    cast.propose("ada")
    cast.bad("ada", "vote", field, **args)


def test_a_proposal_of_another_cycle_is_none_of_this(cast: Hall, open_cycle) -> None:
    """It is not found by its code or by its number."""
    other = open_cycle(slug="other", joined=("ada",))
    code = other.propose("ada")
    cast.propose("ada")
    cast.bad("bob", "vote", "proposal", proposal=code, vote="for")


# Editing and withdrawing (R12)


def test_R12_an_edited_proposal_never_takes_effect(cast: Hall) -> None:
    """It shows what it says now, and its votes are never counted."""
    code = cast.propose("ada", price(20))
    cast.vote(code, ada="for", bob="for")
    cast.do("ada", "edit-proposal", proposal=code, title="Dear Chips", text="More.", amendments=[price(30)])
    proposal = Proposal.objects.get(code=code)
    assert (proposal.title, proposal.text, proposal.status) == ("Dear Chips", "More.", "edited")
    cast.to(WEEK + DAY)
    assert chip(cast) == 25
    assert cast.entries("close-voting") == []
    cast.is_sound()


def test_R12_an_edited_proposal_is_compared_with_the_law_it_was_edited_under(cast: Hall) -> None:
    """Its amendments are guarded against that law, not the one that it was first written against."""
    urgent = cast.propose("bob", price(20), **{"class": "urgent"})
    cast.vote(urgent, bob="for")
    code = cast.propose("ada", price(30))
    cast.to(START + 3 * DAY)
    cast.do("ada", "edit-proposal", proposal=code, title="Dear Chips", text="More.", amendments=[price(40)])
    assert Proposal.objects.get(code=code).base_revision == 1
    cast.is_sound()


def test_R12_a_withdrawn_proposal_never_takes_effect(cast: Hall) -> None:
    """However many voted for it, the law stays as it was."""
    code = cast.propose("ada", price(20))
    cast.vote(code, ada="for", bob="for")
    cast.do("ada", "withdraw-proposal", proposal=code)
    cast.to(WEEK)
    assert (status(code), chip(cast)) == ("withdrawn", 25)
    cast.is_sound()


@pytest.mark.parametrize("action", ["edit-proposal", "withdraw-proposal"])
def test_R12_only_the_author_and_only_while_it_is_open(cast: Hall, action: str) -> None:
    """Not another's, not one that was decided, not one that was withdrawn."""
    more = {"title": "T", "text": "x"} if action == "edit-proposal" else {}
    adas = cast.propose("ada")
    cast.refused("bob", action, "no-open-proposal", "R12", proposal=adas, **more)
    cast.propose("bob")
    cast.refused("bob", action, "not-yours", "R12", proposal=adas, **more)
    cast.do("ada", "withdraw-proposal", proposal=adas)
    cast.propose("ada")
    cast.refused("ada", action, "not-open", "R12", proposal=adas, **more)
    cast.to(WEEK)
    cast.refused("ada", action, "no-open-proposal", "R12", proposal=adas, **more)


def test_R12_an_edit_that_cannot_be_law_is_refused_and_voids_nothing(cast: Hall) -> None:
    """A slip does not cost the proposal."""
    code = cast.propose("ada", price(20))
    cast.bad("ada", "edit-proposal", "amendments", proposal=code, title="T", text="x", amendments=[price(-1)])
    assert status(code) == "open"


# Taking effect (R12, R13)


def test_R12_proposals_that_end_together_take_effect_in_the_order_of_creation(cast: Hall) -> None:
    """The later one builds on the earlier one; its guards saw the law of its submission."""
    first = cast.propose("ada", {"op": "add", "path": "/items/Hat", "value": {"plural": "Hats", "kind": "keepsake"}})
    second = cast.propose("bob", price(20))
    for code in (second, first):
        cast.vote(code, ada="for")
    cast.to(WEEK)
    enacted = [Proposal.objects.get(code=code).enacted_revision for code in (first, second)]
    assert enacted == [1, 2]
    assert cast.cycle.revision == 2


def test_R13_of_two_proposals_for_one_place_the_second_needs_a_hand(cast: Hall) -> None:
    """Nothing is lost: it is popular, it says why, and the law is that of the first."""
    first, second = cast.propose("ada", price(20)), cast.propose("bob", price(30))
    for code in (first, second):
        cast.vote(code, ada="for")
    cast.to(WEEK)
    assert (status(first), status(second), chip(cast)) == ("enacted", "by-hand", 20)
    assert Proposal.objects.get(code=second).why_by_hand == (
        "the law is no longer what the amendment expects: at /shop/offers/Chip/costs/Vertebra it has 20, not 25"
    )
    assert "needs enactment by hand" in cast.entries("close-voting")[-1].words[-1]
    cast.is_sound()


def hat(plural: str) -> dict[str, Any]:
    return {"op": "add", "path": "/items/Hat", "value": {"plural": plural, "kind": "keepsake"}}


def hats(cast: Hall) -> str | None:
    found = cast.cycle.law.document["items"].get("Hat")
    return None if found is None else str(found["plural"])


@pytest.mark.parametrize("between", [0, 1, 2])
@pytest.mark.parametrize("fate", ["for", "against", "withdrawn"])
def test_R13_of_two_that_bring_one_name_the_first_that_passes_has_it(cast: Hall, fate: str, between: int) -> None:
    """In whatever order they stand, and whatever else ends with them: the later one waits for a hand, aloud."""
    changes = [hat("Hats"), hat("Others")]
    changes.insert(between, price(20))
    codes = [cast.propose(("ada", "bob", "eve")[place], change) for place, change in enumerate(changes)]
    earlier, later = (code for place, code in enumerate(codes) if place != between)
    for code in codes:
        cast.vote(code, ada=fate if code == earlier and fate != "withdrawn" else "for")
    if fate == "withdrawn":
        cast.do("bob" if between == 0 else "ada", "withdraw-proposal", proposal=earlier)
    cast.to(WEEK)
    assert (status(later), hats(cast)) == (("by-hand", "Hats") if fate == "for" else ("enacted", "Others"))
    assert ("where there was nothing before" in Proposal.objects.get(code=later).why_by_hand) == (fate == "for")
    assert (status(codes[between]), chip(cast)) == ("enacted", 20)
    cast.is_sound()


def test_R13_what_is_added_onto_what_stands_already_replaces_that_and_nothing_else(cast: Hall) -> None:
    """Who proposed it saw what it replaces; what came in its place meanwhile is not lost."""
    cast.propose_and_vote("ada", hat("Hats"), **URGENT, by=("ada",), at=START + 2 * DAY)
    first, second = cast.propose("ada", hat("Caps")), cast.propose("bob", hat("Crowns"))
    for code in (first, second):
        cast.vote(code, ada="for")
    cast.to(WEEK)
    assert (status(first), status(second), hats(cast)) == ("enacted", "by-hand", "Caps")
    cast.is_sound()


def test_R13_enacted_by_hand_its_own_amendments_replace_nothing_unseen(cast: Hall) -> None:
    """What it brings stands there from another still; an admin who means it says so in amendments for this law."""
    for plural in ("Hats", "Caps"):
        cast.vote(cast.propose("ada", hat(plural)), ada="for")
    cast.to(WEEK)
    cast.bad(ADMIN, "enact-by-hand", "amendments", proposal="2", reason="again")
    assert hats(cast) == "Hats"
    cast.do(ADMIN, "enact-by-hand", proposal="2", amendments=[hat("Caps")], reason="they want the later one")
    assert hats(cast) == "Caps"
    cast.is_sound()


def test_R13_amendments_take_effect_all_or_none(cast: Hall) -> None:
    """The half that would still fit does not happen either."""
    first = cast.propose("ada", price(20))
    both = cast.propose("bob", {"op": "replace", "path": "/duels/per_phase", "value": 5}, price(30))
    for code in (first, both):
        cast.vote(code, ada="for")
    cast.to(WEEK)
    assert cast.cycle.law.document["duels"]["per_phase"] == 1


def test_R13_what_would_no_longer_be_law_needs_a_hand(cast: Hall) -> None:
    """Each fits alone, both together would leave an offer without its item."""
    hat = {"op": "add", "path": "/items/Hat", "value": {"plural": "Hats", "kind": "keepsake"}}
    cast.propose("ada", hat, **URGENT)
    cast.to(START + 2 * DAY)
    gone = cast.propose("ada", {"op": "remove", "path": "/items/Hat"})
    sold = cast.propose(
        "bob", {"op": "add", "path": "/shop/offers/Hat", "value": {"gives": GIVES_A_HAT, "costs": {"Vertebra": 1}}}
    )
    for code in (gone, sold):
        cast.vote(code, ada="for")
    cast.to(WEEK)
    assert (status(gone), status(sold)) == ("enacted", "by-hand")
    assert "there is no item 'Hat'" in Proposal.objects.get(code=sold).why_by_hand


def test_R13_a_proposal_of_words_alone_needs_a_hand(cast: Hall) -> None:
    """What changes no value of the law waits, when it has passed, until an admin says that it was read."""
    code = cast.propose_and_vote("ada", by=("ada",), at=WEEK, text="Everybody shall be kind.")
    assert status(code) == "by-hand"
    cast.do(ADMIN, "enact-by-hand", proposal=code, words_only=True, reason="everybody read it")
    assert (status(code), cast.cycle.revision) == ("enacted", 0)
    cast.is_sound()


@pytest.fixture
def conflict(cast: Hall) -> Hall:
    """Proposal 1 made a Chip cost 20; proposal 2 (30) waits to be enacted by hand."""
    for name, value in (("ada", 20), ("bob", 30)):
        cast.vote(cast.propose(name, price(value)), ada="for")
    cast.to(WEEK)
    return cast


def test_R13_an_admin_adapts_and_enacts_by_hand(conflict: Hall) -> None:
    """With amendments for the law as it is, and a reason."""
    entry = conflict.do(ADMIN, "enact-by-hand", proposal="2", amendments=[price(30)], reason="meant for any price")
    assert chip(conflict) == 30
    assert entry.words[0] == "keeper enacts proposal 2, A change, by hand (meant for any price)."
    assert status(entry.args["proposal"]) == "enacted"
    conflict.is_sound()


def test_R13_its_own_amendments_are_tried_again(conflict: Hall) -> None:
    """They apply once what stood in their way is gone."""
    conflict.bad(ADMIN, "enact-by-hand", "amendments", proposal="2", reason="again")
    conflict.propose_and_vote("ada", price(25), **URGENT, by=("ada",), at=WEEK + 2 * DAY)
    conflict.do(ADMIN, "enact-by-hand", proposal="2", reason="again")
    assert chip(conflict) == 30
    conflict.is_sound()


def test_R13_only_what_waits_is_enacted_by_hand(conflict: Hall) -> None:
    """Not one that was enacted, and not twice; nothing waits afterwards."""
    conflict.refused(ADMIN, "enact-by-hand", "not-waiting", "R13", proposal="1", reason="x")
    conflict.bad(ADMIN, "enact-by-hand", "amendments", proposal="2", amendments=[price(-1)], reason="x")
    conflict.bad(ADMIN, "enact-by-hand", "words_only", proposal="2", amendments=[price(9)], words_only=True, reason="x")
    conflict.bad(ADMIN, "enact-by-hand", "reason", proposal="2", amendments=[price(9)])
    conflict.do(ADMIN, "enact-by-hand", proposal="2", amendments=[price(9)], reason="x")
    conflict.refused(ADMIN, "enact-by-hand", "nothing-waits", "R13", proposal="2", reason="x")


def test_R13_a_class_that_was_repealed_leaves_its_proposals_to_the_hand(open_cycle) -> None:
    """Nobody can say any more when they would be popular."""
    law = wordless()
    law["rules"]["time"]["clauses"]["quick"] = {**law["rules"]["time"]["clauses"]["urgent"], "lasts": {"hours": 24}}
    hall = open_cycle(law, joined=("ada", "bob"))
    urgent = hall.propose("bob", price(20), **URGENT)
    hall.propose("ada", {"op": "remove", "path": "/rules/time/clauses/urgent"}, **{"class": "quick"})
    hall.to(START + DAY)
    page = f"/c/{hall.slug}/proposals/1/"
    assert "The law no longer has a class “urgent”" in Client().get(page).content.decode()
    hall.to(START + 2 * DAY)
    assert status(urgent) == "by-hand"
    assert chip(hall) == 25
    said = hall.entries("close-voting")[-1].words[-1]
    assert said.startswith("Whether it passes is not known")
    shown = Client().get(page).content.decode()
    assert "Whether it passes is not known" in shown
    assert "has passed and waits" not in shown
    assert "popular, needs" not in shown
    hall.is_sound()


def test_R13_a_law_that_changes_the_title_changes_the_cycles_name(cast: Hall) -> None:
    """The row of the cycle, which every page reads, has the new title as soon as it is law."""
    cast.propose("ada", {"op": "replace", "path": "/cycle/title", "value": "The Hall"}, **URGENT)
    cast.to(START + 2 * DAY)
    assert Cycle.objects.get(pk=cast.pk).title == "The Hall"


def test_a_default_class_is_the_laws(open_cycle) -> None:
    """Unless a proposal names its own."""
    law: Document = cycle_16()
    del law["rules"]["standard-class-proposal"]["clauses"]["standard"]["default"]
    law["rules"]["urgent-class-proposal"]["clauses"]["urgent"]["default"] = True
    hall = open_cycle(law, joined=("ada",))
    assert Proposal.objects.get(code=hall.propose("ada")).class_name == "urgent"
    assert class_by_default(hall.cycle.law) == "urgent"


def test_numbers_count_within_the_cycle(cast: Hall, open_cycle) -> None:
    """1, 2, 3, also past withdrawn ones, and from 1 again in another cycle."""
    codes = [cast.propose("ada") for _ in range(2)]
    cast.do("ada", "withdraw-proposal", proposal=codes[1])
    assert Proposal.objects.get(code=cast.propose("ada")).number == 3
    other = open_cycle(slug="other", joined=("ada",))
    assert Proposal.objects.get(code=other.propose("ada")).number == 1


# How many of a player's are open at once


def open_some(hall: Hall, name: str, count: int) -> list[str]:
    return [hall.propose(name, title=f"Change {number}") for number in range(count)]


def test_a_player_has_at_most_twenty_open_proposals(cast: Hall) -> None:
    """The twenty-first is refused with the number; somebody else's do not count, nor do those that are decided."""
    codes = open_some(cast, "ada", 20)
    refused = cast.refused("ada", "submit-proposal", "too-many-open", "Proposals", title="One more", text="Words.")
    assert refused.detail.startswith("You have 20 open proposals, and the law allows 20 at once")
    assert not cast.can("ada")["submit-proposal"].available
    cast.propose("bob", title="Mine")
    cast.do("ada", "withdraw-proposal", proposal=codes[0])
    cast.propose("ada", title="Another")
    cast.refused("ada", "submit-proposal", "too-many-open", title="One more", text="Words.")
    cast.do("ada", "edit-proposal", proposal=codes[1], title="Void", text="Words.")
    cast.propose("ada", title="Yet another")
    cast.is_sound()


def test_the_law_says_how_many_may_be_open(cast: Hall) -> None:
    """It is a value like any other: a vote changes it, from its enactment on and for what is open already."""
    cast.propose("ada", {"op": "replace", "path": "/proposals/most_open", "value": 2}, **{"class": "urgent"})
    open_some(cast, "ada", 3)
    cast.clock.wait(hours=48)
    refused = cast.refused("ada", "submit-proposal", "too-many-open", title="One more", text="Words.")
    assert "the law allows 2 at once" in refused.detail


def test_a_law_that_says_nothing_allows_twenty(open_cycle: Any) -> None:
    """Laws that are older than the limit have it, too."""
    law = cycle_16()
    del law["proposals"]["most_open"]
    hall = open_cycle(law, joined=("ada",))
    open_some(hall, "ada", 20)
    hall.refused("ada", "submit-proposal", "too-many-open", title="One more", text="Words.")


@pytest.mark.parametrize("value", [0, -1, 1001, "20", None])
def test_how_many_may_be_open_is_a_number_from_one_to_a_thousand(cast: Hall, value: Any) -> None:
    """Nobody votes proposals away."""
    change = {"op": "replace", "path": "/proposals/most_open", "value": value}
    cast.bad("ada", "submit-proposal", "amendments/proposals/most_open", title="A", amendments=[change])
