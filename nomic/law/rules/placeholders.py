"""Values of the law inside the words of a rule, so that the number in the text is the number in force.

`{{law|/shop/offers/Chip/costs/Vertebra}}` is the value at that JSON pointer,
`{{law|/membership/rejoin_after_hours|time}}` a number of hours in words, `{{law|/exoptosis/turn/minutes|minutes}}`
one of minutes, and `{{law table|cards}}` a table that the system makes of a section.
"""

import re
from collections.abc import Callable, Iterator

import yaml

from nomic.law.document.sections import Flaw, Law, value_at
from nomic.law.rules.tables import LawTable, table_names, table_of
from nomic.law.schema.json_reader import Json

MAX_VALUE_LENGTH = 300  # characters
PLACEHOLDER = re.compile(r"\{\{\s*law(?P<table> table)?\s*\|(?P<what>[^{}|]*)(?:\|(?P<form>[^{}|]*))?\}\}")


def hours_in_words(hours: int) -> str:
    """168 → "7 days", 36 → "36 hours"."""
    if hours >= 48 and hours % 24 == 0:
        return f"{hours // 24} days"
    return f"{hours} hour" + ("" if hours == 1 else "s")


def minutes_in_words(minutes: int) -> str:
    """1440 → "24 hours", 2880 → "2 days", 90 → "90 minutes"."""
    if minutes >= 60 and minutes % 60 == 0:
        return hours_in_words(minutes // 60)
    return f"{minutes} minute" + ("" if minutes == 1 else "s")


TIMES: dict[str, Callable[[int], str]] = {"time": hours_in_words, "minutes": minutes_in_words}


def value_in_words(value: Json) -> str:
    """A value of the law as it stands in a sentence: a list as its elements, a missing value as a dash.

    A map is said in the order of its keys, which is the same whatever order a database gives them in.
    What has parts that have parts, as an effect, is written as the law has it (YAML).
    """
    if not fits_a_sentence(value):
        return str(
            yaml.safe_dump(value, sort_keys=True, allow_unicode=True, default_flow_style=True, width=10**6)
        ).strip()
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value_in_words(element) for element in value)
    if isinstance(value, dict):
        return ", ".join(f"{value_in_words(content)} {key}" for key, content in sorted(value.items()))
    return str(value)


def placeholder_value(law: Law, what: str, form: str | None) -> str:
    """The words a value placeholder stands for. Raises ValueError where the law has no such value or form."""
    try:
        value = value_at(law.document, what.strip())
    except LookupError:
        raise ValueError(f"the law has no value at {what.strip()!r}") from None
    if not form:
        if not fits_a_sentence(value):
            raise ValueError(f"what the law has at {what.strip()!r} is too much for a sentence")
        return value_in_words(value)
    if form.strip() in TIMES and isinstance(value, int) and not isinstance(value, bool):
        return TIMES[form.strip()](value)
    raise ValueError(f"{form.strip()!r} is no way to write the value at {what.strip()!r}")


def fits_a_sentence(value: Json) -> bool:
    """Single values, and lists and maps of such; a whole section would make a page of a rule."""
    parts = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return not any(isinstance(part, list | dict) for part in parts)


def placeholder_flaws(law: Law, path: str, body: str) -> Iterator[Flaw]:
    """What is wrong with the placeholders of a body that stands at `path`."""
    for match in PLACEHOLDER.finditer(body):
        if match["table"]:
            try:
                table_of(law, match["what"].strip())
            except KeyError:
                known = ", ".join(table_names())
                yield Flaw(path, f"this law has no table {match['what'].strip()!r}; there are {known}")
            continue
        try:
            placeholder_value(law, match["what"], match["form"])
        except ValueError as error:
            yield Flaw(path, str(error))


def fill(
    law: Law,
    body: str,
    *,
    value: Callable[[str], str],
    table: Callable[[LawTable], str],
    drawn: set[str] | None = None,
) -> str:
    """The body with every placeholder replaced: `value` writes a value's words, `table` draws a table.

    A table stands where the body first asks for it, after that its name does; a value is part of a sentence, and cut
    where it is too long for one. So a body never makes a page that is many times as long as itself. Nor do several that
    share `drawn`, the captions of the tables that stand already.
    """
    drawn = set() if drawn is None else drawn

    def replace(match: re.Match[str]) -> str:
        if not match["table"]:
            words = placeholder_value(law, match["what"], match["form"])
            return value(words if len(words) <= MAX_VALUE_LENGTH else words[:MAX_VALUE_LENGTH] + "…")
        found = table_of(law, match["what"].strip())
        if found.caption in drawn:
            return value(found.caption)
        drawn.add(found.caption)
        return table(found)

    return PLACEHOLDER.sub(replace, body)
