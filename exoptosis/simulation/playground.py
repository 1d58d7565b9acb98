"""Battles and duels for simulations: decks of random cards, and the statistics."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exoptosis.bots.policy import CarelessBot, GreedyBot
from exoptosis.engine.cards.card import Original
from exoptosis.engine.external_event_types import Accepted, Invited, Joined
from exoptosis.engine.game import Exoptosis
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Kind, State
from exoptosis.simulation.memory_environment import HallInMemory
from nomic.chance.draw_source import Source
from nomic.law.document.sections import Law
from nomic.matches.contract.bots import Bot
from nomic.matches.contract.external_events import Begun, Happening
from nomic.matches.contract.game import Event, Game
from nomic.matches.simulation.run import Usage

Cards = tuple[Original, ...]
CARDS = 15  # default per player
ITEMS = 10  # per player, of every item that can be bet or is named by the law


class SimulatedBattles:
    """Simulation of battles or duels, in which each player has a number of random cards."""

    game: Game[Rules, State] = Exoptosis()
    bots: Mapping[str, Bot] = {"random": CarelessBot(), "greedy": GreedyBot()}

    def __init__(self, kind: Kind = "battle", cards: int = CARDS) -> None:
        self.name: str = kind
        self._kind = kind
        self._cards = cards

    def is_for(self, document: dict[str, Any]) -> bool:
        return "exoptosis" in document and f"{self.name}s" in document

    def deal(
        self, rules: Rules, document: dict[str, Any], players: Sequence[str], chance: Source
    ) -> tuple[State, HallInMemory, list[Happening]]:
        hall = HallInMemory(Law(document, number=rules.number), players, dict.fromkeys(sorted(rules.items), ITEMS))
        decks = {player: hall.deal(player, self._cards, chance) for player in players}
        begin = _declared(decks) if self._kind == "battle" else _accepted(decks)
        return self.game.setup(rules, {"kind": self._kind}), hall, begin

    def order(self, state: State) -> Sequence[str]:
        return state.order

    def turns(self, state: State) -> int:
        return state.turn.number if state.turn else 0

    def uses(self, state: State, event: Event) -> Iterator[Usage]:
        """Yield a `Usage` for each card of a first hand, and for each card played."""
        if event.kind == "hand":
            for card in event.facts["cards"]:
                yield Usage(event.facts["player"], state.cards[card].species, "had")
        elif event.kind == "played":
            yield Usage(event.facts["player"], state.cards[event.facts["card"]].species, "played")

    def standing(self, state: State) -> dict[str, Any]:
        seated = [seat for seat in state.seats if seat.status == "in"]
        top = state.pile[-1].card if state.pile else None
        return {
            "stage": state.stage,
            "turn": self.turns(state),
            "participants": len(seated),
            "hands": [len(seat.hand) for seat in seated],
            "decks": [len(seat.deck) for seat in seated],
            "pile": len(state.pile),
            "on top": "" if top is None else state.cards[top].species,
        }


def _declared(decks: Mapping[str, Cards]) -> list[Happening]:
    """Return the events by which all players declare for a battle, and the battle begins."""
    return [*(Joined(player, cards) for player, cards in decks.items()), Begun()]


def _accepted(decks: Mapping[str, Cards]) -> list[Happening]:
    """Return the events by which one player requests a duel with all others, and they accept."""
    asking, *asked = decks
    return [
        Joined(asking, decks[asking]),
        *(Invited(player) for player in asked),
        *(Accepted(player, decks[player]) for player in asked),
    ]
