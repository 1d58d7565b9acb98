from django.apps import AppConfig


class OfficeConfig(AppConfig):
    name = "nomic.office"
    label = "office"

    def ready(self) -> None:
        from importlib import import_module

        from django.conf import settings

        from nomic.config import health
        from nomic.cycles.actions import registry as actions
        from nomic.notices import kinds as notices
        from nomic.office import kinds, waiting, wrong
        from nomic.office.games import ending
        from nomic.office.health import alarm
        from nomic.office.health.verdict import for_health

        actions.declare(*ending.ACTIONS)
        kinds.declare(*wrong.KINDS, *waiting.KINDS)
        notices.declare(alarm.ALL_RIGHT)
        health.conclude("everything", for_health)
        if settings.METRICS:
            import_module("nomic.office.health.metrics")  # which registers its collector
