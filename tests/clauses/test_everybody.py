"""Everybody asked the same at once: ballots, and rock, paper, scissors."""

import json
from typing import Any

import pytest
from django.test import Client

from nomic.clauses.models import AskedPlayer
from nomic.cycles.models import Entry, Unsealing
from nomic.law.document.sections import Law, flaws_of
from nomic.law.labels.explanations import entry_explanation
from tests.clauses.conftest import OpenWith, with_clauses
from tests.clauses.test_question_pages import client_of, sent
from tests.clauses.test_questions import action, none_waits, waiting
from tests.clauses.test_shown import html
from tests.support.hall import HOUR, Hall, cycle_16

ALL = {"players": "players"}
THROW: dict[str, Any] = {
    "everybody": "them",
    "in": ALL,
    "chooses": "throw",
    "from": ["rock", "paper", "scissors"],
    "asks": "Your throw?",
    "hours": 48,
}
SEALED = {**THROW, "sealed": True}
REWARDS = [
    {"grant": "Vertebra", "to": {"who_chose": "$throw", "is": "rock"}, "n": 5},
    {"grant": "Vertebra", "to": {"answered": "$throw"}, "n": 1},
]
NAMES = ("ada", "bob", "eve")


def begun(open_with: OpenWith, *steps: Any) -> Hall:
    """A cycle in which ada has just asked everybody."""
    hall = open_with(action(*steps))
    hall.do("ada", "tolls_act")
    return hall


def answers(hall: Hall, code: str, **given: Any) -> list[Entry]:
    return [hall.do(name, "answer", question=code, answer=[each]) for name, each in given.items()]


def balances(hall: Hall) -> list[int]:
    return [hall.has(name, "Vertebra") for name in NAMES]


@pytest.mark.parametrize("throw", [THROW, SEALED], ids=["open", "sealed"])
def test_it_goes_on_when_all_have_answered(open_with: OpenWith, throw: dict[str, Any]) -> None:
    """At once, in an entry of its own; each is asked once."""
    hall = begun(open_with, throw, *REWARDS)
    row = waiting(hall)
    assert row.due_at == hall.clock.now + 48 * HOUR
    assert sorted(each.player for each in AskedPlayer.objects.filter(question=row)) == list(NAMES)
    answers(hall, row.code, ada="rock", bob="rock")
    assert balances(hall) == [20, 20, 20]
    answers(hall, row.code, eve="paper")
    assert none_waits(hall)
    assert balances(hall) == [26, 26, 21]
    assert hall.entries()[-1].words[:3] == ["ada answered rock.", "bob answered rock.", "eve answered paper."]
    hall.is_sound()


def test_chance_answers_for_whoever_does_not(open_with: OpenWith) -> None:
    """They have chosen, and have not answered."""
    hall = begun(open_with, {**SEALED, "from": ["rock", "paper"]}, *REWARDS)
    answers(hall, waiting(hall).code, ada="paper", bob="paper")
    hall.to(waiting(hall).due_at)
    assert none_waits(hall)
    (entry,) = hall.entries("go-on")
    (draw,) = entry.draws
    assert balances(hall) == [21, 21, 25 if draw.value == 0 else 20]
    hall.is_sound()


def test_what_is_optional_is_nothing_for_whoever_does_not_answer(open_with: OpenWith) -> None:
    """And nothing is drawn."""
    hall = begun(open_with, {**THROW, "n": [0, 1]}, *REWARDS)
    hall.to(waiting(hall).due_at)
    (entry,) = hall.entries("go-on")
    assert (entry.draws, balances(hall)) == ([], [20, 20, 20])
    hall.is_sound()


def test_what_one_chose_can_be_used(open_with: OpenWith) -> None:
    """A vote for somebody else: each is called by the name within what there is to choose from."""
    vote = {"everybody": "them", "in": ALL, "chooses": "vote", "from": {"players": "players", "except": "$them"}}
    pay = {
        "each": "one",
        "in": ALL,
        "do": [{"grant": "Vertebra", "to": {"answer": "$vote", "of": "$one"}, "n": 2}],
    }
    hall = begun(open_with, vote, pay, {"choose": "k", "from": [1, 2]}, {"announce": "Over."}, pay)
    code = waiting(hall).code
    hall.bad("ada", "answer", "answer", question=code, answer=["ada"])
    answers(hall, code, ada="bob", bob="ada", eve="bob")
    assert balances(hall) == [22, 24, 20]
    hall.do("bob", "leave")
    hall.do("ada", "answer", question=waiting(hall).code, answer=[1])
    assert balances(hall) == [22, 0, 20]  # who left neither gives nor gets, by an old vote either
    hall.is_sound()


def test_whoever_leaves_is_not_waited_for(open_with: OpenWith) -> None:
    """The rest goes on at once where only they were missing."""
    hall = begun(open_with, SEALED, *REWARDS)
    answers(hall, waiting(hall).code, ada="rock", bob="paper")
    hall.do("eve", "leave")
    assert none_waits(hall)
    assert balances(hall) == [26, 21, 0]
    hall.is_sound()


