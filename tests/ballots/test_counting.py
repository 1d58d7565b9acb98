"""Counting rules: examples that were counted by hand, and axioms that hold for all ballots."""

import random
import re
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.ballots.ballot import MAX_CHOICES, OPTIONS, PEOPLE, Ballot, Choices, Count
from nomic.ballots.counting_rules import RULES, count
from tests.support.example_counts import examples

ABC = ("Ada", "Ben", "Cy")


def first_of(tied: Choices, places: int) -> Choices:
    """A lot that always draws the first."""
    return tied[:places]


def counted(rule: str, choices: str, votes: dict[str, int], seats: int = 1, ties: str = "earliest") -> Count:
    ballots = [Ballot(tuple(vote.split()), (), 1) for vote, times in votes.items() for _ in range(times)]
    return count(rule, tuple(choices.split()), ballots, seats, ties, first_of)


# ── counted by hand

TENNESSEE = {
    "Memphis Nashville Chattanooga Knoxville": 42,
    "Nashville Chattanooga Knoxville Memphis": 26,
    "Chattanooga Knoxville Nashville Memphis": 15,
    "Knoxville Chattanooga Nashville Memphis": 17,
}
CITIES = "Memphis Nashville Chattanooga Knoxville"


@pytest.mark.parametrize(
    ("rule", "winner"), [("plurality", "Memphis"), ("ranked", "Knoxville"), ("borda", "Nashville")]
)
def test_the_capital_of_tennessee(rule: str, winner: str) -> None:
    """The textbook example, in which each rule elects another city."""
    assert counted(rule, CITIES, TENNESSEE).winners == (winner,)


def test_the_record_of_an_instant_run_off() -> None:
    assert counted("ranked", CITIES, TENNESSEE).record == (
        "Round 1: Memphis 42, Nashville 26, Chattanooga 15, Knoxville 17. A seat takes 51 votes. Chattanooga is out.",
        "Round 2: Memphis 42, Nashville 26, Knoxville 32. Nashville is out.",
        "Round 3: Memphis 42, Knoxville 58. Knoxville is elected.",
    )


@settings(max_examples=300)
@given(st.data())
def test_every_record_is_made_of_whole_sentences(data: st.DataObject) -> None:
    """With none, one or two choices and ballots: nothing is listed that is not there."""
    rule, ties = (
        data.draw(st.sampled_from(sorted(RULES))),
        data.draw(st.sampled_from(["all", "none", "lot", "earliest"])),
    )
    choices, seats = ABC[: data.draw(st.integers(0, 2))], data.draw(st.integers(1, 3))
    papers = st.builds(
        Ballot,
        st.lists(st.sampled_from(ABC), max_size=2, unique=True).map(tuple),
        st.lists(st.sampled_from(ABC), max_size=1).map(tuple),
        st.integers(0, 2),
    )
    ballots, wording = data.draw(st.lists(papers, max_size=2)), data.draw(st.sampled_from([PEOPLE, OPTIONS]))
    found = count(rule, choices, ballots, seats, ties, first_of, wording)
    assert found.record
    for line in found.record:
        assert re.search(r"(: ?[.,]|  |^ | [.,]|,\.|\. (is|are) )", line) is None, line
    if not choices and rule not in ("ranked", "transferable"):
        none = "Nobody stands. Nobody is elected." if wording is PEOPLE else "There is no option. No option is chosen."
        assert (found.winners, found.record) == ((), (none,))


FOOD = {
    "Orange": 4,
    "Pear Orange": 2,
    "Chocolate Strawberry": 8,
    "Chocolate Sweets": 4,
    "Strawberry": 1,
    "Sweets": 1,
}


def test_three_seats_by_transferable_votes() -> None:
    """Twenty votes for five kinds of food: half of Chocolate's twelve votes move on."""
    found = counted("transferable", "Orange Pear Chocolate Strawberry Sweets", FOOD, 3)
    assert found.winners == ("Chocolate", "Orange", "Strawberry")
    assert found.record == (
        "Round 1: Orange 4, Pear 2, Chocolate 12, Strawberry 1, Sweets 1. A seat takes 6 votes. Chocolate is elected. "
        "The votes that Chocolate does not need (6) move on.",
        "Round 2: Orange 4, Pear 2, Strawberry 5, Sweets 3. Pear is out.",
        "Round 3: Orange 6, Strawberry 5, Sweets 3. Orange is elected. Sweets is out.",
        "Round 4: Strawberry 5. 3 votes no longer count. Strawberry is elected.",
    )


