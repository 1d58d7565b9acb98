"""The chain of the journal: every entry has a digest over the one before it and all that it says itself.

The scheme `nomic-chain-1`. What is digested is JSON without blanks, keys sorted, all beyond ASCII escaped; a number
that is not whole, or has more than 15 digits, stands in it as a text. A digest is the SHA-256 of that, in hexadecimal.
The first link says under which law the cycle began and when; the others are the entries, each with the digest before.

An entry's id, by which it draws (R17), follows from the digest before it and from who does what: neither the wording
of an act nor whoever runs the site can choose it. The scheme is a promise and never changes; `verify_draws.py` knows
it too.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Protocol

from nomic.chance.draws import Drawn

SCHEME = "nomic-chain-1"
MAX_DIGITS = 15  # of a number that every language reads exactly
ID_DIGITS = 32


class Linked(Protocol):
    """An entry of the journal, as far as its link goes."""

    seq: int
    key: str
    at: datetime
    actor_kind: str
    actor: str
    action: str
    args: Any
    sealed: Any
    revision: int
    phase: int
    words: Any
    events: Any


def digest(link: Any) -> str:
    """The digest of a link: 64 hexadecimal digits. Raises ValueError for what is no JSON."""
    return hashlib.sha256(written(link).encode("ascii")).hexdigest()


def written(data: Any) -> str:
    """JSON data as it is digested, alike however a database gives its numbers back."""
    return _as_digested(json.dumps(data))


def first_link(document: Any, starts_at: datetime) -> dict[str, Any]:
    """What a cycle is before its first entry: the law it begins under, and when."""
    return {"scheme": SCHEME, "law": digest(document), "starts_at": instant(starts_at)}


def link_of(entry: Linked, draws: Iterable[Drawn], before: str) -> dict[str, Any]:
    """An entry as its digest covers it and as the proof shows it; of what it seals only the commitments."""
    return {
        "before": before,
        "seq": entry.seq,
        "key": entry.key,
        "at": instant(entry.at),
        "actor_kind": entry.actor_kind,
        "actor": entry.actor,
        "action": entry.action,
        "args": entry.args,
        "sealed": sorted(entry.sealed),
        "revision": entry.revision,
        "phase": entry.phase,
        "words": entry.words,
        "events": entry.events,
        "draws": [
            {
                "label": draw.label,
                "index": draw.index,
                "sides": draw.sides,
                "value": draw.value,
                "purpose": draw.purpose,
            }
            for draw in draws
        ],
    }


def entry_id(before: str, actor_kind: str, actor: str, action: str, *, branch: str = "") -> str:
    """The id of the entry that follows the digest `before`.

    `branch` tells the entries that only a fork has from those of its original.
    """
    texts = [SCHEME, before, actor_kind, actor, action, *([branch] if branch else [])]
    return hashlib.sha256(_write(texts).encode("ascii")).hexdigest()[:ID_DIGITS]  # there are no numbers to be written


def instant(at: datetime) -> str:
    """An instant in UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _whole(text: str) -> int | str:
    return int(text) if len(text) <= MAX_DIGITS else _number(text)


def _number(text: str) -> int | str:
    plain = format(Decimal(text), "f")
    if "." in plain:
        plain = plain.rstrip("0").removesuffix(".")
    return int(plain) if "." not in plain and len(plain.lstrip("-")) <= MAX_DIGITS else plain


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is no number that could be written down")


_read = json.JSONDecoder(parse_int=_whole, parse_float=_number, parse_constant=_refuse).decode
_write = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


def _as_digested(text: str) -> str:
    return _write(_read(text))
