"""Labels of the law's values, and values as text.

Each section declares the labels of its values beside its schema (`Section.labels`). Pages, the wiki and the search for
values all use this module, so a value has the same name everywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from nomic.law.document.entries import PLACE
from nomic.law.document.sections import Document, Law, pointer, registered_sections
from nomic.law.labels.nested_places import beneath_in_words
from nomic.law.rules.placeholders import value_in_words
from nomic.law.rules.value_formats import TIMES
from nomic.law.schema.expectations import part_of
from nomic.law.schema.json_reader import Json
from nomic.law.schema.section_label import Path, Statement

ANY = "*"
BENEATH = "**"
NOTHING = "nothing"
COSTS = "costs"  # where the law has prices: an item and its number
MAX_PLACE_LENGTH = 9  # digits of a list index
MAX_LENGTH = 1_000  # characters of a value in words; pages show longer ones as data
PARTS_OF_A_FIELD = 3  # of the path of a field in an entry: its section, the entry, the field


@dataclass(frozen=True, slots=True)
class ValueName:
    """The label of a value, in `words`.

    `rest` is the path below the labelled value, for example within an effect.
    """

    words: str
    unit: str = ""
    also: str = ""
    rest: tuple[str | int, ...] = ()
    said: Callable[[Law, Path, Json], str] | None = None
    explained: bool = False
    is_declared: bool = True  # whether its section declares a label
    sentence: str | Mapping[str, str] | Statement = ""
    titles: tuple[str, ...] = ()  # of the values that match the stars of the label
    whole: str = ""  # the label of the value that has the rest, such as an effect


def name_of(document: Document, path: Path) -> ValueName:
    """Return the label of the value at a path that starts with a section.

    If it has no label, the keys of the path are used.
    """
    section, *keys = path
    known = registered_sections().get(str(section))
    for called in known.labels if known else ():
        wanted, beneath = _place_of(called.at)
        if len(keys) < len(wanted) or (len(keys) > len(wanted) and not beneath) or not _fit(wanted, keys):
            continue
        rest = tuple(keys[len(wanted) :])
        stars = [_titled(document, path[: place + 2]) for place, want in enumerate(wanted) if want == ANY]
        whole = called.words.format(*stars)
        return ValueName(
            f"{whole}: {beneath_in_words(rest)}" if rest else whole,
            called.unit,
            called.also,
            rest,
            called.said,
            called.explained,
            sentence=called.sentence,
            titles=tuple(stars),
            whole=whole,
        )
    if keys[-1:] == [PLACE] and (entry := name_of(document, path[:-1])).is_declared and not entry.rest:
        return ValueName(f"the place of {entry.words} among the others", is_declared=False)
    title = known.title if known else str(section)
    return ValueName(" › ".join([title, *map(_key, keys)]), is_declared=False)


@cache
def _place_of(at: str) -> tuple[Sequence[str], bool]:
    """Return the keys of a label's place, and whether it also has everything beneath."""
    wanted = at.split("/") if at else []
    beneath = wanted[-1:] == [BENEATH]
    return (wanted[:-1] if beneath else wanted), beneath


def _fit(wanted: Sequence[str], keys: Sequence[str | int]) -> bool:
    for want, key in zip(wanted, keys, strict=False):  # noqa: SIM110 - a generator takes twice the time
        if want != ANY and want != str(key):
            return False
    return True


def _titled(document: Document, path: Path) -> str:
    """Return the title of the value at a path, or else its key.

    A list index is counted from one. A clause of a rule is labelled by what it names, such as an action or a table. An
    item that something costs is in the plural, because it is counted. A key that is
    itself a place of the law, "/items/Medal", has the label of what is there.
    """
    if isinstance(path[-1], str) and path[-1].startswith("/"):
        place = path_of(path[-1])
        return name_of(document, place).words if len(place) > 1 else _key(place[0])
    here: Json = document
    for part in path:
        here = part_of(here, part)
    if path[-2:-1] == (COSTS,):
        item = part_of(document.get("items"), path[-1])
        plural = item.get("plural") if isinstance(item, dict) else None
        return plural if isinstance(plural, str) and plural else _key(path[-1])
    title = here.get("title") if isinstance(here, dict) else None
    if title is None and isinstance(here, dict) and path[:1] == ("rules",) and path[-2:-1] == ("clauses",):
        title = _title_of_clause(here)
    return title if isinstance(title, str) and title else _key(path[-1])


