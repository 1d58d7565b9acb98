"""Web Push: messages to a person's browser, encrypted for it (RFC 8291) and signed with the site's key (RFC 8292).

The site's key is derived from SECRET_KEY, so it needs no setting. A browser subscribes with the public key; if
SECRET_KEY changes, its push service refuses the messages, and the browser has to be added again.
"""

import hashlib
import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.exceptions import ValidationError

from nomic.notices.delivery import webhooks
from nomic.notices.models import Delivery, Webhook
from nomic.outbox.delivery_errors import Fatal

CURVE = ec.SECP256R1()
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SECRET_LENGTH = 16  # bytes of a browser's `auth`
MAX_BODY_LENGTH = 900  # characters; at most 3,600 bytes, and a message may have 3,993
SECONDS_VALID = 12 * 3600  # of a signature; push services allow 24 hours
SECONDS_KEPT = 24 * 3600  # how long a push service keeps a message for a browser that is off


def public_key() -> str:
    """Return the site's public key in the format of browsers: an uncompressed point in base64url."""
    return _encoded(_point(_site_key(settings.SECRET_KEY)))


def read_keys(p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Return a browser's public key (65 bytes) and its secret (16 bytes).

    Raises ValidationError if either is malformed.
    """
    point, secret = _decoded(p256dh), _decoded(auth)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        raise ValidationError("This is not the key of a browser.", code="p256dh") from None
    if len(secret) != SECRET_LENGTH:
        raise ValidationError("This is not the secret of a browser.", code="auth")
    return point, secret


def post(hook: Webhook, deliveries: Sequence[Delivery]) -> None:
    """Send these notices to a browser as one message.

    Raises Rejected if the message is refused, Fatal if the subscription is over, and Retryable otherwise.
    """
    try:
        body = _encrypted(hook, message(deliveries))
    except ValidationError as error:
        raise Fatal(" ".join(error.messages)) from None
    webhooks.post(
        hook.url,
        body,
        {
            "Authorization": f"vapid t={_signature(hook.url)}, k={public_key()}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(SECONDS_KEPT),
        },
    )


def message(deliveries: Sequence[Delivery]) -> bytes:
    """Return the JSON that the service worker shows: `title`, `body`, and `link`, a path on this site."""
    if len(deliveries) == 1:
        title, link = "Infinite Nomic", deliveries[0].link
    else:
        title, link = f"Infinite Nomic: {len(deliveries)} notifications", ""
    body = "\n".join(each.text for each in deliveries)
    if len(body) > MAX_BODY_LENGTH:
        body = f"{body[: MAX_BODY_LENGTH - 1]}…"
    payload = {"title": title, "body": body, "link": link or "/notices/"}
    return json.dumps(payload, ensure_ascii=False).encode()


def _encrypted(hook: Webhook, content: bytes) -> bytes:
    point, secret = read_keys(hook.browser_key, hook.browser_secret)
    once = ec.generate_private_key(CURVE)
    encrypted: bytes = http_ece.encrypt(content, private_key=once, dh=point, auth_secret=secret, version="aes128gcm")
    return encrypted


def _signature(url: str) -> str:
    """Return the signed token that authorises this site at the browser's push service for a few hours."""
    service = urlsplit(url)
    is_public = settings.SITE_URL.startswith("https://")
    claims: dict[str, Any] = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int(time.time()) + SECONDS_VALID,
        "sub": settings.SITE_URL if is_public else f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    return jwt.encode(claims, _site_key(settings.SECRET_KEY), algorithm="ES256")


@lru_cache(maxsize=2)
def _site_key(secret: str) -> ec.EllipticCurvePrivateKey:
    digest = hashlib.sha512(b"nomic.notices.push:" + secret.encode()).digest()
    return ec.derive_private_key(int.from_bytes(digest) % (CURVE_ORDER - 1) + 1, CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    """Decode base64url with or without padding. Returns b"" for anything else."""
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except ValueError:
        return b""
