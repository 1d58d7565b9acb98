from django.apps import AppConfig


class DungeonConfig(AppConfig):
    name = "dungeon"
    label = "dungeon"
    verbose_name = "Dungeon"

    def ready(self) -> None:
        from dungeon.package import PACKAGE

        PACKAGE.install()
