"""The application on Discord, whose bot posts to channels, and whose commands people use."""

from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings

from nomic.connections.store import store_connection, stored_connection

DISCORD = "discord"


@dataclass(frozen=True, slots=True)
class DiscordApplication:
    """An application on Discord. Without a public key there are no commands, without a password no messages.

    `public_key` is in hexadecimal digits, and `password` is the token of its bot. `is_by_form` is true if an owner set
    the application in the office, `is_lost` if the token must be typed again.
    """

    number: str
    public_key: str
    password: str = field(repr=False)
    is_by_form: bool = False
    is_lost: bool = False


def discord_application() -> DiscordApplication:
    """Return the application set by form, otherwise the one from DISCORD_APPLICATION_ID and the related settings."""
    found = stored_connection(DISCORD)
    if found is None:
        return DiscordApplication(
            settings.DISCORD_APPLICATION_ID, settings.DISCORD_PUBLIC_KEY, settings.DISCORD_BOT_TOKEN
        )
    return DiscordApplication(found.values["number"], found.values["public_key"], found.secret, True, found.is_lost)


def set_discord_application(number: str, public_key: str, token: str) -> None:
    """Store the application that is used from now on."""
    store_connection(DISCORD, {"number": number, "public_key": public_key}, token)


def parse_public_key(digits: str) -> Ed25519PublicKey:
    """Return the public key. Raises ValueError if the digits are not those of a public key."""
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(digits))
