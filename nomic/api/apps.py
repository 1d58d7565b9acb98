from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "nomic.api"
    label = "api"

    def ready(self) -> None:
        from nomic.api import documentation  # noqa: F401 - the import registers our token with drf-spectacular
