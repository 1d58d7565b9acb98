"""Verifiable secret draws: a random value for each entry that nobody can choose, and whose proof is separate.

This is the verifiable random function ECVRF-P256-SHA256-TAI of RFC 9381. The cycle's secret key is fixed before its
first entry, which announces the public key. For each text there is exactly one output, whose proof reveals nothing
about other outputs. `static/verify_draws.py` and `static/js/proof.js` check proofs.
"""

import hashlib
import hmac
from functools import lru_cache

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
SUITE = b"\x01"
SCHEME = "nomic-secret-1"
Point = tuple[int, int]


def secret_key(own_seed: str) -> int:
    """Derive a cycle's secret key from its own seed (hexadecimal), which is never published."""
    derived = hmac.new(bytes.fromhex(own_seed), b"secret draws", hashlib.sha256).digest()
    return int.from_bytes(derived, "big") % (ORDER - 1) + 1


@lru_cache(maxsize=256)
def public_key(own_seed: str) -> str:
    """Return a cycle's public key: a point of the curve, as 66 hexadecimal digits."""
    return _written(_times(secret_key(own_seed), BASE)).hex()


@lru_cache(maxsize=64)
def seed_of_secret_draws(own_seed: str, entry: str) -> str:
    """Return the seed of an entry's secret draws, as 64 hexadecimal digits."""
    hashed = _hashed(bytes.fromhex(public_key(own_seed)), _asked(entry))
    return output(_written(_times(secret_key(own_seed), hashed)).hex())


def proof_of_secret_draws(own_seed: str, entry: str) -> str:
    """Return the proof of the seed of an entry's secret draws, as 162 hexadecimal digits."""
    return prove(secret_key(own_seed), _asked(entry)).hex()


def salt_of(seed: str) -> str:
    """Return the salt of the commitment to secret draws from this seed."""
    return hmac.new(bytes.fromhex(seed), b"salt", hashlib.sha256).hexdigest()


def _asked(entry: str) -> bytes:
    return f"{SCHEME}\n{entry}".encode()


def prove(key: int, text: bytes) -> bytes:
    """Return the proof of the output of a secret key for a text (RFC 9381, 5.1)."""
    public = _times(key, BASE)
    hashed = _hashed(_written(public), text)
    gamma, nonce = _times(key, hashed), _nonce(key, _written(hashed))
    points = (public, hashed, gamma, _times(nonce, BASE), _times(nonce, hashed))
    challenge = hashlib.sha256(SUITE + b"\x02" + b"".join(map(_written, points)) + b"\x00").digest()[:16]
    answer = (nonce + int.from_bytes(challenge, "big") * key) % ORDER
    return _written(gamma) + challenge + answer.to_bytes(32, "big")


def output(proved: str) -> str:
    """Return the output that a proof determines, as 64 hexadecimal digits, without checking the proof."""
    return hashlib.sha256(SUITE + b"\x03" + bytes.fromhex(proved)[:33] + b"\x00").hexdigest()


def _written(point: Point) -> bytes:
    x, y = point
    return bytes([2 + y % 2]) + x.to_bytes(32, "big")


def _hashed(public: bytes, text: bytes) -> Point:
    """Hash a text to a point of the curve, by trying x coordinates until one belongs to a point."""
    for attempt in range(256):
        digest = hashlib.sha256(SUITE + b"\x01" + public + text + bytes([attempt]) + b"\x00").digest()
        x = int.from_bytes(digest, "big")
        square = (x * x * x - 3 * x + B) % P
        y = pow(square, (P + 1) // 4, P)
        if x < P and y * y % P == square:
            return x, y if y % 2 == 0 else P - y
    raise ArithmeticError("no point in 256 attempts")  # one case in 2^256


def _nonce(key: int, text: bytes) -> int:
    """Return the deterministic nonce of RFC 6979 for a text."""
    written = key.to_bytes(32, "big")
    hashed = (int.from_bytes(hashlib.sha256(text).digest(), "big") % ORDER).to_bytes(32, "big")
    value, mac = b"\x01" * 32, b"\x00" * 32
    for mark in (b"\x00", b"\x01"):
        mac = hmac.new(mac, value + mark + written + hashed, hashlib.sha256).digest()
        value = hmac.new(mac, value, hashlib.sha256).digest()
    while True:
        value = hmac.new(mac, value, hashlib.sha256).digest()
        nonce = int.from_bytes(value, "big")
        if 1 <= nonce < ORDER:
            return nonce
        mac = hmac.new(mac, value + b"\x00", hashlib.sha256).digest()
        value = hmac.new(mac, value, hashlib.sha256).digest()


# Points in Jacobian coordinates (x / z², y / z³); infinity has z = 0.


def _times(factor: int, point: Point) -> Point:
    """Multiply a point, other than infinity, by a factor that is not a multiple of the order."""
    found = (1, 1, 0)
    for bit in bin(factor)[2:]:
        found = _doubled(found)
        if bit == "1":
            found = _added(found, point)
    x, y, z = found
    inverse = pow(z, -1, P)
    return x * inverse * inverse % P, y * inverse * inverse * inverse % P


def _doubled(point: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, z = point
    if z == 0:
        return point
    square_z, square_y = z * z % P, y * y % P
    beta = x * square_y % P
    alpha = 3 * (x - square_z) * (x + square_z) % P
    x_new = (alpha * alpha - 8 * beta) % P
    return x_new, (alpha * (4 * beta - x_new) - 8 * square_y * square_y) % P, 2 * y * z % P


def _added(one: tuple[int, int, int], other: Point) -> tuple[int, int, int]:
    x, y, z = one
    if z == 0:
        return (*other, 1)
    square_z = z * z % P
    h, r = (other[0] * square_z - x) % P, (other[1] * square_z * z - y) % P
    if h == 0:
        return _doubled(one) if r == 0 else (1, 1, 0)
    square, cube = h * h % P, h * h * h % P
    shared = x * square % P
    x_new = (r * r - cube - 2 * shared) % P
    return x_new, (r * (shared - x_new) - y * cube) % P, z * h % P
