"""Why a server could not be reached is said in words, never by the name of an exception."""

import socket
import ssl

import pytest
import requests
from urllib3.exceptions import MaxRetryError, NameResolutionError, NewConnectionError

from nomic.outbox.unreachable import BAD_CERTIFICATE, BROKEN_OFF, REFUSED, TOO_SLOW, UNKNOWN_NAME, why_unreachable


def wrapped(cause: Exception) -> requests.ConnectionError:
    """An error as the library raises it, around what urllib3 raised."""
    try:
        raise requests.ConnectionError(MaxRetryError(None, "https://secret.example/", cause)) from cause  # type: ignore[arg-type]
    except requests.ConnectionError as error:
        return error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (socket.gaierror("secret"), UNKNOWN_NAME),
        (wrapped(NameResolutionError("secret", None, socket.gaierror("secret"))), UNKNOWN_NAME),  # type: ignore[arg-type]
        (ConnectionRefusedError("secret"), REFUSED),
        (wrapped(ConnectionRefusedError("secret")), REFUSED),
        (ssl.SSLCertVerificationError("secret"), BAD_CERTIFICATE),
        (requests.exceptions.SSLError(ssl.SSLError("secret")), BAD_CERTIFICATE),
        (TimeoutError("secret"), TOO_SLOW),
        (requests.ReadTimeout("secret"), TOO_SLOW),
        (wrapped(NewConnectionError(None, "secret")), BROKEN_OFF),  # type: ignore[arg-type]
        (ConnectionResetError("secret"), BROKEN_OFF),
    ],
)
def test_a_reason_has_one_piece_of_advice_and_no_secret(error: Exception, words: str) -> None:
    """Whatever the library wraps around it."""
    assert why_unreachable(error) == words
    assert ": " in words


def test_errors_that_wrap_each_other_end() -> None:
    """A ring of causes is followed for a while only."""
    one, other = OSError("a"), OSError("b")
    one.__cause__, other.__cause__ = other, one
    assert why_unreachable(one) == BROKEN_OFF
