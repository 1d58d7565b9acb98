from django.apps import AppConfig


class CyclesConfig(AppConfig):
    name = "nomic.cycles"
    label = "cycles"

    def ready(self) -> None:
        from django.core import checks

        from nomic.config import health, known_database
        from nomic.cycles import (
            actions,
            calendar,
            description,
            digest,
            outage_law,
            phases,
            practice,
            reseeding,
            retelling,
            state,
        )
        from nomic.cycles.events import LawChanged
        from nomic.cycles.listening import flaws, listen, on
        from nomic.cycles.settle import oldest_due
        from nomic.law import sections

        checks.register(flaws)
        checks.register(known_database.check_migrations, checks.Tags.database)
        sections.register(calendar.SECTION)
        sections.register(description.SECTION)
        sections.register(outage_law.SECTION)
        health.tell("oldest due", oldest_due)
        actions.declare_channels("game-actions", "practice", "admin", "system")
        actions.declare(*phases.ACTIONS, *practice.ACTIONS, *reseeding.ACTIONS, *retelling.ACTIONS)
        listen(on(LawChanged, phases.follow_calendar, at_once=True))
        digest.register("cycle", state.cycle_state)
        digest.register("deadlines", state.deadline_state)
        digest.register("law", state.law_state)
