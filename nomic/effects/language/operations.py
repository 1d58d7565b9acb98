"""Nodes that do something."""

from collections.abc import Sequence
from typing import Any

from nomic.effects.language import slots
from nomic.effects.language.nodes import Heads, Operation, Scope, text_of
from nomic.effects.language.values import CardSpec, Ref, as_number
from nomic.effects.language.world import Change, Names, Rest, Waiting


class Choose(Operation, frozen=True, eq=False, kw_only=True):
    """Somebody chooses so many `from` a set, and the name stands for them from then on.

    `n` is a number, [least, most] or all; where there are not enough, `short` takes all there are or none. `by` says
    who chooses: the acting player unless told, another player, or chance. `for: destroy` offers only what can be
    destroyed (R84). `else` is what the name stands for where nothing was chosen. `late` says what happens when the
    time is up, where it should not be the usual: nothing for what is optional, chance for what is not. A number that
    may be 0 and no less is optional: nothing is then 0 (R125).
    """

    choose: slots.Binding
    from_: slots.AnySet
    n: slots.HowMany = None
    by: slots.Chooser = None
    for_: slots.Purpose | None = None
    short: slots.Short = "all"
    else_: slots.AnySet | None = None
    late: slots.Late | None = None

    def chooser(self, run: Any, names: Names) -> str:
        """Who is asked; nobody where chance chooses or no player is there to."""
        if self.by == "chance":
            return ""
        if self.by is None:
            return str(run.me)
        return str(next(iter(self.by.value(run, names)), ""))

    def is_owed(self, run: Any, names: Names) -> bool:
        """Whether the choice, and what comes after it in its list, is put off until its player decides (R41)."""
        if self.by == "chance":
            return False
        chooser = self.chooser(run, names)
        if not chooser or run.world.answers_now(chooser, run):
            return False
        distinct, least, most = self._open(self.options(run, names), run, names)
        return least < len(distinct) and most > 0

    def perform(self, run: Any, names: Names) -> None:
        chosen = self._chosen(run, names)
        if not chosen and self.else_ is not None:
            chosen = tuple(self.else_.value(run, names))  # type: ignore[arg-type]
        elif not chosen and self.is_up_to(self.options(run, names), self.bounds(run, names)[1]):
            chosen = (0,)
        names[self.choose] = chosen

    def options(self, run: Any, names: Names) -> tuple[Any, ...]:
        """What can be chosen; a name that a collection repeats stands as often."""
        found: Any = self.from_.value(run, names)
        if self.for_ == "destroy":
            found = tuple(card for card in found if run.world.can_be_destroyed(card))
        return tuple(found)

    def bounds(self, run: Any, names: Names) -> tuple[int, int]:
        """The least and the most that are to be chosen; the most is -1 for all there are."""
        if self.n is None:
            return 1, 1
        if self.n == "all":
            return -1, -1
        if isinstance(self.n, tuple):
            low, high = (as_number(end.value(run, names)) for end in self.n)
            return max(min(low, high), 0), max(high, 0)
        exactly = max(as_number(self.n.value(run, names)), 0)
        return exactly, exactly

    def _open(self, options: tuple[Any, ...], run: Any, names: Names) -> tuple[tuple[Any, ...], int, int]:
        """What there is to choose from, each once, and how many at least and at most, as far as there are enough."""
        distinct = tuple(dict.fromkeys(options))
        least, most = self.bounds(run, names)
        if most == -1:
            return distinct, len(distinct), len(distinct)
        if len(distinct) < least and self.short == "none":
            return (), 0, 0
        return distinct, min(least, len(distinct)), min(most, len(distinct))

    def is_up_to(self, options: Sequence[Any], most: int) -> bool:
        """Whether it is one number of these that is chosen, and 0 the least of them: "up to" so many (R125)."""
        is_number = most == 1 and self.from_.kind == "names" and all(isinstance(each, int) for each in options)
        return is_number and min(options, default=None) == 0

    def _chosen(self, run: Any, names: Names) -> tuple[Any, ...]:
        options = self.options(run, names)
        distinct, least, most = self._open(options, run, names)
        if most == 0:
            return ()
        if self.by == "chance":
            return tuple(run.draw(options if most == 1 else distinct, most, self.choose))
        if least == len(distinct):
            return distinct
        chooser = self.chooser(run, names)
        return tuple(run.ask(self, chooser, distinct, least, most)) if chooser else ()


