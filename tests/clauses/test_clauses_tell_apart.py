"""What is kept, and what whoever acts says: two that differ never read the same."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from nomic.clauses.arguments import AnyArgument, Argument
from nomic.clauses.arguments.allowed_inputs import MessageNouns
from nomic.clauses.schema.kind_registry import kinds, schema_of
from nomic.clauses.schema.value_kinds import ValueClause
from nomic.clauses.views.explanations import explain_clause_kind
from nomic.law.document.sections import Law
from tests.support.hall import cycle_16

LAW = Law(cycle_16())
NAMES = st.lists(st.sampled_from(("Up", "Down", "Left")), max_size=3, unique=True)
SMALL = st.integers(0, 3)


def _fields(*required: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {name: fields[name] for name in required},
        optional={name: fields[name] for name in fields if name not in required},
    )


VALUES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "number": _fields(starts=SMALL, least=SMALL, most=SMALL),
    "flag": _fields(starts=st.integers(0, 1)),
    "name": _fields(starts=st.sampled_from(("Up", "Down")), one_of=NAMES, longest=st.sampled_from((2, 60, 90))),
    "names": _fields(starts=NAMES, one_of=NAMES, longest=st.sampled_from((4, 60, 90)), most=st.integers(1, 100)),
    "player": st.just({}),
    "players": _fields(most=st.integers(1, 3)),
}
COMMON = _fields(
    of=st.sampled_from(("cycle", "player")), seen=st.sampled_from(("all", "owner", "nobody")), beside=st.booleans()
)
WHERE = st.sampled_from(({"active": "$it"}, {"reputable": "$it"}, {"not": {"active": "$it"}}))
FREE = st.sampled_from(({"has": "$it", "suit": "Stars"}, {"has": "$it", "species": "5"}))
OWN = {"stock": "Chip", "of": "$me"}
ITEMS = st.lists(st.sampled_from(("Chip", "Vertebra")), max_size=2, unique=True)
OF_CARDS = {"of": st.sampled_from(("me", "others")), "where": FREE, "for": st.just("destroy")}
MANY = {"least": st.integers(0, 3), "most": st.integers(1, 3)}
ARGUMENTS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "player": _fields(or_self=st.booleans(), where=WHERE),
    "players": _fields(or_self=st.booleans(), where=WHERE, ranked=st.booleans(), **MANY),
    "card": _fields(**OF_CARDS),
    "cards": _fields(**OF_CARDS, **MANY),
    "number": _fields(least=SMALL, most=st.one_of(SMALL, st.just(OWN))),
    "item": _fields(one_of=ITEMS, own=st.booleans()),
    "name": _fields("one_of", one_of=NAMES.filter(bool)),
    "names": _fields("one_of", one_of=NAMES.filter(bool), ranked=st.booleans(), **MANY),
    "text": _fields(longest=st.sampled_from((3, 60, 200))),
    "act": st.just({}),
    "proposal": _fields(
        which=st.sampled_from(("waiting", "undecided", "failed")),
        where=st.sampled_from(({"is": ["$it.author", "equals", "$me"]}, {"changes": "$it"})),
    ),
}
READ: TypeAdapter[Argument] = TypeAdapter(AnyArgument)


def _kept(raw: dict[str, Any]) -> ValueClause:
    schema = schema_of(raw)
    assert schema is not None
    try:
        clause = schema.model_validate(raw)
    except ValidationError:
        assume(False)
    assert isinstance(clause, ValueClause)
    assume(not list(clause.flaws()))
    return clause


def _works(clause: ValueClause) -> Any:
    """All that a value does: who sees it, what it is at first, and what is kept of anything that is put into it."""
    put = [-1, 0, 1, 2, 3, 4, 100, (), ("Up",), ("Down", "Left"), ("Up", "Down", "Left"), ("x" * 70,), ("ada", "bob")]
    put += [tuple(str(number) for number in range(count)) for count in (1, 2, 3, 4, 99, 100, 101)]
    kept = [clause.within(value) for value in put]
    return clause.kind, clause.several, clause.of, clause.seen, clause.beside, clause.at_first, kept


VALUE = st.sampled_from(sorted(VALUES)).flatmap(
    lambda kind: st.tuples(st.just(kind), VALUES[kind], COMMON).map(
        lambda drawn: {"value": "V", "is": drawn[0], **drawn[1], **drawn[2]}
    )
)
ARGUMENT = st.sampled_from(sorted(ARGUMENTS)).flatmap(
    lambda kind: ARGUMENTS[kind].flatmap(
        lambda fields: st.fixed_dictionaries({"is": st.just(kind)}, optional={"sealed": st.booleans()}).map(
            lambda both: {**both, **fields}
        )
    )
)


def _other(data: st.DataObject, raw: dict[str, Any], every: st.SearchStrategy[Any], own: Any) -> dict[str, Any]:
    """Another one, or the same but for one field."""
    if data.draw(st.integers(0, 3)) == 0:
        return data.draw(every)
    fields = data.draw(own)
    assume(fields)
    field = data.draw(st.sampled_from(sorted(fields)))
    return {**raw, field: fields[field]}


def test_every_kind_is_drawn() -> None:
    words = {each for kind in AnyArgument.__args__[0].__args__ for each in kind.model_fields["is_"].annotation.__args__}
    assert words == ARGUMENTS.keys()
    assert kinds()["value"].schema is ValueClause
    assert all(schema_of({"value": "V", "is": kind}) is not ValueClause for kind in VALUES)


@given(VALUE, st.data())
def test_values_that_read_the_same_keep_the_same(raw: dict[str, Any], data: st.DataObject) -> None:
    """Any other value, or one that differs in a field."""
    other = _other(data, raw, VALUE, st.one_of(VALUES[raw["is"]], COMMON))
    one, two = _kept(raw), _kept(other)
    if explain_clause_kind(one, LAW) == explain_clause_kind(two, LAW):
        assert _works(one) == _works(two), (raw, other)


@given(ARGUMENT, st.data())
def test_arguments_that_read_the_same_allow_the_same(raw: dict[str, Any], data: st.DataObject) -> None:
    """Of every kind it is said of which it is, though the rule limits nothing."""
    other = _other(data, raw, ARGUMENT, ARGUMENTS[raw["is"]])
    one, two = READ.validate_python(raw), READ.validate_python(other)
    words = MessageNouns({}, {})
    if one.request_in_words("thing", words) == two.request_in_words("thing", words):
        for argument in (one, two):  # the order of a list is nothing to be said
            assume(not any(True for _ in argument.flaws(LAW, None)))  # type: ignore[arg-type]
        assert one == two, (raw, other)
