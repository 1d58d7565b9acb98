from django.apps import AppConfig


class CourtConfig(AppConfig):
    name = "nomic.court"
    label = "court"

    def ready(self) -> None:
        from nomic.clauses import facts, triggers
        from nomic.court import (
            appointment,
            by_hand,
            confidence,
            failing_rules,
            law,
            office,
            requests,
            state,
            telling,
        )
        from nomic.court.events import ConfidenceOpened, JudgeNamed, RequestFiled, RulingGiven, RulingOverturned
        from nomic.cycles import actions, digest, outages
        from nomic.cycles.events import ActFailed, CycleEnded
        from nomic.cycles.listening import listen, on
        from nomic.law import sections
        from nomic.notices import kinds
        from nomic.proposals.events import ProposalNeedsHand

        facts.register_office("Judge", office.judge_now, office.install, JudgeNamed)
        sections.register(law.SECTION)
        actions.declare_channels("request-for-justice")
        actions.declare(*appointment.ACTIONS, *office.ACTIONS, *requests.ACTIONS, *confidence.ACTIONS, *by_hand.ACTIONS)
        outages.follow_outages(confidence.follow_outages, confidence.CLOSE_CONFIDENCE, kind=confidence.KIND)
        digest.register("court", state.judge_state)
        digest.register("requests", state.court_state)
        for kind in (failing_rules.FAILING, *telling.KINDS):
            kinds.declare(kind)
        listen(
            on(ActFailed, failing_rules.tell_of_failure, after=triggers.note_failure),
            on(CycleEnded, confidence.end_with_cycle),
            on(RequestFiled, telling.of_request),
            on(RulingGiven, telling.of_ruling),
            on(RulingOverturned, telling.of_overturned),
            on(ConfidenceOpened, telling.of_confidence),
            on(JudgeNamed, telling.of_judge),
            on(ProposalNeedsHand, telling.of_proposal),
        )
