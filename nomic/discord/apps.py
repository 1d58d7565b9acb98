from django.apps import AppConfig


class DiscordConfig(AppConfig):
    name = "nomic.discord"
    label = "nomic_discord"  # allauth has an app "discord"

    def ready(self) -> None:
        from nomic.discord import checks  # noqa: F401 - which registers its check
