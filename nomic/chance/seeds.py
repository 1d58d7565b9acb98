"""Seeds of phases, of corrections and of rewrites, and the commitments to them."""

import hashlib
import hmac

from nomic.chance.fresh import fresh_hex

SEED_BYTES = 32


def new_seed() -> str:
    """Return a new secret seed: 32 bytes from the operating system, as 64 hexadecimal digits."""
    return fresh_hex(SEED_BYTES)


def seed_of_a_correction(seed: str, opening: str) -> str:
    """Derive a correction's seed from the secret seed of a phase and the id of the entry that opened the correction.

    Nobody can choose it, because both inputs are fixed before the correction says anything. It does not reveal the
    seed of the phase.
    """
    return hmac.new(bytes.fromhex(seed), f"{opening}\ncorrection".encode(), hashlib.sha256).hexdigest()


def seed_of_a_telling(seed: str, number: int) -> str:
    """Derive the seed of the rewrite of history with this number, made by an outage or a reroll, in the same way."""
    return hmac.new(bytes.fromhex(seed), f"{number}\ntelling".encode(), hashlib.sha256).hexdigest()


def commitment(seed: str) -> str:
    """Return the SHA-256 of the seed's bytes, in hexadecimal. It is published before the phase, as R17 promises."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
