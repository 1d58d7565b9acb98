"""Rules about votes add up: a quorum, vote weights and a tie-breaker in separate rules, by clauses `voting`."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.schema.clause_models import Voters
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.proposals.models import Proposal
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import DraftedProposal, draft_from_recipe
from nomic.recipes.plain_rules.draft_rule import amendment_of, rule_said
from nomic.web.composer.orders.drafting import draft_from
from tests.clauses.conftest import OpenWith, open_with, with_clauses
from tests.recipes.checking import enact
from tests.support.hall import Hall, cast, clock, cycle_16, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle", "open_with"]

ACTIVE = {"active": "$it"}
STATED: dict[str, Any] = {
    "who": ACTIVE,
    "weight": {"sum": [1, {"count": {"those": "$it", "where": ACTIVE}}]},
    "quorum": 2,
    "casting": ACTIVE,
    "sealed": True,
}
ANSWERS: dict[str, dict[str, str]] = {
    "quorum": {"share": "number", "votes": "2"},
    "vote-weights": {"who": "most", "item": "Vertebra", "more": "1"},
    "tie-breaker": {"who": "most", "item": "Vertebra", "when": "day-begins", "office": "Chair"},
}


def law_stating(*rules: Mapping[str, Any]) -> Law:
    """A law with one rule for each of these settings of voters, in this order."""
    made = {
        f"r{place}": {"title": f"Rule {place}", "body": "", "place": place, "clauses": {"votes": _voting(place, votes)}}
        for place, votes in enumerate(rules, start=1)
    }
    return law_with(made)


def law_with(rules: dict[str, Any]) -> Law:
    law = with_clauses(cycle_16(), {})
    return Law({**law, "rules": law["rules"] | rules})


def _voting(place: int, votes: Mapping[str, Any]) -> dict[str, Any]:
    return {"voting": f"Way {place}", "votes": dict(votes)}


def votes_of(law: Law) -> list[Voters]:
    return [class_.votes for class_ in classes_of(law).values()]


@given(st.lists(st.sets(st.sampled_from(sorted(STATED)), min_size=1), max_size=4))
def test_settings_of_separate_rules_add_up(names: list[set[str]]) -> None:
    """They hold as those of one rule would, unless two rules state the same one. Without a rule, its own are gone."""
    rules = [{name: STATED[name] for name in sorted(each)} for each in names]
    law = law_stating(*rules)
    flaws = {flaw.path: flaw.detail for flaw in flaws_of(law.document)}
    twice = {
        f"/rules/r{place}/clauses/votes/votes/{name}": next(n for n, each in enumerate(names, start=1) if name in each)
        for place, each in enumerate(names, start=1)
        for name in each
        if any(name in before for before in names[: place - 1])
    }
    assert flaws.keys() == twice.keys()
    for path, first in twice.items():
        assert flaws[path].startswith(f"the rule “Rule {first}” already says ")
    if not twice:
        for place in range(len(rules) + 1):  # with all rules, then without each of them
            rest = [*rules[: place - 1], *rules[place:]] if place else rules
            whole = {name: value for each in rest for name, value in each.items()}
            assert votes_of(law_stating(*rest)) == votes_of(law_stating(*[whole] if whole else []))


def drafted(hall: Hall, name: str) -> DraftedProposal:
    return draft_from_recipe(recipes()[name], hall.cycle.law, ANSWERS[name])


def result(hall: Hall, **votes: str) -> str:
    """Propose other words for a rule, vote, and return what became of the proposal."""
    code = hall.propose("eve", {"op": "replace", "path": "/rules/tolls/body", "value": f"Words {len(hall.entries())}."})
    hall.vote(code, **votes)
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    return Proposal.objects.get(cycle=hall.pk, code=code).status


@pytest.mark.parametrize("order", [*permutations(ANSWERS)])
def test_recipes_are_enacted_in_any_order_and_repealed_alone(open_with: OpenWith, order: tuple[str, ...]) -> None:
    hall = open_with({})
    hall.grant("ada", "Vertebra", 90)
    added = {name: enact(hall, drafted(hall, name)) for name in order}
    law = hall.cycle.law
    assert [voters.quorum for voters in votes_of(law)] == [2] * len(votes_of(law))
    assert all(voters.weight and voters.casting for voters in votes_of(law))
    assert result(hall, ada="for") == "failed"
    assert result(hall, ada="for", bob="against", eve="against") == "enacted"  # 2 to 2, and the Chair decides
    for name in order:
        (path,) = [each["path"] for each in added[name].amendments if each["path"].startswith("/rules/")]
        hall_votes = votes_of(hall.cycle.law)[0]
        code = hall.propose("ada", {"op": "remove", "path": path})
        hall.vote(code, ada="for", bob="for", eve="for")
        hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
        field = {"quorum": "quorum", "vote-weights": "weight", "tie-breaker": "casting"}[name]
        assert votes_of(hall.cycle.law)[0] == hall_votes.model_copy(update={field: None})
    hall.is_sound()


def test_proposals_open_at_once_add_up(open_with: OpenWith) -> None:
    """Each was drafted when the law had no such rule, and the second of two quorums is refused with the rule's name."""
    hall = open_with({})
    again = {"title": "Turnout", "body": "", "place": 9_000, "clauses": {"votes": _voting(9, {"quorum": 3})}}
    made = [drafted(hall, name).amendments for name in ANSWERS]
    codes = [hall.propose("ada", *each) for each in (*made, [{"op": "add", "path": "/rules/turnout", "value": again}])]
    for code in codes:
        hall.vote(code, ada="for", bob="for", eve="for")
    hall.to(Proposal.objects.get(cycle=hall.pk, code=codes[0]).ends_at)
    found = [Proposal.objects.get(cycle=hall.pk, code=code) for code in codes]
    assert [each.status for each in found] == ["enacted"] * 3 + ["by-hand"]
    assert "the rule “Quorum” already says" in " ".join(hall.entries("close-voting")[-1].words)
    hall.is_sound()


