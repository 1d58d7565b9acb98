"""Discord on the office's page of connections: the application, the channels and what each receives, and tests."""

from django.urls import reverse
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.roles import Duty
from nomic.connections.discord_application import DISCORD, discord_application
from nomic.discord.application import WrongApplication, check_application, register_commands
from nomic.discord.models import Channel
from nomic.discord.protocol.channel_check import send_test
from nomic.office.connections import NotTested, OutgoingConnection, Receiver, ReceiverKind, is_set, set_by
from nomic.outbox.delivery_errors import DeliveryError

MAX_TROUBLE = 200  # characters of the reason that a channel keeps


def application() -> OutgoingConnection:
    """Return the connection to Discord."""
    ours = discord_application()
    facts = [
        ("Application ID", ours.number or "none"),
        ("Public key", ours.public_key or "none"),
        ("Token of the bot", is_set(ours)),
        ("Set", set_by(ours)),
    ]
    return OutgoingConnection(
        DISCORD, "Discord", facts if ours.number else [], bool(ours.number),
        "Nobody can play on Discord, and nothing is posted there. An owner sets the application here.",
        "Try it and register the commands",
        "Asks Discord whether ID, key and token belong together, and tells it the commands of this site. Do it after"
        " each update of this program, too. No message is posted.",
        Duty.CONNECTIONS, ours.is_by_form,
    )  # fmt: skip


def try_application(by: Person) -> str:
    """Check the application and register the commands. Return the result in words.

    Raises NotTested if Discord does not answer, or knows another application.
    """
    if not discord_application().number:
        raise NotTested("No application on Discord is set.")
    try:
        name = check_application()
        count = register_commands()
    except WrongApplication as wrong:
        raise NotTested(f"{wrong}") from None
    except DeliveryError as trouble:
        raise NotTested(f"It did not work: {trouble.reason}.") from None
    return f"The bot of {name} is ready. Discord knows {count} commands; they appear within a minute."


def channel_receivers(most: int) -> list[Receiver]:
    """Return the games' channels, at most `most`."""
    rows = Channel.objects.select_related("cycle").order_by("cycle", "topic", "pk")[:most]
    return [Receiver(row, row.topic, _what_it_does(row), change_link(row)) for row in rows]


def test(number: int) -> str:
    """Send a test message to the channel with this primary key. Return the result in words.

    Raises NotTested if there is no such channel, it is switched off, or the message fails.
    """
    channel = Channel.objects.filter(pk=number).first()
    if channel is None:
        raise NotTested("There is no such channel.")
    if channel.stopped_at is not None:
        raise NotTested("The channel is switched off.")
    if reason := send_test(channel.number):
        Channel.objects.filter(pk=number).update(trouble=reason[:MAX_TROUBLE])
        raise NotTested(f"The test did not arrive: {reason}.")
    Channel.objects.filter(pk=number).update(trouble="", sent_at=timezone.now())
    return "The test has arrived in the channel."


def warning() -> str:
    """Return why nothing can be posted to any channel, or ""."""
    if discord_application().password:
        return ""
    return "Nothing is posted to channels, because the bot has no token."


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
    channel_receivers,
    test,
    warning,
)
