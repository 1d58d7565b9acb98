"""Every entry of every law opens in a form and comes back byte for byte; what forms can make, the law accepts or
refuses at a field."""

import contextlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.clauses.schema.kind_registry import kinds, schema_of
from nomic.forms.read_forms import read_as_far_as_it_goes
from nomic.forms.schema_forms import NEW, Input, explained, inputs_for, submitted_pairs
from nomic.law.document.entries import Entries, NotAnEntry, entries_of
from nomic.law.document.sections import Law, flaws_of
from nomic.law.document.templates import document_of, law_templates
from nomic.law.document.whole_sections import new_sections, whole_sections
from nomic.law.labels.value_labels import explained_at, path_of
from nomic.law.schema.expectations import expectation_for
from tests.support.example_counts import examples
from tests.support.sent_forms import read_form

LAWS = {name: Law(document_of(name)) for name in law_templates()}
ENTRIES = [
    (name, entries) for name, law in LAWS.items() for entries in (*entries_of(law.document), *whole_sections(law))
]

NEW_PARTS = [(name, part) for name, law in LAWS.items() for part in new_sections(law)]


def form_of(entries: Entries, entry: dict[str, Any]) -> tuple[Input, ...]:
    return inputs_for(expectation_for(entries.section.schema), entries.schema_place("x"), entry)


def without_place(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "place"}


@pytest.mark.parametrize(("law", "entries"), ENTRIES, ids=lambda each: getattr(each, "path", each))
def test_every_entry_comes_back_byte_for_byte(law, entries):
    """Existing ones and a blank one; what is absent stays absent, what is null stays null."""
    for entry in [*entries.of(LAWS[law].document).values(), entries.blank()]:
        data = without_place(entry)
        assert json.dumps(read_form(submitted_pairs(form_of(entries, data)))) == json.dumps(data)


def clauses_of_all_laws() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, law in LAWS.items():
        for rule in law.document["rules"].values():
            yield from ((f"{name} {called}", clause) for called, clause in (rule.get("clauses") or {}).items())
    yield from ((f"new {word}", dict(kind.blank)) for word, kind in kinds().items())


def test_nothing_of_any_law_stands_as_data():
    """Every field of every entry, section and clause, old or blank, has an input of its own or is built from blocks."""
    as_data = [
        (name, each.path)
        for name, entries in [*ENTRIES, *NEW_PARTS]
        for entry in [*entries.of(LAWS[name].document).values(), entries.blank()]
        for each in flat(form_of(entries, without_place(entry)))
        if each.kind == "data"
    ]
    as_data += [
        (name, each.path)
        for name, clause in clauses_of_all_laws()
        for each in flat(inputs_for(expectation_for(schema_of(clause)), (), clause))
        if each.kind == "data"
    ]
    assert as_data == []


def test_elements_of_a_list_have_inputs_of_their_own():
    """Each with its fields, called by its title; another one begins with what it has to have."""
    form = form_of_section("cycle-16", "calendar")
    phases = next(each for each in form if each.label == "phases")
    assert [each.label for each in phases.inputs] == ["1: Rest Phase", "2: Battle Phase"]
    assert [each.label for each in phases.inputs[1].inputs] == ["kind", "title", "starts at hour"]
    assert all(each.is_element for each in phases.inputs)
    assert phases.adds == (("", '{"kind": "", "title": "", "starts_at_hour": 1}'),)
    pairs = next(each for each in form_of_section("cycle-16", "card_traits") if each.label == "opposites")
    assert (pairs.inputs[0].kind, pairs.inputs[0].value) == ("lines", "Red\nBlack")


def test_a_field_says_what_it_is_what_it_wants_and_what_it_is_left_empty():
    """In words of its section; how many characters a text bears, and lists as data, are nobody's business."""
    clause = {"action": "Nap", "with": {"n": {"is": "number"}}, "do": []}
    form = inputs_for(expectation_for(schema_of(clause)), (), clause)
    is_act = next(each for each in form if each.label_of_key == "is_act")
    assert is_act.helps == ["If left empty, it is yes."]
    card = without_place(LAWS["cycle-16"].document["cards"]["Ace"])
    entries = next(each for each in entries_of(LAWS["cycle-16"].document) if each.path == "/cards")
    path = ("cards", "Ace")
    told = explained(form_of(entries, card), lambda at: explained_at(LAWS["cycle-16"].document, (*path, *at)))
    helps = {each.label: each.helps for each in told}
    assert helps["values"] == []  # it would only repeat the label
    assert helps["text"] == ["The description of the card Ace."]
    (hours, *_) = form_of_section("cycle-16", "calendar")
    assert hours.helps == ["A whole number from 1 to 1,344."]


