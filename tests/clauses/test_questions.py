"""What rules ask in the hall: with the act, or as a question that waits."""

from typing import Any

import pytest

from nomic.clauses.models import AskedPlayer, PendingQuestion
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import BadArguments, Unanswered
from nomic.law.document.sections import flaws_of
from nomic.proposals.models import Proposal
from tests.clauses.conftest import TOLLS, Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.support.hall import ADMIN, HOUR, Hall, cycle_16

ALL = {"players": "players"}
OTHERS = {"players": "players", "except": "$me"}
PICK = {"choose": "them", "from": OTHERS}
TO_THEM = {"grant": "Vertebra", "to": "$them", "n": 3}
ROLL = [{"let": "luck", "be": {"roll": "1d6"}}, {"grant": "Vertebra", "to": "$me", "n": "$luck"}]


def action(*steps: Any, **more: Any) -> Clauses:
    """A rule by which one can act so."""
    return {"act": {"action": "Act", "do": list(steps), **more}}


def asked(hall: Hall, name: str, **args: Any) -> dict[str, Any]:
    """What somebody's act asks before it is done; nothing changes."""
    with hall.nothing_changes(), pytest.raises(Unanswered) as unanswered:
        perform(hall.slug, hall.actor(name), "tolls_act", args)
    return unanswered.value.question


def waiting(hall: Hall) -> PendingQuestion:
    """The one question that waits."""
    return PendingQuestion.objects.get(cycle=hall.pk)


def none_waits(hall: Hall) -> bool:
    return not PendingQuestion.objects.filter(cycle=hall.pk).exists()


# ── with the act


def test_whoever_acts_is_asked_before_anything_is_done(open_with: OpenWith) -> None:
    """And sends the act again with the answer."""
    hall = open_with(action(PICK, TO_THEM))
    question = asked(hall, "ada")
    assert [option["value"] for option in question["options"]] == ["bob", "eve"]
    assert (question["who"], question["least"], question["most"]) == ("ada", 1, 1)
    before = hall.has("eve", "Vertebra")
    hall.do("ada", "tolls_act", answers=[["eve"]])
    assert hall.has("eve", "Vertebra") == before + 3
    assert none_waits(hall)
    hall.is_sound()


def test_what_is_asked_says_what_its_names_stand_for(open_with: OpenWith) -> None:
    """As an announcement does: in an offer, in a choice, and of everybody at once, each by their own name."""
    let = {"let": "price", "be": {"sum": [3, 4]}}
    offer = {"offer": "Pay $price, $me?", "options": [{"say": "Yes", "do": [{"announce": "Paid."}]}]}
    hall = open_with(
        action(let, offer)
        | {
            "all": {
                "action": "All",
                "do": [
                    let,
                    {
                        "everybody": "one",
                        "in": OTHERS,
                        "chooses": "x",
                        "from": [1, 2],
                        "asks": "$one, 1 or 2 of $price?",
                    },
                    {"announce": "$me"},
                ],
            }
        }
    )
    assert asked(hall, "ada")["prompt"] == "Tolls: Pay 7, ada?"
    hall.do("ada", "tolls_all")
    assert waiting(hall).prompt == "Tolls: bob, 1 or 2 of 7?"
    hall.do("bob", "answer", question=waiting(hall).code, answer=[1])
    hall.do("eve", "answer", question=waiting(hall).code, answer=[1])
    assert none_waits(hall)
    hall.is_sound()


@pytest.mark.parametrize(
    ("step", "place"),
    [
        ({"offer": "Pay $price?", "options": [{"say": "Yes", "do": [TO_THEM | {"to": "$me"}]}]}, "/do/0/offer"),
        (PICK | {"asks": "Whom of $all_of_you?"}, "/do/0/asks"),
    ],
)
def test_a_question_speaks_of_no_name_that_there_is_not(step: dict[str, Any], place: str) -> None:
    """Refused with its place."""
    flaws = list(flaws_of(with_clauses(cycle_16(), action(step, {"announce": "Done."}))))
    assert [flaw.path.removeprefix("/rules/tolls/clauses/act") for flaw in flaws] == [place]


