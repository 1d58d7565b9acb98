"""Form fields of blocks: values typed into gaps, pieces of the block editor, and the undo stack.

The names of these fields begin with the owner of the blocks: the open entry or the one-time effects.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from nomic.effects.blocks import json_editing
from nomic.effects.blocks.json_editing import NoSuchPlace
from nomic.effects.workspaces.from_blocks import NotBlocks, piece_from
from nomic.law.schema.json_reader import NotJson, read_json

ENTRY, ONCE = "entry", "once"  # owners of blocks
WORKSPACE = "w:"  # in the names of fields
MAX_WORKSPACES = 60
MAX_UNDO = 12
MAX_UNDO_TEXT = 60_000


def sent_for(whose: str, posted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the values typed into this owner's gaps, as pairs of the gap's name without the owner, and the value."""
    before = f"{whose}:"
    names = [name for name in posted if name.startswith(before)]
    return [
        (name.removeprefix(before), posted[name]) for name in names if json_editing.is_gap(name.removeprefix(before))
    ]


def with_workspaces(root: Any, whose: str, posted: Mapping[str, str]) -> Any:
    """Return a copy of the data with the pieces that the block editor sent for this owner.

    Workspaces that cannot be read, or whose places no longer exist, are ignored.
    """
    before = f"{whose}:{WORKSPACE}"
    for name in [name for name in posted if name.startswith(before)][:MAX_WORKSPACES]:
        with suppress(NotJson, NotBlocks, NoSuchPlace):
            root = json_editing.replaced(root, name.removeprefix(before), piece_from(read_json(posted[name])))
    return root


def workspace_field(whose: str, place: str) -> str:
    """Return the name of the form field that holds the piece at this place in the block editor."""
    return f"{whose}:{WORKSPACE}{place}"


def as_written(does: list[dict[str, Any]]) -> str:
    """Return one-time effects as JSON text for their field. Empty if there are none."""
    return json.dumps(does, indent=2, ensure_ascii=False) if does else ""


def read_undo(text: str) -> list[tuple[str, str]]:
    """Parse the undo stack of a form: pairs of the owner and its former text.

    Empty if the field is malformed or too long.
    """
    if not text or len(text) > 2 * MAX_UNDO_TEXT:
        return []
    try:
        read = read_json(text)
    except NotJson:
        return []
    pairs = (
        [tuple(each) for each in read if isinstance(each, list) and len(each) == 2] if isinstance(read, list) else []
    )
    known = [(str(whose), str(before)) for whose, before in pairs if whose in (ENTRY, ONCE)]
    return known[-MAX_UNDO:]


def undo_as_sent(undo: list[tuple[str, str]]) -> str:
    """Return the undo stack as text for a form. The oldest steps are dropped if it is longer than `MAX_UNDO_TEXT`."""
    while undo and sum(len(text) for _, text in undo) > MAX_UNDO_TEXT:
        undo = undo[1:]
    return json.dumps(undo, ensure_ascii=False) if undo else ""
