"""Conversion of a piece of the language to the blocks of a workspace, in Blockly's JSON serialization.

Everything is converted: content without a fitting block becomes a block of data. `from_blocks` restores exactly the
same content, with the same order of words.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from nomic.effects.blocks.initial_content import PieceContext
from nomic.effects.blocks.json_editing import WHOLE
from nomic.effects.blocks.name_kinds import kind_of_names
from nomic.effects.blocks.value_gaps import is_line
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Kind, Node, Scope, fields_of, head_of, word_of
from nomic.effects.language.parser import fields_read, node_of, read_value, scope_after, scope_within
from nomic.effects.language.slot_kinds import effects
from nomic.effects.workspaces import small_blocks as small
from nomic.effects.workspaces.node_shapes import NODE
from nomic.effects.workspaces.openings import CODE, NAME, name_type
from nomic.effects.workspaces.shape_parts import ANYTHING, MISSING, At, Opening, Shape
from nomic.effects.workspaces.shapes import fits, shapes
from nomic.law.schema.json_reader import Json

State = dict[str, Any]  # a block as Blockly stores it
SHADOWS = (small.NUMBER, small.NAME, small.WORD, small.REFERENCE, small.EVENT, small.ALL, small.CHANCE)
NOTHING: tuple[Json, ...] = (None, {})
EMPTY: tuple[Json, ...] = ([], {})


class Unfit(Exception):
    """Raised if some of the data fits no opening of a block."""


class Converter:
    """Converter of one piece.

    It collects the scopes of the piece, and the kinds of names that its blocks pick from.
    """

    def __init__(self) -> None:
        self.scopes: list[Scope] = []
        self.kinds: set[str] = set()

    # ── blocks

    def piece(self, kind: Kind | None, raw: Json, spot: PieceContext) -> State:
        """Return the block that contains the whole piece."""
        shape = shapes()[small.piece_type(kind)]
        try:
            return self.block(shape, raw, spot) | {"deletable": False, "movable": False}
        except Unfit:
            return {"type": shape.type, "inputs": {shape.openings[0].name: {"block": data_block(raw)}}}

    def block(self, shape: Shape, raw: Json, spot: PieceContext, node: type[Node] | None = None) -> State:
        """Return the block of a shape, filled with the data. Raises Unfit if its openings cannot hold all of it.

        The block's `data` records information that its openings cannot express: the order of the words, and words with
        an empty content, such as "if then[]".
        """
        if shape.constant is not None:
            if raw == shape.constant:
                return {"type": shape.type}
            raise Unfit
        filled = [(opening, part) for opening in shape.openings if (part := part_at(raw, opening.at)) is not MISSING]
        places = [opening.at for opening, _ in filled]
        if isinstance(raw, list) and any(not each.is_optional and each.at not in places for each in shape.openings):
            raise Unfit  # places in a list cannot be empty
        if raw != {} and not is_covered(raw, places):
            raise Unfit
        fields: State = {}
        inputs: State = {}
        for opening, part in filled:
            if opening.sort in ("value", "stack", "several"):
                within = self._within(node, opening, raw, spot)
                inputs |= self._inputs(opening, part, within, self._names(node, opening, raw, spot))
            else:
                fields[opening.name] = typed(opening, part)
                self.kinds.add(opening.names)
        return {"type": shape.type} | without_empty(
            data=_words_in_order(raw, filled),
            extraState=_extra_state(shape, filled),
            fields=fields,
            inputs=inputs,
        )

    def _inputs(self, opening: Opening, raw: Json, spot: PieceContext, names: str) -> State:
        """Return the inputs of an opening, by name. Raises Unfit if it takes several blocks and `raw` is not a list."""
        if opening.sort == "value":
            return inputs_with({opening.name: self.value(opening, raw, spot, names)})
        if not isinstance(raw, list):
            raise Unfit
        if opening.sort == "several":
            states = [self.value(opening, part, spot, names) for part in raw]
            return inputs_with({f"{opening.name}{place}": state for place, state in enumerate(states)})
        steps = list(self._steps(opening, raw, spot))
        for before, after in pairwise(steps):
            before["next"] = {"block": after}
        return inputs_with({opening.name: steps[0] if steps else None})

    def _steps(self, opening: Opening, raw: list[Json], spot: PieceContext) -> Iterator[State]:
        is_effect = isinstance(opening.slot, effects.EffectSlot)
        row = small.ROWS.get(opening.check[0])
        for part in raw:
            try:
                yield self.node(part, spot) if row is None else self.block(row, part, spot)
            except Unfit:
                yield data_block(part, small.STEP_DATA)
            if is_effect:
                spot = spot.knowing(scope_after(part, spot.scope))
                self.scopes.append(spot.scope)

    def node(self, raw: Json, spot: PieceContext) -> State:
        """Return the block of a node. Raises Unfit if `raw` is not a node, or if its block cannot hold all of it."""
        node = node_of(raw) if isinstance(raw, Mapping) and raw else None
        if node is None:
            raise Unfit
        return self.block(shapes()[f"{NODE}{head_of(node)}"], raw, spot, node)

    def value(self, opening: Opening, raw: Json, spot: PieceContext, names: str) -> State | None:
        """Return the block in an opening for values, or None if it is empty."""
        if raw in NOTHING:
            return None
        self.scopes.append(spot.scope)
        for shape in small.SPECIAL:
            if set(shape.gives) & set(opening.check):
                with suppress(Unfit):
                    return self.block(shape, raw, spot)
        try:
            state = self._general(raw, spot, names)
        except Unfit:
            return data_block(raw)
        return state if fits(shapes()[state["type"]], gives(state), opening) else data_block(raw)

    def _general(self, raw: Json, spot: PieceContext, names: str) -> State:
        """Return the block of a number, a name, a reference, a list of them, or a node.

        Raises Unfit if `raw` is none of these.
        """
        if isinstance(raw, str):
            return self.reference(raw, spot) if raw.startswith("$") else self.name(raw, names)
        if isinstance(raw, int) and not isinstance(raw, bool):
            return {"type": small.NUMBER, "fields": {"[]": raw}}
        if not isinstance(raw, list):
            return self.node(raw, spot)
        if any((isinstance(part, str) and part.startswith("$")) or not isinstance(part, str | int) for part in raw):
            raise Unfit
        (opening,) = shapes()[small.LIST].openings
        extra = {"counts": {opening.name: len(raw)}}
        return {"type": small.LIST, "extraState": extra} | without_empty(inputs=self._inputs(opening, raw, spot, names))

    def _within(self, node: type[Node] | None, opening: Opening, raw: Json, spot: PieceContext) -> PieceContext:
        """Return the context of an opening, in which further names may be in scope."""
        if node is None or not isinstance(raw, Mapping):
            return spot
        field = next(each for each in fields_of(node) if word_of(each) == opening.at[0])
        try:
            return spot.knowing(scope_within(node, field, fields_read(raw, spot.scope), spot.scope))
        except KeyError:
            return spot

    def _names(self, node: type[Node] | None, opening: Opening, raw: Json, spot: PieceContext) -> str:
        """Return the kind of the law's names that an opening takes, or ""."""
        takes_names = NAME in opening.check or opening.names
        if opening.names or node is None or not takes_names or not isinstance(raw, Mapping) or len(opening.at) > 1:
            return opening.names
        return kind_of_names(raw, head_of(node), str(opening.at[0]), spot.scope)

    # ── small blocks

    def name(self, raw: str, names: str) -> State:
        """Return the block of a name of the law, which is picked from a list if its kind is known.

        Raises Unfit if it is not a line.
        """
        if not is_line(raw):
            raise Unfit
        self.kinds.add(names)
        if not names:
            return {"type": small.WORD, "fields": {"[]": raw}}
        return {
            "type": small.NAME,
            "extraState": {"names": names, "gives": [name_type(names), NAME]},
            "fields": {"[]": raw},
        }

    def reference(self, raw: str, spot: PieceContext) -> State:
        """Return the block of a reference."""
        return reference_block(raw, kind_of_reference(raw, spot))


