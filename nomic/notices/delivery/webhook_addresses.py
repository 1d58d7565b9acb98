"""Validation of webhook addresses: only public hosts over HTTPS, apart from loopback if WEBHOOKS_ON_LOOPBACK is set.

Otherwise users could make this server send requests into its own private network (SSRF).
"""

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

from nomic.notices.models import MAX_URL_LENGTH

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# Networks that Python considers global, but that relay to arbitrary addresses.
_RELAYS = (
    ipaddress.ip_network("192.88.99.0/24"),
    ipaddress.ip_network("2002::/16"),
    ipaddress.ip_network("3fff::/20"),
)
DISCORD = ("discord.com", "discordapp.com")
NO_WEBHOOK = (
    "This is an address on Discord, but not that of a webhook. On Discord open the channel's settings, Integrations, "
    "Webhooks, and press Copy Webhook URL."
)
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


class ForbiddenAddress(Exception):
    """Raised when a webhook's host name resolves to a forbidden address."""


def check_url(url: str) -> str:
    """Return a webhook's URL without surrounding white space.

    Raises ValidationError, which does not repeat the URL. The host name is resolved and checked again at each sending,
    because it may change.
    """
    url = url.strip()
    if not url:
        raise ValidationError("Give the webhook's URL.", code="required")
    if len(url) > MAX_URL_LENGTH:
        raise ValidationError(f"A webhook's URL has at most {MAX_URL_LENGTH} characters.", code="max_length")
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise ValidationError("A URL has no spaces and only plain characters.", code="characters")
    parts = _split(url)
    host = parts.hostname or ""
    if parts.username is not None or parts.password is not None:
        raise ValidationError("Leave out the user's name and password.", code="userinfo")
    if parts.fragment:
        raise ValidationError("Leave out the part after #.", code="fragment")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_loopback_allowed(host)):
        raise ValidationError("A webhook's URL begins with https://", code="scheme")
    if ".".join(host.split(".")[-2:]) in DISCORD and not (
        parts.path.startswith("/api/") and "/webhooks/" in parts.path
    ):
        raise ValidationError(NO_WEBHOOK, code="discord")
    literal = _literal(host)
    if (literal is not None and not is_allowed(literal)) or (literal is None and not _is_public_name(host)):
        raise ValidationError("Webhooks are sent to the open internet only.", code="address")
    return url


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValidationError("This is not a URL.", code="invalid") from None
    if not parts.hostname or port == 0:
        raise ValidationError("This is not a URL.", code="invalid")
    return parts


def _literal(host: str) -> IPAddress | None:
    """Parse a literal IP address, including the forms that only resolvers understand. Returns None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))  # 127.1, 0x7f000001, 2130706433
    except OSError:
        return None


def _is_public_name(host: str) -> bool:
    """Return whether a name can be public: it has a dot and no suffix of private networks."""
    name = host.rstrip(".").lower()
    return "." in name and not name.endswith((".localhost", ".local", ".internal", ".lan", ".home.arpa", ".onion"))


def _is_loopback_allowed(host: str) -> bool:
    literal = _literal(host)
    return literal is not None and literal.is_loopback and settings.WEBHOOKS_ON_LOOPBACK


def is_allowed(address: IPAddress) -> bool:
    """Return whether messages may be sent to this address."""
    if address.is_loopback:
        return bool(settings.WEBHOOKS_ON_LOOPBACK)
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in _GLOBAL_UNICAST:
        return False
    return not any(address in network for network in _RELAYS if network.version == address.version)


def allowed_addresses(host: str, port: int) -> list[str]:
    """Resolve a name to its current addresses.

    The caller has to connect to one of these, because a second resolution could give another address. Raises
    ForbiddenAddress if one of them is not allowed, and OSError.
    """
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for text in found:
        if not is_allowed(ipaddress.ip_address(text.partition("%")[0])):
            raise ForbiddenAddress("the address leads into a private network")
    return list(dict.fromkeys(found))
