from django.apps import AppConfig


class CourtConfig(AppConfig):
    name = "nomic.court"
    label = "court"

    def ready(self) -> None:
        from nomic.clauses import facts
        from nomic.court import appointment
        from nomic.court.events import JudgeNamed
        from nomic.cycles import actions, digest

        facts.register_office("Judge", appointment.judge_now, JudgeNamed)
        actions.declare(*appointment.ACTIONS)
        digest.register("court", appointment.court_state)
