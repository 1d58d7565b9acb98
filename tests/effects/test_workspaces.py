"""Pieces of the language in the block editor: whatever opens comes back as it was, and only what fits is offered."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.blocks.topics import OTHERS
from nomic.effects.checking.piece_places import Noted, noting_places
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import NODES, Kind, fields_of, word_of
from nomic.effects.workspaces import from_blocks
from nomic.effects.workspaces.from_blocks import NotBlocks, piece_from
from nomic.effects.workspaces.node_shapes import NODE, shape_of_node
from nomic.effects.workspaces.openings import name_type
from nomic.effects.workspaces.pick_lists import FIXED
from nomic.effects.workspaces.shape_parts import ANYTHING
from nomic.effects.workspaces.shapes import OTHER_WORDS, as_data, fits, shapes
from nomic.effects.workspaces.small_blocks import DATA, NAME, STEP_DATA
from nomic.effects.workspaces.to_blocks import Converter, gives
from nomic.effects.workspaces.toolbox import Workspace, workspace_of
from nomic.effects.workspaces.toolbox_groups import group_of
from nomic.law.document.sections import flaws_of, value_at
from nomic.law.document.templates import document_of, law_templates
from tests.support.example_counts import examples
from tests.support.random_effects import KNOWN_WORDS, effects

IN_THE_HALL = Noted(None, scopes.HALL, KNOWN_WORDS, "hall")
AT_A_PLAY = Noted(None, scopes.PLAYED, KNOWN_WORDS, "play")


def opened(noted: Noted, raw: Any) -> Workspace:
    """A piece in the block editor."""
    return workspace_of(noted.kind, raw, spot_of(noted))


def spot_of(noted: Noted) -> PieceContext:
    return PieceContext(noted.scope, noted.known, noted.moment, noted.only, noted.called)


def states(state: dict[str, Any]) -> list[dict[str, Any]]:
    """A block and every block in it and after it."""
    inner = [held for each in state.get("inputs", {}).values() for held in each.values()]
    inner += state.get("next", {}).values()
    return [state, *(each for block in inner for each in states(block))]


def types(workspace: Workspace) -> list[str]:
    return [each["type"] for each in states(workspace.state["blocks"]["blocks"][0])]


def closed(workspace: Workspace) -> str:
    """The piece, as it comes back from a browser that changed nothing."""
    return json.dumps(piece_from(json.loads(json.dumps(workspace.state))))


@pytest.mark.parametrize("slug", sorted(law_templates()))
def test_every_piece_of_every_law_comes_back_as_it_is(slug: str) -> None:
    """Byte for byte, and each part of it is a block of its own: none is data."""
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
        converter = Converter()
        piece = converter.piece(place.kind, raw, spot_of(place))
        assert json.dumps(piece_from({"blocks": {"blocks": [piece]}})) == json.dumps(raw), path
        assert not {DATA, STEP_DATA} & {each["type"] for each in states(piece)}, path
        pieces += 1
    assert pieces  # a law has a class of proposals at least


EMPTY_WORDS = [
    [{"if": {"reputable": "$me"}, "then": []}],
    [{"if": {"reputable": "$me"}}],
    [{"if": {"reputable": "$me"}, "else": [], "then": []}],
    [{"change": "$me", "gain": {}}],
    [{"change": "$me", "gain": {}, "collections": []}],
]


@pytest.mark.parametrize("raw", EMPTY_WORDS)
def test_what_is_written_down_and_empty_comes_back(raw: list[Any]) -> None:
    assert closed(opened(IN_THE_HALL, raw)) == json.dumps(raw)


def test_every_word_of_the_language_has_a_group_in_the_toolbox() -> None:
    """A module with a new name would put its words among the others."""
    words = [shape.type for shape in shapes().values() if shape.type.startswith(NODE) and group_of(shape) == OTHERS]
    assert words == []


@settings(max_examples=examples(60))
@given(data=st.data())
def test_random_pieces_come_back_as_they_are(data: st.DataObject) -> None:
    raw = data.draw(effects(scopes.PLAYED))
    assert closed(opened(AT_A_PLAY, raw)) == json.dumps(raw)


@pytest.mark.parametrize(
    "raw",
    [
        [{"no such": "node"}],
        [{"grant": "Chip", "to": "$me", "n": {"to": "be written"}}],
        [{"grant": "Two\nlines", "to": "$me"}],
        [{"destroy": {"extreme": "", "by": 1}}],
        [{"grant": "Chip", "to": "$nobody", "more": 1}],
        [{"grant": "Chip", "to": "$me", "more": {}}],
        [{"grant": "Chip", "to": "$me", "more": []}],
        [{"take": True, "who": "$me"}, 7, "x", None],
        [{"offer": "?", "options": [{"say": 1, "do": [{}]}, 3]}],
        [{"table": {"roll": "1d6"}, "rows": [[1, 2], [1, "x", []]]}],
        [],
    ],
)
def test_what_is_no_law_yet_comes_back_too(raw: Any) -> None:
    """What no block holds is a block of data, with nothing lost and nothing else changed."""
    assert closed(opened(IN_THE_HALL, raw)) == json.dumps(raw)


def test_the_order_of_words_is_kept_when_a_word_is_added() -> None:
    """The words that were there stay in their order, and the new one comes last."""
    workspace = opened(IN_THE_HALL, [{"grant": "Chip", "to": "$me"}])
    piece = workspace.state["blocks"]["blocks"][0]
    (grant,) = [each for each in states(piece) if each["type"] == "node:grant"]
    grant["inputs"]['["n"]'] = {"block": {"type": "small:number", "fields": {"[]": 3}}}
    assert closed(workspace) == json.dumps([{"grant": "Chip", "to": "$me", "n": 3}])


@pytest.mark.parametrize("head", sorted(NODES))
def test_every_node_has_a_block_with_an_opening_for_each_word(head: str) -> None:
    shape = shape_of_node(NODES[head])
    assert {opening.at[0] for opening in shape.openings} == {word_of(field) for field in fields_of(NODES[head])}
    assert all(opening.sort != "data" or head == "amend" for opening in shape.openings)
    assert shape.stacks or shape.gives


def test_something_fits_into_every_opening() -> None:
    """A type that nothing gives would be an opening that nobody can fill."""
    given_ = {type_ for shape in shapes().values() for type_ in (*shape.gives, shape.stacks)}
    given_ |= {*get_args(Kind), *(name_type(names) for names in (*FIXED, "collections"))}
    for shape in shapes().values():
        for opening in shape.openings:
            if opening.sort in ("value", "stack", "several"):
                assert set(opening.check) & given_, (shape.type, opening.at)


def test_only_what_fits_is_connected() -> None:
    """An item is no commitment, a number no name, a condition no player, and a row of a table no step."""
    item, number = (
        next(each for each in shape_of_node(NODES["grant"]).openings if each.at == at) for at in (("grant",), ("n",))
    )
    converter = Converter()
    name = converter.name("Chip", "items")
    assert fits(shapes()[name["type"]], gives(name), item)
    assert not fits(shapes()[name["type"]], gives(name), number)
    assert not fits(shapes()["small:reference"], ("code",), item)
    assert not fits(shape_of_node(NODES["not"]), shape_of_node(NODES["not"]).gives, item)
    steps = next(each for each in shape_of_node(NODES["each"]).openings if each.at == ("do",))
    assert not fits(shapes()["small:row"], (), steps)
    assert fits(shape_of_node(NODES["grant"]), (), steps)


def test_the_toolbox_has_what_the_place_allows_and_nothing_of_it_is_data() -> None:
    for noted in (IN_THE_HALL, AT_A_PLAY):
        workspace = opened(noted, [])
        found = [each for group in workspace.toolbox for block in group["blocks"] for each in states(block)]
        offered = {each["type"] for each in found}
        assert not {DATA, STEP_DATA} & offered
        assert "node:grant" in offered
        assert ("node:play" in offered) == (noted is AT_A_PLAY)
    (condition,) = [opened(Noted("truth", scopes.HALL, KNOWN_WORDS, "hall"), {})]
    assert not [block for group in condition.toolbox for block in group["blocks"] if block["type"] == "node:grant"]


def test_a_new_block_says_how_many_and_asks_for_the_item() -> None:
    """Nothing is filled in that could be wrong without being seen."""
    workspace = opened(IN_THE_HALL, [])
    (grant,) = [block for group in workspace.toolbox for block in group["blocks"] if block["type"] == "node:grant"]
    piece = {"type": "piece:steps", "inputs": {"[]": {"block": grant}}}
    (made,) = piece_from({"blocks": {"blocks": [piece]}})
    assert made == {"grant": "", "to": "$me", "n": 1}


def test_names_bound_in_a_piece_can_be_picked() -> None:
    steps = [{"choose": "lost", "from": {"cards": "inventory", "of": "$me"}}, {"destroy": "$lost"}]
    workspace = opened(IN_THE_HALL, steps)
    assert ("“lost”", "$lost") in workspace.lists["$ cards"]
    assert "$lost" in [block["fields"]["[]"] for block in workspace.toolbox[0]["blocks"]]
    named = {block["extraState"]["names"] for block in workspace.toolbox[-1]["blocks"] if block["type"] == NAME}
    assert {"items", "suits", "types"} <= named
    assert ("Chip", "Chip") in workspace.lists["items"]


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        {},
        {"blocks": 1},
        {"blocks": {"blocks": [1, {"type": 1}]}},
        {"blocks": {"blocks": [{"type": "node:grant"}]}},
    ],
)
def test_what_is_no_workspace_is_refused(sent: Any) -> None:
    with pytest.raises(NotBlocks):
        piece_from(sent)


@pytest.mark.parametrize(
    ("inputs", "piece"),
    [
        ({}, []),
        (7, []),
        ({"[]": {"block": {"type": "no such"}}}, []),
        ({"[]": {"block": {"type": "node:grant", "inputs": [], "fields": 3}}}, [{"to": {}, "grant": {}}]),
        ({"[]": {"block": {"type": "node:all", "extraState": {"counts": {'["all"]': 10**9}}}}}, [{"all": []}]),
    ],
)  # fmt: skip
def test_malformed_blocks_are_left_out(inputs: Any, piece: Any) -> None:
    sent = {"blocks": {"blocks": [{"type": "piece:steps", "inputs": inputs}]}}
    assert piece_from(sent) == piece


def test_what_anybody_may_send_has_an_end() -> None:
    deep: Any = {"type": "node:not"}
    for _ in range(200):
        deep = {"type": "node:not", "inputs": {'["not"]': {"block": deep}}}
    with pytest.raises(NotBlocks):
        piece_from({"blocks": {"blocks": [{"type": "piece:truth", "inputs": {"[]": {"block": deep}}}]}})
    long: Any = {"type": "node:grant"}
    for _ in range(300):
        long = {"type": "node:grant", "next": {"block": long}}
    assert len(piece_from({"blocks": {"blocks": [{"type": "piece:steps", "inputs": {"[]": {"block": long}}}]}})) == 301


def test_data_connects_to_everything() -> None:
    assert ANYTHING in shapes()[DATA].gives
    assert shapes()[STEP_DATA].stacks == ANYTHING


def test_a_count_alone_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand blocks that claim four thousand empty places each are read in one look at each of what was sent."""
    looked: list[object] = []
    real = from_blocks._connected
    monkeypatch.setattr(from_blocks, "_connected", lambda held: looked.append(held) or real(held))
    leaf = {"type": "node:all", "extraState": {"counts": {'["all"]': 4000}}}
    many = {f'["all"]{place}': {"block": leaf} for place in (*range(1000), 2000)}
    whole = {"type": "node:all", "extraState": {"counts": {'["all"]': 4000}}, "inputs": many}
    assert piece_from({"blocks": {"blocks": [{"type": "piece:truth", "inputs": {"[]": {"block": whole}}}]}}) == {
        "all": [{"all": []}] * 1001
    }
    assert len(looked) < 1100


def test_places_have_their_order_and_an_end() -> None:
    """Inputs come in any order, with gaps, beyond the count, and with names that are no numbers."""

    def number(of: int) -> dict[str, Any]:
        return {"block": {"type": "node:not", "inputs": {}, "data": str(of)}}

    names = ["10", "2", "0", "3", "x", "", "-1", "²", "9" * 5000]
    many = {f'["all"]{name}': number(1) for name in names}
    whole = {"type": "node:all", "extraState": {"counts": {'["all"]': 4}}, "inputs": many}
    found = piece_from({"blocks": {"blocks": [{"type": "piece:truth", "inputs": {"[]": {"block": whole}}}]}})
    assert len(found["all"]) == 3


def test_other_words_for_a_block_belong_to_a_block_and_are_not_on_it() -> None:
    known = shapes()
    for type_, words in OTHER_WORDS.items():
        assert type_ in known
        assert known[type_].title not in words
    assert as_data()["node:grant"]["also"] == OTHER_WORDS["node:grant"]
