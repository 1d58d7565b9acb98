from django.apps import AppConfig


class ClausesConfig(AppConfig):
    name = "nomic.clauses"
    label = "clauses"

    def ready(self) -> None:
        from nomic.clauses import (
            actions,
            bans,
            called,
            called_so,
            corrections,
            dependence,
            facts,
            keeping,
            later,
            law,
            marks,
            occasions,
            on_demand,
            state,
            triggers,
            values,
            winning,
            words,
        )
        from nomic.clauses.questions import answering, going_on, pending
        from nomic.cycles import digest, outages, phases
        from nomic.cycles.actions import bring_by_law, declare, forbid_by
        from nomic.cycles.events import ActFailed, CycleBegan, CycleEnded, LawChanged, PhaseBegan
        from nomic.cycles.listening import after_every_act, all_others, listen, on
        from nomic.cycles.reaching_back import depends_on
        from nomic.effects.language import happenings
        from nomic.effects.words import given
        from nomic.inventory.law import register_offices
        from nomic.inventory.leaving import destroy_on_leaving
        from nomic.law import explanations, sections
        from nomic.players.events import Left

        for name, read, events in facts.FACTS:
            facts.register_fact(name, read, *events)
        sections.register_agreement(law.agree)
        explanations.register_explanation("rules", words.explain_rule)
        sections.call_within("rules", *called.IN_CLAUSES)
        declare(
            *corrections.ACTIONS,
            *triggers.ACTIONS,
            *going_on.ACTIONS,
            *answering.ACTIONS,
            *later.ACTIONS,
            *marks.ACTIONS,
        )
        register_offices(law.kept_offices)
        happenings.register_events(occasions.scopes_of_events, occasions.said_of_events, occasions.gone_at_events)
        given.register_given(called_so.given_by)
        outages.follow_outages(later.follow_outages, keeping.WHEN_DUE, kind=keeping.KIND)
        bring_by_law(actions.actions_by_law)
        forbid_by(bans.not_forbidden)
        listen(
            on(Left, values.end_of_leaver, after=destroy_on_leaving),
            on(Left, going_on.lapse_of_leaver),
            on(CycleEnded, going_on.end_with_cycle),
            on(ActFailed, going_on.drop_failed),
            on(LawChanged, values.follow_law, at_once=True),
            on(LawChanged, triggers.wake_amended, at_once=True),
            on(ActFailed, triggers.note_failure),
            on(ActFailed, later.forget_failed),
            on(Left, later.drop_leaver),
            on(CycleEnded, later.end_with_cycle),
            on(CycleBegan, marks.begin_with_cycle),
            on(PhaseBegan, marks.follow_phase),
            on(LawChanged, marks.follow_law, after=phases.follow_calendar, at_once=True),
            after_every_act(winning.judge, after=all_others),
            after_every_act(on_demand.tell_where_heard, after=(all_others, winning.judge)),
            after_every_act(triggers.have_rules_act, after=(all_others, on_demand.tell_where_heard)),
        )
        depends_on(dependence.later_in_values)
        depends_on(dependence.later_answers)
        outages.follow_outages(pending.follow_outages, pending.GO_ON, kind=pending.KIND)
        digest.register("clauses", state.clause_state)
