"""What rules hear of acts: every argument of every action, and what else the act was."""

from typing import Any

import pytest

from nomic.clauses.vocabulary.action_events import can_trigger_clauses, declared_action_event
from nomic.cycles.actions.registry import all_actions
from nomic.effects.language.nodes.base import Kind
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import Clauses, OpenWith, acts_of_rules, with_clauses
from tests.support.hall import Hall, cycle_16

PIECES = "pieces of a law, which no effect can use; proposal-submitted and proposal-enacted tell of the proposal"
ANSWERS = "belongs to the rule that asks, and may be sealed"
# Arguments that no rule can use, each with its reason.
UNSEEN: dict[tuple[str, str], str] = {
    ("answer", "answer"): "may be sealed until all have answered; question-answered tells who answered",
    ("buy", "answers"): ANSWERS,
    ("open-pack", "answers"): ANSWERS,
    ("move", "answers"): ANSWERS,
    ("move", "move"): "JSON of the game; $move_kind tells what kind of move it is, and match-step its events",
    ("give-standing-order", "order"): "sealed until its moment comes",
    ("submit-proposal", "amendments"): PIECES,
    ("submit-proposal", "effects"): PIECES,
    ("submit-proposal", "made_of"): "a note of how the proposal was written, which does nothing",
    ("edit-proposal", "amendments"): PIECES,
    ("edit-proposal", "effects"): PIECES,
    ("judge-enacts", "amendments"): PIECES,
}
HEARD = [action for action in all_actions() if can_trigger_clauses(action)]


def test_every_argument_of_every_action_is_seen_or_has_a_reason() -> None:
    """Of the host and of all games; and no reason is left for what is seen."""
    unseen = {
        (action.name, name)
        for action in HEARD
        for name in action.args.model_fields
        if name not in declared_action_event(action).args
    }
    assert unseen == UNSEEN.keys()


@pytest.mark.parametrize("action", HEARD, ids=lambda action: action.name)
def test_what_an_action_tells_besides_has_a_kind_and_a_name_of_its_own(action: Any) -> None:
    """A misspelt kind would be left out without a word."""
    event = declared_action_event(action)
    assert set(action.facts.values()) <= set(Kind.__args__)
    assert event.facts.keys() == action.facts.keys()
    assert not event.facts.keys() & {*event.args, "who"}


def heard(hall: Hall) -> list[str]:
    """What the rules said, without the first lines."""
    return [word for entry in acts_of_rules(hall) for word in entry.words[1:]]


def does(act: str, text: str, **more: object) -> dict[str, Any]:
    return {"when": "does", "act": act, "do": [{"announce": text}], **more}


TAX: Clauses = {
    "toll": {
        "action": "Pay",
        "with": {"n": {"is": "number", "least": 1, "most": 9}},
        "costs": {"Vertebra": 2, "Chip": 1},
        "do": [{"announce": "Thanks."}],
    },
    "tax": {
        "when": "does",
        "act": "tolls_toll",
        "if": {"is": [{"amount": "Vertebra", "in": "$paid"}, "at_least", 2]},
        "do": [
            {"grant": "Vertebra", "n": {"amount": "Vertebra", "in": "$paid"}, "to": "$who"},
            {"grant": {"items_in": "$paid"}, "to": "$who"},
            {"announce": "$who paid $paid."},
        ],
    },
}


def test_the_price_paid_has_its_items_and_numbers(open_with: OpenWith) -> None:
    """For an action by clause: a rebate gives it back, and one more of each."""
    hall = open_with(TAX)
    hall.grant("ada", "Chip", 1)
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_toll", n=1)
    assert "ada paid 1 Chip, 2 Vertebra." in heard(hall)
    assert (hall.has("ada", "Vertebra"), hall.has("ada", "Chip")) == (before + 1, 1)
    hall.is_sound()


