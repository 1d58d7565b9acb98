from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "nomic.notices"
    label = "notices"

    def ready(self) -> None:
        from django.core import checks

        from nomic.cycles.history.promote import keep_on_promotion
        from nomic.notices import kinds
        from nomic.notices.models import Notice, Reminder, Webhook

        checks.register(kinds.flaws)
        kinds.declare(kinds.TURN)
        kinds.declare(kinds.REMINDER)
        kinds.declare(kinds.STANDSTILL)
        kinds.declare(kinds.TROUBLE)
        keep_on_promotion(Notice, Reminder, Webhook)
