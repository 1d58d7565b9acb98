"""Random hexadecimal tokens from the operating system, for seeds, salts and unguessable unique names."""

from secrets import token_hex


def fresh_hex(octets: int) -> str:
    """Return this many random bytes as hexadecimal digits, two for each."""
    return token_hex(octets)
