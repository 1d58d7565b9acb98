from django.apps import AppConfig


class TetromicConfig(AppConfig):
    name = "tetromic"
    label = "tetromic"
    verbose_name = "Tetromic"

    def ready(self) -> None:
        from tetromic.package import PACKAGE

        PACKAGE.install()
