from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "nomic.notices"
    label = "notices"

    def ready(self) -> None:
        from django.core import checks

        from nomic.cycles.history.promote import keep_on_promotion
        from nomic.notices import kinds, question_reminders
        from nomic.notices.models import Notice, Reminder, Webhook
        from nomic.notices.reminders import register_timed

        checks.register(kinds.flaws)
        kinds.declare(kinds.TURN)
        kinds.declare(kinds.REMINDER)
        kinds.declare(kinds.STANDSTILL)
        kinds.declare(kinds.TROUBLE)
        register_timed(question_reminders.waiting_questions)
        keep_on_promotion(Notice, Reminder, Webhook)
