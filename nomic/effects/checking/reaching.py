"""Which cards an operation reaches: where those lie that it names, and what it can do to them there.

What would come to nothing there is refused with its place, so that no law says what it does not do.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

from nomic.effects.checking.placing import WHERE, Moment
from nomic.effects.language.nodes import Effect, Expression, Operation, head_of
from nomic.effects.language.operations import (
    Add,
    ChangeCards,
    Choose,
    Destroy,
    Each,
    If,
    Let,
    Move,
    Offer,
    Play,
    RollOnTable,
    Swap,
    Wait,
)
from nomic.effects.language.reading import EffectFlaw
from nomic.effects.language.selectors import CardsIn, Extreme
from nomic.effects.language.values import CardSpec, Ref

# Where a card can lie. `cycle` and `copies` are cards anywhere; `played` is one that is being played and does not lie
# on the pile yet, `shown` an original that is laid on the table for its own sake, `gone` one just destroyed.
Lie = Literal["hand", "deck", "pile", "inventory", "cycle", "copies", "played", "shown", "gone"]
Lies = frozenset[Lie]
Known = Mapping[str, Lies]

NOWHERE: Lies = frozenset()
_LYING: Mapping[Lie, str] = {
    "hand": "cards in hands",
    "deck": "cards in decks",
    "pile": "cards on the pile",
    "inventory": "cards of inventories",
    "cycle": "the cards of the whole cycle",
    "copies": "copies of cards, wherever they are",
    "played": "the card that is being played",
    "shown": "the card itself",
    "gone": "a card that was destroyed",
}
_HELD: Lies = frozenset({"hand", "deck"})
_OWNED: Lies = frozenset({"inventory", "cycle"})
_ANYWHERE: Lies = frozenset({"inventory", "cycle", "copies"})
_IN_A_GAME: Mapping[type[Operation], Lies] = {
    Move: _HELD,
    Swap: _HELD,
    Play: _HELD,
    Destroy: _HELD | _ANYWHERE | {"pile"},
    ChangeCards: _HELD | {"pile", "played"},
}
_REACHED: Mapping[Moment, Mapping[type[Operation], Lies]] = {
    "cost": _IN_A_GAME,
    "play": _IN_A_GAME,
    "end": _IN_A_GAME,
    "opening": _IN_A_GAME,
    "rewards": {Destroy: _ANYWHERE},
    "card": {Destroy: _ANYWHERE | {"shown"}, ChangeCards: frozenset({"shown"})},
    "hall": dict.fromkeys((Move, Swap, Destroy, ChangeCards), _OWNED),
    "gain": dict.fromkeys((Move, Swap, Destroy, ChangeCards), _OWNED),
}
_HERE: Mapping[Moment, Known] = {
    "cost": {"this": frozenset({"played"}), "beneath": frozenset({"pile"})},
    "play": {"this": frozenset({"pile"}), "beneath": frozenset({"pile"})},
    "end": {"this": frozenset({"pile"}), "beneath": frozenset({"pile"})},
    "card": {"this": frozenset({"shown"})},
    "hall": {"card": frozenset({"inventory"})},
    "gain": {"card": frozenset({"inventory"})},
}
_OF_EVENT: Mapping[str, Lies] = {"played": frozenset({"pile"}), "destroyed": frozenset({"gone"})}
# Where a change of this sort comes to nothing, or not to what it says.
_NO_SHIFT: tuple[Moment, ...] = ("card", "hall", "gain")
_NO_TICK: tuple[Moment, ...] = ("hall", "gain")
_GAMES: tuple[Moment, ...] = ("cost", "play", "end", "opening", "rewards")


def out_of_reach(effect: Effect, moment: Moment) -> Iterator[EffectFlaw]:
    """A flaw for every operation that names cards to which it can do nothing where they lie."""
    yield from _Reach(moment).steps(effect, "", _HERE.get(moment, MappingProxyType({})))


class _Reach:
    """What can be reached at one moment."""

    def __init__(self, moment: Moment) -> None:
        self._moment: Moment = moment

    def steps(self, effect: Effect, path: str, known: Known) -> Iterator[EffectFlaw]:
        """The flaws of a list of operations; `known` says where the cards lie that names stand for."""
        for place, step in enumerate(effect):
            here = f"{path}/{place}"
            yield from self._step(step, here, known)
            yield from self._inside(step, here, known)
            known = {**known, **_bound(step, known)}

    def _inside(self, step: Operation, path: str, known: Known) -> Iterator[EffectFlaw]:
        """The lists of operations within one."""
        if isinstance(step, If):
            yield from self.steps(step.then, f"{path}/then", known)
            yield from self.steps(step.else_, f"{path}/else", known)
        elif isinstance(step, Each):
            yield from self.steps(step.do, f"{path}/do", {**known, step.each: lies(step.in_, known)})
        elif isinstance(step, RollOnTable):
            for place, (_, _, effect) in enumerate(step.rows):
                yield from self.steps(effect, f"{path}/rows/{place}/2", known)
        elif isinstance(step, Offer):
            for place, option in enumerate(step.options):
                yield from self.steps(option["do"], f"{path}/options/{place}/do", known)
            yield from self.steps(step.else_, f"{path}/else", known)
        elif isinstance(step, Wait):
            event = _OF_EVENT.get(step.wait, NOWHERE)
            yield from self.steps(step.do, f"{path}/do", {**known, "event.card": event})

    def _step(self, step: Operation, path: str, known: Known) -> Iterator[EffectFlaw]:
        for below, cards in _named(step):
            yield from self._cards(step, cards, f"{path}{below}", known)
        if isinstance(step, ChangeCards):
            yield from self._change(step, path)
        elif isinstance(step, Add):
            yield from self._made(step.add, f"{path}/add", into_game=step.to != "inventory")

    def _cards(self, step: Operation, cards: Expression, path: str, known: Known) -> Iterator[EffectFlaw]:
        reached = self._reached_by(step)
        for lie in sorted(lies(cards, known) - reached):
            detail = f"{head_of(type(step))!r} cannot reach {_LYING[lie]} {WHERE[self._moment]}"
            yield EffectFlaw(path, detail)

    def _reached_by(self, step: Operation) -> Lies:
        reached = _REACHED.get(self._moment, {}).get(type(step), NOWHERE)
        if isinstance(step, ChangeCards) and self._moment in _GAMES:
            if step.become is not None:
                return reached & _HELD
            if _only_strips(step):  # so that what comes next can destroy them (R48)
                return reached | {"copies"}
        if isinstance(step, ChangeCards) and step.become is not None:
            return reached - {"shown"}
        if isinstance(step, Destroy) and step.originals and self._moment == "rewards":
            return reached | _HELD | {"pile"}
        return reached

    def _change(self, change: ChangeCards, path: str) -> Iterator[EffectFlaw]:
        where = WHERE[self._moment]
        if change.shift is not None and self._moment in _NO_SHIFT:
            yield EffectFlaw(f"{path}/shift", f"values cannot be shifted {where}")
        if change.tick and self._moment in _NO_TICK:
            yield EffectFlaw(f"{path}/tick", f"modifiers cannot be counted up {where}")
        for trait in change.lose or {} if self._moment == "card" else ():
            if trait != "modifiers":
                yield EffectFlaw(f"{path}/lose/{trait}", f"{trait} cannot be lost {where}")
        if change.become is not None:
            yield from self._made(change.become, f"{path}/become", into_game=self._moment in _GAMES)

    def _made(self, spec: Any, path: str, *, into_game: bool) -> Iterator[EffectFlaw]:
        if not isinstance(spec, CardSpec):
            return
        if spec.with_ and into_game:
            yield EffectFlaw(f"{path}/with", "a new card comes into a game without modifiers (R90)")
        for word, given in (("types", spec.types), ("collections", spec.collections)):
            if given and not spec.is_random:
                yield EffectFlaw(f"{path}/{word}", f"only a random card is drawn by its {word}")


def lies(expression: Expression, known: Known) -> Lies:
    """Where the cards may lie that an expression stands for; nowhere for what is no cards."""
    if isinstance(expression, CardsIn):
        return frozenset({expression.cards})
    if isinstance(expression, Extreme):
        return lies(expression.extreme, known)
    if isinstance(expression, Ref) and expression.kind == "cards":
        return known.get(f"{expression.name}.{expression.part}" if expression.part else expression.name, NOWHERE)
    return NOWHERE


def _bound(step: Operation, known: Known) -> dict[str, Lies]:
    """Where those cards lie that an operation gives a name to."""
    if isinstance(step, Choose):
        otherwise = NOWHERE if step.else_ is None else lies(step.else_, known)
        return {step.choose: lies(step.from_, known) | otherwise}
    return {step.let: lies(step.be, known)} if isinstance(step, Let) else {}


def _named(step: Operation) -> Iterator[tuple[str, Expression]]:
    """The cards to which an operation does something, each with its place within it."""
    if isinstance(step, Swap):
        yield from ((f"/swap/{place}", side) for place, side in enumerate(step.swap))
    elif isinstance(step, Move | Destroy | ChangeCards | Play):
        head = head_of(type(step))
        yield f"/{head}", getattr(step, head)


def _only_strips(change: ChangeCards) -> bool:
    others = (change.gain, change.shift, change.tick, change.become, change.collections)
    return change.lose == {"modifiers": "all"} and not any(others)
