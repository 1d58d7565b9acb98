"""Joining a game, and the cards brought to it.

Players declare for a battle (R31, R92, R94) or are asked for a duel (R32, R95).
"""

from collections.abc import Sequence

from exoptosis.engine.cards.card import CardId, Original
from exoptosis.engine.cards.duplicates import enter
from exoptosis.engine.flow import endings
from exoptosis.engine.mutable_state import MutableState
from exoptosis.engine.state import Seat


def join(draft: MutableState, player: str, cards: Sequence[Original]) -> None:
    """Add a player who declares for the battle or requests the duel.

    The player's cards are duplicated as their deck (R31).
    """
    draft.seats[player] = Seat(player)
    enter(draft, player, cards)
    text = f"{player} asks for a duel." if draft.kind == "duel" else f"{player} is in."
    draft.emit("joined", text, player=player)


def withdraw(draft: MutableState, player: str) -> None:
    """Withdraw a player before the battle begins (R94). A duel is then called off (R95)."""
    if draft.kind == "duel":
        draft.reseat(player, status="out", deck=(), chosen=None)
        endings.call_off(draft, f"{player} takes the request back.")
        return
    for card in draft.seats.pop(player).deck:
        del draft.cards[card]
    draft.emit("withdrew", f"{player} is no longer in.", player=player)


def invite(draft: MutableState, player: str) -> None:
    """Ask a player for the duel."""
    draft.seats[player] = Seat(player, "invited")
    draft.emit("invited", f"{player} is invited.", player=player)


def accept(draft: MutableState, player: str, cards: Sequence[Original]) -> None:
    """Accept a duel. It begins once all asked players have accepted (R32)."""
    draft.reseat(player, status="in")
    enter(draft, player, cards)
    draft.emit("accepted", f"{player} accepts the duel.", player=player)
    if not any(seat.status == "invited" for seat in draft.seats.values()):
        begin(draft)


def decline(draft: MutableState, player: str) -> None:
    """Decline a duel, which is then called off, because all asked players must accept (R32)."""
    draft.reseat(player, status="out")
    draft.emit("declined", f"{player} declines the duel.", player=player)
    endings.call_off(draft, f"{player} has declined.")


def lapse(draft: MutableState) -> None:
    """Call a duel off because a player has not answered the request in time (R95)."""
    endings.call_off(draft, "the request has lapsed.")


def obtain(draft: MutableState, player: str, cards: Sequence[Original]) -> None:
    """Add duplicates of obtained cards to a participant's deck (R31, R92)."""
    before = draft.seats[player].deck
    enter(draft, player, cards)
    for card in draft.seats[player].deck[len(before) :]:
        text = f"{draft.cards[card].species} joins {player}'s deck."
        draft.emit("obtained", text, player=player, card=card)


def withhold(draft: MutableState, player: str, cards: Sequence[CardId]) -> None:
    """Remove these cards from a player's deck, where they are in it.

    Another game uses them, or the player has lost them (R117).
    """
    for card in [card for card in draft.seats[player].deck if card in cards]:
        draft.remove(card)
        text = f"{draft.cards.pop(card).species} leaves {player}'s deck."
        draft.emit("withheld", text, player=player, card=card)


def begin(draft: MutableState) -> None:
    """Begin the choice of hands (R32): the battle phase has begun, or everybody has accepted the duel.

    If all hands have been chosen already, the end of the step reveals them (`finish_step`).
    """
    draft.begun = True
    if too_few(draft):
        endings.call_off(draft, "too few take part.")
    else:
        draft.emit("begun", f"The {draft.kind} begins. Everybody now chooses a hand.")


def too_few(draft: MutableState) -> bool:
    """Return whether fewer players take part than the law requires (R32, R95)."""
    return len(draft.participants) < draft.rules.occasion(draft.kind).at_least
