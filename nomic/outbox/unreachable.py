"""Reasons why another server could not be reached, as text, with one piece of advice each."""

import socket
import ssl
from collections.abc import Iterator

UNKNOWN_NAME = "there is no server of that name: look for a typing mistake in the address"
REFUSED = "nothing answers there: check the address, and whether the server runs"
TOO_SLOW = "it did not answer in time: try again in a few minutes"
BAD_CERTIFICATE = "its certificate is not valid: check the address, or tell whoever runs that server"
BROKEN_OFF = "the connection broke off: try again in a few minutes"
OUR_MISTAKE = "this program made a mistake: tell whoever runs this site, whose log says more"
MAX_DEPTH = 8


def why_unreachable(error: BaseException) -> str:
    """Return why a connection failed, and what to do, as the end of a sentence."""
    for each in _causes(error):
        if isinstance(each, socket.gaierror) or type(each).__name__ == "NameResolutionError":
            return UNKNOWN_NAME
        if isinstance(each, ConnectionRefusedError):
            return REFUSED
        if isinstance(each, ssl.SSLError):
            return BAD_CERTIFICATE
        if isinstance(each, TimeoutError) or type(each).__name__ in ("ConnectTimeout", "ReadTimeout", "Timeout"):
            return TOO_SLOW
    return BROKEN_OFF


def _causes(error: BaseException, depth: int = 0) -> Iterator[BaseException]:
    """Yield an error and what it wraps. Libraries wrap errors as causes, arguments or reasons."""
    yield error
    if depth < MAX_DEPTH:
        wrapped = (error.__cause__, error.__context__, getattr(error, "reason", None), *error.args)
        for each in wrapped:
            if isinstance(each, BaseException):
                yield from _causes(each, depth + 1)
