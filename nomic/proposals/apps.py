from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "nomic.proposals"
    label = "proposals"

    def ready(self) -> None:
        from nomic.clauses import facts
        from nomic.clauses.triggers import have_rules_act
        from nomic.cycles import actions, adopting, digest, outages, phases
        from nomic.cycles.events import ActFailed, LawChanged
        from nomic.cycles.listening import after_every_act, all_others, listen, on
        from nomic.law import sections
        from nomic.proposals import enactment, law, once, state, submission, voting
        from nomic.proposals.events import Voted
        from nomic.proposals.models import Draft

        facts.register_fact("vote", voting.votes_as_facts, Voted)
        sections.register(law.SECTION)
        actions.declare_channels("proposals")
        actions.declare(*submission.ACTIONS, *voting.ACTIONS, *enactment.ACTIONS, *once.ACTIONS)
        listen(
            on(LawChanged, submission.follow_calendar, after=phases.follow_calendar, at_once=True),
            on(ActFailed, once.note_failure),
            after_every_act(submission.count_at_event, after=(all_others, have_rules_act)),
        )
        outages.follow_outages(submission.follow_outages, submission.CLOSE_VOTING, kind=phases.VOTES)
        digest.register("proposals", state.proposal_state)
        adopting.stays(Draft)