def test_each_question_is_asked_in_its_turn(open_with: OpenWith) -> None:
    """What was answered before stands in what is sent."""
    more = {"choose": "much", "from": {"values": {"from": 1, "to": 4}}, "asks": "How much?"}
    hall = open_with(action(PICK, more, {"transfer": "Vertebra", "from": "$me", "to": "$them", "n": "$much"}))
    assert asked(hall, "ada", answers=[["bob"]])["prompt"] == "Tolls: How much?"
    before = hall.has("bob", "Vertebra")
    hall.do("ada", "tolls_act", answers=[["bob"], [4]])
    assert hall.has("bob", "Vertebra") == before + 4
    hall.is_sound()


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ([["ada"]], "answers/0"),
        ([[]], "answers/0"),
        ([["bob", "eve"]], "answers/0"),
        ([["bob", "bob"]], "answers/0"),
        ([[1]], "answers/0"),
        ([["bob"], ["eve"]], "answers/1"),
        ([[True]], "answers"),
        ("bob", "answers"),
        ([["bob"]] * 51, "answers"),
        ([[["bob"]]], "answers"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(open_with: OpenWith, answers: Any, field: str) -> None:
    """With its place, and nothing is done."""
    open_with(action(PICK, TO_THEM)).bad("ada", "tolls_act", field, answers=answers)


def test_what_asks_nothing_takes_no_answers(tolls: Hall) -> None:
    """It has no such argument."""
    tolls.bad("ada", "tolls_walk", "answers", answers=[])


def test_an_offer_is_taken_or_not(open_with: OpenWith) -> None:
    """By the place of the option, which stays its own whatever else is possible."""
    rich = {"is": [{"stock": "Vertebra", "of": "$me"}, "at_least", 1000]}
    options = [
        {"say": "Buy the hall", "needs": rich, "do": [{"announce": "Sold."}]},
        {"say": "Light it", "do": [{"raise": "Lamps lit", "by": 1, "of": "$me"}]},
    ]
    offer = {"offer": "A lamp?", "options": options, "else": [{"announce": "Dark."}]}
    hall = open_with({"lamps": TOLLS["lamps"]} | action(offer))
    assert [option["value"] for option in asked(hall, "ada")["options"]] == [1]
    assert hall.do("ada", "tolls_act", answers=[[1]]).words[-1] == "ada's Lamps lit are now 1."
    assert "Dark." in hall.do("ada", "tolls_act", answers=[[]]).words
    hall.bad("ada", "tolls_act", "answers/0", answers=[[0]])
    hall.is_sound()


LIT = {"say": "Light it", "do": [{"grant": "Vertebra", "to": "$me", "n": 3}]}
GO = {"say": "Go", "do": [{"grant": "Vertebra", "to": "$me", "n": 1}]}


def test_an_answer_may_name_an_option_by_the_label_that_is_shown(open_with: OpenWith) -> None:
    """With the act."""
    hall = open_with(action({"offer": "The lamp?", "options": [LIT, GO]}))
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_act", answers=[["Light it"]])
    assert hall.has("ada", "Vertebra") == before + 3
    hall.is_sound()


def test_a_later_answer_may_name_the_label_too(open_with: OpenWith) -> None:
    """The journal has the option's value."""
    hall = open_with(action(*ROLL, {"offer": "The lamp?", "options": [LIT, GO]}))
    hall.do("ada", "tolls_act")
    before = hall.has("ada", "Vertebra")
    entry = hall.do("ada", "answer", question=waiting(hall).code, answer=["Light it"])
    assert hall.has("ada", "Vertebra") == before + 3
    assert entry.args["answer"] != ["Light it"]
    hall.is_sound()


def test_a_label_that_two_options_have_names_neither(open_with: OpenWith) -> None:
    hall = open_with(action(*ROLL, {"offer": "The lamp?", "options": [LIT, LIT]}))
    hall.do("ada", "tolls_act")
    with hall.nothing_changes(), pytest.raises(BadArguments):
        hall.do("ada", "answer", question=waiting(hall).code, answer=["Light it"])


def test_sent_twice_with_one_key_it_is_done_once(open_with: OpenWith) -> None:
    """A key under which something was only asked is still unused."""
    hall = open_with(action(PICK, TO_THEM))
    with pytest.raises(Unanswered):
        perform(hall.slug, hall.actor("ada"), "tolls_act", {}, idempotency_key="k")
    args = {"answers": [["bob"]]}
    first = perform(hall.slug, hall.actor("ada"), "tolls_act", args, idempotency_key="k")
    second = perform(hall.slug, hall.actor("ada"), "tolls_act", args, idempotency_key="k")
    assert (second.is_repeated, second.entry) == (True, first.entry)


# ── once dice have fallen (R18, R126)


def test_R18_after_a_draw_the_act_stands_and_the_question_waits(open_with: OpenWith) -> None:
    """Whoever has seen the dice cannot take the act back."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    entry = hall.do("ada", "tolls_act")
    (draw,) = entry.draws
    assert hall.has("ada", "Vertebra") == 20 + draw.value + 1
    row = waiting(hall)
    assert row.due_at == hall.clock.now + 24 * HOUR
    hall.bad("ada", "answer", "answer", question=row.code, answer=["ada"])
    hall.do("ada", "answer", question=row.code, answer=["eve"])
    assert hall.has("eve", "Vertebra") == 23
    assert none_waits(hall)
    hall.is_sound()


def test_R126_answers_that_fit_stand_and_the_rest_is_dropped(open_with: OpenWith) -> None:
    """What came with an act that has drawn cannot undo it."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act", answers=[["eve"]])
    assert (hall.has("eve", "Vertebra"), none_waits(hall)) == (23, True)
    hall.do("ada", "tolls_act", answers=[["nobody"]])
    assert not none_waits(hall)
    hall.do("ada", "answer", question=waiting(hall).code, answer=["bob"])
    hall.do("ada", "tolls_act", answers=[["eve"], ["eve"]])
    assert none_waits(hall)
    hall.is_sound()


