from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "nomic.notices"
    label = "notices"

    def ready(self) -> None:
        from nomic.cycles.adopting import stays
        from nomic.notices import kinds, questions
        from nomic.notices.models import Notice, Reminder, Webhook
        from nomic.notices.timed import register_timed

        kinds.declare(kinds.TURN)
        kinds.declare(kinds.REMINDER)
        kinds.declare(kinds.STANDSTILL)
        kinds.declare(kinds.TROUBLE)
        register_timed(questions.waiting_questions)
        stays(Notice, Reminder, Webhook)
