from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "nomic.notices"
    label = "notices"

    def ready(self) -> None:
        from nomic.notices import kinds

        kinds.declare(kinds.TURN)
        kinds.declare(kinds.REMINDER)
        kinds.declare(kinds.STANDSTILL)
        kinds.declare(kinds.TROUBLE)
