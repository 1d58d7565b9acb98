"""Operations that run later, after a time span or at an event, and effects that last `until` then."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.language.allowed_moments import IN_THE_HALL, WHERE, Moment
from nomic.effects.language.bounds import MAX_LATER
from nomic.effects.language.card_places import OWNED, Spots
from nomic.effects.language.detect_secret_draws import IN_SECRET
from nomic.effects.language.event_names import DOES, act_event, event_named, scope_of_event
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import (
    Effect,
    Expression,
    Flaws,
    Kind,
    LawNames,
    Listed,
    Need,
    Operation,
    Sizes,
    register_node,
    text_of,
)
from nomic.effects.language.nodes.compound_fields import Stretch
from nomic.effects.language.nodes.values import Literal, Ref, as_number
from nomic.effects.language.operations.choosing import deciding_player
from nomic.effects.language.world import Card, Cards, Due, Names, Players, Rest, Runner, Value

MAX_EVENT = 60  # characters of an event that a deferred effect waits for
HOURS_OF = {"hours": 1, "days": 24}


def due_of(end: Stretch | str, run: Runner, names: Names) -> Due:
    """Return when an effect deferred until `end` is due: after a time span from now, or at the next such event.

    A computed number is clamped to the allowed range.
    """
    if isinstance(end, str):
        return Due(event=event_named(end))
    count = max(1, min(as_number(end.n.value(run, names)), MAX_LATER[end.unit]))
    return Due(phases=count) if end.unit == "phases" else Due(hours=count * HOURS_OF[end.unit])


def end_flaws(field: str, end: Stretch | str | None, moment: Moment) -> Flaws:
    """Yield a flaw if `field` is not allowed in this kind of moment, or its time span is out of range."""
    if end is None:
        return
    if moment not in IN_THE_HALL:
        yield f"/{field}", f"nothing is kept for later {WHERE[moment]}"
    elif isinstance(end, Stretch) and isinstance(end.n, Literal):
        most = MAX_LATER[end.unit]
        if not 1 <= as_number(end.n.source) <= most:
            yield f"/{field}/{end.unit}", f"a number from 1 to {most} is needed here"


def end_names(field: str, end: Stretch | str | None) -> LawNames:
    """Yield the event in the field `field` at which something ends, as a name that the law must have."""
    if isinstance(end, str):
        yield f"/{field}", "events", event_named(end)


def rest_of(effect: Effect, names: Names) -> Rest:
    """Return an effect in the form in which it is stored, with the values of the names that it and its texts use."""
    used = {node.name for _, node in walk(effect) if isinstance(node, Ref)}
    used |= {name for _, node in walk(effect) if isinstance(node, Operation) for name in node.names_in_text()}
    scope = {name: kind for name, kind in effect[0].scope.items() if name in used} if effect else {}
    kept = {name: value for name, value in names.items() if name in scope or name == IN_SECRET}
    return Rest(text_of([step.raw for step in effect]), scope, kept)


def _for_whoever_acts(run: Runner, names: Names) -> Runner:
    """Return a run for the acting player, so that effects deferred by an outcome are for its drawer."""
    return run.within(run.label, deciding_player(run, names))


class Later(Operation, frozen=True, eq=False, kw_only=True):
    """An operation that defers other operations."""

    stands_at = IN_THE_HALL - {"condition"}

    def keeps(self, sizes: Sizes) -> int:
        return 1


def _done_later(effect: Effect) -> Flaws:
    """Yield a flaw if there are no steps to defer."""
    if not effect:
        yield "/do", "this does nothing"


@register_node
class After(Later, frozen=True, eq=False, kw_only=True):
    """Run steps after a time span of hours, days or phases; the running phase is the first."""

    after: field_types.Duration
    do: field_types.Steps

    def perform(self, run: Runner, names: Names) -> None:
        run.world.later(due_of(self.after, run, names), rest_of(self.do, names), _for_whoever_acts(run, names))

    def flaws(self, moment: Moment) -> Flaws:
        yield from end_flaws("after", self.after, moment)
        yield from _done_later(self.do)


def _scope_at(word: str) -> Mapping[str, Kind]:
    """Return the names that an event provides to deferred steps.

    For `does` this is only `$who`, because only clauses get the names of an act.
    """
    return {"who": "players"} if word == DOES else scope_of_event(word) or {}


@register_node
class At(Later, frozen=True, eq=False, kw_only=True):
    """Run steps once, at the next event of a kind such as `phase-ends`, with the names that the event provides.

    The event `does` occurs when a player, `$who`, has performed the action `act`.
    """

    at: field_types.EventWord
    act: field_types.Word | None = None
    do: field_types.Steps

    def law_names(self, listed: Listed) -> LawNames:
        if self.act is None or self.at != DOES:
            yield "/at", "events", event_named(self.at)
        else:
            yield "/act", "acts", self.act

    @property
    def event(self) -> str:
        """The kind of event, in the form in which it is stored."""
        return self.at if self.act is None else act_event(self.act)

    @classmethod
    def inner_names(cls, field: str, read: Mapping[str, Any]) -> Mapping[str, Kind]:
        return _scope_at(read["at"]) if field == "do" and "at" in read else {}

    def perform(self, run: Runner, names: Names) -> None:
        given = _scope_at(self.at)
        outer = {name: value for name, value in names.items() if name not in given}
        run.world.later(due_of(self.event, run, names), rest_of(self.do, outer), _for_whoever_acts(run, names))

    def flaws(self, moment: Moment) -> Flaws:
        yield from _done_later(self.do)
        if self.act is not None and self.at != DOES:
            yield "/act", f"only at: {DOES} has an action"
        elif self.act == "leave":
            yield "/act", "say at: left"
        elif self.act is not None and len(act_event(self.act)) > MAX_EVENT:
            yield "/act", "the name of this action is too long to wait for: give the action a shorter one (called)"


# ── effects that end later


def keep_revoking(item: str, count: int, players: Players, end: Stretch | str, run: Runner, names: Names) -> None:
    """Defer taking `count` of an item from each of these players until `end`.

    Players with fewer then lose all of it.
    """
    text = text_of([{"revoke": item, "n": count, "from": "$those"}])
    run.world.later(due_of(end, run, names), Rest(text, {"those": "players"}, {"those": players}), run)


LENT, OWNER = "lent", "those"  # the names of the deferred return of cards
WHEN_FREE = "match-over"  # the event at which a card that was in play returns


def keep_returning(lent: Mapping[Card, str], end: Stretch | str, run: Runner, names: Names) -> None:
    """Defer the return of cards until `end`. `lent` maps each card to the player from whom it was taken."""
    for owner in dict.fromkeys(lent.values()):
        cards = tuple(card for card, lender in lent.items() if lender == owner)
        run.world.later(due_of(end, run, names), return_of(cards, (owner,)), run)


def return_of(cards: Cards, owner: Players) -> Rest:
    """Return the stored effect that gives cards back to their owner, if that player is still in the cycle."""
    text = text_of([{"give_back": f"${LENT}", "to": f"${OWNER}"}])
    return Rest(text, {LENT: "cards", OWNER: "players"}, {LENT: cards, OWNER: owner})


@register_node
class GiveBack(Operation, frozen=True, eq=False, kw_only=True):
    """Return cards to a player, whoever has them now. A card in play returns when the next game is over.

    Only cards in play are deferred, which is determined when the operation runs.
    """

    give_back: field_types.Cards
    to: field_types.Players
    stands_at = IN_THE_HALL - {"condition"}

    def perform(self, run: Runner, names: Names) -> None:
        owner, world = self.to.value(run, names)[:1], run.world
        if not owner:
            return
        cards = self.give_back.value(run, names)
        in_play = tuple(card for card in cards if world.is_in_play(card))
        world.move(tuple(card for card in cards if card not in in_play), "inventory", owner[0], run)
        if in_play:
            world.later(Due(event=WHEN_FREE), return_of(in_play, owner), run)

    def does_something(self) -> bool:
        return True

    def needs(self) -> Need:
        return "cards"

    def cards(self) -> Iterator[tuple[str, Expression[Value]]]:
        yield "/give_back", self.give_back

    def reaches(self, moment: Moment) -> Spots:
        return OWNED


def keep_resetting(
    name: str,
    whose: Players | None,
    end: Stretch | str,
    run: Runner,
    names: Names,
    under: tuple[Kind, str] | None = None,
) -> None:
    """Schedule for `end` that the value `name` of these players, or of the cycle, is reset to its initial content.

    `under` is the kind of the key and the key, if the value has keys.
    """
    step: dict[str, Any] = {"reset": name}
    scope: dict[str, Kind] = {}
    bound: Names = {}
    if whose is not None:
        step["of"], scope["those"], bound["those"] = "$those", "players", whose
    if under is not None:
        kind, key = under
        step["for"], scope["key"], bound["key"] = "$key", "players" if kind == "players" else "names", (key,)
    run.world.later(due_of(end, run, names), Rest(text_of([step]), scope, bound), run, ends=name)
