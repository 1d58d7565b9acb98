#!/usr/bin/env python3
r"""Check the journal and the dice of a cycle yourself. Needs Python 3.8 or newer and nothing else.

    python3 verify_draws.py cycle-16.json
    curl -s https://…/draws.json | python3 verify_draws.py --head 120:5f0c…

The file is the proof of a cycle: its whole journal. The journal is a hash chain (scheme "nomic-chain-1"). Each entry
has a digest: the SHA-256 of its contents, including the digest of the entry before it. The digested text is JSON
without blanks, with sorted keys, and everything beyond ASCII escaped. Before each phase the host publishes the SHA-256
of a secret seed, and after the phase the seed itself (scheme "nomic-draw-1"). Every draw derives from the seed, the
entry's id and the purpose of the draw, and the id derives from the chain. So nobody can choose dice afterwards.

This script checks

1. that each entry follows the one before it and is not earlier, that their numbers have no gap, and that the last entry
   is the head;
2. that each entry's id is the beginning of the SHA-256 of ["nomic-chain-1", the digest before it, the actor's kind,
   the actor, the action], and that the entry has the phase and the revision of the law that were current. Each change
   of the law ("law-changed") says the number of the new revision, which is one more than that of the one before;
3. that each phase's seed (32 bytes) has the SHA-256 that the journal announced before any draw by it, and that the
   seed of every past phase is included. No seed is that of two phases or of a rewrite, and the seed of a phase that is
   not over is not included. A phase that becomes current again after its seed was published has several
   seeds. The entry that brings the phase back, or that records the restore of a backup, announces the new seed
   ("phase-reseeded", and in its "seeds"), and only later entries draw by it. Each new seed is printed;
4. that each draw has the value that the seed gives: for attempt = 0, 1, 2, …
   x = HMAC-SHA256(seed, "<id>\n<label>\n<index>\n<attempt>"), read as a big-endian number. The first x
   below 2^256 - (2^256 mod sides) counts, and the value is x mod sides;
5. that the draws of each entry and label are numbered 0, 1, 2, … in order;
6. that each sealed argument that was revealed, such as a hand of cards, has the commitment that was displayed: the
   SHA-256 of the salt, which has 32 hexadecimal digits, followed by the value, serialized as above;
7. each rewrite of history for an outage, a reroll or a correction. The entry that records it names the first rewritten
   entry ("first"), the number and the digest of the newest entry at that time ("replaced", "head"), and what was
   undone. The proof includes the replaced entries, in "replaced". They must join the journal right before "first" and
   end with "head". Only an entry between "first" and the recording entry may have another id than in 2. This is the id
   that the same act had in the replaced history. If the entry is new, it is an id as in 2 with one item more at the
   end: the number N of the rewrite as a text. An outage undoes no act, and a reroll exactly one; a correction lists
   whatever it undoes. An outage and a reroll change neither the arguments nor the order of acts, and no rewrite
   changes the first seed of a phase that had been announced. For each rewrite the script prints how many entries kept
   their ids, were undone, are new, were moved or changed. An entry that kept its instant was moved if it comes after
   another such entry that it came before. Each of these is a choice of the person who requested it;
8. the seed of each rewrite. New entries of a correction draw by a seed of its own, and say so ("own-dice"). The
   recording entry reveals that seed. Its SHA-256 is in the entry that opened the correction, or in a later one that
   records the restore of a backup ("fork-reseeded"). The seed is HMAC-SHA256(seed of the phase of that entry,
   "<N>\ncorrection"), for what would be the Nth rewrite when the correction was opened. So a correction that is dropped
   and opened again has the same dice. If the entry does not say this number ("rewrite"), its id takes the place of N;
   no correction may omit it once one has said it. If the cycle had ended by then, the seed of the next phase is used.
   If that entry announces a new seed of the phase, the new one is used. So nobody can choose the seed. Entries put
   into a phase whose seed was public also draw by the rewrite's own seed. An entry that keeps its id keeps its dice: a
   draw with the same label, index and sides has the same seed as before. If that seed was public, any other draw of
   the entry is by the rewrite's own seed, and the entry says which ("more-dice"). For an outage or a reroll that is
   HMAC-SHA256(seed of the phase that was current at the time of the rewrite, "<N>\ntelling"), for the Nth rewrite;
9. secret draws, such as that of a hidden role. The first entry announces a public key ("draw-key"). An entry that may
   draw in secret shows a commitment to its draws ("secret-draws"). Once everything is public that the draws decided, a
   later entry opens them ("draws-opened") with a proof. It is the proof of a verifiable random function,
   ECVRF-P256-SHA256-TAI of RFC 9381, for the text "nomic-secret-1\n<id>". For each id there is exactly one output under
   the key, so nobody can choose it, and it tells nothing of other outputs. The output is the seed of the draws, which
   are computed as in 4, with "<id> unseen" for the id. The commitment is the SHA-256 of [salt, draws], serialized as
   above, and the salt is HMAC-SHA256(seed, "salt"). Draws that are never opened stay secret.

A host could recompute the whole journal as a new, flawless chain. Only somebody who noted an earlier head can detect
that. The gamestate page on the wiki, whose history nobody here can change, and the webhook of each phase contain heads
in the form SEQ:HEX. With --head the journal is checked against a head that you noted. With --commitment PHASE:HEX it is
checked against a commitment that you noted. Both may be given more than once. A head that you noted may have been
replaced by a rewrite of history, which is printed too.

The file has to be UTF-8 and JSON that every program reads alike: whole numbers up to 2^53 - 1, no field twice in an
object, at most 200 nested lists and objects, and nothing after its end. It may be laid out in any way.

Draws of a phase whose seed is still secret are counted as "not yet checkable"; that is not a failure.
Entries older than the chain itself, if there are any, have random ids.

Exit code 0: nothing is wrong. 1: something is wrong, and is printed. 3: nothing is wrong, but a head that you noted was
replaced.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TextIO

SCHEME = "nomic-chain-1"
DRAW_SCHEME = "nomic-draw-1"
SECRET_SCHEME = "nomic-secret-1"  # noqa: S105 - the name of a scheme
RANGE = 2**256
MAX_COUNT = 2**53 - 1  # what every language reads exactly
MAX_DEPTH = 200  # nested lists and objects in the proof
BLANKS = " \t\r\n"  # what JSON allows between its parts
OUTAGE, REROLL, CORRECTION = "tell-anew", "tell-rerolled", "tell-corrected"
WHY = {OUTAGE: "for an outage", REROLL: "for a reroll", CORRECTION: "for a correction"}
OPENING = "open-correction"
EDITING = "edit-correction"
NEW_SEEDS = "new-seeds"
RESTORED = "for a backup that was restored"
COUNTED = {OPENING: "opened", EDITING: "edited", "drop-correction": "dropped"}
MAX_NAMED = 100  # entries that are undone, named by the entry that tells the past again
OLD = " of a history that was replaced"
HEX_32_BYTES = re.compile(r"[0-9a-f]{64}\Z")
HEX_KEY = re.compile(r"0[23][0-9a-f]{64}\Z")
HEX_PROOF = re.compile(r"0[23][0-9a-f]{160}\Z")
HEX_ID = re.compile(r"[0-9a-f]{32}\Z")
SIDES = re.compile(r"[0-9]{1,20}\Z")
INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z\Z")
NUMBER = re.compile(r"-?[0-9]{1,16}\Z")
STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)


@dataclass
class Report:
    """The result of a check: sentences about failures, and counts of what was checked."""

    failures: list[str] = field(default_factory=list)
    rewrites: list[str] = field(default_factory=list)  # a sentence for each rewrite of history
    replaced: list[str] = field(default_factory=list)  # a sentence for each noted head that was replaced
    entries: int = 0
    head: str = ""
    kept: int = 0
    seeds: int = 0
    reseeded: list[str] = field(default_factory=list)  # a sentence for each additional seed of a phase
    draws: int = 0
    not_yet: int = 0
    seals: int = 0
    closed: int = 0
    opened: int = 0  # corrections
    edited: int = 0
    dropped: int = 0
    waiting: int = 0  # seeds of corrections that cannot be checked yet
    secrets: int = 0  # entries whose secret draws were opened
    hidden: int = 0  # entries whose secret draws, if there are any, were not opened


def written(data: Any) -> str:
    """Serialize data as canonical JSON, the input of all digests."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(data: Any) -> str:
    return hashlib.sha256(written(data).encode("ascii")).hexdigest()


def id_after(before: str, whose: tuple[str, str, str], *branch: str) -> str:
    """Compute the id of an entry that follows the digest `before`."""
    return digest([SCHEME, before, *whose, *branch])[:32]


def seed_of_a_correction(seed: bytes, opening: int | str) -> bytes:
    """Derive a correction's seed from a phase's seed and the number or the id of the entry that opened it."""
    return hmac.new(seed, f"{opening}\ncorrection".encode(), hashlib.sha256).digest()


def seed_of_a_rewrite(seed: bytes, number: int) -> bytes:
    """Derive from a phase's seed the seed of the rewrite with this number, made by an outage or a reroll."""
    return hmac.new(seed, f"{number}\ntelling".encode(), hashlib.sha256).digest()


# ── the verifiable random function ECVRF-P256-SHA256-TAI (RFC 9381), on points of the curve P-256

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
CURVE_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
Point = tuple[int, int]


