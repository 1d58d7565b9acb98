"""Checks of whether a player may play a card or draw now, with the reasons (R36, R38, R53)."""

from collections.abc import Iterator

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.moves.playability import upon_the_top
from exoptosis.engine.mutable_state import MutableState
from nomic.matches.contract.game import IllegalMove

OFF_TURN = "off_turn"


def refusal(draft: MutableState, player: str, card: CardId) -> IllegalMove | None:
    """Return the error if a player may not play this card now, or None."""
    if (not_now := refusal_to_act(draft, player)) is not None:
        return not_now
    if card not in draft.seats[player].hand:
        return IllegalMove("not-in-hand", f"{player} has no such card in hand.", "Playing Cards")
    world = BattleWorld(draft, player)
    if not is_turn_of(draft, player) and OFF_TURN not in world.faces.plain(card).flags:
        return IllegalMove("not-your-turn", f"It is {_whose_turn(draft)} turn.", "R36")
    return upon_the_top(world, player).refusal(card)


def refusals(draft: MutableState, player: str) -> Iterator[tuple[CardId, IllegalMove | None]]:
    """Yield each card of a player's hand with the error if it may not be played now.

    In a turn, the pile is read once for all cards.
    """
    hand = draft.seats[player].hand
    if refusal_to_act(draft, player) is not None or not is_turn_of(draft, player):
        yield from ((card, refusal(draft, player, card)) for card in hand)
    else:
        top = upon_the_top(BattleWorld(draft, player), player)
        yield from ((card, top.refusal(card)) for card in hand)


def refusal_to_act(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if the game is not being played now or the player is not in it, else None."""
    if draft.stage != "play":
        return IllegalMove("not-playing", "No cards are played now.", "R36")
    if not draft.is_in(player):
        return IllegalMove("not-seated", f"{player} is not in this game.", "R45")
    return None


def draw_refusal(draft: MutableState, player: str) -> IllegalMove | None:
    """Return the error if a player may not draw for their turn now, or None (R36, R38, R53)."""
    if (not_now := refusal_to_act(draft, player)) is not None:
        return not_now
    if not is_turn_of(draft, player):
        return IllegalMove("not-your-turn", f"It is {_whose_turn(draft)} turn.", "R36")
    if _must_play(draft) and (card := first_playable(draft, player)) is not None:
        name = draft.cards[card].species
        rule = "R53" if draft.rules.must_play == "always" else "R38"
        return IllegalMove("must-play", f"You must play a card, for example {name}.", rule)
    return None


def is_turn_of(draft: MutableState, player: str) -> bool:
    """Return whether it is this player's turn."""
    return draft.turn is not None and draft.turn.player == player


def playable_cards(draft: MutableState, player: str) -> Iterator[CardId]:
    """Yield the cards of a player's hand that may be played now, in the order of the hand."""
    if refusal_to_act(draft, player) is not None:
        return
    world, on_turn = BattleWorld(draft, player), is_turn_of(draft, player)
    top = upon_the_top(world, player)
    for card in draft.seats[player].hand:
        if (on_turn or OFF_TURN in world.faces.plain(card).flags) and top.allows(card):
            yield card


def first_playable(draft: MutableState, player: str) -> CardId | None:
    """Return the first card of a player's hand that may be played now, or None. Later cards are not checked."""
    return next(playable_cards(draft, player), None)


def can_go_on(draft: MutableState) -> bool:
    """Return whether a card of any hand or deck could be played now by some participant.

    If not, draws and cards that players give each other cannot help; only an effect can.
    """
    held = [card for player in draft.participants for card in (*draft.seats[player].hand, *draft.seats[player].deck)]
    tops = (upon_the_top(BattleWorld(draft, player), player) for player in draft.participants)
    return any(top.allows(card) for top in tops for card in held)


def _whose_turn(draft: MutableState) -> str:
    return f"{draft.turn.player}'s" if draft.turn else "nobody's"


def _must_play(draft: MutableState) -> bool:
    """Return whether the law requires a player who can play to do so, at least in the game's first turn (R38, R53)."""
    return draft.rules.must_play == "always" or (draft.turn is not None and draft.turn.number == 1)