def test_a_purchase_tells_what_it_cost_in_all_and_what_it_brought(open_with: OpenWith) -> None:
    """Three of an offer at once."""
    hall = open_with({"tax": does("buy", "$who paid $paid for $gained ($count of $offer).")})
    hall.grant("ada", "Vertebra", 500)
    hall.do("ada", "buy", offer="Chip", count=3)
    price = cycle_16()["shop"]["offers"]["Chip"]["costs"]["Vertebra"]
    assert f"ada paid {3 * price} Vertebra for 3 Chip (3 of Chip)." in heard(hall)
    hall.is_sound()


def test_a_vote_tells_which_way_it_was_before(open_with: OpenWith) -> None:
    """And whether it was changed, or given for the first time."""
    hall = open_with({"votes": does("vote", "$vote after $before: $changed.")})
    number = hall.propose("ada", text="Some words.")
    for vote in ("for", "against", "none"):
        hall.do("bob", "vote", proposal=number, vote=vote)
    assert heard(hall) == ["for after none: no.", "against after for: yes.", "none after against: yes."]
    hall.is_sound()


def test_an_offer_and_a_trade_tell_what_is_given_by_whom(open_with: OpenWith) -> None:
    """With items and cards; the law may tax it."""
    hall = open_with(
        {
            "offered": does("offer-trade", "$who offers $gives for $wants."),
            "made": {
                "when": "trade-made",
                "do": [
                    {"announce": "$player gave $gives and $gives_cards, $partner gave $wants."},
                    {"revoke": "Vertebra", "n": {"amount": "Vertebra", "in": "$wants"}, "from": "$player"},
                ],
            },
        }
    )
    card = hall.grant_card("ada", "5")
    hall.grant("ada", "Chip", 2)
    before = hall.has("ada", "Vertebra")
    entry = hall.do("ada", "offer-trade", to="bob", gives={"Chip": 2}, gives_cards=[card.code], wants={"Vertebra": 3})
    trade = next(event["trade"] for event in entry.events if "trade" in event)
    hall.do("bob", "consent-trade", trade=trade, version=1)
    text = " ".join(heard(hall))
    assert "ada offers 2 Chip for 3 Vertebra." in text
    assert "ada gave 2 Chip and 5" in text
    assert "bob gave 3 Vertebra." in text
    assert hall.has("ada", "Vertebra") == before
    hall.is_sound()


def test_a_declaration_for_battle_and_its_withdrawal_tell_the_match(open_with: OpenWith) -> None:
    """And a rule can ask who has declared, against whom, and for what."""
    asked = {"in_match": "$who", "kind": "battle", "stage": "gathering"}
    hall = open_with(
        {
            "declared": does("declare-battle", "$who declares for $match.", **{"if": asked}),
            "gone": does("withdraw-battle", "$who leaves $match.", **{"if": {"not": {"in_match": "$who"}}}),
            "both": does(
                "declare-battle",
                "Two.",
                place=1,
                **{
                    "if": {
                        "in_match": "$who",
                        "against": {"players": "players", "except": "$who", "where": {"in_match": "$it"}, "as": "it"},
                    }
                },
            ),
        }
    )
    for name in ("ada", "bob"):
        for species in "345678":
            hall.grant_card(name, species)
    hall.do("ada", "declare-battle")
    hall.do("bob", "declare-battle")
    hall.do("ada", "withdraw-battle")
    said = heard(hall)
    assert [word.split(" ")[1] for word in said if word != "Two."] == ["declares", "declares", "leaves"]
    assert said.count("Two.") == 1
    hall.is_sound()


def test_what_is_not_used_is_not_told(open_with: OpenWith) -> None:
    """So that a replay of an older journal finds the same."""
    hall = open_with({"toll": TAX["toll"], "heard": does("tolls_toll", "$who, $n")})
    hall.grant("ada", "Chip", 1)
    entry = hall.do("ada", "tolls_toll", n=4)
    (told,) = [event for event in entry.events if event["kind"] == "does"]
    assert told["said"] == {"n": 4}


