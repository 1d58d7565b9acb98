"""Parses values of the law that users type as pages show them: "12 hours", "9 Vertebrae", "yes"."""

import re
from typing import Any

MAX_LENGTH = 80  # characters of a value in words
COUNTED = re.compile(r"(?P<count>-?[0-9]{1,15})\s*(?P<what>\D+)")
SPAN = re.compile(r"(?P<count>[0-9]{1,9})\s*(?P<what>weeks?|w|days?|d|hours?|h|minutes?|min)(?![a-z])(?:\s|,|and)*")
MINUTES = {"w": 7 * 24 * 60, "d": 24 * 60, "h": 60, "m": 1}  # by the first letter of the unit
BASES = {"hours": 60, "minutes": 1}
PER_CENT = {"%", "per cent", "percent"}
YES_OR_NO = {"yes": True, "no": False}


def value_typed(old: Any, unit: str, typed: str) -> Any:
    """Parse a new value that replaces `old`. Returns None if the text cannot be such a value.

    `unit` is the unit of `old`, as in `ValueName.unit`. "36 hours" and "1 day 12 hours" give the same number of the
    law's unit. A fraction of the unit does not fit.
    """
    words = " ".join(typed.casefold().split())
    if len(words) > MAX_LENGTH:
        return None
    if isinstance(old, bool):
        return YES_OR_NO.get(words)
    if not isinstance(old, int):
        return None
    if unit in BASES:
        return _span(words, BASES[unit])
    counted = COUNTED.fullmatch(words)
    if counted is None:
        return None
    meant = PER_CENT if unit == "per cent" else {each.casefold() for each in unit.split("|") if each}
    return int(counted["count"]) if counted["what"].strip() in meant else None


def _span(words: str, base: int) -> int | None:
    """Parse a duration as a number of units of `base` minutes, or return None."""
    minutes = place = 0
    while place < len(words):
        part = SPAN.match(words, place)
        if part is None:
            return None
        minutes += int(part["count"]) * MINUTES[part["what"][0]]
        place = part.end()
    whole, rest = divmod(minutes, base)
    return None if rest or not words else whole
