from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "nomic.proposals"
    label = "proposals"

    def ready(self) -> None:
        from nomic.clauses.code_labels import register_labels
        from nomic.clauses.handlers.triggers import schedule_triggers
        from nomic.clauses.proposal_interface import register_proposals
        from nomic.clauses.vocabulary import player_facts
        from nomic.cycles import state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain.events import ActFailed, LawChanged
        from nomic.cycles.event_bus import all_others, on, on_every_act, subscribe
        from nomic.cycles.history import promote_fork
        from nomic.cycles.schedule import outages, phases
        from nomic.law.document import sections
        from nomic.players.player_tasks import register_task_kinds as declare_tasks
        from nomic.proposals import enactment, events, law_section, one_time_effects, submission
        from nomic.proposals.by_rules import after_vote, end_proposals, readable_properties, seconding
        from nomic.proposals.events import Voted
        from nomic.proposals.models import Draft, Suggestion
        from nomic.proposals.state_digest import proposal_state
        from nomic.proposals.votes import player_tasks, vote

        player_facts.register_fact("vote", vote.votes_as_facts, Voted)
        player_facts.note_changes(*events.CHANGES)
        register_proposals(readable_properties.ProposalThings())
        register_labels(readable_properties.proposal_labels)
        sections.register(law_section.SECTION)
        actions.register_channels("proposals")
        actions.register_actions(*submission.ACTIONS, *vote.ACTIONS, *enactment.ACTIONS, *one_time_effects.ACTIONS)
        actions.register_actions(*seconding.ACTIONS, *after_vote.ACTIONS)
        declare_tasks(*player_tasks.KINDS)
        subscribe(
            on(LawChanged, submission.follow_calendar, after=phases.follow_calendar, at_once=True),
            on(LawChanged, seconding.follow_law, after=phases.follow_calendar, at_once=True),
            on(ActFailed, one_time_effects.note_failure),
            on(ActFailed, after_vote.note_failure),
            on_every_act(end_proposals.write_ends, after=(all_others,)),
            on_every_act(submission.count_at_event, after=(all_others, schedule_triggers, end_proposals.write_ends)),
        )
        outages.register_periods(submission.extend_for_outages, submission.CLOSE_VOTING, kind=phases.VOTES)
        outages.register_periods(seconding.extend_for_outages, seconding.LAPSE, kind=phases.VOTES)
        state_digest.register("proposals", proposal_state)
        promote_fork.keep_on_promotion(Draft, Suggestion)