def reference_block(raw: str, kind: str) -> State:
    """Return the block of a reference whose value has this kind."""
    more = {"names": f"$ {kind}".strip(), "gives": [kind or ANYTHING]}
    return {"type": small.REFERENCE, "extraState": more, "fields": {"[]": raw}}


def kind_of_reference(raw: str, spot: PieceContext) -> str:
    """Return the kind of value that a reference has, or "" if it is unknown."""
    if raw == "$event.where":
        return "truth"
    try:
        kind = str(read_value(raw, spot.scope).kind)
    except EffectFlaw:
        return ""
    meant = spot.called.get(raw.removeprefix("$"))
    return CODE if kind == "names" and meant is not None and not meant.by_author else kind


def data_block(raw: Json, type_: str = small.DATA) -> State:
    """Return a block that shows its content as JSON."""
    return {"type": type_, "fields": {"[]": json.dumps(raw, ensure_ascii=False)}}


def inputs_with(blocks: Mapping[str, State | None]) -> State:
    """Return the inputs that hold these blocks, by name, without the empty ones.

    A typed or picked value is a shadow block, which another block can cover.
    """
    return {
        name: {"shadow" if state["type"] in SHADOWS else "block": state}
        for name, state in blocks.items()
        if state is not None
    }


def without_empty(**parts: Any) -> State:
    """Return the parts of a block that are not empty."""
    return {key: part for key, part in parts.items() if part}


