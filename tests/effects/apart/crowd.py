"""A world by chance in which programs run: all that they change is seen, and all that they ask."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.base import Effect, Scope
from nomic.effects.language.nodes.values import as_members, as_number
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import Card, Cards, Change, Due, Face, Members, Outcome, Players, Rest, Value, Waiting
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import WithoutRules
from nomic.effects.running.interpreter import Run, TooLong
from tests.effects.apart import law

_IN_POOLS = {
    "luck": (
        ("A find", [{"grant": "Coin", "to": "$me", "n": 1}]),
        ("A feast", [{"grant": "Chip", "to": "$me", "n": 2}]),
    ),
    "trouble": (("A thief", [{"revoke": "Coin", "from": "$me", "n": 1}]),),
}

_BY_KEY = law.BY_NAME + law.BY_PLAYER


class _Outcome(msgspec.Struct, frozen=True):
    title: str
    do: Effect

    def is_on_offer(self, run: Any, names: Any) -> bool:
        return True


OUTCOMES: Mapping[str, Sequence[Outcome]] = {
    pool: [_Outcome(title, read_effect(do, {"me": "players"})) for title, do in outcomes]
    for pool, outcomes in _IN_POOLS.items()
}


class Crowd(EnglishPrompts, WithoutRules):
    """Players with items, cards and values, all by chance. `seen` has what is to be seen besides, in its order."""

    def __init__(self, seed: int) -> None:
        chance = self._chance = random.Random(seed)
        self._seed = seed
        self.groups = {
            which: tuple(player for player in law.PLAYERS if chance.random() < 0.6)
            for which in ("active", "reputable", "participants")
        }
        self.items = {
            (item, player): chance.randrange(4) for item in law.ITEMS for player in (*law.PLAYERS, "cycle:store")
        }
        self.faces: dict[Card, Face] = {}
        self.lying: dict[Card, tuple[str, str]] = {}
        for place in ("hand", "deck", "inventory", "pile"):
            for player in law.PLAYERS[:3]:
                for _ in range(chance.randrange(4)):
                    self._make(place, player)
        self.values: dict[tuple[str, ...], Value] = {}
        for holder in ("", *law.PLAYERS):
            self._keep_some(holder)
        self.first = dict(self.values)
        self.seen: list[Any] = []
        self.asked: dict[Any, Any] = {}
        self.rests: list[tuple[Rest, str, str]] = []
        self.goes_on_later = False

    def _some(self, options: Sequence[Any]) -> frozenset[Any]:
        return frozenset(option for option in options if self._chance.random() < 0.5)

    def _make(self, place: str, player: str, species: str = "", modifiers: Sequence[str] = ()) -> Card:
        card = len(self.faces) + 1
        self.faces[card] = Face(
            species=species or self._chance.choice(law.SPECIES),
            values=self._some((1, 2, 3)),
            suits=self._some(law.SUITS),
            colours=self._some(law.COLOURS),
            types=self._some(law.TYPES),
            modifiers=frozenset(modifiers) if species else self._some(law.MODIFIERS),
        )
        self.lying[card] = place, player
        return card

    def _keep_some(self, holder: str) -> None:
        chance = self._chance
        numbers = law.NUMBERS_OF_PLAYERS if holder else law.NUMBERS_OF_CYCLE
        self.values |= {(name, holder): chance.randrange(4) for name in numbers if name not in _BY_KEY}
        for name in set(numbers).intersection(_BY_KEY):
            keys = self._some((*law.OMENS, *law.ITEMS) if name in law.BY_NAME else law.PLAYERS)
            self.values |= {(name, holder, key): chance.randrange(1, 4) for key in sorted(keys)}
        for name in law.NAMES_OF_PLAYERS if holder else law.NAMES_OF_CYCLE:
            self.values[name, holder] = self._held(name, (*law.OMENS, *law.ITEMS))
        for name in law.PLAYERS_OF_PLAYERS if holder else law.PLAYERS_OF_CYCLE:
            self.values[name, holder] = self._held(name, law.PLAYERS)

    def _held(self, name: str, options: Sequence[str]) -> Members:
        held = tuple(sorted(self._some(options)))
        return held if name in law.LISTS else held[:1]

    def as_it_is(self) -> Any:
        """All that is to be seen; of what was done at the same time the order is nothing to see."""
        changed = {key: value for key, value in self.values.items() if value != self.first.get(key, 0)}
        faces = dict(self.faces.items())
        return self.items, changed, faces, self.lying, sorted(map(repr, self.seen))

    # ── looking

    def cards(self, place: str, of: Players) -> Cards:
        if place == "cycle":
            return tuple(self.lying)
        return tuple(card for card, (lies, whose) in self.lying.items() if lies == place and (not of or whose in of))

    def copies(self, cards: Cards) -> Cards:
        species = {self.faces[card].species for card in cards}
        return tuple(card for card in self.lying if self.faces[card].species in species)

    def players(self, which: str) -> Players:
        if which == "inactive":
            return tuple(player for player in law.PLAYERS if player not in self.groups["active"])
        return self.groups.get(which, law.PLAYERS)

    def following(self, player: str) -> Players:
        return (law.PLAYERS[(law.PLAYERS.index(player) + 1) % len(law.PLAYERS)],)

    def face(self, card: Card) -> Face:
        return self.faces[card]

    def owner(self, card: Card) -> Players:
        return (self.lying[card][1],) if card in self.lying else ()

    def binder(self, card: Card, modifier: str) -> Players:
        return law.PLAYERS[:1]

    def ticks(self, card: Card, modifier: str) -> int:
        return 2

    def stock(self, item: str, holder: str) -> int:
        return self.items.get((item, holder), 0)

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        return self.values.get((name, holder, key), 0) if key else self.values[name, holder]

    def keys(self, name: str, holder: str) -> Sequence[str]:
        if name not in _BY_KEY:
            return ("",)
        return sorted(key[2] for key, value in self.values.items() if key[:2] == (name, holder) and value)

    def fact(self, what: str, player: str, detail: str) -> int:
        found = random.Random(f"{self._seed} {what} {player} {detail}")
        return found.randrange(4) if what == "seniority" else found.randrange(2)

    def tally(self, what: str, player: str, during: str) -> int:
        return self.fact("seniority", f"{what} {player}", during)

    def opposes(self, one: str, other: str) -> bool:
        return one != other

    def playable(self, card: Card, upon: Card) -> bool:
        return bool(self.faces[card].suits & self.faces[upon].suits)

    def elements(self, collection: str) -> Sequence[str]:
        return law.MODIFIERS

    def name_of(self, card: Card) -> str:
        return f"card {card}"

    def can_be_destroyed(self, card: Card) -> bool:
        return int(card) % 3 > 0

    def outcomes(self, pool: str) -> Sequence[Outcome]:
        return OUTCOMES[pool]

    # ── asking and drawing

    def answers_now(self, player: str, run: Any) -> bool:
        return self.goes_on_later or player != law.PLAYERS[2]

    def owe(self, player: str, rest: Rest, run: Any) -> None:
        self.seen.append(("owes", player))
        self.rests.append((rest, run.me, ""))

    def ask(self, question: Question) -> tuple[int | str, ...]:
        values = tuple(option.value for option in question.options)
        bounds = (question.least, question.most, question.late)
        self.seen.append(
            (question.who, question.kind, values, bounds, question.prompt.partition(": ")[2][:5] == "Well,")
        )
        self.asked[question.who, question.prompt, values] = bounds[:2]
        count = self._chance.randint(question.least, question.most)
        return tuple(self._chance.sample(values, min(count, len(values))))

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        found = []
        for player in who():
            asked = question(player)
            found.append((player, self._chance.random() < 0.7, () if asked is None else self.ask(asked)))
        return found

    def below(self, sides: int, label: str, purpose: str) -> int:
        return self._chance.randrange(sides)

    # ── doing

    def grant(self, item: str, count: int, to: str, run: Any) -> None:
        self.items[item, to] = self.items.get((item, to), 0) + count

    def revoke(self, item: str, count: int, player: str, run: Any) -> None:
        self.items[item, player] = max(0, self.items.get((item, player), 0) - count)

    def transfer(self, item: str, count: int, giver: str, taker: str, run: Any) -> None:
        moved = min(count, self.stock(item, giver))
        self.revoke(item, moved, giver, run)
        self.grant(item, moved, taker, run)

    def keep(self, name: str, holder: str, value: Value, key: str = "") -> None:
        if key:
            self.values[name, holder, key] = as_number(value)
        elif isinstance(self.first[name, holder], int):
            self.values[name, holder] = as_number(value)
        else:
            members = tuple(str(member) for member in dict.fromkeys(as_members(value)))
            self.values[name, holder] = members if name in law.LISTS else members[:1]

    def reset(self, name: str, holder: str, key: str = "") -> None:
        if key:
            self.values[name, holder, key] = 0
        else:
            self.values[name, holder] = self.first[name, holder]

    def reveal(self, name: str, holders: Players | None) -> None:
        self.seen.append(("everybody sees", name, holders))

    def announce(self, text: str) -> None:
        self.seen.append(("everybody reads", text))

    def appoint(self, office: str, player: str) -> None:
        self.seen.append((office, player))

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        self.seen.append((pool, title, player))

    def move(self, cards: Cards, place: str, to: str, run: Any) -> None:
        self.lying |= {card: (place, to) for card in cards if card in self.lying}

    def swap(self, one: Card, other: Card, run: Any) -> None:
        if one in self.lying and other in self.lying:
            self.lying |= {one: self.lying[other], other: self.lying[one]}

    def destroy(self, cards: Cards, originals: bool, run: Any) -> None:
        for card in cards:
            if self.can_be_destroyed(card) and self.lying.pop(card, None):
                self.seen.append(("destroyed", card, originals))

    def add(self, spec: Any, count: int, place: str, to: str, run: Any, *, at_once: bool = False) -> Cards:
        return tuple(self._new_card(spec, place, to) for _ in range(count))

    def _new_card(self, spec: Any, place: str, to: str) -> Card:
        card = self._make(place, to, spec.card, spec.with_)
        self.seen.append(("new", card, spec.types, spec.collections))
        return card

    def become(self, card: Card, spec: Any, run: Any) -> None:
        if card in self.lying:
            self._new_card(spec, *self.lying.pop(card))

    def change(self, card: Card, change: Change, run: Any) -> None:
        face = self.faces[card]
        traits = {}
        for trait in ("values", "suits", "colours", "types", "modifiers"):
            lost = (
                getattr(face, trait)
                if trait == "modifiers" and change.lose_all_modifiers
                else change.lose.get(trait, ())
            )
            traits[trait] = (getattr(face, trait) | frozenset(change.gain.get(trait, ()))) - frozenset(lost)
        traits["values"] = frozenset(value + change.shift for value in traits["values"])
        self.faces[card] = replace(face, **traits)
        self.seen.append(("changed", card, change.tick, tuple(sorted(map(str, change.inherit))), change.collections))

    def take(self, player: str, count: int, whose: str, demand: Rest | None, run: Any) -> None:
        deck = [card for card in self.cards("deck", (whose,)) if run.fits(demand, card)]
        self.move(tuple(deck[: max(count, 0)]), "hand", player, run)
        fitting = tuple(card for card in self.faces if demand is not None and run.fits(demand, card))
        self.seen.append(("draws", player, count, whose, fitting))

    def turn(self, change: str, player: str, run: Any) -> None:
        self.seen.append((change, player))

    def finish(self, how: str, player: str, run: Any) -> None:
        self.seen.append((how, player))

    def play(self, card: Card, without: tuple[str, ...], run: Any) -> None:
        self.seen.append(("plays", card, without))

    def act_as(self, modifier: str, run: Any) -> None:
        self.seen.append(("acts as", modifier))

    def again(self, species: str, run: Any) -> None:
        self.seen.append(("again", species))

    # ── later

    def later(self, due: Due, rest: Rest, run: Any, ends: str = "") -> None:
        self.seen.append(("later", due))
        self.rests.append((rest, run.me, due.event))

    def wait(self, waiting: Waiting, run: Any) -> None:
        demand = (
            Rest(waiting.where, {**waiting.rest.scope, "it": "cards"}, waiting.rest.names) if waiting.where else None
        )
        fitting = tuple(card for card in self.faces if demand is not None and run.fits(demand, card))
        self.seen.append(("waits", waiting.event, waiting.who, waiting.instead, fitting))
        self.rests.append((waiting.rest, run.me, "waits"))

    def go_on(self) -> None:
        """Do what was left for later, once other things have happened: what is said of now is not what is so then."""
        self.goes_on_later = True
        if not self.rests:
            return
        self.seen.append(repr(self.as_it_is()))
        for player in law.PLAYERS:
            self.items["Coin", player] = self._chance.randrange(4)
            self._keep_some(player)
        for _ in range(20):
            if not self.rests:
                return
            rest, me, event = self.rests.pop(0)
            more: dict[str, Any] = {}
            if event:
                player, card = self._chance.choice(law.PLAYERS), self._chance.choice([*self.faces, 1])
                more = {
                    "who": (player,),
                    "player": (player,),
                    "event.who": (player,),
                    "event.card": (card,),
                    "event.where": (),
                }
            Run(self, me, "Later").go_on(rest, more)


def deeds(effect: Effect, scope: Scope, seed: int) -> tuple[Any, Mapping[Any, Any]]:
    """What comes of a program in one state, to the end of all that it leads to; and what was asked, with the bounds."""
    world, chance = Crowd(seed), random.Random(seed + 1)
    cards = sorted(world.lying) or [world._make("hand", "ada")]
    drawn: Mapping[str, Callable[[], Value]] = {
        "players": lambda: (chance.choice(law.PLAYERS),),
        "number": lambda: chance.randrange(4),
        "cards": lambda: (chance.choice(cards),),
        "names": lambda: (chance.choice(law.ITEMS),),
    }
    names = {name: drawn[kind]() for name, kind in scope.items() if name not in ("next", "all", "others")}
    me = str(as_members(names["me"])[0]) if "me" in names else ""
    try:
        Run(world, me, "A rule").perform(effect, names)
        world.go_on()
    except TooLong:
        world.seen.append("too long")
    return world.as_it_is(), world.asked