def test_parts_of_votes_are_cut_after_five_decimals() -> None:
    """Seven votes, three of which Ada does not need: each moves on as 3/7 of a vote."""
    found = counted("transferable", "Ada Ben Cy", {"Ada Ben": 5, "Ada Cy": 2, "Cy": 3}, 2)
    assert found.winners == ("Ada", "Cy")
    assert found.record[1].startswith("Round 2: Ben 2.14285, Cy 3.85714. 0.00001 votes no longer count.")


def test_points_and_approvals() -> None:
    assert counted("borda", "Ada Ben Cy", {"Ada Ben": 2, "Ben": 1}).record == (
        "Round 1: Ada 6, Ben 7, Cy 0. Ben is elected.",
    )
    assert counted("approval", "Ada Ben Cy", {"Ada Ben": 2, "Ben": 1}, 2).winners == ("Ben", "Ada")
    ballots = [Ballot(("Ada",), ("Ben",)), Ballot(("Ada", "Ben"), ()), Ballot((), ("Ada",), 2)]
    found = count("approval", ABC, ballots, 1, "lot", first_of)
    assert found.winners == ()
    assert found.record == ("Round 1: Ada 2 for and 2 against, Ben 1 for and 1 against, Cy 0. Nobody is elected.",)


@pytest.mark.parametrize(
    ("ties", "winners", "says"),
    [
        ("all", ("Ada", "Ben"), "Ada and Ben tie: all of them are elected. Ada and Ben are elected."),
        ("none", (), "Ada and Ben tie: none of them is elected. Nobody is elected."),
        ("lot", ("Ben",), "Ada and Ben tie: Ben is drawn by lot. Ben is elected."),
        ("earliest", ("Ada",), "Ada and Ben tie: Ada is the earliest. Ada is elected."),
    ],
)
def test_how_a_tie_ends(ties: str, winners: Choices, says: str) -> None:
    ballots = [Ballot(("Ada",)), Ballot(("Ben",))]
    found = count("plurality", ABC, ballots, 1, ties, lambda tied, places: tied[-places:])
    assert found.winners == winners
    assert found.record[0].endswith(says)


@pytest.mark.parametrize(
    ("ties", "winners"), [("all", ("Ada", "Ben")), ("none", ()), ("lot", ("Ben",)), ("earliest", ("Ada",))]
)
def test_how_a_tie_of_ranked_votes_ends(ties: str, winners: Choices) -> None:
    """The lot draws who is out; `earliest` keeps who comes first."""
    ballots = [Ballot(("Ada",)), Ballot(("Ben",)), Ballot(("Ada", "Cy")), Ballot(("Ben", "Cy"))]
    assert count("ranked", ABC, ballots, 1, ties, first_of).winners == winners


# ── what holds for all ballots

choices = st.lists(st.sampled_from("ABCDEFGH"), unique=True, min_size=1).map(tuple)
votes = st.lists(
    st.builds(Ballot, st.lists(st.sampled_from("ABCDEFGHX"), max_size=6).map(tuple), st.just(()), st.integers(0, 3)),
    max_size=12,
)
rules = st.sampled_from(sorted(RULES))
endings = st.sampled_from(["all", "none", "lot", "earliest"])


def by_lot(seed: int) -> random.Random:
    return random.Random(seed)


def count_with(rule: str, named: Choices, ballots: list[Ballot], seats: int, ties: str, seed: int = 0) -> Count:
    chance = by_lot(seed)
    return count(rule, named, ballots, seats, ties, lambda tied, places: tuple(chance.sample(sorted(tied), places)))


@settings(max_examples=examples(200))
@given(rules, choices, votes, st.integers(1, 4), endings, st.randoms(use_true_random=False))
def test_the_order_of_ballots_makes_no_difference(
    rule: str, named: Choices, ballots: list[Ballot], seats: int, ties: str, chance: random.Random
) -> None:
    mixed = chance.sample(ballots, len(ballots))
    found = count_with(rule, named, ballots, seats, ties)
    assert count_with(rule, named, mixed, seats, ties) == found
    assert set(found.winners) <= set(named)
    assert len(set(found.winners)) == len(found.winners)
    if ties in ("lot", "earliest", "none"):
        assert len(found.winners) <= seats


