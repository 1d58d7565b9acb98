"""Counting ballots that players keep, with ranked choices that they say in order."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.http import QueryDict

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import KeptValue, ValueChange
from nomic.clauses.store.values import stored_value
from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.actions.registry import action_named
from nomic.effects.language.parser import read_effect
from nomic.effects.running.interpreter import Run
from nomic.forms.django_fields import fields_for
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import OpenWith, open_with
from tests.support.hall import Hall, bare_law
from tests.support.toy_world import SCOPE, ToyWorld

__all__ = ["open_with"]

RANKING = {"is": "players", "or_self": True, "ranked": True, "least": 0}
COUNT: dict[str, Any] = {
    "elect": "winner",
    "among": {"players": "players"},
    "by": {"players": "players"},
    "ballots": {"players_in": "Ballot", "of": "$it"},
    "counted": "ranked",
    "ties": "earliest",
}


def clauses(*, seen: str = "all", **count: Any) -> dict[str, Any]:
    sealed = {"sealed": True} if seen != "all" else {}
    return {
        "ballot": {"value": "Ballot", "of": "player", "is": "players", "seen": seen},
        "rounds": {"value": "Rounds", "is": "names"},
        "vote": {
            "action": "Vote",
            "with": {"ranking": {**RANKING, **sealed}},
            "do": [{"set": "Ballot", "to": "$ranking", "of": "$me"}],
        },
        "count": {
            "action": "Count",
            "do": [{**COUNT, **count}, {"grant": "Vertebra", "n": 7, "to": "$winner"}],
        },
    }


def votes(hall: Hall, **ballots: str) -> None:
    for name, ballot in ballots.items():
        hall.do(name, "tolls_vote", ranking=ballot.split())


def lines(hall: Hall) -> list[str]:
    return [line for line in hall.do("ada", "tolls_count").words if "Round" in line or "elected" in line]


def test_players_rank_and_the_rounds_are_told(open_with: OpenWith) -> None:
    hall = open_with(clauses(record="Rounds"))
    hall.join("dan", "fay")
    votes(hall, ada="eve bob", bob="bob", eve="eve", dan="dan bob", fay="bob")
    before = hall.has("bob", "Vertebra")
    told = lines(hall)
    assert told[0] == "Round 1: ada 0, bob 2, dan 1, eve 2, fay 0. A seat takes 3 votes. ada and fay are out."
    assert "Round 3: bob 3, eve 2. bob is elected." in told
    assert hall.has("bob", "Vertebra") == before + 7
    hall.is_sound()


def test_who_leaves_is_neither_voter_nor_choice(open_with: OpenWith) -> None:
    hall = open_with(clauses())
    hall.join("dan")
    votes(hall, ada="bob eve", bob="bob", eve="eve", dan="bob")
    hall.do("bob", "leave")
    assert lines(hall)[0].startswith("Round 1: ada 0, dan 0, eve 2. A seat takes 2 votes. eve is elected.")
    hall.is_sound()


def test_a_lot_is_in_the_public_record_if_the_ballots_are(open_with: OpenWith) -> None:
    hall = open_with(clauses(counted="plurality", ties="lot"))
    votes(hall, ada="bob", bob="ada")
    drawn = hall.do("ada", "tolls_count").draws
    assert [draw.purpose for draw in drawn] == ["Tolls: tie"]
    hall.is_sound()


def test_secret_ballots_stay_secret(open_with: OpenWith) -> None:
    """The count tells the sums and not who voted how; nobody but its owner sees a ballot."""
    hall = open_with(clauses(seen="owner"))
    entry = hall.do("ada", "tolls_vote", ranking=["bob", "eve"])
    assert "bob" not in str((entry.args, entry.words, entry.events))
    assert "Round 1: ada 0, bob 1, eve 0." in lines(hall)[0]
    hall.is_sound()


@pytest.mark.parametrize(
    ("more", "place", "detail"),
    [
        ({"counted": "fptp"}, "counted", "plurality or approval"),
        ({"seats": 2}, "counted", "say transferable"),
        ({"seats": 21, "counted": "borda"}, "seats", "1 to 20"),
        ({"seats": 0}, "seats", "1 to 20"),
        ({"against": {"players_in": "Ballot", "of": "$it"}}, "against", "only approval voting"),
        ({"ballots": {"names_in": "Rounds"}}, "ballots", "players needed here"),
        ({"ballots": {"players_in": "Nothing", "of": "$it"}}, "ballots/players_in", "Nothing"),
        ({"record": "Ballot"}, "record", "Ballot"),
        ({"ties": "chance of rain"}, "ties", "lot"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_its_place(more: dict[str, Any], place: str, detail: str) -> None:
    document = bare_law()
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": clauses(**more)}
    flaws = [flaw for flaw in flaws_of(document) if flaw.path.startswith(f"/rules/tolls/clauses/count/do/0/{place}")]
    assert any(detail in flaw.detail for flaw in flaws), flaws_of(document)


def test_no_cards_are_elected() -> None:
    cards = {"cards": "inventory", "of": "$all"}
    effect = read_effect([{**COUNT, "among": cards, "by": "$all", "ballots": cards}], SCOPE)
    assert [detail for _, detail in effect[0].flaws("hall")] == ["players or names are elected, not cards"]


@pytest.mark.parametrize("more", [{"seats": 1}, {"seats": 1, "counted": "borda"}, {"seats": 20, "counted": "borda"}])
def test_the_least_and_the_most_seats_are_fine(more: dict[str, Any]) -> None:
    document = bare_law()
    document["items"] = {"Vertebra": {"plural": "Vertebrae", "kind": "currency", "text": "Bone."}}
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": clauses(**more)}
    assert flaws_of(document) == []


@pytest.mark.parametrize("seen", ["all", "nobody"])
def test_a_lot_that_a_secret_record_tells_of_is_secret(open_with: OpenWith, seen: str) -> None:
    """Otherwise *Chance* would say what the record keeps from everybody."""
    law = clauses(counted="plurality", ties="lot", record="Rounds")
    law["count"]["do"] = law["count"]["do"][:1]
    law["rounds"]["seen"] = seen
    hall = open_with(law)
    votes(hall, ada="bob", bob="ada")
    assert len(hall.do("ada", "tolls_count").draws) == (1 if seen == "all" else 0)
    hall.is_sound()


def test_its_sentence() -> None:
    document = bare_law()
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": clauses(record="Rounds", ties="lot")}
    document["items"] = {"Vertebra": {"plural": "Vertebrae", "kind": "currency", "text": "Bone."}}
    assert flaws_of(document) == []
    said = " ".join(explain_rule(Law(document), "tolls"))
    assert (
        "Each player elects one of the players, by instant run-off: the choice with the fewest votes drops out, "
        "round by round, until one has more than half (each ballot is their Ballot; ties broken by lot; "
        "Rounds becomes the record of the rounds)." in said
    )
    assert "in order of preference" in said


def test_the_form_has_a_menu_for_each_place(open_with: OpenWith) -> None:
    """It works without scripts: empty menus count for nothing, and the order of the others is that of the ballot."""
    hall = open_with(clauses())
    placed = clauses_of(hall.cycle.law).actions["tolls_vote"]
    assert placed.clause.with_["ranking"].ranked
    action = action_named("tolls_vote", hall.cycle.law)
    field = fields_for(action.args, {"ranking": [("ada", "ada"), ("bob", "<bob>"), ("eve", "eve")]}, {})["ranking"]
    html = field.widget.render("ranking", ["eve"])
    assert html.count("<select") == 3
    assert html.count('<option value="eve" selected>') == 1
    assert "&lt;bob&gt;" in html
    sent = QueryDict("ranking=eve&ranking=&ranking=ada")
    assert field.widget.value_from_datadict(sent, {}, "ranking") == ["eve", "ada"]


POLL: dict[str, Any] = {
    "ballot": {"value": "Ballot", "of": "player", "is": "names", "one_of": ["red", "green", "blue"], "seen": "owner"},
    "colour": {"value": "Colour of the Hall", "is": "name"},
    "vote": {
        "action": "Vote on the colour",
        "with": {"ranking": {"is": "names", "one_of": ["red", "green", "blue"], "ranked": True, "sealed": True}},
        "do": [{"set": "Ballot", "to": "$ranking", "of": "$me"}],
    },
    "count": {
        "action": "Count",
        "do": [
            {
                **COUNT,
                "elect": "chosen",
                "among": ["red", "green", "blue"],
                "ballots": {"names_in": "Ballot", "of": "$it"},
            },
            {"set": "Colour of the Hall", "to": "$chosen"},
        ],
    },
}


def test_choices_that_the_law_names(open_with: OpenWith) -> None:
    """Ranked in a form and by the API alike; what cannot be chosen is refused with its place."""
    hall = open_with(POLL)
    votes(hall, ada="red blue", bob="green red blue", eve="blue red")
    votes(hall, eve="green")
    hall.bad("ada", "tolls_vote", "ranking/1", ranking=["red", "pink"])
    hall.bad("ada", "tolls_vote", "ranking", ranking=["red", "red"])
    hall.bad("ada", "tolls_vote", "ranking", ranking=[])
    assert lines(hall)[0].endswith("Round 1: red 1, green 2, blue 0. A seat takes 2 votes. green is elected.")
    assert stored_value(hall.read_context("ada"), "Colour of the Hall") == ("green",)
    said = " ".join(explain_rule(hall.cycle.law, "tolls"))
    assert "of red, green or blue, in order of preference" in said
    action = action_named("tolls_vote", hall.cycle.law)
    offered = {"ranking": [(colour, colour) for colour in ("red", "green", "blue")]}
    assert fields_for(action.args, offered, {})["ranking"].widget.render("ranking", []).count("<select") == 3
    hall.is_sound()


def test_the_rounds_are_kept_where_the_rule_says(open_with: OpenWith) -> None:
    hall = open_with(clauses(record="Rounds"))
    votes(hall, ada="bob", bob="bob")
    said = lines(hall)
    kept_rounds = stored_value(hall.read_context("ada"), "Rounds")
    assert kept_rounds
    assert all(line in said[0] for line in kept_rounds)


@pytest.mark.parametrize(("seats", "elected"), [(None, 1), (2, 2), ({"count": {"names_in": "Rounds"}}, 1)])
def test_as_many_are_elected_as_there_are_seats(open_with: OpenWith, seats: Any, elected: int) -> None:
    """One if no number is said, and one if the number is worked out as none."""
    hall = open_with(clauses(counted="borda", **({} if seats is None else {"seats": seats})))
    votes(hall, ada="bob eve ada", bob="bob eve ada", eve="bob eve ada")
    before = {name: hall.has(name, "Vertebra") for name in ("bob", "eve", "ada")}
    hall.do("ada", "tolls_count")
    gained = [name for name in before if hall.has(name, "Vertebra") > before[name]]
    assert gained == ["bob", "eve"][:elected]


@pytest.mark.parametrize("weight", [0, {"minus": [1, 4]}])
def test_a_ballot_without_weight_counts_for_nothing(open_with: OpenWith, weight: Any) -> None:
    hall = open_with(clauses(counted="plurality", weight=weight))
    votes(hall, ada="eve", bob="bob")
    assert "bob 0, eve 0" in lines(hall)[0]


def test_what_is_worked_out_for_each_ballot_is_work(open_with: OpenWith) -> None:
    """As often as there are voters, so that a count over many players cannot outrun the budget of an act."""

    def work(weight: Any, voters: dict[str, list[Any]]) -> int:
        count = {**COUNT, "among": ["a", "b"], "by": {"players": "players"}, "ballots": ["a"], "weight": weight}
        counted: list[int] = []
        Run(ToyWorld(voters), "ann", "A rule", counted.append).perform(read_effect([count], SCOPE), {"me": ("ann",)})
        return sum(counted)

    costly, few, many = {"smallest": [1] * 20}, {"ann": []}, {"ann": [], "bob": [], "cat": []}
    assert (work(costly, many) - work(costly, few)) - (work(1, many) - work(1, few)) >= 2 * 20


@pytest.mark.parametrize(("more", "said"), [({}, "a player was chosen"), ({"seats": 2}, "any players were chosen")])
def test_the_elected_are_one_or_several(more: dict[str, Any], said: str) -> None:
    document = bare_law()
    made = clauses(counted="borda", **more)
    made["count"]["do"][1] = {"if": {"some": "$winner"}, "then": [made["count"]["do"][1]]}
    document["rules"]["tolls"] = {"title": "Tolls", "body": "", "clauses": made}
    document["items"] = {"Vertebra": {"plural": "Vertebrae", "kind": "currency", "text": "Bone."}}
    assert flaws_of(document) == []
    assert said in " ".join(explain_rule(Law(document), "tolls"))


@pytest.mark.parametrize(
    ("more", "most"), [({}, 1), ({"seats": 3}, 3), ({"seats": 20}, 4), ({"ties": "all"}, 4), ({"ties": "lot"}, 1)]
)
def test_how_many_can_be_elected_is_known_before(more: dict[str, Any], most: int) -> None:
    """No more than there are choices, and no more than there are seats, unless all that tie are elected."""
    count = {**COUNT, "counted": "borda", "among": list("abcd"), "ballots": {"names_in": "B", "of": "$it"}, **more}
    (elect,) = read_effect([count], SCOPE)
    binding = elect.binds()
    assert binding is not None
    assert binding.members({}) == most


@pytest.mark.parametrize("counted", ["plurality", "approval", "borda"])
def test_a_count_in_which_nobody_stands_says_so(open_with: OpenWith, counted: str) -> None:
    """In the entry and in the record, also in one that an earlier version kept; a replay makes the same."""
    hall = open_with(
        clauses(record="Rounds", among={"players": "players", "where": {"is": [1, "equals", 2]}}, counted=counted)
    )
    said = "Nobody stands. Nobody is elected."
    assert said in hall.do("ada", "tolls_count").words
    assert stored_value(hall.read_context("ada"), "Rounds", "") == (said,)
    earlier = json.dumps(["Round 1: . Nobody is elected."])
    KeptValue.objects.filter(name="Rounds").update(members=earlier)
    ValueChange.objects.filter(name="Rounds").update(members_after=earlier)
    import_module("nomic.clauses.migrations.0005_records_of_elections").reword(apps, None)
    assert stored_value(hall.read_context("ada"), "Rounds", "") == (said,)
    hall.is_sound()
