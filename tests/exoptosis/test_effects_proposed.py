"""An amendment with an effect that cannot be law is refused when it is proposed, saying where and why."""

from typing import Any

import pytest

from tests.support.hall import Hall, wordless

pytestmark = pytest.mark.django_db

MAGPIE: dict[str, Any] = {"values": [7], "suits": ["Stars"], "colours": ["Black"], "types": ["Special"]}
HANDS = {"cards": "hand", "of": "$all"}
EVERY_CARD_TWICE = [{"each": "one", "in": HANDS, "do": [{"each": "two", "in": HANDS, "do": [{"destroy": "$two"}]}]}]


def _species(**hooks: Any) -> dict[str, Any]:
    return {"op": "add", "path": "/cards/Magpie", "value": {**MAGPIE, "hooks": hooks}}


def _modifier(name: str, *played: dict[str, Any]) -> dict[str, Any]:
    return {"op": "add", "path": f"/modifiers/{name}", "value": {"text": "", "hooks": {"when_played": list(played)}}}


@pytest.mark.parametrize(
    ("amendment", "where", "why"),
    [
        (
            _species(when_played=[{"steal": 1}]),
            "/cards/Magpie/hooks/when_played/0",
            "no part of the language is called 'steal'",
        ),
        (
            _species(when_played=[{"take": 1, "who": "$them"}]),
            "/cards/Magpie/hooks/when_played/0/who",
            "nothing is called $them here",
        ),
        (
            _species(when_played=[{"grant": "Shiny", "to": "$me"}]),
            "/cards/Magpie/hooks/when_played/0/grant",
            "there is no item 'Shiny'",
        ),
        (
            _species(demands={"also": {"has": "$above", "suit": "Moons"}}),
            "/cards/Magpie/hooks/demands/also/suit",
            "there is no suit 'Moons'",
        ),
        (
            _species(allows={"playable": "$this", "upon": "$beneath"}),
            "/cards/Magpie/hooks/allows",
            "'playable' cannot be used in what decides whether a card can be played",
        ),
        (
            _species(when_played=EVERY_CARD_TWICE),
            "/cards/Magpie/hooks/when_played",
            "this may take 32012002 steps",
        ),
        (
            _species(when_played=[{"take": 1000, "who": "$me"}]),
            "/cards/Magpie/hooks/when_played/0/take",
            "at most 100 at a time",
        ),
        (
            _modifier("Vain", {"act_as": "Vain"}),
            "/modifiers/Vain/hooks",
            "modifiers act as each other in a loop: Vain as Vain",
        ),
        (
            {"op": "replace", "path": "/packs/Handy Pack/contents", "value": [{"turn": "reverse"}]},
            "/packs/Handy Pack/contents/0",
            "'turn' cannot be used outside a game",
        ),
        (
            {"op": "add", "path": "/battles/rewards/0", "value": {"choose": "them", "from": "$all"}},
            "/battles/rewards/0",
            "nobody can be asked after a game has ended: only chance can choose",
        ),
    ],
    ids=lambda part: str(part)[:60],
)
def test_what_cannot_be_law_is_refused_with_its_place(cast: Hall, amendment: Any, where: str, why: str) -> None:
    """By the schema, by the names that the law has, by what the place allows, by how long it may take."""
    refusal = cast.bad("ada", "submit-proposal", f"amendments{where}", **_proposal(amendment))
    assert any(why in error.detail for error in refusal.errors)


def _proposal(amendment: dict[str, Any]) -> dict[str, Any]:
    return {"title": "A magpie", "text": "It steals.", "amendments": [amendment]}


def test_a_species_that_others_name_cannot_go_alone(open_cycle) -> None:
    """The card whose effect names it has to be changed along with it."""
    cast = open_cycle(wordless(), joined=("ada",))
    gone = {"op": "remove", "path": "/cards/Credit Card"}
    field = "amendments/cards/Go to jail monopoly card/hooks/when_played/0/in/owners/where/species"
    cast.bad("ada", "submit-proposal", field, **_proposal(gone))
    jail = {"op": "remove", "path": "/cards/Go to jail monopoly card/hooks"}
    cast.propose("ada", gone, jail, **{"class": "urgent"})


def test_a_new_species_can_be_proposed(cast: Hall) -> None:
    """With an effect that ends and harms nothing."""
    loot = {"choose": "loot", "by": "$them", "from": {"cards": "hand", "of": "$them"}}
    steal = {"each": "them", "in": "$others", "do": [loot, {"move": "$loot", "to": "deck", "of": "$me"}]}
    cast.propose("ada", _species(when_played=[steal]), **{"class": "urgent"})