def test_plain_rules_add_up() -> None:
    """A second sentence about votes is read under a law that has the first."""
    law = law_with({})
    for words in ("Reputable players' votes count double.", "Active players break ties."):
        rule = rule_said(words, law)
        assert rule is not None, words
        law = Law(amended_draft(law.document, [amendment_of(rule, words, law)]))
    assert not [*flaws_of(law.document)]
    assert all(voters.weight and voters.casting for voters in votes_of(law))


SAID_AGAIN = [
    (
        "Proposals need 4 votes to pass.",
        "Proposals need 5 votes to pass.",
        "Quorum",
        "how many have to",
    ),
    (
        "The Judge's vote counts double.",
        "Reputable players' votes count triple.",
        "Votes that count more",
        "how much",
    ),
    ("The Judge breaks ties.", "In a tie, the richest player decides.", "Tied votes", "whose votes decide ties"),
]


@pytest.mark.parametrize(("first", "second", "title", "says"), SAID_AGAIN)
def test_a_second_sentence_about_the_same_names_the_rule_that_says_it(
    first: str, second: str, title: str, says: str
) -> None:
    law = Law(cycle_16())
    made = Law(amended_draft(law.document, draft_from(law, first, []).operations))
    for other, _, _, _ in SAID_AGAIN:
        assert bool(draft_from(made, other, []).operations) is (other != first)
    found = draft_from(made, second, [])
    assert found.operations == []
    assert f"the rule “{title}” already says {says}" in found.left[0][1]


def test_what_the_default_class_says_itself_is_said_already() -> None:
    """In the Ministry, decrees have weights of their own: others would not hold of them."""
    law = Law(document_of("ministry-of-lamps"))
    assert "“Decrees” already says how much each vote counts" in recipes()["vote-weights"].why_not(law)
    assert rule_said("Reputable players' votes count double.", law) is None
    assert recipes()["quorum"].why_not(law) == ""


@pytest.mark.parametrize(
    ("votes", "status"),
    [
        ({}, "failed"),
        ({"ada": "for"}, "by-hand"),
        ({"ada": "for", "bob": "for", "eve": "against"}, "by-hand"),
        ({"ada": "for", "bob": "unclear"}, "failed"),
        ({"bob": "against"}, "failed"),
    ],
)
def test_a_majority_in_words_counts_as_it_reads(cast: Hall, votes: dict[str, str], status: str) -> None:
    """Two thirds of no votes are none, but that is no majority. Words alone that pass are carried out by hand."""
    words = draft_from(cast.cycle.law, "Standard proposals need a two-thirds majority.", [])
    assert not words.left
    for operations, each in ((words.operations, dict.fromkeys(("ada", "bob", "eve"), "for")), ([], votes)):
        code = cast.propose("ada", *operations)
        cast.vote(code, **each)
        cast.to(Proposal.objects.get(cycle=cast.pk, code=code).ends_at)
    assert Proposal.objects.get(cycle=cast.pk, code=code).status == status
