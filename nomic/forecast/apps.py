from django.apps import AppConfig


class ForesightConfig(AppConfig):
    name = "nomic.forecast"
    label = "forecast"

    def ready(self) -> None:
        from nomic.cycles.history import promote
        from nomic.forecast.models import Simulation

        promote.keep_on_promotion(Simulation)
