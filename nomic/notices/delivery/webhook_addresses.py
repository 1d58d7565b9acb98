"""Where webhooks may lead: to other machines of the open internet, over HTTPS, and nowhere else.

Whoever types in an address could otherwise have this server ask its own neighbours in their place.
"""

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

from nomic.notices.models import MAX_URL_LENGTH

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# What Python calls global, and yet leads on to addresses of any kind.
_RELAYS = (
    ipaddress.ip_network("192.88.99.0/24"),
    ipaddress.ip_network("2002::/16"),
    ipaddress.ip_network("3fff::/20"),
)
_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")


class ForbiddenAddress(Exception):
    """A webhook's name leads to an address that nothing is sent to."""


def check_url(url: str) -> str:
    """A webhook's URL without white space around it. Raises ValidationError, which does not repeat the URL.

    Where its name leads is looked at each time something is sent, since it can lead elsewhere by then.
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
    """The address, where the host is one written out; also in the ways that only resolvers understand."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))  # 127.1, 0x7f000001, 2130706433
    except OSError:
        return None


def _is_public_name(host: str) -> bool:
    """Whether a name can be one of the open internet: it has a dot, and does not end as names of neighbours do."""
    name = host.rstrip(".").lower()
    return "." in name and not name.endswith((".localhost", ".local", ".internal", ".lan", ".home.arpa", ".onion"))


def _is_loopback_allowed(host: str) -> bool:
    literal = _literal(host)
    return literal is not None and literal.is_loopback and settings.WEBHOOKS_ON_LOOPBACK


def is_allowed(address: IPAddress) -> bool:
    """Whether something may be sent to this address."""
    if address.is_loopback:
        return bool(settings.WEBHOOKS_ON_LOOPBACK)
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address not in _GLOBAL_UNICAST:
        return False
    return not any(address in network for network in _RELAYS if network.version == address.version)


def allowed_addresses(host: str, port: int) -> list[str]:
    """The addresses that a name leads to now. Raises ForbiddenAddress where one of them is out of bounds, OSError.

    A connection has to be made to one of these and no other: asked again, the name could lead elsewhere.
    """
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for text in found:
        if not is_allowed(ipaddress.ip_address(text.partition("%")[0])):
            raise ForbiddenAddress("the address leads into a private network")
    return list(dict.fromkeys(found))
