#!/usr/bin/env python3
"""Check the journal and the dice of a cycle yourself. Needs Python 3.8 or newer and nothing else.

    python3 verify_draws.py cycle-16.json
    curl -s https://…/draws.json | python3 verify_draws.py --head 120:5f0c…

The file is the proof of a cycle: its whole journal. The journal is a chain (scheme "nomic-chain-1"): each entry has a
digest, the SHA-256 of all that it says, of the digest before it too, as JSON without blanks, keys sorted, all beyond
ASCII escaped. Before each phase the host publishes the SHA-256 of a secret seed, and after it the seed (scheme
"nomic-draw-1"). Every draw follows from the seed, from the entry's id and from what it is for, and the id from the
chain, so nobody can choose dice afterwards. This script checks

1. that each entry follows the one before it, that their numbers have no gap, and that the last is the head;
2. that each entry's id is the beginning of the SHA-256 of ["nomic-chain-1", the digest before it, the actor's kind,
   the actor, the action], and that it stands in the phase that was running. Where a journal was told anew, as if an
   outage had been known when it began, an act keeps the id that it had in the history which was replaced: that is
   part of the proof, and is checked from where the two part to its head. What is new in the Nth telling has the text
   of the number N as one item more in its id;
3. that each phase's seed (32 bytes) has the SHA-256 that the journal announced, and that no phase that is over is
   without its seed. A phase that is on again after its seed was published has several: the entry that brings it back,
   or that tells of a backup which was restored, announces another one ("phase-reseeded"), and only later entries draw
   by it;
4. that each draw has the value which the seed gives it: for attempt = 0, 1, 2, …
   x = HMAC-SHA256(seed, "<id>\\n<label>\\n<index>\\n<attempt>"), read as a big-endian number; the first x
   below 2^256 - (2^256 mod sides) counts, and the value is x mod sides;
   Where an entry came into the journal with a correction of the past and says so ("own-dice"), the seed is that of the
   correction: its SHA-256 stands in the entry that opened the correction, the seed in the one that says that it was
   adopted;
5. that the draws of each entry and label are numbered 0, 1, 2, … in their order;
6. that what was kept sealed, as a hand of cards, and was opened, has the commitment that was shown: the SHA-256 of the
   salt followed by the value, written as above.

A host who writes the whole journal anew makes a new chain without a fault. Only who noted a head earlier can tell: the
gamestate page on the wiki, whose history nobody here can change, and the webhook of each phase say it, as SEQ:HEX.
Give it with --head, and the journal is held to what you saw. So it is with --commitment PHASE:HEX. Both may be given
more than once.

Draws of a phase whose seed is still secret are counted as "not yet checkable"; that is no failure. Entries older than
the chain itself, if there are any, have random ids; how many is said. Exit code 0: nothing is wrong. 1: something is,
and is printed.
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
from typing import Any, TextIO

SCHEME = "nomic-chain-1"
DRAW_SCHEME = "nomic-draw-1"
RANGE = 2**256
TOLD_ANEW = ("tell-anew", "tell-rerolled", "tell-corrected")
NEW_SEEDS = "new-seeds"
HEX_32_BYTES = re.compile(r"[0-9a-f]{64}\Z")
HEX_ID = re.compile(r"[0-9a-f]{32}\Z")
SIDES = re.compile(r"[0-9]{1,20}\Z")


@dataclass
class Report:
    """What was found: sentences about what is wrong, and how much there was to check."""

    failures: list[str] = field(default_factory=list)
    entries: int = 0
    head: str = ""
    unchained: int = 0
    kept: int = 0
    seeds: int = 0
    reseeded: int = 0
    draws: int = 0
    not_yet: int = 0
    seals: int = 0
    closed: int = 0


def written(data: Any) -> str:
    """JSON as it is digested."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(data: Any) -> str:
    return hashlib.sha256(written(data).encode("ascii")).hexdigest()


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def drawn_value(seed: bytes, entry: str, label: str, index: int, sides: int) -> int:
    """The value in [0, sides) of this draw under the scheme."""
    limit = RANGE - RANGE % sides
    attempt = 0
    while True:
        message = f"{entry}\n{label}\n{index}\n{attempt}".encode()
        x = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest(), "big")
        if x < limit:
            return x % sides
        attempt += 1


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_hex(value: Any) -> bool:
    return isinstance(value, str) and HEX_32_BYTES.match(value) is not None


