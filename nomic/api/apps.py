from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "nomic.api"
    label = "api"

    def ready(self) -> None:
        from nomic.api import documentation  # noqa: F401 - drf-spectacular learns of our token by the import