def test_whoever_joins_meanwhile_is_not_asked(open_with: OpenWith) -> None:
    """Nor is one who left and came back."""
    hall = begun(open_with, SEALED, *REWARDS)
    hall.join("zoe")
    hall.refused("zoe", "answer", "nothing-asked", question=waiting(hall).code, answer=["rock"])
    answers(hall, waiting(hall).code, ada="rock", bob="rock", eve="rock")
    assert hall.has("zoe", "Vertebra") == 20
    hall.is_sound()


def test_an_open_answer_stands(open_with: OpenWith) -> None:
    """Everybody has seen it."""
    hall = begun(open_with, THROW, *REWARDS)
    answers(hall, waiting(hall).code, ada="rock")
    hall.refused("ada", "answer", "answered-already", question=waiting(hall).code, answer=["paper"])
    assert "You have answered: <strong>rock</strong>." in html(hall, f"questions/{waiting(hall).code}/", "ada")
    hall.is_sound()


def test_a_sealed_answer_can_be_changed(open_with: OpenWith) -> None:
    """Until the last has answered; the one given last counts."""
    hall = begun(open_with, SEALED, *REWARDS)
    code = waiting(hall).code
    answers(hall, code, ada="paper", bob="paper")
    answers(hall, code, ada="rock")
    answers(hall, code, eve="paper")
    assert balances(hall) == [26, 21, 21]
    hall.refused("ada", "answer", "nothing-asked", question=code, answer=["paper"])
    hall.is_sound()


def everything_shown(hall: Hall, name: str) -> str:
    """All that a visitor is shown, on pages and by the API."""
    client = client_of(name) if name else Client()
    base, api = f"/c/{hall.slug}/", f"/api/v1/cycles/{hall.slug}/"
    pages = ["", "journal/", f"journal/{hall.cycle.seq}/", f"questions/{waiting(hall).code}/", "players/"]
    reads = ["", "journal/", f"journal/{hall.cycle.seq}/", "questions/", "actions/?choices=true", "draws/export/"]
    responses = [client.get(base + page) for page in pages] + [client.get(api + read) for read in reads]
    return "\n".join(b"".join(response).decode() for response in responses)


def test_nobody_sees_a_sealed_answer_before_all_are_there(open_with: OpenWith) -> None:
    """Through no door; then everybody does, with the proof."""
    throw = {**SEALED, "from": {"values": {"from": 1, "to": 9}}, "asks": "A number?"}
    hall = begun(open_with, throw, *REWARDS[1:])
    code = waiting(hall).code
    hall.do("ada", "answer", question=code, answer=[7])
    entry = hall.entries()[-1]
    assert set(entry.args["answer"]) == {"commitment"}
    assert entry.words == ["ada answers in secret: “Tolls: A number?”."]
    row = AskedPlayer.objects.get(question__code=code, player="ada")
    assert row.answer is None
    assert "You have answered: <strong>7</strong>" in html(hall, f"questions/{code}/", "ada")
    before = {name: everything_shown(hall, name) for name in ("bob", "")}
    hall.do("ada", "answer", question=code, answer=[3])
    state = json.dumps([entry.args for entry in hall.entries("answer")])
    assert "[7]" not in state
    for name, shown in before.items():
        assert "You have answered" not in shown, name
    answers(hall, code, bob=5, eve=6)
    opened = Unsealing.objects.filter(entry__cycle=hall.pk).values_list("entry__actor", flat=True)
    assert sorted(opened) == list(NAMES)
    assert "ada answered 3." in hall.entries()[-1].words
    hall.is_sound()


def test_the_end_of_the_cycle_opens_what_was_sealed(open_with: OpenWith) -> None:
    """Nothing depends on it any more."""
    wins = {"wins": {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 100]}}}
    hall = open_with(wins | action(SEALED, *REWARDS))
    hall.do("ada", "tolls_act")
    answers(hall, waiting(hall).code, bob="rock")
    hall.grant("ada", "Vertebra", 100)
    assert not hall.cycle.is_running
    assert Unsealing.objects.filter(entry__cycle=hall.pk).count() == 1
    hall.is_sound()


def test_it_is_answered_by_form(open_with: OpenWith) -> None:
    """And the page says so to whoever has answered."""
    hall = begun(open_with, SEALED, *REWARDS)
    code = waiting(hall).code
    assert sent(hall, client_of("bob"), f"questions/{code}/", chosen='"paper"', answering="1").status_code == 302
    page = html(hall, f"questions/{code}/", "bob")
    assert "You have answered: <strong>paper</strong>. You can still change your answer." in page
    assert "paper" not in html(hall, f"questions/{code}/", "")


def test_nobody_is_asked_where_nobody_is(open_with: OpenWith) -> None:
    """It goes on at once."""
    hall = open_with(action({**THROW, "in": {"players": "players", "except": ALL}}, *REWARDS, {"announce": "Over."}))
    assert "Over." in hall.do("ada", "tolls_act").words
    assert none_waits(hall)
    hall.is_sound()


