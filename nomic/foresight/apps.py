from django.apps import AppConfig


class ForesightConfig(AppConfig):
    name = "nomic.foresight"
    label = "foresight"

    def ready(self) -> None:
        from nomic.cycles import adopting
        from nomic.foresight.models import Simulation

        adopting.stays(Simulation)
