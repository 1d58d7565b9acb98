"""Runs deferred effects when they are due: at an instant, or at an event."""

from collections.abc import Sequence
from typing import Literal

from django.db.models import Q
from pydantic import Field

from nomic.clauses.events import Did
from nomic.clauses.models import DeferredEffect
from nomic.clauses.runtime.departed_players import names_without
from nomic.clauses.runtime.draw_secrecy import may_change, secrets_of_draws
from nomic.clauses.runtime.pending_questions import OF_PROPOSAL, StoredOrigin
from nomic.clauses.runtime.run_effects import Remainder, hide_draws_of_rest, run_in_hall
from nomic.clauses.runtime.trigger_chains import (
    MAX_DEPTH,
    MAX_FOLLOWING,
    MAX_FROM_CLOCK,
    Chain,
    continue_chain,
    schedule_next,
    without_departed,
)
from nomic.clauses.store.calendar_deadlines import BY_CALENDAR
from nomic.clauses.store.deferred_effects import (
    TIMED,
    WHEN_DUE,
    as_json,
    deadline_of,
    deferred_store,
    kept_rows,
    note_awaited,
)
from nomic.clauses.vocabulary.event_scopes import event_kind_named
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import ActFailed, CycleEnded
from nomic.cycles.journal.append import event_at
from nomic.cycles.journal.failures import BROKEN
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.outages import OutageChange
from nomic.cycles.work_budget import charge_to_cause
from nomic.effects.language.event_names import act_event
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Effect
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.parser import effect_from_text
from nomic.effects.language.world import Names
from nomic.inventory.models import Card
from nomic.law.rules.tree import rules_of
from nomic.players.events import Left

AS_AWAITED = "act-as-awaited"


class WhenDueArgs(Args):
    """Arguments of the action that runs a deferred effect: the effect's code."""

    piece: str = Field(max_length=8)


class AsAwaitedArgs(WhenDueArgs):
    """Arguments of a deferred effect that an event triggers. The fields for the event are those of `ByRuleArgs`."""

    entry: str = Field(max_length=64)
    place: int = Field(ge=0, le=1_000_000)
    who: str = Field(max_length=30)
    depth: int = Field(ge=1, le=MAX_DEPTH)
    left: int = Field(ge=0, le=MAX_FOLLOWING)
    amended: Literal["", "yes"] = ""


# ── effects that wait for an event


def waiting_for(act: ActionContext) -> list[tuple[DeferredEffect, int]]:
    """Return the deferred effects that events of this act trigger, in the order in which they were stored.

    Each is paired with the index of its event. No query is sent if the cycle waits for none of the events.
    """
    if not act.cycle.awaited:
        return []
    places: dict[str, int] = {}
    for place, event in enumerate(act.events):
        places.setdefault(act_event(event.action) if isinstance(event, Did) else event.kind(), place)
    kinds = places.keys() & {*act.cycle.awaited}
    if not kinds:
        return []
    in_time = Q(phase=None) | Q(phase__lte=act.cycle.phase)
    rows = DeferredEffect.objects.filter(in_time, cycle=act.cycle, event__in=kinds).order_by("seq", "place")
    return [(row, places[row.event]) for row in rows]


def comes_from_calendar(act: ActionContext) -> bool:
    """Return whether an act emits a calendar event. Such an act begins a chain of its own.

    All deferred effects that wait for it run, because the number of stored effects is limited.
    """
    return act.action.name in BY_CALENDAR


def have_act(act: ActionContext, waiting: Sequence[tuple[DeferredEffect, int]], chain: Chain, left: int) -> None:
    """Schedule the deferred effects that this act triggers as the next entries, in order.

    `waiting` is the result of `waiting_for`. `left` is the number of entries that may still follow in the chain.
    """
    if not waiting:
        return
    for row, place in waiting:
        schedule_next(act, row.label, AS_AWAITED, chain, place=place, left=left, piece=row.code)
    # Each effect runs once. Clearing the event keeps later events from triggering it again before it has run.
    DeferredEffect.objects.filter(pk__in=[row.pk for row, _ in waiting]).update(event="", at=act.at)
    note_awaited(act.cycle)


# ── running


def act_when_due(act: ActionContext, args: WhenDueArgs) -> None:
    """Run a deferred effect that is due (R2)."""
    act.record_args(piece=args.piece)
    continue_chain(act, Chain("", 1, MAX_FROM_CLOCK))
    _act(act, args.piece, {})


def act_as_awaited(act: ActionContext, args: AsAwaitedArgs) -> None:
    """Run a deferred effect whose event has occurred."""
    act.record_args(piece=args.piece)
    charge_to_cause(act, AS_AWAITED, args.entry)
    continue_chain(act, Chain(args.who, args.depth, args.left, amended=bool(args.amended)))
    event = event_at(act.cycle, args.entry, args.place)
    occasion = event_kind_named(event["kind"])
    _act(
        act,
        args.piece,
        {} if occasion is None else without_departed(act, occasion, occasion.names_at(act, event, args.who)),
    )


