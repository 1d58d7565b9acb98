"""What is said of data that does not fit: where it stands, and what is wanted there, in plain words."""

import copy
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel, StringConstraints, ValidationError

from nomic.clauses.schema.kind_registry import AnyKind, kinds
from nomic.cycles.actions.registry import Action, Args, all_actions
from nomic.law.document.sections import Section, registered_sections
from nomic.law.document.templates import document_of, law_templates
from nomic.law.schema.validation_messages import validation_messages
from tests.support.executed_lines import steps_of

# Words of pydantic, Python or JSON Schema that nobody outside of this code has to know.
MACHINERY = re.compile(
    r"[Ii]nput|constrained|function-|\bunion\b|NoneType|valid (list|dictionary|string|integer|boolean)"
    r"|\w\[\w|\bdict(ionary)?\b|\bstr\b|\bint\b|\bbool(ean)?\b|\binteger\b|\bstring\b|[Ff]ield required"
    r"|instance of|keyword|\$ref|\$defs|\bNone\b|\bnull\b|\bTrue\b|\bFalse\b|pattern|something else"
)
WRONG: tuple[Any, ...] = ("x", "", -1, 10**13, 1.5, True, None, [], {}, ["x", 1, None], {"x": 1}, "e\u0301", "a~b")
FEW = 2  # entries of a large map that stand for all of it


