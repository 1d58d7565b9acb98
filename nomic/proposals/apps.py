from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "nomic.proposals"
    label = "proposals"

    def ready(self) -> None:
        from nomic.clauses import facts
        from nomic.cycles import actions, digest, outages, phases
        from nomic.cycles.events import LawChanged
        from nomic.cycles.listening import listen, on
        from nomic.law import sections
        from nomic.proposals import enactment, law, state, submission, voting
        from nomic.proposals.events import Voted

        facts.register_fact("vote", voting.votes_as_facts, Voted)
        sections.register(law.SECTION)
        actions.declare_channels("proposals")
        actions.declare(*submission.ACTIONS, *voting.ACTIONS, *enactment.ACTIONS)
        listen(on(LawChanged, submission.follow_calendar, after=phases.follow_calendar, at_once=True))
        outages.follow_outages(submission.follow_outages, submission.CLOSE_VOTING)
        digest.register("proposals", state.proposal_state)
