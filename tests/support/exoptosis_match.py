"""A match of Exoptosis without a host: moves are short strings, draws are fixed, and the outside world is a stub."""

import copy
import random
from functools import cache
from typing import Any

import pytest

from exoptosis.engine.cards.card import CardId
from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.game import Exoptosis
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Seat, State
from nomic.matches.contract.external_events import read_happening
from nomic.matches.contract.game import Asked, Event, IllegalMove, Question, Step
from nomic.matches.contract.moves import read_move
from nomic.matches.contract.views import view_data
from tests.support.hall import cycle_16

GAME = Exoptosis()
FOUR = ("2", "3", "5", "7")


@cache
def rules_of_cycle_16() -> Rules:
    return compile_rules(cycle_16(), 1)


class Dice:
    """Chance: queued values first, then a fixed random sequence. What was drawn is kept."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)
        self.queue: list[int] = []
        self.drawn: list[tuple[str, int, int]] = []

    def below(self, sides: int, label: str, purpose: str) -> int:
        value = self.queue.pop(0) if self.queue else self._random.randrange(sides)
        assert 0 <= value < sides
        self.drawn.append((label, sides, value))
        return value


class Outside:
    """What lies outside the match, as the test says it."""

    def __init__(self) -> None:
        self.stock: dict[tuple[str, str], int] = {}
        self.stakeable: dict[str, list[dict[str, Any]]] = {}
        self.originals: dict[str, dict[str, Any]] = {}
        self.lists: dict[tuple[str, ...], list[Any]] = {}
        self.asked: list[tuple[str, ...]] = []

    def read(self, *question: str) -> Any:
        self.asked.append(question)
        if question[0] == "stock":
            return self.stock.get((question[1], question[2]), 0)
        if question[0] == "stakeable":
            return copy.deepcopy(self.stakeable.get(question[1], []))
        if question[0] == "card":
            return copy.deepcopy(self.originals.get(question[1]))
        return list(self.lists.get(question, []))


class Match:
    """A match in the making. Cards are named by their species; those of one name are the first that lies there."""

    def __init__(self, kind: str = "battle", *, rules: Rules | None = None) -> None:
        self.rules = rules or rules_of_cycle_16()
        self.dice = Dice()
        self.environment = Outside()
        self.events: list[Event] = []
        self.state: State = GAME.setup(self.rules, {"kind": kind})
        self._codes = 0

    # ── doing

    def original(self, species: str, *modifiers: str | dict[str, Any], **own: list[Any]) -> dict[str, Any]:
        """A card of an inventory, as the host describes it."""
        self._codes += 1
        held = [{"name": modifier} if isinstance(modifier, str) else modifier for modifier in modifiers]
        card: dict[str, Any] = {"code": f"c{self._codes}", "species": species, "modifiers": held}
        card |= {f"own_{trait}": members for trait, members in own.items()}
        self.environment.originals[card["code"]] = card
        return card

    def originals(self, *species: str) -> list[dict[str, Any]]:
        return [self.original(name) for name in species]

    def happens(self, kind: str, **facts: Any) -> Step[State] | None:
        playing = self.environment.lists.setdefault(("players",), [])
        if kind in ("joined", "invited") and facts["player"] not in playing:
            playing.append(facts["player"])
        elif kind == "left" and facts["player"] in playing:
            playing.remove(facts["player"])
        happening = read_happening(GAME, {"kind": kind, **facts})
        step = GAME.react(self.rules, self.state, happening, self.dice, self.environment)
        return None if step is None else self._take(step)

    def join(self, player: str, *species: str) -> None:
        cards = self.originals(*(species or FOUR))
        self.happens("joined", player=player, cards=cards)

    def move(self, player: str, kind: str, *answers: list[Any], **fields: Any) -> Step[State] | Asked:
        """Make a move; the question comes back where one is left."""
        made = self.send(player, {"kind": kind, **fields}, *answers)
        if isinstance(made, Step):
            self._take(made)
        return made

    def send(self, player: str, move: dict[str, Any], *answers: list[Any]) -> Step[State] | Asked:
        """What comes of a move, as it was sent; the match stays as it is."""
        made = read_move(GAME, move)
        return GAME.play(self.rules, self.state, player, made, list(answers), self.dice, self.environment)

    def refused(self, player: str, kind: str, code: str, rule: str, *answers: list[Any], **fields: Any) -> None:
        """The move is refused so, and nothing changes."""
        before, drawn = self.state, len(self.dice.drawn)
        with pytest.raises(IllegalMove) as refusal:
            self.send(player, {"kind": kind, **fields}, *answers)
        assert (refusal.value.code, refusal.value.rule) == (code, rule)
        assert refusal.value.detail
        assert (self.state, len(self.dice.drawn)) == (before, drawn)

    def expire(self, clock: str) -> Step[State]:
        return self._take(GAME.expire(self.rules, self.state, clock, self.dice, self.environment))

    def _take(self, step: Step[State]) -> Step[State]:
        again = GAME.decode(GAME.encode(step.state))
        assert again == step.state
        self.state = again
        self.events += step.events
        return step

    def hand(self, player: str, *species: str) -> None:
        """Choose a hand of these, or of all that may be in it."""
        deck = list(self.seat(player).deck)
        if species:
            chosen = []
            for name in species:
                card = next(card for card in deck if self.state.cards[card].species == name)
                deck.remove(card)
                chosen.append(card)
        else:
            question = self.question_of(player, "hand")
            chosen = [int(option.value) for option in question.options]
        self.move(player, "hand", chosen)

    def start(self, **decks: tuple[str, ...]) -> "Match":
        """A battle up to the reveal: every card of each player is in their hand."""
        for player, species in decks.items():
            self.join(player, *species)
        self.happens("begun")
        for player in decks:
            self.hand(player)
        return self

    def bet_nothing(self) -> "Match":
        """Everybody still in passes."""
        for seat in self.state.seats:
            if seat.status == "in":
                self.move(seat.player, "pass")
        return self

    # ── looking

    def seat(self, player: str) -> Seat:
        return next(seat for seat in self.state.seats if seat.player == player)

    def names(self, cards: tuple[CardId, ...]) -> list[str]:
        return [self.state.cards[card].species for card in cards]

    def in_hand(self, player: str, species: str) -> CardId:
        return next(card for card in self.seat(player).hand if self.state.cards[card].species == species)

    def legal(self, player: str) -> dict[str, Any]:
        """Legal moves by their kind; of several of one kind, the last."""
        return {move.move.kind: move for move in GAME.legal(self.rules, self.state, player, self.environment)}

    def question_of(self, player: str, kind: str) -> Question:
        question = self.legal(player)[kind].question
        assert question is not None
        return question

    def clocks(self) -> dict[str, tuple[int, tuple[str, ...]]]:
        return {clock.name: (clock.minutes, clock.players) for clock in GAME.clocks(self.rules, self.state)}

    def held(self) -> tuple[str, ...]:
        """The clocks that stand still now."""
        return tuple(name for clock in GAME.clocks(self.rules, self.state) for name in clock.holds)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The facts of all events of a kind so far."""
        return [event.facts for event in self.events if event.kind == kind]

    def view(self, viewer: str | None) -> dict[str, Any]:
        return view_data(GAME.view(self.rules, self.state, viewer))
