"""Acts as events: whenever somebody does something, a rule can act, with what they said with it."""

from typing import Any

import pytest

from nomic.clauses.clause_index import action_event_named, triggering_actions, vocabulary_of
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.clauses.vocabulary.action_events import declared_action_event
from nomic.cycles.actions.registry import all_actions
from nomic.effects.prose.english_grammar import conjugated
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import cycle_16

ALL = {"players": "players"}
MINISTRY = document_of("ministry-of-lamps")
COUNT: Clauses = {
    "burnt": {"value": "Burnings", "of": "player"},
    "arsonist": {"value": "Arsonist", "is": "flag", "of": "player"},
}
BURN: Clauses = {
    "burn": {
        "action": "Burn a card",
        "with": {"card": {"is": "card", "for": "destroy", "says": "which card"}},
        "do": [{"destroy": "$card"}],
    },
}


def does(act: str, *do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"when": "does", "act": act, "do": list(do), **more}


def flaws(clauses: Clauses, document: dict[str, Any] | None = None) -> list[tuple[str, str]]:
    found = flaws_of(with_clauses(document or cycle_16(), clauses))
    return [(flaw.path.removeprefix("/rules/tolls/clauses"), flaw.detail) for flaw in found]


def test_three_burnings_make_an_arsonist(open_with: OpenWith) -> None:
    """A count at an action that a rule brings, by whoever did it."""
    counting = does("tolls_burn", {"raise": "Burnings", "by": 1, "of": "$who"})
    made = does(
        "tolls_burn",
        {"set": "Arsonist", "to": 1, "of": "$who"},
        {"announce": "$who burns too much."},
        place=1,
        **{"if": {"is": [{"value_of": "Burnings", "of": "$who"}, "at_least", 3]}},
    )
    hall = open_with(COUNT | BURN | {"count": counting, "made": made})
    cards = [hall.grant_card("ada", "5") for _ in range(3)]
    for card in cards:
        assert not any("burns too much" in word for entry in hall.entries("act-by-rule") for word in entry.words)
        hall.do("ada", "tolls_burn", card=card.code)
    assert any("ada burns too much." in word for word in hall.entries("act-by-rule")[-1].words)
    hall.is_sound()


def test_what_was_said_with_it_has_its_names(open_with: OpenWith) -> None:
    """A player however they are written, a number, a name, of an action by clause; of a declared one, too."""
    pay = {
        "action": "Pay",
        "with": {"to": {"is": "player"}, "n": {"is": "number", "least": 1, "most": 5}, "why": {"is": "text"}},
        "do": [{"transfer": "Vertebra", "from": "$me", "to": "$to", "n": "$n"}],
    }
    heard = does("tolls_pay", {"announce": "$who, $to, $n, $why"}, {"grant": "Vertebra", "to": "$to", "n": "$n"})
    voted = does("vote", {"announce": "$who says $vote"})
    hall = open_with({"pay": pay, "heard": heard, "voted": voted})
    before = hall.has("bob", "Vertebra")
    hall.do("ada", "tolls_pay", to="BOB", n=3, why="x" * 100)
    assert hall.has("bob", "Vertebra") == before + 6
    assert any(f"ada, bob, 3, {'x' * 60}" in word for word in hall.entries("act-by-rule")[-1].words)
    code = hall.propose("ada", {"op": "replace", "path": "/rules/tolls/body", "value": "Other words."})
    hall.vote(code, bob="for")
    assert any("bob says for" in word for word in hall.entries("act-by-rule")[-1].words)
    hall.is_sound()


def test_an_act_of_nobody_who_waits_for_it_is_told_of_nothing(open_with: OpenWith) -> None:
    """And a rule that acts is no act of a player, so that nothing feeds itself."""
    hall = open_with(BURN | COUNT | {"count": does("tolls_burn", {"raise": "Burnings", "by": 1, "of": "$who"})})
    told = [event for entry in hall.entries() for event in entry.events if event["kind"] == "does"]
    assert told == []
    card = hall.grant_card("ada", "5")
    hall.do("ada", "tolls_burn", card=card.code)
    (told,) = [event for entry in hall.entries() for event in entry.events if event["kind"] == "does"]
    assert told == {"kind": "does", "action": "tolls_burn", "said": {"card": [card.code]}}


def test_joining_and_leaving_are_acts_too(open_with: OpenWith) -> None:
    """Whoever has left is no player: a text can name them, and nothing else can be done."""
    hall = open_with({"in": does("join", {"grant": "Vertebra", "to": "$who", "n": 7})}, "ada")
    assert any("ada gains 7" in word for entry in hall.entries("act-by-rule") for word in entry.words)
    assert flaws({"out": does("leave", {"announce": "Farewell."})}) == []
    ((path, why),) = flaws({"out": does("leave", {"grant": "Vertebra", "to": "$who"})})
    assert (path, why) == ("/out/do/0/to", "no player does this, so $who is nobody")


