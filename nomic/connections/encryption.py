"""Encryption of secrets in the database. A copy of the database alone does not reveal them."""

import hashlib
from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

PURPOSE = b"nomic.connections:"  # separates this key from other keys derived from SECRET_KEY


class SecretLost(Exception):
    """Raised when a secret cannot be decrypted, because SECRET_KEY has changed."""


def encrypt(secret: str) -> str:
    """Encrypt a secret with a key that is derived from SECRET_KEY."""
    return _cipher().encrypt(secret.encode()).decode()


def decrypt(token: str) -> str:
    """Decrypt a secret, with SECRET_KEY or one of SECRET_KEY_FALLBACKS. Raises SecretLost if it fits none of them."""
    try:
        return _cipher().decrypt(token.encode()).decode()
    except InvalidToken:
        raise SecretLost from None


def _cipher() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(urlsafe_b64encode(hashlib.sha256(PURPOSE + key.encode()).digest())) for key in keys])
