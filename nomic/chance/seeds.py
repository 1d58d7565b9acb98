"""Seeds of phases and their commitments."""

import hashlib

from nomic.chance.fresh import fresh_hex

SEED_BYTES = 32


def new_seed() -> str:
    """A fresh secret seed: 32 bytes from the operating system, as 64 hexadecimal digits."""
    return fresh_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """The SHA-256 of the seed's bytes, in hexadecimal: published before the phase, R17's promise."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
