from django.apps import AppConfig


class ClausesConfig(AppConfig):
    name = "nomic.clauses"
    label = "clauses"

    def ready(self) -> None:
        from nomic.clauses import admin_actions, compiled, state
        from nomic.clauses.handlers import actions, answers, bans, reroll_dependencies, resume, triggers, victory
        from nomic.clauses.handlers import deferred as handlers_deferred
        from nomic.clauses.runtime import derived_events, pending_questions
        from nomic.clauses.store import calendar_events, deferred, values
        from nomic.clauses.views import wording
        from nomic.clauses.vocabulary import event_scopes, labels, names, player_facts
        from nomic.cycles import state_digest
        from nomic.cycles.actions.registry import bring_by_law, declare, forbid_by
        from nomic.cycles.actions.retroactive import depends_on
        from nomic.cycles.domain.events import ActFailed, CycleBegan, CycleEnded, LawChanged, PhaseBegan
        from nomic.cycles.event_bus import all_others, on, on_every_act, subscribe
        from nomic.cycles.schedule import outages, phases
        from nomic.effects.language import event_names
        from nomic.effects.prose import given
        from nomic.inventory.law_section import register_offices
        from nomic.inventory.leaving import destroy_on_leaving
        from nomic.law.document import sections
        from nomic.law.labels import explanations
        from nomic.players.events import Left

        for name, read, events in player_facts.FACTS:
            player_facts.register_fact(name, read, *events)
        sections.register_agreement(compiled.agree)
        explanations.register_explanation("rules", wording.explain_rule)
        sections.call_within("rules", *labels.IN_CLAUSES)
        declare(
            *admin_actions.ACTIONS,
            *triggers.ACTIONS,
            *resume.ACTIONS,
            *answers.ACTIONS,
            *handlers_deferred.ACTIONS,
            *calendar_events.ACTIONS,
        )
        register_offices(compiled.kept_offices)
        event_names.register_events(
            event_scopes.scopes_of_events, event_scopes.said_of_events, event_scopes.gone_at_events
        )
        given.register_given(names.given_by)
        outages.follow_outages(handlers_deferred.follow_outages, deferred.WHEN_DUE, kind=deferred.KIND)
        bring_by_law(actions.actions_by_law)
        forbid_by(bans.not_forbidden)
        subscribe(
            on(Left, values.end_of_leaver, after=destroy_on_leaving),
            on(Left, resume.lapse_of_leaver),
            on(CycleEnded, resume.end_with_cycle),
            on(ActFailed, resume.drop_failed),
            on(LawChanged, values.follow_law, at_once=True),
            on(LawChanged, triggers.wake_amended, at_once=True),
            on(ActFailed, triggers.note_failure),
            on(ActFailed, handlers_deferred.forget_failed),
            on(Left, handlers_deferred.drop_leaver),
            on(CycleEnded, handlers_deferred.end_with_cycle),
            on(CycleBegan, calendar_events.begin_with_cycle),
            on(PhaseBegan, calendar_events.follow_phase),
            on(LawChanged, calendar_events.follow_law, after=phases.follow_calendar, at_once=True),
            on_every_act(victory.judge, after=all_others),
            on_every_act(derived_events.tell_where_heard, after=(all_others, victory.judge)),
            on_every_act(triggers.have_rules_act, after=(all_others, derived_events.tell_where_heard)),
        )
        depends_on(reroll_dependencies.later_in_values)
        depends_on(reroll_dependencies.later_answers)
        outages.follow_outages(pending_questions.follow_outages, pending_questions.GO_ON, kind=pending_questions.KIND)
        state_digest.register("clauses", state.clause_state)
