"""Secret seeds of phases, of corrections and of rewrites of history, and the commitments to them."""

import hashlib
import hmac

from nomic.chance.random_tokens import fresh_hex

SEED_BYTES = 32


def new_seed() -> str:
    """Return a new secret seed: 32 bytes from the operating system, as 64 hexadecimal digits."""
    return fresh_hex(SEED_BYTES)


def seed_of_a_correction(seed: str, opening: int | str) -> str:
    """Derive a correction's seed from the secret seed of a phase and the number that its rewrite of history would have.

    Nobody can choose the result, because both inputs are fixed before the correction has any content. A correction that
    is dropped and opened again has the same number, and so the same dice. The result does not reveal the seed of the
    phase. A correction that had no number, or gets a new seed by a restore, uses the id of the entry instead.
    """
    return hmac.new(bytes.fromhex(seed), f"{opening}\ncorrection".encode(), hashlib.sha256).hexdigest()


def seed_of_a_rewrite(seed: str, number: int) -> str:
    """Derive the seed of a rewrite of history from the secret seed of a phase and the rewrite's number.

    Outages and rerolls rewrite history. As with corrections, nobody can choose the result.
    """
    return hmac.new(bytes.fromhex(seed), f"{number}\ntelling".encode(), hashlib.sha256).hexdigest()


def commitment(seed: str) -> str:
    """Return the commitment to a seed: the SHA-256 of its bytes, in hexadecimal.

    It is published before the phase (R17).
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
