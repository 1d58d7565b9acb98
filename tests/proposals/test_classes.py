"""Classes of proposals as clauses: who submits, how long people vote, whose votes count for how much, what passes."""

from datetime import timedelta
from typing import Any

import pytest

from nomic.law.document.sections import flaws_of
from nomic.proposals.models import Proposal
from nomic.proposals.votes.count_votes import tally
from nomic.proposals.votes.tally import final_tally
from tests.support.hall import (
    AGAINST,
    DAY,
    HOUR,
    START,
    WEEK,
    Document,
    Hall,
    OpenCycle,
    classes_16,
    with_rules,
)

MOMENT = timedelta(microseconds=1)
PRICE = "/shop/offers/Chip/costs/Vertebra"
MORE_FOR = {"is": ["$for", "more_than", AGAINST]}
BY_CHIPS = {"weight": {"stock": "Chip", "of": "$it"}}
HALF_OF_ALL = {"is": [{"times": [2, "$voters"]}, "at_least", "$eligible"]}


def law_with(**classes: Document) -> Document:
    """Cycle 16 with one rule that has its classes, and these."""
    made = {
        name: {"class": name.capitalize(), "lasts": {"hours": 24}, "passes": MORE_FOR} | more
        for name, more in classes.items()
    }
    return with_rules({"voting": {"title": "Voting", "body": "", "clauses": classes_16() | made}})


@pytest.fixture
def hall_with(open_cycle: OpenCycle) -> Any:
    """Begin such a cycle with three founders."""

    def begin(**classes: Document) -> Hall:
        return open_cycle(law_with(**classes), joined=("ada", "bob", "eve"))

    return begin


def propose(hall: Hall, name: str, class_: str, *amendments: dict[str, Any]) -> Proposal:
    return Proposal.objects.get(code=hall.propose(name, *amendments, **{"class": class_}))


def price(value: int) -> dict[str, Any]:
    return {"op": "replace", "path": PRICE, "value": value}


def chip(hall: Hall) -> int:
    cost: int = hall.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    return cost


def status(proposal: Proposal) -> str:
    return Proposal.objects.get(pk=proposal.pk).status