@settings(max_examples=examples(200))
@given(choices, votes, st.integers(1, 4), st.sampled_from(["lot", "earliest"]))
def test_transferable_votes_fill_exactly_the_seats(
    named: Choices, ballots: list[Ballot], seats: int, ties: str
) -> None:
    found = count_with("transferable", named, ballots, seats, ties)
    anybody_voted = any(ballot.weight and set(ballot.choices) & set(named) for ballot in ballots)
    assert len(found.winners) == (min(seats, len(named)) if anybody_voted else 0)


@settings(max_examples=examples(200))
@given(st.sampled_from(["ranked", "plurality", "transferable"]), choices, votes, endings)
def test_a_majority_wins(rule: str, named: Choices, ballots: list[Ballot], ties: str) -> None:
    """If more than half of the votes rank one choice first, it is elected alone."""
    firsts = Counter[str]()
    for ballot in ballots:
        liked = [choice for choice in ballot.choices if choice in named]
        firsts[liked[0] if liked else ""] += ballot.weight
    del firsts[""]
    leading = [choice for choice, times in firsts.items() if 2 * times > firsts.total()]
    if leading:
        assert count_with(rule, named, ballots, 1, ties).winners == tuple(leading)


@settings(max_examples=examples(100))
@given(rules, choices, votes, st.integers(1, 3), endings)
def test_a_weight_counts_as_so_many_equal_ballots(
    rule: str, named: Choices, ballots: list[Ballot], seats: int, ties: str
) -> None:
    """Except for parts of votes, which are cut for each ballot: there the winners are compared without surpluses."""
    single = [Ballot(each.choices, each.against) for each in ballots for _ in range(each.weight)]
    if rule != "transferable":
        assert count_with(rule, named, single, seats, ties) == count_with(rule, named, ballots, seats, ties)


@settings(max_examples=examples(100))
@given(rules, choices, votes, st.integers(1, 3), endings, st.sampled_from("ABCDEFGH"))
def test_a_choice_that_left_is_as_if_it_had_never_been(
    rule: str, named: Choices, ballots: list[Ballot], seats: int, ties: str, leaver: str
) -> None:
    """It makes no difference whether ballots still name it."""
    still = tuple(choice for choice in named if choice != leaver)
    without = [
        Ballot(tuple(each for each in ballot.choices if each != leaver), (), ballot.weight) for ballot in ballots
    ]
    assert count_with(rule, still, ballots, seats, ties) == count_with(rule, still, without, seats, ties)


def test_votes_are_neither_made_nor_lost() -> None:
    """In every round the votes of a count, and those that no longer count, come to those that were cast."""
    for seed in range(40):
        chance = by_lot(seed)
        ballots = [Ballot(tuple(chance.sample("ABCDEF", chance.randint(1, 6)))) for _ in range(30)]
        found = count_with("ranked", tuple("ABCDEF"), ballots, 1, "lot", seed)
        for line in found.record:
            tally, _, notes = line.partition(": ")[2].partition(".")
            votes_now = sum(int(part.rsplit(" ", 1)[1]) for part in tally.split(", "))
            lost = int(notes.split(" vote")[0].rsplit(" ", 1)[-1]) if "no longer" in notes else 0
            assert votes_now + lost == 30


def test_a_fair_lot_favours_nobody() -> None:
    """If all choices tie, each order of three candidates elects whoever the lot draws last."""
    winners = Counter(
        count_with("ranked", ABC, [Ballot(order) for order in permutations(ABC)], 1, "lot", seed).winners
        for seed in range(300)
    )
    assert set(winners) == {("Ada",), ("Ben",), ("Cy",)}
    assert min(winners.values()) > 60


def test_many_choices_and_voters_take_no_time() -> None:
    """Ten thousand ballots that rank fifty choices move at most half a million times."""
    names = tuple(f"p{number}" for number in range(MAX_CHOICES + 10))
    chance = by_lot(1)
    ballots = [Ballot(tuple(chance.sample(names, MAX_CHOICES))) for _ in range(10_000)]
    found = count_with("transferable", names, ballots, 5, "lot")
    assert len(found.winners) == 5
    assert set(found.winners) <= set(names[:MAX_CHOICES])
    assert len(found.record) <= MAX_CHOICES + 5


@pytest.mark.parametrize("rule", sorted(RULES))
def test_without_votes_nobody_is_elected(rule: str) -> None:
    for ballots in ([], [Ballot(())], [Ballot(("Zoe",))], [Ballot(("Ada",), (), 0)]):
        assert count(rule, ABC, ballots, 2, "all", first_of).winners == ()
