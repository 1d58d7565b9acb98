from django.apps import AppConfig


class ClausesConfig(AppConfig):
    name = "nomic.clauses"
    label = "clauses"

    def ready(self) -> None:
        from nomic.clauses import admin_actions, clause_index
        from nomic.clauses.handlers import (
            answers,
            hidden_draws,
            reroll_dependencies,
            resume_after_questions,
            run_deferred_effects,
            triggers,
        )
        from nomic.clauses.kinds import KINDS
        from nomic.clauses.runtime import pending_questions
        from nomic.clauses.schema import short_sentences
        from nomic.clauses.schema.kind_registry import register_kind
        from nomic.clauses.state_digest import clause_state
        from nomic.clauses.store import calendar_events, deferred_effects
        from nomic.clauses.views import overwritten_values, player_tasks
        from nomic.clauses.views.explanations import explain_rule
        from nomic.clauses.views.numbers import unmentioned
        from nomic.clauses.vocabulary import event_scopes, labels, player_facts, scope_nouns
        from nomic.cycles import state_digest
        from nomic.cycles.actions.registry import declare
        from nomic.cycles.actions.retroactive import depends_on
        from nomic.cycles.domain.events import ActFailed, CycleBegan, CycleEnded, LawChanged, PhaseBegan
        from nomic.cycles.event_bus import all_others, on, on_every_act, subscribe
        from nomic.cycles.schedule import outages, phases
        from nomic.effects.language import event_names
        from nomic.effects.prose import event_nouns
        from nomic.inventory.law_section import register_titles, register_value_words
        from nomic.law.diff import outdated_words
        from nomic.law.document import sections
        from nomic.law.labels import explanations
        from nomic.law.trials import registry as trials
        from nomic.players.events import Left
        from nomic.players.player_tasks import declare as declare_tasks

        for name, read, events in player_facts.FACTS:
            player_facts.register_fact(name, read, *events)
        for kind in KINDS:
            register_kind(kind)
        sections.register_agreement(clause_index.agree)
        trials.register_trial(short_sentences.new_ones_are_short)
        explanations.register_explanation("rules", explain_rule)
        outdated_words.register_outdated(overwritten_values.overwritten_values)
        outdated_words.register_outdated(unmentioned.unmentioned_numbers)
        sections.add_labels("rules", *labels.IN_CLAUSES)
        declare(
            *admin_actions.ACTIONS,
            *triggers.ACTIONS,
            *resume_after_questions.ACTIONS,
            *answers.ACTIONS,
            *run_deferred_effects.ACTIONS,
            *calendar_events.ACTIONS,
        )
        register_value_words(clause_index.value_words)
        register_titles(clause_index.title_of_act)
        event_names.register_events(
            event_scopes.scopes_of_events,
            event_scopes.said_of_events,
            event_scopes.gone_at_events,
            event_scopes.topics_of_events,
        )
        event_nouns.register_given(scope_nouns.given_by)
        outages.follow_outages(
            run_deferred_effects.follow_outages, deferred_effects.WHEN_DUE, kind=deferred_effects.KIND
        )
        declare_tasks(*player_tasks.KINDS)
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
        depends_on(reroll_dependencies.later_in_values)
        depends_on(reroll_dependencies.law_changed)
        depends_on(reroll_dependencies.later_answers)
        outages.follow_outages(pending_questions.follow_outages, pending_questions.GO_ON, kind=pending_questions.KIND)
        state_digest.register("clauses", clause_state)