def is_part_of_a_message(value: Any) -> bool:
    """A line break would let two different draws have the same message; a lone surrogate has no UTF-8."""
    return isinstance(value, str) and "\n" not in value and not re.search("[\ud800-\udfff]", value)


def whole_or_none(value: Any) -> int | None:
    """A whole number, which stands as a text where it is large."""
    if isinstance(value, str) and SIDES.match(value):
        return int(value)
    return value if is_whole(value) else None


def is_list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(each, kind) for each in value)


FIELDS_OF_AN_ENTRY: list[tuple[tuple[str, ...], Callable[[Any], bool], str]] = [
    (("seq", "revision", "phase"), is_whole, "a whole number"),
    (("before",), is_hex, "64 hexadecimal digits"),
    (("key",), lambda key: isinstance(key, str) and bool(HEX_ID.match(key)), "32 hexadecimal digits"),
    (("at", "actor_kind", "actor", "action"), lambda value: isinstance(value, str), "a text"),
    (("args",), lambda value: isinstance(value, dict), "an object"),
    (("sealed", "words"), is_list_of(str), "a list of texts"),
    (("events", "draws"), is_list_of(dict), "a list of objects"),
]


def wrong_with_entry(entry: Any) -> str:
    """Why this is no entry that could be checked, or nothing."""
    if not isinstance(entry, dict):
        return "is not an object"
    for names, is_right, kind in FIELDS_OF_AN_ENTRY:
        for name in names:
            if not is_right(entry.get(name)):
                return f"{name} is not {kind}"
    return ""


def wrong_with_draw(draw: dict[str, Any]) -> str:
    """Why this is no draw that could be checked, or nothing."""
    if not is_part_of_a_message(draw.get("label")):
        return "label is not a text of one line"
    if not is_whole(draw.get("index")):
        return "index is not a whole number"
    if whole_or_none(draw.get("value")) is None:
        return "value is not a whole number"
    sides = whole_or_none(draw.get("sides"))
    if sides is None or not 1 <= sides <= 2**64:
        return "sides is not between 1 and 2^64"
    return ""


