from django.apps import AppConfig


class CorrectingConfig(AppConfig):
    name = "nomic.correcting"
    label = "correcting"

    def ready(self) -> None:
        from nomic.correcting import acts, facts, law, voiding
        from nomic.correcting.models import Correction
        from nomic.correcting.notices import CORRECTION
        from nomic.correcting.showing import show
        from nomic.cycles import actions, adopting
        from nomic.law import sections
        from nomic.notices import kinds

        sections.register(law.SECTION)
        actions.declare_channels("corrections")
        actions.declare(*acts.ACTIONS, *voiding.ACTIONS)
        adopting.stays(Correction)
        kinds.declare(CORRECTION)
        for title, facts_of in facts.SHOWN:
            show(title, facts_of)