def form_of_section(law: str, name: str) -> tuple[Input, ...]:
    entries = next(each for each in whole_sections(LAWS[law]) if each.section.name == name)
    return form_of(entries, entries.of(LAWS[law].document)[name])


def test_an_element_of_a_list_is_changed_in_its_inputs():
    pairs = submitted_pairs(form_of_section("cycle-16", "calendar"))
    made = changed(pairs, "/phases/1/starts_at_hour", "72")
    assert made["phases"][1] == {"kind": "battle", "title": "Battle Phase", "starts_at_hour": 72}
    assert changed(pairs, "/phases/1/starts_at_hour", "late")["phases"][1]["starts_at_hour"] == "late"
    traits = submitted_pairs(form_of_section("cycle-16", "card_traits"))
    assert changed(traits, "/opposites/1", "Black\nGreen")["opposites"][1] == ["Black", "Green"]
    assert changed(traits, "/opposites/1", "")["opposites"][1] == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=examples(60))
@given(JSON.filter(lambda raw: raw is not None and not isinstance(raw, str)), st.sampled_from(["gives", "when"]))
def test_what_is_shown_as_blocks_or_data_comes_back_whatever_it_is(raw, field):
    """Quotation marks of both kinds, lines, signs that nobody sees, truth, nothing."""
    law = LAWS["cycle-16"]
    entries = next(each for each in entries_of(law.document) if each.path == "/shop/offers")
    entry = {**without_place(entries.of(law.document)["Handy Pack"]), field: raw}
    assert json.dumps(read_form(submitted_pairs(form_of(entries, entry)))) == json.dumps(entry)


def test_most_fields_of_the_hall_need_no_data():
    """Names, numbers, prices and texts have inputs of their own; effects are blocks."""
    law = LAWS["cycle-16"]
    kinds = {
        (entries.path, each.label): each.kind
        for entries in entries_of(law.document)
        for entry in entries.of(law.document).values()
        for each in form_of(entries, without_place(entry))
    }
    assert kinds["/shop/offers", "costs"] == "counts"
    assert kinds["/collections", "chance"] == "number"
    assert kinds["/collections", "elements"] == kinds["/cards", "suits"] == "lines"
    assert kinds["/items", "kind"] == "choice"
    assert kinds["/cards", "text"] == "text"
    assert kinds["/shop/offers", "gives"] == "blocks"


def changed(pairs: list[tuple[str, str]], place: str, text: str) -> dict[str, Any]:
    return read_form([(name, text if name.endswith(f":{place}") else value) for name, value in pairs])


@pytest.mark.parametrize(
    ("path", "name", "place", "typed", "value"),
    [
        ("/shop/offers", "Handy Pack", "/costs", "Vertebra: 9\r\nChip:1", {"Vertebra": 9, "Chip": 1}),
        ("/shop/offers", "Handy Pack", "/costs", "", {}),
        ("/collections", "Basic", "/chance", " 20 ", 20),
        ("/collections", "Basic", "/chance", "a lot", "a lot"),
        ("/collections", "Basic", "/elements", "Timely\r\n\r\n Torn ", ["Timely", "Torn"]),
        ("/cards", "Ace", "/values", "1, 14", [1, 14]),
        ("/cards", "Ace", "/values", "1, many", [1, "many"]),
        ("/items", "Chip", "/kind", "keepsake", "keepsake"),
        ("/items", "Chip", "/text", "", ""),
    ],
)
def test_what_is_typed_is_what_it_says(path, name, place, typed, value):
    """What is nothing of the kind is handed on as it was typed, and the law refuses it at its place."""
    law = LAWS["cycle-16"]
    entries = next(each for each in entries_of(law.document) if each.path == path)
    pairs = submitted_pairs(form_of(entries, without_place(entries.of(law.document)[name])))
    assert changed(pairs, place, typed)[place[1:]] == value