def _title_of_clause(clause: Mapping[str, Json]) -> str | None:
    """Return the name that players know a clause by, or None if it has none."""
    for word in ("action", "outcome"):
        if isinstance(done := clause.get(word), str) and done:
            return f"“{done}”"
    names = (name for word in ("table", "value", "class", "office", "keeping") if (name := clause.get(word)))
    return next((name for name in names if isinstance(name, str)), None)


def _key(part: str | int) -> str:
    return str(part + 1) if isinstance(part, int) else part.replace("_", " ")


def value_text(law: Law, path: Path, value: Json) -> str:
    """Return a value as text: "12 Vertebrae", "7 days", "20%". An entry is described field by field.

    Never fails, whatever the value is. Results longer than 1,000 characters are cut.
    """
    words = _said(law, path, value)
    return words if len(words) <= MAX_LENGTH else f"{words[:MAX_LENGTH]}…"


def _said(law: Law, path: Path, value: Json) -> str:
    if value is None or value in ("", [], {}):
        return NOTHING
    name = name_of(law.document, path)
    if name.said is not None and not name.rest:
        try:
            return name.said(law, path, value)
        except (ValueError, LookupError, TypeError, AttributeError):
            return value_in_words(value)  # the document is not a valid law
    if isinstance(value, dict) and value:
        found = ((key, _said(law, (*path, key), content)) for key, content in value.items() if key != PLACE)
        parts = [
            words if _is_only_a_frame(law, (*path, key), value[key]) else f"{_key(key)}: {words}"
            for key, words in found
            if words != NOTHING
        ]
        return "; ".join([*(part.removesuffix(".") for part in parts[:-1]), *parts[-1:]]) or NOTHING
    return in_unit(value, name.unit)


def _is_only_a_frame(law: Law, path: Path, value: Json) -> bool:
    """Return whether a field of an entry only holds parts that are explained one by one, as a card's hooks do."""
    name = name_of(law.document, path)
    return len(path) == PARTS_OF_A_FIELD and isinstance(value, dict) and name.explained and name.said is None


def in_unit(value: Json, unit: str) -> str:
    """Return a value with its unit: 1440 "minutes" → "24 hours", 1 "card|cards" → "1 card"."""
    if isinstance(value, bool) or not isinstance(value, int) or not unit:
        return value_in_words(value)
    times = {"hours": "time"}.get(unit, unit)
    if times in TIMES:
        return TIMES[times](value)
    if unit == "per cent":
        return f"{value}%"
    one, _, many = unit.partition("|")
    return f"{value} {one if value == 1 or not many else many}"


def unit_of(law: Law, where: str) -> str:
    """Return the unit of the number at a JSON pointer, or "" if its section declares none."""
    return name_of(law.document, place_in(law.document, where)).unit


def unit_in_words(unit: str) -> str:
    """Return a unit in the plural, as shown beside an input."""
    return unit.rpartition("|")[2]


def path_of(where: str) -> tuple[str, ...]:
    """Return the unescaped parts of a JSON pointer, all as strings."""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in where.split("/")[1:])


def counted(part: str) -> str | int:
    """Return a part of a JSON pointer as an integer if it can be a list index, otherwise as the string.

    Numbers with too many digits stay strings.
    """
    return int(part) if part.isdecimal() and len(part) <= MAX_PLACE_LENGTH else part


def place_in(document: Document, where: str) -> tuple[str | int, ...]:
    """Return the parts of a JSON pointer into a document, with indexes of lists as integers."""
    here: Json = document
    found: list[str | int] = []
    for part in path_of(where):
        key = counted(part) if isinstance(here, list) else part
        found.append(key)
        here = part_of(here, key)
    return tuple(found)


def explained_at(document: Document, path: Path) -> str:
    """Return a section's description of the value at exactly this path, or "" if it has none."""
    if path[-1] == PLACE:
        return "where it stands among the others, by number"
    name = name_of(document, path)
    return " ".join(name.words.split()) if name.is_declared and not name.rest else ""


def words_at(document: Document, where: str) -> str:
    """Return the label of the value at a JSON pointer."""
    place = place_in(document, where)
    return name_of(document, place).words if place else pointer(*place)
