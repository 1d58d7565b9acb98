"""No recipe and no rule does the opposite of the sentence for which it is offered or drafted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.cycles.domain.exceptions import BadArguments
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.plain_rules.draft_rule import rule_said
from nomic.recipes.sentences import is_asked_for
from nomic.recipes.who_gains_or_loses import agrees
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.unread_orders import Stretch, ideas_for
from tests.recipes.laws import law_of
from tests.support.example_counts import examples

LAW = "cycle-16"


@dataclass(frozen=True)
class Who:
    """How a sentence names the players whom it is about, and how a rule does: the event, and the players."""

    says: str
    event: str
    players: str


WHO = [
    Who("{whoever} wins a duel", "match-over", "$winners"),
    Who("{whoever} loses a duel", "match-over", "$losers"),
    Who("the winner of a match", "match-over", "$winners"),
    Who("the loser of a match", "match-over", "$losers"),
    Who("if you lose a battle you", "match-over", "$losers"),
    Who("if you win a battle you", "match-over", "$winners"),
    Who("when somebody loses a duel they", "match-over", "$losers"),
    Who("if your proposal passes you", "proposal-enacted", "$proposal.author"),
    Who("if your proposal fails you", "proposal-failed", "$proposal.author"),
    Who("the author of a proposal that fails", "proposal-failed", "$proposal.author"),
    Who("everyone who voted against a proposal that passes", "proposal-enacted", "$proposal.opponents"),
    Who("everyone who voted for a proposal that fails", "proposal-failed", "$proposal.supporters"),
    Who("{whoever} buys a Handy Pack", "bought", "$player"),
]
WAYS = {"gain": ["gets", "gains", "receives", "earns", "is paid"], "lose": ["loses", "pays", "is fined", "forfeits"]}
WHAT = ["2 Vertebrae", "a Chip", "5 coins", "a present", "3 gold", "two Gem Keys", "a medal"]
DENIED = [" unless it is Monday", " except Ada", ", but not twice", " unless they have 10 Chips"]


def movements(clauses: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the event, the players and "gain" or "lose" for all that the clauses give and take."""
    for clause in clauses.values():
        yield from _moved(clause.get("do", []), str(clause.get("when", "")))


def _moved(steps: list[Any], event: str) -> Iterator[tuple[str, str, str]]:
    for step in steps:
        if "grant" in step:
            yield event, str(step["to"]), "gain"
        elif "revoke" in step:
            yield event, str(step["from"]), "lose"
        elif "transfer" in step:
            yield event, str(step["to"]), "gain"
            yield event, str(step["from"]), "lose"
        yield from _moved(step.get("do", []), event)


def drafted(words: str) -> Iterator[Mapping[str, Any]]:
    """Yield the clauses of all that a page would draft from a sentence or open as an idea with its answers."""
    law = law_of(LAW)
    for operation in draft_from(law, words, []).operations:
        yield operation["value"]["clauses"]
    for idea in ideas_for(words, law):
        try:
            made = draft_from_recipe(idea.listed, law, idea.answers)
        except BadArguments:
            continue
        for operation in made.amendments:
            if isinstance(operation.get("value"), dict):
                yield operation["value"].get("clauses") or {}


@given(
    st.sampled_from(WHO),
    st.sampled_from(["whoever", "a player who", "anyone who"]),
    st.sampled_from([(way, verb) for way, verbs in WAYS.items() for verb in verbs]),
    st.sampled_from(WHAT),
    st.sampled_from(["", " as a consolation", " from the bank", *DENIED]),
)
@settings(max_examples=examples(80), deadline=None)
def test_nothing_does_the_opposite(who: Who, whoever: str, way: tuple[str, str], what: str, end: str) -> None:
    words = f"{who.says.format(whoever=whoever)} {way[1]} {what}{end}"
    events = ("match-over", "proposal-enacted", "proposal-failed", "bought")
    for clauses in drafted(words):
        found = {each for each in movements(clauses) if each[0] in events}
        assert found <= {(who.event, who.players, way[0])}, words
        assert not (found and end in DENIED), words


@given(
    st.sampled_from(["winner", "loser"]),
    st.sampled_from(["gives", "pays", "hands"]),
    st.sampled_from(["2 Vertebrae", "a Chip", "5 coins"]),
)
@settings(max_examples=examples(30), deadline=None)
def test_who_gives_and_who_receives_stay(giver: str, verb: str, what: str) -> None:
    taker = "loser" if giver == "winner" else "winner"
    words = f"the {giver} of a duel {verb} {what} to the {taker}"
    for clauses in drafted(words):
        assert {*movements(clauses)} <= {("match-over", f"${giver}s", "lose"), ("match-over", f"${taker}s", "gain")}


@pytest.mark.parametrize(
    ("words", "who", "bound"),
    [
        ("the rich, with more than 30 Chips, shall pay a tax of 2 Chips", "rich", "30"),
        ("a tax of 2 Chips for all with at least 30 Chips", "least", "30"),
        ("a basic wage of 2 Chips for the poor with less than 3 Chips", "poor", "3"),
        ("a basic wage of 2 Chips for the poor with at most 3 Chips", "poor", "4"),
        ("a basic wage of 2 Chips for members with over 3 Chips", "rich", "4"),
    ],
)
def test_a_bound_keeps_its_side(words: str, who: str, bound: str) -> None:
    answers = next(iter(ideas_for(words, law_of(LAW)))).answers
    assert (answers["who"], answers.get("above", answers.get("bound")), answers["n"]) == (who, bound, "2")


@pytest.mark.parametrize(
    "words",
    [
        "a tax of 2 Chips for all with less than 30 Chips",
        "a tax of 2 Chips for all with at most 30 Chips",
        "We should ban gifts",
        "Players may not vote",
        "Everybody must submit at least 2 proposals a week",
        "Whoever wins a duel does not get 2 Chips",
        "Players can sell a new item, the Bomb, for 3 Chips",
        "Nobody may give away more than 5 cards a day",
    ],
)
def test_an_idea_that_cannot_mean_it_is_not_offered(words: str) -> None:
    assert ideas_for(words, law_of(LAW)) == ()


def test_an_amount_is_taken_from_the_part_about_its_players() -> None:
    words = "duels shall cost losers 1 Vertebra and shall be worth 2 Vertebrae to their winners"
    answers = next(iter(ideas_for(words, law_of(LAW)))).answers
    assert (answers["n"], answers["loss"]) == ("2", "1")


def test_the_other_way_round_is_no_idea_and_the_right_way_is_one() -> None:
    senses = ["winner gains", "loser loses"]
    assert agrees("If you win a duel you get 5 coins", senses)
    assert agrees("Whoever loses a duel pays 5 coins", senses)
    assert not agrees("If you lose a duel you get 5 coins", senses)
    assert not agrees("Whoever wins a duel pays 5 coins", senses)
    assert not agrees("If you lose a duel, you get 5 coins", senses)
    assert rule_said("If you lose a duel you get 5 Chips", law_of(LAW)) is not None
    assert not is_asked_for("If you lose a duel you get 5 coins")


@pytest.mark.parametrize(
    ("why", "reason"), [("so it is", "So it is."), ("do you mean x?", "Do you mean x?"), ("it ends.", "It ends.")]
)
def test_a_reason_has_one_mark_at_its_end(why: str, reason: str) -> None:
    assert Stretch("x", why=why).reason == reason
