"""Nodes for sets of cards, players or names. In `where`, the candidate is `$it`, or the name in `as`."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from nomic.effects.language.allowed_moments import (
    AWAY_FROM_A_GAME,
    EVERYWHERE,
    IN_THE_HALL,
    WHERE,
    WITHOUT_CARDS,
    Moment,
)
from nomic.effects.language.bounds import CARDS, MAX_VALUES, PLAYERS
from nomic.effects.language.card_places import KnownSpots, Spots
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    UNKNOWN,
    Bounds,
    Condition,
    Expression,
    Extent,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Measure,
    Need,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.compound_fields import Range
from nomic.effects.language.nodes.item_holders import holder_flaws, holders_in, is_store
from nomic.effects.language.nodes.ties import flaws_of_ties, settle_tie, steps_of_ties
from nomic.effects.language.nodes.values import Literal, as_members, as_number
from nomic.effects.language.world import Cards, Members, Names, Players, Runner, Value

T = TypeVar("T", bound=int | str)
CANDIDATE = Extent(1)
_OF: Mapping[str, Kind] = {"hand": "players", "deck": "players", "inventory": "players", "copies": "cards"}
_GAME_ONLY = ("hand", "deck", "pile")


def filtered(members: Iterable[T], where: Condition | None, called: str, run: Runner, names: Names) -> tuple[T, ...]:
    """Return the members for which `where` holds, each bound to `called`. Without a condition, return all of them."""
    if where is None:
        return tuple(members)
    members = tuple(members)
    run.weigh(where, len(members))
    inside = dict(names)
    kept = []
    with run.loop_cache:
        for member in members:
            inside[called] = (member,)
            if where.value(run, inside):
                kept.append(member)
    return tuple(kept)


def measured(
    of: Expression[Members], by: Expression[Value], called: str, run: Runner, names: Names
) -> list[tuple[int, int | str]]:
    """Return a pair (number, member) for each member of a set. `by` is evaluated with the member bound to `called`."""
    inside = dict(names)
    found = []
    members = of.value(run, names)
    run.weigh(by, len(members))
    with run.loop_cache:
        for member in members:
            inside[called] = (member,)
            found.append((as_number(by.value(run, inside)), member))
    return found


def cost_for_each(candidates: int, asked: Expression[Value] | None, called: str, measure: Measure, sizes: Sizes) -> int:
    """Return the maximum of `measure` for evaluating `asked` once per candidate, bound to `called`; 0 if it is None."""
    if asked is None:
        return 0
    return candidates * max(asked.cost(measure, {**sizes, called: CANDIDATE}), measure.turn)


@register_node
class CardsIn(Expression[Cards], frozen=True, eq=False, kw_only=True):
    """Cards in a hand, deck or inventory `of` players, on the pile, in the whole cycle; or all `copies` of cards."""

    cards: field_types.CardPlace
    of: field_types.CardHolders | None = None
    where: field_types.Truth | None = None
    as_: field_types.NewName = "it"
    kind: Kind = "cards"
    stands_at = EVERYWHERE - WITHOUT_CARDS

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): "cards"} if field == "where" else {}

    def value(self, run: Runner, names: Names) -> Cards:
        of = () if self.of is None else holders_in(self.of, run, names)
        found = run.world.copies(of) if self.cards == "copies" else run.world.cards(self.cards, of)
        return filtered(found, self.where, self.as_, run, names)

    def needs(self) -> Need:
        return "cards"

    def flaws(self, moment: Moment) -> Flaws:
        needed = _OF.get(self.cards)
        if moment in AWAY_FROM_A_GAME and self.cards in _GAME_ONLY:
            yield "/cards", f"there is no {self.cards} {WHERE[moment]}"
        elif self.cards == "inventory" and self.of is not None and is_store(self.of):
            yield from holder_flaws("of", self.of, moment)
        elif needed != (self.of.kind if self.of else None):
            yield "/of", f"a {self.cards} belongs to {needed}" if needed else f"the {self.cards} belongs to nobody"

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        whose = 0 if self.of is None else self.of.cost(measure, sizes)
        return whose + cost_for_each(self.size(sizes), self.where, self.as_, measure, sizes)

    def size(self, sizes: Sizes) -> int:
        if self.cards in ("pile", "cycle"):
            return PLAYERS * CARDS
        owners = 0 if self.of is None else self.of.size(sizes)
        if self.cards == "copies":
            return PLAYERS * (1 if self.of is None else owners)
        return CARDS * min(PLAYERS, owners)

    def spots(self, known: KnownSpots) -> Spots:
        return frozenset({self.cards})


@register_node
class PlayersWho(Expression[Players], frozen=True, eq=False, kw_only=True):
    """Players: the participants, all who entered the game, or all players of the cycle.

    Also the players of the cycle who are active, inactive (R8) or reputable (R6).
    """

    players: field_types.Which
    except_: field_types.Players | None = None
    where: field_types.Truth | None = None
    as_: field_types.NewName = "it"
    kind: Kind = "players"

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): "players"} if field == "where" else {}

    def value(self, run: Runner, names: Names) -> Players:
        return run.loop_cache.once(self, names, lambda: self._found(run, names))

    def _found(self, run: Runner, names: Names) -> Players:
        left_out = frozenset(() if self.except_ is None else self.except_.value(run, names))
        found = [player for player in run.world.players(self.players) if player not in left_out]
        return filtered(found, self.where, self.as_, run, names)

    def flaws(self, moment: Moment) -> Flaws:
        if moment in IN_THE_HALL and self.players in ("participants", "entered"):
            yield "/players", f"there is no game with {self.players} {WHERE[moment]}: say players or active"
        if moment not in IN_THE_HALL and self.players in ("reputable", "inactive"):
            yield "/players", f"{self.players} players cannot be selected {WHERE[moment]}: say players or active"

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        left_out = 0 if self.except_ is None else self.except_.cost(measure, sizes)
        return left_out + cost_for_each(PLAYERS, self.where, self.as_, measure, sizes)

    def size(self, sizes: Sizes) -> int:
        return PLAYERS


@register_node
class Owners(Expression[Players], frozen=True, eq=False, kw_only=True):
    """The owners of these cards."""

    owners: field_types.Cards
    kind: Kind = "players"

    def value(self, run: Runner, names: Names) -> Players:
        owners: dict[str, None] = {}
        for card in self.owners.value(run, names):
            owners |= dict.fromkeys(run.world.owner(card))
        return tuple(owners)

    def size(self, sizes: Sizes) -> int:
        return min(PLAYERS, self.owners.size(sizes))


@register_node
class Extreme(Expression[Members], frozen=True, eq=False, kw_only=True):
    """The members of a set with the greatest number; if `least` is set, with the smallest.

    If several tie, `ties` decides as in `first`: `all` of them (the default), `none`, one by `lot`, or the `earliest`.
    """

    extreme: field_types.AnySet
    by: field_types.Number
    least: field_types.Flag = False
    ties: field_types.Ties = "all"
    as_: field_types.NewName = "it"

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read.get("as_", "it"): read["extreme"].kind} if field == "by" and "extreme" in read else {}

    @classmethod
    def derived(cls, read: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"kind": read["extreme"].kind} if "extreme" in read else {}

    def value(self, run: Runner, names: Names) -> Members:
        return run.loop_cache.once(self, names, lambda: self._found(run, names))

    def _found(self, run: Runner, names: Names) -> Members:
        found = measured(self.extreme, self.by, self.as_, run, names)
        if not found:
            return ()
        best = (min if self.least else max)(measure for measure, _ in found)
        tying = tuple(member for measure, member in found if measure == best)
        return tying if len(tying) == 1 else settle_tie(self.ties, tying, 1, self.kind, run)

    def is_by_chance(self) -> bool:
        return self.ties == "lot"

    def flaws(self, moment: Moment) -> Flaws:
        yield from flaws_of_ties(self.ties, self.kind, moment)

    def draws(self, sizes: Sizes, collections: int) -> int:
        return min(1, self.extreme.size(sizes)) if self.ties == "lot" else 0

    def steps(self, sizes: Sizes) -> int:
        return 1 + steps_of_ties(self.ties, self.extreme.size(sizes))

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        each = cost_for_each(self.extreme.size(sizes), self.by, self.as_, measure, sizes)
        return self.extreme.cost(measure, sizes) + each

    def size(self, sizes: Sizes) -> int:
        return self.extreme.size(sizes) if self.ties == "all" else min(1, self.extreme.size(sizes))

    def bounds(self, sizes: Sizes) -> Bounds:
        return self.extreme.bounds(sizes).or_nothing()

    def spots(self, known: KnownSpots) -> Spots:
        return self.extreme.spots(known)


@register_node
class Values(Expression[Members], frozen=True, eq=False, kw_only=True):
    """Names or numbers: a list of them, a range of numbers, or a collection's elements."""

    values: field_types.Enumeration
    kind: Kind = "names"

    @property
    def collection(self) -> str:
        """The collection's name, or "" if the node does not name a collection."""
        return self.values if isinstance(self.values, str) else ""

    @property
    def listed(self) -> tuple[Expression[Value], ...]:
        """The elements of the list, or an empty tuple if the node is not a list."""
        return self.values if isinstance(self.values, tuple) else ()

    def value(self, run: Runner, names: Names) -> Members:
        if isinstance(self.values, str):
            return tuple(run.world.elements(self.values))
        if isinstance(self.values, Range):
            low, high = (as_number(end.value(run, names)) for end in (self.values.from_, self.values.to))
            return tuple(range(low, min(high, low + MAX_VALUES - 1) + 1))
        return tuple(member for part in self.values for member in as_members(part.value(run, names)))

    def law_names(self, listed: Listed) -> LawNames:
        if self.collection:
            yield "/values", "collections", self.collection

    def size(self, sizes: Sizes) -> int:
        if isinstance(self.values, tuple):
            return sum(part.size(sizes) for part in self.values)
        return MAX_VALUES

    def bounds(self, sizes: Sizes) -> Bounds:
        if isinstance(self.values, Range):
            return Bounds(self.values.from_.bounds(sizes).low, self.values.to.bounds(sizes).high).or_nothing()
        if isinstance(self.values, str):
            return UNKNOWN
        return Bounds.around(part.bounds(sizes) for part in self.values)

    def possible_names(self, listed: Listed) -> Members:
        return tuple(named for part in self.listed if isinstance(part, Literal) for named in part.members)
