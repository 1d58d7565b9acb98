"""Forms for values of the law, generated from schemas and parsed again.

A value that no input can hold is shown as YAML, so nothing is lost. A field's name has its state, kind and place:
`f:p:number:/costs`. So a form can be parsed without a schema. Whether the result is a valid law is left to the law's
own check.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nomic.forms.field_kinds import is_object, kind_of, words_of
from nomic.law.amendments.rename import name_of_key
from nomic.law.document.entries import NotAnEntry, read_data, written
from nomic.law.document.sections import pointer
from nomic.law.labels.format import path_of
from nomic.law.schema.expectations import (
    Expectation,
    Form,
    Place,
    default_in,
    description_in,
    fitting,
    kind_in,
    title_in,
)
from nomic.law.schema.json_reader import Json

PRESENT, ABSENT, NULL = "p", "g", "n"  # state of a field: present, absent or null; if left empty, the last two stay so
MAX_FIELDS = 200
NEW = "new"  # the name of a new entry if nothing suggests a better one
LONG = 60  # characters; longer texts get more than one line
NAME = re.compile(r"f:(?P<state>[pgn]):(?P<kind>[a-z]+):(?P<place>(?:/[^/\n]{0,200}){1,12})")
WHOLE = re.compile(r"-?[0-9]{1,15}")
THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}")
WORKED_OUT = re.compile(r":\s*+(?=\{)")
NUMBERS = re.compile(r"\n|,\s|,$")  # what stands between numbers
YES, NO = "yes", "no"
HOLDS: dict[str, type[dict[str, Any]] | type[list[Any]]] = {"fields": dict, "list": list}
PLACE_IN_LIST = re.compile(r"0|[1-9][0-9]{0,3}")
TYPED = {"number", "lines", "numbers", "counts"}  # kinds of inputs that keep a text that they cannot read
STAY_EMPTY = ("text", "choice", "lines", "numbers", "counts")  # kinds that remain present, but empty, when emptied
ANY_TEXT = "a text of 0 to "  # a prefix of length hints, which users need not know beforehand
HOW = {
    "lines": "One a line.",
    "numbers": "Separated by commas.",
    "counts": "One a line, a name and what belongs to it, as Chip: 3. A number that is worked out is written as data.",
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
    given: tuple[str, ...] = ()  # the names from which a number can be computed, if the schema has them

    @property
    def label(self) -> str:
        return self.title or (str(self.place[-1]).replace("_", " ") if self.place else "")

    @property
    def label_of_key(self) -> str:
        """The input's key in the data."""
        return str(self.place[-1]) if self.place else ""

    @property
    def is_open(self) -> bool:
        """Whether the inputs beneath are expanded at first.

        They are if one has a value, or if there are blocks to assemble.
        """
        return any(each.is_open for each in self.inputs) or self.value not in ("", "null") or self.kind == "blocks"

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
        by_itself = f"left empty, it is {self.default}" if self.default and self.kind != "blocks" else ""
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
    forms = fitting(forms, data)
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
        return Input(_name(state, "add", place), "add", place, "", title=title, adds=_beginnings(wanted, forms))
    elements = _elements(wanted, forms)
    if elements and state != PRESENT:
        adds = tuple((says, f"[{made}]") for says, made in _one_more(wanted, elements))
        return Input(_name(state, "add", place), "add", place, "", title=title, adds=adds)
    if elements and isinstance(value, list) and _are_elements(elements, value):
        return _list(wanted, elements, place, value, title)
    kind = _kind(forms, value, state)
    names = next((form.format for form in forms if form.format), "")
    if kind == "fields" and isinstance(value, dict):
        beneath, adds = tuple(_inputs(wanted, forms, value, place)), _entries(wanted, forms, value)
        return Input(_name(state, kind, place), kind, place, "", title=title, adds=adds, inputs=beneath)
    if state == NULL and kind == "data":
        state = PRESENT
        return Input(_name(state, kind, place), kind, place, wanted.said(forms), "null", title=title)
    choices = tuple(str(each) for form in _with_words(kind, forms) for each in words_of(form))
    shown = _shown(kind, value)
    given = tuple(dict.fromkeys(name for form in forms for name in form.given))
    return Input(_name(state, kind, place), kind, place, wanted.said(forms), shown, choices, title, names, given=given)


def _with_words(kind: str, forms: Sequence[Form]) -> list[Form]:
    """Return the forms with a choice of words: those of the value or of its elements."""
    if kind == "lines":
        return [form.items for form in forms if form.items is not None]
    if kind == "counts":
        return [each for form in forms for each in form.entries]
    return [*forms] if kind == "choice" else []


