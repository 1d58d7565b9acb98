"""The hall in memory: what a battle reads outside and does there, for battles without a cycle."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from exoptosis.cards import properties
from exoptosis.engine.world import ELSEWHERE
from exoptosis.made_cards import made_cards
from nomic.chance.source import Source
from nomic.inventory.models import Card
from nomic.law.sections import Law
from nomic.tables.contract.game import Event

Json = Any
Happening = dict[str, Json]
OWN = ("species", "own_values", "own_suits", "own_colours", "own_types")


class Dealing:
    """Under which law and by whose chance cards are made here."""

    def __init__(self, law: Law, chance: Source) -> None:
        self.law = law
        self.chance = chance


class Hall:
    """Players with what they own. Cards are the JSON of inventory cards, by their codes; see `engine.originals`.

    `staked` are cards in the pool, with whoever bet them; `pool` are the items in it.
    """

    def __init__(self, law: Law, players: Sequence[str], stock: dict[str, int]) -> None:
        self.law = law
        self.players = tuple(players)
        self.stock = {(player, item): count for player in players for item, count in stock.items()}
        self.cards: dict[str, Json] = {}
        self.owner: dict[str, str] = {}
        self.staked: dict[str, str] = {}
        self.pool: Counter[str] = Counter()

    def copy(self) -> "Hall":
        other = Hall(self.law, self.players, {})
        other.stock, other.cards, other.owner = dict(self.stock), dict(self.cards), dict(self.owner)
        other.staked, other.pool = dict(self.staked), Counter(self.pool)
        return other

    # ── dealing

    def deal(self, player: str, count: int, chance: Source) -> list[Json]:
        """So many random cards (R27) for a player."""
        return self._made({"card": "random"}, count, player, chance)

    def _made(self, spec: Json, count: int, player: str, chance: Source) -> list[Json]:
        made = made_cards(Dealing(self.law, chance), spec, count, player, f"for {player}")
        return [self._kept(card, player) for card in made]

    def _kept(self, card: Card, player: str) -> Json:
        known = {
            "code": f"c{len(self.cards) + 1}",
            "species": card.species,
            "own_values": list(card.own_values),
            "own_suits": list(card.own_suits),
            "own_colours": list(card.own_colours),
            "own_types": list(card.own_types),
            "modifiers": list(card.modifiers),
        }
        self.keep(known, player)
        return known

    def keep(self, card: Json, player: str) -> None:
        """A card is a player's from now on."""
        self.cards[card["code"]] = card
        self.owner[card["code"]] = player

    def lose(self, code: str) -> bool:
        """A card is destroyed; whether it was in the pool."""
        return self.owner.pop(code, None) is not None and self.staked.pop(code, None) is not None

    # ── what is read

    def read(self, *question: str) -> Json:
        what, *of = question
        if what == "stock":
            return self.stock.get((of[0], of[1]), 0)
        if what in ("players", "active"):
            return list(self.players)
        if what == "stakeable":
            return [self.cards[code] for code in self._held(of[0])]
        if what == "card":
            return self.cards[of[0]] if of[0] in self.owner else None
        if what == "inventory":
            return [self._described(code) for code in self._held(of[0])]
        if what == "cycle-cards":
            return [self._described(code) for code in self.owner]
        if what == "copies":
            return [self._described(of[0])] if of[0] in self.owner else []
        raise LookupError(f"nobody knows {question} here")

    def _held(self, player: str) -> Iterator[str]:
        return (code for code, owner in self.owner.items() if owner == player and code not in self.staked)

    def _described(self, code: str) -> Json:
        """A card as effects see those that are not in their game."""
        card = self.cards[code]
        known = Card(**{trait: card[trait] for trait in OWN})
        held = properties(self.law, known)
        return {
            "ref": f"{ELSEWHERE}{code}",
            "original": code,
            "owner": self.owner[code],
            "species": card["species"],
            "values": list(held.values),
            "values_from": held.values_from,
            "suits": list(held.suits),
            "colours": list(held.colours),
            "types": list(held.types),
            "modifiers": [modifier["name"] for modifier in card["modifiers"]],
        }

    # ── what is done

    def carry_out(self, events: Sequence[Event], chance: Source) -> Iterable[Happening]:
        """Do what a battle tells its host to do. Cards that come to a player come back as a happening."""
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
            yield self._make(facts, chance)

    def _shift(self, player: str, item: str, by: int) -> None:
        held = self.stock.get((player, item), 0) + by
        if held < 0:
            raise ValueError(f"{player} has no {-by} of {item}")
        self.stock[player, item] = held

    def _bet(self, player: str, item: str, count: int) -> None:
        """So many go into the pool, or with a negative number out of it."""
        self._shift(player, item, -count)
        self.pool[item] += count

    def _return(self, facts: dict[str, Json]) -> Iterator[Happening]:
        player, won = facts["player"], []
        for item, count in facts["items"].items():
            self._bet(player, item, -count)
        for code in facts["cards"]:
            if self.staked.pop(code) != player:
                won.append(self.cards[code])
            self.owner[code] = player
        if won:
            yield {"kind": "obtained", "player": player, "cards": won}

    def _destroy(self, code: str) -> Iterator[Happening]:
        if self.lose(code):
            yield {"kind": "card-destroyed-elsewhere", "cards": [], "originals": [code]}

    def _change(self, code: str, facts: dict[str, Json]) -> None:
        gained = facts["gained"]
        own = {f"own_{trait}": [*self.cards[code][f"own_{trait}"], *gained[trait]] for trait in gained}
        self.cards[code] = {**self.cards[code], "modifiers": facts["modifiers"], **own}

    def _make(self, facts: dict[str, Json], chance: Source) -> Happening:
        """New cards for a player: of a species, or random ones."""
        spec, player = facts["spec"], facts["player"]
        cards = self._made(spec, facts["count"], player, chance)
        return {"kind": "obtained", "player": player, "cards": cards}
