"""The concern of staff about Discord channels to which nothing can be posted."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Q

from nomic.discord.connections_page import change_link
from nomic.discord.models import Channel
from nomic.notices.webhook_settings import SWITCHED_OFF_BY
from nomic.office.concerns import MAX_SHOWN, CheckContext, Concern, ConcernKind

FAILS_FOR = timedelta(minutes=30)


def paused_channels(look: CheckContext) -> Iterator[Concern]:
    """Yield the channels that are paused, and those to which nothing could be posted for half an hour."""
    bad = Q(stopped_at__isnull=False) | Q(failing_since__lt=look.now - FAILS_FOR)
    # What a keeper has switched off is as it should be.
    for channel in (
        Channel.objects.filter(bad)
        .exclude(trouble__startswith=SWITCHED_OFF_BY)
        .select_related("cycle")
        .order_by("pk")[: MAX_SHOWN + 1]
    ):
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
