"""Prediction of a player's next turn: the possible tops of the pile, and the cards that fit on them."""

from collections.abc import Mapping
from dataclasses import dataclass

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.effect_world import BattleWorld
from exoptosis.engine.moves.playability import PlaceToPlay, upon_the_top
from exoptosis.engine.mutable_state import draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import State
from nomic.effects.asking.environment import NoChance
from nomic.matches.contract.game import Environment

EACH = 0.1  # of a hand that is ready

Top = CardId | None  # None is the empty table


@dataclass(frozen=True, slots=True)
class Outlook:
    """The plays to be expected for a player.

    `top` is the pile's present top. `covers` are the others' cards that could be played on it. `upon` lists, for each
    card in the player's hand, the cards of `top` and `covers` on which it fits.
    """

    top: Top
    covers: tuple[CardId, ...]
    upon: Mapping[CardId, frozenset[Top]]

    @property
    def tops(self) -> tuple[Top, ...]:
        """The possible tops of the pile at the player's next turn, if everybody who can play does."""
        return self.covers or (self.top,)


def outlook_of(rules: Rules, state: State, player: str, environment: Environment) -> Outlook | None:
    """Return the outlook of a player, or None if the player is out, no turns are played now, or a move is pending.

    All hands are open to everybody.
    """
    seat = next((each for each in state.seats if each.player == player and each.status == "in"), None)
    if seat is None or state.stage != "play" or state.turn is None or state.pending is not None:
        return None
    draft = draft_for(rules, state, NoChance(), environment)
    top = state.pile[-1].card if state.pile else None
    covers: list[CardId] = []
    for other in () if state.turn.player == player else state.seats:
        if other.status == "in" and other.player != player:
            place = upon_the_top(BattleWorld(draft, other.player), other.player)
            covers += [card for card in other.hand if place.allows(card)]
    world = BattleWorld(draft, player)
    places: dict[Top, PlaceToPlay] = {
        top: upon_the_top(world, player),
        **{card: PlaceToPlay(world, player, card) for card in covers},
    }
    upon = {card: frozenset(below for below, place in places.items() if place.allows(card)) for card in seat.hand}
    return Outlook(top, tuple(covers), upon)


def readiness(rules: Rules, state: State, player: str, environment: Environment) -> float:
    """Return the share of possible tops on which a card of the player's hand fits.

    Each further card that fits on all of them adds a little, so that a second one is better than none.
    """
    ahead = outlook_of(rules, state, player, environment)
    if ahead is None:
        return 0
    fitting = frozenset[Top]().union(*ahead.upon.values())
    share = sum(top in fitting for top in ahead.tops) / len(ahead.tops)
    cards = sum(len(tops & set(ahead.tops)) for tops in ahead.upon.values()) / len(ahead.tops)
    return share + EACH * cards
