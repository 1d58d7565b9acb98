"""Checks whether the bot can write in a channel, and sends test messages."""

import secrets

from nomic.discord.protocol.rest import MessageGone, request_discord
from nomic.outbox.delivery_errors import DeliveryError, Fatal, Rejected, Retryable

# The types of Discord's channels in which messages are written: text, voice, announcements, and threads.
WRITTEN_IN = frozenset((0, 2, 5, 10, 11, 12))
TEST_WORDS = "This is a test of the connection to the game."


class Unchecked(Exception):
    """Raised if Discord could not be asked. The message gives the reason."""


def why_not(number: str) -> str | None:
    """Return why the bot cannot write in the channel with this id, or None if it can.

    People in the channel see for some seconds that the bot is typing. Nothing is posted. Raises Unchecked if Discord
    does not answer.
    """
    try:
        answer = request_discord("GET", f"/channels/{number}").data
        if not isinstance(answer, dict) or answer.get("type") not in WRITTEN_IN:
            return "This is not a channel for messages. Copy the ID of a text channel."
        request_discord("POST", f"/channels/{number}/typing")
    except (Fatal, Rejected, MessageGone) as refused:
        return f"Discord does not accept it: {refused.reason}."
    except Retryable as trouble:
        raise Unchecked(trouble.reason) from None
    return None


def send_test(number: str) -> str | None:
    """Send a test message to a channel. Return the reason if it failed, or None."""
    body = {"content": TEST_WORDS, "allowed_mentions": {"parse": [], "users": []}}
    try:
        request_discord(
            "POST", f"/channels/{number}/messages", {**body, "nonce": secrets.token_hex(8), "enforce_nonce": True}
        )
    except DeliveryError as trouble:
        return trouble.reason
    return None