def _elements(wanted: Expectation, forms: Sequence[Form]) -> list[Form]:
    """Return the forms of list elements that get inputs of their own: elements with fields, or lists.

    Return an empty list if the value may be anything but such a list.
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
    name, adds = _name(PRESENT, "list", place), _one_more(wanted, elements)
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


def _name(state: str, kind: str, place: Place) -> str:
    return f"f:{state}:{kind}:{pointer(*place)}"


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
        back = _read(kind, _shown(kind, value))
    except (TypeError, ValueError, AttributeError):
        return False
    return json.dumps(back) == json.dumps(value)


def _fits_below(form: Form, value: Json) -> bool:
    """Return whether a value in a map has inputs of its own: an object, or one that some simple kind holds."""
    alternatives = [each for entry in form.entries for each in entry.any_of or [entry]]
    kinds = ((kind_of(each), each) for each in alternatives)
    return isinstance(value, dict) or any(kind and _holds(kind, each, value) for kind, each in kinds)


def _shown(kind: str, value: Json) -> str:
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
    if kind in ("data", "blocks") and isinstance(value, str) and not _is_data(value):
        return value
    if kind in ("data", "blocks"):
        return written(value) if isinstance(value, dict | list) and value else json.dumps(value, ensure_ascii=False)
    return str(value)


def _is_data(text: str) -> bool:
    try:
        read_data(text)
    except NotAnEntry:
        return False
    return True


def _read(kind: str, text: str) -> Json:
    """Parse the text of an input. Text that does not fit the kind is returned unchanged, for the law to refuse."""
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
    if found is not None and _is_data(line[found.end() :]):
        return line[: found.start()].strip(), line[found.end() :]
    word, colon, amount = line.rpartition(":")
    return (word.strip(), amount.strip()) if colon else (line.strip(), "")


def _counts(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Return counts by name. Raises NotAnEntry if a name comes twice."""
    counts: dict[str, Json] = {}
    for name, count in pairs:
        if not name:
            raise NotAnEntry(f"say what the {str(count)[:60]} is of, or remove the row")
        if name in counts:
            raise NotAnEntry(f"“{name[:60]}” is there twice. Keep one of the two")
        counts[name] = count
    return counts


def _counted(line: str) -> tuple[str, Json]:
    word, amount = split_count(line)
    if amount.startswith("{") and _is_data(amount):
        return word, read_data(amount)
    return word, _number(without_thousands(amount))


def _in_line(count: Json) -> str:
    """Return a number for a line of its own. A computed number is written as data."""
    return json.dumps(count, ensure_ascii=False) if isinstance(count, dict) else str(count)


def explained(inputs: Iterable[Input], words_at: Callable[[Place], str]) -> tuple[Input, ...]:
    """Return the inputs with a description from `words_at` if the schema has none."""
    return tuple(
        replace(each, description=each.description or words_at(each.place), inputs=explained(each.inputs, words_at))
        for each in inputs
    )


def sent(inputs: Iterable[Input]) -> list[tuple[str, str]]:
    """Return the name and value pairs as a browser submits them."""
    pairs: list[tuple[str, str]] = []
    for each in inputs:
        pairs.append((each.name, each.value))
        pairs += sent(each.inputs)
    return pairs


def is_field(name: str) -> bool:
    """Return whether a name belongs to a form field."""
    return name.startswith("f:")


def read_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Parse a submitted form. Raises NotAnEntry with the field's name if a field cannot be parsed."""
    data, problems = read_as_far_as_it_goes(pairs)
    if problems:
        raise NotAnEntry(problems[0].said)
    return data


@dataclass(frozen=True, slots=True)
class Problem:
    """A field that cannot be parsed: its place in the data, and the reason."""

    place: str
    said: str


def read_as_far_as_it_goes(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, Any], list[Problem]]:
    """Parse a form as far as possible, and return the data and the problems. Raises NotAnEntry.

    A field that cannot be parsed keeps the submitted text.
    """
    root: dict[str, Any] = {}
    problems: list[Problem] = []
    for count, (name, text) in enumerate(pairs):
        found = NAME.fullmatch(name)
        if found is None or count >= MAX_FIELDS:
            raise NotAnEntry("this form was not made here; open the page again")
        state, kind, text = found["state"], found["kind"], text.replace("\r\n", "\n")
        *within, key = path_of(found["place"])
        holder = _holder(root, within)
        if kind == "add":
            if state == NULL:
                _put(holder, key, None)
        elif kind in HOLDS:
            _held(holder, key, HOLDS[kind]())
        elif not text.strip() and state == NULL:
            _put(holder, key, None)
        elif text.strip() or (state == PRESENT and (kind in STAY_EMPTY or isinstance(holder, list))):
            try:
                _put(holder, key, _read(kind, text))
            except NotAnEntry as error:
                _put(holder, key, text)
                problems.append(Problem(pointer(*within, key), f"{_name_of_part(within, key)}: {error}"))
    return root, problems


Holder = dict[str, Any] | list[Any]


def _holder(root: dict[str, Any], within: Sequence[str]) -> Holder:
    """Return the object or list that contains a field, creating it if needed."""
    holder: Holder = root
    for part in within:
        held = _held(holder, part, {})
        if not isinstance(held, dict | list):
            raise NotAnEntry(f"{part[:60]} is no set of fields")
        holder = held
    return holder


def _held(holder: Holder, key: str, new: Holder) -> Any:
    """Return the value under a key, setting it to `new` if missing."""
    there = holder.get(key) if isinstance(holder, dict) else _element(holder, key)
    return _put(holder, key, new) if there is None else there


def _put(holder: Holder, key: str, value: Any) -> Any:
    """Set the value under a key, or at an index of a list. Elements arrive in order."""
    if isinstance(holder, dict):
        holder[key] = value
    elif _element(holder, key) is None:
        holder.append(value)
    else:
        holder[int(key)] = value
    return value


def _element(holder: list[Any], key: str) -> Any:
    """Return the element at an index of a list, or None directly after the last one."""
    place = int(key) if PLACE_IN_LIST.fullmatch(key) else MAX_FIELDS
    if place > len(holder):
        raise NotAnEntry("this form was not made here; open the page again")
    return holder[place] if place < len(holder) else None


def _name_of_part(within: Sequence[str], key: str) -> str:
    """Return the label of a field that cannot be parsed."""
    if within and PLACE_IN_LIST.fullmatch(key):
        return f"{within[-1][:60].replace('_', ' ')} {int(key) + 1}"
    return key[:60].replace("_", " ")
