from django.apps import AppConfig


class KnucklebonesConfig(AppConfig):
    name = "knucklebones"
    label = "knucklebones"
    verbose_name = "Knucklebones"

    def ready(self) -> None:
        from knucklebones.package import PACKAGE

        PACKAGE.install()
