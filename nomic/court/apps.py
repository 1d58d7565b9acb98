from django.apps import AppConfig


class CourtConfig(AppConfig):
    name = "nomic.court"
    label = "court"

    def ready(self) -> None:
        from nomic.clauses.code_labels import register_labels
        from nomic.clauses.handlers import triggers
        from nomic.clauses.vocabulary import player_facts
        from nomic.court import (
            appoint_judge,
            enact_by_judge,
            law_section,
            lookup,
            office,
            overturning,
            player_tasks,
            requests,
        )
        from nomic.court.events import ConfidenceOpened, JudgeNamed, RequestFiled, RulingGiven, RulingOverturned
        from nomic.court.notices import failing_rules
        from nomic.court.notices import notify as notices_notify
        from nomic.court.state_digest import court_state, judge_state
        from nomic.cycles import state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain.events import ActFailed, CycleEnded
        from nomic.cycles.event_bus import on, subscribe
        from nomic.cycles.schedule import outages
        from nomic.law.document import sections
        from nomic.notices import kinds
        from nomic.players.player_tasks import register_task_kinds as declare_tasks
        from nomic.proposals.by_rules import after_vote
        from nomic.proposals.events import ProposalNeedsHand

        player_facts.register_office("Judge", office.judge_now, office.appoint_judge_by_name, JudgeNamed)
        register_labels(lookup.court_labels)
        sections.register(law_section.SECTION)
        actions.register_channels("request-for-justice")
        actions.register_actions(
            *appoint_judge.ACTIONS, *office.ACTIONS, *requests.ACTIONS, *overturning.ACTIONS, *enact_by_judge.ACTIONS
        )
        outages.register_periods(overturning.extend_for_outages, overturning.CLOSE_CONFIDENCE, kind=overturning.KIND)
        state_digest.register("court", judge_state)
        state_digest.register("requests", court_state)
        for kind in (failing_rules.FAILING, *notices_notify.KINDS):
            kinds.register_notice_kind(kind)
        declare_tasks(*player_tasks.KINDS)
        subscribe(
            on(ActFailed, failing_rules.notify_of_failure, after=(triggers.note_failure, after_vote.note_failure)),
            on(CycleEnded, overturning.end_with_cycle),
            on(RequestFiled, notices_notify.notify_of_request),
            on(RulingGiven, notices_notify.notify_of_ruling),
            on(RulingOverturned, notices_notify.notify_of_overturned),
            on(ConfidenceOpened, notices_notify.notify_of_confidence),
            on(JudgeNamed, notices_notify.notify_of_judge),
            on(ProposalNeedsHand, notices_notify.notify_of_proposal),
        )
