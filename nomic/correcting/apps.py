from django.apps import AppConfig


class CorrectingConfig(AppConfig):
    name = "nomic.correcting"
    label = "correcting"

    def ready(self) -> None:
        from nomic.correcting import acts, facts, facts_of_law, facts_of_matches, law, rows, voiding
        from nomic.correcting.models import Correction
        from nomic.correcting.notices import CORRECTION
        from nomic.correcting.showing import show, show_compared, show_since
        from nomic.cycles import actions, adopting, reseeding
        from nomic.cycles.events import ForkReseeded
        from nomic.cycles.listening import listen, on
        from nomic.law import sections
        from nomic.notices import kinds

        sections.register(law.SECTION)
        actions.declare_channels("corrections")
        actions.declare(*acts.ACTIONS, *voiding.ACTIONS)
        adopting.stays(Correction)
        reseeding.when_a_fork_waits(rows.is_open_in)
        listen(on(ForkReseeded, rows.take_new_seed))
        kinds.declare(CORRECTION)
        for title, facts_of in facts.SHOWN:
            show(title, facts_of)
        show_since("Moves in games", facts_of_matches.moves)
        show_compared("Law", facts_of_law.compare)
        show_since("Entries of the journal", facts.acts)
