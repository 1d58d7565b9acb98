from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "nomic.proposals"
    label = "proposals"

    def ready(self) -> None:
        from nomic.cycles import actions, digest, legislation, outages
        from nomic.law import sections
        from nomic.proposals import enactment, law, state, submission, voting

        sections.register(law.SECTION)
        actions.declare_channels("proposals")
        submission.declare()
        voting.declare()
        enactment.declare()
        legislation.on_law_change(submission.follow_calendar)
        outages.follow_outages(submission.follow_outages, submission.CLOSE_VOTING)
        digest.register("proposals", state.proposal_state)
