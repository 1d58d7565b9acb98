"""Values of every kind: numbers, yes or no, names, players, and lists of both."""

from typing import Any

import pytest

from nomic.clauses.models import KeptValue, ValueChange
from nomic.clauses.views.values import values_of_cycle, values_of_players
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from tests.clauses.conftest import Clauses, OpenWith, acts_of_rules, enact, other_clauses, with_clauses
from tests.clauses.test_shown import html
from tests.support.hall import Hall, cycle_16

KEEPER = {"value": "Keeper", "is": "player"}
GUILD = {"value": "The Guild", "is": "players", "most": 2}
COLOURS = {"value": "Colours", "is": "names", "one_of": ["Red", "Green", "Blue"], "most": 2}
TITLE = {"value": "Title", "is": "name", "of": "player", "beside": True}


def act(*do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"action": "Act", "do": list(do), **more}


def now(hall: Hall) -> dict[str, str]:
    """What is kept for the cycle, in words."""
    return {value.name: value.words for value in values_of_cycle(hall.cycle)}


def test_a_flag_is_told_as_what_somebody_is(open_with: OpenWith) -> None:
    """ "Honoured" is no number; a flag of the cycle is yes or no."""
    hall = open_with(
        {
            "honour": {"value": "Honoured", "is": "flag", "of": "player"},
            "fog": {"value": "Foggy", "is": "flag"},
            "rise": {
                "action": "Rise",
                "do": [{"set": "Honoured", "to": 1, "of": "$me"}, {"set": "Foggy", "to": 1}],
            },
            "fall": {"action": "Fall", "do": [{"reset": "Honoured", "of": "$me"}, {"reset": "Foggy"}]},
        }
    )
    assert hall.do("ada", "tolls_rise").words == ["ada rises.", "ada is now Honoured.", "Foggy is now on."]
    assert hall.do("ada", "tolls_fall").words == ["ada falls.", "ada is no longer Honoured.", "Foggy is now off."]


def test_a_player_can_be_kept(open_with: OpenWith) -> None:
    """An office, say: whoever holds it is named by it, and nobody at first."""
    hall = open_with(
        {
            "keeper": KEEPER,
            "take": act({"set": "Keeper", "to": "$me"}),
            "pay": act({"grant": "Vertebra", "n": 5, "to": {"players_in": "Keeper"}}),
        }
    )
    assert now(hall) == {"Keeper": "nobody"}
    assert hall.do("ada", "tolls_take").words == ["ada acts.", "ada is now the Keeper."]
    before = hall.has("ada", "Vertebra")
    hall.do("bob", "tolls_pay")
    assert hall.has("ada", "Vertebra") == before + 5
    hall.do("bob", "tolls_take")
    assert now(hall) == {"Keeper": "bob"}
    change = ValueChange.objects.latest("pk")
    assert (change.members_before, change.members_after) == ('["ada"]', '["bob"]')
    assert (
        entry_explanation(hall.cycle.law, "rules", "tolls")[-1]
        == "“Act”: You may do this at any time. You become the Keeper."
    )
    hall.is_sound()


def test_R5_whoever_leaves_is_in_no_value_of_others(open_with: OpenWith) -> None:
    """Neither the cycle's nor another player's."""
    hall = open_with(
        {
            "keeper": KEEPER,
            "guild": GUILD,
            "friend": {"value": "Friend", "is": "player", "of": "player"},
            "take": act({"set": "Keeper", "to": "$me"}, {"enter": {"players": "players"}, "in": "The Guild"}),
            "like": act({"set": "Friend", "of": "$me", "to": "$whom"}, **{"with": {"whom": {"is": "player"}}}),
        }
    )
    hall.do("ada", "tolls_take")
    hall.do("bob", "tolls_like", whom="ada")
    assert now(hall)["The Guild"] == "ada and bob"
    hall.do("ada", "leave")
    assert now(hall) == {"Keeper": "nobody", "The Guild": "bob"}
    assert values_of_players(hall.cycle, ["bob"])["bob"][-1].words == "nobody"
    hall.is_sound()


def test_lists_hold_each_member_once_and_no_more_than_they_can(open_with: OpenWith) -> None:
    """What is entered comes last; what is too much, or not among what there can be, stays out."""
    hall = open_with(
        {
            "colours": COLOURS,
            "red": act({"enter": "Red", "in": "Colours"}),
            "rest": act({"enter": ["Red", "Green", "Blue"], "in": "Colours"}),
            "less": act({"strike": "Red", "from": "Colours"}),
            "none": act({"set": "Colours", "to": []}),
        }
    )
    hall.do("ada", "tolls_red")
    hall.refused("ada", "tolls_red", "nothing-comes-of-it")
    assert now(hall) == {"Colours": "Red"}
    hall.do("ada", "tolls_rest")
    assert now(hall) == {"Colours": "Red and Green"}
    hall.do("ada", "tolls_less")
    assert now(hall) == {"Colours": "Green"}
    hall.do("ada", "tolls_none")
    assert now(hall) == {"Colours": "nothing"}
    hall.is_sound()


def test_who_is_in_a_list_can_be_asked(open_with: OpenWith) -> None:
    """As a condition on whoever acts, and as a set."""
    hall = open_with(
        {
            "guild": GUILD,
            "enter": act({"enter": "$me", "in": "The Guild"}),
            "feast": act(
                {"grant": "Vertebra", "to": {"players_in": "The Guild"}},
                who={"member": "$me", "of": {"players_in": "The Guild"}},
            ),
        }
    )
    hall.refused("ada", "tolls_feast", "not-so", "Tolls")
    hall.do("ada", "tolls_enter")
    hall.do("ada", "tolls_feast")
    assert "you are in the Guild" in hall.refused("bob", "tolls_feast", "not-so").detail