class Check:
    """One reading of a proof, entry by entry. What is wrong goes into the report; nothing is raised."""

    def __init__(self, heads: Iterable[tuple[int, str]] = (), commitments: Iterable[tuple[int, str]] = ()) -> None:
        self.report = Report()
        self.noted_heads = list(heads)
        self.noted_commitments = list(commitments)
        self.claimed_head: dict[str, Any] = {}
        self.commitments: dict[int, list[Any]] = {}  # of each phase in their order, as the heading has them
        self.seeds: dict[int, list[bytes | None]] = {}
        self.forks: dict[str, bytes] = {}  # seeds of corrections by their commitments
        self.revealed: dict[str, Any] = {}  # as the journal revealed them
        self.announced: dict[int, list[Any]] = {}  # of each phase in their order, as the journal announced them
        self.over: list[int] = []
        self.seq = 0
        self.phase = 0
        self.before = ""
        self.ids: set[str] = set()
        self.digests: set[str] = set()
        self.replaced: set[str] = set()  # digests of histories that were replaced
        self.kept: dict[str, list[str]] = {}  # whose the ids are that these had
        self.begins: list[str] = []  # what stands before each of them
        self.branches: list[list[str]] = [[]]  # what tells ids of the first telling from those of each that came after
        self.sealed: dict[str, tuple[int, dict[str, str]]] = {}  # commitments by the entry's id
        self.opened: set[str] = set()

    def fail(self, sentence: str) -> None:
        self.report.failures.append(sentence)

    # ── the heading

    def heading(self, heading: Any) -> bool:
        """Take in what stands before the entries; whether they can be checked at all."""
        if not isinstance(heading, dict):
            self.fail("this is not the proof of a cycle")
            return False
        for name, known in (("scheme", SCHEME), ("draw_scheme", DRAW_SCHEME)):
            if heading.get(name) != known:
                self.fail(f"the {name} is not {quoted(known)}, and no other is known here")
                return False
        first, head, phases = heading.get("first"), heading.get("head"), heading.get("phases")
        if not isinstance(first, dict) or not is_whole(first.get("unchained")):
            self.fail("the first link of the chain is missing")
            return False
        if not isinstance(head, dict) or not is_whole(head.get("seq")) or not is_hex(head.get("digest")):
            self.fail("the head of the chain is missing")
            return False
        if not isinstance(phases, list):
            self.fail("the list of phases is missing")
            return False
        self.claimed_head = head
        self.report.unchained = first["unchained"]
        self.before = digest(first)
        self.digests.add(self.before)
        for links in heading.get("replaced", []):
            self.history(links)
            self.branches.append([str(len(self.branches))])
        for row in heading.get("forks", []):
            self.fork(row)
        self.note()
        for row in phases:
            self.seed(row)
        return True

    def history(self, links: Any) -> None:
        """A history that was replaced, from where it was told anew to its head. The acts in it keep their ids."""
        if not isinstance(links, list) or not links or any(wrong_with_entry(link) for link in links):
            self.fail("a history that was replaced cannot be read")
            return
        before = links[0]["before"]
        self.begins.append(before)
        for link in links:
            if link["before"] != before:
                self.fail(f"entry {link['seq']} of a history that was replaced does not follow the one before it")
            self.follows(link, " of a history that was replaced")
            self.kept[link["key"]] = [link["actor_kind"], link["actor"], link["action"]]
            before = digest(link)
            self.replaced.add(before)

    def fork(self, row: Any) -> None:
        """The seed of a correction that was adopted."""
        commitment: Any = row.get("commitment") if isinstance(row, dict) else None
        seed: Any = row.get("seed") if isinstance(row, dict) else None
        if not is_hex(commitment) or not is_hex(seed):
            self.fail("the seed of a correction is not 64 hexadecimal digits")
            return
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commitment:
            self.fail("the seed of a correction does not have the SHA-256 that was promised")
        self.forks[commitment] = bytes.fromhex(seed)
        self.report.seeds += 1

    def seed(self, row: Any) -> None:
        """One seed of the heading: of which phase, what was committed to, and the seed where it is public."""
        if not isinstance(row, dict) or not is_whole(row.get("phase")):
            self.fail("what stands among the phases is none")
            return
        phase, commitment, seed = row["phase"], row.get("commitment"), row.get("seed")
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
        self.seeds[phase][-1] = bytes.fromhex(seed)
        self.report.seeds += 1
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commitment:
            self.fail(f"phase {phase}: the seed does not have the published SHA-256")

    def seed_now(self, phase: int) -> bytes | None:
        """The seed by which this phase draws now: the one that was announced last, where it is public."""
        seeds, count = self.seeds.get(phase, []), len(self.announced.get(phase, []))
        return seeds[max(count, 1) - 1] if max(count, 1) <= len(seeds) else None

    def note(self) -> None:
        """Compare the head as it stands now with what was noted of it."""
        for seq, noted in self.noted_heads:
            if seq == self.seq and noted != self.before and noted not in self.replaced:
                self.fail(f"entry {seq}: its digest is not the head that you noted")

    # ── entries

    def entry(self, entry: Any) -> None:
        """Check the next entry."""
        self.report.entries += 1
        wrong = wrong_with_entry(entry)
        if wrong:
            self.fail(f"the entry after {self.seq}: {wrong}")
            self.follow(self.seq + 1, entry)
            return
        seq = entry["seq"]
        if seq != self.seq + 1:
            self.fail(f"entry {seq} comes after entry {self.seq}")
        if entry["before"] != self.before:
            self.fail(f"entry {seq}: what stands before it is not what stood there when it was written")
        self.id(entry)
        if entry["action"] in TOLD_ANEW and entry["args"].get("head") not in self.replaced:
            self.fail(f"entry {seq}: the history that it replaces is left out")
        if entry["phase"] != self.phase:
            self.fail(f"entry {seq}: it stands in phase {entry['phase']}, and phase {self.phase} was running")
        self.draws(entry)
        self.seals(entry)
        if entry["actor_kind"] == "system" or entry["action"] in TOLD_ANEW:
            self.turn(entry)
        self.follow(seq, entry)

    def follow(self, seq: int, entry: Any) -> None:
        self.seq = seq
        self.before = digest(entry)
        self.digests.add(self.before)
        self.note()

    def id(self, entry: dict[str, Any]) -> None:
        """The id follows from the chain; one that is older than the chain is at least its own."""
        key, seq = entry["key"], entry["seq"]
        if key in self.ids:
            self.fail(f"entry {seq}: its id is that of another entry")
        self.ids.add(key)
        self.follows(entry, "")

    def follows(self, entry: dict[str, Any], where: str) -> None:
        """The id follows from the chain, or from that of a history which was replaced and in which the act stood."""
        key, seq, whose = entry["key"], entry["seq"], [entry["actor_kind"], entry["actor"], entry["action"]]
        if seq <= self.report.unchained:
            return
        if any(key == digest([SCHEME, entry["before"], *whose, *branch])[:32] for branch in self.branches):
            return
        if self.kept.get(key) != whose:
            self.fail(f"entry {seq}{where}: its id does not follow from the chain")
        elif not where:
            self.report.kept += 1

    def draws(self, entry: dict[str, Any]) -> None:
        """Compute every draw again whose seed is public."""
        seq, key, phase = entry["seq"], entry["key"], entry["phase"]
        for event in entry["events"]:
            if event.get("kind") == "fork-seed":
                self.revealed[str(event.get("commitment"))] = event.get("seed")
        own = next((event.get("commitment") for event in entry["events"] if event.get("kind") == "own-dice"), None)
        if own is not None and own not in self.forks:
            self.fail(f"entry {seq}: the seed of the correction that it came with is withheld")
        if own is None and entry["draws"] and phase not in self.seeds:
            self.fail(f"entry {seq}: the seed of phase {phase} is not even committed to")
        numbers: dict[str, int] = {}
        for place, draw in enumerate(entry["draws"]):
            wrong = wrong_with_draw(draw)
            if wrong:
                self.fail(f"entry {seq}, draw {place}: {wrong}")
                continue
            label, index = draw["label"], draw["index"]
            name = f"entry {seq}, {quoted(label)} {index}"
            due = numbers.get(label, 0)
            numbers[label] = due + 1
            if index != due:
                self.fail(f"{name}: it is draw {due} of its label")
            seed = self.seed_now(phase) if own is None else self.forks.get(own)
            if seed is None:
                self.report.not_yet += 1
                continue
            self.report.draws += 1
            sides, recorded = int(draw["sides"]), int(draw["value"])
            value = drawn_value(seed, key, label, index, sides)
            if value != recorded:
                self.fail(f"{name}: recorded {recorded} of {sides}, the seed gives {value}")

    def seals(self, entry: dict[str, Any]) -> None:
        """Remember what is sealed; compute the commitment of what is opened."""
        seq, commitments = entry["seq"], {}
        for name in entry["sealed"]:
            shown = entry["args"].get(name)
            if not isinstance(shown, dict) or not is_hex(shown.get("commitment")):
                self.fail(f"entry {seq}, {quoted(name)}: it is sealed without a commitment")
                continue
            commitments[name] = shown["commitment"]
        if commitments:
            self.report.closed += len(commitments)
            self.sealed[entry["key"]] = (seq, commitments)
        for event in entry["events"]:
            if event.get("kind") == "unsealed":
                self.opening(seq, event)

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
        for name in sorted(commitments):
            what = opened.get(name)
            if not isinstance(what, dict) or not isinstance(what.get("salt"), str):
                self.fail(f"entry {of}, {quoted(name)}: entry {seq} does not open it with the rest")
                continue
            self.report.closed -= 1
            self.report.seals += 1
            text = f"{what['salt']}{written(what.get('value'))}"
            if hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() != commitments[name]:
                self.fail(f"entry {of}, {quoted(name)}: what was opened does not have the commitment that was shown")

    def turn(self, entry: dict[str, Any]) -> None:
        """What the calendar's own entries say of phases and their seeds."""
        seq = entry["seq"]
        for event in entry["events"]:
            kind = event.get("kind")
            if entry["action"] == "begin-cycle" and kind == "cycle-began":
                commitments = event.get("commitments")
                for phase, commitment in enumerate(commitments if isinstance(commitments, list) else []):
                    self.announce(seq, phase, commitment)
            elif entry["action"] in (*TOLD_ANEW, NEW_SEEDS) and kind == "phase-reseeded":
                self.announce_again(seq, event.get("phase"), event.get("commitment"))
            elif entry["action"] == "end-cycle" and kind == "cycle-ended":
                self.over.append(self.phase)
            elif entry["action"] == "begin-phase" and kind == "phase-began":
                old, self.phase = self.phase, self.phase + 1
                self.over.append(old)
                self.announce(seq, self.phase + 1, event.get("commitment"))
                if event.get("phase") != self.phase:
                    self.fail(f"entry {seq}: the phase after {old} is {self.phase}")
                seed = self.seed_now(old)
                if seed is not None and seed.hex() != event.get("revealed"):
                    self.fail(f"phase {old}: the seed is not the one that entry {seq} revealed")

    def announce(self, seq: int, phase: int, commitment: Any) -> None:
        if phase in self.announced:
            self.fail(f"phase {phase}: entry {seq} announces another commitment")
        else:
            self.announced[phase] = [commitment]

    def announce_again(self, seq: int, phase: Any, commitment: Any) -> None:
        """A phase goes on with a new seed: one that is on or the next, and a seed that it never had."""
        if not is_whole(phase) or phase not in self.announced or phase < self.phase:
            self.fail(f"entry {seq}: it gives a new seed to what is no phase that goes on")
        elif commitment in self.announced[phase]:
            self.fail(f"phase {phase}: entry {seq} announces a seed again that the phase had before")
        else:
            self.announced[phase].append(commitment)
            self.report.reseeded += 1

    # ── the end

    def end(self) -> None:
        """Check what can be said once all entries were read."""
        claimed = self.claimed_head
        if (claimed["seq"], claimed["digest"]) != (self.seq, self.before):
            self.fail(f"the head is said to be entry {claimed['seq']}, and the journal does not end with that")
        self.report.head = f"{self.seq}:{self.before}"
        for before in self.begins:
            if before not in self.digests and before not in self.replaced:
                self.fail("a history that was replaced begins nowhere in this journal")
        for seq, noted in self.noted_heads:
            if seq > self.seq and noted not in self.replaced:
                self.fail(f"you noted the head at entry {seq}, and the journal ends before it")
        for commitment, seed in self.forks.items():
            if self.revealed.get(commitment) != seed.hex():
                self.fail("the seed of a correction is not the one that the journal revealed")
        self.end_phases()

    def end_phases(self) -> None:
        """Check that each phase was announced, and each seed that is due is there and the one that was promised."""
        for phase in sorted(self.announced.keys() | self.seeds.keys()):
            if phase not in self.seeds:
                self.fail(f"phase {phase}: the commitment is left out")
            elif phase not in self.announced:
                self.fail(f"phase {phase}: the journal never announced it")
            elif self.commitments[phase] != self.announced[phase]:
                self.fail(f"phase {phase}: the commitment is not the one that the journal announced")
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
    """Check a whole proof; `heads` and `commitments` were noted before. Nothing is raised."""
    noted = Check(heads, commitments)
    entries = proof.get("entries") if isinstance(proof, dict) else None
    if not isinstance(entries, list):
        noted.fail("this is not the proof of a cycle")
        return noted.report
    return check(proof, entries, noted)