class Offer(Operation, frozen=True, eq=False, kw_only=True):
    """At most one of several labelled things to do, of those whose needs are met; `else` where none is taken."""

    offer: slots.Text
    options: slots.Offers
    else_: slots.Steps = ()
    who: slots.Players | None = None

    def is_owed(self, run: Any, names: Names) -> bool:
        """Whether the offer, and what comes after it in its list, is put off until its player decides (R41)."""
        chooser = self.chooser(run, names)
        return bool(chooser) and not run.world.answers_now(chooser, run)

    def perform(self, run: Any, names: Names) -> None:
        possible = [
            option for option in self.options if option["needs"] is None or option["needs"].value(run, dict(names))
        ]
        taken = run.offer(self, self.chooser(run, names), [option["say"] for option in possible]) if possible else None
        run.perform(self.else_ if taken is None else possible[taken]["do"], dict(names))

    def chooser(self, run: Any, names: Names) -> str:
        """Who is asked."""
        return str(run.me if self.who is None else next(iter(self.who.value(run, names)), ""))  # type: ignore[arg-type]


class Let(Operation, frozen=True, eq=False, kw_only=True):
    """A name stands for this value from here on."""

    let: slots.Binding
    be: slots.Anything

    def perform(self, run: Any, names: Names) -> None:
        names[self.let] = self.be.value(run, names)


class If(Operation, frozen=True, eq=False, kw_only=True):
    """One thing where a condition holds, another where it does not."""

    if_: slots.Truth
    then: slots.Steps = ()
    else_: slots.Steps = ()

    def perform(self, run: Any, names: Names) -> None:
        run.perform(self.then if self.if_.value(run, names) else self.else_, dict(names))


class Each(Operation, frozen=True, eq=False, kw_only=True):
    """The same for every member of a set, as it is at the start."""

    each: slots.Binding
    in_: slots.AnySet
    do: slots.Steps

    def perform(self, run: Any, names: Names) -> None:
        for member in self.in_.value(run, names):  # type: ignore[union-attr]
            run.perform(self.do, {**names, self.each: (member,)})


class RollOnTable(Operation, frozen=True, eq=False, kw_only=True):
    """A number, rolled as a rule, and what happens for each range of it."""

    table: slots.Number
    rows: slots.Rows

    def perform(self, run: Any, names: Names) -> None:
        number = as_number(self.table.value(run, names))
        for low, high, effect in self.rows:
            if low <= number <= high:
                run.perform(effect, dict(names))


class Take(Operation, frozen=True, eq=False, kw_only=True):
    """Players draw so many cards, each from the own deck unless told (R40, R82)."""

    take: slots.Number
    who: slots.Players
    from_: slots.Players | None = None
    where: slots.Truth | None = None

    def perform(self, run: Any, names: Names) -> None:
        count = as_number(self.take.value(run, names))
        whose: Any = None if self.from_ is None else next(iter(self.from_.value(run, names)), None)  # type: ignore[arg-type]
        demand = run.demand(self.where, names)
        for player in self.who.value(run, names):  # type: ignore[union-attr]
            run.world.take(player, count, whose or player, demand, run)


class Move(Operation, frozen=True, eq=False, kw_only=True):
    """Cards go to a player's hand, deck or inventory."""

    move: slots.Cards
    to: slots.OwnPlace
    of: slots.Players

    def perform(self, run: Any, names: Names) -> None:
        for player in self.of.value(run, names):  # type: ignore[union-attr]
            run.world.move(self.move.value(run, names), self.to, player, run)


class Swap(Operation, frozen=True, eq=False, kw_only=True):
    """Two cards change places."""

    swap: slots.TwoCards

    def perform(self, run: Any, names: Names) -> None:
        one, other = (tuple(side.value(run, names)) for side in self.swap)  # type: ignore[arg-type]
        if one and other:
            run.world.swap(one[0], other[0], run)


class Destroy(Operation, frozen=True, eq=False, kw_only=True):
    """Cards are destroyed, those that can be (R84); with `originals`, those behind the duplicates too."""

    destroy: slots.Cards
    originals: slots.Flag = False

    def perform(self, run: Any, names: Names) -> None:
        cards: Any = self.destroy.value(run, names)
        run.world.destroy(tuple(cards), self.originals, run)


class Add(Operation, frozen=True, eq=False, kw_only=True):
    """New cards come to players' hands, decks or inventories (R90, R91)."""

    add: slots.Spec
    to: slots.OwnPlace
    of: slots.Players
    n: slots.Number | None = None

    def perform(self, run: Any, names: Names) -> None:
        count = 1 if self.n is None else as_number(self.n.value(run, names))
        for player in self.of.value(run, names):  # type: ignore[union-attr]
            run.world.add(self.add, count, self.to, player, run)


