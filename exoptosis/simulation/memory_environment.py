"""An in-memory environment for battles without a cycle."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any

from msgspec import convert, to_builtins

from exoptosis.cards.card_properties import keep_what_battle_left, original_of, originals_of, seen_from_elsewhere
from exoptosis.cards.create import RANDOM, Spec, made_cards
from exoptosis.cards.cycle_queries import as_json
from exoptosis.engine.cards.card import Original
from exoptosis.engine.cards.outside_cards import ELSEWHERE
from exoptosis.engine.external_event_types import CardDestroyedElsewhere, Obtained
from nomic.chance.draw_source import Source
from nomic.inventory.models import Card
from nomic.law.document.sections import Law
from nomic.law.schema.json_reader import Json
from nomic.matches.contract.external_events import Happening
from nomic.matches.contract.game import Event

Facts = Mapping[str, Any]


class Dealing:
    """The law and the source of chance for new cards."""

    def __init__(self, law: Law, chance: Source) -> None:
        self.law = law
        self.chance = chance


class HallInMemory:
    """The players' possessions. `cards` holds the cards by code; nothing is stored in a database.

    `staked` holds the cards in the pool with the players who bet them; `pool` holds the items in it.
    """

    def __init__(self, law: Law, players: Sequence[str], stock: dict[str, int]) -> None:
        self.law = law
        self.players = tuple(players)
        self.stock = {(player, item): count for player in players for item, count in stock.items()}
        self.cards: dict[str, Card] = {}
        self.owner: dict[str, str] = {}
        self.staked: dict[str, str] = {}
        self.pool: Counter[str] = Counter()

    def copy(self) -> "HallInMemory":
        other = HallInMemory(self.law, self.players, {})
        other.stock, other.cards, other.owner = dict(self.stock), dict(self.cards), dict(self.owner)
        other.staked, other.pool = dict(self.staked), Counter(self.pool)
        return other

    # ── dealing

    def deal(self, player: str, count: int, chance: Source) -> tuple[Original, ...]:
        """Give a player `count` random cards (R27), and return them."""
        return self._made(RANDOM, count, player, chance)

    def _made(self, spec: Spec, count: int, player: str, chance: Source, by: str = "") -> tuple[Original, ...]:
        made = made_cards(Dealing(self.law, chance), spec, count, player, f"for {player}", by)
        for card in made:
            card.code = f"c{len(self.cards) + 1}"
            self._keep(card, player)
        return originals_of(made)

    def keep(self, original: Original, player: str) -> None:
        """Give a card to a player."""
        self._keep(Card(**to_builtins(original)), player)

    def _keep(self, card: Card, player: str) -> None:
        self.cards[card.code] = card
        self.owner[card.code] = player

    def lose(self, code: str) -> bool:
        """Destroy a card, and return whether it was in the pool."""
        return self.owner.pop(code, None) is not None and self.staked.pop(code, None) is not None

    # ── reading

    def read(self, *question: str) -> Json:
        what, *of = question
        if what == "stock":
            return self.stock.get((of[0], of[1]), 0)
        if what in ("players", "active"):
            return list(self.players)
        if what == "stakeable":
            return as_json(originals_of(self.cards[code] for code in self._held(of[0])))
        if what == "card":
            return as_json(original_of(self.cards[of[0]])) if of[0] in self.owner else None
        seen = [seen_from_elsewhere(self.law, self.cards[code], self.owner[code]) for code in self._seen(what, *of)]
        return as_json(seen)

    def _seen(self, what: str, *of: str) -> Iterable[str]:
        if what == "inventory":
            return self._held(of[0])
        if what == "cycle-cards":
            return self.owner
        if what == "copies":
            return (code for code in of if code in self.owner)
        raise LookupError(f"nobody knows {what} here")

    def _held(self, player: str) -> Iterable[str]:
        return (code for code, owner in self.owner.items() if owner == player and code not in self.staked)

    # ── writing

    def carry_out(self, events: Sequence[Event], chance: Source) -> Iterable[Happening]:
        """Apply a battle's events, and return external events for cards that players thereby get."""
        for event in events:
            yield from self._carry_out(event, chance)

    def _carry_out(self, event: Event, chance: Source) -> Iterator[Happening]:
        facts = event.facts
        if event.kind in ("granted", "revoked"):
            self._shift(facts["player"], facts["item"], facts["count"] if event.kind == "granted" else -facts["count"])
        elif event.kind == "staked":
            for item, count in facts["items"].items():
                self._bet(facts["player"], item, count)
            self.staked |= dict.fromkeys(facts["cards"], facts["player"])
        elif event.kind in ("stake-returned", "pool-won"):
            yield from self._return(facts)
        elif event.kind in ("original-destroyed", "destroyed-elsewhere"):
            yield from self._destroy(str(facts.get("card") or facts["ref"]).removeprefix(ELSEWHERE))
        elif event.kind == "original-changed" and facts["card"] in self.owner:
            self._change(facts["card"], facts)
        elif event.kind == "card-made":
            made = self._made(
                convert(facts["spec"], Spec), facts["count"], facts["player"], chance, facts.get("by", "")
            )
            yield Obtained(facts["player"], made)

    def _shift(self, player: str, item: str, by: int) -> None:
        held = self.stock.get((player, item), 0) + by
        if held < 0:
            raise ValueError(f"{player} has no {-by} of {item}")
        self.stock[player, item] = held

    def _bet(self, player: str, item: str, count: int) -> None:
        """Move `count` of an item into the pool, or out of it if negative."""
        self._shift(player, item, -count)
        self.pool[item] += count

    def _return(self, facts: Facts) -> Iterator[Happening]:
        player, won = facts["player"], []
        for item, count in facts["items"].items():
            self._bet(player, item, -count)
        for code in facts["cards"]:
            if self.staked.pop(code) != player:
                won.append(self.cards[code])
            self.owner[code] = player
        if won:
            yield Obtained(player, originals_of(won))

    def _destroy(self, code: str) -> Iterator[Happening]:
        if self.lose(code):
            yield CardDestroyedElsewhere(originals=(code,))

    def _change(self, code: str, facts: Facts) -> None:
        card = self.cards[code] = copy(self.cards[code])
        keep_what_battle_left(card, facts["modifiers"], facts["gained"])