def point_from(octets: bytes) -> Point | None:
    """Return the point that 33 bytes stand for, or None if there is none."""
    x = int.from_bytes(octets[1:], "big")
    square = (x * x * x - 3 * x + CURVE_B) % P
    y = pow(square, (P + 1) // 4, P)
    if len(octets) != 33 or octets[0] not in (2, 3) or x >= P or y * y % P != square:
        return None
    return x, y if y % 2 == octets[0] % 2 else P - y


def octets_of(point: Point) -> bytes:
    return bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")


def plus(one: Point | None, other: Point | None) -> Point | None:
    """Add two points; None is infinity."""
    if one is None or other is None:
        return other if one is None else one
    if one[0] == other[0]:
        if (one[1] + other[1]) % P == 0:
            return None
        slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, P) % P
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P) % P
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def times_point(factor: int, point: Point | None) -> Point | None:
    found: Point | None = None
    for bit in bin(factor % ORDER)[2:]:
        found = plus(found, found)
        if bit == "1":
            found = plus(found, point)
    return found


def hashed_to_point(key: bytes, text: bytes) -> Point | None:
    for attempt in range(256):
        digested = hashlib.sha256(b"\x01\x01" + key + text + bytes([attempt]) + b"\x00").digest()
        point = point_from(b"\x02" + digested)
        if point is not None:
            return point
    return None


def proved_output(key: bytes, text: bytes, proof: bytes) -> bytes | None:
    """Return the output of the random function with this public key for a text, or None if the proof is wrong."""
    public, gamma, hashed = point_from(key), point_from(proof[:33]), hashed_to_point(key, text)
    challenge, answer = int.from_bytes(proof[33:49], "big"), int.from_bytes(proof[49:], "big")
    if public is None or gamma is None or hashed is None or len(proof) != 81 or answer >= ORDER:
        return None
    u = plus(times_point(answer, BASE), times_point(-challenge, public))
    v = plus(times_point(answer, hashed), times_point(-challenge, gamma))
    if u is None or v is None:
        return None
    points = b"".join(octets_of(point) for point in (public, hashed, gamma, u, v))
    if hashlib.sha256(b"\x01\x02" + points + b"\x00").digest()[:16] != proof[33:49]:
        return None
    return hashlib.sha256(b"\x01\x03" + proof[:33] + b"\x00").digest()


def quoted(text: str) -> str:
    """Quote a text as JSON. Half of a surrogate pair, which is no character, is escaped as browsers do."""
    shown = json.dumps(text, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", shown)


def drawn_value(seed: bytes, entry: str, label: str, index: int, sides: int) -> int:
    """Compute the value in [0, sides) of a draw under the scheme."""
    limit = RANGE - RANGE % sides
    attempt = 0
    while True:
        message = f"{entry}\n{label}\n{index}\n{attempt}".encode()
        x = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if x < limit:
            return x % sides
        attempt += 1


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT


def is_hex(value: Any) -> bool:
    return isinstance(value, str) and HEX_32_BYTES.match(value) is not None


def is_part_of_a_message(value: Any) -> bool:
    """Whether a value can be a part of a draw's message.

    A line break would let two different draws have the same message, and a lone surrogate has no UTF-8 encoding.
    """
    return isinstance(value, str) and "\n" not in value and not re.search("[\ud800-\udfff]", value)


def whole_or_none(value: Any) -> int | None:
    """Return a whole number, which is written as a text if it is large, or None if the value is not one."""
    if isinstance(value, str) and SIDES.match(value):
        return int(value)
    return value if is_whole(value) else None


def is_list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(each, kind) for each in value)


FIELDS_OF_AN_ENTRY: list[tuple[tuple[str, ...], Callable[[Any], bool], str]] = [
    (("seq", "revision", "phase"), is_whole, "a whole number"),
    (("before",), is_hex, "64 hexadecimal digits"),
    (("key",), lambda key: isinstance(key, str) and bool(HEX_ID.match(key)), "32 hexadecimal digits"),
    (("at",), lambda at: isinstance(at, str) and bool(INSTANT.match(at)), "an instant in UTC"),
    (("actor_kind", "actor", "action"), lambda value: isinstance(value, str), "a text"),
    (("args",), lambda value: isinstance(value, dict), "an object"),
    (("sealed", "words"), is_list_of(str), "a list of texts"),
    (("events", "draws"), is_list_of(dict), "a list of objects"),
]


def is_earlier(at: str, than: str) -> bool:
    """Whether an instant is before another one. Both are in UTC, with or without microseconds."""
    return at[:19] + at[20:-1].ljust(6, "0") < than[:19] + than[20:-1].ljust(6, "0")


def wrong_with_entry(entry: Any) -> str:
    """Return why an entry is malformed and cannot be checked, or an empty text."""
    if not isinstance(entry, dict):
        return "is not an object"
    for names, is_right, kind in FIELDS_OF_AN_ENTRY:
        for name in names:
            if not is_right(entry.get(name)):
                return f"{name} is not {kind}"
    return ""


def wrong_with_draw(draw: dict[str, Any]) -> str:
    """Return why a draw is malformed and cannot be checked, or an empty text."""
    if not is_part_of_a_message(draw.get("label")):
        return "label is not a text of one line"
    if not is_whole(draw.get("index")):
        return "index is not a whole number"
    if whole_or_none(draw.get("value")) is None:
        return "value is not a whole number"
    sides = whole_or_none(draw.get("sides"))
    if sides is None or not 1 <= sides <= 2**64:
        return "sides is not between 1 and 2^64"
    return "" if int(draw["value"]) < sides else "value is not below sides"


class Link(NamedTuple):
    """The data of an entry that are needed to find out which rewrite added it."""

    seq: int
    key: str
    before: str
    digest: str
    whose: tuple[str, str, str]
    at: str
    phase: int
    revision: int
    laws: list[Any]  # the numbers of the revisions of the law that it brings
    begins: int  # number of phases that begin with it
    ends: bool  # whether the cycle ends with it
    is_plain: bool  # whether its id derives from the chain alone
    drew: bool
    own: str | None  # commitment of the correction's seed by which it drew
    more: dict[int, str]  # draws by the seed of a later rewrite: their places, with its commitment
    promise: str  # commitment of the seed of the correction that it opens or reseeds
    number: int | None  # the number from which that seed derives, or None if it derives from the id
    announces: list[tuple[int, str]]  # phases and commitments of seeds; NEXT is the one after a phase that begins
    reveals: str  # commitment of the seed that it reveals
    rewrite_args: dict[str, Any] | None  # its arguments, if it records a rewrite
    restored: dict[str, Any] | None  # its arguments, if it records the restore of a backup
    said: str  # digest of its contents, independent of its position
    words: list[str]
    draws: list[Any]  # its draws, if history was rewritten
    args: dict[str, Any]  # its arguments, if history was rewritten
    seals: dict[str, str]  # its sealed arguments by name, with their commitments
    unseals: list[dict[str, Any]]  # its events that open sealed arguments
    secret: list[Any]  # commitments to its secret draws
    opens: list[dict[str, Any]]  # its events that open secret draws
    where: str

    def __str__(self) -> str:
        return f"entry {self.seq}{self.where}"

    @property
    def is_act(self) -> bool:
        """Whether it is an act instead of a due action. The restore of a backup counts as an act."""
        return self.whose[0] != "system" or self.whose[2] == NEW_SEEDS


NEXT = -1


def announced_by(entry: dict[str, Any]) -> list[tuple[int, str]]:
    """Return phase and commitment of each seed that an entry announces.

    A malformed commitment becomes an empty text.
    """
    action, is_system = entry["action"], entry["actor_kind"] == "system"
    found: list[tuple[int, Any]] = []
    for event in entry["events"]:
        kind, commitment = event.get("kind"), event.get("commitment")
        if is_system and action == "begin-cycle" and kind == "cycle-began":
            commitments = event.get("commitments")
            found.extend(enumerate(commitments if isinstance(commitments, list) else []))
        elif is_system and action == "begin-phase" and kind == "phase-began":
            found.append((NEXT, commitment))
        elif gives_new_seeds(entry) and kind == "phase-reseeded" and is_whole(event.get("phase")):
            found.append((event["phase"], commitment))
    return [(phase, each if is_hex(each) else "") for phase, each in found]


def key_announced(entry: dict[str, Any]) -> str | None:
    """Return the public key of secret draws that an entry announces, or None."""
    found = next((event.get("key") for event in entry["events"] if event.get("kind") == "draw-key"), None)
    return found if isinstance(found, str) else None


def gives_new_seeds(entry: dict[str, Any]) -> bool:
    """Whether an entry may give a phase another seed."""
    return entry["action"] in WHY or (entry["action"] == NEW_SEEDS and entry["actor_kind"] == "system")


def promised_by(entry: dict[str, Any]) -> str:
    """Return the commitment of the seed of the correction that an entry opens or reseeds, or an empty text."""
    promise: Any = None
    if entry["action"] == OPENING:
        promise = entry["args"].get("commitment")
    elif entry["action"] == NEW_SEEDS and entry["actor_kind"] == "system":
        reseeded = [event.get("commitment") for event in entry["events"] if event.get("kind") == "fork-reseeded"]
        promise = reseeded[0] if reseeded == [entry["args"].get("fork")] else None
    return promise if is_hex(promise) else ""


