"""Conversion of a workspace's blocks back to a piece of the effect language.

Blocks come from a browser and may be malformed. Parts that cannot be parsed are left out, and the check of the law
validates the rest.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from nomic.effects.language.slot_kinds import effects
from nomic.effects.workspaces.shape_parts import MISSING, At, Opening, Shape
from nomic.effects.workspaces.shapes import shapes
from nomic.effects.workspaces.small_blocks import PIECE
from nomic.law.schema.json_reader import Json, NotJson, read_json

MAX_BLOCKS = 4_000
MAX_DEPTH = 60
MAX_DIGITS = 6  # of the number of an input


class NotBlocks(ValueError):
    """Raised if the data is not a workspace that contains a piece, or is too large."""


def piece_from(workspace: Json) -> Json:
    """Return the piece in a stored workspace. Raises NotBlocks if there is none, or if it is too large."""
    blocks = workspace.get("blocks") if isinstance(workspace, Mapping) else None
    found = blocks.get("blocks") if isinstance(blocks, Mapping) else None
    for block in found if isinstance(found, list) else []:
        if isinstance(block, Mapping) and str(block.get("type", "")).startswith(PIECE):
            piece = _Reader().block(block, 0)
            return {} if piece is MISSING else piece
    raise NotBlocks("there are no blocks in it")


class _Reader:
    """Reader of blocks. It counts the blocks read, to limit them."""

    def __init__(self) -> None:
        self._read = 0

    def block(self, state: Json, depth: int) -> Any:
        """Return the data of a block. Raises NotBlocks if there are too many blocks or they are nested too deep."""
        self._read += 1
        if self._read > MAX_BLOCKS or depth > MAX_DEPTH:
            raise NotBlocks("too many blocks")
        shape = shapes().get(str(state.get("type"))) if isinstance(state, Mapping) else None
        if shape is None or not isinstance(state, Mapping):
            return MISSING
        if shape.constant is not None:
            return shape.constant
        found = dict(self._parts(shape, state, depth))
        return _built(_in_order(found, state.get("data")), shape)

    def _parts(self, shape: Shape, state: Mapping[str, Json], depth: int) -> Iterator[tuple[At, Any]]:
        extra = _map(state, "extraState")
        shown = extra.get("shown")
        shown_words = shown if isinstance(shown, list) else []
        empty_words = _empty_words(state.get("data"))
        for line in shape.lines:
            if not line.starts_shown and line.word not in shown_words:
                continue
            parts = [(opening, self._part(opening, state, extra, depth)) for opening in line.openings]
            parts = [(each, empty_words.get(each.at, MISSING) if part is MISSING else part) for each, part in parts]
            if line.word and all(part is MISSING for _, part in parts):
                continue
            yield from ((opening.at, part) for opening, part in parts if part is not MISSING)

    def _part(self, opening: Opening, state: Mapping[str, Json], extra: Mapping[str, Json], depth: int) -> Any:
        """Return the data in an opening of a block, or MISSING."""
        if opening.sort == "value":
            return self._value(opening, _map(state, "inputs").get(opening.name), depth)
        if opening.sort == "stack":
            steps = self._stack(_map(state, "inputs").get(opening.name), depth)
            return steps if steps or not opening.is_optional or _is_piece(opening) else MISSING
        if opening.sort == "several":
            return self._several(opening, _map(state, "inputs"), extra, depth)
        return _typed(opening, _map(state, "fields").get(opening.name))

    def _value(self, opening: Opening, held: Json, depth: int) -> Any:
        block = _connected(held)
        found = MISSING if block is None else self.block(block, depth + 1)
        return {} if found is MISSING and not opening.is_optional else found

    def _stack(self, held: Json, depth: int) -> list[Any]:
        steps = []
        block = _connected(held)
        while block is not None:
            step = self.block(block, depth + 1)
            if step is not MISSING:
                steps.append(step)
            block = _connected(block.get("next"))
        return steps

    def _several(self, opening: Opening, inputs: Mapping[str, Json], extra: Mapping[str, Json], depth: int) -> Any:
        count = _bounded(_map(extra, "counts").get(opening.name))
        blocks = [_connected(inputs[each]) for each in _numbered(opening.name, inputs, count)]
        parts = [self.block(block, depth + 1) for block in blocks if block is not None]
        found = [part for part in parts if part is not MISSING]
        return found if found or not opening.is_optional else MISSING


def _is_piece(opening: Opening) -> bool:
    """Return whether the steps in an opening are a complete piece of law, which may be an empty list."""
    return opening.at == () and isinstance(opening.slot, effects.EffectSlot)


def _bounded(count: Json) -> int:
    return min(count, MAX_BLOCKS) if isinstance(count, int) and count > 0 else 0


def _numbered(name: str, inputs: Mapping[str, Json], count: int) -> list[str]:
    """Return the names of the inputs `name0`, `name1`, … that exist below `count`, in numeric order.

    Only existing inputs are visited, because a few bytes can claim a count of thousands.
    """
    found = {}
    for each in inputs:
        place = each.removeprefix(name)
        if place != each and place.isascii() and place.isdecimal() and len(place) < MAX_DIGITS:
            found[int(place)] = each
    return [found[place] for place in sorted(found) if place < count]


def _typed(opening: Opening, held: Json) -> Any:
    """Return the content typed or picked in a field, or MISSING if the field is optional and empty."""
    if held is None or (held == "" and opening.is_optional):
        return MISSING if opening.is_optional else ""
    if opening.sort == "number":
        return int(held) if isinstance(held, int | float) and abs(held) < 10**15 else str(held)
    if opening.sort == "flag":
        return held in ("true", "TRUE", True)
    if opening.sort == "data":
        try:
            return read_json(str(held))
        except NotJson:
            return str(held)
    return str(held)


def _connected(held: Json) -> Mapping[str, Json] | None:
    """Return the block connected to an input, else its shadow block, else None."""
    if not isinstance(held, Mapping):
        return None
    block = held.get("block") or held.get("shadow")
    return block if isinstance(block, Mapping) else None


def _map(state: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    found = state.get(key)
    return found if isinstance(found, Mapping) else {}


def _words(data: Json) -> list[str]:
    """Return the words of a block in the order in which they were written; see `Converter.block`."""
    return data.split() if isinstance(data, str) else []


def _empty_words(data: Json) -> dict[At, Json]:
    """Return the words written with an empty list or map, as places with that content."""
    empty: tuple[tuple[str, Json], ...] = (("[]", []), ("{}", {}))
    return {(word[:-2],): value for word in _words(data) for mark, value in empty if word.endswith(mark)}


def _in_order(found: dict[At, Any], data: Json) -> dict[At, Any]:
    """Return the parts of a block, sorted in the order in which the author wrote the words. New words come last."""
    place = {word.removesuffix("[]").removesuffix("{}"): number for number, word in enumerate(_words(data))}
    if not place:
        return found
    return dict(sorted(found.items(), key=lambda part: place.get(str(part[0][0]) if part[0] else "", len(place))))


def _built(parts: dict[At, Any], shape: Shape) -> Any:
    """Return the data assembled from parts by place, or MISSING."""
    if not parts:
        openings = shape.openings
        return MISSING if openings and openings[0].at == () else {}
    if () in parts:
        return parts[()]
    grouped: dict[str | int, dict[At, Any]] = {}
    for at, part in parts.items():
        grouped.setdefault(at[0], {})[at[1:]] = part
    built = {key: _built(within, shape) for key, within in grouped.items()}
    return list(built.values()) if all(isinstance(key, int) for key in built) else built
