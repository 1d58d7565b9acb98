"""Kind of clause: an effect that an event triggers."""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.clauses.checks.events import when_flaws
from nomic.clauses.checks.phases import unknown_phases
from nomic.clauses.clause_index import BEFORE, action_event_named, clauses_of, event_kind_of
from nomic.clauses.handlers import before_clauses, triggers, victory
from nomic.clauses.handlers.before_clauses import before_flaws, secrets_disclosed
from nomic.clauses.runtime import derived_events
from nomic.clauses.runtime.answer_sources import may_ask
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.schema.kind_registry import ClauseKind
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.event_descriptions import (
    HAPPENS_ONCE,
    limited_to_phases,
    narrowed,
    with_one_condition,
    without_need,
)
from nomic.clauses.views.proposal_classes import own_reach_in_words
from nomic.clauses.views.sentence_parts import does_after, does_in_short, if_in_words
from nomic.clauses.vocabulary.event_scopes import EventKind
from nomic.clauses.vocabulary.narrowed_events import narrowed_as, parts_of
from nomic.clauses.vocabulary.scope_nouns import event_nouns_for, given_to_condition
from nomic.cycles.domain.events import ActFailed, LawChanged
from nomic.cycles.event_bus import all_others, before_every_act, on, on_every_act, subscribe
from nomic.effects.language.event_names import DOES, event_in_words, event_named
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_effect
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Value
from nomic.effects.prose.context import NameMeaning
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.law.document.sections import Flaw, Law

LEAST = {"equals": 0, "at_least": 0, "more_than": 1}  # what a number has more than the one that it is compared with
# Names of events that are other players than the one whom the event is about.
OTHERS = frozenset({"losers", "opponents", "partner"})


