"""What an argument allows is part of the rule's sentence, of the form's help and of the schema; a refusal says why."""

from typing import Any

import pytest

from nomic.clauses.handlers.actions import actions_by_law
from nomic.clauses.schema.clause_models import ActionClause
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.cycles.actions.forms import form_for
from nomic.law.document.sections import Law
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.support.hall import cycle_16

RICH = {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 3]}
OWN = {"stock": "Vertebra", "of": "$me"}
GAIN = [{"grant": "Vertebra", "to": "$me"}]

ARGUMENTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "another player": ({"is": "player"}, "another player", "another player"),
    "anybody": ({"is": "player", "or_self": True}, "a player", "a player"),
    "some player": (
        {"is": "player", "where": RICH},
        "another player with at least 3 Vertebrae",
        "another player with at least 3 Vertebrae",
    ),
    "so many players": (
        {"is": "players", "least": 1, "most": 3, "where": RICH},
        "1 to 3 other players with at least 3 Vertebrae",
        "1 to 3 other players with at least 3 Vertebrae",
    ),
    "a card": (
        {"is": "card", "for": "destroy"},
        "an available card of yours that can be destroyed",
        "of yours that can be",
    ),
    "a certain card": (
        {"is": "card", "where": {"has": "$it", "species": "5"}},
        "an available card of yours that is called 5",
        "an available card of yours that is called 5",
    ),
    "cards": (
        {"is": "cards", "of": "others", "least": 2, "most": 2},
        "2 available cards of other players",
        "2 available cards",
    ),
    "between": ({"is": "number", "least": 1, "most": 6}, "1 to 6", "1 to 6"),
    "the most one has": (
        {"is": "number", "least": 1, "most": OWN},
        "from 1 to the number of Vertebrae you have",
        "from 1 to the number of Vertebrae you have",
    ),
    "one name": ({"is": "name", "one_of": ["north", "south", "east"]}, "north, south or east", "north, south or east"),
    "one item": (
        {"is": "item", "one_of": ["Chip", "Vertebra"], "own": True},
        "Chip or Vertebra, if you have it",
        "",
    ),
    "a short text": ({"is": "text", "longest": 40}, "at most 40 characters", "at most 40 characters"),
}


@pytest.mark.parametrize(("argument", "read", "helps"), ARGUMENTS.values(), ids=list(ARGUMENTS))
def test_what_is_allowed_is_read_out(argument: dict[str, Any], read: str, helps: str) -> None:
    """Of everybody in the law, of you where you act."""
    clause: dict[str, Any] = {"action": "A", "with": {"x": {**argument, "says": "its aim"}}, "do": GAIN}
    verb = "Write" if argument["is"] == "text" else "Choose"
    law = Law(with_clauses(cycle_16(), {"a": clause}))
    limit = read.replace("at most", ", in at most") if verb == "Write" else f": {read}"
    assert f"{verb} its aim{limit if read != 'a text' else ''}." in explain_clause_kind(
        ActionClause.model_validate(clause), law
    )
    described = actions_by_law(law)["tolls_a"].schema()["properties"]["x"]["description"]
    assert described.startswith("its aim (")
    assert helps in described


def test_the_form_says_it_too(open_with: OpenWith) -> None:
    clauses: Clauses = {"a": {"action": "A", "with": {"x": {"is": "name", "one_of": ["a", "b"]}}, "do": GAIN}}
    hall = open_with(clauses)
    action = actions_by_law(hall.cycle.law)["tolls_a"]
    assert form_for(action, hall.read_context("ada")).base_fields["x"].help_text == "a or b"


def test_the_form_says_between_what_a_number_can_be_now(open_with: OpenWith) -> None:
    """An end that no rule sets is left out."""
    arguments: dict[str, Any] = {
        "few": {"is": "number", "most": OWN},
        "many": {"is": "number", "least": OWN, "says": "how many"},
        "some": {"is": "number", "least": 1, "most": OWN, "says": "how many"},
    }
    hall = open_with({"a": {"action": "A", "with": arguments, "do": GAIN}})
    fields = form_for(actions_by_law(hall.cycle.law)["tolls_a"], hall.read_context("ada")).base_fields
    has, own = hall.has("ada", "Vertebra"), "the number of Vertebrae you have"
    assert fields["few"].help_text == f"at most {own} (at most {has} now)"
    assert fields["many"].help_text == f"how many (at least {own}; at least {has} now)"
    assert fields["some"].help_text == f"how many (from 1 to {own}; 1 to {has} now)"


def test_a_refusal_says_why(open_with: OpenWith) -> None:
    """Which condition of which rule leaves a choice out, a card by its name."""
    special = {"all": [{"has": "$it", "species": "5"}, {"not": {"has": "$it", "modifier": "Torn"}}]}
    pays = {"all": [{"is": [{"stock": "Chip", "of": "$it"}, "at_least", 1]}, {"active": "$it"}]}
    clauses: Clauses = {
        "show": {"action": "Show", "with": {"card": {"is": "card", "where": special}}, "do": GAIN},
        "name": {"action": "Name", "with": {"who": {"is": "player", "where": pays}}, "do": GAIN},
        "say": {"action": "Say", "with": {"n": {"is": "number", "least": 1, "most": OWN}}, "do": GAIN},
        "go": {"action": "Go", "with": {"door": {"is": "name", "one_of": ["north", "south"]}}, "do": GAIN},
        "give": {"action": "Give", "with": {"what": {"is": "item", "own": True}}, "do": GAIN},
    }
    hall = open_with(clauses)
    other, fitting = hall.grant_card("ada", "6"), hall.grant_card("ada", "5")
    theirs = hall.grant_card("bob", "5")

    def why(action: str, **args: Any) -> str:
        (field,) = args
        return hall.bad("ada", f"tolls_{action}", field, **args).errors[0].detail

    assert "cannot be chosen: it must be a card that is called 5 (rule “Tolls”)" in why("show", card=other.code)
    assert why("show", card=theirs.code) == "5 is bob's: only your own cards can be chosen (rule “Tolls”)"
    hall.do("ada", "tolls_show", card=fitting.code)
    hall.join("zoe")
    hall.grant("eve", "Chip")
    cannot = "zoe cannot be chosen here: it must be a player with at least 1 Chip (rule “Tolls”)"
    assert why("name", who="zoe") == cannot
    has = hall.has("ada", "Vertebra")
    assert why("say", n=has + 1) == (
        f"{has + 1} is too large: a whole number from 1 to {has}, "
        "as the most is the number of Vertebrae you have (rule “Tolls”)"
    )
    assert why("go", door="up") == "'up' cannot be chosen now: only north or south can (rule “Tolls”)"
    assert why("give", what="Gem Key") == "you have no Gem Key"
    assert why("give", what="Nothing") == "there is no item 'Nothing'"