def revealed_by(event: dict[str, Any]) -> str:
    """Return the commitment of the seed that an event reveals if it matches the seed, else an empty text."""
    seed, commitment = event.get("seed"), event.get("commitment")
    fits = is_hex(seed) and hashlib.sha256(bytes.fromhex(str(seed))).hexdigest() == commitment
    return str(commitment) if fits else ""


def more_dice(entry: dict[str, Any]) -> dict[int, str]:
    """Return the places of draws by the seed of a later rewrite, each with that seed's commitment.

    Place -1 stands for a malformed event.
    """
    found: dict[int, str] = {}
    for event in entry["events"]:
        if event.get("kind") != "more-dice":
            continue
        places, commitment = event.get("draws"), event.get("commitment")
        is_right = isinstance(places, list) and all(is_whole(each) for each in places) and is_hex(commitment)
        for place in places if is_right else [-1]:
            found[-1 if place in found or place >= len(entry["draws"]) else place] = str(commitment)
    return found


def seals_of(entry: dict[str, Any]) -> dict[str, str]:
    """Return the commitments of an entry's sealed arguments by name; an empty text for a malformed one."""
    found: dict[str, str] = {}
    for name in entry["sealed"]:
        shown = entry["args"].get(name)
        commitment = shown.get("commitment") if isinstance(shown, dict) else None
        found[name] = str(commitment) if is_hex(commitment) else ""
    return found


def link_of(entry: dict[str, Any], where: str = "", *, compares: bool = True) -> Link:
    """Extract the link from a well-formed entry."""
    whose = (entry["actor_kind"], entry["actor"], entry["action"])
    seq, before, key, args, events = entry["seq"], entry["before"], entry["key"], entry["args"], entry["events"]
    kinds = [event.get("kind") for event in events]
    own = next((event.get("commitment") for event in events if event.get("kind") == "own-dice"), "")
    reveals = next((revealed_by(event) for event in events if event.get("kind") == "fork-seed"), "")
    return Link(
        seq,
        key,
        before,
        digest(entry),
        whose,
        entry["at"],
        entry["phase"],
        entry["revision"],
        [event.get("revision") for event in events if event.get("kind") == "law-changed"],
        kinds.count("phase-began") if whose[0] == "system" and whose[2] == "begin-phase" else 0,
        whose[0] == "system" and whose[2] == "end-cycle" and "cycle-ended" in kinds,
        key == id_after(before, whose),
        bool(entry["draws"]),
        (own if is_hex(own) else "") if "own-dice" in kinds else None,
        more_dice(entry) if "more-dice" in kinds else {},
        promised_by(entry),
        args["rewrite"] if whose[2] == OPENING and is_whole(args.get("rewrite")) else None,
        announced_by(entry),
        reveals if whose[2] in WHY else "",
        args if whose[2] in WHY else None,
        args if whose[0] == "system" and whose[2] == NEW_SEEDS else None,
        digest({**entry, "seq": 0, "before": ""}) if compares else "",
        entry["words"] if where else [],
        entry["draws"] if compares else [],
        args if compares else {},
        seals_of(entry),
        [event for event in events if event.get("kind") == "unsealed"],
        [event.get("commitment") for event in events if event.get("kind") == "secret-draws"],
        [event for event in events if event.get("kind") == "draws-opened"],
        where,
    )


def says_the_same(link: Link, was: Link) -> bool:
    """Whether an act has the arguments that it had. An outage may say when it began, in place of its length."""
    return link.whose[2] == "record-outage" or written(link.args) == written(was.args)


def draws_by_seeds(link: Link, of_phase: str) -> Iterator[str]:
    """Yield the draws of an entry, each with the commitment of its seed, as texts to compare."""
    for place, draw in enumerate(link.draws):
        by = link.more.get(place, link.own)
        yield written([draw.get("label"), draw.get("index"), draw.get("sides"), of_phase if by is None else by])


class Version:
    """A version of the journal, entry by entry: the newest first, then each that it replaced."""

    def __init__(self) -> None:
        self.links: list[Link] = []
        # Before each entry: the phase, whether the cycle had ended, and the revision of the law.
        self.states: list[tuple[int, bool, int]] = [(0, False, 0)]
        self.rewrites: list[int] = []  # positions of the entries that record rewrites
        self.decisions: list[int] = []  # positions of the entries after which an open correction is built
        self.keys: dict[str, int] = {}
        # Commitments of corrections' seeds, with the positions of their entries.
        self.promises: list[tuple[int, str]] = []
        self.seeds: dict[int, list[tuple[int, str]]] = {}  # commitments of phases' seeds, likewise
        self.announced: list[tuple[int, int]] = []  # positions and phases of these announcements, in order
        self.opened: list[tuple[int, str]] = []  # positions of entries that open secret draws, with the ids of these
        self.sealing: dict[str, list[Link]] = {}  # entries with sealed arguments or secret draws, by id

    def add(self, link: Link) -> bool:
        """Append an entry. Returns whether its id is unique in this version."""
        if link.rewrite_args is not None:
            self.rewrites.append(len(self.links))
        if link.rewrite_args is not None or link.whose[2] in (OPENING, EDITING, NEW_SEEDS):
            self.decisions.append(len(self.links))
        phase, has_ended, revision = self.states[-1]
        place = len(self.links)
        self.links.append(link)
        self.states.append((phase + link.begins, has_ended or link.ends, revision + len(link.laws)))
        if link.promise:
            self.promises.append((place, link.promise))
        opened = [event.get("entry") for event in link.opens]
        self.opened.extend((place, key) for key in opened if isinstance(key, str))
        if link.seals or link.secret:
            self.sealing.setdefault(link.key, []).append(link)
        for given, commitment in link.announces:
            phase += given == NEXT
            self.announce(place, phase + 1 if given == NEXT else given, commitment)
        return self.is_first(link.key)

    def announce(self, place: int, phase: int, commitment: str) -> None:
        """Append a seed that the entry at this position announces for a phase."""
        self.seeds.setdefault(phase, []).append((place, commitment))
        self.announced.append((place, phase))

    def seed_at(self, phase: int, place: int) -> str:
        """Return the commitment of the seed by which the entry at this position draws in a phase, or an empty text.

        An earlier entry must have announced it. The very first entry draws by a seed that it announces itself.
        """
        for announced, commitment in reversed(self.seeds.get(phase, [])):
            if announced < max(place, 1):
                return commitment
        return ""

    def secret_seed(self, place: int) -> tuple[int, str]:
        """Return the phase whose seed is secret after the entry at this position, and that seed's commitment.

        The commitment is "" if none was announced.
        """
        phase, has_ended, _ = self.states[place + 1]
        return phase + has_ended, self.seed_at(phase + has_ended, place + 1)

    def public_seeds(self, place: int | None = None) -> Iterator[str]:
        """Yield the commitments of seeds that are public, or were superseded because they might be.

        This is at the end, or after the entry at a position.
        """
        last = len(self.links) - 1 if place is None else place
        running, has_ended, _ = self.states[last + 1]
        for phase, announced in self.seeds.items():
            by_then = [commitment for announcing, commitment in announced if announcing <= last]
            yield from by_then if phase < running + has_ended else by_then[:-1]

    def sealed_by(self, key: Any) -> Link | None:
        """Return the entry with this id that has sealed arguments or secret draws, or None."""
        found = self.sealing.get(key, []) if isinstance(key, str) else []
        return found[-1] if found else None

    def is_first(self, key: str) -> bool:
        """Whether no earlier entry has this id. Counts the id."""
        self.keys[key] = self.keys.get(key, 0) + 1
        return self.keys[key] == 1

    def cut(self, length: int) -> None:
        """Truncate to the first `length` entries."""
        while len(self.links) > length:
            link = self.links.pop()
            self.states.pop()
            self.keys[link.key] -= 1
            if link.seals or link.secret:
                self.sealing[link.key].pop()
            if link.rewrite_args is not None:
                self.rewrites.pop()
        while self.decisions and self.decisions[-1] >= length:
            self.decisions.pop()
        while self.promises and self.promises[-1][0] >= length:
            self.promises.pop()
        while self.opened and self.opened[-1][0] >= length:
            self.opened.pop()
        while self.announced and self.announced[-1][0] >= length:
            self.seeds[self.announced.pop()[1]].pop()


@dataclass
class Rewrite:
    """A rewrite of history: the entry that records it, the entries that it replaced, and those that it added."""

    number: int
    link: Link  # the entry that records it, as it was then
    seq: int  # its current number
    first: int
    history: list[Link]
    replaced: list[Link]  # the part of the history from the first rewritten entry on
    brought: list[Link]
    undone: list[Link]
    new: list[Link] = field(default_factory=list)
    kept: int = 0
    moved: int = 0
    changed: int = 0
    latest: int = 0  # the highest number that an entry had before which kept its id and its instant
    has_own_dice: bool = False
    spared: list[tuple[Link, Link | None, str]] = field(
        default_factory=list
    )  # they drew by its seed, as that of their phase was public
    # Entries that drew, each with its earlier version, if it had one, and the commitment of its phase's seed.
    drawn: list[tuple[Link, Link | None, str]] = field(default_factory=list)
    hidden: list[Link] = field(default_factory=list)  # entries that draw otherwise in secret than before

    @property
    def kind(self) -> str:
        return self.link.whose[2]

    def __str__(self) -> str:
        by = f" by {self.link.whose[1]}" if self.link.whose[1] else ""
        return (
            f"Entry {self.seq} rewrote the past from entry {self.first} on, {WHY[self.kind]}{by}. "
            f"Entries that kept their ids: {self.kept}; moved: {self.moved}; changed: {self.changed}; "
            f"undone: {len(self.undone)}; new: {len(self.new)}."
        )


