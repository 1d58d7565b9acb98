"""Nodes that are sets: of cards, of players, of names. In a `where` the candidate is `$it`, or what `as` calls it."""

from typing import Any

from nomic.effects.language import slots
from nomic.effects.language.nodes import Expression, Heads, Kind
from nomic.effects.language.values import as_number
from nomic.effects.language.world import Names

MOST_VALUES = 100


def filtered(members: Any, where: Any, called: str, run: Any, names: Names) -> tuple[Any, ...]:
    """Those of `members` for which the condition holds."""
    if where is None:
        return tuple(members)
    inside = dict(names)
    kept = []
    for member in members:
        inside[called] = (member,)
        if where.value(run, inside):
            kept.append(member)
    return tuple(kept)


class CardsIn(Expression, frozen=True, eq=False, kw_only=True):
    """Cards in a place: a hand, deck or inventory `of` players, the pile, the whole cycle; or all `copies` of cards."""

    cards: slots.CardPlace
    of: slots.AnySet | None = None
    where: slots.Truth | None = None
    as_: slots.Binding = "it"
    kind: Kind = "cards"

    def value(self, run: Any, names: Names) -> tuple[Any, ...]:
        of: Any = () if self.of is None else self.of.value(run, names)
        found = run.world.copies(of) if self.cards == "copies" else run.world.cards(self.cards, of)
        return filtered(found, self.where, self.as_, run, names)


class PlayersWho(Expression, frozen=True, eq=False, kw_only=True):
    """Players: the participants, all who entered the game, all players of the cycle, or the active ones."""

    players: slots.Which
    except_: slots.Players | None = None
    where: slots.Truth | None = None
    as_: slots.Binding = "it"
    kind: Kind = "players"

    def value(self, run: Any, names: Names) -> tuple[Any, ...]:
        left_out: Any = () if self.except_ is None else self.except_.value(run, names)
        found = [player for player in run.world.players(self.players) if player not in left_out]
        return filtered(found, self.where, self.as_, run, names)


class Owners(Expression, frozen=True, eq=False, kw_only=True):
    """Whose cards these are, each once."""

    owners: slots.Cards
    kind: Kind = "players"

    def value(self, run: Any, names: Names) -> tuple[Any, ...]:
        owners: dict[str, None] = {}
        for card in self.owners.value(run, names):  # type: ignore[union-attr]
            owners |= dict.fromkeys(run.world.owner(card))
        return tuple(owners)


class Extreme(Expression, frozen=True, eq=False, kw_only=True):
    """Those of a set with the most of something, all of them where several tie; with `least`, with the least."""

    extreme: slots.AnySet
    by: slots.Number
    least: slots.Flag = False
    as_: slots.Binding = "it"

    def value(self, run: Any, names: Names) -> tuple[Any, ...]:
        members: Any = self.extreme.value(run, names)
        inside = dict(names)
        measured = []
        for member in members:
            inside[self.as_] = (member,)
            measured.append((as_number(self.by.value(run, inside)), member))
        if not measured:
            return ()
        best = (min if self.least else max)(measure for measure, _ in measured)
        return tuple(member for measure, member in measured if measure == best)


class Values(Expression, frozen=True, eq=False, kw_only=True):
    """Names or numbers: a list of them, all numbers from one to another, or a collection's elements."""

    values: slots.Enumeration
    kind: Kind = "names"

    def value(self, run: Any, names: Names) -> tuple[Any, ...]:
        if isinstance(self.values, str):
            return tuple(run.world.elements(self.values))
        if isinstance(self.values, dict):
            low, high = (as_number(self.values[end].value(run, names)) for end in ("from", "to"))
            return tuple(range(low, min(high, low + MOST_VALUES - 1) + 1))
        listed: list[Any] = []
        for member in self.values:
            value = member.value(run, names)
            listed += value if isinstance(value, tuple) else [value]
        return tuple(listed)


Heads.add(CardsIn, PlayersWho, Owners, Extreme, Values)
