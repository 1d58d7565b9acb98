from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "nomic.notices"
    label = "notices"

    def ready(self) -> None:
        from nomic.cycles.adopting import stays
        from nomic.notices import kinds
        from nomic.notices.models import Notice, Reminder, Webhook

        kinds.declare(kinds.TURN)
        kinds.declare(kinds.REMINDER)
        kinds.declare(kinds.STANDSTILL)
        kinds.declare(kinds.TROUBLE)
        stays(Notice, Reminder, Webhook)
