"""Fresh random words from the operating system: seeds, salts, and names that nobody has had and nobody can guess."""

from secrets import token_hex


def fresh_hex(octets: int) -> str:
    """So many random octets as hexadecimal digits, two for each."""
    return token_hex(octets)