class ChangeCards(Operation, frozen=True, eq=False, kw_only=True):
    """Cards gain or lose modifiers and traits, shift their values, become another card, or are counted up.

    With `collections`, modifiers are then rolled for them, each collection with its chance (R29).
    """

    change: slots.Cards
    gain: slots.Traits = None
    lose: slots.Traits = None
    shift: slots.Number | None = None
    tick: slots.Small = 0
    become: slots.Spec | None = None
    collections: slots.Chances = None

    def perform(self, run: Any, names: Names) -> None:
        cards: Any = self.change.value(run, names)
        shift = 0 if self.shift is None else as_number(self.shift.value(run, names))
        every = self.lose is not None and self.lose.get("modifiers") == "all"
        gain, lose = _traits(self.gain, run, names), _traits(self.lose, run, names)
        change = Change(gain, lose, every, shift, self.tick, self.collections or ())
        for card in cards:
            if isinstance(self.become, CardSpec):
                run.world.become(card, self.become, run)
            else:
                run.world.change(card, change, run)


def _traits(traits: Any, run: Any, names: Names) -> dict[str, tuple[str, ...]]:
    gathered: dict[str, tuple[str, ...]] = {}
    for trait, members in (traits or {}).items():
        if members == "all":
            continue
        listed: list[str] = []
        for member in members:
            value = member.value(run, names)
            listed += value if isinstance(value, tuple) else [str(value)]
        gathered[trait] = tuple(dict.fromkeys(listed))
    return gathered


class Grant(Operation, frozen=True, eq=False, kw_only=True):
    """Players gain so many of an item; nothing where the number is none or less."""

    grant: slots.Word
    to: slots.Players
    n: slots.Number | None = None

    def perform(self, run: Any, names: Names) -> None:
        count = 1 if self.n is None else as_number(self.n.value(run, names))
        for player in self.to.value(run, names) if count > 0 else ():  # type: ignore[union-attr]
            run.world.grant(self.grant, count, player, run)


class Revoke(Operation, frozen=True, eq=False, kw_only=True):
    """Players lose so many of an item, or all they have where they have fewer (R51)."""

    revoke: slots.Word
    from_: slots.Players
    n: slots.Number | None = None

    def perform(self, run: Any, names: Names) -> None:
        count = 1 if self.n is None else as_number(self.n.value(run, names))
        for player in self.from_.value(run, names) if count > 0 else ():  # type: ignore[union-attr]
            run.world.revoke(self.revoke, count, player, run)


class Turn(Operation, frozen=True, eq=False, kw_only=True):
    """The order turns round at once, or players are skipped or have another turn when this one passes (R46, R80).

    Who is `$next` to be skipped is open until then: the order may still turn round (R124).
    """

    turn: slots.TurnWord

    def perform(self, run: Any, names: Names) -> None:
        change, players = self.turn
        if change == "skip" and isinstance(players, Ref) and players.name == "next":
            run.world.turn("skip-next", run.me, run)
            return
        for player in (run.me,) if players is None else players.value(run, names):
            run.world.turn(change, player, run)


class Finish(Operation, frozen=True, eq=False, kw_only=True):
    """Players win or forfeit the game."""

    finish: slots.Ending
    who: slots.Players

    def perform(self, run: Any, names: Names) -> None:
        for player in self.who.value(run, names):  # type: ignore[union-attr]
            run.world.finish(self.finish, player, run)


class Play(Operation, frozen=True, eq=False, kw_only=True):
    """The acting player plays these cards too, after this one, as if they were legal; without some modifiers (R86)."""

    play: slots.Cards
    without: slots.Words = ()

    def perform(self, run: Any, names: Names) -> None:
        for card in self.play.value(run, names):  # type: ignore[union-attr]
            run.world.play(card, self.without, run)


class ActAs(Operation, frozen=True, eq=False, kw_only=True):
    """The card acts by another modifier's effect, and counts as having it (R49, R87)."""

    act_as: slots.Names

    def perform(self, run: Any, names: Names) -> None:
        modifiers: Any = self.act_as.value(run, names)
        for modifier in modifiers if isinstance(modifiers, tuple) else (modifiers,):
            run.world.act_as(modifier, run)


class Wait(Operation, frozen=True, eq=False, kw_only=True):
    """Something waits for an event: the next one of its kind, by any of `who`, where the card fits (`$it`).

    It is used up before `do` runs. With `instead`, it takes the event's place.
    """

    wait: slots.Happening
    do: slots.Steps
    who: slots.Players | None = None
    where: slots.Truth | None = None
    instead: slots.Flag = False

    def perform(self, run: Any, names: Names) -> None:
        who: Any = run.world.players("participants") if self.who is None else self.who.value(run, names)
        where = "" if self.where is None else text_of(self.where.raw)
        rest = Rest(text_of([step.raw for step in self.do]), self._scope_inside(), dict(names))
        run.world.wait(Waiting(self.wait, tuple(who), where, self.instead, rest), run)

    def _scope_inside(self) -> Scope:
        return self.do[0].scope if self.do else self.scope


Heads.add(
    Choose, Offer, Let, If, Each, RollOnTable, Take, Move, Swap, Destroy, Add, ChangeCards, Grant, Revoke, Turn, Finish,
    Play, ActAs, Wait,
)  # fmt: skip
