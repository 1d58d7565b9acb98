"""Discord's signatures: Ed25519 over a time and the body of the request."""

import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from nomic.connections.discord_application import discord_application, parse_public_key

SECONDS_VALID = 300  # how far the signed time may be from ours


def public_key() -> Ed25519PublicKey | None:
    """Return the application's public key, or None if none is set. Raises ValueError if the setting is not a key."""
    digits = discord_application().public_key
    return parse_public_key(digits) if digits else None


def is_signed(key: Ed25519PublicKey, signature: str, at: str, body: bytes) -> bool:
    """Return whether Discord has signed this body recently. `at` is the signed time in seconds since 1970."""
    if not (at.isascii() and at.isdecimal() and len(at) <= 15 and abs(time.time() - int(at)) <= SECONDS_VALID):
        return False
    try:
        key.verify(bytes.fromhex(signature), at.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True
