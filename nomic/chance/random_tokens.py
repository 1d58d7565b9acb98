"""Random hexadecimal tokens from the operating system, for seeds, salts and unguessable unique names."""

from secrets import token_hex


def fresh_hex(octets: int) -> str:
    """Return the given number of random bytes as hexadecimal digits, two for each byte."""
    return token_hex(octets)
