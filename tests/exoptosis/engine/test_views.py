"""What a viewer sees: decks and revealed hands of all, a sealed hand only its player's."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from exoptosis.engine.state import State
from nomic.matches.contract.game import BadAnswer, IllegalMove
from nomic.matches.contract.moves import read_move
from nomic.matches.contract.views import view_data
from tests.support.exoptosis_match import FOUR, GAME, Match

CARD = {
    "id",
    "name",
    "values",
    "value_set",
    "values_from",
    "suits",
    "colours",
    "types",
    "modifiers",
    "text",
    "original",
}


def sealed() -> Match:
    """Ada has chosen four of her six cards; Bob has not."""
    match = Match()
    match.join("Ada", *FOUR, "9", "King")
    match.join("Bob")
    match.happens("begun")
    match.hand("Ada", *FOUR)
    return match


def with_other_hand(state: State) -> State:
    """The same but for what Ada has chosen."""
    seats = tuple(replace(seat, chosen=seat.deck[2:]) if seat.player == "Ada" else seat for seat in state.seats)
    return replace(state, seats=seats)


def attempts(match: Match, state: State, player: str) -> list[Any]:
    """How every move that a player might try ends: state and events, or the refusal in its words."""
    told: list[Any] = []
    deck = list(match.seat("Ada").deck)
    for move, answers in (
        ({"kind": "hand"}, []),
        ({"kind": "hand"}, [deck[:4]]),
        ({"kind": "forfeit"}, []),
        ({"kind": "agree"}, []),
        ({"kind": "play", "card": deck[0]}, []),
        ({"kind": "draw"}, []),
        ({"kind": "raise", "to": 1}, []),
        ({"kind": "answer"}, []),
    ):
        try:
            made = GAME.play(match.rules, state, player, read_move(GAME, move), answers, match.dice, match.environment)
        except (IllegalMove, BadAnswer) as refusal:
            told.append(str(refusal))
        else:
            told.append((type(made).__name__, getattr(made, "events", None)))
    return told


@pytest.mark.parametrize("viewer", ["Bob", "Zoe", None])
def test_R32_a_sealed_hand_shows_in_nothing_that_others_get(viewer: str | None) -> None:
    """Two states that differ only in Ada's hand give everybody else the same, to the byte."""
    match = sealed()
    one, other = match.state, with_other_hand(match.state)
    assert one != other
    views = [json.dumps(view_data(GAME.view(match.rules, state, viewer))) for state in (one, other)]
    assert views[0] == views[1]
    assert GAME.seats(one) == GAME.seats(other)
    assert GAME.clocks(match.rules, one) == GAME.clocks(match.rules, other)
    player = viewer or "Zoe"
    for look in (GAME.legal, GAME.barred):
        assert look(match.rules, one, player, match.environment) == look(match.rules, other, player, match.environment)  # type: ignore[operator]
    assert attempts(match, one, player) == attempts(match, other, player)


def test_R32_choosing_another_hand_tells_nobody_what() -> None:
    """The event says who; so it does for every choice."""
    match = sealed()
    match.hand("Ada", "King", *FOUR)
    assert [(event.text, event.facts) for event in match.events if event.kind == "hand-chosen"] == [
        ("Ada has chosen a hand.", {"player": "Ada"})
    ] * 2


def test_R32_a_player_sees_their_own_choice_and_that_others_have_chosen() -> None:
    """The four cards, and a mark for everybody."""
    match = sealed()
    own, others = match.view("Ada"), match.view("Bob")
    assert own["chosen"] == list(match.seat("Ada").deck[:4])
    assert own["you"] == "Ada"
    assert others["chosen"] is None
    assert [seat["has_chosen"] for seat in others["seats"]] == [True, False]
    assert [seat["hand"] for seat in others["seats"]] == [None, None]
    assert [seat["hand_size"] for seat in others["seats"]] == [None, None]


def test_after_the_reveal_every_hand_and_every_deck_is_open() -> None:
    """To somebody who is not seated too."""
    match = sealed()
    match.hand("Bob")
    view = match.view(None)
    assert view["you"] is None
    hands = {seat["player"]: [view["cards"][str(card)]["name"] for card in seat["hand"]] for seat in view["seats"]}
    decks = {seat["player"]: [view["cards"][str(card)]["name"] for card in seat["deck"]] for seat in view["seats"]}
    assert hands == {"Ada": list(FOUR), "Bob": list(FOUR)}
    assert decks == {"Ada": ["9", "King"], "Bob": []}
    assert view["order"] == list(match.state.order)
    assert view["stage"] == "betting"
    assert view["bet"] == {"level": 0, "settled": 0, "raiser": None, "binds": False, "matched": [], "passed": []}


def test_a_card_shows_all_that_it_is() -> None:
    """Values in words and as a set, modifiers with what they remember, the law's text."""
    match = Match()
    card = match.original("King", {"name": "Bound", "by": "Cy"}, {"name": "Fragile", "count": 2}, suits=["Hearts"])
    match.happens("joined", player="Ada", cards=[card, match.original("Credit Card")])
    first, second = match.view(None)["cards"].values()
    assert set(first) == CARD
    assert (first["name"], first["values"], first["value_set"], first["suits"]) == ("King", "12", [12], ["Hearts"])
    assert first["modifiers"] == [{"name": "Bound", "by": "Cy"}, {"name": "Fragile", "count": 2}]
    assert first["text"] == match.rules.species["King"].text != ""
    assert first["original"] == card["code"]
    assert (second["values"], second["value_set"], second["values_from"]) == ("0, 1, 2, …", [], 0)


def test_the_table_in_play() -> None:
    """Turn, pile from the bottom, debts in a sentence, waiting effects in the law's words."""
    match = Match().start(Ada=(*FOUR, "9", "10"), Bob=(*FOUR, "Ace"), Cy=FOUR).bet_nothing()
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    match.move("Bob", "play", ["Cy"], card=match.in_hand("Bob", "Ace"))
    view = match.view("Cy")
    assert view["turn"] == {"number": 3, "player": "Cy"}
    assert [(view["cards"][str(played["card"])]["name"], played["by"]) for played in view["pile"]] == [
        ("2", "Ada"),
        ("Ace", "Bob"),
    ]
    assert [debt["debtor"] for debt in view["debts"]] == ["Cy", "Cy"]
    assert view["debts"][0]["what"] == "Cy has to draw a card (Ace)."
    assert view["outcome"] is None
    assert view["direction"] == 1


def test_an_ended_game_says_how() -> None:
    """The view of a game that is over says how it ended and who has won."""
    match = Match().start(Ada=FOUR, Bob=FOUR)
    match.move("Bob", "forfeit")
    assert match.view(None)["outcome"] == {"ending": "won", "winner": "Ada"}


def test_a_view_is_json() -> None:
    """What is written and read again is the same."""
    match = Match().start(Ada=FOUR, Bob=FOUR).bet_nothing()
    view = match.view("Ada")
    assert json.loads(json.dumps(view)) == view
