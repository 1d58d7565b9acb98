"""The site's application on Discord: whether it is the right one, and the commands that Discord knows of it."""

from nomic.connections.discord_application import discord_application
from nomic.discord.commands import as_json
from nomic.discord.protocol.rest import request_discord


class WrongApplication(Exception):
    """Raised if the number or the public key does not belong to the bot's token. The message says which."""


def check_application() -> str:
    """Ask Discord to which application the site's token belongs, and return the application's name.

    Raises WrongApplication if the token belongs to another application, and DeliveryError if Discord does not answer.
    """
    ours = discord_application()
    found = request_discord("GET", "/applications/@me").data
    if not isinstance(found, dict) or str(found.get("id")) != ours.number:
        raise WrongApplication("The token belongs to a different application than the application ID.")
    if str(found.get("verify_key", "")).lower() != ours.public_key.lower():
        raise WrongApplication("The public key is not that of the application. Commands would be refused.")
    return str(found.get("name", ""))[:100]


def register_commands() -> int:
    """Register this site's slash commands at Discord, and return their number.

    Raises DeliveryError if Discord refuses.
    """
    commands = as_json()
    request_discord("PUT", f"/applications/{discord_application().number}/commands", commands)
    return len(commands)