def _act(act: ActionContext, code: str, given: Names) -> None:
    row = DeferredEffect.objects.filter(cycle=act.cycle, code=code).first()
    if row is None:
        act.message("What a rule was to do now has been cancelled.")
        return
    deferred_store(act).drop(row)
    title = title_of(act, row)
    effect = effect_of_piece(row)
    if effect is None:
        act.message(f"What {_named(row, title)} was going to do now can no longer be carried out.")
        return
    names = _present(act, row, {**names_of_piece(row), **_wanted(row, given)})
    if (
        row.ends in secrets_of_draws(act.law).values
    ):  # also if the value was set again, so that nothing is left to reset
        may_change(act).add(row.ends)
    hide_draws_of_rest(act, [Remainder(effect, names_of_piece(row))])
    source = StoredOrigin(row.clause, row.rule, title)
    hall = run_in_hall(act, source, row.me, lambda run, hall: run.perform(effect, names))
    results = hall.results()
    named = _named(row, title)
    act.message(f"{named[:1].upper()}{named[1:]} takes effect{':' if results else ', and nothing changes.'}")
    for sentence in results:
        act.message(sentence)


def _named(row: DeferredEffect, title: str) -> str:
    """Return the source of a deferred effect as its entry names it: a rule, or an enacted proposal."""
    return f"“{title}”" if row.clause.startswith(OF_PROPOSAL) else f"the rule “{title}”"


def _present(act: ActionContext, row: DeferredEffect, names: Names) -> Names:
    """Return the names without cards that have been destroyed meanwhile. The entry names those cards."""
    of_cards = [name for name, kind in row.scope.items() if kind == "cards" and names.get(name)]
    if not of_cards:
        return names
    codes = {str(code) for name in of_cards for code in as_members(names[name])}
    rows = {card.code: card for card in Card.objects.filter(cycle=act.cycle, code__in=codes)}
    there = {code for code, card in rows.items() if card.holder}
    for code in sorted(codes - there):
        act.message(f"The card {rows[code].species if code in rows else code} is gone.")
    return {**names, **{name: tuple(code for code in as_members(names[name]) if code in there) for name in of_cards}}


def _wanted(row: DeferredEffect, given: Names) -> Names:
    """Return the event's names that the deferred effect uses and that have no stored value."""
    return {name: value for name, value in given.items() if name in row.scope and name not in row.names}


def effect_of_piece(row: DeferredEffect) -> Effect | None:
    """Return the parsed deferred effect, or None if the current language no longer accepts it."""
    try:
        return effect_from_text(row.text, row.scope)
    except EffectFlaw:
        return None


def names_of_piece(row: DeferredEffect) -> Names:
    """Return the values of the names that were stored with a deferred effect."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.names.items()}


def title_of(act: ActionContext, row: DeferredEffect) -> str:
    """Return the current title of the effect's rule, or its stored title if the rule no longer exists."""
    rule = rules_of(act.law).get(row.rule)
    return row.title if rule is None else rule.title


# ── rescheduling and deleting


def forget_failed(act: ActionContext, failed: ActFailed) -> None:
    """Delete a deferred effect that was refused.

    An effect that failed with an unexpected error is kept and retried like any deadline.
    """
    if act.action.name in (WHEN_DUE, AS_AWAITED) and failed.code != BROKEN:
        DeferredEffect.objects.filter(cycle=act.cycle, code=act.recorded["piece"]).delete()
        note_awaited(act.cycle)


def remove_leaver_from_deferred_effects(act: ActionContext, left: Left) -> None:
    """Remove a leaving player from all deferred effects, so that these neither give to nor take from them (R5)."""
    if not act.cycle.awaited:
        return
    keeping = deferred_store(act)
    for row in kept_rows(act):
        others = as_json(names_without({left.player}, names_of_piece(row), row.scope))
        me = "" if row.me == left.player else row.me
        if (others, me) != (row.names, row.me):
            row.names, row.me = others, me
            keeping.change(row)


def end_with_cycle(act: ActionContext, ended: CycleEnded) -> None:
    """Delete all deferred effects when the cycle ends."""
    if act.cycle.awaited:
        DeferredEffect.objects.filter(cycle=act.cycle).delete()
        act.cycle.awaited = []


def extend_for_outages(act: ActionContext, change: OutageChange) -> int:
    """Postpone effects that are due after a time span by the part of the span that an outage took (R128).

    Returns the number of postponed effects.
    """
    if TIMED not in act.cycle.awaited:
        return 0
    moved = []
    for row in DeferredEffect.objects.filter(cycle=act.cycle).exclude(began=None).order_by("seq", "place"):
        if row.began is None or row.at is None:
            continue
        due = change.moved(row.began, row.at)
        if due != row.at:
            row.at = due
            moved.append((row, due))
    DeferredEffect.objects.bulk_update([row for row, _ in moved], ["at"])
    deadlines.store_deadlines(act.cycle, [deadline_of(row, due) for row, due in moved])
    return len(moved)


ACTIONS = (
    Action(
        name=WHEN_DUE,
        channel="system",
        title="A scheduled effect of a rule happens",
        summary_phrases=("the rule “{rule}” acted when it said", "the rule “{rule}” acted {count} times when it said"),
        summary="The time set by a rule has come.",
        rule="Clauses",
        args=WhenDueArgs,
        run=act_when_due,
    ),
    Action(
        name=AS_AWAITED,
        channel="system",
        title="A waiting effect of a rule happens",
        summary_phrases=("the rule “{rule}” acted as it said", "the rule “{rule}” acted {count} times as it said"),
        summary="The event that a rule waited for has happened.",
        rule="Clauses",
        args=AsAwaitedArgs,
        run=act_as_awaited,
    ),
)
