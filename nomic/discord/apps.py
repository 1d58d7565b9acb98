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
        from nomic.notices.kinds import register_notice_kind as declare_notice
        from nomic.office import concerns
        from nomic.office.connections import register_connection, register_receivers

        keep_on_promotion(Channel)
        also_post(write_text)
        concerns.register(paused_channels_concern.KIND)
        register_connection(connections_page.application, connections_page.try_application)
        register_receivers(connections_page.KIND)
        declare_notice(UNHEARD)
        buttons.register(*buttons.ASKS)