def test_who_has_left_is_named_in_texts(open_with: OpenWith) -> None:
    """And nothing can be given to them."""
    hall = open_with({"out": {"when": "left", "do": [{"announce": "The file on $player is closed."}]}})
    hall.do("bob", "leave")
    assert any("The file on bob is closed." in word for word in hall.entries("act-by-rule")[-1].words)
    ((path, why),) = flaws({"out": {"when": "left", "do": [{"grant": "Vertebra", "to": "$player"}]}})
    assert path == "/out/do/0/to"
    assert "gone by then" in why
    waiting = {"action": "Wait", "do": [{"at": "left", "do": [{"grant": "Vertebra", "to": "$player"}]}]}
    ((path, why),) = flaws({"wait": waiting})
    assert path == "/wait/do/0/do/0/to"


def test_what_is_sealed_is_no_name(open_with: OpenWith) -> None:
    """Neither when the law is checked nor in the journal."""
    guess = {
        "guess": {"value": "Guess", "is": "name", "of": "player", "seen": "owner"},
        "say": {
            "action": "Guess",
            "with": {"what": {"is": "text", "sealed": True}, "n": {"is": "number"}},
            "do": [{"set": "Guess", "to": "$what", "of": "$me"}, {"grant": "Vertebra", "to": "$me", "n": "$n"}],
        },
    }
    ((path, why),) = flaws(guess | {"tell": does("tolls_say", {"announce": "$what"})})
    assert (path, why) == ("/tell/do/0/announce", "nothing is called $what here")
    hall = open_with(guess | {"tell": does("tolls_say", {"announce": "$who guessed $n"})})
    hall.do("ada", "tolls_say", what="Xyzzyplugh", n=3)
    assert "Xyzzyplugh" not in str([[entry.words, entry.events, entry.args] for entry in hall.entries()])
    assert any("ada guessed 3" in word for word in hall.entries("act-by-rule")[-1].words)


def test_no_name_of_a_declared_action_is_ever_sealed() -> None:
    """What rooms seal is a move, an order or an answer, which no rule can use."""
    sealed = {"move": {"answers"}, "give-standing-order": {"order"}, "answer": {"answer"}}
    for name, args in sealed.items():
        action = next(each for each in all_actions() if each.name == name)
        assert args <= action.args.model_fields.keys()
        assert declared_action_event(action).args.keys().isdisjoint(args)


@pytest.mark.parametrize(
    ("clause", "place", "why"),
    [
        ({"when": "does", "do": [{"announce": "x"}]}, "/act", "say which action; there is"),
        (does("fly", {"announce": "x"}), "/act", "there is no action called 'fly'"),
        (does("begin-phase", {"announce": "x"}), "/act", "there is no action called 'begin-phase'"),
        ({"when": "joined", "act": "vote", "do": [{"announce": "x"}]}, "/act", "only a clause with when: does"),
        ({"when": "phase-began", "do": [{"grant": "Vertebra", "to": "$who"}]}, "/do/0/to", "$who is nobody"),
        ({"when": "proposal-enacted", "do": [{"grant": "Vertebra", "to": "$who"}]}, "/do/0/to", "$who is nobody"),
        (
            {
                "when": "proposal-failed",
                "do": [{"grant": "Vertebra", "to": {**ALL, "where": {"voted": "$it", "about": "$number"}}}],
            },
            "/do/0/to/where/about",
            "proposals needed here, not a number",
        ),
        (
            {"action": "A", "do": [{"at": "card-burnt", "do": [{"announce": "x"}]}]},
            "/do/0/at",
            "there is no event called",
        ),
        ({"action": "A", "do": [{"at": "does", "do": [{"announce": "x"}]}]}, "/do/0/at", "say which action"),
        (
            {"action": "A", "do": [{"grant": "Vertebra", "to": "$me", "until": "gift"}]},
            "/do/0/until",
            "there is no event called",
        ),
    ],
)
def test_what_never_comes_is_refused_with_its_place(clause: dict[str, Any], place: str, why: str) -> None:
    """An event that only laws from before tell, a name of nobody, an action that there is not."""
    ((path, detail),) = flaws({"a": clause})
    assert path == f"/a{place}"
    assert why in detail


def test_a_law_hears_what_can_be_told_under_it() -> None:
    """The Ministry has no court, no cards and no matches: neither offers nor accepts their events."""
    offered = vocabulary_of(Law(MINISTRY)).events
    assert offered is not None
    assert not offered & {"bought", "card-gained", "ruling", "trade-made", "match-over", "duel-requested", "gift"}
    assert {"joined", "voted", "value-moved"} <= offered
    assert ("/a/when", "this never happens under this law") in flaws(
        {"a": {"when": "bought", "do": [{"announce": "x"}]}}, MINISTRY
    )


def test_every_act_that_can_be_heard_reads_out() -> None:
    """By its title, declared and by clause alike."""
    law = Law(cycle_16())
    for name, title in triggering_actions(law):
        deed = action_event_named(law, name)
        assert deed is not None
        words = explain_clause_kind(WhenClause.model_validate(does(name, {"announce": "x"})), law)
        verb, _, rest = title.partition(" ")
        heard = (
            f"uses “{title}”",
            f"{conjugated(verb.lower(), singular=True)} {rest}".replace("your ", "their ").strip(),
        )
        assert words in [(f"Whenever a player {each}, announce: “x”.",) for each in heard], title
    burnt = does("burn-card", {"announce": "$card"}, {"grant": "Chip", "to": "$who"})
    assert explain_clause_kind(WhenClause.model_validate(burnt), law) == (
        "Whenever a player burns a card:\n  – Announce: “[that card]”.\n  – That player gains 1 Chip.",
    )