class Check:
    """A single pass over a proof, entry by entry. Failures are added to the report; nothing is raised."""

    def __init__(self, heads: Iterable[tuple[int, str]] = (), commitments: Iterable[tuple[int, str]] = ()) -> None:
        self.report = Report()
        self.noted_heads = list(heads)
        self.noted_commitments = list(commitments)
        self.claimed_head: dict[str, Any] = {}
        self.commitments: dict[int, list[Any]] = {}  # per phase in order, from the heading
        self.seeds: dict[int, list[bytes | None]] = {}
        self.seed_of: dict[str, bytes] = {}  # the same seeds by commitment
        self.forks: dict[str, bytes] = {}  # seeds of corrections by commitment
        self.revealed: set[str] = set()  # commitments of seeds that the journal revealed
        self.announced: dict[int, list[Any]] = {}  # per phase in order, as announced by the journal
        self.over: list[int] = []
        self.seq = 0
        self.phase = 0
        self.revision = 0  # of the law
        self.at = ""
        self.before = ""
        self.start = ""
        self.version = Version()
        self.histories: dict[str, list[Link]] = {}  # replaced histories by their heads
        self.has_rewrites = False
        # Entries that announce the seed of a correction, by id: name, commitment of the seed, and what it derives from:
        # a number or an id, a phase, and the commitment of that phase's seed.
        self.openings: dict[str, tuple[str, str, tuple[int | str, int, str]]] = {}
        # Entries that record rewrites, with the commitments of the seeds that they reveal, and who announced them.
        self.promised: list[tuple[str, str, str]] = []
        # The same for outages and rerolls, with the number of the rewrite, the phase and the commitment.
        self.unpromised: list[tuple[str, str, int, int, str]] = []
        # Commitments of phases' seeds, with the first rewrite before which each was public.
        self.public: dict[str, int] = {}
        self.spared: list[tuple[str, str, int]] = []  # what drew by a rewrite's seed instead of this phase's seed
        # What draws anew by a phase's seed in a rewrite, with the rewrite's number, and whether that seed was public.
        self.anew: list[tuple[str, str, int, bool]] = []
        # What draws otherwise in secret in a rewrite, with the rewrite's number.
        self.hidden_anew: list[tuple[Link, int]] = []
        self.opened_before: dict[str, int] = {}  # ids, with the first rewrite before which their secret draws were open
        self.noted_at: dict[int, list[str]] = {}
        for seq, noted in self.noted_heads:
            self.noted_at.setdefault(seq, []).append(noted)
        self.seen: set[tuple[int, str]] = set()  # noted heads that are on the journal
        self.replaced: dict[tuple[int, str], Rewrite] = {}  # noted heads that are on a replaced history
        self.sealed: dict[str, tuple[int, dict[str, str]]] = {}  # commitments by the entry's id
        self.opened: set[str] = set()
        self.draw_key = ""  # the public key of secret draws
        self.keys_before: list[Any] = []  # the keys that replaced first entries announced
        self.secret: dict[str, tuple[str, str]] = {}  # by the entry's id: its name, and the commitment to secret draws
        self.opened_secrets: set[str] = set()  # ids of entries whose secret draws were opened
        self.proved: set[str] = set()  # openings of secret draws that were checked
        self.phase_of: dict[str, int] = {}  # commitments of seeds, with the phase for which each was announced first

    def fail(self, sentence: str) -> None:
        self.report.failures.append(sentence)

    # ── the heading

    def heading(self, heading: Any) -> bool:
        """Process the part of the document before its entries. Return whether the entries can be checked at all."""
        if not isinstance(heading, dict):
            self.fail("this is not the proof of a cycle")
            return False
        for name, known in (("scheme", SCHEME), ("draw_scheme", DRAW_SCHEME)):
            if heading.get(name) != known:
                self.fail(f"the {name} is not {quoted(known)}, and no other is known here")
                return False
        first, head, phases = heading.get("first"), heading.get("head"), heading.get("phases")
        if not isinstance(first, dict):
            self.fail("the first link of the chain is missing")
            return False
        if not isinstance(head, dict) or not is_whole(head.get("seq")) or not is_hex(head.get("digest")):
            self.fail("the head of the chain is missing")
            return False
        if not isinstance(phases, list):
            self.fail("the list of phases is missing")
            return False
        self.claimed_head = head
        self.before = self.start = digest(first)
        self.note()
        for row in phases:
            self.seed(row)
        for name, take in (("forks", self.fork), ("replaced", self.history)):
            rows = heading.get(name, [])
            if not isinstance(rows, list):
                self.fail(f"{name} is not a list")
                continue
            for row in rows:
                take(row)
        return True

    def history(self, entries: Any) -> None:
        """Process a replaced history, from the first rewritten entry to its head."""
        if not isinstance(entries, list) or not entries or any(wrong_with_entry(entry) for entry in entries):
            self.fail("a history that was replaced cannot be read")
            return
        links: list[Link] = []
        for entry in entries:
            link = link_of(entry, OLD)
            if links and (link.before != links[-1].digest or link.seq != links[-1].seq + 1):
                self.fail(f"{link} does not follow the one before it")
            links.append(link)
        if links[-1].digest in self.histories:
            self.fail("a history that was replaced is there twice")
        if links[0].seq == 1:
            self.keys_before.append(key_announced(entries[0]))
        self.histories[links[-1].digest] = links
        self.has_rewrites = True

    def fork(self, row: Any) -> None:
        """Process the seed of an adopted correction."""
        commitment: Any = row.get("commitment") if isinstance(row, dict) else None
        seed: Any = row.get("seed") if isinstance(row, dict) else None
        if not is_hex(commitment) or not is_hex(seed):
            self.fail("the seed of a correction is not 64 hexadecimal digits")
            return
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commitment:
            self.fail("the seed of a correction does not have the SHA-256 that was promised")
        if commitment in self.forks:
            self.fail("the seed of a correction is there twice")
        self.forks[commitment] = bytes.fromhex(seed)
        self.report.seeds += 1

    def seed(self, row: Any) -> None:
        """Process a seed of the heading: its phase, its commitment, and the seed itself if it is public."""
        if not isinstance(row, dict) or not is_whole(row.get("phase")):
            self.fail("an entry in the list of phases is not a phase")
            return
        phase, seed = row["phase"], row.get("seed")
        commitment: Any = row.get("commitment")
        commitments = self.commitments.setdefault(phase, [])
        if commitment in commitments:
            self.fail(f"phase {phase} is there twice")
            return
        commitments.append(commitment)
        self.seeds.setdefault(phase, []).append(None)
        if not is_hex(commitment):
            self.fail(f"phase {phase}: the commitment is not 64 hexadecimal digits")
            return
        if seed is None:
            return
        if not is_hex(seed):
            self.fail(f"phase {phase}: the seed is not 64 hexadecimal digits")
            return
        self.seeds[phase][-1] = self.seed_of[commitment] = bytes.fromhex(seed)
        self.report.seeds += 1
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commitment:
            self.fail(f"phase {phase}: the seed does not have the published SHA-256")

    def seed_now(self, phase: int) -> bytes | None:
        """Return the current seed of this phase, which was announced last, or None if it is not public."""
        seeds, count = self.seeds.get(phase, []), len(self.announced.get(phase, []))
        return seeds[max(count, 1) - 1] if max(count, 1) <= len(seeds) else None

    def note(self) -> None:
        """Record that the user noted the current head."""
        if self.before in self.noted_at.get(self.seq, ()):
            self.seen.add((self.seq, self.before))

    # ── entries

    def entry(self, entry: Any) -> None:
        """Check the next entry."""
        self.report.entries += 1
        wrong = wrong_with_entry(entry)
        if wrong:
            self.fail(f"the entry after {self.seq}: {wrong}")
            self.follow(self.seq + 1, digest(entry))
            return
        seq = entry["seq"]
        if seq != self.seq + 1:
            self.fail(f"entry {seq} comes after entry {self.seq}")
        if entry["before"] != self.before:
            self.fail(f"entry {seq}: the entry before it is not the one that was there when it was written")
        link = link_of(entry, compares=self.has_rewrites)
        if is_earlier(link.at, self.at):
            self.fail(f"{link}: it is earlier than the entry before it")
        self.at = link.at
        self.remember(link)
        if entry["phase"] != self.phase:
            self.fail(f"entry {seq}: it stands in phase {entry['phase']}, and phase {self.phase} was running")
        self.under_law(link, self.revision)
        self.revision += len(link.laws)
        phase = entry["phase"]
        if link.own is None and entry["draws"] and phase not in self.seeds:
            self.fail(f"{link}: the seed of phase {phase} is not even committed to")
        elif link.own is None and entry["draws"] and phase not in self.announced and seq > 1:
            self.fail(f"{link}: it drew before the seed of phase {phase} was committed to")
        self.draws(entry["draws"], link, self.seed_now(phase))
        self.seals(link)
        self.secret_draws(entry, link)
        if entry["actor_kind"] == "system" or link.rewrite_args is not None:
            self.turn(entry)
        self.follow(seq, link.digest)

    def under_law(self, link: Link, revision: int) -> None:
        """Check the revision of the law that an entry names, and the numbers of those that it brings."""
        if link.revision != revision:
            self.fail(
                f"{link}: it stands under revision {link.revision} of the law, and revision {revision} was in force"
            )
        for number, brought in enumerate(link.laws, revision + 1):
            if written(brought) != written(number):
                self.fail(f"{link}: the revision of the law after {number - 1} is {number}")

    def follow(self, seq: int, newest: str) -> None:
        self.seq = seq
        self.before = newest
        self.note()

    def remember(self, link: Link) -> None:
        """Add an entry of the journal. If history was never rewritten, judge it at once."""
        if self.has_rewrites:
            is_first = self.version.add(link)
            self.open(link)
        else:
            is_first = self.version.is_first(link.key)
            self.plain(link)
            if link.rewrite_args is not None:
                self.fail(f"{link}: the history that it replaces is left out")
        if not is_first:
            self.fail(f"{link}: its id is that of another entry")
        if link.reveals:
            if link.reveals in self.revealed:
                self.fail(f"{link}: it reveals the seed of a correction again")
            self.revealed.add(link.reveals)
        name = COUNTED.get(link.whose[2])
        if name is not None:
            setattr(self.report, name, getattr(self.report, name) + 1)

    def open(self, link: Link) -> None:
        """Record the opening of a correction and its phase, from the oldest version that has it."""
        if not link.promise:
            return
        version = self.version
        if link.restored is not None and len(version.promises) < 2:
            self.fail(f"{link}: it gives a new seed to a correction that nobody opened")
        opening = link.key if link.number is None else 1 + len(version.rewrites)
        origin = (opening, *version.secret_seed(len(version.links) - 1))
        self.openings[link.key] = (str(link), link.promise, origin)

    def draws_of_old(self, link: Link) -> None:
        """Check the draws of a replaced entry by the seed that its phase had then."""
        place = len(self.version.links) - 1
        commitment = self.version.seed_at(link.phase, place)
        if link.own is None and link.draws and not commitment:
            self.fail(f"{link}: the seed of phase {link.phase} is not even committed to")
        self.draws(link.draws, link, self.seed_of.get(commitment))

    def draws(self, draws: list[Any], link: Link, of_phase: bytes | None) -> None:
        """Recompute every draw whose seed is public."""
        key, own = link.key, link.own
        if any(each not in self.forks for each in (*([] if own is None else [own]), *link.more.values())):
            self.fail(f"{link}: the seed of the correction that it came with is withheld")
        if -1 in link.more:
            self.fail(f"{link}: it names draws by another seed that it does not have")
        numbers: dict[str, int] = {}
        for place, draw in enumerate(draws):
            wrong = wrong_with_draw(draw)
            if wrong:
                self.fail(f"{link}, draw {place}: {wrong}")
                continue
            label, index = draw["label"], draw["index"]
            name = f"{link}, {quoted(label)} {index}"
            due = numbers.get(label, 0)
            numbers[label] = due + 1
            if index != due:
                self.fail(f"{name}: it is draw {due} of its label")
            by = link.more.get(place, own)
            seed = of_phase if by is None else self.forks.get(by)
            if seed is None:
                self.report.not_yet += not link.where
                continue
            self.report.draws += not link.where
            sides, recorded = int(draw["sides"]), int(draw["value"])
            value = drawn_value(seed, key, label, index, sides)
            if value != recorded:
                self.fail(f"{name}: recorded {recorded} of {sides}, the seed gives {value}")

    def seals(self, link: Link) -> None:
        """Record sealed arguments, and check the commitments of revealed ones."""
        for name, commitment in link.seals.items():
            if not commitment:
                self.fail(f"entry {link.seq}, {quoted(name)}: it is sealed without a commitment")
        commitments = {name: commitment for name, commitment in link.seals.items() if commitment}
        if commitments:
            self.report.closed += len(commitments)
            self.sealed[link.key] = (link.seq, commitments)
        for event in link.unseals:
            self.opening(link.seq, event)

    def opening(self, seq: int, event: dict[str, Any]) -> None:
        key, opened = event.get("entry"), event.get("args")
        if not isinstance(key, str) or key not in self.sealed or not isinstance(opened, dict):
            self.fail(f"entry {seq}: it opens what nobody sealed")
            return
        of, commitments = self.sealed[key]
        if key in self.opened:
            self.fail(f"entry {seq}: it opens entry {of} again")
            return
        self.opened.add(key)
        checked = self.unseal(f"entry {of}", f"entry {seq}", commitments, opened)
        self.report.closed -= checked
        self.report.seals += checked

    def unseal(self, of: str, by: str, commitments: dict[str, str], opened: dict[str, Any]) -> int:
        """Check sealed arguments that an entry opens. Returns how many were checked.

        A salt has a fixed length, so that no part of it can be taken for the beginning of the value.
        """
        checked = 0
        for name in sorted(commitments):
            what = opened.get(name)
            if not isinstance(what, dict) or not isinstance(what.get("salt"), str) or not HEX_ID.match(what["salt"]):
                self.fail(f"{of}, {quoted(name)}: {by} does not open it with the rest")
                continue
            checked += 1
            text = f"{what['salt']}{written(what.get('value'))}"
            if hashlib.sha256(text.encode("ascii")).hexdigest() != commitments[name]:
                self.fail(f"{of}, {quoted(name)}: what was opened does not have the commitment that was shown")
        return checked

    def opened_of_old(self, link: Link) -> None:
        """Check sealed arguments and secret draws that a replaced entry opens."""
        for event in link.unseals:
            sealing, opened = self.version.sealed_by(event.get("entry")), event.get("args")
            if sealing is None or not sealing.seals or not isinstance(opened, dict):
                self.fail(f"{link}: it opens what nobody sealed")
            else:
                self.unseal(str(sealing), str(link), sealing.seals, opened)
        for event in link.opens:
            sealing, draws = self.version.sealed_by(event.get("entry")), event.get("draws")
            if sealing is None or not sealing.secret or not is_list_of(dict)(draws):
                self.fail(f"{link}: it opens secret draws that no entry has")
            else:
                self.prove(event, str(sealing), sealing.key, sealing.secret[0])

    def secret_draws(self, entry: dict[str, Any], link: Link) -> None:
        """Record the key of secret draws and the commitments to them, and check those that are opened."""
        for event in entry["events"]:
            kind = event.get("kind")
            if kind == "draw-key":
                key = event.get("key")
                if entry["seq"] != 1 or self.draw_key or not isinstance(key, str) or not HEX_KEY.match(key):
                    self.fail(f"{link}: it announces a key of secret draws, as only the first entry can")
                    continue
                self.draw_key = key
            elif kind == "secret-draws":
                commitment = event.get("commitment")
                if not is_hex(commitment) or link.key in self.secret or not self.draw_key:
                    self.fail(f"{link}: the commitment to its secret draws is not one")
                    continue
                self.secret[link.key] = (str(link), str(commitment))
                self.report.hidden += 1
        if entry["seq"] == 1 and any(key != key_announced(entry) for key in self.keys_before):
            self.fail(f"{link}: the key of secret draws is not the one that was announced before")
        for event in entry["events"]:
            if event.get("kind") == "draws-opened":
                self.open_draws(event, link)

    def open_draws(self, event: dict[str, Any], link: Link) -> None:
        """Check secret draws that an entry opens: their seed, their commitment, and each value."""
        key = event.get("entry")
        if not is_list_of(dict)(event.get("draws")) or not isinstance(key, str) or key not in self.secret:
            self.fail(f"{link}: it opens secret draws that no entry has")
            return
        name, commitment = self.secret[key]
        if key in self.opened_secrets:
            self.fail(f"{link}: it opens the secret draws of {name} again")
            return
        self.opened_secrets.add(key)
        self.report.hidden -= 1
        self.report.secrets += self.prove(event, name, key, commitment)

    def prove(self, event: dict[str, Any], name: str, key: str, commitment: Any) -> bool:
        """Check an opening of secret draws, once. Returns whether the cycle's key gives their seed."""
        proof, draws = event.get("proof"), event.get("draws")
        opening = written([key, commitment, proof, draws])
        if opening in self.proved:
            return True
        self.proved.add(opening)
        seed = None
        if isinstance(proof, str) and HEX_PROOF.match(proof):
            text = f"{SECRET_SCHEME}\n{key}".encode()
            seed = proved_output(bytes.fromhex(self.draw_key), text, bytes.fromhex(proof))
        if seed is None:
            self.fail(f"{name}: the seed of its secret draws is not the one that the cycle's key gives")
            return False
        salt = hmac.new(seed, b"salt", hashlib.sha256).hexdigest()
        if digest([salt, draws]) != commitment:
            self.fail(f"{name}: the secret draws that were opened do not have the commitment that was shown")
        self.recompute(draws or [], name, f"{key} unseen", seed)
        return True

    def recompute(self, draws: list[Any], whose: str, message: str, seed: bytes) -> None:
        """Recompute secret draws that were opened."""
        numbers: dict[str, int] = {}
        for place, draw in enumerate(draws):
            wrong = wrong_with_draw(draw)
            if wrong:
                self.fail(f"{whose}, secret draw {place}: {wrong}")
                continue
            label, index, sides, recorded = draw["label"], draw["index"], int(draw["sides"]), int(draw["value"])
            due = numbers.get(label, 0)
            numbers[label] = due + 1
            if index != due:
                self.fail(f"{whose}, secret draw {place}: it is draw {due} of its label")
            value = drawn_value(seed, message, label, index, sides)
            if value != recorded:
                self.fail(f"{whose}, secret draw {place}: recorded {recorded} of {sides}, the seed gives {value}")

    def turn(self, entry: dict[str, Any]) -> None:
        """Process what the calendar's entries say about phases and their seeds."""
        seq = entry["seq"]
        for event in entry["events"]:
            kind = event.get("kind")
            if entry["action"] == "begin-cycle" and kind == "cycle-began":
                commitments = event.get("commitments")
                for phase, commitment in enumerate(commitments if isinstance(commitments, list) else []):
                    self.announce(seq, phase, commitment)
            elif kind == "phase-reseeded" and gives_new_seeds(entry):
                self.announce_again(entry, event.get("phase"), event.get("commitment"))
            elif entry["action"] == "end-cycle" and kind == "cycle-ended":
                self.over.append(self.phase)
            elif entry["action"] == "begin-phase" and kind == "phase-began":
                old, self.phase = self.phase, self.phase + 1
                self.over.append(old)
                self.announce(seq, self.phase + 1, event.get("commitment"))
                if written(event.get("phase")) != written(self.phase):
                    self.fail(f"entry {seq}: the phase after {old} is {self.phase}")
                seed = self.seed_now(old)
                if seed is not None and seed.hex() != event.get("revealed"):
                    self.fail(f"phase {old}: the seed is not the one that entry {seq} revealed")

    def announce(self, seq: int, phase: int, commitment: Any) -> None:
        if phase in self.announced:
            self.fail(f"phase {phase}: entry {seq} announces another commitment")
        else:
            self.announced[phase] = [commitment]
            self.belongs(phase, commitment)

    def belongs(self, phase: int, commitment: Any) -> None:
        """Check that a seed which is announced for a phase is that of no other phase, which could be public."""
        other = self.phase_of.setdefault(commitment, phase) if is_hex(commitment) else phase
        if other != phase:
            self.fail(f"phase {phase}: its seed is that of phase {other}")

    def announce_again(self, entry: dict[str, Any], phase: Any, commitment: Any) -> None:
        """Process a new seed of a phase. The phase must be current or next, and the seed must be new to it."""
        seq, given = entry["seq"], entry["args"].get("seeds")
        told = written({"phase": phase, "commitment": commitment})
        if not isinstance(given, list) or told not in map(written, given):
            self.fail(f"entry {seq}: it announces a new seed that is not among its arguments")
        if not is_whole(phase) or phase not in self.announced or phase < self.phase:
            self.fail(f"entry {seq}: it gives a new seed to something that is not a running phase")
        elif commitment in self.announced[phase]:
            self.fail(f"phase {phase}: entry {seq} announces a seed again that the phase had before")
        else:
            self.announced[phase].append(commitment)
            self.belongs(phase, commitment)
            why = WHY.get(entry["action"], RESTORED)
            self.report.reseeded.append(f"Entry {seq} gave phase {phase} a new seed, {why}.")

    # ── the end

    def end(self) -> None:
        """Make the checks that need all entries."""
        claimed = self.claimed_head
        if (claimed["seq"], claimed["digest"]) != (self.seq, self.before):
            self.fail(f"the head is said to be entry {claimed['seq']}, and the journal does not end with that")
        self.report.head = f"{self.seq}:{self.before}"
        self.check_rewrites()
        self.end_promises()
        self.end_spared()
        self.end_new_draws()
        self.end_heads()
        self.end_phases()

    def check_rewrites(self) -> None:
        """Go back from the journal through each replaced version, and judge the entries that are new in each."""
        version = self.version
        seqs = [version.links[place].seq for place in version.rewrites]
        sentences: list[str] = []
        while version.rewrites:
            place = version.rewrites[-1]
            for link in version.links[place:]:
                self.plain(link)
            rewrite = self.rewrite_at(place, seqs[len(version.rewrites) - 1])
            if rewrite is None:
                break
            self.judge(rewrite)
            sentences.append(str(rewrite))
            self.go_back(rewrite)
        else:
            for link in version.links:
                self.plain(link)
            for links in self.histories.values():
                self.fail(f"{links[-1]}: no entry says that it was replaced")
        self.report.rewrites = sentences[::-1]
        for commitment in self.forks:
            if commitment in self.phase_of:
                self.fail(f"phase {self.phase_of[commitment]}: its seed is that of a rewrite")
            if commitment not in self.revealed:
                self.fail("the seed of a correction is not one that the journal revealed")

    def plain(self, link: Link) -> None:
        """Check an entry that was appended when it happened, not by a rewrite."""
        if not link.is_plain:
            self.fail(f"{link}: its id does not follow from the chain")
        if link.own is not None or link.more:
            self.fail(f"{link}: it draws by the seed of a correction, and came with none")

    def rewrite_at(self, place: int, seq: int) -> Rewrite | None:
        """Return the rewrite recorded by the entry at this position.

        Returns None if the replaced entries are missing or do not fit.
        """
        version = self.version
        link = version.links[place]
        said: dict[str, Any] = link.rewrite_args or {}
        head = said.get("head")
        first: Any = said.get("first")
        newest: Any = said.get("replaced")
        history = self.histories.pop(head, None) if isinstance(head, str) else None
        if history is None:
            self.fail(f"{link}: the history that it replaces is left out")
            return None
        begins = history[0].seq
        if not is_whole(first) or not is_whole(newest) or not 1 <= first <= place + 1:
            self.fail(f"{link}: it does not say from which entry on the past is rewritten")
            return None
        if (
            begins != min(first, newest)
            or begins < 1
            or history[-1].seq != newest
            or len(history) != newest - begins + 1
        ):
            self.fail(f"{link}: the history that it replaces is not the one from entry {first} to entry {newest}")
            return None
        before = version.links[begins - 2].digest if begins > 1 else self.start
        is_all_there = first == begins or (first == newest + 1 and version.links[begins - 1].digest == head)
        if history[0].before != before or not is_all_there:
            self.fail(f"{link}: the history that it replaces does not begin in this journal")
            return None
        brought = version.links[first - 1 : place]
        replaced = history[first - begins :]
        keys = {each.key for each in brought}
        undone = [each for each in replaced if each.key not in keys]
        return Rewrite(len(version.rewrites), link, seq, first, history, replaced, brought, undone)

    def judge(self, rewrite: Rewrite) -> None:
        """Check the entries that a rewrite added, and its account of those that it replaced."""
        before = {link.key: link for link in rewrite.replaced}
        for link in rewrite.brought:
            was = before.get(link.key)
            if was is None:
                self.new(rewrite, link)
            else:
                self.kept(rewrite, link, was)
        self.report.kept += rewrite.kept
        said: dict[str, Any] = rewrite.link.rewrite_args or {}
        named = [{"seq": each.seq, "action": each.whose[2], "words": each.words} for each in rewrite.undone[:MAX_NAMED]]
        count = said.get("undone_count")
        if not is_whole(count) or count != len(rewrite.undone) or written(said.get("undone")) != written(named):
            self.fail(f"{rewrite.link}: what is undone is not what it says")
        new, undone = ([each for each in some if each.is_act] for some in (rewrite.new, rewrite.undone))
        if rewrite.kind == OUTAGE and (len(new), len(undone)) != (1, 0):
            self.fail(f"{rewrite.link}: an outage alone is new, and no act is undone")
        if rewrite.kind == REROLL and not (
            len(new) == len(undone) == 1 and new[0].whose == undone[0].whose and new[0].key == said.get("act")
        ):
            self.fail(f"{rewrite.link}: one act alone is rolled again, and no other is new or undone")
        elif rewrite.kind == REROLL and (new[0].at != undone[0].at or not says_the_same(new[0], undone[0])):
            self.fail(f"{new[0]}: it was rolled again with other arguments, or at another instant")
        if rewrite.kind != CORRECTION:
            before_it, after_it = (
                [each.key for each in some if each.is_act and each.whose[2] != "record-outage"]
                for some in (rewrite.replaced, rewrite.brought)
            )
            stayed = set(before_it) & set(after_it)
            if [key for key in before_it if key in stayed] != [key for key in after_it if key in stayed]:
                self.fail(f"{rewrite.link}: acts that it kept are in another order")

    def new(self, rewrite: Rewrite, link: Link) -> None:
        """Check an entry that is in no earlier version. Its id derives from the chain and the number of the rewrite."""
        rewrite.new.append(link)
        if link.key != id_after(link.before, link.whose, str(rewrite.number)):
            self.fail(f"{link}: its id does not follow from the chain")
        if link.restored is not None:
            self.fail(f"{link}: rewriting the past cannot restore a backup")
        promised = rewrite.link.reveals
        if link.own is None and link.drew and rewrite.kind == CORRECTION:
            self.fail(f"{link}: it is new with a correction, and does not draw by its seed")
        elif link.own is not None and link.own != promised:
            self.fail(f"{link}: it draws by the seed of a correction with which it did not come")
        elif link.own is not None and rewrite.kind != CORRECTION:
            self.spare(rewrite, link, None)
        self.drawn_by(rewrite, link, None)
        if link.more:
            self.fail(f"{link}: it is new, and names draws that it had before")
        rewrite.has_own_dice = rewrite.has_own_dice or link.own is not None

    def kept(self, rewrite: Rewrite, link: Link, was: Link) -> None:
        """Check an entry that keeps its id from the replaced version."""
        rewrite.kept += 1
        if link.whose != was.whose:
            self.fail(f"{link}: its id is that of another act")
        self.place(rewrite, link, was)
        if rewrite.kind != CORRECTION and link.is_act and not says_the_same(link, was):
            self.fail(f"{link}: it keeps its id with other arguments")
        if link.rewrite_args is not None and written(link.rewrite_args) != written(was.rewrite_args):
            self.fail(f"{link}: it says something else about how the past was rewritten")
        if link.restored is not None and written(link.restored) != written(was.restored):
            self.fail(f"{link}: it says something else about how a backup was restored")
        if link.own is not None and link.own != was.own:
            rewrite.has_own_dice = True
            if link.own != rewrite.link.reveals:
                self.fail(f"{link}: it draws by the seed of a correction with which it did not come")
            elif rewrite.kind != CORRECTION or not link.is_act:
                self.spare(rewrite, link, was)
        if link.own is None and was.own is not None and link.drew:
            self.fail(f"{link}: it does not draw by the seed of the correction with which it came")
        self.drawn_by(rewrite, link, was)

    def place(self, rewrite: Rewrite, link: Link, was: Link) -> None:
        """Count an entry that was moved or changed, and check that it may be at another instant."""
        if link.at != was.at:
            rewrite.moved += 1
            is_free = rewrite.kind == CORRECTION and link.whose[0] != "system"
            if not is_free and (rewrite.kind, link.whose[2]) != (OUTAGE, "record-outage"):
                self.fail(f"{link}: it keeps its id at another instant")
            return
        if was.seq < rewrite.latest:
            rewrite.moved += 1
        elif link.said != was.said:
            rewrite.changed += 1
        rewrite.latest = max(rewrite.latest, was.seq)

    def drawn_by(self, rewrite: Rewrite, link: Link, was: Link | None) -> None:
        """Record an entry whose draws are to be compared with those that it made before the rewrite."""
        if link.drew:
            rewrite.drawn.append((link, was, self.version.seed_at(link.phase, link.seq - 1)))
        if was is not None and link.secret != was.secret:
            rewrite.hidden.append(link)

    def spare(self, rewrite: Rewrite, link: Link, was: Link | None) -> None:
        """Record an entry that draws by a rewrite's seed. It may do so only if the seed of its phase was public."""
        rewrite.spared.append((link, was, self.version.seed_at(link.phase, link.seq - 1)))

    def go_back(self, rewrite: Rewrite) -> None:
        """Restore what a rewrite replaced, and check that the rewrite's seed was promised there."""
        version, history = self.version, rewrite.history
        length = history[0].seq - 1
        lost: list[str] = []
        for number in range(len(version.rewrites) - 2, -1, -1):
            place = version.rewrites[number]
            if place < length:
                break
            lost.append(written(version.links[place].rewrite_args))
        recorded = version.rewrites[-1]
        firsts = {phase: given[0] for phase, given in version.seeds.items() if given}
        later = version.links[recorded:]
        version.cut(length)
        for link in history:
            self.old(link)
            if link.digest in self.noted_at.get(link.seq, ()):
                self.replaced.setdefault((link.seq, link.digest), rewrite)
        if [written(each.rewrite_args) for each in history if each.rewrite_args is not None] != lost[::-1]:
            self.fail(f"{rewrite.link}: what it replaces was rewritten at other times")
        self.same_seeds(rewrite, {phase: each for phase, (place, each) in firsts.items() if place <= recorded})
        self.secret_so_far(rewrite, later)
        for _, key in version.opened:
            self.opened_before[key] = rewrite.number
        self.hidden_anew.extend((link, rewrite.number) for link in rewrite.hidden)
        for link, was, now in rewrite.spared:
            then = version.seed_at(was.phase, was.seq - 1) if was is not None and was.drew else None
            self.spared.append((str(link), "" if now == then else now, rewrite.number))
        self.check_new_draws(rewrite)
        self.go_back_to_promises(rewrite)

    def old(self, link: Link) -> None:
        """Append a replaced entry to the version that has it, and check it."""
        version = self.version
        known = len(version.announced)
        if version.links and is_earlier(link.at, version.links[-1].at):
            self.fail(f"{link}: it is earlier than the entry before it")
        if not version.add(link):
            self.fail(f"{link}: its id is that of another entry")
        for _, announced in version.announced[known:]:
            self.belongs(announced, version.seeds[announced][-1][1])
        self.open(link)
        self.draws_of_old(link)
        self.opened_of_old(link)
        phase, _, revision = version.states[-2]
        if link.phase != phase:
            self.fail(f"{link}: it stands in phase {link.phase}, and phase {phase} was running")
        self.under_law(link, revision)

    def secret_so_far(self, rewrite: Rewrite, later: list[Link]) -> None:
        """Record the seeds that were public before a rewrite, and check that no entry since announces one of them."""
        public = set(self.version.public_seeds())
        self.public.update(dict.fromkeys(public, rewrite.number))
        for link in later:
            if any(commitment in public for _, commitment in link.announces if commitment):
                self.fail(f"{link}: it announces a seed that was public before")

    def same_seeds(self, rewrite: Rewrite, firsts: dict[int, str]) -> None:
        """Check that a rewrite gave no phase another first seed than it had.

        A correction may, if the phase was announced only after its entries were performed.
        """
        version = self.version
        last = version.decisions[-1] if rewrite.kind == CORRECTION and version.decisions else len(version.links)
        for phase in sorted(firsts):
            place, commitment = next(iter(version.seeds.get(phase, [])), (last + 1, ""))
            if place <= last and commitment != firsts[phase]:
                self.fail(f"{rewrite.link}: phase {phase} has another seed than before")

    def check_new_draws(self, rewrite: Rewrite) -> None:
        """Check the seeds of draws that an entry had not made before the rewrite."""
        version, number, reveals = self.version, rewrite.number, rewrite.link.reveals
        by_phases: list[tuple[str, str]] = []
        for link, was, now in rewrite.drawn:
            then = version.seed_at(was.phase, was.seq - 1) if was is not None else ""
            before = set(draws_by_seeds(was, then)) if was is not None else set()
            for place, drawn in enumerate(draws_by_seeds(link, now)):
                by = link.more.get(place, link.own)
                if drawn in before:
                    continue
                if by is None:
                    by_phases.append((str(link), now))
                elif place in link.more and by == reveals:
                    rewrite.has_own_dice = True
                    if link.own is None:
                        self.spared.append((str(link), now, number))
                elif was is not None and (place in link.more or by == was.own):
                    self.fail(f"{link}: draw {place} is new, and by a seed that was public before")
        if by_phases:
            decided = version.decisions[-1] if rewrite.kind == CORRECTION and version.decisions else None
            public = set(version.public_seeds(decided))
            self.anew.extend((name, of, number, of in public) for name, of in by_phases)

    def go_back_to_promises(self, rewrite: Rewrite) -> None:
        """Check that the seed of a rewrite was fixed in the version that it replaced."""
        version, name, commitment = self.version, str(rewrite.link), rewrite.link.reveals
        if rewrite.kind != CORRECTION:
            if commitment:
                secret = version.secret_seed(len(version.links) - 1)
                self.unpromised.append((name, commitment, rewrite.number, *secret))
            elif rewrite.has_own_dice:
                self.fail(f"{name}: it does not reveal the seed by which its entries draw")
            return
        promises = [promise for _, promise in version.promises]
        opened = [version.links[place] for place, _ in version.promises]
        newest = dict(zip(promises, opened, strict=True))
        if rewrite.has_own_dice and commitment not in promises:
            self.fail(f"{name}: the seed of its correction was never promised")
        elif rewrite.has_own_dice and commitment != promises[-1]:
            self.fail(f"{name}: the seed of its correction is not the one that was promised last")
        if commitment in newest:
            self.promised.append((name, commitment, newest[commitment].key))
        numbered = [link.number is not None for link in opened if link.restored is None]
        if sorted(numbered) != numbered:
            self.fail(f"{name}: a correction before it omits the number from which its seed derives")

    def end_heads(self) -> None:
        """Check that each noted head is on the journal, or on a version whose replacement is recorded."""
        for seq, noted in self.noted_heads:
            rewrite = self.replaced.get((seq, noted))
            if (seq, noted) in self.seen:
                continue
            if rewrite is not None:
                self.report.replaced.append(
                    f"The head that you noted at entry {seq} was replaced when entry {rewrite.seq} rewrote the past "
                    f"from entry {rewrite.first} on."
                )
            elif seq > self.seq:
                self.fail(f"you noted the head at entry {seq}, and the journal ends before it")
            else:
                self.fail(f"entry {seq}: its digest is not the head that you noted")

    def end_promises(self) -> None:
        """Check that the seed of a rewrite derives from that of a phase, so that nobody chose it."""
        origins: dict[str, tuple[int | str, int, str]] = {}
        for name, promise, origin in self.openings.values():
            if origins.setdefault(promise, origin) != origin:
                self.fail(f"{name}: it promises the seed of another correction")
        for name, commitment, key in self.promised:
            opening, phase, of = self.openings[key][2]
            seed, own = self.seed_of.get(of), self.forks.get(commitment)
            if seed is None:
                self.report.waiting += 1
            elif own is not None and own != seed_of_a_correction(seed, opening):
                self.fail(f"{name}: the seed of its correction does not follow from that of phase {phase}")
        for name, commitment, number, phase, of in self.unpromised:
            seed, own = self.seed_of.get(of), self.forks.get(commitment)
            if seed is None:
                self.report.waiting += 1
            elif own is not None and own != seed_of_a_rewrite(seed, number):
                self.fail(f"{name}: its seed does not follow from that of phase {phase}")

    def end_spared(self) -> None:
        """Check that what drew by a rewrite's seed could not draw by its phase's seed, because that was public."""
        for name, commitment, number in self.spared:
            if self.public.get(commitment, number + 1) > number:
                self.fail(f"{name}: it does not draw by the seed of its phase, and could have")

    def end_new_draws(self) -> None:
        """Check that new draws of a rewrite by a phase's seed were made while that seed was secret."""
        for name, commitment, number, was_public in self.anew:
            if was_public or self.public.get(commitment, number) < number:
                self.fail(f"{name}: it draws anew by the seed of its phase, which was public before")
        for link, number in self.hidden_anew:
            if self.opened_before.get(link.key, number + 1) <= number:
                self.fail(f"{link}: it draws otherwise in secret, by a seed that was public before")

    def end_phases(self) -> None:
        """Check that each phase was announced, and that each public seed is present and matches its commitment."""
        for phase in sorted(self.announced.keys() | self.seeds.keys()):
            if phase not in self.seeds:
                self.fail(f"phase {phase}: the commitment is left out")
            elif phase not in self.announced:
                self.fail(f"phase {phase}: the journal never announced it")
            elif self.commitments[phase] != self.announced[phase]:
                self.fail(f"phase {phase}: the commitment is not the one that the journal announced")
        running = self.phase + (self.phase in self.over)
        for phase in sorted(self.seeds):
            if phase >= running and self.seeds[phase][-1] is not None:
                self.fail(f"phase {phase} is not over, and its seed is public")
        for phase in self.over:
            if None in self.seeds.get(phase, [None]):
                self.fail(f"phase {phase} is over, and its seed is withheld")
        for phase, noted in self.noted_commitments:
            if noted not in self.commitments.get(phase, []):
                self.fail(f"phase {phase}: the commitment is not the one you noted")


