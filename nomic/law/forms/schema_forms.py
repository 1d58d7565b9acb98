"""Forms for what the law holds, made from the schemas, and back: what no input fits stands as data, so nothing is lost.

A field of a form is named by how it stands there, its kind and its place: `f:p:number:/costs`. So a form can be read
without a schema; whether what was typed can be law, the law's own check says.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import UNSET

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

PRESENT, ABSENT, NULL = "p", "g", "n"  # how a field stands in the data: left empty, the last two stay so
MAX_FIELDS = 200
NEW = "new"  # the name of a new entry where nothing says a better one
LONG = 60  # characters of a text that has more than one line of room
NAME = re.compile(r"f:(?P<state>[pgn]):(?P<kind>[a-z]+):(?P<place>(?:/[^/\n]{0,200}){1,12})")
WHOLE = re.compile(r"-?[0-9]{1,15}")
COUNT = re.compile(r"(?P<name>[^:]+):\s*(?P<count>-?[0-9]{1,15})")
YES, NO = "yes", "no"
HOLDS: dict[str, type[dict[str, Any]] | type[list[Any]]] = {"fields": dict, "list": list}
PLACE_IN_LIST = re.compile(r"0|[1-9][0-9]{0,3}")
STAY_EMPTY = ("text", "choice", "lines", "numbers", "counts")  # what of these is emptied stays, with nothing in it
ANY_TEXT = "a text of 0 to "  # so many characters: nothing that one has to know beforehand
HOW = {
    "lines": "One a line.",
    "numbers": "With commas between.",
    "counts": "One a line, as Chip: 3.",
    "data": "As data (YAML).",
    "blocks": "As data (YAML).",
}
LANGUAGE = ("effect", "condition", "value")  # formats of a schema: what stands there is written in the effect language


@dataclass(frozen=True, slots=True)
class Input:
    """One input: the name under which it is sent, its kind, what it is called and wants, what stands in it.

    The kinds `fields` and `list` have inputs of their own beneath them; what is of the kind `add` is not there, and can
    be put there.
    """

    name: str
    kind: str
    place: Place
    wants: str
    value: str = ""
    choices: tuple[str, ...] = ()
    title: str = ""
    names: str = ""  # the kind of names that fit, where its schema says it by a format
    adds: tuple[tuple[str, str], ...] = ()  # what can be put there, or beneath it: in words, and as JSON
    can_go: bool = False
    inputs: tuple["Input", ...] = field(default=())
    key_name: str = ""  # under which it is sent what this is called, where its name can be changed
    is_element: bool = False  # of a list: it can be moved, copied and taken out
    is_first: bool = False  # of its list
    is_last: bool = False
    says: str = ""  # what it is, in words of the law's section or of its schema
    default: str = ""  # what it is where it is left empty
    given: tuple[str, ...] = ()  # the names that a number can be worked out from, where its schema says them

    @property
    def label(self) -> str:
        return self.title or (str(self.place[-1]).replace("_", " ") if self.place else "")

    @property
    def label_of_key(self) -> str:
        """What it is called in the data."""
        return str(self.place[-1]) if self.place else ""

    @property
    def is_open(self) -> bool:
        """Whether what is beneath it is shown at once: anything stands there, or blocks wait to be put together."""
        return any(each.is_open for each in self.inputs) or self.value not in ("", "null") or self.kind == "blocks"

    @property
    def path(self) -> str:
        return pointer(*self.place)

    @property
    def id(self) -> str:
        """What tells it from all other elements of a page."""
        return f"in-{zlib.crc32(self.path.encode()):08x}"

    @property
    def how(self) -> str:
        """How it is written, where that is not plain."""
        return HOW.get(self.kind, "")

    @property
    def helps(self) -> list[str]:
        """What is to be known to fill it in, in sentences."""
        is_typed = (
            self.kind in ("number", "text")
            and self.names not in ("event", "action")
            and not self.wants.startswith(ANY_TEXT)
        )
        by_itself = f"left empty, it is {self.default}" if self.default and self.kind != "blocks" else ""
        found = (self.says, self.wants if is_typed else "", by_itself)
        return [f"{said[:1].upper()}{said[1:]}{'' if said.endswith('.') else '.'}" for said in found if said]

    @property
    def is_absent(self) -> bool:
        return self.name.startswith(f"f:{ABSENT}:")

    @property
    def is_long(self) -> bool:
        return len(self.value) > LONG or "\n" in self.value


def inputs_for(wanted: Expectation, at: Place, data: dict[str, Json], place: Place = ()) -> tuple[Input, ...]:
    """The inputs for an object that stands at a place of a schema: its fields in their order, then those it has not."""
    return tuple(_inputs(wanted, wanted.forms_at(at), data, place))


def _inputs(wanted: Expectation, forms: Sequence[Form], data: dict[str, Json], place: Place) -> Iterator[Input]:
    forms = fitting(forms, data)
    needed = {name for form in forms for name in form.required}
    for key, value in data.items():
        below, title = wanted.below(forms, key), title_in(forms, key)
        shown = _input(wanted, below, (*place, key), value, PRESENT, title)
        says, key_name = description_in(forms, key), _key_name(forms, (*place, key))
        yield replace(shown, can_go=key not in needed, key_name=key_name, says=says)
    for key in dict.fromkeys(name for form in forms for name in form.properties):
        if key not in data and not (not place and key == "place"):
            below, title = wanted.below(forms, key), title_in(forms, key)
            shown = _input(wanted, below, (*place, key), None, ABSENT, title)
            yield replace(shown, says=description_in(forms, key), default=default_in(forms, key))


def _input(wanted: Expectation, forms: Sequence[Form], place: Place, value: Json, state: str, title: str) -> Input:
    state = NULL if state == PRESENT and value is None else state
    if state != PRESENT and forms and all(_is_object(form) for form in forms):
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
    choices = tuple(str(each) for form in forms for each in _words_of(form)) if kind == "choice" else ()
    shown = _shown(kind, value)
    given = tuple(dict.fromkeys(name for form in forms for name in form.given))
    return Input(_name(state, kind, place), kind, place, wanted.said(forms), shown, choices, title, names, given=given)


def _elements(wanted: Expectation, forms: Sequence[Form]) -> list[Form]:
    """The forms of the elements of a list that are shown one by one: with fields, or lists themselves.

    None where it can be something else than such a list.
    """
    if not forms or any(form.type != "array" or form.prefix_items is not None or form.format for form in forms):
        return []
    elements = wanted.below(forms, 0)
    return elements if elements and all(_is_object(form) or form.type == "array" for form in elements) else []


def _are_elements(elements: Sequence[Form], value: list[Any]) -> bool:
    kinds = tuple(dict if form.type == "object" else list for form in elements)
    return all(isinstance(each, kinds) for each in value)


def _list(wanted: Expectation, elements: Sequence[Form], place: Place, value: list[Any], title: str) -> Input:
    """A list whose elements have inputs of their own."""
    beneath = []
    for count, each in enumerate(value):
        made = _input(wanted, elements, (*place, count), each, PRESENT, _called(count, each))
        beneath.append(replace(made, is_element=True, is_first=not count, is_last=count == len(value) - 1))
    name, adds = _name(PRESENT, "list", place), _one_more(wanted, elements)
    return Input(name, "list", place, "", title=title, adds=adds, inputs=tuple(beneath))


def _called(count: int, element: Json) -> str:
    """What an element of a list is called: by its title, else by the first thing that it says."""
    held = element if isinstance(element, dict) else {}
    texts = [text for text in (held.get("title"), *held.values()) if isinstance(text, str)] or [*held]
    called = next((text for text in texts if text), "")
    return f"{count + 1}{f': {called}' if called else ''}"


def _one_more(wanted: Expectation, elements: Sequence[Form]) -> tuple[tuple[str, str], ...]:
    return tuple((kind_in(form), json.dumps(wanted.blank(form))) for form in elements)


def _is_object(form: Form) -> bool:
    """Whether it is fields of its own, or a map of such; not a piece of the language, nor names with numbers."""
    is_map = bool(form.entries) and all(each.type in ("", "object") and each.enum is None for each in form.entries)
    is_closed = form.additional_properties is False  # with nothing to be filled in
    return form.type == "object" and not form.format and (bool(form.properties) or is_map or is_closed)


def _beginnings(wanted: Expectation, forms: Sequence[Form]) -> tuple[tuple[str, str], ...]:
    """What can be put where nothing is yet."""
    found: list[tuple[str, str]] = []
    for form in forms:
        if form.properties:
            found.append((kind_in(form), json.dumps(wanted.blank(form))))
        else:
            found += _entries(wanted, [form], {})
    return tuple(found)


def _key_name(forms: Sequence[Form], place: Place) -> str:
    """Under which name it is sent what an entry of a map is called; empty for a field of its own name."""
    if any(place[-1] in form.properties for form in forms) or not any(form.entries for form in forms):
        return ""
    return name_of_key(next((form.names for form in forms if form.names), ""), place)


def _entries(wanted: Expectation, forms: Sequence[Form], held: dict[str, Json]) -> tuple[tuple[str, str], ...]:
    """What can be added to a map of objects: an entry of each kind, under a name that is free."""
    kinds = [inner for form in forms if not form.properties for inner in wanted.below([form], NEW)]
    return tuple(
        (kind_in(each), json.dumps({_free_name(kind_in(each) or NEW, held): wanted.blank(each)})) for each in kinds
    )


def _free_name(usual: str, held: dict[str, Json]) -> str:
    return next(name for name in (usual, *(f"{usual}{number}" for number in range(2, 300))) if name not in held)


def _name(state: str, kind: str, place: Place) -> str:
    return f"f:{state}:{kind}:{pointer(*place)}"


def _kind(forms: Sequence[Form], value: Json, state: str) -> str:
    """The kind of input that holds a value without loss; `data` where none does."""
    if any(form.format in LANGUAGE for form in forms):
        return "blocks"
    if state == PRESENT:
        fitting = [kind for form in forms if (kind := _kind_of(form)) and _holds(kind, form, value)]
        return fitting[0] if fitting else "data"
    kinds = {_kind_of(form) for form in forms}
    only = kinds.pop() if len(kinds) == 1 else ""
    return only if only and only != "fields" else "data"


def _words_of(form: Form) -> list[Any]:
    """What a value has to be one of; nothing where it can be anything."""
    return form.enum or ([] if form.const is UNSET else [form.const])


def _kind_of(form: Form) -> str:
    """The kind of input for a form of value; empty where there is none."""
    if words := _words_of(form):
        return "choice" if all(isinstance(each, str) for each in words) else ""
    if form.type == "array":
        inner = form.items.type if form.items is not None else ""
        return {"string": "lines", "integer": "numbers"}.get(inner, "")
    if form.type == "object":
        if form.properties:
            return "fields"
        if _is_object(form):
            return "fields"  # one for each name
        return "counts" if form.entries and all(each.type == "integer" for each in form.entries) else ""
    return {"string": "text", "integer": "number", "boolean": "yes"}.get(form.type, "")


def _holds(kind: str, form: Form, value: Json) -> bool:
    """Whether an input of the kind gives this very value back."""
    if kind == "fields":
        return isinstance(value, dict) and (bool(form.properties) or all(isinstance(v, dict) for v in value.values()))
    if kind == "choice" and value not in ("", *_words_of(form)):
        return False
    try:
        back = _read(kind, _shown(kind, value))
    except (TypeError, ValueError, AttributeError):
        return False
    return json.dumps(back) == json.dumps(value)


def _shown(kind: str, value: Json) -> str:
    """A value as it stands in an input of the kind."""
    if value is None:
        return ""
    if kind == "yes":
        return YES if value is True else NO if value is False else str(value)
    if kind == "lines" and isinstance(value, list):
        return "\n".join(map(str, value))
    if kind == "numbers" and isinstance(value, list):
        return ", ".join(map(str, value))
    if kind == "counts" and isinstance(value, dict):
        return "\n".join(f"{name}: {count}" for name, count in value.items())
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
    """What was typed into an input of the kind; as a text, for the law to refuse, where it is nothing of the kind."""
    if kind == "text" or kind == "choice":
        return text
    if kind == "number":
        return _number(text)
    if kind == "yes":
        return {YES: True, NO: False}.get(text.strip(), text)
    if kind == "lines":
        return [line.strip() for line in text.split("\n") if line.strip()]
    if kind == "numbers":
        return [_number(part) for part in text.replace("\n", ",").split(",") if part.strip()]
    if kind == "counts":
        return dict(_counted(line.strip()) for line in text.split("\n") if line.strip())
    return read_data(text)


def _number(text: str) -> Json:
    text = text.strip()
    return int(text) if WHOLE.fullmatch(text) else text


def _counted(line: str) -> tuple[str, Json]:
    found = COUNT.fullmatch(line)
    if found is not None:
        return found["name"].strip(), int(found["count"])
    name, _, rest = line.partition(":")
    return name.strip(), rest.strip()


def explained(inputs: Iterable[Input], words_at: Callable[[Place], str]) -> tuple[Input, ...]:
    """The inputs with what each is in words, by its place, where its schema says nothing better."""
    return tuple(
        replace(each, says=each.says or words_at(each.place), inputs=explained(each.inputs, words_at))
        for each in inputs
    )


def sent(inputs: Iterable[Input]) -> list[tuple[str, str]]:
    """A form as a browser sends it."""
    pairs: list[tuple[str, str]] = []
    for each in inputs:
        pairs.append((each.name, each.value))
        pairs += sent(each.inputs)
    return pairs


def is_field(name: str) -> bool:
    """Whether a name is one of a form."""
    return name.startswith("f:")


def read_form(pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """What a form that was sent says. Raises NotAnEntry, naming the field, where something cannot be read."""
    data, problems = read_as_far_as_it_goes(pairs)
    if problems:
        raise NotAnEntry(problems[0])
    return data


def read_as_far_as_it_goes(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, Any], list[str]]:
    """What a form says, and what cannot be read of it, which stands in it as it was typed. Raises NotAnEntry."""
    root: dict[str, Any] = {}
    problems: list[str] = []
    for count, (name, text) in enumerate(pairs):
        found = NAME.fullmatch(name)
        if found is None or count >= MAX_FIELDS:
            raise NotAnEntry("this form is none of ours")
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
                problems.append(f"{_name_of_part(within, key)}: {error}")
    return root, problems


Holder = dict[str, Any] | list[Any]


def _holder(root: dict[str, Any], within: Sequence[str]) -> Holder:
    """The fields, or the list, in which a field stands."""
    holder: Holder = root
    for part in within:
        held = _held(holder, part, {})
        if not isinstance(held, dict | list):
            raise NotAnEntry(f"{part[:60]} is no set of fields")
        holder = held
    return holder


def _held(holder: Holder, key: str, new: Holder) -> Any:
    """What stands under a key, which is this where nothing does."""
    there = holder.get(key) if isinstance(holder, dict) else _element(holder, key)
    return _put(holder, key, new) if there is None else there


def _put(holder: Holder, key: str, value: Any) -> Any:
    """Put something under a key, or in its place of a list: elements come in their order."""
    if isinstance(holder, dict):
        holder[key] = value
    elif _element(holder, key) is None:
        holder.append(value)
    else:
        holder[int(key)] = value
    return value


def _element(holder: list[Any], key: str) -> Any:
    """The element at a place of a list; None at the place after the last one."""
    place = int(key) if PLACE_IN_LIST.fullmatch(key) else MAX_FIELDS
    if place > len(holder):
        raise NotAnEntry("this form is none of ours")
    return holder[place] if place < len(holder) else None


def _name_of_part(within: Sequence[str], key: str) -> str:
    """What a field is called that cannot be read."""
    if within and PLACE_IN_LIST.fullmatch(key):
        return f"{within[-1][:60].replace('_', ' ')} {int(key) + 1}"
    return key[:60].replace("_", " ")
