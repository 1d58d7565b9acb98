"""A small world in which effects run: a few players with cards in their hands, and a note of whatever is done."""

from collections.abc import Sequence
from typing import Any

from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import (
    Card,
    Cards,
    Change,
    Face,
    NewCard,
    Place,
    Players,
    Rest,
    Runner,
    TurnChange,
    Waiting,
)
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import WithoutRules
from nomic.effects.running.interpreter import Run


class Unanswered(Exception):
    """The run ends at a question without an answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.prompt)


class ToyWorld(EnglishPrompts, WithoutRules):
    """Players in their order with the cards that they hold; `answers` come first, `dice` are the draws to come.

    Those who are `absent` are not asked in the middle of a run: what they have to choose is owed. `done` notes every
    deed, with what it was done to.
    """

    def __init__(
        self,
        hands: dict[str, list[Card]],
        faces: dict[Card, Face] | None = None,
        *,
        answers: Sequence[Sequence[Any]] = (),
        dice: Sequence[int] = (),
        absent: Sequence[str] = (),
        stock: dict[tuple[str, str], int] | None = None,
        fixed: Sequence[Card] = (),
    ) -> None:
        self.hands = {player: list(cards) for player, cards in hands.items()}
        self.faces = faces or {}
        self.done: list[tuple[Any, ...]] = []
        self.owed: list[tuple[str, Rest]] = []
        self.waiting: list[Waiting] = []
        self.drawn: list[str] = []
        self._answers = [tuple(answer) for answer in answers]
        self._dice = list(dice)
        self._absent = set(absent)
        self._stock = stock or {}
        self._fixed = set(fixed)

    # ── looking

    def cards(self, place: Place, of: Players) -> Cards:
        if place == "hand":
            return tuple(card for player in of for card in self.hands[player])
        return tuple(self.faces) if place in ("pile", "cycle") else ()

    def copies(self, cards: Cards) -> Cards:
        return tuple(copy for card in cards for copy in (card, f"{card} again"))

    def players(self, which: str) -> Players:
        return tuple(self.hands)

    def following(self, player: str) -> Players:
        order = list(self.hands)
        return (order[(order.index(player) + 1) % len(order)],)

    def face(self, card: Card) -> Face:
        return self.faces.get(card, Face(species=str(card)))

    def owner(self, card: Card) -> Players:
        return tuple(player for player, cards in self.hands.items() if card in cards)

    def binder(self, card: Card, modifier: str) -> Players:
        return tuple(self.hands)[-1:]

    def ticks(self, card: Card, modifier: str) -> int:
        return 2

    def stock(self, item: str, holder: str) -> int:
        return self._stock.get((item, holder), 0)

    def tally(self, what: str, player: str, during: str) -> int:
        return {"drawn": 3, "drawn_by_cause": 1}[what]

    def opposes(self, one: str, other: str) -> bool:
        return {one, other} == {"Red", "Black"}

    def playable(self, card: Card, upon: Card) -> bool:
        return (card, upon) == (1, 2)

    def elements(self, collection: str) -> Sequence[str]:
        return ("Torn", "Torn", "Bound")

    def name_of(self, card: Card) -> str:
        return f"card {card}"

    def can_be_destroyed(self, card: Card) -> bool:
        return card not in self._fixed

    # ── asking and drawing

    def answers_now(self, player: str, run: Runner) -> bool:
        return player not in self._absent

    def owe(self, player: str, rest: Rest, run: Runner) -> None:
        self.owed.append((player, rest))

    def ask(self, question: Question) -> tuple[int | str, ...]:
        if not self._answers:
            raise Unanswered(question)
        return self._answers.pop(0)

    def below(self, sides: int, label: str, purpose: str) -> int:
        self.drawn.append(f"{label} < {sides}")
        return self._dice.pop(0)

    # ── doing

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Runner) -> None:
        self.done.append(("take", player, count, whose, demand and demand.text))

    def move(self, cards: Cards, place: Place, to: str, run: Runner) -> None:
        self.done.append(("move", cards, place, to))

    def swap(self, one: Card, other: Card, run: Runner) -> None:
        self.done.append(("swap", one, other))

    def destroy(self, cards: Cards, originals: bool, run: Runner) -> None:
        self.done.append(("destroy", cards, originals))
        for cards_held in self.hands.values():
            cards_held[:] = [card for card in cards_held if card not in cards]

    def add(self, spec: NewCard, count: int, place: Place, to: str, run: Runner, *, at_once: bool = False) -> Cards:
        self.done.append(("add", spec.card, spec.with_, count, place, to))
        return tuple(f"new {spec.card} {number}" for number in range(1, count + 1))

    def change(self, card: Card, change: Change, run: Runner) -> None:
        self.done.append(("change", card, change))

    def become(self, card: Card, spec: NewCard, run: Runner) -> None:
        self.done.append(("become", card, spec.card))

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        self.done.append(("grant", item, count, to))

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        self.done.append(("revoke", item, count, player))

    def turn(self, change: TurnChange, player: str, run: Runner) -> None:
        self.done.append(("turn", change, player))

    def finish(self, how: str, player: str, run: Runner) -> None:
        self.done.append((how, player))

    def play(self, card: Card, without: tuple[str, ...], run: Runner) -> None:
        self.done.append(("play", card, without))

    def act_as(self, modifier: str, run: Runner) -> None:
        self.done.append(("act_as", modifier))

    def again(self, species: str, run: Runner) -> None:
        self.done.append(("again", species))

    def wait(self, waiting: Waiting, run: Runner) -> None:
        self.waiting.append(waiting)


SCOPE: Scope = {
    "me": "players",
    "next": "players",
    "all": "players",
    "others": "players",
    "this": "cards",
    "beneath": "cards",
    "mod": "names",
}


def run_in(world: ToyWorld, raw: Any, **names: Any) -> ToyWorld:
    """Run an effect for the first player, $this being card 1 and $beneath card 2 unless told; gives the world back."""
    me = next(iter(world.hands))
    bound = {"me": (me,), "this": (1,), "beneath": (2,), "mod": ("Torn",), **names}
    Run(world, me, "A card").perform(read_effect(raw, SCOPE), bound)
    return world
