from django.apps import AppConfig


class HeadsConfig(AppConfig):
    name = "heads"
    verbose_name = "Heads"

    def ready(self) -> None:
        from heads.package import PACKAGE

        PACKAGE.install()
