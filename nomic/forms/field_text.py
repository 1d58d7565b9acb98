"""Values as the texts of inputs, by the kind of input, and back."""

import json
import re

from nomic.law.document.entries import NotAnEntry, entry_as_yaml, read_data
from nomic.law.schema.json_reader import Json

WHOLE = re.compile(r"-?[0-9]{1,15}")
THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}")
WORKED_OUT = re.compile(r":\s*+(?=\{)")
NUMBERS = re.compile(r"\n|,\s|,$")  # what stands between numbers
YES, NO = "yes", "no"


def to_text(kind: str, value: Json) -> str:
    """Return a value as the text of an input of the kind."""
    if value is None:
        return ""
    if kind == "yes":
        return YES if value is True else NO if value is False else str(value)
    if kind == "lines" and isinstance(value, list):
        return "\n".join(map(str, value))
    if kind == "numbers" and isinstance(value, list):
        return ", ".join(map(str, value))
    if kind == "counts" and isinstance(value, dict):
        return "\n".join(f"{name}: {_in_line(count)}" for name, count in value.items())
    if kind in ("data", "blocks") and isinstance(value, str) and not is_data(value):
        return value
    if kind in ("data", "blocks"):
        return (
            entry_as_yaml(value) if isinstance(value, dict | list) and value else json.dumps(value, ensure_ascii=False)
        )
    return str(value)


def is_data(text: str) -> bool:
    """Return whether a text is YAML or JSON that an entry may contain."""
    try:
        read_data(text)
    except NotAnEntry:
        return False
    return True


def from_text(kind: str, text: str) -> Json:
    """Parse the text of an input.

    Text that does not fit the kind is returned unchanged, so that validation rejects it.
    """
    if kind == "text" or kind == "choice":
        return text
    if kind == "number":
        return _number(text)
    if kind == "yes":
        return {YES: True, NO: False}.get(text.strip(), text)
    if kind == "lines":
        return [line.strip() for line in text.split("\n") if line.strip()]
    if kind == "numbers":
        return [number for part in NUMBERS.split(text.strip()) if part.strip() for number in _numbers(part.strip())]
    if kind == "counts":
        return _counts([_counted(line.strip()) for line in text.split("\n") if line.strip()])
    return read_data(text)


def _number(text: str) -> Json:
    text = text.strip()
    return int(text) if WHOLE.fullmatch(text) else text


def _numbers(part: str) -> list[Json]:
    """Return the numbers of "1,2,3".

    A text that could also be one number, such as "1,000", stays a text, which no law accepts.
    """
    pieces = part.split(",")
    is_list = all(WHOLE.fullmatch(each) and str(int(each)) == each for each in pieces) and not THOUSANDS.fullmatch(part)
    return [_number(each) for each in pieces] if is_list else [_number(part)]


def without_thousands(text: str) -> str:
    """Return "1,000" as "1000", and any other text unchanged. For a field with one number."""
    return text.replace(",", "") if THOUSANDS.fullmatch(text) else text


def split_count(line: str) -> tuple[str, str]:
    """Split a line into its word and its amount. The word may contain colons, as in "Team: Red: 3"."""
    found = WORKED_OUT.search(line)
    if found is not None and is_data(line[found.end() :]):
        return line[: found.start()].strip(), line[found.end() :]
    word, colon, amount = line.rpartition(":")
    return (word.strip(), amount.strip()) if colon else (line.strip(), "")


def _counts(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return counts by name. Raises NotAnEntry if a name comes twice."""
    counts: dict[str, Json] = {}
    for name, count in pairs:
        if not name:
            raise NotAnEntry(f"say which item the {str(count)[:60]} is for, or remove the row")
        if name in counts:
            raise NotAnEntry(f"“{name[:60]}” is there twice. Keep one of the two")
        counts[name] = count
    return counts


def _counted(line: str) -> tuple[str, Json]:
    word, amount = split_count(line)
    if amount.startswith("{") and is_data(amount):
        return word, read_data(amount)
    return word, _number(without_thousands(amount))


def _in_line(count: Json) -> str:
    """Return a number for a line of its own. A computed number is written as data."""
    return json.dumps(count, ensure_ascii=False) if isinstance(count, dict) else str(count)
