"""The value of a position for a player, as the greedy bot sees it, in parts that a hint can name."""

from collections.abc import Iterable

from msgspec import Struct

from exoptosis.bots.next_turn_outlook import readiness
from exoptosis.engine.cards.card import Card
from exoptosis.engine.moves import legality
from exoptosis.engine.mutable_state import draft_for
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Seat, State
from nomic.effects.asking.environment import NoChance
from nomic.matches.contract.game import Environment, Event

WON = 1_000
CARD = 10  # a card in the player's own hand
READY = 9  # a card that fits at the next turn: a little less than being rid of one
DEAD_END = 30  # as much as three cards more in hand
ITEM = 0.3  # a currency or token gained: several are less than a card
DECK = 1  # a card in the player's own deck: a play that destroys some of them is made only for want of another
AGAIN = 5  # as much as half a card, each time that a position has come before


class PositionValue(Struct, frozen=True):
    """The parts of a position's value for a player. The more, the better; some are never above 0.

    `end` is the value of a game that is over, or of a player who is out. `hand` counts the player's own cards, `others`
    the cards of the others. `turns` counts extra and skipped turns. `ready` is the chance that a card of the hand fits
    at the next turn, and `flexible` how often its cards fit in general. `again` counts how often the position has come
    before, `goods` the items gained, and `deck` the cards left in the player's deck. `open` is negative if no card that
    anybody holds fits on the pile.
    """

    end: float = 0
    hand: float = 0
    others: float = 0
    turns: float = 0
    ready: float = 0
    flexible: float = 0
    again: float = 0
    goods: float = 0
    deck: float = 0
    open: float = 0

    @property
    def total(self) -> float:
        return float(sum(getattr(self, part) for part in self.__struct_fields__))


def worth_of(rules: Rules, state: State, player: str, environment: Environment, gained: int = 0) -> PositionValue:
    """Return the value of a state for a player, who has gained `gained` items on the way to it."""
    if state.outcome is not None and state.outcome.winner:
        kept = sum(len(seat.deck) for seat in state.seats if seat.player == player)
        end = WON if state.outcome.winner == player else -WON
        return PositionValue(end=end, goods=ITEM * gained, deck=DECK * kept)
    seats = {seat.player: seat for seat in state.seats if seat.status == "in"}
    own = seats.pop(player, None)
    if own is None:
        return PositionValue(end=-WON)
    others = [_cards_ahead(state, seat) for seat in seats.values()]
    return PositionValue(
        hand=-CARD * _cards_ahead(state, own),
        others=4 * min(others, default=0) + sum(others) / max(len(others), 1),
        turns=2 * own.extra - 2 * own.skips,
        ready=READY * readiness(rules, state, player, environment),
        flexible=sum(flexibility(rules, state.cards[card]) for card in own.hand) / 10,
        again=-AGAIN * times_before(state),
        goods=ITEM * gained,
        deck=DECK * len(own.deck),
        open=0 if can_go_on(rules, state, environment) else -DEAD_END,
    )


def items_gained(events: Iterable[Event], player: str) -> int:
    """Return how many items a player gains from these events, minus those that they lose."""
    signs = {"granted": 1, "revoked": -1}
    found = (event for event in events if event.kind in signs and event.facts["player"] == player)
    return sum(signs[event.kind] * int(event.facts["count"]) for event in found)


def can_go_on(rules: Rules, state: State, environment: Environment) -> bool:
    """Return whether any visible card can be played on the pile, so that the game can still be won."""
    if state.stage != "play" or state.pending is not None:
        return True
    return legality.can_go_on(draft_for(rules, state, NoChance(), environment))


def times_before(state: State) -> int:
    """Return how often the position at the beginning of the current turn has occurred before (R129)."""
    seen = [1, *state.circling.seen.values()]
    return seen[-1] - 1


def _cards_ahead(state: State, seat: Seat) -> int:
    """Return how many cards a player has to get rid of, including draws that they owe."""
    return len(seat.hand) + sum(debt.kind == "draw" and debt.debtor == seat.player for debt in state.debts)


def flexibility(rules: Rules, card: Card) -> int:
    """Return an estimate of how often a card can be played: the number of its traits, and of plays allowed to it."""
    known = [rules.species.get(card.species), *(rules.modifiers.get(modifier.name) for modifier in card.modifiers)]
    allowances = sum(each is not None and each.hooks.allows is not None for each in known)
    return len(card.values) + 3 * (card.values_from is not None) + len(card.suits) + len(card.colours) + 3 * allowances
