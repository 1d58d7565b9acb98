"""Pieces of the language as blocks: whatever is shown comes back as it was, whatever fits can be put in."""

import json
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.effects.blocks import json_editing
from nomic.effects.blocks.gaps import Gap
from nomic.effects.blocks.json_editing import NoSuchPlace, filled, name_of
from nomic.effects.blocks.name_kinds import kind_of_names
from nomic.effects.blocks.phrases import GAP, PHRASES, phrase_of
from nomic.effects.blocks.piece_to_blocks import blocks_of
from nomic.effects.blocks.topics import GROUPS
from nomic.effects.checking.piece_places import Noted, noting_places
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import NODES, fields_of, word_of
from nomic.law.document.sections import flaws_of, value_at
from nomic.law.document.templates import document_of, law_templates
from tests.support.example_counts import examples
from tests.support.random_effects import KNOWN_WORDS, effects

IN_THE_HALL = Noted(None, scopes.HALL, KNOWN_WORDS, "hall")
AT_A_PLAY = Noted(None, scopes.PLAYED, KNOWN_WORDS, "play")
TEMPLATES = sorted(law_templates())


def leaves(gap: Gap) -> list[tuple[str, str]]:
    """What a browser sends of the gaps, by their names."""
    return [(name_of(each.sort, each.place), each.value) for each in gap.walk() if each.is_leaf]


def read(gap: Gap) -> str:
    """Blocks as a line of text."""
    if gap.sort == "list":
        return f"[{'; '.join(map(read, gap.within))}]"
    if gap.block is not None:
        return "".join(part if isinstance(part, str) else read(part) for part in gap.block.sentence)
    if gap.sort == "choice":
        return next(f"‹{choice.label}›" for choice in gap.choices if choice.put == gap.value)
    return f"‹{gap.value}›" if gap.is_leaf else f"‹{gap.description} …›"


@pytest.mark.parametrize("slug", TEMPLATES)
def test_every_piece_of_every_law_comes_back_as_it_is(slug: str) -> None:
    """And each part of it has a gap of its own: none stands as data."""
    document = document_of(slug)
    with noting_places() as noted:
        assert flaws_of(document) == []
    pieces = 0
    for path, place in noted.items():
        try:
            raw = value_at(document, path)
        except LookupError:
            continue
        if "/with/" in path or raw is None:
            continue  # arguments of actions name the language only in their conditions
        gap = blocks_of(place, raw, "/piece")
        assert not [each for each in gap.walk() if each.sort == "data" or each.wrong], path
        assert json.dumps(filled({"piece": raw}, leaves(gap))) == json.dumps({"piece": raw}), path
        pieces += 1
    assert pieces  # a law has a class of proposals at least


def test_every_node_reads_as_a_sentence_with_a_gap_for_each_word() -> None:
    assert PHRASES.keys() == NODES.keys()
    for head, node in NODES.items():
        assert set(GAP.findall(phrase_of(node).sentence)) == {word_of(field) for field in fields_of(node)}, head


def test_a_step_reads_as_what_it_does() -> None:
    grant = blocks_of(IN_THE_HALL, [{"grant": "Chip", "n": 2, "to": "$me"}], "/do")
    assert read(grant) == "[‹you› gain ‹2› of ‹Chip›]"
    choose = {"choose": "lost", "from": {"cards": "inventory", "of": "$me"}, "n": [0, 2]}
    steps = [choose, {"destroy": "$lost"}]
    assert read(blocks_of(IN_THE_HALL, steps, "/do")) == (
        "[ choose from ‹0› to ‹2› of the cards in the ‹inventory› of ‹you›, called ‹lost› from here on; "
        "destroy ‹“lost”›]"
    )


def test_a_name_is_known_after_it_was_bound_and_not_before() -> None:
    """A menu offers it where it stands for something, of the kind that fits."""
    steps = [{"destroy": "$me"}, {"choose": "lost", "from": {"cards": "inventory", "of": "$me"}}, {"destroy": {}}]
    before = offered(steps, "/do/0/destroy")
    after = offered(steps, "/do/2/destroy")
    assert "$lost" not in before
    assert "$lost" in after
    assert "$me" not in after


def offered(steps: list[Any], place: str) -> list[Any]:
    gap = blocks_of(IN_THE_HALL, steps, "/do", place)
    (menu,) = [each.menu for each in gap.walk() if each.place == place]
    return [json.loads(offer.put) for offer in menu]


@pytest.mark.parametrize("place", ["/do", "/do/0/n", "/do/0/to"])
def test_a_menu_has_each_group_once_in_the_order_of_the_toolbox(place: str) -> None:
    gap = blocks_of(IN_THE_HALL, [{"grant": "Chip", "n": 2, "to": "$me"}], "/do", place)
    (menu,) = [each.menu for each in gap.walk() if each.place == place]
    groups = [name for name, _ in groupby(menu, lambda offer: offer.group)]
    assert len(groups) == len({*groups}) >= 3
    topics = [name for name in groups if name in GROUPS]
    assert topics == [name for name in GROUPS if name in topics]
    assert max(sum(offer.group == name for offer in menu) for name in groups) <= 20


def test_what_is_put_into_a_block_begins_with_what_was_named_last_around_it() -> None:
    """For each participant, that one draws: who acts would draw for all of them."""
    steps = [{"each": "each_one", "in": "$all", "do": []}]
    (menu,) = [gap.menu for gap in blocks_of(AT_A_PLAY, steps, "/do", "/do/0/do").walk() if gap.menu]
    assert '{"take":1,"who":"$each_one"}' in [offer.put for offer in menu]
    (menu,) = [gap.menu for gap in blocks_of(AT_A_PLAY, steps, "/do", "/do").walk() if gap.menu]
    assert '{"take":1,"who":"$me"}' in [offer.put for offer in menu]


