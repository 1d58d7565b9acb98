"""Operations on cards: drawing, moving, destroying, making, changing and playing them."""

from collections.abc import Iterator

from nomic.effects.language.allowed_moments import (
    AT_THE_TABLE,
    AWAY_FROM_A_GAME,
    EVERYWHERE,
    IN_A_PLAY,
    IN_THE_HALL,
    WHERE,
    WITHOUT_CARDS,
    Moment,
)
from nomic.effects.language.bounds import CARDS, PLAYERS
from nomic.effects.language.card_places import (
    ANYWHERE,
    COPIES,
    HELD,
    NOWHERE,
    OWNED,
    PILE,
    PLAYED,
    SHOWN,
    KnownSpots,
    Spots,
)
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import (
    Binding,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Measure,
    Sizes,
    register_node,
)
from nomic.effects.language.nodes.item_holders import holder_flaws, holders_in, is_store
from nomic.effects.language.nodes.new_cards import Spec, chances_now, collections_in
from nomic.effects.language.nodes.values import Ref, as_members, as_number
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.operations.deferred import end_flaws, end_names, keep_returning
from nomic.effects.language.world import Cards, Change, Members, Names, Place, Runner, Value

_RANDOM_INTO_A_GAME = "random cards can only go to inventories, not into a game"
_WHILE_PLAYED = AT_THE_TABLE - {"rewards"}


