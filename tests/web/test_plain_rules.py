"""Rules in the words of players: what is drafted from a sentence, and that what recurs never becomes a single event."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from nomic.proposals.one_time_effects import one_time_flaws
from nomic.recipes.plain_rules.draft_rule import LONGEST, amendment_of, exact_sentences, rule_said
from nomic.web.composer.orders.drafting import draft_from, orders_left
from nomic.web.composer.orders.one_time_orders import HAPPENS_ONCE, goes_on
from nomic.web.composer.orders.unread_orders import marked, with_recipes
from tests.support.example_counts import examples
from tests.support.executed_lines import steps_of

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("plain_rules.yaml").read_text(encoding="utf-8"))
DRAFTED = [case for case in CASES if "clauses" in case]
NUMBERS = re.compile(r"\d+")


@cache
def law_of(template: str = "cycle-16") -> Law:
    return Law(document_of(template))


@pytest.mark.parametrize("case", DRAFTED, ids=[case["text"][:60] for case in DRAFTED])
def test_a_sentence_becomes_a_rule_that_acts(case: dict[str, Any]) -> None:
    law = law_of(case.get("law", "cycle-16"))
    found = draft_from(law, case["text"], [])
    (rule,) = [each["value"] for each in found.operations if str(each["path"]).startswith("/rules/")]
    assert rule["clauses"] == case["clauses"]
    assert (found.left, found.effects) == ([], [])
    made = amended_draft(law.document, found.operations)
    assert flaws_of(made) == []
    assert draft_from(law, case["text"], found.operations).operations == []


@pytest.mark.parametrize("case", [case for case in CASES if "left" in case], ids=lambda case: case["text"][:60])
def test_what_is_not_understood_is_told(case: dict[str, Any]) -> None:
    found = draft_from(law_of(), case["text"], [])
    assert (found.operations, found.effects) == ([], [])
    assert [why for _, why in found.left] == [case["left"]]


@pytest.mark.parametrize("case", [case for case in CASES if "value" in case], ids=lambda case: case["text"][:60])
def test_a_number_is_changed_in_its_place(case: dict[str, Any]) -> None:
    found = draft_from(law_of(), case["text"], [])
    assert {"op": "replace", "path": case["value"]["path"], "value": case["value"]["is"]} in found.operations


def test_most_of_the_corpus_is_understood() -> None:
    assert len(CASES) >= 60
    assert len(DRAFTED) >= 0.75 * len(CASES)


# A grammar of sentences that recur or depend on something.
SUBJECTS = [
    "everyone",
    "all players",
    "every player",
    "everybody with no Chips",
    "the player with the fewest Vertebrae",
    "the winner",
    "its author",
    "they",
    "a random player",
    "players who have not voted",
    "the tallest player",
    "Ada",
    "each player with more than 3 Gem Keys",
    "whoever is last",
    "you",
]
EFFECTS = [
    "gets 2 Vertebrae",
    "loses a Chip",
    "pays 3 Chips to the loser",
    "gains a Handy Pack for free",
    "draws a card",
    "gets 2 Bananas",
    "receives 4 Chips and a Gem Key",
    "becomes Judge",
    "loses half of their Vertebrae",
    "wins",
    "may not vote",
    "must pay 1 Vertebra",
    "gets 3",
    "takes 2 Chips from the others",
    "is destroyed",
]
EVENTS = [
    "whenever a duel ends",
    "if somebody wins a match",
    "when a player joins",
    "each time a proposal passes",
    "at the start of every week",
    "every phase",
    "at the end of the phase",
    "on Mondays",
    "every 3 days",
    "daily",
    "when somebody buys a pack",
    "after each battle",
    "if a duel goes in circles",
    "once per day",
    "every full moon",
    "whenever somebody sneezes",
    "as long as nobody votes",
    "every time it rains",
    "when the Judge resigns",
]
ADVERBS = ["", "always", "immediately", "automatically", "also", "secretly"]
WHOEVER = ["whoever loses a duel", "everyone who votes", "anyone who owns a King", "a player who joins late"]
COMMANDS = [
    "give everyone 2 Vertebrae",
    "take a Chip from every player",
    "pay every player 3 Chips",
    "fine Ada 2 Chips",
]
BANS = ["nobody may trade", "you may not play two Kings in a row", "players must not vote twice", "no one can win"]


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]


statement = st.builds(
    lambda who, how, does: " ".join(filter(None, [who, how, does])),
    st.sampled_from(SUBJECTS),
    st.sampled_from(ADVERBS),
    st.sampled_from(EFFECTS),
)
sentence = st.one_of(
    st.builds(lambda when, what: f"{when}, {what}", st.sampled_from(EVENTS), statement),
    st.builds(lambda when, what: f"{what} {when}", st.sampled_from(EVENTS), statement),
    st.builds(lambda who, does: f"{who} {does}", st.sampled_from(WHOEVER), st.sampled_from(EFFECTS)),
    st.builds(lambda when, what: f"{when}, {what}", st.sampled_from(EVENTS), st.sampled_from(COMMANDS)),
    st.builds(lambda when, what: f"{what} {when}", st.sampled_from(EVENTS), st.sampled_from(COMMANDS)),
    st.builds(lambda ban, when: f"{ban} {when}".strip(), st.sampled_from(BANS), st.sampled_from(["", *EVENTS])),
)


@given(
    sentence.map(_first), st.sampled_from(["", ".", "!"]), st.sampled_from(["", "I propose that ", "To thank you, "])
)
@example("Whoever loses a duel gets 2 Vertebrae as a consolation", "", "")
@example("Every 3 days everyone gets 2 Vertebrae", ".", "")
@settings(max_examples=examples(200), deadline=None)
def test_what_recurs_is_never_said_to_happen_once(words: str, end: str, lead: str) -> None:
    """It becomes a rule, is marked with its reason, or the author is told that nothing was understood."""
    law, text = law_of(), f"{lead}{words}{end}"
    found = draft_from(law, text, [])
    assert (found.effects, found.once) == ([], [])
    assert HAPPENS_ONCE not in [why for _, why in found.left]
    assert orders_left(law, text, [], does_something_once=True).once == []
    for stretch in with_recipes(marked(text, found.left), law):
        assert "happens once" not in stretch.suggestion
    if found.operations:
        _says_its_numbers(words, found.operations)


@given(
    st.sampled_from(["If it is Monday", "If there is a tie", "Unless it is late", "When it rains", "If nobody votes"]),
    st.sampled_from([each for each in SUBJECTS if each not in ("they", "you")]),
    st.sampled_from([each for each in EFFECTS if each != "is destroyed"]),
)
@settings(max_examples=examples(100), deadline=None)
def test_a_rule_under_a_condition_is_not_passed_over_beside_another(condition: str, who: str, does: str) -> None:
    """The condition may say that something is the case, as opinions do; what follows shows that it is a rule."""
    words = f"{condition}, {who} {does}."
    found = draft_from(law_of(), f"Whoever loses a duel gets 5 Vertebrae. {words}", [])
    assert len(found.operations) + len(found.left) == 2, words


def _says_its_numbers(words: str, operations: list[dict[str, Any]]) -> None:
    """Assert that each number of a sentence is in what is drafted from it."""
    rules = [each["value"] for each in operations if str(each["path"]).startswith("/rules/")]
    assert rules
    drafted = f"{[rule['clauses'] for rule in rules]}"
    assert {*NUMBERS.findall(words)} <= {*NUMBERS.findall(drafted)}


@given(st.sampled_from(DRAFTED), st.data())
@settings(max_examples=examples(60), deadline=None)
def test_a_condition_more_is_never_overlooked(case: dict[str, Any], data: st.DataObject) -> None:
    """A sentence with words that mean something else is not read as the one without them."""
    law = law_of(case.get("law", "cycle-16"))
    more = data.draw(
        st.sampled_from(
            ["unless it rains", "but only on a full moon", "if they sing", "except Ada", "three times in a row"]
        )
    )
    text = case["text"].rstrip(".!")
    said = data.draw(st.sampled_from([f"{text} {more}", f"{text}, {more}", f"{more}, {text}"]))
    assume(rule_said(text, law) is not None)
    assert rule_said(said, law) is None


@given(
    st.sampled_from([case for case in DRAFTED if "law" not in case]),
    st.sampled_from(["in the Battle Phase", "during Rest Phases", "but only in the Rest Phase"]),
)
@settings(max_examples=examples(60), deadline=None)
def test_a_phase_is_never_overlooked(case: dict[str, Any], phase: str) -> None:
    """What a sentence limits to a phase is limited to it, except when a count or a day begins."""
    assume("Phase" not in case["text"])
    rule = rule_said(f"{case['text'].rstrip('.!')} {phase}", law_of())
    for name, clause in ({} if rule is None else rule.clauses).items():
        assert name == "begin" or "value" in clause or len(clause["in"]) == 1


@pytest.mark.parametrize(
    "words",
    [
        "Players without Chips lose 2 Vertebrae when they lose a duel",
        "The player with the most Chips gets a Handy Pack if they win a match",
        "When somebody buys a pack they also may take a Chip",
        "When the proposal passes, everyone gets a Chip",
        "If nobody wins a match, everyone gets a Chip",
        "When somebody buys two packs, they get a Chip",
        "Every player may trade 3 times a week",
        "Whoever wins a duel gets 2 Vertebrae or a Chip",
        "Every week the winner of a match gets 2 Chips",
        "Everybody pays 2 Chips to everybody else every week",
        "Whoever wins a duel does not get 2 Vertebrae",
        "Every week everyone gets 2 Chips, and if they win a duel they get 3",
        "Every week everyone gets 2 Chips, and if it rains they lose 1",
    ],
)
def test_what_could_be_meant_otherwise_is_not_read(words: str) -> None:
    assert rule_said(words, law_of()) is None


def test_they_are_those_of_the_condition() -> None:
    said = rule_said("Everyone gets a Chip if they win a duel", law_of())
    assert said is not None
    assert said.clauses["does"]["do"] == [{"grant": "Chip", "n": 1, "to": "$winners"}]


def test_the_rule_says_exactly_what_the_sentence_says() -> None:
    (rule,) = draft_from(law_of(), "Whoever loses a duel gets 2 Vertebrae", []).rules
    assert rule.exactly == ("Whenever a duel is over, the losers each gain 2 Vertebrae.",)


def test_what_is_said_of_this_proposal_still_happens_once() -> None:
    law = law_of()
    assert draft_from(law, "When this proposal passes, every player gains 3 Chips.", []).effects
    assert draft_from(law, "Give every player 3 Chips.", []).effects
    assert not goes_on("Upon enactment, its author gains 3 Chips.")
    assert goes_on("Give every player 3 Chips every week.")


EVERYBODY = {"players": "players"}


@pytest.mark.parametrize(
    ("words", "does"),
    [
        ("If this passes, everyone who voted for it gains a Chip.", [("grant", "$proposal.supporters")]),
        ("Whoever voted against this proposal loses 1 Chip.", [("revoke", "$proposal.opponents")]),
        ("Every player who voted in favour of this gains an extra Handy Pack.", [("grant", "$proposal.supporters")]),
        ("If this passes, I gain 5 Vertebrae.", [("grant", "$me")]),
        ("When this passes, destroy every Legendary Pack.", [("each", EVERYBODY)]),
        ("If this passes, each player's Vertebrae are set to 30.", [("each", EVERYBODY)]),
        (
            "If this passes, each player who voted FOR it gains 3 Vertebrae, and each player who voted AGAINST it "
            "loses 1 Vertebra.",
            [("grant", "$proposal.supporters"), ("revoke", "$proposal.opponents")],
        ),
    ],
)
def test_what_happens_once_is_read_as_in_a_rule(words: str, does: list[tuple[str, Any]]) -> None:
    law = law_of()
    rule = "Add a rule called “Tea”:\n\nTea is served."
    text = f"{rule}\n\n{words}" if "passes" in words else f"{words}\n\n{rule}"
    found = draft_from(law, text, [])
    assert (found.left, len(found.operations)) == ([], 1)
    assert found.operations[-1]["value"]["body"] == "Tea is served."
    assert [
        (step, each.get("to", each.get("from", each.get("in")))) for each in found.effects for step in [*each][:1]
    ] == (does)
    assert not [*one_time_flaws(law, found.effects)]


def test_what_depends_on_later_deeds_does_not_happen_once() -> None:
    found = draft_from(law_of(), "If this passes, everyone who votes early gains a Chip.", [])
    assert (found.effects, len(found.left)) == ([], 1)


@pytest.mark.parametrize("template", ["the-commons", "knucklebones", "tetromic", "dungeon"])
def test_other_laws_have_their_own_things(template: str) -> None:
    law = law_of(template)
    for case in DRAFTED:
        found = draft_from(law, case["text"], [])
        assert found.effects == []
        assert flaws_of(amended_draft(law.document, found.operations)) == []


def test_a_game_without_duels_has_no_rule_about_them() -> None:
    assert rule_said("Whoever wins a duel gains 2 Bones", law_of("knucklebones")) is None
    assert rule_said("Whoever wins a match gains 2 Bones", law_of("knucklebones")) is not None


@pytest.mark.parametrize("word", ["whoever wins a duel ", "gets a Chip and ", "if you buy ", "a ", "nobody may buy "])
def test_a_long_sentence_takes_steps_that_grow_with_it(word: str) -> None:
    """A sentence of four times the length takes at most some eight times the steps: its parts are tried in pairs."""

    def read(size: int) -> None:
        rule_said((word * size)[:size], Law(law_of().document))

    read(LONGEST // 4)
    few = steps_of(lambda: read(LONGEST // 4))
    assert steps_of(lambda: read(LONGEST)) < 8 * few
    assert steps_of(lambda: read(50 * LONGEST)) < 8 * few


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "You can challenge the same player at most once a day.",
            "at least one of the chosen players for whom your same opponent so far",
        ),
        (
            "Newcomers cannot be challenged for three days.",
            "at least one of the chosen players who joined fewer than 3",
        ),
        ("The Judge cannot be challenged.", "at least one of the chosen players who is the Judge"),
    ],
)
def test_several_players_of_an_act_are_the_chosen_players(words: str, said: str) -> None:
    law = law_of()
    rule = rule_said(words, law)
    assert rule is not None
    found = " ".join(exact_sentences(amendment_of(rule, words, law), law))
    assert said in found
    assert "that players" not in found