@pytest.mark.parametrize(
    "step",
    [
        {"change": {"extreme": "", "by": 1}},
        {"each": "Two words", "in": "$all", "do": [{"take": 1, "who": "$me"}]},
        {"everybody": "Two words", "in": "$all", "from": "", "chooses": "x"},
    ],
)
def test_what_is_unfinished_is_shown_though_others_lean_on_it(step: dict[str, Any]) -> None:
    """A set that is to be picked yet, a name that cannot be: the parts that know them are shown all the same."""
    gap = blocks_of(AT_A_PLAY, [step], "/do")
    assert any(each.wrong for each in gap.walk())


def test_what_is_wrong_is_said_at_its_gap() -> None:
    steps = [{"grant": "Nothing of this name", "to": "$me"}, {"grant": "Chip", "n": {}, "to": "$me"}]
    wrong = {each.place: each.wrong for each in blocks_of(IN_THE_HALL, steps, "/do").walk() if each.wrong}
    assert list(wrong) == ["/do/1/n"]  # what cannot be read is said before what the law does not know
    steps[1]["n"] = 1
    wrong = {each.place: each.wrong for each in blocks_of(IN_THE_HALL, steps, "/do").walk() if each.wrong}
    assert list(wrong) == ["/do/0/grant"]


@pytest.mark.parametrize(
    ("raw", "word", "kind"),
    [
        ({"grant": "", "to": "$me"}, "grant", "items"),
        ({"value_of": ""}, "value_of", "values_of_cycle"),
        ({"value_of": "", "of": "$me"}, "value_of", "values_of_players"),
        ({"holds": "$me", "office": ""}, "office", "offices"),
        ({"card": "", "with": []}, "with", "modifiers"),
    ],
)
def test_names_that_fit_are_of_the_kind_that_the_node_means(raw: dict[str, Any], word: str, kind: str) -> None:
    assert kind_of_names(raw, next(iter(raw)), word, scopes.HALL) == kind


@settings(max_examples=examples(60))
@given(data=st.data())
def test_random_pieces_come_back_as_they_are(data: st.DataObject) -> None:
    raw = data.draw(effects(scopes.PLAYED))
    gap = blocks_of(AT_A_PLAY, raw, "/piece")
    assert json.dumps(filled({"piece": raw}, leaves(gap))) == json.dumps({"piece": raw})


@settings(max_examples=examples(40))
@given(data=st.data())
def test_whatever_is_pressed_can_be_shown_again(data: st.DataObject) -> None:
    """Any offers, at any gaps, in any order: they go in where they are offered, and nothing else changes."""
    noted = data.draw(st.sampled_from((IN_THE_HALL, AT_A_PLAY)))
    root: dict[str, Any] = {"do": []}
    for _ in range(8):
        gap = blocks_of(noted, root["do"], "/do")
        asked = data.draw(st.sampled_from([each for each in gap.walk() if each.can_change or each.can_grow]))
        with_menu = next(
            each for each in blocks_of(noted, root["do"], "/do", asked.place).walk() if each.place == asked.place
        )
        if not with_menu.menu:
            continue
        offer = data.draw(st.sampled_from(with_menu.menu))
        change = json_editing.added if asked.sort == "list" else json_editing.put_in
        before = json.dumps(root)
        root, old = change(root, asked.place, offer.put), root
        assert json.dumps(old) == before
    gap = blocks_of(noted, root["do"], "/do")
    assert json.dumps(filled(root, leaves(gap))) == json.dumps(root)
    for each in gap.walk():
        for more in each.block.more if each.block else ():
            assert json_editing.added(root, each.place, more.put) != root


@pytest.mark.parametrize(
    "place", ["", "do", "/", "/do/7", "/do/x", "/do/-1", "/do/0/to/x", "/do/" + "9" * 300, "/a" * 300]
)
def test_a_place_that_is_not_there_changes_nothing(place: str) -> None:
    root = {"do": [{"grant": "Chip", "to": "$me"}]}
    for change in (json_editing.removed, json_editing.copied, lambda root, at: json_editing.moved(root, at, 1)):
        with pytest.raises(NoSuchPlace):
            change(root, place)
    assert filled(root, [(name_of("word", place), "x")]) == root
    with pytest.raises(NoSuchPlace):
        json_editing.put_in(root, "/do/0/to", '"' + "x" * 10_000 + '"')
    with pytest.raises(NoSuchPlace):
        json_editing.added(root, "/do/0/to", "1")


def test_steps_are_moved_copied_and_removed() -> None:
    root: dict[str, Any] = {"do": [{"a": 1}, {"b": [2]}]}
    assert json_editing.moved(root, "/do/0", 1)["do"] == [{"b": [2]}, {"a": 1}]
    twice = json_editing.copied(root, "/do/1")["do"]
    assert twice == [{"a": 1}, {"b": [2]}, {"b": [2]}]
    assert twice[1]["b"] is not twice[2]["b"]
    assert json_editing.removed(root, "/do/1/b")["do"] == [{"a": 1}, {}]
    with pytest.raises(NoSuchPlace):
        json_editing.moved(root, "/do/0", -1)
    assert root == {"do": [{"a": 1}, {"b": [2]}]}
