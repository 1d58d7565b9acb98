"""Discord channels on the office's page of connections: what each receives, and its test."""

from django.conf import settings
from django.urls import reverse

from nomic.discord.models import Channel
from nomic.discord.protocol.channel_access import send_test
from nomic.office.connections import NotTested, Receiver, ReceiverKind


def found(most: int) -> list[Receiver]:
    """Return the games' channels, at most `most`."""
    rows = Channel.objects.select_related("cycle").order_by("cycle", "topic", "pk")[:most]
    return [Receiver(row, row.topic, _what_it_does(row), change_link(row)) for row in rows]


def test(number: int) -> str:
    """Send a test message to the channel with this primary key. Return the result in words. Raises NotTested."""
    channel = Channel.objects.filter(pk=number).first()
    if channel is None:
        raise NotTested("There is no such channel.")
    if channel.stopped_at is not None:
        raise NotTested("The channel is switched off.")
    if reason := send_test(channel.number):
        raise NotTested(f"The test did not arrive: {reason}.")
    return "The test has arrived in the channel."


def warning() -> str:
    """Return why nothing can be posted to any channel, or ""."""
    if settings.DISCORD_BOT_TOKEN:
        return ""
    return "Nothing is posted to channels, because the bot has no token. Operators set DISCORD_BOT_TOKEN."


def _what_it_does(channel: Channel) -> str:
    parts = [f"channel {channel.number}"]
    if channel.uses_threads:
        parts.append("a thread for each match and proposal")
    if channel.counts_reactions:
        parts.append("reactions are votes")
    return " · ".join(parts)


def change_link(channel: Channel) -> str:
    """Return the path of the form that changes a channel: of its game in the office, or the admin's for practice."""
    if channel.cycle.practice:
        return reverse("admin:nomic_discord_channel_change", args=[channel.pk])
    return f"{reverse('channels:game', args=[channel.cycle.slug])}#discord-channel-{channel.pk}"


KIND = ReceiverKind(
    "discord-channel",
    "Channels on Discord",
    "What happens in a game is posted to its channels. A test sends one message.",
    "office:cycles",
    "Add one to a game",
    found,
    test,
    warning,
)
