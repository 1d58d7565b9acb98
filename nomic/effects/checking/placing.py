"""What can stand where: in a play nobody gains random cards into a hand, in the hall nobody has a turn."""

from collections.abc import Iterator, Mapping
from typing import Literal as OneOf

from nomic.effects.language.conditions import Playable
from nomic.effects.language.nodes import Condition, Effect, Node, head_of
from nomic.effects.language.operations import (
    ActAs,
    Add,
    ChangeCards,
    Choose,
    Finish,
    Move,
    Offer,
    Play,
    Swap,
    Take,
    Turn,
    Wait,
)
from nomic.effects.language.reading import EffectFlaw
from nomic.effects.language.selectors import CardsIn, PlayersWho
from nomic.effects.language.values import CardSpec, Literal, Ref, Roll, Stock, Tally
from nomic.effects.language.walking import walk

# Where a piece stands: in a play, its cost or its end; in what decides whether a card can be played; where the game
# begins or ends; at a card by itself; in the hall; where something is gained there; in a die of a game without cards,
# and where such a game ends.
Moment = OneOf["cost", "play", "end", "legality", "opening", "rewards", "card", "hall", "gain", "die", "prize"]

_TURNS = (Turn, Finish, Play, ActAs, Wait, Playable)
_CARDS = (CardsIn, Add, Take, Tally)
_LASTING_NO_LONGER = (Take, Move, Swap, ChangeCards)
_FORBIDDEN: Mapping[Moment, tuple[type[Node], ...]] = {
    "cost": (),
    "play": (),
    "end": (),
    "legality": (Playable, Roll),
    "opening": (*_TURNS, Offer),
    "rewards": (*_TURNS, *_LASTING_NO_LONGER, Offer),
    "card": (*_TURNS, Offer, Take, Tally),
    "hall": (*_TURNS, Take, Tally),
    "gain": (*_TURNS, Take, Tally, Offer),
    "die": (*_TURNS, *_CARDS),
    "prize": (*_TURNS, *_CARDS, Offer),
}
WHERE: Mapping[Moment, str] = {
    "cost": "in what a play costs",
    "play": "in a play",
    "end": "where a play ends",
    "legality": "in what decides whether a card can be played",
    "opening": "where a game begins",
    "rewards": "where a game has ended",
    "card": "at a card by itself",
    "hall": "in the hall",
    "gain": "in what is gained in the hall",
    "die": "in a die",
    "prize": "where a game without cards ends",
}
# Where there is no game, and where there is one.
_AWAY: tuple[Moment, ...] = ("card", "hall", "gain")
_AT_THE_TABLE: tuple[Moment, ...] = ("cost", "play", "end", "opening", "rewards")
# Where nothing is bet, or the pool has gone to the winner.
_WITHOUT_POOL: tuple[Moment, ...] = ("rewards", "card", "hall", "gain", "die", "prize")
# Where nobody can be asked: only chance chooses.
_UNASKED: tuple[Moment, ...] = ("opening", "rewards", "card", "gain", "prize")
_OF: Mapping[str, str] = {"hand": "players", "deck": "players", "inventory": "players", "copies": "cards"}
_GAME_ONLY = ("hand", "deck", "pile")


def out_of_place(piece: Effect | Condition, moment: Moment) -> Iterator[EffectFlaw]:
    """A flaw for every node that cannot stand there."""
    for path, node in walk(piece):
        if isinstance(node, _FORBIDDEN[moment]):
            yield EffectFlaw(path, f"{head_of(type(node))!r} cannot stand {WHERE[moment]}")
        elif isinstance(node, CardsIn):
            yield from _cards(path, node, moment)
        elif isinstance(node, Add | Move):
            yield from _destination(path, node, moment)
        elif (
            isinstance(node, PlayersWho) and moment in ("hall", "gain") and node.players in ("participants", "entered")
        ):
            yield EffectFlaw(f"{path}/players", f"nobody is in a game {WHERE[moment]}: say players or active")
        elif isinstance(node, Choose) and moment in _UNASKED and node.by != "chance" and node.n != "all":
            yield EffectFlaw(path, f"nobody can be asked {WHERE[moment]}: only chance can choose")
        elif isinstance(node, ChangeCards) and moment in _AT_THE_TABLE and _is_random(node.become):
            yield EffectFlaw(f"{path}/become", "random cards come to inventories only, not into a game")
        elif isinstance(node, Stock) and moment in _WITHOUT_POOL and _is_pool(node.of):
            yield EffectFlaw(f"{path}/of", f"there is no pool {WHERE[moment]}")
        if isinstance(node, Choose):
            yield from _unlike(path, node)
        if moment == "die" and isinstance(node, Choose | Offer):
            yield from _asks_another(path, node)


def _unlike(path: str, node: Choose) -> Iterator[EffectFlaw]:
    """Only cards can be destroyed, and what stands for nothing chosen is of the kind that there was to choose from."""
    if node.for_ is not None and node.from_.kind != "cards":
        yield EffectFlaw(f"{path}/for", "only cards can be destroyed")
    if node.else_ is not None and node.else_.kind != node.from_.kind:
        yield EffectFlaw(f"{path}/else", f"{node.from_.kind} needed here, as there are to choose from")


def _asks_another(path: str, node: Choose | Offer) -> Iterator[EffectFlaw]:
    """Nobody else is there to be asked in the middle of a roll."""
    word, who = ("by", node.by) if isinstance(node, Choose) else ("who", node.who)
    if who not in (None, "chance") and not (isinstance(who, Ref) and who.name == "me"):
        yield EffectFlaw(f"{path}/{word}", "only whoever rolls the die is asked")


def _cards(path: str, node: CardsIn, moment: Moment) -> Iterator[EffectFlaw]:
    needed = _OF.get(node.cards)
    if moment in _AWAY and node.cards in _GAME_ONLY:
        yield EffectFlaw(f"{path}/cards", f"there is no {node.cards} {WHERE[moment]}")
    elif needed != (node.of.kind if node.of else None):
        yield EffectFlaw(f"{path}/of", f"a {node.cards} is of {needed}" if needed else f"the {node.cards} is nobody's")


def _destination(path: str, node: Add | Move, moment: Moment) -> Iterator[EffectFlaw]:
    if moment in _AWAY and node.to != "inventory":
        yield EffectFlaw(f"{path}/to", f"there is no {node.to} {WHERE[moment]}")
    elif isinstance(node, Move) and moment in _AT_THE_TABLE and node.to == "inventory":
        yield EffectFlaw(f"{path}/to", "a game's cards go to hands and decks, not to inventories")
    elif isinstance(node, Add) and moment == "rewards" and node.to != "inventory":
        yield EffectFlaw(f"{path}/to", f"nobody plays with a {node.to} any more {WHERE[moment]}")
    elif isinstance(node, Add) and node.to != "inventory" and _is_random(node.add):
        yield EffectFlaw(f"{path}/add", "random cards come to inventories only, not into a game")


def _is_pool(of: object) -> bool:
    return isinstance(of, Literal) and of.source == ("pool",)


def _is_random(spec: object) -> bool:
    return isinstance(spec, CardSpec) and spec.is_random
