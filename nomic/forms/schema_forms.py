"""Forms for values of the law, generated from schemas and parsed again.

A value that no input can hold is shown as YAML, so nothing is lost. A field's name has its state, kind and place:
`f:p:number:/costs`. So a form can be parsed without a schema. Whether the result is a valid law is left to the law's
own check.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nomic.forms.field_kinds import is_object, kind_of, words_of
from nomic.forms.field_text import from_text, to_text
from nomic.forms.read_forms import ABSENT, NULL, PRESENT, field_name
from nomic.law.amendments.rename import name_of_key
from nomic.law.document.sections import pointer
from nomic.law.schema.expectations import (
    Expectation,
    Form,
    Place,
    default_in,
    description_in,
    kind_in,
    matching_forms,
    title_in,
)
from nomic.law.schema.json_reader import Json

NEW = "new"  # the name of a new entry if nothing suggests a better one
LONG = 60  # characters; longer texts get more than one line
TYPED = {"number", "lines", "numbers", "counts"}  # kinds of inputs that keep a text that they cannot read
ANY_TEXT = "text of at most "  # a prefix of length hints, which users need not know beforehand
HOW = {
    "lines": "One per line.",
    "numbers": "Separated by commas.",
    "counts": "One per line: a name and its value, such as Chip: 3. Write a calculated number as data.",
    "data": "As data (YAML).",
    "blocks": "As data (YAML).",
}
LANGUAGE = ("effect", "condition", "value")  # formats of a schema whose values are written in the effect language


@dataclass(frozen=True, slots=True)
class Input:
    """One input: its field name, kind, place, hint and current value.

    The kinds `fields` and `list` have inputs beneath them. An input of the kind `add` stands for a missing value that
    can be added.
    """

    name: str
    kind: str
    place: Place
    wants: str
    value: str = ""
    choices: tuple[str, ...] = ()
    title: str = ""
    names: str = ""  # the kind of names that fit, from the schema's format
    adds: tuple[tuple[str, str], ...] = ()  # values that can be added here or beneath, in words and as JSON
    can_go: bool = False
    inputs: tuple["Input", ...] = field(default=())
    key_name: str = ""  # the field name of its key, if the key can be renamed
    is_element: bool = False  # of a list, so it can be moved, copied and removed
    is_first: bool = False  # of its list
    is_last: bool = False
    description: str = ""  # its description by the law's section or schema
    default: str = ""  # the value that it has if left empty
    given: tuple[str, ...] = ()  # names that an expression may use, if the schema lists them

    @property
    def label(self) -> str:
        return self.title or (str(self.place[-1]).replace("_", " ") if self.place else "")

    @property
    def label_of_key(self) -> str:
        """The input's key in the data."""
        return str(self.place[-1]) if self.place else ""

    @property
    def is_open(self) -> bool:
        """True if the inputs beneath are expanded at first.

        They are if one has a value, or if there are blocks to assemble.
        """
        return any(each.is_open for each in self.inputs) or self.value not in ("", "null") or self.kind == "blocks"

    def walk(self) -> Iterator["Input"]:
        """Yield this input and all inputs beneath it."""
        yield self
        for each in self.inputs:
            yield from each.walk()

    @property
    def path(self) -> str:
        return pointer(*self.place)

    @property
    def id(self) -> str:
        """The input's element id, unique on a page."""
        return f"in-{zlib.crc32(self.path.encode()):08x}"

    @property
    def how(self) -> str:
        """A hint on how to write the value, if it is not obvious."""
        return HOW.get(self.kind, "")

    @property
    def helps(self) -> list[str]:
        """The help texts of the input, in sentences."""
        is_typed = (
            self.kind in ("number", "text")
            and self.names not in ("event", "action")
            and not self.wants.startswith(ANY_TEXT)
        )
        by_itself = f"if left empty, it is {self.default}" if self.default and self.kind != "blocks" else ""
        found = (self.description, self.wants if is_typed else "", by_itself)
        return [f"{said[:1].upper()}{said[1:]}{'' if said.endswith('.') else '.'}" for said in found if said]

    @property
    def is_absent(self) -> bool:
        return self.name.startswith(f"f:{ABSENT}:")

    @property
    def is_long(self) -> bool:
        return len(self.value) > LONG or "\n" in self.value


def inputs_for(wanted: Expectation, at: Place, data: dict[str, Json], place: Place = ()) -> tuple[Input, ...]:
    """Return the inputs for an object at a place of a schema: its fields in order, then the missing ones."""
    return tuple(_inputs(wanted, wanted.forms_at(at), data, place))


