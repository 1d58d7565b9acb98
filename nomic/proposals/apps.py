from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "nomic.proposals"
    label = "proposals"

    def ready(self) -> None:
        from nomic.cycles import actions, digest, outages, phases
        from nomic.cycles.events import LawChanged
        from nomic.cycles.listening import listen, on
        from nomic.law import sections
        from nomic.proposals import enactment, law, state, submission, voting

        sections.register(law.SECTION)
        actions.declare_channels("proposals")
        actions.declare(*submission.ACTIONS, *voting.ACTIONS, *enactment.ACTIONS)
        listen(on(LawChanged, submission.follow_calendar, after=phases.follow_calendar, at_once=True))
        outages.follow_outages(submission.follow_outages, submission.CLOSE_VOTING)
        digest.register("proposals", state.proposal_state)