def _extra_state(shape: Shape, filled: Sequence[tuple[Opening, Any]]) -> State:
    """Return what a block needs to be rebuilt: its added lines, and how many blocks its openings for several hold."""
    found = {opening.at for opening, _ in filled}
    return without_empty(
        shown=[
            line.word
            for line in shape.lines
            if line.word and not line.starts_shown and any(opening.at in found for opening in line.openings)
        ],
        counts={opening.name: len(part) for opening, part in filled if opening.sort == "several"},
    )


def gives(state: State) -> tuple[str, ...]:
    """Return the types of a block's value."""
    own = state.get("extraState", {}).get("gives")
    return tuple(own) if own else shapes()[state["type"]].gives


def typed(opening: Opening, raw: Json) -> str | int:
    """Return the content of a field that is typed or picked. Raises Unfit if the data does not suit the field."""
    if opening.sort == "number" and isinstance(raw, int) and not isinstance(raw, bool) and WHOLE.fullmatch(str(raw)):
        return raw
    if opening.sort == "flag" and isinstance(raw, bool):
        return "true" if raw else "false"
    if opening.sort == "data":
        return json.dumps(raw, ensure_ascii=False)
    if (
        opening.sort in ("text", "choice")
        and isinstance(raw, str)
        and is_line(raw)
        and (raw or not opening.is_optional)
    ):
        return raw
    raise Unfit


def part_at(raw: Json, at: At) -> Any:
    """Return the data at a place, or MISSING if it does not exist."""
    for key in at:
        if isinstance(key, int):
            if not isinstance(raw, list) or key >= len(raw):
                return MISSING
            raw = raw[key]
        elif isinstance(raw, Mapping) and key in raw:
            raw = raw[key]
        else:
            return MISSING
    return raw


def is_covered(raw: Json, found: Sequence[At]) -> bool:
    """Return whether the openings represent all of the data."""
    if () in found:
        return True
    if isinstance(raw, Mapping):
        keys: list[str | int] = [*raw]
    elif isinstance(raw, list):
        keys = [*range(len(raw))]
    else:
        return False
    return bool(found) and all(
        is_covered(part_at(raw, (key,)), [at[1:] for at in found if at[0] == key])
        for key in {*keys, *(at[0] for at in found)}
    )


def _words_in_order(raw: Json, filled: Sequence[tuple[Opening, Any]]) -> str:
    """Return the words of a mapping, unless the openings already express their order and empty contents."""
    places = [opening.at for opening, _ in filled]
    if not isinstance(raw, Mapping) or () in places:
        return ""
    empty_words = {
        str(opening.at[0]): json.dumps(part)
        for opening, part in filled
        if opening.is_optional and part in EMPTY and len(opening.at) == 1
    }
    if not empty_words and list(raw) == [*dict.fromkeys(str(at[0]) for at in places)]:
        return ""
    return " ".join(f"{word}{empty_words.get(word, '')}" for word in raw)
