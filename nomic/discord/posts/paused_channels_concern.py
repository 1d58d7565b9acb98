"""The concern of staff about Discord channels to which nothing can be posted."""

from collections.abc import Iterator

from nomic.discord.connections_page import change_link
from nomic.discord.models import Channel
from nomic.notices.webhook_settings import is_broken
from nomic.office.concerns import MAX_SHOWN, CheckContext, Concern, ConcernKind


def paused_channels(look: CheckContext) -> Iterator[Concern]:
    """Yield the channels that are paused, or to which nothing can be posted."""
    rows = Channel.objects.filter(is_broken(look.now)).select_related("cycle").order_by("pk")
    for channel in rows[: MAX_SHOWN + 1]:
        yield Concern(
            f"{channel}: {channel.trouble}.", change_link(channel), channel.stopped_at or channel.failing_since
        )


KIND = ConcernKind(
    "discord-channels",
    "Channels on Discord that are paused",
    "Look",
    "Shows the channels, with the reason. You can change a channel or switch it on again.",
    True,
    paused_channels,
)
