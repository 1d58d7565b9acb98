"""A step under construction: a mutable copy of a game's state, which is frozen at the end.

Only this module changes a game's state.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from exoptosis.engine import environment as engine_environment
from exoptosis.engine import events
from exoptosis.engine.cards.card import Base, Card, CardId
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import BattleOutcome, Bet, Debt, Played, Seat, State, Tally, Turn, Wait
from nomic.effects.asking.begun_moves import Answer, Attempt, Begun
from nomic.matches.contract.game import Chance, Environment, Event, Question

DEBTS = {"draw": "a draw", "choice": "a choice"}


class MutableState:
    """A mutable copy of a state for one step, with the step's events.

    The `attempt` supplies all external input: the answers, and the draws and reads of the environment that earlier
    attempts at the same move recorded (R18).
    """

    def __init__(self, rules: Rules, state: State, attempt: Attempt) -> None:
        self.rules = rules
        self.before = state
        self.attempt = attempt
        self.environment: Environment = attempt
        self.kind = state.kind
        self.stage = state.stage
        self.begun = state.begun
        self.seats: dict[str, Seat] = {seat.player: seat for seat in state.seats}
        self.cards: dict[CardId, Card] = dict(state.cards)
        self.species = state.species
        self.pile: list[Played] = list(state.pile)
        self.taken_off = 0  # how many times a card has left the pile in this step
        self.order = state.order
        self.direction = state.direction
        self.turn: Turn | None = state.turn
        self.bet: Bet | None = state.bet
        self.debts: list[Debt] = list(state.debts)
        self.waits: list[Wait] = list(state.waits)
        self.tallies: list[Tally] = list(state.tallies)
        self.outcome: BattleOutcome | None = state.outcome
        self.circling = state.circling
        self.law = state.law
        self.events: list[Event] = []
        self._next_card = state.next_card
        self._next_id = state.next_id
        self._stock: dict[tuple[str, str], int] = {}

    # ── the table

    @property
    def participants(self) -> tuple[str, ...]:
        """The players still in the game, in turn order once that is fixed (R45)."""
        return tuple(player for player in self.order or self.seats if self.seats[player].status == "in")

    def is_in(self, player: str) -> bool:
        """Return whether a player is still in the game."""
        seat = self.seats.get(player)
        return seat is not None and seat.status == "in"

    def is_invited(self, player: str) -> bool:
        """Return whether a player has been asked to take part and has not answered."""
        seat = self.seats.get(player)
        return seat is not None and seat.status == "invited"

    def following(self, player: str) -> tuple[str, ...]:
        """Return the players after this one in the current order. Empty if no other player is left."""
        order = self.order
        if player not in order:
            return ()
        at = order.index(player)
        for step in range(1, len(order) + 1):
            candidate = order[(at + step * self.direction) % len(order)]
            if candidate != player and self.is_in(candidate):
                return (candidate,)
        return ()

    @property
    def turn_number(self) -> int:
        """The number of the current turn, or 0 before the first."""
        return self.turn.number if self.turn else 0

    def reseat(self, player: str, **changes: Any) -> Seat:
        """Change the fields of a seat. Originals that enter the player's hand are recorded (R48)."""
        if "hand" in changes:
            changes["held"] = self._held(self.seats[player], changes["hand"])
        seat = self.seats[player] = replace(self.seats[player], **changes)
        return seat

    def _held(self, seat: Seat, hand: tuple[CardId, ...]) -> tuple[str, ...]:
        originals = (self.cards[card].original for card in hand)
        new = [code for code in originals if code in seat.entered and code not in seat.held]
        return (*seat.held, *new) if new else seat.held

    def base_of(self, species: str) -> Base:
        """Return the traits of a species under the law. For a repealed species, its last ones (R106)."""
        known = self.rules.species.get(species)
        return known.base if known is not None else self.species.get(species, Base())

    def fresh_card(self) -> CardId:
        """Return the number of a new card."""
        self._next_card += 1
        return self._next_card - 1

    def fresh_id(self) -> int:
        """Return the id of a new debt or waiting effect."""
        self._next_id += 1
        return self._next_id - 1

    def holder(self, card: CardId) -> str | None:
        """Return the player who has a card in their hand or deck, or None."""
        for seat in self.seats.values():
            if card in seat.hand or card in seat.deck:
                return seat.player
        return None

    def can_be_taken(self, card: CardId) -> bool:
        """Return whether effects can take a card from its place.

        They can if it is in a hand or a deck, or on the pile if the law lets played cards leave it (R75).
        """
        return self.holder(card) is not None or self.place_on_pile(card) is not None

    def place_on_pile(self, card: CardId) -> int | None:
        """Return the index of a card on the pile, or None.

        Also None if cards cannot leave the pile, or the card is destroyed and only its record remains (R75).
        """
        if not self.rules.played_may_leave:
            return None
        return next((at for at, played in enumerate(self.pile) if played.card == card and not played.destroyed), None)

    def remove(self, card: CardId) -> None:
        """Remove a card from its place. Its record is kept."""
        place = self.place_on_pile(card)
        if place is not None:
            del self.pile[place]
            self.taken_off += 1
        for seat in self.seats.values():
            if card in seat.hand:
                self.reseat(seat.player, hand=tuple(other for other in seat.hand if other != card))
                return
            if card in seat.deck:
                self.reseat(seat.player, deck=tuple(other for other in seat.deck if other != card))
                return

    def trade_on_pile(self, trade: Mapping[CardId, CardId]) -> None:
        """Replace cards on the pile with others, which count as played by the same players."""
        places = {self.place_on_pile(card): other for card, other in trade.items()}
        for place, other in places.items():
            if place is not None:
                self.pile[place] = Played(other, self.pile[place].by)
                self.taken_off += 1

    # ── chance and answers

    def below(self, sides: int, label: str, purpose: str) -> int:
        """Return a uniform integer in [0, sides): the value that an earlier attempt drew, or a new one."""
        return self.attempt.below(sides, label, purpose)

    def ask(self, question: Question) -> Answer:
        """Return the next answer.

        Raises Unanswered if it is missing, and BadAnswer if the question does not offer it.
        """
        return self.attempt.ask(question)

    def leave_to_chance(self, question: Question) -> Answer:
        """Return the default for a question that was not answered in time (R18, R41).

        The default is empty if that is allowed, otherwise the minimum number of options, drawn by chance.
        """
        return self.attempt.leave_to_chance(question)

    def owe(self, debt: Debt, cause: int) -> None:
        """Postpone a choice of a player, caused by acts of turn `cause`, to the end of the next player's turn (R41)."""
        debt = replace(debt, id=self.fresh_id(), until=self.turn_number + 1, cause=cause)
        self.debts.append(debt)
        gives = f"{debt.to} has no card left to draw, so {debt.debtor} has to give {debt.to} one."
        text = gives if debt.kind == "give" else f"{debt.debtor} owes {DEBTS[debt.kind]}."
        self.emit("owed", text, player=debt.debtor, debt=debt.id)

    # ── events

    def emit(self, kind: str, text: str = "", **facts: Any) -> None:
        """Add an event to the step. Events are public."""
        self.events.append(Event(kind, text, facts))

    def stock(self, player: str, item: str) -> int:
        """Return how many of an item a player has now, including changes made in this step."""
        key = (player, item)
        if key not in self._stock:
            self._stock[key] = engine_environment.stock(self.environment, player, item)
        return self._stock[key]

    def shift_stock(self, player: str, item: str, by: int) -> None:
        """Change a player's stock of an item by `by`, which may be negative."""
        self._stock[player, item] = self.stock(player, item) + by

    def grant(self, player: str, item: str, count: int) -> None:
        """Create `count` of an item for a player."""
        if count > 0:
            self.shift_stock(player, item, count)
            self.events.append(events.granted(player, item, count, self.rules.counted(item, count)))

    def revoke(self, player: str, item: str, count: int) -> None:
        """Remove up to `count` of an item from a player, never below zero (R51)."""
        count = min(count, self.stock(player, item))
        if count > 0:
            self.shift_stock(player, item, -count)
            self.events.append(events.revoked(player, item, count, self.rules.counted(item, count)))

    def freeze(self) -> State:
        """Return the state after this step."""
        return State(
            kind=self.kind,
            code=self.before.code,
            stage=self.stage,
            begun=self.begun,
            seats=tuple(self.seats.values()),
            cards=self.cards,
            species=self.species,
            pile=tuple(self.pile),
            order=self.order,
            direction=self.direction,
            turn=self.turn,
            bet=self.bet,
            debts=tuple(self.debts),
            waits=tuple(self.waits),
            tallies=tuple(self.tallies),
            outcome=self.outcome,
            circling=self.circling,
            later=self.before.later,
            law=self.law,
            next_card=self._next_card,
            next_id=self._next_id,
        )


def draft_for(rules: Rules, state: State, chance: Chance, environment: Environment) -> MutableState:
    """Return a mutable state for a step that is not a player's move, or for reads only."""
    return MutableState(rules, state, Attempt(Begun("", None, rules.number), (), chance, environment))
