"""The hash chain of the journal: every entry has a digest of the previous digest and of its own contents.

The scheme `nomic-chain-1`: the digested text is JSON without blanks, with sorted keys, and everything beyond ASCII
escaped. A number that is not an integer, or has more than 15 digits, is written as a string. A digest is the SHA-256 of
that text, in hexadecimal. The first link contains the law under which the cycle began, and the time. All other links
are the entries, each with the previous digest.

An entry's id, by which it draws (R17), derives from the previous digest, the actor and the action. So neither the
wording of an act nor the site's operators can choose it. The scheme is a promise and never changes; `verify_draws.py`
implements it too.
"""

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Protocol

from nomic.chance.draw_scheme import Drawn

SCHEME = "nomic-chain-1"
MAX_DIGITS = 15  # maximum digits of a number that every language reads exactly
ID_DIGITS = 32


class Linked(Protocol):
    """The fields of a journal entry that its link covers."""

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
    """Return the digest of a link: 64 hexadecimal digits. Raises ValueError for data that is not JSON."""
    return hashlib.sha256(written(link).encode("ascii")).hexdigest()


def written(data: Any) -> str:
    """Return JSON data as the text to be digested, which does not depend on how a database returns numbers."""
    return _as_digested(json.dumps(data))


def first_link(document: Any, starts_at: datetime) -> dict[str, Any]:
    """Return the link before the first entry: the digest of the initial law, and the time at which the cycle begins."""
    return {"scheme": SCHEME, "law": digest(document), "starts_at": instant(starts_at)}


def link_of(entry: Linked, draws: Iterable[Drawn], before: str) -> dict[str, Any]:
    """Return an entry's link, which its digest covers and the proof contains.

    `before` is the digest of the preceding link. Sealed arguments appear by their commitments.
    """
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
        "draws": draws_as_json(draws),
    }


def draws_as_json(draws: Iterable[Drawn]) -> list[dict[str, Any]]:
    """Return draws as JSON data, as a link contains them."""
    return [
        {
            "label": draw.label,
            "index": draw.index,
            "sides": draw.sides,
            "value": draw.value,
            "purpose": draw.purpose,
        }
        for draw in draws
    ]


def entry_id(before: str, actor_kind: str, actor: str, action: str, *, branch: str = "") -> str:
    """Return the id of the entry that follows the digest `before`.

    `branch` distinguishes entries that only a fork has from entries of its original.
    """
    texts = [SCHEME, before, actor_kind, actor, action, *([branch] if branch else [])]
    # These texts contain no numbers to normalize.
    return hashlib.sha256(_write(texts).encode("ascii")).hexdigest()[:ID_DIGITS]


def instant(at: datetime) -> str:
    """Return an instant as ISO 8601 text in UTC, to the microsecond."""
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
