from django.apps import AppConfig


class CourtConfig(AppConfig):
    name = "nomic.court"
    label = "court"

    def ready(self) -> None:
        from nomic.court import appointment
        from nomic.cycles import actions, digest

        actions.declare(*appointment.ACTIONS)
        digest.register("court", appointment.court_state)
