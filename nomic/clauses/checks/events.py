"""Checks of triggered clauses: their events can occur, and their effects use the event's names correctly."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from nomic.clauses.checks.amendments import amendment_flaws, with_amendments
from nomic.clauses.events import OutcomeMet, ValueChanged, ValueMoved, ValueRevealed
from nomic.clauses.schema.clause_models import ActionClause, WhenClause
from nomic.clauses.schema.value_kinds import ValueClause
from nomic.clauses.vocabulary.action_events import (
    WHO,
    ActionEvent,
    action_event_by_clause,
    can_trigger_clauses,
    declared_action_event,
)
from nomic.clauses.vocabulary.event_scopes import EventKind, event_kind_named, occasions
from nomic.clauses.vocabulary.scope_nouns import given_at
from nomic.cycles.actions.registry import all_actions, declared_action
from nomic.cycles.domain.events import Event
from nomic.effects.checking.departed_references import NOBODY_ACTS, uses_of_departed
from nomic.effects.checking.effects_in_sections import condition_flaws, effect_flaws
from nomic.effects.language.event_names import DOES
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.nodes.people import VotedOn
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw, Law

PROPOSAL = "proposal"  # the name of a proposal in events and actions


class _OfValue(Protocol):
    @property
    def clause(self) -> ValueClause: ...


class _OfAction(Protocol):
    @property
    def clause(self) -> ActionClause: ...


class Known(Protocol):
    """The clauses of a law that determine which events can occur, for the checks."""

    @property
    def values(self) -> Mapping[str, _OfValue]: ...

    @property
    def actions(self) -> Mapping[str, _OfAction]: ...

    @property
    def outcomes(self) -> Mapping[str, Any]: ...


def event_kind_at(law: Law, clauses: Known, clause: WhenClause) -> EventKind | None:
    """Return the event that triggers a clause, or None if the clause names an unknown event.

    For an unknown action, return the event of a player performing any action.
    """
    if clause.when != DOES or clause.act is None:
        return event_kind_named(clause.when)
    found = action_event_under(law, clauses, clause.act)
    if found is None:
        return event_kind_named(DOES)
    return replace(found, is_before=True) if clause.before else found


def action_event_under(law: Law, clauses: Known, name: str) -> ActionEvent | None:
    """Return the event of a player performing this action, or None if players have no such action."""
    action, brought = declared_action(name), clauses.actions.get(name)
    if action is None:
        return None if brought is None else action_event_by_clause(name, brought.clause)
    return declared_action_event(action) if can_trigger_clauses(action) and action.is_listed(law) else None


def actions_heard(law: Law, clauses: Known) -> list[tuple[str, str]]:
    """Return the actions that can trigger a clause of this law, as pairs of name and title sorted by title."""
    declared = ((each.name, each.title) for each in all_actions() if can_trigger_clauses(each) and each.is_listed(law))
    brought = ((name, placed.clause.action) for name, placed in clauses.actions.items())
    return sorted({**dict(declared), **dict(brought)}.items(), key=lambda named: (named[1], named[0]))


def emitted_under(law: Law, clauses: Known) -> list[EventKind]:
    """Return the kinds of events that can occur under a law, sorted by name."""
    return law.once("occasions", lambda: [each for each in occasions() if _can_be_emitted(law, clauses, each)])


def _can_be_emitted(law: Law, clauses: Known, occasion: EventKind) -> bool:
    kept = [placed.clause for placed in clauses.values.values()]
    by_clauses: Mapping[type[Event], bool] = {
        ValueChanged: bool(kept),
        ValueMoved: any(each.kind == "number" for each in kept),
        ValueRevealed: any(each.is_secret for each in kept),
        OutcomeMet: bool(clauses.outcomes),
    }
    return occasion.event.emitted_under(law) and by_clauses.get(occasion.event, True)


def when_flaws(law: Law, clauses: Known, path: str, clause: WhenClause, known: Vocabulary) -> Iterator[Flaw]:
    """Yield the flaws of a triggered clause: in its event, in the names that it uses, and in its effect."""
    occasion = event_kind_at(law, clauses, clause)
    if occasion is None:
        known_kinds = ", ".join(each.kind for each in emitted_under(law, clauses))
        yield Flaw(f"{path}/when", f"no event has this name; there is {known_kinds}")
        return
    yield from _untold(law, clauses, path, clause, occasion)
    scope = given_scope(occasion)
    called = given_at(occasion)
    wrong = [
        *condition_flaws(f"{path}/if", clause.if_, scope, known, "condition", called),
        *effect_flaws(f"{path}/do", clause.do, scope, with_amendments(law, known), "hall", called=called),
    ]
    yield from (_says_why(flaw) for flaw in wrong)
    if not wrong:
        asked = () if clause.if_ is None else uses_of_departed(read_condition(clause.if_, scope), occasion.gone)
        yield from (Flaw(f"{path}/if{flaw.path}", flaw.detail) for flaw in asked)
        done = uses_of_departed(read_effect(clause.do, scope), occasion.gone)
        yield from (Flaw(f"{path}/do{flaw.path}", flaw.detail) for flaw in done)
        yield from amendment_flaws(law, path, clause.may, read_effect(clause.do, scope), known)
        yield from _votes_on_no_proposal(f"{path}/do", read_effect(clause.do, scope), occasion)
        if clause.if_ is not None:
            yield from _votes_on_no_proposal(f"{path}/if", read_condition(clause.if_, scope), occasion)


def _votes_on_no_proposal(path: str, piece: Piece, occasion: EventKind) -> Iterator[Flaw]:
    """Yield a flaw for each vote condition on a name of the event that does not denote a proposal."""
    for below, node in walk(piece):
        about = node.about if isinstance(node, VotedOn) else None
        if isinstance(about, Ref) and about.name in occasion.scope and about.name != PROPOSAL:
            yield Flaw(f"{path}{below}/about", f"${about.name} is not a proposal: nobody votes on it")


def _untold(law: Law, clauses: Known, path: str, clause: WhenClause, occasion: EventKind) -> Iterator[Flaw]:
    """Yield a flaw if the event cannot occur under this law, or its action does not exist."""
    if clause.when == DOES and not isinstance(occasion, ActionEvent):
        named = "say which action" if clause.act is None else f"there is no action called {clause.act!r}"
        listed = ", ".join(name for name, _ in actions_heard(law, clauses))
        yield Flaw(f"{path}/act", f"{named}; there is {listed}")
    elif clause.when != DOES and clause.act is not None:
        yield Flaw(f"{path}/act", f"only a clause with when: {DOES} has an action")
    elif clause.when != DOES and clause.before:
        yield Flaw(f"{path}/before", f"only a clause with when: {DOES} can come before what happens")
    elif not _can_be_emitted(law, clauses, occasion):
        yield Flaw(f"{path}/when", "this never happens under this law")


def given_scope(occasion: EventKind) -> Scope:
    """Return the names that a clause can use when this event occurs, with their kinds.

    `$who` is left out for events without an actor.
    """
    return {name: kind for name, kind in occasion.scope.items() if name != WHO or WHO not in occasion.gone}


def _says_why(flaw: Flaw) -> Flaw:
    """Return the flaw, with an explanation that the event has no actor if it is about an unknown `$who`."""
    return Flaw(flaw.path, NOBODY_ACTS) if flaw.detail == "nothing is called $who here" else flaw