def replace(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": f"/rules/voting/clauses/{path}", "value": value}


# Votes that weigh


def test_a_vote_counts_as_the_class_says(hall_with: Any) -> None:
    """By Chips: two against with one each lose to one with three; who has none counts for nothing."""
    hall = hall_with(chips={"votes": BY_CHIPS})
    for name, count in (("ada", 3), ("bob", 1)):
        hall.grant(name, "Chip", count)
    proposal = propose(hall, "eve", "chips", price(20))
    hall.vote(proposal.code, ada="for", bob="against", eve="against")
    hall.to(START + 24 * HOUR)
    assert (status(proposal), chip(hall)) == ("enacted", 20)
    counted = final_tally(Proposal.objects.get(pk=proposal.pk))
    assert counted is not None
    assert (counted.votes_for, counted.votes_against, counted.voters, counted.eligible) == (3, 1, 2, 2)
    assert "3 for, 1 against; 2 of 2 eligible players voted" in hall.entries("close-voting")[0].words[0]
    hall.is_sound()


def test_weights_are_those_at_the_end(hall_with: Any) -> None:
    """Chips gained after the vote count, and those lost do not."""
    hall = hall_with(chips={"votes": BY_CHIPS})
    hall.grant("ada", "Chip", 2)
    proposal = propose(hall, "eve", "chips", price(20))
    hall.vote(proposal.code, ada="for", bob="against")
    assert tally(hall.read_context("ada"), proposal).votes_for == 2
    hall.grant("bob", "Chip", 5)
    assert tally(hall.read_context("ada"), proposal).votes_against == 5
    hall.to(START + 24 * HOUR)
    assert status(proposal) == "failed"
    hall.is_sound()


def test_whoever_leaves_counts_no_more(hall_with: Any) -> None:
    """Neither among the votes nor among those who could vote; what they owned is gone with them."""
    hall = hall_with(most={"passes": HALF_OF_ALL})
    proposal = propose(hall, "eve", "most", price(20))
    hall.vote(proposal.code, ada="for")
    hall.do("eve", "leave")
    hall.to(START + 24 * HOUR)
    assert status(proposal) == "enacted"  # one of the two who are left
    hall.is_sound()


def test_half_of_all_who_could_have_to_vote(hall_with: Any) -> None:
    """One of three is not enough, however they voted."""
    hall = hall_with(most={"passes": HALF_OF_ALL})
    proposal = propose(hall, "eve", "most", price(20))
    hall.vote(proposal.code, ada="for")
    hall.to(START + 24 * HOUR)
    assert status(proposal) == "failed"


def test_votes_of_some_players_only(hall_with: Any) -> None:
    """Not that of the player who proposed it."""
    others = {"not": {"is": ["$it", "equals", "$me"]}}
    hall = hall_with(others={"votes": {"who": others}})
    proposal = propose(hall, "eve", "others", price(20))
    hall.vote(proposal.code, eve="for", ada="unclear")
    now = tally(hall.read_context("bob"), proposal)
    assert (now.votes_for, now.votes_unclear, now.counted_against, now.voters, now.eligible) == (0, 1, 1, 1, 2)
    hall.to(START + 24 * HOUR)
    assert status(proposal) == "failed"
    hall.is_sound()


def test_a_class_may_have_unclear_votes_count_for_nothing(hall_with: Any) -> None:
    """R10 is what the law's own classes say: their conditions add unclear votes to those against."""
    hall = hall_with(mild={"passes": {"is": ["$for", "more_than", "$against"]}})
    mild, standard = propose(hall, "eve", "mild", price(20)), propose(hall, "eve", "standard", price(30))
    for proposal in (mild, standard):
        hall.vote(proposal.code, ada="for", bob="unclear")
    hall.to(START + 24 * HOUR)
    assert status(mild) == "enacted"
    assert hall.entries("close-voting")[0].words[0].endswith("are counted: 1 for, 0 against, 1 unclear.")
    hall.to(WEEK)
    assert status(standard) == "failed"
    assert hall.entries("close-voting")[1].words[0].endswith("are counted: 1 for, 1 against.")
    hall.is_sound()


# How long


def test_a_vote_of_several_phases(hall_with: Any) -> None:
    """The whole phases that start next."""
    hall = hall_with(slow={"lasts": {"phases": 2}})
    proposal = propose(hall, "eve", "slow", price(20))
    assert proposal.ends_at == WEEK + 3 * DAY


def test_a_vote_until_something_happens(hall_with: Any) -> None:
    """It is counted right after the entry in which it does, in the order of creation; a vote afterwards is late."""
    hall = hall_with(race={"lasts": {"until": "joined"}})
    first, second = propose(hall, "eve", "race", price(20)), propose(hall, "bob", "race", price(30))
    for proposal in (first, second):
        hall.vote(proposal.code, ada="for")
    assert first.ends_at == START + 56 * DAY
    hall.clock.wait(hours=5)
    hall.join("zoe")
    assert (status(first), status(second)) == ("enacted", "by-hand")
    assert Proposal.objects.get(pk=first.pk).ends_at == START + 5 * HOUR
    hall.refused("bob", "vote", "no-open-proposal", proposal=first.code, vote="against")
    assert [entry.action for entry in hall.entries()][-5:] == [
        "join",
        "become-reputable",
        "act-by-rule",  # the first grant
        "close-voting",
        "close-voting",
    ]
    hall.is_sound()


def test_it_does_not_happen_for_ever(hall_with: Any) -> None:
    """After eight weeks the votes are counted, or when the class says."""
    hall = hall_with(race={"lasts": {"until": "joined"}}, quick={"lasts": {"until": "joined", "hours": 3}})
    slow, quick = propose(hall, "eve", "race", price(20)), propose(hall, "eve", "quick", price(20))
    hall.to(START + 3 * HOUR)
    assert (status(quick), status(slow)) == ("failed", "open")
    hall.to(START + 56 * DAY - MOMENT)
    assert status(slow) == "open"
    hall.to(START + 56 * DAY)
    assert status(slow) == "failed"


def test_its_own_submission_does_not_end_it(hall_with: Any) -> None:
    """The next one does."""
    hall = hall_with(relay={"lasts": {"until": "proposal-submitted"}})
    first = propose(hall, "eve", "relay", price(20))
    assert status(first) == "open"
    second = propose(hall, "bob", "relay", price(30))
    assert (status(first), status(second)) == ("failed", "open")
    hall.is_sound()


def test_it_ends_at_what_the_class_names_now(hall_with: Any) -> None:
    """A class that waits for something else since does so for what is open already; the limit stays."""
    hall = hall_with(race={"lasts": {"until": "joined"}})
    proposal = propose(hall, "eve", "race", price(20))
    change = propose(hall, "eve", "urgent", replace("race/lasts/until", "left"))
    hall.vote(change.code, ada="for")
    hall.to(START + 48 * HOUR)
    hall.join("zoe")
    assert status(proposal) == "open"
    hall.do("zoe", "leave")
    assert status(proposal) == "failed"
    hall.is_sound()


def test_an_event_that_a_counting_brings_ends_others_too(hall_with: Any) -> None:
    """What is enacted ends what waits for an enactment, once all that follows from it has happened."""
    hall = hall_with(next={"lasts": {"until": "proposal-enacted"}})
    waits = propose(hall, "eve", "next", price(30))
    first = propose(hall, "eve", "urgent", price(20))
    hall.vote(waits.code, ada="for")
    hall.to(START + 48 * HOUR)
    assert (status(first), status(waits), chip(hall)) == ("enacted", "by-hand", 20)
    hall.is_sound()


# A class that changes while people vote


def test_two_that_end_together_and_change_each_others_class(hall_with: Any) -> None:
    """The earlier one changes what the later one is counted by."""
    hall = hall_with(mild={})
    nobody = {"is": [0, "more_than", "$against"]}
    never = {"is": ["$for", "at_least", 10]}
    first = propose(hall, "eve", "mild", replace("mild/passes", never))
    second = propose(hall, "bob", "mild", price(20))
    for proposal in (first, second):
        hall.vote(proposal.code, ada="for")
    hall.bad("ada", "submit-proposal", "amendments/rules/voting/clauses/mild/passes", title="T",
             amendments=[replace("mild/passes", nobody)])  # fmt: skip
    hall.to(START + 24 * HOUR)
    assert (status(first), status(second), chip(hall)) == ("enacted", "failed", 25)
    hall.is_sound()


def test_a_class_that_lasts_otherwise_now_changes_no_end_that_was_fixed(hall_with: Any) -> None:
    """The end of a vote was fixed when it began."""
    hall = hall_with(mild={"lasts": {"hours": 72}})
    open_ = propose(hall, "bob", "mild", price(20))
    change = propose(hall, "eve", "urgent", replace("mild/lasts/hours", 1))
    hall.to(START + 48 * HOUR)
    assert status(change) == "enacted"
    hall.to(START + 72 * HOUR - MOMENT)
    assert status(open_) == "open"
    hall.to(START + 72 * HOUR)
    assert status(open_) == "failed"


def test_a_class_may_move_to_another_rule(hall_with: Any) -> None:
    """It is the class of that name; a proposal that is open is counted by it."""
    hall = hall_with(mild={"lasts": {"hours": 72}})
    open_ = propose(hall, "bob", "mild", price(20))
    hall.vote(open_.code, ada="for")
    there = {"mild": {"class": "Mild", "lasts": {"hours": 1}, "passes": MORE_FOR}}
    moved = {"title": "Elsewhere", "body": "", "clauses": there}
    gone = {"op": "remove", "path": "/rules/voting/clauses/mild"}
    propose(hall, "eve", "urgent", gone, {"op": "add", "path": "/rules/elsewhere", "value": moved})
    hall.to(START + 72 * HOUR)
    assert status(open_) == "enacted"
    hall.is_sound()


# What cannot be a class


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"lasts": {}}, "lasts"),
        ({"lasts": {"hours": 1, "phases": 1}}, "lasts"),
        ({"lasts": {"hours": 24 * 56 + 1}}, "lasts/hours"),
        ({"lasts": {"until": "the-end-of-the-world"}}, "lasts/until"),
        ({"who": {"any": []}}, "who"),
        ({"who": {"not": {"all": []}}}, "who"),
        ({"who": {"reputable": "$it"}}, "who"),
        ({"votes": {"who": {"is": [1, "more_than", 2]}}}, "votes/who"),
        ({"votes": {"weight": 0}}, "votes/weight"),
        ({"votes": {"weight": -3}}, "votes/weight"),
        ({"votes": {"weight": "many"}}, "votes/weight"),
        ({"votes": {"weight": {"stock": "Hat", "of": "$it"}}}, "votes/weight/stock"),
        ({"votes": {"weight": {"roll": "1d6"}}}, "votes/weight"),
        ({"passes": {"is": [0, "more_than", "$against"]}}, "passes"),
        ({"passes": {"is": ["$abstentions", "more_than", 1]}}, "passes/is/0"),
        ({"passes": None}, "passes"),
        ({"costs": {"Hat": 1}}, "costs/Hat"),
    ],
)
def test_what_could_be_no_class_is_refused_with_its_place(change: Document, path: str) -> None:
    """Nobody could submit, nobody's vote could count, none could pass; it lasts for no time or for two."""
    paths = [flaw.path for flaw in flaws_of(law_with(odd=change))]
    assert any(found.startswith(f"/rules/voting/clauses/odd/{path}") for found in paths), paths


def test_a_law_keeps_a_class_and_one_by_default() -> None:
    """Else nothing could ever be voted on again."""
    law = law_with()
    law["rules"]["voting"]["clauses"] = {}
    assert "nothing could ever be voted on again" in str(flaws_of(law)[0])
    law = law_with()
    del law["rules"]["voting"]["clauses"]["standard"]["default"]
    assert "is the default" in str(flaws_of(law)[0])
    assert "only one class can be the default" in str(flaws_of(law_with(odd={"default": True}))[0])


def test_two_rules_have_no_class_of_one_name() -> None:
    """Whose proposals would it be?"""
    law = law_with()
    law["rules"]["more"] = {"title": "More", "body": "", "place": 9, "clauses": {"urgent": classes_16()["urgent"]}}
    assert any("is the class 'urgent'" in flaw.detail for flaw in flaws_of(law))
