from django.apps import AppConfig


class ClausesConfig(AppConfig):
    name = "nomic.clauses"
    label = "clauses"

    def ready(self) -> None:
        _register_kinds()
        _describe_law()
        _describe_events()
        _register_actions()
        _subscribe()
        _register_history()


def _register_kinds() -> None:
    """Register the player predicates, the kinds of clauses, and the checks of a law that has clauses."""
    from nomic.clauses import clause_index
    from nomic.clauses.kinds import KINDS
    from nomic.clauses.schema import short_sentences
    from nomic.clauses.schema.kind_registry import register_kind
    from nomic.clauses.vocabulary import player_facts
    from nomic.law.document import sections
    from nomic.law.trials import registry as trials

    for name, read, events in player_facts.FACTS:
        player_facts.register_fact(name, read, *events)
    for kind in KINDS:
        register_kind(kind)
    sections.register_agreement(clause_index.agree)
    trials.register_trial(short_sentences.new_ones_are_short)


def _describe_law() -> None:
    """Register the labels and explanations of clauses, and the words for their values and actions."""
    from nomic.clauses import clause_index, code_labels
    from nomic.clauses.views.explanations import explain_acts, explain_rule
    from nomic.clauses.views.numbers import unmentioned
    from nomic.clauses.views.outdated import overwritten_values, unmentioned_items
    from nomic.clauses.vocabulary import labels
    from nomic.inventory.law_section import register_titles, register_value_words
    from nomic.law.diff import outdated_words
    from nomic.law.document import sections
    from nomic.law.labels import explanations

    explanations.register_explanation("rules", explain_rule, acting=explain_acts)
    outdated_words.register_outdated(overwritten_values.overwritten_values)
    outdated_words.register_outdated(unmentioned.unmentioned_numbers)
    outdated_words.register_outdated(unmentioned_items.unnamed_items)
    sections.add_labels("rules", *labels.IN_CLAUSES)
    register_value_words(clause_index.value_words)
    register_titles(clause_index.title_of_act)
    code_labels.register_labels(code_labels.question_labels)


def _describe_events() -> None:
    """Register the events that effects can wait for, and the nouns for what an event provides."""
    from nomic.clauses.vocabulary import event_scopes, scope_nouns
    from nomic.effects.language import event_names
    from nomic.effects.prose import event_nouns

    event_names.register_events(
        scopes=event_scopes.scopes_of_events,
        descriptions=event_scopes.said_of_events,
        gone=event_scopes.gone_at_events,
        topics=event_scopes.topics_of_events,
    )
    event_nouns.register_given(scope_nouns.given_by)


def _register_actions() -> None:
    """Register the actions of players, admins and the system, and the tasks of players."""
    from nomic.clauses import admin_actions
    from nomic.clauses.handlers import (
        answers,
        calendar_events,
        resume_after_questions,
        run_deferred_effects,
        triggers,
    )
    from nomic.clauses.views import player_tasks
    from nomic.cycles.actions.registry import register_actions
    from nomic.players.player_tasks import register_task_kinds as declare_tasks

    register_actions(
        *admin_actions.ACTIONS,
        *triggers.ACTIONS,
        *resume_after_questions.ACTIONS,
        *answers.ACTIONS,
        *run_deferred_effects.ACTIONS,
        *calendar_events.ACTIONS,
    )
    declare_tasks(*player_tasks.KINDS)


def _subscribe() -> None:
    """Subscribe the handlers of events. Each names the listeners that precede it in `after`."""
    from nomic.clauses.handlers import (
        calendar_events,
        hidden_draws,
        resume_after_questions,
        run_deferred_effects,
        triggers,
    )
    from nomic.cycles.domain.events import ActFailed, CycleBegan, CycleEnded, LawChanged, PhaseBegan
    from nomic.cycles.event_bus import all_others, on, on_every_act, subscribe
    from nomic.cycles.schedule import phases
    from nomic.players.events import Left

    subscribe(
        on_every_act(hidden_draws.update_hidden_draws, after=(all_others, triggers.schedule_triggers)),
        on(Left, resume_after_questions.stop_waiting_for_leaver),
        on(CycleEnded, resume_after_questions.end_with_cycle),
        on(ActFailed, resume_after_questions.drop_failed),
        on(ActFailed, run_deferred_effects.forget_failed),
        on(Left, run_deferred_effects.remove_leaver_from_deferred_effects),
        on(CycleEnded, run_deferred_effects.end_with_cycle),
        on(CycleBegan, calendar_events.begin_with_cycle),
        on(PhaseBegan, calendar_events.follow_phase),
        on(LawChanged, calendar_events.follow_law, after=phases.follow_calendar, at_once=True),
    )


def _register_history() -> None:
    """Register the periods that outages extend, the dependencies that prevent rerolls, and the digest of the state."""
    from nomic.clauses.handlers import reroll_dependencies, run_deferred_effects
    from nomic.clauses.runtime import pending_questions
    from nomic.clauses.state_digest import clause_state
    from nomic.clauses.store import deferred_effects
    from nomic.cycles import state_digest
    from nomic.cycles.history.reroll_checks import register_dependency
    from nomic.cycles.schedule import outages

    outages.register_periods(
        run_deferred_effects.extend_for_outages, deferred_effects.WHEN_DUE, kind=deferred_effects.KIND
    )
    outages.register_periods(pending_questions.extend_for_outages, pending_questions.GO_ON, kind=pending_questions.KIND)
    register_dependency(reroll_dependencies.later_in_values)
    register_dependency(reroll_dependencies.law_changed)
    register_dependency(reroll_dependencies.later_answers)
    state_digest.register("clauses", clause_state)
