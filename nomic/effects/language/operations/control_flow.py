"""Operations that contain other operations: `if`, loops, tables, and waits for an event."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.language.allowed_moments import IN_A_PLAY, Moment
from nomic.effects.language.card_places import GONE, NOWHERE, PILE, KnownSpots, Spots
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    Binding,
    Flaws,
    Kind,
    Measure,
    Node,
    Operation,
    Scope,
    Sizes,
    cost_of,
    head_of,
    register_node,
    text_of,
)
from nomic.effects.language.nodes.values import Ref, as_number, one_member
from nomic.effects.language.world import Names, Rest, Runner, Waiting

_CARD_OF_EVENT: Mapping[str, Spots] = {"played": PILE, "destroyed": GONE}


@register_node
class If(Operation, frozen=True, eq=False, kw_only=True):
    """Run the steps `then` if a condition holds, and the steps `else` otherwise."""

    if_: field_types.Truth
    then: field_types.Steps = ()
    else_: field_types.Steps = ()

    def perform(self, run: Runner, names: Names) -> None:
        run.perform(self.then if self.if_.value(run, names) else self.else_, dict(names))

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        either = max(cost_of(self.then, measure, sizes), cost_of(self.else_, measure, sizes))
        return self.if_.cost(measure, sizes) + either


@register_node
class Each(Operation, frozen=True, eq=False, kw_only=True):
    """Run the same steps for every member of a set. The set is evaluated once, at the start."""

    each: field_types.NewName
    in_: field_types.AnySet
    do: field_types.Steps

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return {read["each"]: read["in_"].kind} if field == "do" and {"each", "in_"} <= read.keys() else {}

    def perform(self, run: Runner, names: Names) -> None:
        run.perform_for_each(self.do, self.each, self.in_.value(run, names), names)

    def binds_within(self) -> Binding:
        return Binding(self.each, self.in_, one_member)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        turn = measure.turn + cost_of(self.do, measure, self.sizes_within(sizes))
        return self.in_.cost(measure, sizes) + self.in_.size(sizes) * turn


@register_node
class RollOnTable(Operation, frozen=True, eq=False, kw_only=True):
    """Run the steps of the row whose range contains a number, which is usually rolled."""

    table: field_types.Number
    rows: field_types.Rows

    def perform(self, run: Runner, names: Names) -> None:
        number = as_number(self.table.value(run, names))
        for row in self.rows:
            if row.low <= number <= row.high:
                run.perform(row.do, dict(names))


@register_node
class Wait(Operation, frozen=True, eq=False, kw_only=True):
    """Wait for the next event of a kind by one of `who`, with a card (`$it`) that meets `where`.

    The wait ends before `do` runs. If `instead` is set,  `do` replaces the event.
    """

    wait: field_types.Happening
    do: field_types.Steps
    who: field_types.Players | None = None
    where: field_types.Truth | None = None
    instead: field_types.Flag = False
    stands_at = IN_A_PLAY

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        if field == "where":
            return {"it": "cards"}
        return {"event": "players"} if field == "do" else {}

    def perform(self, run: Runner, names: Names) -> None:
        who = run.world.players("participants") if self.who is None else self.who.value(run, names)
        where = "" if self.where is None else text_of(self.where.raw)
        rest = Rest(text_of([step.raw for step in self.do]), self._scope_inside(), dict(names))
        run.world.wait(Waiting(self.wait, who, where, self.instead, rest), run)

    def _scope_inside(self) -> Scope:
        return self.do[0].scope if self.do else self.scope

    def spots_within(self, known: KnownSpots) -> KnownSpots:
        return {**known, "event.card": _CARD_OF_EVENT.get(self.wait, NOWHERE)}

    def futile(self, moment: Moment) -> Flaws:
        if self.wait == "drawing" and not self.instead:
            yield "/wait", "a draw can only be replaced: add instead as well"
        if self.instead and self.wait != "drawing":
            yield "/instead", "only a draw can be replaced"
        has_card = self.wait in _CARD_OF_EVENT
        if self.where is not None and not has_card:
            yield "/where", f"no card is known yet by {self.wait!r}"
        for below, node in self._below():
            if isinstance(node, Operation) and node.needs_the_play:
                yield below, f"{head_of(type(node))!r} cannot wait: the play is over by then"
            elif not has_card and isinstance(node, Ref) and (node.name, node.part) == ("event", "card"):
                yield below, f"there is no card in {self.wait!r}"

    def _below(self) -> Iterator[tuple[str, Node]]:
        """Yield the nodes that run at the event, each with its path, without the nodes inside nested waits."""
        waiting = list(self.children())
        while waiting:
            below, node = waiting.pop()
            yield below, node
            if not isinstance(node, Wait):
                waiting += node.children(below)