def _inputs(wanted: Expectation, forms: Sequence[Form], data: dict[str, Json], place: Place) -> Iterator[Input]:
    forms = matching_forms(forms, data)
    needed = {name for form in forms for name in form.required}
    for key, value in data.items():
        below, title = wanted.below(forms, key), title_in(forms, key)
        shown = _input(wanted, below, (*place, key), value, PRESENT, title)
        description, key_name = description_in(forms, key), _key_name(forms, (*place, key))
        yield replace(shown, can_go=key not in needed, key_name=key_name, description=description)
    for key in dict.fromkeys(name for form in forms for name in form.properties):
        if key not in data and not (not place and key == "place"):
            below, title = wanted.below(forms, key), title_in(forms, key)
            shown = _input(wanted, below, (*place, key), None, ABSENT, title)
            yield replace(shown, description=description_in(forms, key), default=default_in(forms, key))


def _input(wanted: Expectation, forms: Sequence[Form], place: Place, value: Json, state: str, title: str) -> Input:
    state = NULL if state == PRESENT and value is None else state
    if state != PRESENT and forms and all(is_object(form) for form in forms):
        return Input(field_name(state, "add", place), "add", place, "", title=title, adds=_beginnings(wanted, forms))
    elements = _elements(wanted, forms)
    if elements and state != PRESENT:
        adds = tuple((says, f"[{made}]") for says, made in _one_more(wanted, elements))
        return Input(field_name(state, "add", place), "add", place, "", title=title, adds=adds)
    if elements and isinstance(value, list) and _are_elements(elements, value):
        return _list(wanted, elements, place, value, title)
    kind = _kind(forms, value, state)
    names = next((form.format for form in forms if form.format), "")
    if kind == "fields" and isinstance(value, dict):
        beneath, adds = tuple(_inputs(wanted, forms, value, place)), _entries(wanted, forms, value)
        return Input(field_name(state, kind, place), kind, place, "", title=title, adds=adds, inputs=beneath)
    if state == NULL and kind == "data":
        state = PRESENT
        return Input(field_name(state, kind, place), kind, place, wanted.said(forms), "null", title=title)
    choices = tuple(str(each) for form in _with_words(kind, forms) for each in words_of(form))
    shown = to_text(kind, value)
    given = tuple(dict.fromkeys(name for form in forms for name in form.given))
    return Input(
        field_name(state, kind, place), kind, place, wanted.said(forms), shown, choices, title, names, given=given
    )


def _with_words(kind: str, forms: Sequence[Form]) -> list[Form]:
    """Return the forms with a choice of words: those of the value or of its elements."""
    if kind == "lines":
        return [form.items for form in forms if form.items is not None]
    if kind == "counts":
        return [each for form in forms for each in form.entries]
    return [*forms] if kind == "choice" else []


def _elements(wanted: Expectation, forms: Sequence[Form]) -> list[Form]:
    """Return the forms of list elements that get inputs of their own: elements with fields, or lists.

    Empty if the value need not be a list of such elements.
    """
    if not forms or any(form.type != "array" or form.prefix_items is not None or form.format for form in forms):
        return []
    elements = wanted.below(forms, 0)
    return elements if elements and all(is_object(form) or form.type == "array" for form in elements) else []


def _are_elements(elements: Sequence[Form], value: list[Any]) -> bool:
    kinds = tuple(dict if form.type == "object" else list for form in elements)
    return all(isinstance(each, kinds) for each in value)


def _list(wanted: Expectation, elements: Sequence[Form], place: Place, value: list[Any], title: str) -> Input:
    """Return the input of a list whose elements have inputs of their own."""
    beneath = []
    for count, each in enumerate(value):
        made = _input(wanted, elements, (*place, count), each, PRESENT, _called(count, each))
        beneath.append(replace(made, is_element=True, is_first=not count, is_last=count == len(value) - 1))
    name, adds = field_name(PRESENT, "list", place), _one_more(wanted, elements)
    return Input(name, "list", place, "", title=title, adds=adds, inputs=tuple(beneath))


def _called(count: int, element: Json) -> str:
    """Return the label of a list element: its title, or else its first text."""
    held = element if isinstance(element, dict) else {}
    texts = [text for text in (held.get("title"), *held.values()) if isinstance(text, str)] or [*held]
    called = next((text for text in texts if text), "")
    return f"{count + 1}{f': {called}' if called else ''}"


