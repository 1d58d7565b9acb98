"""What the votes on a proposal lack: beside every open vote, in the journal when it fails, and afterwards."""

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic import limits
from nomic.clauses.proposal_classes import classes_of
from nomic.proposals.models import Proposal
from nomic.proposals.votes.tally import Tally, final_tally
from nomic.proposals.votes.votes_needed_to_pass import MAX_TRIED, Outlooks
from tests.proposals.test_classes import HALF_OF_ALL, MORE_FOR, law_with
from tests.support.example_counts import examples
from tests.support.hall import AGAINST, WEEK, Hall, OpenCycle

pytestmark = pytest.mark.django_db
CONDITIONS = {
    "plain": MORE_FOR,
    "quorum": {"all": [MORE_FOR, {"is": ["$voters", "at_least", 3]}]},
    "twice": {"is": ["$for", "at_least", {"times": [2, AGAINST]}]},
    "few-against": {"is": [2, "at_least", AGAINST]},
    "mild": {"is": ["$for", "more_than", "$against"]},
    "half": HALF_OF_ALL,
    "far": {"is": ["$for", "at_least", 10 * MAX_TRIED]},
    "never": {"is": [1, "more_than", 2]},
    "costly": {"is": [{"sum": [{"stock": "Chip", "of": {"players": "players"}}] * 20}, "more_than", 1000]},
}


def test_an_open_vote_says_what_it_needs(cast: Hall, client: Client) -> None:
    """On the page of the proposal, in the list, on the hall and in the API."""
    code = cast.propose("ada")
    cast.vote(code, bob="against")
    for page in ("", "proposals/", "proposals/1/"):
        assert "needs at least 2 for" in client.get(f"/c/{cast.slug}/{page}").text
    votes = client.get(f"/api/v1/cycles/{cast.slug}/proposals/1/").json()["votes"]
    assert (votes["passes"], votes["lacks"]) == (False, "at least 2 for")
    cast.vote(code, ada="for", eve="for")
    for page in ("", "proposals/", "proposals/1/"):
        assert "passing so far" in client.get(f"/c/{cast.slug}/{page}").text
    votes = client.get(f"/api/v1/cycles/{cast.slug}/proposals/1/").json()["votes"]
    assert (votes["passes"], votes["lacks"]) == (True, None)


def test_no_vote_is_not_said_to_be_enough(cast: Hall, client: Client) -> None:
    """An urgent proposal passes without any vote for it: that is said so, until somebody votes."""
    code = cast.propose("ada", **{"class": "urgent"})
    assert "passes if nobody votes" in client.get(f"/c/{cast.slug}/proposals/1/").text
    cast.vote(code, bob="against")
    page = client.get(f"/c/{cast.slug}/proposals/1/").text
    assert "passing so far" in page
    assert "if nobody votes" not in page


def test_a_vote_that_fails_says_why(cast: Hall, client: Client) -> None:
    """In the entry that counts it, and on its page for ever; the replay says the same."""
    code = cast.propose("ada")
    cast.vote(code, ada="for", bob="against")
    cast.to(WEEK)
    [entry] = cast.entries("close-voting")
    assert entry.words == [
        "The votes on proposal 1, A change, are counted: 1 for, 1 against.",
        "It fails: it needs at least 2 for.",
    ]
    counted = final_tally(Proposal.objects.get(code=code))
    assert counted is not None
    assert counted.outlook == "needed at least 2 for"
    assert "needed at least 2 for" in client.get(f"/c/{cast.slug}/proposals/1/").text
    cast.is_sound()


@pytest.fixture
def of_all_kinds(open_cycle: OpenCycle) -> Hall:
    hall = open_cycle(law_with(**{name: {"passes": passes} for name, passes in CONDITIONS.items()}))
    hall.join("ada", "bob", "cleo", "dan")
    return hall


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(sorted(CONDITIONS)),
    votes=st.tuples(*[st.integers(0, 7)] * 3),
)
def test_the_smallest_change_that_is_enough_is_named(
    of_all_kinds: Hall, name: str, votes: tuple[int, int, int]
) -> None:
    """With it the proposal passes, and with one vote less of it not."""
    ctx = of_all_kinds.read_context("ada")
    class_ = classes_of(ctx.law)[name]
    counted = Tally(*votes, unclear_against=class_.counts_unclear_against)
    found = Outlooks(ctx).add_to(counted, class_, "ada")
    assert found.passes is not None
    assert found.passes == passes(name, votes)
    if found.passes or not found.lacks:
        assert found.lacks == ""
        assert found.passes or name in ("far", "never", "costly")
        return
    bound, number, side = found.lacks.removeprefix("at ").split()
    votes_for, against, unclear = votes
    if side == "for":
        assert bound == "least"
        assert passes(name, (int(number), against, unclear))
        assert not any(passes(name, (fewer, against, unclear)) for fewer in range(votes_for, int(number)))
    else:
        assert bound == "most"
        assert not any(passes(name, (votes_for + more, against, unclear)) for more in range(MAX_TRIED))
        assert passes(name, without(votes, counted.counted_against - int(number)))
        assert not passes(name, without(votes, counted.counted_against - int(number) - 1))


def without(votes: tuple[int, int, int], fewer: int) -> tuple[int, int, int]:
    """The votes with so many fewer against, of which the unclear ones go first."""
    votes_for, against, unclear = votes
    return votes_for, against - max(0, fewer - unclear), max(0, unclear - fewer)


def passes(name: str, votes: tuple[int, int, int]) -> bool:
    """Whether the votes are enough, worked out apart from the language of rules."""
    votes_for, against, unclear = votes
    return {
        "plain": votes_for > against + unclear,
        "quorum": votes_for > against + unclear and sum(votes) >= 3,
        "twice": votes_for >= 2 * (against + unclear),
        "few-against": against + unclear <= 2,
        "mild": votes_for > against,
        "half": 2 * sum(votes) >= 4,
        "far": votes_for >= 10 * MAX_TRIED,
        "never": False,
        "costly": False,
    }[name]


def test_many_proposals_share_one_step_limit(of_all_kinds: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be too much is left open; the tally itself is unchanged."""
    ctx, class_ = of_all_kinds.read_context("ada"), classes_of(of_all_kinds.cycle.law)["costly"]
    counted = Tally(1, 0, 0)
    monkeypatch.setattr(limits, "ACT_STEPS", 20_000)
    outlooks = Outlooks(ctx)
    found = [outlooks.add_to(counted, class_, "ada") for _ in range(40)]
    assert found[0].passes is False
    assert found[-1] == counted