def test_no_answer_undoes_a_draw(open_with: OpenWith) -> None:
    """However answers are sent, each accepted act has one draw, and none is drawn by what is refused."""
    hall = open_with(action(PICK, *ROLL, {"choose": "more", "from": [1, 2, 3]}, {**TO_THEM, "n": "$more"}))
    asked(hall, "ada")
    hall.bad("ada", "tolls_act", "answers/0", answers=[["ada"], [9]])
    entry = hall.do("ada", "tolls_act", answers=[["bob"], [9]])
    assert len(entry.draws) == 1
    hall.do("ada", "answer", question=waiting(hall).code, answer=[2])
    assert hall.has("bob", "Vertebra") == 22
    hall.is_sound()


# ── somebody else


def test_another_player_is_waited_for(open_with: OpenWith) -> None:
    """The act stands; what follows is done with the answer."""
    yes = {"say": "Yes", "do": [{"transfer": "Vertebra", "from": "$them", "to": "$me", "n": 5}]}
    hall = open_with(action(PICK, {"offer": "Pay 5?", "who": "$them", "options": [yes]}, {"announce": "Done."}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    row = waiting(hall)
    assert [each.player for each in AskedPlayer.objects.filter(question=row)] == ["bob"]
    hall.refused("ada", "answer", "nothing-asked", question=row.code, answer=[0])
    entry = hall.do("bob", "answer", question=row.code, answer=[0])
    assert "bob answers “Tolls: Pay 5?”: Yes." in entry.words
    assert "By “Tolls”: Done." in entry.words
    assert (hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")) == (25, 15)
    hall.is_sound()


def test_a_loop_that_stops_goes_on_with_those_who_are_left(open_with: OpenWith) -> None:
    """Each is asked in turn, and nobody twice."""
    each = {
        "each": "one",
        "in": ALL,
        "do": [
            {"choose": "k", "from": [1, 2, 3], "by": "$one"},
            {"grant": "Vertebra", "to": "$one", "n": "$k"},
        ],
    }
    hall = open_with(action(each, {"announce": "All have chosen."}))
    hall.do("ada", "tolls_act", answers=[[1]])
    for name, k in (("bob", 2), ("eve", 3)):
        entry = hall.do(name, "answer", question=waiting(hall).code, answer=[k])
    assert [hall.has(name, "Vertebra") for name in ("ada", "bob", "eve")] == [21, 22, 23]
    assert entry.words[-2:] == ["By “Tolls”: All have chosen.", "eve gains 3 Vertebrae."]
    hall.is_sound()


def test_it_goes_on_within_what_led_to_it(open_with: OpenWith) -> None:
    """Under a condition, in a row of a table, in an offer, and then after it."""
    inner = {"choose": "k", "from": [1, 2], "by": "$them"}
    gain = {"grant": "Vertebra", "to": "$them", "n": "$k"}
    offer = {"offer": "Well?", "who": "$them", "options": [{"say": "Yes", "do": [inner, gain]}]}
    table = {"table": {"roll": "1d6"}, "rows": [[1, 6, [offer]]]}
    hall = open_with(action(PICK, {"if": {"all": []}, "then": [table, {"announce": "One."}]}, {"announce": "Two."}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    hall.do("bob", "answer", question=waiting(hall).code, answer=[0])
    entry = hall.do("bob", "answer", question=waiting(hall).code, answer=[2])
    assert entry.words[-3:] == ["By “Tolls”: One.", "Two.", "bob gains 2 Vertebrae."]
    hall.is_sound()


def test_a_rule_that_acts_by_itself_asks_whom_it_names(open_with: OpenWith) -> None:
    """At an event nobody acts, so it has to say who."""
    ask = {"choose": "k", "from": [1, 2], "by": "$player"}
    clauses = {"hello": {"when": "joined", "do": [ask, {"grant": "Vertebra", "to": "$player", "n": "$k"}]}}
    hall = open_with(clauses, "ada", "bob")
    assert {each.player for each in AskedPlayer.objects.all()} == {"ada", "bob"}
    code = PendingQuestion.objects.get(cycle=hall.pk, asked__player="bob").code
    hall.do("bob", "answer", question=code, answer=[2])
    assert hall.has("bob", "Vertebra") == 22
    hall.is_sound()


@pytest.mark.parametrize(
    "step",
    [
        {"choose": "k", "from": [1, 2]},
        {"offer": "Well?", "options": [{"say": "Y", "do": [{"announce": "Y"}]}]},
    ],
)
def test_where_nobody_acts_somebody_has_to_be_named(step: dict[str, Any]) -> None:
    """Refused with its place."""
    (flaw,) = flaws_of(with_clauses(cycle_16(), {"a": {"when": "joined", "do": [step, {"announce": "X"}]}}))
    assert flaw.path == "/rules/tolls/clauses/a/do/0"
    assert "nobody acts here" in flaw.detail


@pytest.mark.parametrize(
    ("step", "place"),
    [
        ({"choose": "k", "from": {"values": {"from": 1, "to": {"roll": "1d6"}}}}, "/from"),
        ({"choose": "k", "from": [1, 2, 3], "n": {"roll": "1d2"}}, "/n"),
        ({"choose": "k", "from": [1, 2, 3], "hours": 0}, "/hours"),
        ({"choose": "k", "from": [1, 2, 3], "hours": 673}, "/hours"),
        ({"choose": "k", "from": [1, 2, 3], "by": "chance", "hours": 3}, "/hours"),
        ({"choose": "k", "from": [1, 2, 3], "hours": {"roll": "1d6"}}, "/hours"),
        ({"offer": "K?", "options": [{"say": "Y", "do": [{"announce": "Y"}]}], "hours": {"roll": "1d6"}}, "/hours"),
        (
            {"everybody": "t", "in": {"players": "players"}, "chooses": "k", "from": [1, 2], "hours": {"roll": "1d6"}},
            "/hours",
        ),
        ({"choose": "k", "from": [1, 2, 3], "by": "chance", "asks": "K?"}, "/asks"),
    ],
)
def test_dice_within_a_question_and_wrong_hours_are_refused(step: dict[str, Any], place: str) -> None:
    """With the place."""
    (flaw,) = flaws_of(with_clauses(cycle_16(), action(step, {"announce": "X"})))
    assert flaw.path == f"/rules/tolls/clauses/act/do/0{place}"


# ── limits


def test_R107_what_is_not_answered_in_time_is_declined_or_left_to_chance(open_with: OpenWith) -> None:
    """A choice that has to be made, chance makes; an offer is declined."""
    hall = open_with(action(*ROLL, {**PICK, "hours": 2}, TO_THEM))
    hall.do("ada", "tolls_act")
    hall.to(hall.clock.now + 2 * HOUR)
    assert none_waits(hall)
    entry = hall.entries("go-on")[-1]
    assert len(entry.draws) == 1
    assert hall.has("bob", "Vertebra") + hall.has("eve", "Vertebra") == 43
    hall.is_sound()


def test_R125_an_offer_that_lapses_is_declined(open_with: OpenWith) -> None:
    """And nothing is drawn."""
    offer = {"offer": "Well?", "options": [{"say": "Yes", "do": [TO_THEM]}], "else": [{"announce": "No."}]}
    hall = open_with(action(PICK, *ROLL, offer))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    hall.to(hall.clock.now + 24 * HOUR)
    entry = hall.entries("go-on")[-1]
    assert (entry.words[-1], entry.draws) == ("By “Tolls”: No.", [])
    hall.is_sound()


def test_an_answer_at_the_deadline_is_late(open_with: OpenWith) -> None:
    """R2: what is due is settled first."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act")
    code = waiting(hall).code
    hall.pass_on(waiting(hall).due_at)
    hall.refused("ada", "answer", "nothing-asked", question=code, answer=["bob"])
    hall.is_sound()


def test_R105_an_outage_puts_limits_off(open_with: OpenWith) -> None:
    """By its length."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act")
    due = waiting(hall).due_at
    hall.do("keeper", "record-outage", hours=3, reason="Dark.")
    assert waiting(hall).due_at == due + 3 * HOUR
    hall.to(due)
    assert not none_waits(hall)
    hall.to(due + 3 * HOUR)
    assert none_waits(hall)
    hall.is_sound()


# ── others in another order


def test_R5_a_question_to_whoever_leaves_lapses_at_once(open_with: OpenWith) -> None:
    """What follows goes on without them."""
    yes = {"say": "Yes", "do": [{"transfer": "Vertebra", "from": "$them", "to": "$me", "n": 5}]}
    offer = {"offer": "Pay?", "who": "$them", "options": [yes], "else": [{"grant": "Vertebra", "to": "$them"}]}
    hall = open_with(action(PICK, offer, {"announce": "Done."}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    hall.do("bob", "leave")
    assert none_waits(hall)
    assert hall.has("bob", "Vertebra") == 0
    assert "By “Tolls”: Done." in hall.entries("go-on")[-1].words
    hall.is_sound()


def test_R132_a_question_lapses_without_effect_when_whoever_acted_has_left(open_with: OpenWith) -> None:
    """Nothing of what was to follow is done, neither by its yes nor by its no; the entry says why."""
    yes = {"say": "Yes", "do": [{"grant": "Vertebra", "to": "$them", "n": 5}]}
    offer = {"offer": "Pay?", "who": "$them", "options": [yes], "else": [{"grant": "Vertebra", "to": "$them"}]}
    hall = open_with(action(PICK, offer, {"announce": "Done."}))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    code, has = waiting(hall).code, hall.has("bob", "Vertebra")
    hall.do("ada", "leave")
    assert none_waits(hall)
    assert hall.entries("go-on")[-1].words == ["ada asked this and has left: Tolls: Pay? Nothing happens."]
    hall.refused("bob", "answer", "nothing-asked", question=code, answer=[0])
    hall.to(hall.clock.now + 25 * HOUR)
    assert hall.has("bob", "Vertebra") == has
    hall.is_sound()


def test_R132_what_one_is_asked_by_ones_own_act_lapses_with_leaving(open_with: OpenWith) -> None:
    """After a draw it waits, and chance does not answer for whoever is gone."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act")
    has = hall.has("bob", "Vertebra") + hall.has("eve", "Vertebra")
    assert waiting(hall).me == "ada"
    hall.do("ada", "leave")
    assert none_waits(hall)
    assert hall.has("bob", "Vertebra") + hall.has("eve", "Vertebra") == has
    hall.is_sound()


def test_R132_sealed_answers_to_a_question_that_lapses_are_opened(open_with: OpenWith) -> None:
    """Whoever answered may know that it came to nothing."""
    guess = {"everybody": "them", "in": OTHERS, "chooses": "guess", "from": {"values": {"from": 1, "to": 6}}}
    hall = open_with(action(guess | {"asks": "How many?", "sealed": True}, {"announce": "Done."}))
    hall.do("ada", "tolls_act")
    hall.do("bob", "answer", question=waiting(hall).code, answer=[3])
    hall.do("ada", "leave")
    assert none_waits(hall)
    went_on = hall.entries("go-on")[-1]
    assert [event["kind"] for event in went_on.events] == ["question-lapsed", "unsealed"]
    assert "Done." not in went_on.words
    hall.is_sound()


def test_R132_what_a_rule_or_a_vote_asks_does_not_lapse_with_a_player(open_with: OpenWith) -> None:
    """R5: proposals stand whoever leaves; what one asks goes on, with nothing for whoever has left."""
    hall = open_with({})
    ask = {"everybody": "them", "in": OTHERS, "chooses": "given", "from": ["yes", "no"], "asks": "Well?"}
    done = [ask, {"grant": "Vertebra", "to": {"who_chose": "$given", "is": "yes"}}]
    code = hall.propose("ada", {"op": "replace", "path": "/cycle/title", "value": "A hall"}, effects=done)
    hall.vote(code, ada="for", bob="for")
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    assert waiting(hall).me == "ada"
    hall.do("ada", "leave")
    has = hall.has("bob", "Vertebra")
    hall.do("bob", "answer", question=waiting(hall).code, answer=["yes"])
    hall.do("eve", "answer", question=waiting(hall).code, answer=["no"])
    assert none_waits(hall)
    assert hall.has("bob", "Vertebra") == has + 1
    hall.is_sound()


def test_a_question_names_players_and_calls_whom_it_asks_you(open_with: OpenWith) -> None:
    """Whoever acted is a name to whom they ask, and so is anybody else; of several nobody is named."""
    friends = {"players": "players", "where": {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}}
    let = {"let": "friends", "be": friends}
    theirs = {"choose": "one", "from": {"cards": "inventory", "of": "$them"}, "by": "$them", "n": [0, 1]}
    mine = {"choose": "two", "from": {"cards": "inventory", "of": "$me"}, "by": "$them", "n": [0, 1]}
    many = {"choose": "three", "from": {"cards": "inventory", "of": "$friends"}, "by": "$them", "n": [0, 1]}
    hall = open_with(action(PICK, let, theirs, mine, many))
    for name in ("ada", "bob", "eve"):
        hall.grant_card(name)
        hall.grant(name, "Chip")
    hall.do("ada", "tolls_act", answers=[["bob"]])
    said = []
    for _ in range(3):
        said.append(waiting(hall).prompt)
        hall.do("bob", "answer", question=waiting(hall).code, answer=[])
    assert said[:2] == [
        "Tolls: choose a card in your inventory, or none",
        "Tolls: choose a card in ada's inventory, or none",
    ]
    assert "ada" not in said[2]
    assert "your" not in said[2]
    hall.is_sound()


def test_a_question_after_a_look_at_a_secret_names_nobody_else(open_with: OpenWith) -> None:
    """Everybody can read it, and it would tell who is in the secret."""
    secret = {"spies": {"value": "Spies", "of": "cycle", "is": "players", "seen": "nobody"}}
    enter = {"enter": {"players": "players", "where": {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}}}
    let = {"let": "spy", "be": {"players_in": "Spies"}}
    ask = {"choose": "one", "from": {"cards": "inventory", "of": "$spy"}, "by": "$them", "n": [0, 1]}
    hall = open_with(secret | action(PICK, enter | {"in": "Spies"}, let, ask))
    hall.grant_card("eve")
    hall.grant("eve", "Chip")
    hall.do("ada", "tolls_act", answers=[["bob"]])
    assert "eve" not in waiting(hall).prompt
    hall.is_sound()


CHOSEN = {"choose": "friend", "from": {"players": "players", "except": "$them"}, "by": "$them"}
TO_FRIEND = {"grant": "Vertebra", "to": "$friend", "n": 3}


def test_R133_an_answer_that_names_an_option_which_is_gone_is_refused(open_with: OpenWith) -> None:
    """Also where one option alone is left: whoever named Eve does not mean Ada."""
    hall = open_with(action(PICK, CHOSEN, TO_FRIEND))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    code, before = waiting(hall).code, hall.has("ada", "Vertebra")
    hall.do("eve", "leave")
    error = hall.bad("bob", "answer", "answer", question=code, answer=["eve"])
    assert error.errors[0].detail == "'eve' is not on offer"
    hall.do("bob", "answer", question=code, answer=["ada"])
    assert hall.has("ada", "Vertebra") == before + 3
    assert "bob answers" in hall.entries("answer")[-1].words[0]
    hall.is_sound()


def test_R133_a_lone_option_is_taken_by_itself_where_nothing_was_answered(open_with: OpenWith) -> None:
    """And the entry says what that was."""
    hall = open_with(action(PICK, CHOSEN, TO_FRIEND))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    code, before = waiting(hall).code, hall.has("ada", "Vertebra")
    hall.do("eve", "leave")
    hall.do("bob", "answer", question=code, answer=[])
    assert hall.has("ada", "Vertebra") == before + 3
    assert "ada, because nothing else is left." in hall.entries("answer")[-1].words[0]
    hall.is_sound()


def test_R133_where_no_option_is_left_none_can_be_named(open_with: OpenWith) -> None:
    """An offer of which nothing is possible any more, and a choice among nobody."""
    poor = {"is": [{"stock": "Vertebra", "of": "$them"}, "at_least", 5]}
    pay = {"say": "Pay", "needs": poor, "do": [{"revoke": "Vertebra", "from": "$them", "n": 5}]}
    hall = open_with(action(PICK, {"offer": "Pay?", "who": "$them", "options": [pay]}))
    hall.grant("bob", "Vertebra", 5)
    hall.do("ada", "tolls_act", answers=[["bob"]])
    code, has = waiting(hall).code, hall.has("bob", "Vertebra")
    hall.do(ADMIN, "correct-revoke", player="bob", item="Vertebra", count=has, reason="r")
    hall.bad("bob", "answer", "answer", question=code, answer=[0])
    hall.do("bob", "answer", question=code, answer=[])
    assert none_waits(hall)
    hall.is_sound()


def test_R106_a_question_goes_on_by_its_own_text(open_with: OpenWith) -> None:
    """Though its clause was repealed meanwhile, and with it the value that it names."""
    steps = (
        {"choose": "k", "from": [1, 2], "by": "$them", "hours": 600},
        {"raise": "Lamps lit", "by": "$k", "of": "$me"},
        {"grant": "Vertebra", "to": "$them", "n": "$k"},
    )
    hall = open_with({"lamps": TOLLS["lamps"]} | action(PICK, *steps))
    hall.do("ada", "tolls_act", answers=[["bob"]])
    row = waiting(hall)
    enact(hall, other_clauses({}))
    entry = hall.do("bob", "answer", question=row.code, answer=[2])
    assert "By “Tolls”: Lamps lit no longer exists." in entry.words
    assert "bob gains 2 Vertebrae." in entry.words
    hall.is_sound()


def test_the_end_of_the_cycle_ends_questions(open_with: OpenWith) -> None:
    """Nothing is asked any more."""
    wins = {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 100]}}
    hall = open_with({"wins": wins} | action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act")
    hall.grant("bob", "Vertebra", 100)
    assert not hall.cycle.is_running
    assert none_waits(hall)
    hall.is_sound()


def test_what_fails_after_an_answer_is_over(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entry stands as failed, and the question is gone."""
    hall = open_with(action(*ROLL, PICK, TO_THEM))
    hall.do("ada", "tolls_act")
    due = waiting(hall).due_at

    def broken(*args: object) -> None:
        raise ValueError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("nomic.clauses.runtime.world.acting_world.Hall.grant", broken)
        hall.to(due)
    (entry,) = hall.entries("go-on")
    assert entry.failure is not None
    assert none_waits(hall)
    hall.to(due + 3 * HOUR)
    hall.is_sound()


def test_no_more_than_so_many_wait_for_a_player(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would ask more fails with words."""
    monkeypatch.setattr("nomic.clauses.runtime.pending_questions.MAX_PER_PLAYER", 2)
    monkeypatch.setattr("nomic.clauses.runtime.pending_questions.MAX_PER_CYCLE", 3)
    ask = {"choose": "k", "from": [1, 2], "by": "$them"}
    hall = open_with(action(PICK, ask, {"announce": "X"}))
    for _ in range(2):
        hall.do("ada", "tolls_act", answers=[["bob"]])
    hall.refused("ada", "tolls_act", "too-many-questions", "Tolls", answers=[["bob"]])
    hall.do("ada", "tolls_act", answers=[["eve"]])
    hall.refused("ada", "tolls_act", "too-many-questions", "Tolls", answers=[["eve"]])


def test_R8_an_answer_is_an_act(open_with: OpenWith) -> None:
    """And nothing forbids it."""
    hall = open_with(action(PICK, {"choose": "k", "from": [1, 2], "by": "$them"}, {"announce": "X"}))
    hall.to(hall.cycle.phase_ends_at)
    hall.do("ada", "tolls_act", answers=[["bob"]])
    hall.do("bob", "answer", question=waiting(hall).code, answer=[1])
    assert hall.player("bob").last_act_phase == 1
    (flaw,) = flaws_of(with_clauses(cycle_16(), {"no": {"forbid": "answer", "because": "No"}}))
    assert flaw.path == "/rules/tolls/clauses/no/forbid"
    hall.is_sound()
