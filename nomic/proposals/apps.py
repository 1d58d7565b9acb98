from django.apps import AppConfig


class ProposalsConfig(AppConfig):
    name = "nomic.proposals"
    label = "proposals"

    def ready(self) -> None:
        from nomic.cycles import digest
        from nomic.law import sections
        from nomic.proposals import enactment, law, state, submission, voting

        sections.register(law.SECTION)
        submission.declare()
        voting.declare()
        enactment.declare()
        digest.register("proposals", state.proposal_state)
