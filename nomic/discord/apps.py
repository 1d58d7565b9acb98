from django.apps import AppConfig


class DiscordConfig(AppConfig):
    name = "nomic.discord"
    verbose_name = "Discord"
    label = "nomic_discord"  # allauth has an app "discord"

    def ready(self) -> None:
        from nomic.cycles.history.promote_fork import keep_on_promotion
        from nomic.discord import (
            checks,  # noqa: F401 - which registers its check
            connections_page,
        )
        from nomic.discord.models import Channel
        from nomic.discord.posts import buttons, paused_channels_concern
        from nomic.discord.posts.compose_messages import write_text
        from nomic.discord.reactions import UNHEARD
        from nomic.notices.channels import also_post
        from nomic.notices.kinds import declare_kind as declare_notice
        from nomic.office import concerns
        from nomic.office.connections import declare_connection, declare_receivers

        keep_on_promotion(Channel)
        also_post(write_text)
        concerns.declare(paused_channels_concern.KIND)
        declare_connection(connections_page.application, connections_page.try_application)
        declare_receivers(connections_page.KIND)
        declare_notice(UNHEARD)
        buttons.declare(*buttons.ASKS)
