"""Placeholders in the text of a rule for values of the law, so that the text always shows the number in force.

`{{law|/shop/offers/Chip/costs/Vertebra}}` is the value at that JSON pointer.
`{{law|/membership/rejoin_after_hours|time}}` is a number of hours in words; docs/clauses.md lists all such forms.
`{{law table|cards}}` is a table generated from a section, and `{{law table|Rooms}}` one of a clause.
"""

import re
from collections.abc import Callable, Iterator

import yaml

from nomic.law.document.sections import Flaw, Law, value_at
from nomic.law.rules.generated_tables import LawTable, table_names, table_of, tables_of_one_law
from nomic.law.rules.value_formats import in_form
from nomic.law.schema.json_reader import Json

MISSING = "…"
MAX_VALUE_LENGTH = 300  # characters
PLACEHOLDER = re.compile(r"\{\{\s*law(?P<table> table)?\s*\|(?P<what>[^{}|]*)(?:\|(?P<form>[^{}|]*))?\}\}")
_IN_A_STEP = re.compile(r"/rules/(?P<rule>[^/]+)/clauses/[^/]+/do/(?P<step>\d{1,4})(?:/|$)")


def value_in_words(value: Json) -> str:
    """Return a value of the law as text for a sentence: a list as its elements, a missing value as a dash.

    A map is listed in the order of its keys, which does not depend on the order in the database. A value nested deeper,
    such as an effect, is written as YAML.
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
    """Return the text of a value placeholder: `what` is the pointer, `form` the format or None.

    Raises ValueError if the law has no such value or the format does not suit it.
    """
    try:
        value = value_at(law.document, what.strip())
    except LookupError:
        raise ValueError(_missing(law, what.strip())) from None
    if not form:
        if not fits_a_sentence(value):
            raise ValueError(f"what the law has at {what.strip()!r} is too much for a sentence")
        return value_in_words(value)
    words = in_form(law, value, form)
    if words is None:
        raise ValueError(f"{form.strip()!r} is no way to write the value at {what.strip()!r}")
    return words


def _missing(law: Law, what: str) -> str:
    """Return the error for a pointer without a value. A place in a step of a rule is said in words."""
    step = _IN_A_STEP.match(what)
    rule = law.document["rules"].get(step["rule"].replace("~1", "/").replace("~0", "~")) if step else None
    if step is None or rule is None:
        return f"the law has no value at {what!r}"
    return f"the text shows a number from step {int(step['step']) + 1} of the rule {rule['title']}, which is gone"


def is_broken(law: Law, match: re.Match[str]) -> bool:
    """Return whether `match` is a placeholder for a value that cannot be filled."""
    return shown_instead(law, match) == MISSING


def shown_instead(law: Law, match: re.Match[str]) -> str:
    """Return the text for a placeholder, or `MISSING` if the law lacks the named value or table."""
    try:
        if match["table"]:
            return table_of(law, match["what"].strip()).caption
        return placeholder_value(law, match["what"], match["form"])
    except (KeyError, ValueError):
        return MISSING


def fits_a_sentence(value: Json) -> bool:
    """Return whether a value is a scalar, or a list or map of scalars. Other values are too long for a sentence."""
    parts = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    return not any(isinstance(part, list | dict) for part in parts)


def placeholder_flaws(law: Law, path: str, body: str) -> Iterator[Flaw]:
    """Yield the flaws of the placeholders in a text at `path`."""
    for match in PLACEHOLDER.finditer(body):
        if match["table"]:
            try:
                table_of(law, match["what"].strip())
            except KeyError:
                known = ", ".join([*tables_of_one_law(law), *table_names()])
                yield Flaw(path, f"this law has no table {match['what'].strip()!r}; its tables are {known}")
            continue
        try:
            placeholder_value(law, match["what"], match["form"])
        except ValueError as error:
            yield Flaw(path, str(error))


def fill_placeholders(
    law: Law,
    body: str,
    *,
    value: Callable[[str], str],
    table: Callable[[LawTable], str],
    drawn: set[str] | None = None,
) -> str:
    """Return the body with every placeholder replaced.

    `value` escapes a value's text, and `table` renders a table. A table is rendered at its first placeholder; later
    ones only name it. A value too long for a sentence is cut. So a body cannot produce a page many times its own
    length. Neither can several bodies that share `drawn`, the captions of tables already rendered.
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
