from django.apps import AppConfig


class CyclesConfig(AppConfig):
    name = "nomic.cycles"
    label = "cycles"

    def ready(self) -> None:
        from django.core import checks

        from nomic.config import health, unknown_migrations
        from nomic.cycles import law_section, state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain import calendar, events
        from nomic.cycles.domain.events import LawChanged
        from nomic.cycles.event_bus import on, subscribe, subscriber_order_flaws
        from nomic.cycles.history import reseed, rewrite
        from nomic.cycles.journal import cycle_state
        from nomic.cycles.schedule import outage_settings, phases, practice_clock
        from nomic.cycles.schedule.settle import oldest_due_in_public
        from nomic.law.document import sections

        checks.register(subscriber_order_flaws)
        checks.register(events.flaws)
        checks.register(unknown_migrations.check_migrations, checks.Tags.database)
        sections.register(calendar.SECTION)
        sections.register(law_section.SECTION)
        sections.register(outage_settings.SECTION)
        health.register_report("oldest due", oldest_due_in_public)
        actions.register_channels("game-actions", "practice", "admin", "system")
        actions.register_actions(*phases.ACTIONS, *practice_clock.ACTIONS, *reseed.ACTIONS, *rewrite.ACTIONS)
        subscribe(on(LawChanged, phases.follow_calendar, at_once=True))
        state_digest.register("cycle", cycle_state.cycle_state)
        state_digest.register("deadlines", cycle_state.deadline_state)
        state_digest.register("law", cycle_state.law_state)