def check(heading: Any, entries: Iterable[Any], noted: Check) -> Report:
    """Check a proof that is read entry by entry. Raises what reading an entry raises."""
    if noted.heading(heading):
        for entry in entries:
            noted.entry(entry)
        noted.end()
    return noted.report


def verify(proof: Any, heads: Iterable[tuple[int, str]] = (), commitments: Iterable[tuple[int, str]] = ()) -> Report:
    """Check a whole proof against `heads` and `commitments` noted earlier. Raises nothing."""
    noted = Check(heads, commitments)
    entries = proof.get("entries") if isinstance(proof, dict) else None
    if not isinstance(entries, list):
        noted.fail("this is not the proof of a cycle")
        return noted.report
    return check(proof, entries, noted)


def exact_number(text: str) -> int:
    """Read a number that every language reads exactly. Raises ValueError for any other."""
    if not NUMBER.match(text) or abs(int(text)) > MAX_COUNT:
        raise ValueError(f"{text[:40]} is not a whole number that every language reads exactly")
    return int(text)


def distinct_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object. Raises ValueError if it has a field twice, because programs differ in which one they read."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("an object has a field twice")
    return fields


def is_too_deep(text: str) -> bool:
    """Whether lists and objects are nested too deeply in a text of JSON."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for found in STRING_OR_BRACKET.finditer(text):
        depth += 1 if found[0] in "[{" else -1 if found[0] in "]}" else 0
        if depth > MAX_DEPTH:
            return True
    return False


def parsed(text: str) -> Any:
    """Parse JSON that every program reads alike. Raises ValueError for any other."""
    if is_too_deep(text):
        raise ValueError(f"lists and objects are nested more than {MAX_DEPTH} deep")
    return json.loads(
        text,
        object_pairs_hook=distinct_fields,
        parse_int=exact_number,
        parse_float=exact_number,
        parse_constant=exact_number,
    )


def opened_file(path: str | int) -> TextIO:
    """Open a proof by its path or file descriptor. Only a line feed ends a line. Raises OSError."""
    return open(path, encoding="utf-8", newline="\n")


def parts_of(file: TextIO) -> tuple[Any, Iterable[Any]]:
    """Return the heading and the entries of a proof. Raises ValueError if it is no JSON.

    A proof in the format of the host is read line by line.
    """
    first = file.readline()
    if first.rstrip(BLANKS).endswith('"entries":['):
        return parsed(first.rstrip(BLANKS) + "]}"), lines_of(file)
    whole = parsed(first + file.read())
    entries = whole.get("entries") if isinstance(whole, dict) else None
    return (whole, entries) if isinstance(entries, list) else (None, [])


def lines_of(file: TextIO) -> Iterator[Any]:
    """Yield the entries of a proof in the host's format: one per line, with commas between them.

    Raises ValueError.
    """
    is_due, ends_with_comma, has_ended = True, False, False
    for line in file:
        text = line.strip(BLANKS)
        if not text:
            continue
        if has_ended:
            raise ValueError("something comes after its end")
        has_ended = text == "]}"
        if ends_with_comma if has_ended else not is_due:
            raise ValueError("a comma is missing between entries, or comes after the last")
        if not has_ended:
            is_due = ends_with_comma = text.endswith(",")
            yield parsed(text[:-1] if ends_with_comma else text)
    if not has_ended:
        raise ValueError("it is cut off")


def noted_pair(text: str) -> tuple[int, str]:
    number, _, digits = text.strip().partition(":")
    if not (number.isascii() and number.isdecimal() and len(number) <= 15 and HEX_32_BYTES.match(digits)):
        raise argparse.ArgumentTypeError("say NUMBER:HEX with 64 hexadecimal digits")
    return int(number), digits


def times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def plain_ascii(sentence: str) -> str:
    return sentence.encode("unicode_escape").decode("ascii")


def verdict(report: Report) -> str:
    """Return the result in one sentence."""
    if report.failures:
        return f"Wrong: {len(report.failures)}."
    if report.replaced:
        return "Nothing is wrong, but the past was rewritten after you noted a head."
    return "Nothing is wrong."


def print_rewrites(report: Report) -> None:
    """Print how history was rewritten, and which phases got new seeds."""
    if report.rewrites:
        print(f"The past was rewritten {times(len(report.rewrites))}; what was replaced is checked, too.")
    for sentence in report.rewrites:
        print(plain_ascii(sentence))
    if report.opened:
        print(f"Corrections: {report.opened} opened, {report.edited} changed, {report.dropped} dropped. Each shows")
        print("its dice before it is adopted.")
    if report.reseeded:
        print(f"New seeds of phases that had one before: {len(report.reseeded)}.")
    for sentence in report.reseeded:
        print(sentence)
    if report.waiting:
        print(f"Seeds of corrections that are not yet checkable: {report.waiting}.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the journal and the dice of a cycle against its proof.")
    parser.add_argument("proof", nargs="?", default="-", help="the JSON file; standard input if left out")
    for name, number, help_words in (
        ("--head", "SEQ", "a head of the journal that you noted earlier; may be given more than once"),
        ("--commitment", "PHASE", "a commitment that you noted before its phase; may be given more than once"),
    ):
        parser.add_argument(
            name, metavar=f"{number}:HEX", action="append", default=[], type=noted_pair, help=help_words
        )
    options = parser.parse_args()
    noted = Check(options.head, options.commitment)
    try:
        with opened_file(0 if options.proof == "-" else options.proof) as file:
            report = check(*parts_of(file), noted)
    except (OSError, ValueError, RecursionError) as error:
        noted.fail(f"the proof cannot be read: {error}")
        report = noted.report
    for failure in report.failures:
        print("WRONG:", plain_ascii(failure))
    print(f"{report.entries} entries checked; the head is {report.head or 'unknown'}.")
    print_rewrites(report)
    print(f"{report.seeds} seeds and {report.draws} draws checked, {report.not_yet} draws not yet checkable.")
    if report.seals or report.closed:
        print(f"{report.seals} seals checked, {report.closed} still closed.")
    if report.secrets or report.hidden:
        print(f"Secret draws of entries: {report.secrets} opened and checked, {report.hidden} still secret.")
    for sentence in report.replaced:
        print(sentence)
    print(verdict(report))
    return 1 if report.failures else 3 if report.replaced else 0


if __name__ == "__main__":
    sys.exit(main())
