"""Seeds of phases and their commitments."""

import hashlib
import hmac

from nomic.chance.fresh import fresh_hex

SEED_BYTES = 32


def new_seed() -> str:
    """A fresh secret seed: 32 bytes from the operating system, as 64 hexadecimal digits."""
    return fresh_hex(SEED_BYTES)


def seed_of_a_correction(seed: str, opening: str) -> str:
    """The seed of the correction that the entry of the id `opening` opened, by the seed of a phase that is secret.

    Nobody chooses it: both are fixed before the correction says anything. Whoever knows it cannot tell the phase's.
    """
    return hmac.new(bytes.fromhex(seed), f"{opening}\ncorrection".encode(), hashlib.sha256).hexdigest()


def seed_of_a_telling(seed: str, number: int) -> str:
    """The seed of an outage or a reroll that tells the past again for the time of this number, made in the same way."""
    return hmac.new(bytes.fromhex(seed), f"{number}\ntelling".encode(), hashlib.sha256).hexdigest()


def commitment(seed: str) -> str:
    """The SHA-256 of the seed's bytes, in hexadecimal: published before the phase, R17's promise."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