@pytest.mark.parametrize(
    ("clause", "place", "detail"),
    [
        (does("vote", "$paid"), "/do/0/announce", "nothing is called $paid here"),
        ({**TAX["tax"], "before": True}, "/if/is/0/in", "nothing is called $paid here"),
        ({**TAX["tax"], "if": {"is": [{"amount": "Vertebra", "in": "$n"}, "equals", 1]}}, "/if/is/0/in", "items with"),
        ({**TAX["tax"], "if": {"is": [{"amount": "Straw", "in": "$paid"}, "equals", 1]}}, "/if/is/0/amount", "no item"),
        ({**TAX["tax"], "if": {"is": ["$paid", "equals", 1]}}, "/if/is/0", "cannot be compared"),
        ({**TAX["tax"], "do": [{"grant": "$paid", "to": "$who"}]}, "/do/0/grant", "an item needed here"),
        (
            {"forbid": "tolls_toll", "if": {"some": {"items_in": "$paid"}}, "because": "No"},
            "/if/some/items_in",
            "$paid",
        ),
    ],
)
def test_what_cannot_be_said_is_refused_with_its_place(clause: dict[str, Any], place: str, detail: str) -> None:
    """A price that nothing has, or before it is paid."""
    found = flaws_of(with_clauses(cycle_16(), {**TAX, "tax": clause}))
    assert found
    assert found[0].path.startswith(f"/rules/tolls/clauses/tax{place}")
    assert detail in found[0].detail


def test_a_deferred_effect_can_wait_for_the_next_act_of_a_kind(open_with: OpenWith) -> None:
    """By anybody, once, of a declared action and of one by clause; other acts do not wake it."""
    wait = {
        "action": "Lie in wait",
        "do": [
            {"at": "does", "act": "vote", "do": [{"transfer": "Vertebra", "from": "$who", "to": "$me"}]},
            {
                "at": "does",
                "act": "tolls_toll",
                "do": [{"announce": "Somebody watches."}, {"grant": "Vertebra", "to": "$who"}],
            },
        ],
    }
    hall = open_with({"toll": TAX["toll"], "wait": wait})
    hall.grant("bob", "Chip", 2)
    number = hall.propose("ada", text="Some words.")
    hall.do("ada", "tolls_wait")
    before = hall.has("bob", "Vertebra")
    hall.do("eve", "tolls_wait")
    hall.do("bob", "vote", proposal=number, vote="for")
    assert hall.has("bob", "Vertebra") == before - 2
    hall.do("bob", "vote", proposal=number, vote="against")
    assert hall.has("bob", "Vertebra") == before - 2
    hall.do("bob", "tolls_toll", n=1)
    hall.do("bob", "tolls_toll", n=1)
    told = [word for entry in hall.entries() for word in entry.words if "Somebody watches" in word]
    assert told == ["Somebody watches.", "Somebody watches."]
    hall.is_sound()


@pytest.mark.parametrize(
    ("waiting", "place", "detail"),
    [
        (
            {"at": "does", "act": "fly", "do": [{"announce": "x"}]},
            "/act",
            "there is no action called 'fly'",
        ),
        ({"at": "joined", "act": "vote", "do": [{"announce": "x"}]}, "/act", "only at: does has an action"),
        ({"at": "does", "act": "leave", "do": [{"announce": "x"}]}, "/act", "say at: left"),
        ({"at": "does", "act": "vote", "do": [{"announce": "$vote"}]}, "/do/0/announce", "nothing is called $vote"),
    ],
)
def test_what_no_deferred_effect_can_wait_for_is_refused(waiting: dict[str, Any], place: str, detail: str) -> None:
    """With its place."""
    (flaw,) = flaws_of(with_clauses(cycle_16(), {"wait": {"action": "Wait", "do": [waiting]}}))
    assert flaw.path == f"/rules/tolls/clauses/wait/do/0{place}"
    assert detail in flaw.detail