class TriggerKind(ClauseKind[WhenClause]):
    """A triggered effect, indexed by the kind of its event."""

    schema = WhenClause
    nouns = "trigger", "triggers"
    offered_as = "something that happens by itself"
    example = "If this happens now:"
    blank = {"when": "phase-begins", "do": []}
    menu_place = 2
    condition = "if"

    def filed_under(self, placed: Placed[WhenClause]) -> str:
        event = event_named(placed.clause.when)
        return f"{BEFORE}{event}" if placed.clause.before else event

    def flaws(self, law: Law, placed: Placed[WhenClause], known: Vocabulary) -> Iterator[Flaw]:
        yield from unknown_phases(law, placed.path, placed.clause.in_)
        wrong = list(when_flaws(law, clauses_of(law), placed.path, placed.clause, known))
        yield from wrong
        occasion = event_kind_of(law, placed.clause)
        if placed.clause.before and occasion is not None and not wrong:
            asks = may_ask(read_effect(placed.clause.do, occasion.scope))
            yield from before_flaws(placed.path, placed.clause, occasion.scope, known.rolled_for, asks)

    def leaks(self, law: Law, placed: Placed[WhenClause], secrets: Secrets) -> Iterator[Flaw]:
        """Yield a flaw for each secret that a `before` effect would disclose.

        Other triggered effects give an actor no feedback.
        """
        occasion = event_kind_of(law, placed.clause)
        if placed.clause.before and occasion is not None:
            yield from secrets_disclosed(placed.path, placed.clause, occasion.scope, secrets)

    def tries(self, trial: Trial, placed: Placed[WhenClause]) -> Runs:
        """Yield a run in which the clause's event occurs with possible values; no run if the event is unknown."""
        occasion = event_kind_of(trial.law, placed.clause)
        if occasion is not None:
            yield lambda: _run(trial, placed, occasion)

    def explain(self, clause: WhenClause, law: Law) -> tuple[str, ...]:
        clause = with_one_condition(clause)
        when, scope, names = self._when(clause, law)
        return (does_after(when, law, clause.do, scope, names), *own_reach_in_words(clause.may, clause.do, law))

    def _when(self, clause: WhenClause, law: Law) -> tuple[str, Scope, Mapping[str, NameMeaning]]:
        """Return the time of the effect as text, and the names in scope with their kinds and nouns."""
        occasion = event_kind_of(law, clause)
        scope: Scope = {} if occasion is None else occasion.scope
        names = {} if occasion is None else event_nouns_for(clause, occasion)
        whenever = event_in_words(clause.when) if occasion is None else occasion.whenever
        condition, whenever, names = narrowed(clause, whenever, scope, names, law)
        condition = without_need(condition, clause.do)
        lead = "before" if clause.before else "when" if whenever in HAPPENS_ONCE else "whenever"
        so_far = names if occasion is None else given_to_condition(condition, occasion, names)
        when = f"{lead} {limited_to_phases(whenever, clause.in_)}{if_in_words(law, condition, scope, ', if ', so_far)}"
        return when, scope, names

    def brief(self, clause: WhenClause, law: Law) -> str:
        clause = with_one_condition(clause)
        when, scope, names = self._when(clause, law)
        lead = f"{when[:1].upper()}{when[1:]}:"
        text = fit_sentences(does_in_short(law, clause.do, scope, names), lead)
        return text if text != lead else self._at_least(clause, law)

    def _at_least(self, clause: WhenClause, law: Law) -> str:
        """Return a sentence that names only the event, without the condition and the effect."""
        occasion = event_kind_of(law, clause)
        event = narrowed_as(clause.model_dump(by_alias=True))
        whenever = event_in_words(clause.when) if occasion is None else occasion.whenever
        whenever = whenever if event is None else event.whenever
        happens = "may happen" if clause.if_ or clause.in_ else "happens"
        return f"Something {happens} {'before' if clause.before else 'whenever'} {whenever}."

    def in_short(self, raw: Mapping[str, Any], law: Law) -> str:
        if (event := narrowed_as(raw)) is not None:
            return f"what happens {'before' if raw.get('before') is True else 'whenever'} {event.whenever}"
        deed = action_event_named(law, str(raw.get("act"))) if raw["when"] == DOES else None
        if deed is not None:
            return f"what happens {'before' if raw.get('before') is True else 'whenever'} {deed.whenever}"
        if isinstance(raw["when"], str):
            return f"what happens whenever {event_in_words(raw['when'])}"
        return self.offered_as

    def install(self) -> None:
        before_every_act(before_clauses.act_before)
        subscribe(
            on(LawChanged, triggers.wake_amended, at_once=True),
            on(ActFailed, triggers.note_failure),
            on_every_act(derived_events.emit_derived_events, after=(all_others, victory.end_if_won)),
            on_every_act(triggers.schedule_triggers, after=(all_others, derived_events.emit_derived_events)),
        )


def _run(trial: Trial, placed: Placed[WhenClause], occasion: EventKind) -> None:
    act, clause = trial.act(), placed.clause
    names = {name: trial.possible(kind, is_other=name in OTHERS) for name, kind in occasion.scope.items()}
    names |= _demanded(clause.if_, occasion.scope)
    trial.ask(act, placed, clause.if_, occasion.scope, names)
    trial.perform(act, placed, clause.do, occasion.scope, names)


def _demanded(condition: Any, scope: Scope) -> dict[str, Value]:
    """Return the values that a condition requires of its event, such as a match of the kind “duel”."""
    found: dict[str, Value] = {}
    for part in parts_of(condition):
        match part:
            case (
                {"is": [str(one), "equals", {"values": [str(value), *_]}]}
                | {
                    "member": str(one),
                    "of": {"values": [str(value), *_]},
                }
                | {"is": [str(one), "equals", str(value)]}
            ):
                demanded: Value = (value,)
                kinds = ("names",)
            case {"is": [str(one), ("equals" | "at_least" | "more_than") as how, int(number)]}:
                demanded, kinds = number + LEAST[how], ("number",)
            case _:
                continue
        name = one.removeprefix("$")
        if one.startswith("$") and scope.get(name) in kinds:
            found[name] = demanded
    return found
