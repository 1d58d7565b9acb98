from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "nomic.web"
    label = "web"

    def ready(self) -> None:
        from nomic.web import clock_ahead, ready_acts

        ready_acts.make_ready("advance-clock", clock_ahead.ways_ahead)
