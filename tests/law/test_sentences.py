"""Every sentence of every law that is shipped is carried out by something that there is, and shown by a test."""

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from nomic.cycles.management.commands.sentences import TESTS, files_by_ruling, page
from nomic.cycles.rule_implementations import all_carried_out
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, law_templates
from nomic.law.rules.rule_of_place import has_place
from nomic.law.rules.sentences import (
    COMMON,
    Sentence,
    functions_of,
    kind_of,
    known_sentences,
    own_table,
    sentences,
    sentences_with_marks,
    table_in,
    tables_of,
)
from nomic.law.rules.tree import Rule, rules_of
from tests.support.generated_files import assert_is_generated
from tests.support.hall import cycle_16

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "sentences"
LAWS = sorted(law_templates())


def all_sentences(name: str) -> list[Sentence]:
    rules = rules_of(Law(document_of(name)))
    return [sentence for id_ in rules for sentence in sentences_with_marks(rules, id_, tables_of(name))]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("It costs 2.5 of them, i.e. many. So it is.", ["It costs 2.5 of them, i.e. many.", "So it is."]),
        ("* one;\n# two; or\n\nThree.", ["one;", "two; or", "Three."]),
        ("* '''Reach.''' It binds. It ends.", ["'''Reach.''' It binds.", "It ends."]),
        ("# '''The door.''' Go in? ''Yes'': gain.", ["'''The door.''' Go in?", "''Yes'': gain."]),
        ("'''Words''' mean. {{law|/a/b}} more.", ["'''Words''' mean.", "{{law|/a/b}} more."]),
        ("He said ‘so.’ Then he left.", ["He said ‘so.’", "Then he left."]),
        ("These exist:\n\n{{law table|suits}}\n\nSo be it.", ["These exist:", "So be it."]),
        ("It holds:\n\n* bones", ["It holds:", "bones"]),
        ("", []),
    ],
)
def test_a_body_is_read_sentence_by_sentence(body: str, found: list[str]) -> None:
    """A line of a list is one, a bold head belongs to what follows it, and what shows a table is none."""
    assert sentences(body) == found


@pytest.mark.parametrize("name", LAWS)
def test_every_sentence_is_carried_out_and_shown(name: str) -> None:
    """Unless it only tells what a word means, or is the players' own."""
    for sentence in all_sentences(name):
        kinds = {kind_of(mark) for mark in sentence.marks}
        assert kinds & {"place", "clause", "host", "words", "players"}, sentence
        assert kinds & {"ruling", "test", "words", "players"}, sentence


@pytest.mark.parametrize("name", LAWS)
def test_everything_that_carries_a_sentence_out_is_there(name: str) -> None:
    """Places and clauses in the law, words of the host in the tables."""
    law, functions = Law(document_of(name)), functions_of(tables_of(name))
    for sentence in all_sentences(name):
        assert all(has_place(law, place) for place in sentence.of_kind("place")), sentence
        assert all(words in functions for words in sentence.of_kind("host")), sentence
        for clause in sentence.of_kind("clause"):
            rule, _, clause_name = clause.partition("/")
            assert clause_name in rules_of(law)[rule].clauses, sentence


def test_every_function_of_the_host_is_there() -> None:
    """And is one that can be called: `module:function`, or `module:Class.method`."""
    for function in {function for name in LAWS for function in functions_of(tables_of(name)).values()}:
        module, _, attribute = function.partition(":")
        found = reduce(lambda owner, name: getattr(owner, name, None), attribute.split("."), import_module(module))
        assert callable(found), f"{function} is named under (host) in a law's table of sentences, and does not exist"


def test_every_test_that_is_named_is_there() -> None:
    """Those that bear the number of a ruling, and single ones."""
    by_ruling = files_by_ruling()
    for name in LAWS:
        for sentence in all_sentences(name):
            assert all(by_ruling.get(ruling) for ruling in sentence.of_kind("ruling")), sentence
            for test in sentence.of_kind("test"):
                path, _, function = test.partition("::")
                assert f"def {function}(" in (ROOT / path).read_text(encoding="utf-8"), sentence


def test_no_line_of_a_table_is_about_nothing() -> None:
    """Each begins a sentence of a law that it is for, and says one thing only."""
    texts = {
        name: {id_: sentences(rule.body) for id_, rule in rules_of(Law(document_of(name))).items()} for name in LAWS
    }
    for name, folder in law_templates().items():
        beside = [other for other, path in law_templates().items() if path.parent == folder.parent]
        for table, laws in (
            (own_table(folder), [name]),
            (table_in(folder.with_name(COMMON.name)), beside),
            (table_in(COMMON), LAWS),
        ):
            for id_, rows in table.rows.items():
                written = [text for law in laws for text in texts[law].get(id_, [])]
                for begin in rows:
                    assert any(text.startswith(begin) for text in written), (name, id_, begin)


@pytest.mark.parametrize("name", sorted(path.stem for path in PAGES.glob("*.md")))
def test_the_pages_of_sentences_are_what_the_tables_say(name: str) -> None:
    """`manage.py sentences` prints them. A law needs none. Those named show a ruling; more files may do so since."""
    stands = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    made = "\n".join(page(name))
    if stands.partition(TESTS)[0] != made.partition(TESTS)[0]:
        assert_is_generated(f"docs/sentences/{name}.md", made, f"manage.py sentences {name}")
    by_ruling = files_by_ruling()
    for line in stands.partition(TESTS)[2].strip().splitlines():
        ruling, *paths = re.findall(r"\[([^]]+)\]", line)
        assert paths, line
        assert set(paths) <= set(by_ruling[ruling]), line


def test_nothing_is_known_of_sentences_that_a_vote_has_changed() -> None:
    """Whatever carried the old words out need not carry out the new ones."""
    document = cycle_16()
    body = document["rules"]["urgent-class-proposal"]["body"]
    before = known_sentences(Law(document))["urgent-class-proposal"]
    document["rules"]["urgent-class-proposal"]["body"] = body.replace("put the game right", "put the game wrong")
    after = known_sentences(Law(document))["urgent-class-proposal"]
    assert [sentence.text for sentence in after] == [sentence.text for sentence in before[:-1]]


def test_a_rule_that_nothing_carries_out_stands_in_words_only() -> None:
    """A rule of the players' own, until it gets a clause; the words of Cycle 16 are known."""
    document = cycle_16()
    document["rules"]["manners"] = {"title": "Manners", "body": "Greet the Croupier.", "place": 10_000}
    carried_out = {each.placed.id: each for each in all_carried_out(Law(document))}
    assert carried_out["manners"].is_words_only
    assert carried_out["rules"].only_tells is False  # the host keeps their tree
    assert carried_out["inventory"].host == ("the ledger of items",)
    assert carried_out["judgement"].kept
    assert carried_out["urgent-class-proposal"].kept == (
        "Use an urgent proposal only to put the game right and to keep it playable.",
    )
    document["rules"]["manners"]["clauses"] = {"greetings": {"value": "Greetings"}}
    assert not next(each for each in all_carried_out(Law(document)) if each.placed.id == "manners").is_words_only


def test_rules_are_read_as_written() -> None:
    """Marks that are none are an author's mistake."""
    with pytest.raises(ValueError, match="'somewhere' is no mark"):
        kind_of("somewhere")
    rule = Rule(title="A", body="It is {{law|/shop/title}}. {{law table|shop}}")
    (sentence, shown) = sentences_with_marks({"a": rule}, "a", ())
    assert (sentence.marks, shown.marks) == (("/shop/title",), ())
