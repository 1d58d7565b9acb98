"""A step in the making: the one place where a game's state is changed, on a copy that is frozen at its end."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from exoptosis.engine import events
from exoptosis.engine.rules import Rules
from exoptosis.engine.state import Base, Bet, Card, CardId, Debt, Drawn, Outcome, Played, Seat, State, Tally, Turn, Wait
from nomic.tables.game import BadAnswer, Chance, Event, Outside, Question

Answer = tuple[int | str, ...]
MOST_LABEL = 120  # what the journal keeps of a draw
MOST_PURPOSE = 200


class Unanswered(Exception):
    """Raised where a step comes to a question that it has no answer to."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.prompt)


class Draft:
    """A copy of a state that a step changes, with the step's chance, answers, events and what it reads outside.

    `answers` are used up in order by `ask`; with `late`, chance gives those that are missing. `drawn` are draws that
    an earlier part of the same move has seen: they come again, in order, before anything new is drawn (R18).
    """

    def __init__(
        self,
        rules: Rules,
        state: State,
        chance: Chance,
        outside: Outside,
        *,
        answers: Sequence[Sequence[int | str]] = (),
        drawn: Sequence[Drawn] = (),
        late: bool = False,
    ) -> None:
        self.rules = rules
        self.before = state
        self.outside = outside
        self.kind = state.kind
        self.stage = state.stage
        self.begun = state.begun
        self.seats: dict[str, Seat] = {seat.player: seat for seat in state.seats}
        self.cards: dict[CardId, Card] = dict(state.cards)
        self.species = state.species
        self.pile: list[Played] = list(state.pile)
        self.order = state.order
        self.direction = state.direction
        self.turn: Turn | None = state.turn
        self.bet: Bet | None = state.bet
        self.debts: list[Debt] = list(state.debts)
        self.waits: list[Wait] = list(state.waits)
        self.tallies: list[Tally] = list(state.tallies)
        self.outcome: Outcome | None = state.outcome
        self.law = state.law
        self.late = late
        self.events: list[Event] = []
        self.drawn: list[Drawn] = []
        self.answers: list[Answer] = [tuple(answer) for answer in answers]
        self._chance = chance
        self._seen = list(drawn)
        self._next_answer = 0
        self._next_card = state.next_card
        self._next_id = state.next_id
        self._stock: dict[tuple[str, str], int] = {}

    # ── the table

    @property
    def participants(self) -> tuple[str, ...]:
        """Those still in the game, in turn order once there is one (R45)."""
        return tuple(player for player in self.order or self.seats if self.seats[player].status == "in")

    def is_in(self, player: str) -> bool:
        """Whether this is a player still in the game."""
        seat = self.seats.get(player)
        return seat is not None and seat.status == "in"

    def following(self, player: str) -> tuple[str, ...]:
        """Who comes after a player as the order runs now, if anybody else is left."""
        order = self.order
        if player not in order:
            return ()
        at = order.index(player)
        for step in range(1, len(order) + 1):
            candidate = order[(at + step * self.direction) % len(order)]
            if candidate != player and self.is_in(candidate):
                return (candidate,)
        return ()

    def reseat(self, player: str, **changes: Any) -> Seat:
        """Change what a seat holds. Originals that come into their player's hand are noted (R48)."""
        if "hand" in changes:
            changes["held"] = self._held(self.seats[player], changes["hand"])
        seat = self.seats[player] = replace(self.seats[player], **changes)
        return seat

    def _held(self, seat: Seat, hand: tuple[CardId, ...]) -> tuple[str, ...]:
        originals = (self.cards[card].original for card in hand)
        new = [code for code in originals if code in seat.entered and code not in seat.held]
        return (*seat.held, *new) if new else seat.held

    def base_of(self, species: str) -> Base:
        """What a species is by itself: by the law, or as it last was (R106)."""
        known = self.rules.species.get(species)
        return known.base if known is not None else self.species.get(species, Base())

    def fresh_card(self) -> CardId:
        """A number for a new card."""
        self._next_card += 1
        return self._next_card - 1

    def fresh_id(self) -> int:
        """A number for a new debt or waiting effect."""
        self._next_id += 1
        return self._next_id - 1

    def holder(self, card: CardId) -> str | None:
        """In whose hand or deck a card lies, or None."""
        for seat in self.seats.values():
            if card in seat.hand or card in seat.deck:
                return seat.player
        return None

    def remove(self, card: CardId) -> None:
        """Take a card out of the hand or deck in which it lies; it stays known."""
        for seat in self.seats.values():
            if card in seat.hand:
                self.reseat(seat.player, hand=tuple(other for other in seat.hand if other != card))
                return
            if card in seat.deck:
                self.reseat(seat.player, deck=tuple(other for other in seat.deck if other != card))
                return

    # ── chance and answers

    @property
    def drew(self) -> bool:
        """Whether this step has drawn anything."""
        return bool(self.drawn)

    @property
    def all_drawn(self) -> tuple[Drawn, ...]:
        """What this move has drawn in any of its runs, in the order in which a next run is to see it."""
        return (*self.drawn, *self._seen)

    def below(self, sides: int, label: str, purpose: str) -> int:
        """A uniform whole number in [0, sides): the one already seen, or a new one."""
        label, purpose = label[:MOST_LABEL], purpose[:MOST_PURPOSE]
        value = self._seen_value(label, sides)
        if value is None:
            value = self._chance.below(sides, label, purpose)
        self.drawn.append(Drawn(label, sides, value))
        return value

    def _seen_value(self, label: str, sides: int) -> int | None:
        """Matched by label: a forfeit meanwhile may have changed what the re-run comes by."""
        for place, seen in enumerate(self._seen):
            if seen.label == label and seen.sides == sides:
                del self._seen[place]
                return seen.value
        return None

    def pick(self, options: Sequence[Any], label: str, purpose: str) -> Any:
        """One of `options`, each as likely."""
        return options[self.below(len(options), label, purpose)]

    def sample(self, options: Sequence[Any], count: int, label: str, purpose: str) -> list[Any]:
        """`count` of `options` without repetition, in the order drawn."""
        left = list(options)
        return [left.pop(self.below(len(left), label, purpose)) for _ in range(count)]

    def ask(self, question: Question) -> Answer:
        """The next answer. Raises Unanswered where there is none yet, BadAnswer for one that was not on offer."""
        place = self._next_answer
        if place == len(self.answers):
            if not self.late:
                raise Unanswered(question)
            self.answers.append(self.leave_to_chance(question))
            self._next_answer += 1
            return self.answers[place]
        self._next_answer += 1
        answer = self.answers[place]
        _check_answer(place, answer, question)
        return answer

    def leave_to_chance(self, question: Question) -> Answer:
        """What becomes of a question that nobody answers in time: nothing, or the least number by chance (R18, R41)."""
        if question.late == "none":
            return ()
        values = [option.value for option in question.options]
        return tuple(self.sample(values, question.least, f"for {question.who}: {question.prompt}", question.prompt))

    def all_answers_used(self) -> None:
        """Raises BadAnswer where more was answered than asked."""
        if self._next_answer < len(self.answers):
            raise BadAnswer(self._next_answer, "nothing more is asked")

    # ── what happens

    def tell(self, kind: str, text: str = "", **facts: Any) -> None:
        """Note that something happened; everybody may know it."""
        self.events.append(Event(kind, text, facts))

    def stock(self, player: str, item: str) -> int:
        """How many of an item somebody has now, changes of this step included."""
        key = (player, item)
        if key not in self._stock:
            self._stock[key] = int(self.outside.read("stock", player, item))
        return self._stock[key]

    def shift_stock(self, player: str, item: str, by: int) -> None:
        """Somebody has so many more or fewer of an item from now on."""
        self._stock[player, item] = self.stock(player, item) + by

    def grant(self, player: str, item: str, count: int) -> None:
        """Make so many of an item for somebody."""
        if count > 0:
            self.shift_stock(player, item, count)
            self.events.append(events.granted(player, item, count, self.rules.counted(item, count)))

    def revoke(self, player: str, item: str, count: int) -> None:
        """Take so many of an item from somebody, never below none (R51)."""
        count = min(count, self.stock(player, item))
        if count > 0:
            self.shift_stock(player, item, -count)
            self.events.append(events.revoked(player, item, count, self.rules.counted(item, count)))

    def freeze(self) -> State:
        """The state that this step leaves."""
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
            law=self.law,
            next_card=self._next_card,
            next_id=self._next_id,
        )


def _check_answer(place: int, answer: Answer, question: Question) -> None:
    if len(set(answer)) != len(answer):
        raise BadAnswer(place, "something is chosen twice")
    offered = {option.value for option in question.options}
    for value in answer:
        if value not in offered or isinstance(value, bool):
            raise BadAnswer(place, f"{str(value)[:60]!r} is not on offer")
    if not question.least <= len(answer) <= question.most:
        raise BadAnswer(place, f"{_how_many(question)} needed, not {len(answer)}")


def _how_many(question: Question) -> str:
    if question.least == question.most:
        return f"{question.least} {'is' if question.least == 1 else 'are'}"
    return f"{question.least} to {question.most} are"