def _one_more(wanted: Expectation, elements: Sequence[Form]) -> tuple[tuple[str, str], ...]:
    return tuple((kind_in(form), json.dumps(wanted.blank(form))) for form in elements)


def _beginnings(wanted: Expectation, forms: Sequence[Form]) -> tuple[tuple[str, str], ...]:
    """Return the values that can be added for a missing object."""
    found: list[tuple[str, str]] = []
    for form in forms:
        if form.properties:
            found.append((kind_in(form), json.dumps(wanted.blank(form))))
        else:
            found += _entries(wanted, [form], {})
    return tuple(found)


def _key_name(forms: Sequence[Form], place: Place) -> str:
    """Return the field name of a map entry's key, or an empty string for a field of a fixed name."""
    if any(place[-1] in form.properties for form in forms) or not any(form.entries for form in forms):
        return ""
    return name_of_key(next((form.names for form in forms if form.names), ""), place)


def _entries(wanted: Expectation, forms: Sequence[Form], held: dict[str, Json]) -> tuple[tuple[str, str], ...]:
    """Return the entries that can be added to a map of objects: one of each kind, under an unused name."""
    kinds = [inner for form in forms if not form.properties for inner in wanted.below([form], NEW)]
    return tuple(
        (kind_in(each), json.dumps({_free_name(kind_in(each) or NEW, held): wanted.blank(each)})) for each in kinds
    )


def _free_name(usual: str, held: dict[str, Json]) -> str:
    return next(name for name in (usual, *(f"{usual}{number}" for number in range(2, 300))) if name not in held)


def _kind(forms: Sequence[Form], value: Json, state: str) -> str:
    """Return the kind of input that holds a value without loss, or `data` if no other kind does."""
    if any(form.format in LANGUAGE for form in forms):
        return "blocks"
    if state == PRESENT:
        if isinstance(value, str) and (typed := {kind_of(form) for form in forms}) and typed <= TYPED:
            return next(iter(typed)) if len(typed) == 1 else "data"  # typed into this input, and refused
        fitting = [kind for form in forms if (kind := kind_of(form)) and _holds(kind, form, value)]
        exact = [kind for kind in fitting if _is_of_type(kind, value)]
        return (exact or fitting or ["data"])[0]
    kinds = {kind_of(form) for form in forms}
    only = kinds.pop() if len(kinds) == 1 else ""
    return only if only and only != "fields" else "data"


def _is_of_type(kind: str, value: Json) -> bool:
    """Return whether an input of this kind holds the value with its type. Text inputs hold any type."""
    if kind == "yes":
        return isinstance(value, bool)
    return kind != "number" or (isinstance(value, int) and not isinstance(value, bool))


def _holds(kind: str, form: Form, value: Json) -> bool:
    """Return whether an input of the kind parses back to exactly this value."""
    if kind == "fields":
        return isinstance(value, dict) and (
            bool(form.properties) or all(_fits_below(form, below) for below in value.values())
        )
    if kind == "choice" and value not in ("", *words_of(form)):
        return False
    try:
        back = from_text(kind, to_text(kind, value))
    except (TypeError, ValueError, AttributeError):
        return False
    return json.dumps(back) == json.dumps(value)


def _fits_below(form: Form, value: Json) -> bool:
    """Return whether a value in a map has inputs of its own: an object, or one that some simple kind holds."""
    alternatives = [each for entry in form.entries for each in entry.any_of or [entry]]
    kinds = ((kind_of(each), each) for each in alternatives)
    return isinstance(value, dict) or any(kind and _holds(kind, each, value) for kind, each in kinds)


def explained(inputs: Iterable[Input], words_at: Callable[[Place], str]) -> tuple[Input, ...]:
    """Return the inputs with a description from `words_at` if the schema has none, and it says more than the label."""
    return tuple(
        replace(
            each, description=each.description or _more_than(each, words_at), inputs=explained(each.inputs, words_at)
        )
        for each in inputs
    )


def _more_than(shown: Input, words_at: Callable[[Place], str]) -> str:
    """Return the words at an input's place, or "" if they only repeat its label: "the values of the card Ace"."""
    words = words_at(shown.place)
    return "" if words.casefold().startswith(f"the {shown.label.casefold()} of ") else words


def submitted_pairs(inputs: Iterable[Input]) -> list[tuple[str, str]]:
    """Return the name and value pairs as a browser submits them."""
    pairs: list[tuple[str, str]] = []
    for each in inputs:
        pairs.append((each.name, each.value))
        pairs += submitted_pairs(each.inputs)
    return pairs
