r"""A single draw: an integer in [0, sides), determined by a seed and by the purpose of the draw.

The scheme `nomic-draw-1`: x = HMAC-SHA256(seed, "entry\nlabel\nindex\nattempt") as a big-endian number, for
attempt 0, 1, 2, … until x < 2²⁵⁶ − (2²⁵⁶ mod sides). The value is x mod sides. Draws are keyed by the id of their
journal entry, so omitting one act from a replay leaves all other dice unchanged.
"""

import hashlib
import hmac
from dataclasses import dataclass

SCHEME = "nomic-draw-1"
RANGE = 1 << 256
MAX_SIDES = 1 << 64


@dataclass(frozen=True, slots=True)
class Drawn:
    """A recorded draw. `value` is in [0, sides), and `purpose` describes its purpose in words."""

    label: str
    index: int
    sides: int
    value: int
    purpose: str


def draw_value(seed: str, entry: str, label: str, index: int, sides: int) -> int:
    """Compute the value in [0, sides) of draw `index` of `label` in `entry`, from `seed` (64 hex digits).

    Raises ValueError if `sides` is not between 1 and 2⁶⁴.
    """
    if not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"a draw has between 1 and 2^64 sides, not {sides}")
    key = bytes.fromhex(seed)
    limit = RANGE - RANGE % sides
    attempt = 0
    while True:
        message = f"{entry}\n{label}\n{index}\n{attempt}".encode()
        number = int.from_bytes(hmac.digest(key, message, hashlib.sha256), "big")
        if number < limit:
            return number % sides
        attempt += 1