@register_node
class Take(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Players draw a number of cards, from their own decks unless `from` is given (R40, R82)."""

    take: field_types.Number
    who: field_types.Players
    from_: field_types.Players | None = None
    where: field_types.Truth | None = None
    stands_at = _WHILE_PLAYED

    @classmethod
    def inner_names(cls, field: str, read: object) -> dict[str, Kind]:
        return {"it": "cards"} if field == "where" else {}

    @property
    def times(self) -> Expression[Value]:
        return self.take

    def perform(self, run: Runner, names: Names) -> None:
        count = self.count(run, names)
        whose = None if self.from_ is None else next(iter(self.from_.value(run, names)), None)
        demand = None if self.where is None else self.where.to_stored(names)
        for player in self.who.value(run, names):
            run.world.take(player, count, whose or player, demand, run)

    def amounts(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield "take", self.take

    def steps(self, sizes: Sizes) -> int:
        return 1 + self._taken(sizes)

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self._taken(sizes)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        """Return the maximum of `measure` for the node's children.

        For each card taken, the condition may be evaluated for every card of a deck.
        """
        named = (self.take, self.who, *([] if self.from_ is None else [self.from_]))
        tried = 0 if self.where is None else self._taken(sizes) * CARDS * self.where.cost(measure, sizes)
        return sum(part.cost(measure, sizes) for part in named) + tried

    def _taken(self, sizes: Sizes) -> int:
        """Return the maximum number of cards drawn."""
        return self.who.size(sizes) * self.most_at_a_time(sizes)


@register_node
class Move(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Move cards to a player's hand, deck or inventory, or to the `cycle` or a keeping.

    If `until` is given, the cards are lent: at that time they return to the previous owner, whoever has them. A card in
    play returns when the next game is over. If the borrower leaves, the cards return at once.
    """

    move: field_types.Cards
    to: field_types.OwnPlace
    of: field_types.Holder
    until: field_types.End | None = None
    stands_at = EVERYWHERE - {"rewards"}
    takes_away = True

    def perform(self, run: Runner, names: Names) -> None:
        if self.until is None:
            self._move(run, names)
            return
        cards = self.move.value(run, names)
        lenders = {card: owner[0] for card in cards if (owner := run.world.owner(card))}
        self._move(run, names)
        lent = {card: lender for card, lender in lenders.items() if run.world.owner(card) != (lender,)}
        keep_returning(lent, self.until, run, names)

    def _move(self, run: Runner, names: Names) -> None:
        for player in holders_in(self.of, run, names):
            run.world.move(self.move.value(run, names), self.to, player, run)

    def law_names(self, listed: Listed) -> LawNames:
        yield from end_names("until", self.until)

    def keeps(self, sizes: Sizes) -> int:
        return 0 if self.until is None else min(self.move.size(sizes), PLAYERS)

    def flaws(self, moment: Moment) -> Flaws:
        yield from holder_flaws("of", self.of, moment)
        yield from end_flaws("until", self.until, moment)
        if is_store(self.of) and self.to != "inventory":
            yield "/to", "the cycle and keepings have no hand or deck: use to: inventory"
        if moment in AT_THE_TABLE and self.to == "inventory":
            yield "/to", "a game's cards go to hands and decks, not to inventories"
        yield from no_such_place(self.to, moment)

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield "/move", self.move

    def reaches(self, moment: Moment) -> Spots:
        return _held_or_owned(moment)


@register_node
class Swap(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Swap the places of two cards."""

    swap: field_types.TwoCards
    stands_at = EVERYWHERE - {"rewards"}
    takes_away = True

    def perform(self, run: Runner, names: Names) -> None:
        one, other = (side.value(run, names) for side in self.swap)
        if one and other:
            run.world.swap(one[0], other[0], run)

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield from ((f"/swap/{place}", side) for place, side in enumerate(self.swap))

    def reaches(self, moment: Moment) -> Spots:
        return _held_or_owned(moment)


@register_node
class Destroy(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Destroy cards that can be destroyed (R84); if `originals` is set, also the originals of duplicates."""

    destroy: field_types.Cards
    originals: field_types.Flag = False

    def perform(self, run: Runner, names: Names) -> None:
        run.world.destroy(self.destroy.value(run, names), self.originals, run)

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield "/destroy", self.destroy

    def reaches(self, moment: Moment) -> Spots:
        if moment in IN_THE_HALL:
            return OWNED
        if moment == "card":
            return ANYWHERE | SHOWN
        return ANYWHERE if moment == "rewards" and not self.originals else HELD | ANYWHERE | PILE


class NewCards(Expression[Cards], frozen=True, eq=False, kw_only=True):
    """The cards that an operation has just created, in the place where they were put."""

    place: Place
    kind: Kind = "cards"

    def spots(self, known: KnownSpots) -> Spots:
        return frozenset({self.place})


@register_node
class Add(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Put new cards into players' hands, decks or inventories (R90, R91); `as` names them for later operations."""

    add: Spec
    to: field_types.OwnPlace
    of: field_types.Players
    n: field_types.Number | None = None
    as_: field_types.NewName | None = None
    stands_at = EVERYWHERE - WITHOUT_CARDS

    @property
    def times(self) -> Expression[Value] | None:
        return self.n

    def perform(self, run: Runner, names: Names) -> None:
        count, named, card = self.count(run, names), self.as_ is not None, self.add.now(run, names)
        made = [run.world.add(card, count, self.to, each, run, at_once=named) for each in self.of.value(run, names)]
        if self.as_ is not None:
            names[self.as_] = tuple(card for cards in made for card in cards)

    def binds(self) -> Binding | None:
        if self.as_ is None:
            return None
        new = NewCards(raw=self.raw, scope=self.scope, place=self.to)
        return Binding(self.as_, new, self._made, is_several=self.n is not None and constant_value(self.n) != 1)

    def amounts(self) -> Iterator[tuple[str, Expression[Value]]]:
        if self.n is not None:
            yield "n", self.n

    def steps(self, sizes: Sizes) -> int:
        return 1 + self._made(sizes)

    def draws(self, sizes: Sizes, collections: int) -> int:
        return self._made(sizes) * self.add.draws_for_each(collections)

    def _made(self, sizes: Sizes) -> int:
        """Return the maximum number of cards created."""
        return self.of.size(sizes) * self.most_at_a_time(sizes)

    def flaws(self, moment: Moment) -> Flaws:
        if self.to == "inventory":
            if self.as_ is not None and moment not in IN_THE_HALL:
                yield (
                    "/as",
                    f"a card added {WHERE[moment]} gets into the inventory only afterwards: it cannot be named yet",
                )
            return
        if moment in AWAY_FROM_A_GAME:
            yield from no_such_place(self.to, moment)
        elif moment == "rewards":
            yield "/to", f"nobody plays with their {self.to} any longer {WHERE[moment]}"
        elif self.add.is_random:
            yield "/add", _RANDOM_INTO_A_GAME

    def futile(self, moment: Moment) -> Flaws:
        yield from ((f"/add{path}", detail) for path, detail in self.add.in_vain())


@register_node
class ChangeCards(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Cards gain or lose modifiers and traits, shift their values, become another card, or increase a counter.

    If `inherit` is given, they also get the modifiers of those cards, with their state. A modifier that several of the
    cards have keeps its first giver and its highest count (R109). If `collections` is given, modifiers are then rolled
    for them, each collection with its chance (R29).
    """

    change: field_types.Cards
    gain: field_types.Traits | None = None
    lose: field_types.Traits | None = None
    shift: field_types.Number | None = None
    tick: field_types.Small = 0
    become: Spec | None = None
    inherit: field_types.Cards | None = None
    collections: field_types.Chances | None = None
    stands_at = EVERYWHERE - {"rewards"}

    def perform(self, run: Runner, names: Names) -> None:
        cards = self.change.value(run, names)
        change = Change(
            gain=_traits(self.gain, run, names),
            lose=_traits(self.lose, run, names),
            lose_all_modifiers=self.lose is not None and self.lose.get("modifiers") == "all",
            gain_from=_without_end(self.gain, run, names),
            lose_endless=_without_end(self.lose, run, names) is not None,
            shift=0 if self.shift is None else as_number(self.shift.value(run, names)),
            tick=self.tick,
            inherit=() if self.inherit is None else self.inherit.value(run, names),
            collections=chances_now(self.collections, run, names),
        )
        for card in cards:
            if self.become is not None:
                run.world.become(card, self.become.now(run, names), run)
            else:
                run.world.change(card, change, run)

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield "/change", self.change

    def reaches(self, moment: Moment) -> Spots:
        if moment in IN_THE_HALL:
            return OWNED
        if moment == "card":
            return SHOWN if self.become is None else NOWHERE
        if self.become is not None:
            return HELD
        reached = HELD | PILE | PLAYED
        return reached | COPIES if self._only_strips() else reached

    def _only_strips(self) -> bool:
        """Return whether the operation only removes all modifiers, so that a later one can destroy the cards (R48)."""
        others = (self.gain, self.shift, self.tick, self.become, self.inherit, self.collections)
        return self.lose == {"modifiers": "all"} and not any(others)

    def copies_from(self, moment: Moment) -> Iterator[tuple[str, Expression[Value], Spots]]:
        """Yield the cards to inherit from.

        The place matters only in matches, because elsewhere givers and counts are not known (R109).
        """
        if self.inherit is not None and moment in AT_THE_TABLE:
            yield "/inherit", self.inherit, HELD | PILE | PLAYED

    def law_names(self, listed: Listed) -> LawNames:
        for word, traits in (("gain", self.gain), ("lose", self.lose)):
            for trait, names in (traits or {}).items():
                if names != "all" and trait != "values":
                    yield from ((f"/{word}/{trait}", trait, named) for named in names.possible_names(listed))
        yield from collections_in(self.collections)

    def draws(self, sizes: Sizes, collections: int) -> int:
        each = 2 * len(self.collections or ())
        if self.become is not None:
            each += self.become.draws_for_each(collections)
        return self.change.size(sizes) * each

    def flaws(self, moment: Moment) -> Flaws:
        if moment in AT_THE_TABLE and self.become is not None and self.become.is_random:
            yield "/become", _RANDOM_INTO_A_GAME
        if self.inherit is not None and moment not in IN_THE_HALL | AT_THE_TABLE:
            yield "/inherit", f"no card inherits from others {WHERE[moment]}"

    def futile(self, moment: Moment) -> Flaws:
        """Yield a flaw for each change that at this moment has no effect, or not the stated one."""
        where = WHERE[moment]
        if self.shift is not None and moment == "card":
            yield "/shift", f"values cannot be shifted {where}"
        for trait in self.lose or () if moment == "card" else ():
            if trait != "modifiers":
                yield f"/lose/{trait}", f"{trait} cannot be lost {where}"
        if self.become is not None:
            yield from ((f"/become{path}", detail) for path, detail in self.become.in_vain())
        others = (self.gain, self.lose, self.tick, self.become, self.inherit, self.collections)
        if self.shift is None and not any(others):
            yield "", "this changes nothing about the cards"


def _traits(traits: field_types.Traits | None, run: Runner, names: Names) -> dict[str, Members]:
    gathered: dict[str, Members] = {}
    for trait, held in (traits or {}).items():
        if held != "all":
            members = dict.fromkeys(as_members(held.value(run, names)))
            of_the_kind = int if trait == "values" else str
            gathered[trait] = tuple(member for member in members if isinstance(member, of_the_kind))
    return gathered


def _without_end(traits: field_types.Traits | None, run: Runner, names: Names) -> int | None:
    """Return the least start of the endless values that a change refers to, or None if it refers to none (R25)."""
    named = (traits or {}).get("values")
    return named.without_end(run, names) if isinstance(named, Ref) else None


@register_node
class Play(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """The acting player also plays these cards after this one, as if they were legal (R86).

    `without` names modifiers that have no effect in these plays.
    """

    play: field_types.Cards
    without: field_types.Words = ()
    stands_at = IN_A_PLAY
    needs_the_play = True

    def perform(self, run: Runner, names: Names) -> None:
        for card in self.play.value(run, names):
            run.world.play(card, self.without, run)

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield "/play", self.play

    def reaches(self, moment: Moment) -> Spots:
        return HELD

    def plays(self, sizes: Sizes) -> int:
        return self.play.size(sizes)

    def law_names(self, listed: Listed) -> LawNames:
        yield from ((f"/without/{place}", "modifiers", named) for place, named in enumerate(self.without))

    def futile(self, moment: Moment) -> Flaws:
        if moment == "end":
            yield "", "'play' cannot be used at the end of a play: nothing follows it"


@register_node
class ActAs(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """The card acts with another modifier's effect, and counts as having that modifier (R49, R87)."""

    act_as: field_types.Names
    stands_at = IN_A_PLAY
    needs_the_play = True

    def perform(self, run: Runner, names: Names) -> None:
        for modifier in as_members(self.act_as.value(run, names)):
            run.world.act_as(str(modifier), run)

    def law_names(self, listed: Listed) -> LawNames:
        yield from (("/act_as", "modifiers", named) for named in self.act_as.possible_names(listed))


def no_such_place(place: Place, moment: Moment) -> Flaws:
    """Yield a flaw if the place does not exist at the moment. Outside of games there are only inventories."""
    if moment in AWAY_FROM_A_GAME and place != "inventory":
        yield "/to", f"there is no {place} {WHERE[moment]}"


def _held_or_owned(moment: Moment) -> Spots:
    if moment in IN_THE_HALL:
        return OWNED
    return HELD | PILE if moment in _WHILE_PLAYED else NOWHERE