def test_what_stands_beside_a_name_does_so_everywhere(open_with: OpenWith) -> None:
    """In the list of players and on their page, until it is what it was at first."""
    flag = {"value": "Lamplighter", "is": "flag", "of": "player", "beside": True}
    hall = open_with(
        {
            "title": TITLE,
            "flag": flag,
            "on": act({"set": "Title", "to": "Duke <b>", "of": "$me"}, {"set": "Lamplighter", "to": 1, "of": "$me"}),
        }
    )
    assert "Lamplighter</span>" not in html(hall, "players/")
    hall.do("ada", "tolls_on")
    for page in ("players/", "players/ada/"):
        text = html(hall, page)
        assert '<span class="badge">Duke &lt;b&gt;</span>' in text
        assert '<span class="badge">Lamplighter</span>' in text
    hall.do("ada", "leave")
    assert "Lamplighter</span>" not in html(hall, "players/ada/")


def test_another_kind_starts_anew(open_with: OpenWith) -> None:
    """What was kept as another ends, for everybody."""
    hall = open_with({"title": TITLE, "on": act({"set": "Title", "to": "Duke", "of": "$me"})})
    hall.do("ada", "tolls_on")
    enact(hall, other_clauses({"title": {"value": "Title", "of": "player", "starts": 3}}))
    assert not KeptValue.objects.filter(cycle=hall.pk).exists()
    assert values_of_players(hall.cycle, ["ada"])["ada"][-1].words == "3"
    hall.is_sound()


def test_a_name_that_can_be_no_more_is_dropped(open_with: OpenWith) -> None:
    """When the law says other ones."""
    on = act({"enter": ["Red", "Blue"], "in": "Colours"})
    hall = open_with({"colours": COLOURS, "on": on})
    hall.do("ada", "tolls_on")
    enact(hall, other_clauses({"colours": COLOURS | {"one_of": ["Blue", "White"]}}))
    assert now(hall) == {"Colours": "Blue"}
    hall.is_sound()


BAD: dict[str, tuple[Clauses, str, str]] = {
    "entering where one stands": (
        {"k": KEEPER, "a": act({"enter": "$me", "in": "Keeper"})}, "/a/do/0/in", "no list of several 'Keeper'",
    ),
    "a player where names are": (
        {"k": COLOURS, "a": act({"enter": "$me", "in": "Colours"})}, "/a/do/0/in", "no kept player of the cycle",
    ),
    "a number where players are": (
        {"k": KEEPER, "a": act({"set": "Keeper", "to": 3})}, "/a/do/0/set", "no value of the cycle",
    ),
    "a name that cannot be": (
        {"k": COLOURS, "a": act({"enter": ["Red", "Mauve"], "in": "Colours"})}, "/a/do/0/enter", "never 'Mauve'",
    ),
    "raising players": ({"k": KEEPER, "a": act({"raise": "Keeper", "by": 1})}, "/a/do/0/raise", "no value"),
    "names as a number": (
        {"k": COLOURS, "a": act({"grant": "Vertebra", "to": "$me", "n": {"value_of": "Colours"}})},
        "/a/do/0/n/value_of",
        "no value",
    ),
    "a start that cannot be": ({"k": COLOURS | {"starts": ["Mauve"]}}, "/k/starts", "a name that is not allowed"),
    "a name that starts as a number": ({"k": {"value": "A", "is": "name", "starts": 3}}, "/k/starts", ""),
    "no such kind": ({"k": {"value": "A", "is": "dream"}}, "/k/is", "number"),
    "bounds of players": ({"k": KEEPER | {"least": 3}}, "/k/least", "no such field"),
    "the cycle's beside a name": ({"k": KEEPER | {"beside": True}}, "/k/beside", "cannot be shown beside a name"),
    "the cycle's owner": ({"k": KEEPER | {"seen": "owner"}}, "/k/seen", "has no owner"),
    "revealing what all see": ({"k": KEEPER, "a": act({"reveal": "Keeper"})}, "/a/do/0/reveal", "no secret value"),
    "entering nobody": ({"g": GUILD, "a": act({"enter": [], "in": "The Guild"})}, "/a/do", ""),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_cannot_be_kept_is_refused_with_its_place(what: str) -> None:
    """Before anybody votes."""
    clauses, place, words = BAD[what]
    flaws = flaws_of(with_clauses(cycle_16(), clauses))
    assert any(f.path.startswith(f"/rules/tolls/clauses{place}") and words in f.detail for f in flaws), flaws


def test_a_number_that_crosses_a_bound_can_be_heard(open_with: OpenWith) -> None:
    """By what it was before and is now; told only where a rule listens."""
    above = {"is": ["$now", "at_least", 3]}
    crossing = {"all": [{"is": ["$value", "equals", "The Well"]}, {"not": {"is": ["$before", "at_least", 3]}}, above]}
    full = {"when": "value-moved", "if": crossing, "do": [{"announce": "The Well is full: $now."}]}
    well = {"well": {"value": "The Well"}, "up": act({"raise": "The Well", "by": 2})}
    hall = open_with(well | {"full": full})
    for _ in range(3):
        hall.do("ada", "tolls_up")
    said = [entry.words for entry in acts_of_rules(hall)]
    assert said == [["By the rule “Tolls”:", "The Well is full: 4."]]
    moved = [event for event in hall.entries("tolls_up")[1].events if event["kind"] == "value-moved"]
    assert moved == [{"kind": "value-moved", "value": "The Well", "of": [], "before": 2, "now": 4}]
    hall.is_sound()
    enact(hall, other_clauses(well))
    kinds = [event["kind"] for event in hall.do("ada", "tolls_up").events]
    assert [kind for kind in kinds if kind.startswith("value-")] == ["value-changed"]
