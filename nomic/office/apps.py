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
        from nomic.office import concerns, site_problems, waiting_concerns
        from nomic.office.accounts import account_actions
        from nomic.office.cycles import change_title, ending, notify_signed_up
        from nomic.office.health import health_notices
        from nomic.office.health.verdict import for_health
        from nomic.office.settings import publishing_pause
        from nomic.office.view_as import journal_entry as view_as
        from nomic.players.membership import join_checks

        actions.register_actions(*ending.ACTIONS, *change_title.ACTIONS, *view_as.ACTIONS)
        join_checks.register_join_bar(view_as.why_not_joined)
        concerns.register(*site_problems.KINDS, *waiting_concerns.KINDS, publishing_pause.KIND)
        for kind in (health_notices.ALL_RIGHT, notify_signed_up.SIGNED_UP, account_actions.ABOUT_YOU):
            notices.register_notice_kind(kind)
        health.conclude("everything", for_health)
        if settings.METRICS:
            import_module("nomic.office.health.metrics")  # which registers its collector
