"""Kind of clause: an action that players can perform."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from nomic.clauses.arguments.allowed_inputs import MessageNouns
from nomic.clauses.checks.amendments import amendment_flaws, with_amendments
from nomic.clauses.checks.phases import unknown_phases
from nomic.clauses.checks.prices import price_flaws
from nomic.clauses.checks.secrecy import badly_sealed, leaks_in_conditions, leaks_in_price
from nomic.clauses.clause_index import name_of_action, scope_of_action
from nomic.clauses.handlers.actions import actions_by_law
from nomic.clauses.schema.clause_models import ActionClause
from nomic.clauses.schema.kind_registry import ClauseKind, Taken
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Runs, Trial
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.views.action_limits import how_often
from nomic.clauses.views.proposal_classes import own_reach_in_words
from nomic.clauses.views.sentence_parts import does_in_short, does_in_words, if_in_words, price_in_words
from nomic.clauses.vocabulary.scope_nouns import THEM, said_with, uses_any
from nomic.cycles.actions.registry import declared_action, register_law_actions
from nomic.effects.checking.effects_in_sections import condition_flaws, effect_flaws, value_flaws
from nomic.effects.checking.piece_places import Noted, note_place
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Extent
from nomic.effects.language.parser import read_effect, read_number
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.english_grammar import sentence
from nomic.effects.prose.short_sentences import fit_sentences
from nomic.inventory.law_section import unknown_items, wording_of
from nomic.law.document.sections import Flaw, Law, pointer


class ActionKind(ClauseKind[ActionClause]):
    """An action, indexed by its name in calls and in the journal."""

    schema = ActionClause
    nouns = "action", "actions"
    offered_as = "something that players can do"
    example = "If a player does this now:"
    blank = {"action": "", "do": []}
    menu_place = 1
    named_by = "action"
    condition = "who"
    taken = Taken("called", "another action is called {name!r}")

    def filed_under(self, placed: Placed[ActionClause]) -> str:
        return name_of_action(placed)

    def is_reserved(self, name: str) -> bool:
        return declared_action(name) is not None

    def flaws(self, law: Law, placed: Placed[ActionClause], known: Vocabulary) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        yield from unknown_phases(law, path, clause.in_)
        yield from unknown_items(law, *((path + pointer("costs", item), item) for item in clause.costs))
        yield from condition_flaws(f"{path}/who", clause.who, scopes.WHO_ACTS, known, "condition", THEM)
        scope, called = scope_of_action(clause), said_with(clause)
        at_work = with_amendments(law, known)
        wrong = [*effect_flaws(f"{path}/do", clause.do, scope, at_work, "hall", given=_sizes(clause), called=called)]
        yield from wrong or amendment_flaws(law, path, clause.may, read_effect(clause.do, scope), known)
        yield from _argument_flaws(law, path, clause, known)
        yield from price_flaws(f"{path}/costs", clause.costs, scope, known, called)
        if clause.limit is not None:
            here = f"{path}/limit/times"
            yield from value_flaws(here, clause.limit.times, "number", scopes.WHO_ACTS, known, "condition")

    def leaks(self, law: Law, placed: Placed[ActionClause], secrets: Secrets) -> Iterator[Flaw]:
        clause, path = placed.clause, placed.path
        sealed = frozenset(name for name, argument in clause.with_.items() if argument.sealed)
        yield from leaks_in_price(f"{path}/costs", clause.costs, scope_of_action(clause), secrets, sealed)
        yield from badly_sealed(path, clause, read_effect(clause.do, scope_of_action(clause)), secrets)
        asked: list[tuple[str, Any]] = [(f"{path}/who", clause.who)]
        if clause.limit is not None and not isinstance(clause.limit.times, int):
            asked.append((f"{path}/limit/times", clause.limit.times))
        for name, argument in clause.with_.items():
            asked += [(path + pointer("with", name) + below, raw) for below, raw, _ in argument.expressions()]
        yield from leaks_in_conditions(asked, secrets)

    def tries(self, trial: Trial, placed: Placed[ActionClause]) -> Runs:
        """Yield one run per player, who performs the action with arguments that the player could enter."""
        action = actions_by_law(trial.law)[name_of_action(placed)]
        for player in trial.players:
            said = {name: trial.entered(argument, player) for name, argument in placed.clause.with_.items()}
            yield partial(trial.perform_action, action, placed, {"me": (player,), **said}, player)

    def explain(self, clause: ActionClause, law: Law) -> tuple[str, ...]:
        who = if_in_words(law, clause.who, scopes.WHO_ACTS, " only if ")
        when = how_often(clause, law)
        can = f"You may do this{when}{', and' if when and who else ''}{who}{'' if when or who else ' at any time'}."
        words = MessageNouns(wording_of(law), {})
        price = price_in_words(law, clause.costs, scope_of_action(clause), said_with(clause))
        pays = [price] if price else []
        nouns = Counter(argument.noun_of_value(name).whole for name, argument in clause.with_.items())
        asks = [
            sentence(argument.request_in_words(name, words, alone=nouns[argument.noun_of_value(name).whole] == 1))
            for name, argument in clause.with_.items()
        ]
        idle = [] if clause.is_act else ["Doing this does not count as activity."]
        does = does_in_words(law, clause.do, scope_of_action(clause), said_with(clause))
        costs = [read_number(cost, scope_of_action(clause)) for cost in clause.costs.values()]
        is_for_asked = any(uses_any(cost, clause.with_) for cost in costs)
        first = [*asks, *pays] if is_for_asked else [*pays, *asks]
        return (f"“{clause.action}”: {can}", *idle, *first, *does, *own_reach_in_words(clause.may, clause.do, law))

    def brief(self, clause: ActionClause, law: Law) -> str:
        """Return the price, the effect and the limit, as far as they fit: "Pay 2 Coins. Gain a Wick.

        Once per phase.".
        """
        price = price_in_words(law, clause.costs, scope_of_action(clause), said_with(clause))
        does = does_in_short(law, clause.do, scope_of_action(clause), said_with(clause))
        pays = [price] if price else []
        often = [sentence(how_often(clause, law, in_any=True).strip())] if clause.limit else []
        text = fit_sentences([*pays, *does])
        return fit_sentences(often, text) if text and not text.endswith("…") else text or sentence(clause.action)

    def install(self) -> None:
        register_law_actions(actions_by_law)


def _argument_flaws(law: Law, path: str, clause: ActionClause, known: Vocabulary) -> Iterator[Flaw]:
    for name, argument in clause.with_.items():
        here = path + pointer("with", name)
        yield from (Flaw(here + below, detail) for below, detail in argument.flaws(law, known))
        for below, raw, kind in argument.expressions():
            yield from value_flaws(here + below, raw, kind, scopes.WHO_ACTS, known, "condition")
        # Members and constant numbers are checked with the whole argument. The parts are checked here for the editor,
        # which shows each of them separately.
        for below, kind in type(argument).computable_fields.items():
            note_place(f"{here}/{below}", Noted(kind, scopes.WHO_ACTS, known, "condition"))
        if "where" in type(argument).model_fields:
            of_each = {**scopes.WHO_ACTS, "it": argument.kind}
            note_place(f"{here}/where", Noted("truth", of_each, known, "condition"))


def _sizes(clause: ActionClause) -> dict[str, Extent]:
    """Return the sizes of the clause's arguments by name, for those whose maximum size is known."""
    return {name: Extent(argument.members) for name, argument in clause.with_.items() if argument.members is not None}
