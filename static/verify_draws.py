#!/usr/bin/env python3
"""Check the dice of a cycle yourself. Needs Python 3.8 or newer and nothing else.

    python3 verify_draws.py cycle-16.json
    curl -s https://…/draws.json | python3 verify_draws.py

The file is the export of a cycle's draws. Before each phase the host publishes the SHA-256 of a secret seed,
and after it the seed. Every draw of the phase follows from the seed and from what the draw is for, so nobody
can choose dice afterwards. This script checks, for the scheme "nomic-draw-1":

1. that each revealed seed (32 bytes) has the SHA-256 that was published for its phase;
2. that each draw has the value which the seed gives it: for attempt = 0, 1, 2, …
   x = HMAC-SHA256(seed, "<entry>\\n<label>\\n<index>\\n<attempt>"), read as a big-endian number; the first x
   below 2^256 - (2^256 mod sides) counts, and the value is x mod sides;
3. that the draws of each entry and label are numbered 0, 1, 2, … without a gap, so none was thrown away;
4. that what was kept sealed, as a hand of cards, and is public now, has the commitment that was shown then: the
   SHA-256 of the salt followed by the value as JSON without blanks, keys sorted, all beyond ASCII escaped.

Draws of a phase whose seed is still secret are counted as "not yet checkable"; that is no failure. If you
wrote down the commitment that was published before a phase, give it with --commitment PHASE:HEX, and the
export is held to what you saw then. Exit code 0: nothing is wrong. 1: something is, and is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any

SCHEME = "nomic-draw-1"
RANGE = 2**256
HEX_32_BYTES = re.compile(r"[0-9a-f]{64}\Z")


@dataclass
class Report:
    """What was found: sentences about what is wrong, and how much there was to check."""

    failures: list[str] = field(default_factory=list)
    seeds: int = 0
    draws: int = 0
    not_yet: int = 0
    seals: int = 0
    closed: int = 0


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
    return isinstance(value, int) and not isinstance(value, bool)


def is_part_of_a_message(value: Any) -> bool:
    """A line break would let two different draws have the same message; a lone surrogate has no UTF-8."""
    return isinstance(value, str) and "\n" not in value and not re.search("[\ud800-\udfff]", value)


def check_phases(phases: Any, noted: dict[int, str], report: Report) -> dict[int, bytes | None]:
    """The seeds by phase, None for those still secret; what is wrong with them goes into the report."""
    seeds: dict[int, bytes | None] = {}
    if not isinstance(phases, list):
        report.failures.append('the export has no list "phases"')
        return seeds
    for row in phases:
        if not isinstance(row, dict) or not is_whole(row.get("phase")):
            report.failures.append(f"not a phase: {row!r:.80}")
            continue
        phase, commitment, seed = row["phase"], row.get("commitment"), row.get("seed")
        if phase in seeds:
            report.failures.append(f"phase {phase} is there twice")
            continue
        seeds[phase] = None
        if not isinstance(commitment, str) or not HEX_32_BYTES.match(commitment):
            report.failures.append(f"phase {phase}: the commitment is not 64 hexadecimal digits")
            continue
        if phase in noted and noted[phase] != commitment:
            report.failures.append(f"phase {phase}: the commitment is not the one you noted")
        if seed is None:
            continue
        if not isinstance(seed, str) or not HEX_32_BYTES.match(seed):
            report.failures.append(f"phase {phase}: the seed is not 64 hexadecimal digits")
            continue
        seeds[phase] = bytes.fromhex(seed)
        report.seeds += 1
        if hashlib.sha256(bytes.fromhex(seed)).hexdigest() != commitment:
            report.failures.append(f"phase {phase}: the seed does not have the published SHA-256")
    report.failures.extend(
        f"phase {phase}: you noted a commitment, and the export has no such phase"
        for phase in sorted(noted.keys() - seeds.keys())
    )
    return seeds


def what_is_wrong_with_shape(draw: Any) -> str | None:
    """Why this is no draw that could be checked, or None."""
    if not isinstance(draw, dict):
        return "is not an object"
    for name in ("entry", "label"):
        if not is_part_of_a_message(draw.get(name)):
            return f"{name} is not a text of one line"
    for name in ("seq", "phase", "index", "sides", "value"):
        if not is_whole(draw.get(name)):
            return f"{name} is not a whole number"
    if draw["index"] < 0:
        return "index is negative"
    if not 1 <= draw["sides"] <= 2**64:
        return "sides is not between 1 and 2^64"
    return None


def check_draws(draws: Any, seeds: dict[int, bytes | None], report: Report) -> None:
    """Compute every draw of a revealed phase again; what is wrong goes into the report."""
    if not isinstance(draws, list):
        report.failures.append('the export has no list "draws"')
        return
    indexes: dict[tuple[str, str], list[int]] = {}
    for number, draw in enumerate(draws):
        wrong = what_is_wrong_with_shape(draw)
        if wrong:
            report.failures.append(f"draw {number} of the list: {wrong}")
            continue
        entry, label, index, phase = draw["entry"], draw["label"], draw["index"], draw["phase"]
        name = f"entry {draw['seq']}, {label!r} {index}"
        indexes.setdefault((entry, label), []).append(index)
        if phase not in seeds:
            report.failures.append(f"{name}: the export has no phase {phase}")
            continue
        seed = seeds[phase]
        if seed is None:
            report.not_yet += 1
            continue
        report.draws += 1
        value = drawn_value(seed, entry, label, index, draw["sides"])
        if value != draw["value"]:
            report.failures.append(
                f"{name}: recorded {draw['value']} of {draw['sides']}, the seed gives {value}"
                f" ({draw.get('purpose', '')!s:.80})"
            )
    for (entry, label), found in indexes.items():
        if sorted(found) != list(range(len(found))):
            report.failures.append(f"entry {entry}, {label!r}: the draws are not numbered 0 to {len(found) - 1}")


def check_seals(seals: Any, report: Report) -> None:
    """Compute the commitment of whatever has been unsealed; what is wrong goes into the report."""
    if not isinstance(seals, list):
        report.failures.append('"seals" of the export is not a list')
        return
    for number, seal in enumerate(seals):
        if not isinstance(seal, dict) or not isinstance(seal.get("commitment"), str):
            report.failures.append(f"seal {number} of the list: has no commitment")
            continue
        salt = seal.get("salt")
        if salt is None:
            report.closed += 1
            continue
        report.seals += 1
        written = json.dumps(seal.get("value"), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        if hashlib.sha256(f"{salt}{written}".encode("utf-8", "replace")).hexdigest() != seal["commitment"]:
            name = f"entry {seal.get('seq')!s:.20}, {seal.get('argument')!r:.40}"
            report.failures.append(f"{name}: what was unsealed does not have the commitment that was shown")


def verify(export: Any, noted: dict[int, str] | None = None) -> Report:
    """Check a whole export; `noted` holds commitments seen before, by phase. Nothing is raised."""
    report = Report()
    if not isinstance(export, dict):
        report.failures.append("this is not an export of draws")
        return report
    if export.get("scheme") != SCHEME:
        report.failures.append(f"the scheme is {export.get('scheme')!r:.40}; this script knows {SCHEME!r}")
        return report
    seeds = check_phases(export.get("phases"), noted or {}, report)
    check_draws(export.get("draws"), seeds, report)
    check_seals(export.get("seals", []), report)
    return report


def noted_commitment(text: str) -> tuple[int, str]:
    phase, _, commitment = text.partition(":")
    if not phase.isdecimal() or not HEX_32_BYTES.match(commitment):
        raise argparse.ArgumentTypeError("say PHASE:HEX with 64 hexadecimal digits")
    return int(phase), commitment


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the dice of a cycle against its export of draws.")
    parser.add_argument("export", nargs="?", default="-", help="the JSON file; standard input if left out")
    parser.add_argument(
        "--commitment",
        metavar="PHASE:HEX",
        action="append",
        default=[],
        type=noted_commitment,
        help="a commitment that you wrote down before its phase; may be given more than once",
    )
    options = parser.parse_args()
    try:
        if options.export == "-":
            export = json.load(sys.stdin)
        else:
            with open(options.export, encoding="utf-8") as file:
                export = json.load(file)
    except (OSError, ValueError, RecursionError) as error:
        print(f"Cannot read the export: {error}")
        return 1
    report = verify(export, dict(options.commitment))
    for failure in report.failures:
        print("WRONG:", failure.encode("unicode_escape").decode("ascii"))
    print(f"{report.seeds} seeds and {report.draws} draws checked, {report.not_yet} draws not yet checkable.")
    if report.seals or report.closed:
        print(f"{report.seals} seals checked, {report.closed} still closed.")
    print(f"Wrong: {len(report.failures)}." if report.failures else "Nothing is wrong.")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
