"""Formats in which a rule's text can show a value of the law: "7 days", "once a phase", "2 Coins", "two".

If a format's name is capitalized, so are its words: `often` is "3 times a day", `Often` is "Three times a day", because
no sentence begins with a figure. A setting can have words for each of its values: `may-end = you may end the game;
terminated = the game ends`.
"""

import re
from collections.abc import Callable
from typing import Any, TypeGuard

from nomic.law.document.sections import Law
from nomic.law.schema.json_reader import Json

WORDS = (*("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),)
WHOLE_NUMBER = re.compile(r"\d{1,9}")
UNITS = (1, 24, 60, 1440)  # a time in words can be a number of hours or minutes
OFTEN = {1: "once", 2: "twice"}
STEPS = ("grant", "revoke", "transfer")  # the steps of effects that give, take or move items
VOWELS = tuple("aeiouAEIOU")


def hours_in_words(hours: int) -> str:
    """Return hours in words: 168 → "7 days", 36 → "36 hours"."""
    if hours >= 48 and hours % 24 == 0:
        return f"{hours // 24} days"
    return f"{hours} hour" + ("" if hours == 1 else "s")


def minutes_in_words(minutes: int) -> str:
    """Return minutes in words: 1440 → "24 hours", 2880 → "2 days", 90 → "90 minutes"."""
    if minutes >= 60 and minutes % 60 == 0:
        return hours_in_words(minutes // 60)
    return f"{minutes} minute" + ("" if minutes == 1 else "s")


TIMES: dict[str, Callable[[int], str]] = {"time": hours_in_words, "minutes": minutes_in_words}


def in_form(law: Law, value: Json, form: str) -> str | None:
    """Return a value as text in a format, or None if there is no such format or it does not suit the value."""
    if "=" in form:
        return _chosen(value, form)
    name, _, noun = form.strip().partition(" ")
    lower = name[:1].lower() + name[1:]
    words = _counted(law, value, noun) if lower == "of" and noun else None if noun else _in_words(law, value, lower)
    return words if words is None or lower == name else _at_the_beginning(words)


def _at_the_beginning(words: str) -> str:
    """Return a text for the beginning of a sentence: "Three times a day"."""
    figure, space, rest = words.partition(" ")
    if WHOLE_NUMBER.fullmatch(figure) and int(figure) < len(WORDS):
        words = f"{WORDS[int(figure)]}{space}{rest}"
    return words[:1].upper() + words[1:]


def number_in(law: Law, words: str, form: str) -> int | None:
    """Return the number that a text means in a format, or None: "8 days" as `time` → 192."""
    figure = WHOLE_NUMBER.search(words)
    written = [] if figure is None else [int(figure[0]) * unit for unit in UNITS]
    numbers: list[int] = [*written, *range(len(WORDS))]
    for number in numbers:
        if in_form(law, number, form) == words:
            return number
    return None


def _in_words(law: Law, value: Json, form: str) -> str | None:
    match form:
        case "often":
            return _often(value)
        case "items":
            return _items(law, value)
        case "phases":
            return _phases(law, value)
    if not _is_number(value):
        return None
    match form:
        case "word":
            return WORDS[value] if 0 <= value < len(WORDS) else str(value)
        case "signed":
            return f"{'−' if value < 0 else '+'} {abs(value)}"
        case "change":
            return f"{'rises' if value > 0 else 'falls'} by {abs(value)}"
    return TIMES[form](value) if form in TIMES else None


def _chosen(value: Json, form: str) -> str | None:
    """Return the format's text for this value of a setting, `yes = …; no = …` for a flag, or None."""
    choices = (choice.partition("=") for choice in form.split(";"))
    words = {name.strip(): text.strip() for name, _, text in choices}
    name = {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else str(value)
    return words.get(name) or None


def _is_number(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _often(value: Json) -> str | None:
    """Return a number of times, or a limit with its period, as text: "twice", "3 times a day".

    None for other values.
    """
    if isinstance(value, dict):
        times = _often(value.get("times"))
        return None if times is None or "per" not in value else f"{times} a {value['per']}"
    return OFTEN.get(value, f"{value} times") if _is_number(value) else None


def _items(law: Law, value: Json) -> str | None:
    """Return amounts of items as text: "9 Vertebrae" for a price, "a Chip" for a step that grants one.

    Items with an amount of 0 are left out of a price, and a price of 0 is "nothing".
    """
    if not isinstance(value, dict):
        return None
    for step in STEPS:
        if step in value:
            return _counted(law, value.get("n", 1), str(value[step]))
    if value and all(count == 0 and _is_number(count) for count in value.values()):
        return "nothing"
    parts = [_counted(law, count, item) for item, count in sorted(value.items()) if count != 0]
    if not parts or None in parts:
        return None
    *first, last = (str(part) for part in parts)
    return f"{', '.join(first)} and {last}" if first else last


def _counted(law: Law, value: Json, noun: str) -> str | None:
    """Return a number of things as text: "no cards", "a card", "2 cards".

    The plural of an item is taken from the law.
    """
    if not _is_number(value):
        return None
    one, many = _one_and_many(law, noun)
    if value == 1:
        return f"an{one}" if one.startswith("other ") else f"{'an' if one.startswith(VOWELS) else 'a'} {one}"
    return f"{value or 'no'} {many}"


def _one_and_many(law: Law, noun: str) -> tuple[str, str]:
    items: Any = law.document.get("items")
    kind = items.get(noun) if isinstance(items, dict) else None
    if isinstance(kind, dict) and isinstance(kind.get("plural"), str):
        measure, found, _ = kind["plural"].partition(f" of {noun}")
        return (f"{measure.removesuffix('s')} of {noun}" if found else noun), kind["plural"]
    return noun, f"{noun}{'es' if noun.endswith(('s', 'x', 'ch', 'sh')) else 's'}"


def phase_titles(law: Law, kinds: list[Any]) -> list[str]:
    """Return the titles of the phases of these kinds, in the order of the calendar."""
    calendar: Any = law.document.get("calendar")
    phases = calendar.get("phases", []) if isinstance(calendar, dict) else []
    return [str(phase["title"]) for phase in phases if isinstance(phase, dict) and phase.get("kind") in kinds]


def _phases(law: Law, value: Json) -> str | None:
    """Return the titles of phases, given their kinds: "Rest Phase", "Rest Phase or Battle Phase"."""
    titles = phase_titles(law, value) if isinstance(value, list) else []
    return " or ".join(dict.fromkeys(titles)) or None
