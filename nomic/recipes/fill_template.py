"""Fills in templates: replaces placeholders in angle brackets with answers, and selects a branch of each `case` map.

A string that is only `<n>` becomes the answer's value, so a number stays a number. Within a longer string, `<n>`
becomes the answer's words. `<n|of item>` adds a noun in the right number: "2 Coins" for an item, "2 cards" for any
other noun. A key or list element is removed if its value is None, or if its `case` map has no matching branch.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.law.document.sections import pointer
from nomic.recipes.questions import plural_of_name

NAME = re.compile(r"<([a-z_]+)(?:\|([a-z]+(?: [a-z_]+)?))?>")
MAX_PLAIN = 15  # characters, so that a number can follow
CASE = re.compile(r"case ([a-z_]+)")


@dataclass(frozen=True, slots=True)
class Filled:
    """The contents that replace a placeholder: a value, its words, an id, an item's plural, a branch of `case` maps."""

    value: Any
    words: str
    id: str = ""
    plural: str = ""
    case: str = ""


Filling = Mapping[str, Filled]


class CannotFill(ValueError):
    """Raised if a placeholder has an unknown form. The message names the placeholder."""


def names_in(template: Any) -> Iterator[str]:
    """Yield the names of the placeholders and of the `case` maps in a template."""
    if isinstance(template, str):
        for name, _ in NAME.findall(template):
            yield name
    elif isinstance(template, list):
        for each in template:
            yield from names_in(each)
    elif isinstance(template, dict):
        for key, value in template.items():
            yield from [found[1]] if (found := CASE.fullmatch(key)) else names_in(key)
            yield from names_in(value)


def case_in(template: Any) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the name and the branches of each `case` map in a template."""
    inner = template.values() if isinstance(template, dict) else template if isinstance(template, list) else ()
    if isinstance(template, dict):
        for key, value in template.items():
            if found := CASE.fullmatch(key):
                yield found[1], frozenset(value) if isinstance(value, dict) else frozenset()
    for each in inner:
        yield from case_in(each)


def fill(template: Any, filling: Filling) -> Any:
    """Return a template with all placeholders replaced. Raises CannotFill if one has an unknown form."""
    if isinstance(template, str):
        return _fill_text(template, filling)
    if isinstance(template, list):
        return _fill_list(template, filling)
    if not isinstance(template, dict):
        return template
    if (name := _case_of(template)) is not None:
        branches = template[f"case {name}"]
        return fill(branches.get(filling[name].case, branches.get("else")), filling)
    filled = {text(key, filling): fill(value, filling) for key, value in template.items()}
    return {key: value for key, value in filled.items() if value is not None or template.get(key, "") is None}


def text(template: Any, filling: Filling) -> str:
    """Return a filled template as one string, the parts of a list joined by spaces.

    Raises CannotFill as `fill` does.
    """
    parts = template if isinstance(template, list) else [template]
    filled = [
        _fill_text(each, filling, whole=False) if isinstance(each, str) else fill(each, filling) for each in parts
    ]
    return " ".join(str(each) for each in filled if each is not None)


def _case_of(template: dict[str, Any]) -> str | None:
    if len(template) != 1:
        return None
    found = CASE.fullmatch(next(iter(template)))
    return found and found[1]


def _fill_list(template: list[Any], filling: Filling) -> list[Any]:
    filled: list[Any] = []
    for each in template:
        value = fill(each, filling)
        is_chosen = isinstance(each, dict) and _case_of(each) is not None
        if is_chosen and isinstance(value, list):
            filled += value
        elif value is not None:
            filled.append(value)
    return filled


def _fill_text(template: str, filling: Filling, *, whole: bool = True) -> Any:
    alone = NAME.fullmatch(template)
    if whole and alone and not alone[2]:
        return filling[alone[1]].value
    return NAME.sub(lambda found: _in_form(found[1], found[2] or "", filling), template)


def _plain(name: str) -> str:
    """Return a name in the letters that the name of a place for items can have, or "Store" if none are left."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    kept = " ".join(re.sub(r"[^A-Za-z0-9 '-]+", " ", ascii_only).split()).lstrip("0123456789 '-")
    return kept[:MAX_PLAIN].strip() or "Store"


def _in_form(name: str, form: str, filling: Filling) -> str:
    filled = filling[name]
    match form.split(" "):
        case [""]:
            return filled.words
        case ["id"] if filled.id:
            return filled.id
        case ["plural"] if filled.plural:
            return filled.plural
        case ["pointer"]:
            return pointer(str(filled.value))[1:]
        case ["plain"]:
            return _plain(str(filled.value))
        case ["capital"]:
            return filled.words[:1].upper() + filled.words[1:]
        case ["of", noun]:
            known = filling.get(noun)
            one, many = (known.value, known.plural) if known else (noun, plural_of_name(noun))
            return f"{filled.words} {one if filled.value == 1 else many}"
    raise CannotFill(f"<{name}|{form}>: there is no such form of it")