def test_it_reads_in_words() -> None:
    """With its time, and that it is secret."""
    law = Law(with_clauses(cycle_16(), action(SEALED, *REWARDS)))
    (said,) = entry_explanation(law, "rules", "tolls")
    assert said == (
        "“Act”: You may do this at any time. Within 48 hours, each player secretly chooses one of “rock”, "
        "“paper” and “scissors” (“Your throw?”); the answers are revealed together. Each player who chose “rock” "
        "gains 5 Vertebrae. Each player who answered gains 1 Vertebra."
    )


@pytest.mark.parametrize(
    ("steps", "place"),
    [
        (({**THROW, "in": "$throw"}, *REWARDS), "/0/in"),
        (({**THROW, "n": {"roll": "1d2"}}, *REWARDS), "/0/n"),
        (({**THROW, "n": "all"}, *REWARDS), "/0/n"),
        ((THROW, {"grant": "Vertebra", "to": "$throw"}), "/1/to"),
        ((THROW, {"let": "x", "be": "$throw"}, *REWARDS), "/1/be"),
        ((THROW, {"grant": "Vertebra", "to": {"who_chose": "$me", "is": "rock"}}), "/1/to/who_chose"),
        ((THROW, {"announce": "X"}, THROW), "/2"),
        (({**THROW, "chooses": "me"}, *REWARDS), "/0"),
    ],
)
def test_what_cannot_be_asked_of_everybody_is_refused(steps: tuple[Any, ...], place: str) -> None:
    """With its place."""
    flaws = flaws_of(with_clauses(cycle_16(), action(*steps)))
    assert f"/rules/tolls/clauses/act/do{place}" in [flaw.path for flaw in flaws]


# ── an answer that does not count


COUNT: dict[str, Any] = {"count": {"value": "Count", "of": "cycle", "starts": 20, "least": 0}}
LOWER: dict[str, Any] = {"lower": {"action": "Lower", "do": [{"set": "Count", "to": 10}]}}
GUESS: dict[str, Any] = {
    "everybody": "them",
    "in": ALL,
    "chooses": "guess",
    "from": {"values": {"from": 1, "to": {"value_of": "Count"}}},
    "asks": "How many?",
    "sealed": True,
}


@pytest.mark.parametrize("late", ["none", "chance"])
def test_an_answer_that_is_on_offer_no_more_says_why_it_does_not_count(open_with: OpenWith, late: str) -> None:
    """Bob said 20 while that could be said; by the time all had answered it could not, and the entry says so."""
    step = {**GUESS, "late": late}
    hall = open_with(COUNT | LOWER | action(step, {"announce": "Over."}))
    hall.do("ada", "tolls_act")
    answers(hall, waiting(hall).code, bob=20, ada=3)
    hall.do("ada", "tolls_lower")
    answers(hall, waiting(hall).code, eve=2)
    entry = hall.entries("go-on")[-1]
    (why,) = [words for words in entry.words if "does not count" in words]
    assert why.startswith("bob's answer does not count: '20' is not on offer now, so ")
    if late == "none":
        assert why.endswith("so nothing is chosen.")
        assert entry.draws == []
    else:
        (draw,) = entry.draws
        assert why.endswith(f"so chance chooses {draw.value + 1}.")
    assert entry.words.index("bob answered 20.") < entry.words.index(why)
    hall.is_sound()


def test_an_answer_where_nothing_is_left_says_so_too(open_with: OpenWith) -> None:
    """Of a range that is empty by then."""
    hall = open_with(COUNT | {"none": {"action": "None", "do": [{"set": "Count", "to": 0}]}} | action(GUESS))
    hall.do("ada", "tolls_act")
    answers(hall, waiting(hall).code, bob=20, ada=3)
    hall.do("ada", "tolls_none")
    hall.do("eve", "answer", question=waiting(hall).code, answer=[])
    told = [words for words in hall.entries("go-on")[-1].words if "does not count" in words]
    assert told == [f"{name}'s answer does not count: nothing is left to choose." for name in ("ada", "bob")]
    hall.is_sound()


def test_R126_what_is_dropped_after_a_draw_says_why(open_with: OpenWith) -> None:
    """Answers that came with an act that had drawn by then."""
    roll = {"let": "luck", "be": {"roll": "1d6"}}
    hall = open_with(action(roll, {"choose": "them", "from": ALL}, {"grant": "Vertebra", "to": "$them"}))
    entry = hall.do("ada", "tolls_act", answers=[["nobody"]])
    assert "ada's answer does not count: 'nobody' is not on offer." in entry.words
    assert waiting(hall).me == "ada"
    hall.is_sound()


def test_the_page_of_a_question_says_what_led_to_it(open_with: OpenWith) -> None:
    """With a link to the rule, which says what each answer does."""
    hall = begun(open_with, SEALED, *REWARDS)
    page = html(hall, f"questions/{waiting(hall).code}/", "bob")
    assert "ada acts. ada, you and eve are asked, until " in page
    assert "What each answer does is in the rule" in page
    assert "/ruleset/#rule-tolls" in page.partition("What each answer does")[2][:400]
