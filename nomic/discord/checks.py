"""The system check of Discord's public key."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from nomic.connections.discord_application import parse_public_key


@register()
def check_public_key(**more: Any) -> list[CheckMessage]:
    """Return an error if DISCORD_PUBLIC_KEY is not a public key. The site would refuse all of Discord's requests."""
    try:
        if settings.DISCORD_PUBLIC_KEY:
            parse_public_key(settings.DISCORD_PUBLIC_KEY)
    except ValueError:
        hint = "Copy it from the page of the application on Discord: 64 digits and letters from a to f."
        return [Error("DISCORD_PUBLIC_KEY is not a public key.", hint=hint, id="discord.E001")]
    return []
