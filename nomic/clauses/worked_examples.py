"""Worked examples: what a clause would do in the current cycle, in sentences, before anybody proposes it.

An example is a trial run (`trial_run`) whose results are collected. It stores nothing, has its own dice, and treats
secret values as if nothing was stored in them. Only this clause runs: no other rule reacts to it.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.db import transaction

from nomic import limits
from nomic.clauses.clause_index import clauses_of, event_kind_of, every_clause, scope_of_action
from nomic.clauses.code_labels import labels_of
from nomic.clauses.handlers.actions import carry_out_action
from nomic.clauses.runtime.amounts import as_price, check_can_pay, price_now
from nomic.clauses.runtime.answer_sources import InTurn
from nomic.clauses.runtime.run_effects import (
    carry_out,
    condition_holds,
    condition_of,
    do_in_hall,
    effect_of,
    require_change,
)
from nomic.clauses.runtime.world.acting_world import Hall
from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.schema.clause_models import ActionClause, WhenClause
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.schema.placed_clause import AnyPlaced, Origin, Placed
from nomic.clauses.schema.trial_interface import Case
from nomic.clauses.store.deferred_effects import deferred_store
from nomic.clauses.trial_run import MAX_PLAYERS, TrialRun
from nomic.clauses.views.deferred_effects import event_of
from nomic.clauses.views.event_descriptions import event_supposed
from nomic.clauses.vocabulary.scope_nouns import event_nouns_for, said_with
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal
from nomic.effects.asking.begun_moves import Answer
from nomic.effects.asking.questions import Question
from nomic.effects.checking.effects_in_sections import TruthJson
from nomic.effects.language.nodes.base import Effect, Scope
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Names, Value
from nomic.effects.prose.context import NameMeaning
from nomic.effects.prose.english_grammar import listed
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.ledger import ledger_of
from nomic.law.document.sections import Law
from nomic.law.schema.text_types import shortened
from nomic.law.trials.trial_budget import OutOfBudget, TrialBudget, within_budget

MAX_RUNS = 8  # maximum number of players for whom an example is computed
MAX_CASES = 4  # that are shown
MAX_COUNTED = 10  # that are shown of votes
MAX_SENTENCES = 8  # of a case
MAX_QUESTIONS = 3  # of a case
MAX_WORDS = 300  # characters of a sentence
USED = re.compile(r"\$([a-z_]+)")
WHO = "{who}"
A_PLAYER = "a player "
ABOUT_ITS_PLAYER = ("player", "who")  # names of the player whom an event is about
NOT_NOW = "It does not apply in the current phase."
NOT_SO = "Nothing happens, because its condition is not met now."
NOTHING = "Nothing happens."
TOO_LONG = "Working out more of this example would take too long."
DICE = "Dice are rolled. Here they are only an example."
AT_FIRST = "Secrets stay secret: this example uses their starting values."


@dataclass(frozen=True, slots=True)
class Example:
    """The effect that a clause would have now, as an introduction, cases, and remarks."""

    lead: str
    cases: tuple[Case, ...] = ()
    notes: tuple[str, ...] = ()


def example_of(ctx: ReadContext, law: Law, path: str) -> Example | None:
    """Return the example of the clause at a place of a valid law, or None if its kind has no examples.

    The actor of the context comes first among the players. Must not be called while the cycle is locked.
    """
    placed = next((each for each in every_clause(clauses_of(law)) if each.path == path and not each.of), None)
    if placed is None or not kinds()[placed.clause.word].example:
        return None
    return _rolled_back(lambda: _of_clause(_Worked(ctx, law), placed))


def example_of_effect(ctx: ReadContext, law: Law, origin: Origin, effect: Effect, names: Names, lead: str) -> Example:
    """Return the example of an effect that belongs to no clause, introduced by `lead`.

    `$me` is the actor of the context.
    """

    def made() -> Example:
        worked, me = _Worked(ctx, law), ctx.actor.name
        found, notes = worked.all_of([lambda: worked.of_effect(origin, effect, names, me)])
        return Example(lead, tuple(_grouped(found)), notes)

    return _rolled_back(made)


def _rolled_back(make: Callable[[], Example]) -> Example:
    with transaction.atomic(), within_budget(TrialBudget(limits.EXAMPLE_STEPS, limits.EXAMPLE_SECONDS)):
        found = make()
        transaction.set_rollback(True)
    return found


def _of_clause(worked: "_Worked", placed: AnyPlaced) -> Example:
    kind = kinds()[placed.clause.word]
    try:
        counted = kind.cases(worked, placed, worked.me)
    except (OutOfBudget, TooLong):
        counted = (), (TOO_LONG,)
    if counted is not None:
        return Example(kind.example, counted[0][:MAX_COUNTED], counted[1])
    is_asked = WHO in kind.example
    found, notes = worked.all_of(islice(kind.tries(worked, placed), MAX_PLAYERS if is_asked else MAX_RUNS))
    phase, phases = worked.phase_kind, getattr(placed.clause, "in_", ())
    if is_asked and phases and phase not in phases:
        return Example(kind.example.replace(WHO, "nobody"), notes=(*notes, NOT_NOW))
    if is_asked:
        those = [each.who for each in found if each.applies and not each.refused]
        return Example(kind.example.replace(WHO, names_in_words(those) if those else "nobody"), notes=notes)
    if isinstance(placed.clause, WhenClause) and phases and phase not in phases:
        notes = (*notes, NOT_NOW)
    return Example(worked.supposed or kind.example, tuple(_grouped(found)), notes)


@dataclass
class _Found:
    """The result of one run: the player, the sentences, and the reason if it was refused."""

    who: str = ""
    applies: bool = True  # whether the conditions hold
    lines: list[str] = field(default_factory=list)
    refused: str = ""

    def sentences(self) -> tuple[str, ...]:
        said = [self.refused] if self.refused else self.lines if self.applies else [*self.lines, NOT_SO]
        left = len(said) - MAX_SENTENCES
        shown = [*said[:MAX_SENTENCES], f"And {left} more things happen."] if left > 1 else said
        return tuple(shortened(each, MAX_WORDS) for each in shown or [NOTHING])


class _Worked(TrialRun):
    """A trial run that collects the results of its runs."""

    def __init__(self, ctx: ReadContext, law: Law) -> None:
        super().__init__(ctx, law)
        self.me = me = ctx.actor.name
        self.players = tuple(sorted(self.players, key=lambda player: player != me))
        self.phase_kind = ctx.cycle.phase_kind
        self._found = _Found()
        self._notes: dict[str, None] = {}
        self.supposed = ""  # the event of the example: "Say Ada joins the cycle:"

    def all_of(self, runs: Iterable[Callable[[], object]]) -> tuple[list[_Found], tuple[str, ...]]:
        """Return the results of as many runs as the budget allows, and remarks about omitted runs."""
        found: list[_Found] = []
        try:
            for run in runs:
                self._found = _Found()
                try:
                    run()
                except Refusal as refused:
                    self._found.refused = refused.detail
                found.append(self._found)
        except OutOfBudget:
            self._notes[TOO_LONG] = None
        return found, tuple(self._notes)

    def answering(self, act: ActionContext) -> InTurn:
        return _FirstOptions(act, self._found.lines)

    def ask(
        self,
        act: ActionContext,
        placed: AnyPlaced,
        raw: TruthJson | None,
        scope: Scope,
        names: Names,
        player: str = "",
        part: str = "",
    ) -> None:
        self._found.who = player or str(next(iter(as_members(names.get("it", ()))), ""))
        if raw is not None:
            condition = condition_of(self.law, placed, raw, scope, part)
            self._found.applies &= condition_holds(act, condition, dict(names), player) == (part != "except")
        self._note_names(act, placed, names)

    def perform(
        self,
        act: ActionContext,
        placed: AnyPlaced,
        raw: list[dict[str, Any]],
        scope: Scope,
        names: Names,
        player: str = "",
    ) -> None:
        self._found.who = player
        if self._found.applies:
            effect = effect_of(self.law, placed, raw, scope)
            self._note(act, carry_out(act, placed, effect, dict(names), player, self.answering(act)))

    def perform_action(self, action: Action, placed: Placed[ActionClause], names: Names, player: str) -> None:
        self._found.who = player
        act, clause = self.act(action, Actor(player)), placed.clause
        action.check(act)
        price = price_now(act, clause.costs, names, scope_of_action(clause))
        check_can_pay(act, price, placed.title)
        ledger_of(act).pay(player, price)
        self._note_names(act, placed, names)
        hall = carry_out_action(act, placed, names, player, self.answering(act))
        require_change(act, hall, f"“{clause.action}”", placed.title)
        self._note(act, hall)
        if price:
            self._found.lines.insert(0, f"{player} pays {as_price(self.law, price)}.")

    def of_effect(self, origin: Origin, effect: Effect, names: Names, me: str) -> None:
        act = self.act()
        self._note(act, do_in_hall(act, origin, effect, names, me, self.answering(act)))

    def _note(self, act: ActionContext, hall: Hall) -> None:
        sentences = [*dict.fromkeys([*act.words, *hall.results()])]
        sentences += [
            f"More happens {event_of(row) or f'on {row.at:%A %d %B, %H:%M} UTC'}." for row in deferred_store(act).new
        ]
        self._found.lines += sentences
        if any(name in act.__dict__ and getattr(act, name).drawn for name in ("chance", "unseen")):
            self._notes[DICE] = None
        if act.has_looked:
            self._notes[AT_FIRST] = None

    def _note_names(self, act: ActionContext, placed: AnyPlaced, names: Names) -> None:
        """Add a sentence about each name that the clause uses, such as "that player is Ada".

        The event of a trigger is described together with its player: "Say Ada joins the cycle".
        """
        said = ""
        if isinstance(placed.clause, WhenClause):
            event, _ = event_supposed(placed.clause, self.law)
            said = next((name for name in ABOUT_ITS_PLAYER if len(as_members(names.get(name, ()))) == 1), "")
            said = said if event.startswith(A_PLAYER) else ""
            who = f"{as_members(names[said])[0]} " if said else A_PLAYER
            self.supposed = f"Say {event.replace(A_PLAYER, who, 1) if said else event}:"
        for name, meant in _nouns(self.law, placed).items():
            if name in names and meant.noun is not None and name != said:
                value = _in_words(act, meant, names[name])
                is_alone = not meant.noun.singular and len(as_members(names[name])) == 1
                be = "is" if meant.noun.singular else "are"
                self._found.lines.append(
                    f"Suppose only {value} is among {meant.noun.whole}."
                    if is_alone
                    else f"Suppose {meant.noun.whole} {be} {value}."
                )


class _FirstOptions(InTurn):
    """Answers each question with the first options, and adds the question to the results of the run."""

    def __init__(self, act: ActionContext, sentences: list[str]) -> None:
        super().__init__(act)
        self._sentences, self._asked = sentences, 0

    def _way(self, turn: int | None, question: Question) -> Answer:
        answer = super()._way(turn, question)
        self._asked += 1
        if self._asked <= MAX_QUESTIONS:
            labels = [option.label for option in question.options if option.value in answer]
            chosen = f"suppose it is {listed(labels)}" if labels else "suppose it is nothing"
            self._sentences.append(f"{question.who} chooses ({question.prompt.rstrip('.:')}); {chosen}.")
        return answer


def _nouns(law: Law, placed: AnyPlaced) -> Mapping[str, NameMeaning]:
    """Return the nouns of those names in scope that a clause uses."""
    clause = placed.clause
    used = set(USED.findall(clause.model_dump_json()))
    if isinstance(clause, WhenClause):  # its event says the rest
        used = set(USED.findall(json.dumps([event_supposed(clause, law)[1], clause.do])))
    nouns: Mapping[str, NameMeaning] = {}
    if isinstance(clause, ActionClause):
        nouns = said_with(clause)
    elif isinstance(clause, WhenClause) and (occasion := event_kind_of(law, clause)) is not None:
        nouns = event_nouns_for(clause, occasion)
    return {name: nouns[name] for name in nouns if name in used}


def _in_words(act: ActionContext, meant: NameMeaning, value: Value) -> str:
    if not isinstance(value, tuple):
        return str(value)
    if meant.sort == "card":
        hall = hall_seen(act)
        return listed([hall.name_of(each) for each in value]) or "nothing"
    labels = labels_of(act.cycle, value)
    return listed([labels.get(str(each), str(each)) for each in value]) or (
        "nobody" if meant.sort == "player" else "nothing"
    )


def _grouped(found: Sequence[_Found]) -> Iterable[Case]:
    """Yield the distinct cases, each with the players who share it."""
    groups: dict[tuple[bool, tuple[str, ...]], list[_Found]] = {}
    for each in found:
        own = re.compile(rf"(?<!\w){re.escape(each.who)}(?!\w)") if each.who else None
        shape = tuple(own.sub("{me}", text) if own else text for text in each.sentences())
        groups.setdefault((bool(each.refused), shape), []).append(each)
    for (is_refused, _), members in islice(groups.items(), MAX_CASES):
        alike = names_in_words([each.who for each in members[1:]])
        yield Case(members[0].who, members[0].sentences(), is_refused, alike)
