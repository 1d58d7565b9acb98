"""Every word of the language has all that belongs to one, and a new one is a class and a sentence."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from nomic.effects.checking.cost import cost
from nomic.effects.checking.find_flaws import flaws_of
from nomic.effects.language import scopes
from nomic.effects.language.allowed_moments import EVERYWHERE
from nomic.effects.language.description.reference import reference
from nomic.effects.language.description.schema import language
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes import field_types
from nomic.effects.language.nodes.base import NODES, Condition, Expression, Node, Operation, head_of, register_node
from nomic.effects.language.operations.base import ChangesWorld
from nomic.effects.language.parser import EffectFlaw, read_effect
from nomic.effects.language.world import Names, Runner
from nomic.effects.prose.context import Context, clause, noun, number
from nomic.effects.prose.describe import effect_in_words
from tests.effects.grammar.cases import EVERY
from tests.support.random_effects import KNOWN_WORDS
from tests.support.toy_world import ToyWorld, run_in

ROOT = Path(__file__).parents[2]
each_word = pytest.mark.parametrize("node", NODES.values(), ids=NODES.keys())


def _has_own(sentence: Any, node: type[Node]) -> bool:
    """Whether the English writer has a sentence for this class, and not only for whatever it does not know."""
    return sentence.dispatch(node) is not sentence.dispatch(Node)


@each_word
def test_every_word_has_its_sentence(node: type[Node]) -> None:
    """Operations and conditions are clauses; sets, values and new cards are nouns; numbers are said as such, too."""
    if issubclass(node, Operation | Condition):
        assert _has_own(clause, node)
    else:
        assert _has_own(noun, node)
    if issubclass(node, Expression) and node.__struct_defaults__[-1:] == ("number",):
        assert _has_own(number, node)


@each_word
def test_every_word_is_described_to_people_and_programs(node: type[Node]) -> None:
    """In the reference, in the JSON Schema, with the same fields in both, and in the table of the documentation."""
    (entry,) = [entry for _, entries in reference() for entry in entries if entry.head == head_of(node)]
    schema = language()["$defs"][f"node-{head_of(node)}"]  # type: ignore[index]
    assert entry.meaning
    assert schema["properties"].keys() == {word.word for word in entry.words}
    table = (ROOT / "docs/effects.md").read_text().split("## All its words")[1].split("##")[0]
    assert f"`{head_of(node)}`" in table


def test_the_documentation_names_no_other_words() -> None:
    """What was taken out of the language goes out of the table, too."""
    table = (ROOT / "docs/effects.md").read_text().split("## All its words")[1].split("##")[0]
    assert set(re.findall(r"`(\w+)`", table)) == NODES.keys()


@pytest.mark.parametrize("word", EVERY)
def test_every_word_costs_something_and_stands_somewhere(word: str) -> None:
    """Each is a step at least, and there is a moment for it."""
    raw, _ = next(EVERY[word][0].pieces_at("play"))
    effect = read_effect(raw, {**scopes.PLAYED_MODIFIER, "paid": "amounts"})
    nodes = [node for _, node in walk(effect) if isinstance(node, NODES[word])]
    assert nodes
    assert all(node.stands_at <= EVERYWHERE and node.stands_at for node in nodes)
    assert cost(effect) >= len(effect)


# ── a new word


class Toast(ChangesWorld, frozen=True, eq=False, kw_only=True):
    """Everybody drinks to these players, who gain a Chip each."""

    toast: field_types.Players

    def perform(self, run: Runner, names: Names) -> None:
        for player in self.toast.value(run, names):
            run.world.grant("Chip", 1, player, run)


@clause.register
def _(step: Toast, context: Context) -> str:
    return f"everybody drinks to {noun(step.toast, context).object}"


@pytest.fixture
def toast(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """An effect with a word that is known for a while."""
    monkeypatch.setitem(NODES, "toast", Toast)
    return [{"choose": "them", "from": "$others"}, {"toast": "$them"}]


def test_a_new_operation_is_a_class_and_a_sentence(toast: list[Any]) -> None:
    """With these it is read, described, checked, measured, run and said."""
    effect = read_effect(toast, scopes.PLAYED)
    assert list(flaws_of(effect, KNOWN_WORDS, "play")) == []
    assert cost(effect) == 2
    assert effect_in_words(effect) == ["Choose another participant.", "Everybody drinks to them."]
    assert run_in(ToyWorld({"ann": [], "bob": [], "cid": []}, answers=[("bob",)]), toast).done == [
        ("grant", "Chip", 1, "bob")
    ]
    jsonschema.Draft202012Validator(language()).validate(toast)
    with pytest.raises(EffectFlaw, match="players needed here, not a number"):
        read_effect([{"toast": 1}], scopes.PLAYED)


def test_two_words_of_one_head_are_an_error(toast: list[Any]) -> None:
    """A second node with the same head cannot be registered."""
    with pytest.raises(ValueError, match="two nodes have the head 'toast'"):
        register_node(type("Toast", (Toast,), {}, frozen=True, eq=False, kw_only=True))
