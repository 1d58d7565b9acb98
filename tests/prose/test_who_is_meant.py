"""Nobody is called "they" or "that player" where another player could be meant."""

from typing import Any

import pytest

from nomic.clauses.views.explanations import explain_rule
from nomic.law.document.sections import Law
from tests.clauses.conftest import with_clauses
from tests.prose.clauses import PLACE, VALUES
from tests.support.hall import cycle_16

Raw = dict[str, Any]
RICHEST: Raw = {"extreme": {"players": "players"}, "by": {"stock": "Chip", "of": "$it"}}
FINE: Raw = {"revoke": "Chip", "from": RICHEST}
ANOTHER: Raw = {"choose": "friend", "from": {"players": "players", "except": "$me"}, "by": "$me"}
ACTIVE: Raw = {"players": "active"}
BY_ANOTHER: Raw = {"not": {"is": ["$proposal.author", "equals", "$who"]}}
WHOM: Raw = {"whom": {"is": "player"}}


def text_of(clause: Raw) -> str:
    """Return the sentences of one clause beside the values of `tests.prose.clauses`."""
    document = with_clauses(cycle_16(), {**VALUES, PLACE: {**clause, "place": 99}})
    others = explain_rule(Law(with_clauses(cycle_16(), VALUES)), "tolls")
    return "\n".join(text for text in explain_rule(Law(document), "tolls") if text not in others)


def gains(who: Any) -> Raw:
    return {"grant": "Chip", "to": who}


def act(*do: Any, **more: Any) -> Raw:
    return {"action": "Act", **more, "do": list(do)}


def when(event: str, *do: Any, **more: Any) -> Raw:
    return {"when": event, **more, "do": list(do)}


@pytest.mark.parametrize(
    ("event", "name", "called"),
    [
        ("joined", "$player", "the newcomer"),
        ("left", "$player", "the leaver"),
        ("became-reputable", "$player", "the newly reputable player"),
        ("inactive-acted", "$player", "the player who acted"),
        ("voted", "$who", "the voter"),
        ("confidence-voted", "$who", "the voter"),
        ("proposal-seconded", "$who", "the seconder"),
        ("bought", "$player", "the buyer"),
        ("card-destroyed", "$player", "the card's owner"),
        ("item-gained", "$player", "the player who gained it"),
        ("pack-opened", "$player", "the player who opened it"),
        ("trade-offered", "$player", "the player who offered it"),
    ],
)
def test_the_player_of_an_event_has_a_noun_of_its_own(event: str, name: str, called: str) -> None:
    """After another player. Without one, "that player" is clear."""
    said = text_of(when(event, FINE, {"raise": "Light", "of": "$player" if name == "$player" else name, "by": 1}))
    possessive = called + "'s Light" if " who " not in called and "'s " not in called else f"the Light of {called}"
    assert f"{possessive[:1].upper()}{possessive[1:]} increases by 1." in said
    assert "hat player" not in said
    alone = text_of(when(event, {"raise": "Light", "of": name, "by": 1}))
    assert "that player's Light increases by 1." in alone


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (
            when("voted", gains("$who"), **{"if": BY_ANOTHER}),
            "Whenever a player votes on a proposal, or takes a vote back, if the author is not the voter, "
            "the voter gains 1 Chip.",
        ),
        (
            when("proposal-enacted", {"raise": "Light", "of": "$proposal.author", "by": 1}),
            "Whenever a proposal is enacted, the author's Light increases by 1.",
        ),
        (
            when("item-lost", FINE, gains("$player"), **{"if": {"is": ["$item", "equals", "Vertebra"]}}),
            "Whenever a player loses Vertebrae:\n  – The players with the most Chips each lose 1 Chip."
            "\n  – The player who lost them gains 1 Chip.",
        ),
        (
            when("value-moved", FINE, gains("$of"), **{"if": {"is": ["$value", "equals", "Light"]}}),
            "Whenever a player's Light rises or falls:\n  – The players with the most Chips each lose 1 Chip."
            "\n  – The player whose Light changed gains 1 Chip.",
        ),
        (
            when("joined", gains("$player"), **{"if": {"not": {"some": {"players_in": "Seller"}}}}),
            "Whenever a player joins, if there is no Seller, that player gains 1 Chip.",
        ),
        (
            act({"at": "joined", "do": [FINE, gains("$player")]}),
            "“Act”: You may do this at any time. The next time a player joins:"
            "\n  – The players with the most Chips each lose 1 Chip.\n  – The newcomer gains 1 Chip.",
        ),
        (
            act(FINE, gains("$whom"), **{"with": {"whom": {"is": "player", "says": "to whom"}}}),
            "“Act”: You may do this at any time. Choose another player. The players with the most Chips each lose "
            "1 Chip. The player you chose gains 1 Chip.",
        ),
        (
            act({"each": "one", "in": ACTIVE, "do": [{"reveal": "Guess"}, gains("$one")]}),
            "“Act”: You may do this at any time. For each active player:\n  – Everybody's Guess is revealed."
            "\n  – That player gains 1 Chip.",
        ),
        (
            act({"each": "one", "in": ACTIVE, "do": [gains("$one"), {"set": "Seller", "to": "$one"}]}),
            "“Act”: You may do this at any time. For each active player:\n  – They gain 1 Chip."
            "\n  – They become the Seller.",
        ),
        (
            act(ANOTHER, gains({"players_in": "Seller"}), gains("$friend")),
            "“Act”: You may do this at any time. Choose another player. The Seller gains 1 Chip. "
            "The chosen player gains 1 Chip.",
        ),
        (
            act(ANOTHER, gains("$friend")),
            "“Act”: You may do this at any time. Choose another player. They gain 1 Chip.",
        ),
    ],
)
def test_who_is_meant_is_said(clause: Raw, said: str) -> None:
    assert text_of(clause) == said