@settings(max_examples=examples(50))
@given(st.lists(st.tuples(st.text(max_size=30).map(lambda rest: f"f:p:{rest}") | st.text(max_size=9), st.text())))
def test_any_form_is_read_or_refused(pairs):
    with contextlib.suppress(NotAnEntry):
        json.dumps(read_form(pairs))


TYPED = ["", "0", "-1", "12", "9" * 15, "Chip", "Vertebra: 3", "yes", "a\nb", "1, 2", "- {fly: 1}", "{is: 1}", "$me"]


def flat(inputs: Iterable[Input]) -> Iterator[Input]:
    for each in inputs:
        yield each
        yield from flat(each.inputs)


@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_every_document_that_forms_can_make_is_valid_or_refused_at_a_field(data):
    """Any entry of any law, old or new, with anything typed into some of its inputs: no form makes the check fail."""
    name, entries = data.draw(st.sampled_from([*ENTRIES, *NEW_PARTS]))
    law = LAWS[name]
    held = {NEW: entries.blank(), **entries.of(law.document)}
    called = data.draw(st.sampled_from(sorted(held)))
    inputs = list(flat(form_of(entries, without_place(held[called]))))
    typed = st.sampled_from(TYPED) | st.text(max_size=12)
    changes = data.draw(
        st.dictionaries(st.sampled_from([each.name for each in inputs] or ["f:p:text:/x"]), typed, max_size=4)
    )
    pairs = [(each.name, changes.get(each.name, each.value)) for each in inputs]
    made, problems = read_as_far_as_it_goes(pairs)
    labels = tuple(f"{each.place[-1]}".replace("_", " ") for each in inputs if isinstance(each.place[-1], str))
    assert all(problem.said.startswith(labels) for problem in problems)
    document = json.loads(json.dumps(law.document))
    holder = document
    for part in path_of(entries.path):
        holder = holder.setdefault(part, {})
    holder[called] = made
    for flaw in flaws_of(document):
        assert not flaw.path or path_of(flaw.path)[0] in document  # what a law lacks stands nowhere
        assert flaw.detail


CLAUSES = [
    (law, rule, called, clause)
    for law, each in LAWS.items()
    for rule, held in each.document["rules"].items()
    for called, clause in (held.get("clauses") or {}).items()
] + [("cycle-16", "card-gifting", NEW, dict(kind.blank)) for kind in kinds().values()]


@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_every_clause_that_forms_can_make_is_valid_or_refused_at_a_field(data):
    """Any clause of any law, or a new one of any kind, with anything typed into some of its inputs."""
    name, rule, called, clause = data.draw(st.sampled_from(CLAUSES))
    inputs = list(flat(inputs_for(expectation_for(schema_of(clause)), (), clause)))
    typed = st.sampled_from(TYPED) | st.text(max_size=12)
    changes = data.draw(st.dictionaries(st.sampled_from([each.name for each in inputs]), typed, max_size=4))
    made, problems = read_as_far_as_it_goes([(each.name, changes.get(each.name, each.value)) for each in inputs])
    labels = tuple(f"{each.place[-1]}".replace("_", " ") for each in inputs if isinstance(each.place[-1], str))
    assert all(problem.said.startswith(labels) for problem in problems)
    document = json.loads(json.dumps(LAWS[name].document))
    document["rules"][rule].setdefault("clauses", {})[called] = made
    flaws = flaws_of(document)
    assert all(flaw.detail and path_of(flaw.path)[0] in document for flaw in flaws)
    if called == NEW:  # nothing else of the law can lack a clause that was not there
        assert all(path_of(flaw.path)[:4] == ("rules", rule, "clauses", NEW) for flaw in flaws), flaws


@pytest.mark.parametrize(
    "pairs",
    [
        [("f:p:text:/a", "x"), ("f:p:text:/a/b", "y")],
        [("f:p:data:/a", "[1, 2")],
        [("f:p:data:/a", "[" * 5000)],
        [("f:p:text:/a", "x")] * 500,
        [("f:p:text:" + "/a" * 50, "x")],
        [("f:x:text:/a", "x")],
        [("f:p:list:/a", ""), ("f:p:text:/a/1", "x")],
        [("f:p:list:/a", ""), ("f:p:text:/a/b", "x")],
        [("f:p:list:/a", ""), ("f:p:text:/a/0", "x"), ("f:p:text:/a/0/b", "x")],
    ],
)
def test_odd_forms_are_refused(pairs):
    with pytest.raises(NotAnEntry):
        read_form(pairs)
