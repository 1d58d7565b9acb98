"""What rules say of events: a newcomer reads what happens, and never the name that the journal has for it."""

import pytest

from nomic.clauses.schema.clause_models import ActionClause, WhenClause, WinsClause
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.clauses.vocabulary.event_scopes import EventKind, occasions
from nomic.law.document.sections import Law
from tests.clauses.conftest import with_clauses
from tests.support.hall import cycle_16

LAW = Law(cycle_16())
HEARD = [each for each in occasions() if not each.event.__module__.startswith("tests.")]


@pytest.mark.parametrize("occasion", HEARD, ids=lambda occasion: occasion.kind)
def test_every_event_is_said_in_words(occasion: EventKind) -> None:
    """As what follows "whenever", declared beside the event; and as the next time of it."""
    assert occasion.event.whenever
    assert not occasion.event.whenever.endswith(".")


def test_the_names_of_an_event_stand_by_what_they_are() -> None:
    """Whoever joined is that player, and what changed that value."""
    joins = {"when": "joined", "do": [{"grant": "Chip", "to": "$player"}]}
    assert explain_clause_kind(WhenClause.model_validate(joins), LAW) == (
        "Whenever a player joins, that player gains 1 Chip.",
    )
    bought = {
        "when": "bought",
        "if": {"is": ["$count", "more_than", 2]},
        "do": [{"grant": "Chip", "n": "$count", "to": "$player"}],
    }
    assert explain_clause_kind(WhenClause.model_validate(bought), LAW) == (
        "Whenever a player buys from the Croupier, if the count is more than 2, that player gains Chips equal to the "
        "count.",
    )


def test_what_players_say_stands_by_what_it_is() -> None:
    """A number by what it counts; of two players each by its name."""
    clause = {
        "action": "Pay",
        "with": {
            "n": {"is": "number", "says": "how many Chips", "least": 1, "most": 6},
            "to": {"is": "player", "says": "to whom"},
            "by": {"is": "player", "says": "for whom"},
        },
        "do": [{"grant": "Chip", "n": "$n", "to": "$to"}, {"revoke": "Chip", "n": "$n", "from": "$by"}],
    }
    assert explain_clause_kind(ActionClause.model_validate(clause), LAW)[1:] == (
        "Choose how many Chips: 1 to 6.",
        "Choose another player (to whom).",
        "Choose another player (for whom).",
        "The player “to” gains that many Chips.",
        "The player “by” loses that many Chips.",
    )


def test_a_value_of_one_player_is_said_as_an_office() -> None:
    """Who is the Gardener, and who is in The roll."""
    values = {"a": {"value": "Gardener", "is": "player"}, "b": {"value": "The roll", "is": "players"}}
    law = Law(with_clauses(cycle_16(), values))
    asked = {"any": [{"member": "$me", "of": {"players_in": name}} for name in ("Gardener", "The roll")]}
    act = {"action": "Act", "who": asked, "do": [{"grant": "Chip", "n": 1, "to": {"players_in": "Gardener"}}]}
    assert explain_clause_kind(ActionClause.model_validate(act), law) == (
        "“Act”: You may do this only if you are the Gardener or are on the roll.",
        "The Gardener gains 1 Chip.",
    )
    vacant = {"when": "joined", "if": {"is": [{"count": {"players_in": "Gardener"}}, "equals", 0]}, "do": act["do"]}
    assert explain_clause_kind(WhenClause.model_validate(vacant), law) == (
        "Whenever a player joins, if there is no Gardener, the Gardener gains 1 Chip.",
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("The roll", "on the roll"),
        ("Guest list", "on the Guest list"),
        ("Jury", "on Jury"),
        ("The listeners", "in the listeners"),
        ("Guild", "in Guild"),
    ],
)
def test_one_is_on_a_list_and_in_a_guild(name: str, words: str) -> None:
    law = Law(with_clauses(cycle_16(), {"a": {"value": name, "is": "players"}}))
    act = {
        "action": "Act",
        "who": {"member": "$me", "of": {"players_in": name}},
        "do": [{"grant": "Chip", "to": "$me"}],
    }
    assert (
        explain_clause_kind(ActionClause.model_validate(act), law)[0]
        == f"“Act”: You may do this only if you are {words}."
    )


def test_what_a_value_of_players_holds_is_not_one_of_anything() -> None:
    """One has at least one of them, or none."""
    values = {"duties": {"value": "Duties", "is": "names", "of": "player"}}
    law = Law(with_clauses(cycle_16(), values))
    has = {"some": {"names_in": "Duties", "of": "$me"}}
    for condition, words in ((has, "at least one Duty"), ({"not": has}, "no Duties")):
        act = {"action": "Act", "who": condition, "do": [{"grant": "Chip", "to": "$me"}]}
        told = explain_clause_kind(ActionClause.model_validate(act), law)[0]
        assert told == f"“Act”: You may do this only if you have {words}."


def test_who_one_player_s_value_is_and_whether_anybody_is_in_it() -> None:
    """A value that holds one player is that player; one that holds several has somebody in it, or nobody."""
    values = {
        "heir": {"value": "Heir", "is": "player", "of": "player"},
        "backers": {"value": "Backers", "is": "players", "of": "player"},
    }
    law = Law(with_clauses(cycle_16(), values))
    left_to = {"players": "players", "where": {"is": [{"players_in": "Heir", "of": "$it"}, "equals", "$player"]}}
    listening = {"when": "joined", "if": {"some": left_to}, "do": [{"grant": "Chip", "to": "$player"}]}
    told = explain_clause_kind(WhenClause.model_validate(listening), law)[0]
    assert (
        told == "Whenever a player joins, if there is a player whose Heir is the newcomer, the newcomer gains 1 Chip."
    )
    backed = {"some": {"players_in": "Backers", "of": "$me"}}
    for condition, words in ((backed, "at least one Backer"), ({"not": backed}, "no Backers")):
        act = {"action": "Act", "who": condition, "do": [{"grant": "Chip", "to": "$me"}]}
        assert (
            explain_clause_kind(ActionClause.model_validate(act), law)[0]
            == f"“Act”: You may do this only if you have {words}."
        )


def test_a_way_to_win_says_whose_team_it_is_and_that_it_adds_up() -> None:
    """Two players are in the sentence: the one who would win, and the one who is looked at."""
    values = {"team": {"value": "Team", "is": "name", "of": "player"}}
    law = Law(with_clauses(cycle_16(), values))
    same = {"is": [{"names_in": "Team", "of": "$p"}, "equals", {"names_in": "Team", "of": "$it"}]}
    team = {"players": "players", "as": "p", "where": same}
    wins = {"wins": {"is": [{"stock": "Chip", "of": team}, "at_least", 15]}}
    assert explain_clause_kind(WinsClause.model_validate(wins), law) == (
        "A player wins if all players whose Team is the winner's Team together have at least 15 Chips.",
        "If this is true of several players, none of them wins.",
    )


def test_whose_value_changed_is_said() -> None:
    """Those for whom it is kept, and not everybody."""
    moved = {"when": "value-moved", "do": [{"grant": "Chip", "to": "$of"}]}
    told = explain_clause_kind(WhenClause.model_validate(moved), LAW)
    assert told == ("Whenever a number changes, each player concerned gains 1 Chip.",)