class From(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    from_: int = Field(alias="from")


class Card(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    values: list[Annotated[int, Field(ge=-9, le=9)]] | From
    chance: Annotated[int, Field(ge=0, le=100)] = 5
    kind: Literal["rest", "battle"] = "rest"
    name: Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^/~]+$")] = "x"
    tags: Annotated[list[str], Field(min_length=1, max_length=3)] = ["a"]
    is_open: bool = False


class Deck(RootModel[dict[Annotated[str, StringConstraints(pattern=r"^[^/~]+$", max_length=5)], Card]]):
    pass


def said(given: Any, schema: type[BaseModel] = Card) -> list[tuple[str, str]]:
    with pytest.raises(ValidationError) as caught:
        schema.model_validate(given)
    return [("/".join(map(str, each.place)), each.detail) for each in validation_messages(schema, caught.value, given)]


SENTENCES = {
    "a list or an entry": (
        {"values": "3"},
        "values",
        'a list of whole numbers, such as [3] or fields: with from, not "3"',
    ),
    "an element of the form meant": ({"values": [3, "4"]}, "values/1", 'a whole number from -9 to 9, not "4"'),
    "a field of the form meant": ({"values": {"from": "x"}}, "values/from", 'a whole number, not "x"'),
    "too large": ({"values": [10]}, "values/0", "a whole number from -9 to 9, not 10"),
    "no whole number": ({"values": [], "chance": 1.5}, "chance", "a whole number from 0 to 100, not 1.5"),
    "true is no number": ({"values": [], "chance": True}, "chance", "a whole number from 0 to 100, not true"),
    "nothing": ({"values": [], "chance": None}, "chance", "a whole number from 0 to 100, not empty"),
    "one of some": ({"values": [], "kind": "war"}, "kind", 'one of "rest" and "battle", not "war"'),
    "a name": ({"values": [], "name": "a/b"}, "name", 'text of 1 to 60 characters without any of / ~, not "a/b"'),
    "too few": ({"values": [], "tags": []}, "tags", "a list of texts, 1 to 3 of them"),
    "yes or no": ({"values": [], "is_open": "yes"}, "is_open", 'true or false, not "yes"'),
    "missing": ({}, "values", "is missing: a list of whole numbers, such as [3] or fields: with from"),
    "unknown": (
        {"values": [], "colour": 1}, "colour",
        "there is no such field here, only chance, is_open, kind, name, tags and values",
    ),
    "long": (
        {"values": [], "kind": "w" * 99}, "kind", f'one of "rest" and "battle", not "{"w" * 39}…',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "place", "detail"), SENTENCES.values(), ids=SENTENCES)
def test_what_is_wanted_is_said(given: Any, place: str, detail: str) -> None:
    """One sentence, at the place of the data, for the form that was meant."""
    assert said(given) == [(place, detail)]


def test_a_bad_name_of_an_entry_is_told_of_the_entry() -> None:
    """What is wrong is the name, not what stands under it."""
    detail = "its name must be text of at most 5 characters without any of / ~"
    assert said({"a~b": {"values": []}}, Deck) == [("a~b", detail)]


def test_several_places_are_all_told() -> None:
    """Each once, in the order of the schema."""
    assert [place for place, _ in said({"values": [1, "x", None], "chance": 900})] == ["values/1", "values/2", "chance"]


@pytest.mark.parametrize(
    "given",
    [
        lambda many: {f"x{number}": 1 for number in range(many)},
        lambda many: {"values": ["x"] * many},
        lambda many: {"values": [], "tags": [1] * many},
        lambda many: {"values": {f"x{number}": {"y": 1} for number in range(many)}},
    ],
    ids=["unknown fields", "elements of one of two forms", "elements", "fields of a form"],
)
def test_what_is_wrong_with_very_many_fields_is_said_in_steps_that_grow_with_them(given: Any) -> None:
    """Twenty of them are told, and four times as many take four times the steps, not sixteen times."""

    def work(many: int) -> int:
        with pytest.raises(ValidationError) as caught:
            Card.model_validate(given(many))
        found: list[Any] = []
        steps = steps_of(lambda: found.extend(validation_messages(Card, caught.value, given(many))))
        assert len(found) <= 20
        return steps

    few_, many_ = work(200), work(800)
    assert many_ < 4.5 * few_


def wrong(data: Any) -> Iterator[Any]:
    """The data with one thing wrong in it: a value of another kind at each place, a field too many, one missing."""
    for path in places(data):
        for value in WRONG:
            yield changed(data, path, value)
        if isinstance(at(data, path), dict):
            yield changed(data, (*path, "nonsense"), 1)
            for name in at(data, path):
                yield changed(data, (*path, name), MISSING)


MISSING = object()


def few(data: Any) -> Any:
    """The data with large maps and lists cut: their entries are alike."""
    if isinstance(data, dict):
        names = list(data) if len(data) <= 8 else list(data)[:FEW]
        return {name: few(data[name]) for name in names}
    return [few(each) for each in data[:FEW]] if isinstance(data, list) else data


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places(value, (*path, key))


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    data = copy.deepcopy(data)
    parent = at(data, path[:-1])
    if value is MISSING:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return data


def check(schema: type[BaseModel], given: Any) -> int:
    """Whatever is said of it is plain, and stands at a place of the data or where something is missing."""
    try:
        schema.model_validate(given)
    except ValidationError as error:
        found = validation_messages(schema, error, given)
        assert found
        for each in found:
            assert not MACHINERY.search(each.detail), (each, given)
            try:
                at(given, each.place)
            except (KeyError, IndexError, TypeError):
                assert each.detail.startswith("is missing: "), each
                at(given, each.place[:-1])
        return len(found)
    return 0


@pytest.mark.parametrize("section", registered_sections().values(), ids=registered_sections())
def test_no_refusal_of_a_section_speaks_of_machinery(section: Section) -> None:
    """Every place of every law that is shipped, with a dozen wrong values: plain words at a place that is there."""
    told = 0
    for name in law_templates():
        document = document_of(name)
        if section.name in document:
            for given in wrong(few(document[section.name])):
                told += check(section.schema, given)
    assert told > 0 or section.name not in {key for name in law_templates() for key in document_of(name)}


@pytest.mark.parametrize("action", all_actions(), ids=lambda action: action.name)
def test_no_refusal_of_an_action_speaks_of_machinery(action: Action) -> None:
    """Every argument of every action, missing, of another kind, or too many."""
    fields = action.schema().get("properties", {})
    full = dict.fromkeys(fields, "x")
    for given in [*wrong(full), *({name: value} for name in fields for value in WRONG), {"nonsense": 1}]:
        check(action.args, given) if isinstance(given, dict) else None
    assert check(action.args, {"nonsense": 1}) >= 1


@pytest.mark.parametrize("kind", kinds().values(), ids=kinds())
def test_no_refusal_of_a_clause_speaks_of_machinery(kind: AnyKind) -> None:
    """Every field of a blank of every kind with wrong values, and fields that are missing or unknown."""
    told = 0
    for given in [*wrong(dict(kind.blank)), {kind.schema.word: [], "nonsense": 1}]:
        told += check(kind.schema_of(given), given) if isinstance(given, dict) and kind.schema.word in given else 0
    assert told > 0


def test_arguments_are_read_through_it() -> None:
    """The sentence reaches whoever acts."""

    class Some(Args):
        amount: Annotated[int, Field(ge=1, le=9)]

    with pytest.raises(Exception) as caught:  # noqa: PT011 - the kind is asserted by what it says
        Action("some", "game-actions", "Some", "Some.", "Some", lambda act, args: None, Some).read({"amount": "x"})
    [error] = caught.value.errors  # type: ignore[attr-defined]
    assert (error.field, error.detail) == ("amount", 'a whole number from 1 to 9, not "x"')