def parts_of(file: TextIO) -> tuple[Any, Iterable[Any]]:
    """Heading and entries. As the host writes it, a proof of any length is read line by line. Raises ValueError."""
    first = file.readline()
    if first.rstrip().endswith('"entries":['):
        return json.loads(first.rstrip() + "]}"), lines_of(file)
    whole = json.loads(first + file.read())
    entries = whole.get("entries") if isinstance(whole, dict) else None
    return (whole, entries) if isinstance(entries, list) else (None, [])


def lines_of(file: TextIO) -> Iterator[Any]:
    for line in file:
        text = line.strip()
        if text == "]}":
            return
        if text:
            yield json.loads(text.removesuffix(","))
    raise ValueError("it is cut off")


def noted_pair(text: str) -> tuple[int, str]:
    number, _, digits = text.strip().partition(":")
    if not (number.isascii() and number.isdecimal() and len(number) <= 15 and HEX_32_BYTES.match(digits)):
        raise argparse.ArgumentTypeError("say NUMBER:HEX with 64 hexadecimal digits")
    return int(number), digits


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
        if options.proof == "-":
            report = check(*parts_of(sys.stdin), noted)
        else:
            with open(options.proof, encoding="utf-8") as file:
                report = check(*parts_of(file), noted)
    except (OSError, ValueError, RecursionError) as error:
        noted.fail(f"the proof cannot be read: {error}")
        report = noted.report
    for failure in report.failures:
        print("WRONG:", failure.encode("unicode_escape").decode("ascii"))
    print(f"{report.entries} entries checked; the head is {report.head or 'unknown'}.")
    if report.unchained:
        print(f"Entries 1 to {report.unchained} are older than the chain: their ids are random, and what they say is")
        print("as it was when the chain was laid over them.")
    if report.kept:
        print(f"{report.kept} entries were told anew and keep the ids that they had in a history that was replaced,")
        print("which is checked too.")
    if report.reseeded:
        print(f"{report.reseeded} new seeds were announced for phases whose old one might have been seen.")
    print(f"{report.seeds} seeds and {report.draws} draws checked, {report.not_yet} draws not yet checkable.")
    if report.seals or report.closed:
        print(f"{report.seals} seals checked, {report.closed} still closed.")
    print(f"Wrong: {len(report.failures)}." if report.failures else "Nothing is wrong.")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
