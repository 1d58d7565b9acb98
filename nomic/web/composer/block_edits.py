"""Edits of blocks, one step for each press of a gap's button, in the open entry or in the one-time effects.

A step consists of a verb, the owner of the piece, a place, and data if needed: `put entry /do/0/to "$me"`.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from nomic.effects.blocks import editing
from nomic.effects.blocks.editing import NoSuchPlace
from nomic.effects.workspaces.from_blocks import NotBlocks, piece_from
from nomic.law.amendments.rename import now_at
from nomic.law.document.entries import NotAnEntry, read_entry, written
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.web.composer.editors import EntryEditor
from nomic.web.operations import CannotBuild

if TYPE_CHECKING:
    from nomic.web.composer.draft import Draft

ENTRY, ONCE = "entry", "once"  # owners of blocks
WORKSPACE = "w:"  # in the names of fields
MAX_WORKSPACES = 60
MAX_UNDO = 12
MAX_UNDO_TEXT = 60_000


def sent_for(whose: str, posted: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the values typed into gaps of this owner, by gap names without the owner."""
    before = f"{whose}:"
    names = [name for name in posted if name.startswith(before)]
    return [(name.removeprefix(before), posted[name]) for name in names if editing.is_gap(name.removeprefix(before))]


def with_workspaces(root: Any, whose: str, posted: Mapping[str, str]) -> Any:
    """Return a copy of the data with the pieces that the block editor sent for this owner.

    Workspaces that cannot be read, or for places that no longer exist, are ignored.
    """
    before = f"{whose}:{WORKSPACE}"
    for name in [name for name in posted if name.startswith(before)][:MAX_WORKSPACES]:
        with suppress(NotJson, NotBlocks, NoSuchPlace):
            root = editing.replaced(root, name.removeprefix(before), piece_from(read_json(posted[name])))
    return root


def workspace_field(whose: str, place: str) -> str:
    """Return the name of the form field for a piece in the block editor."""
    return f"{whose}:{WORKSPACE}{place}"


def change(draft: "Draft", step: str) -> None:
    """Perform one step.

    Raises CannotBuild if it is impossible, for example because the page is older than the draft.
    """
    verb, _, rest = step.partition(" ")
    whose, _, rest = rest.partition(" ")
    place, piece = _place_and_piece(draft, whose, rest)
    if verb == "undo":
        _undo(draft)
        return
    if whose not in (ENTRY, ONCE):
        raise CannotBuild("entry", "There is no such entry to change.")
    if verb == "menu":
        draft.asked = whose, place
        return
    before = _text(draft, whose)
    try:
        root = _root(draft, whose)
        new, goes_on = _changed(root, verb, place, piece)
    except (NoSuchPlace, NotAnEntry):
        raise CannotBuild("entry", "This has changed since you opened the page. Look again, then repeat it.") from None
    _write(draft, whose, new)
    draft.goes_on = whose, goes_on
    draft.undo = [*draft.undo, (whose, before)][-MAX_UNDO:]


def _place_and_piece(draft: "Draft", whose: str, rest: str) -> tuple[str, str]:
    """Return the place and the piece of a step.

    Places follow the renames that were sent with the step.
    """
    place, _, piece = rest.partition(" ")
    return (now_at(place, draft.moved) if whose == ENTRY else place), piece


def _changed(root: Any, verb: str, place: str, piece: str) -> tuple[Any, str]:
    """Apply one editing step. Return the new data and the place to focus next."""
    match verb:
        case "put":
            return editing.put_in(root, place, piece), place
        case "add":
            new = editing.added(root, place, piece)
            return new, editing.last_of(new, place)
        case "out":
            return editing.taken_out(root, place), place.rpartition("/")[0]
        case "copy":
            return editing.copied(root, place), editing.beside(place, 1)
        case "up":
            return editing.moved(root, place, -1), editing.beside(place, -1)
        case "down":
            return editing.moved(root, place, 1), editing.beside(place, 1)
    raise NoSuchPlace(verb[:60])


def _undo(draft: "Draft") -> None:
    if not draft.undo:
        raise CannotBuild("entry", "There is nothing to undo.")
    *rest, (whose, text) = draft.undo
    draft.undo = rest
    if whose == ONCE:
        draft.effects = text
        draft.does = _steps(text)
    elif isinstance(draft.editor, EntryEditor):
        draft.editor = _with_text(draft.editor, text)


def _steps(text: str) -> list[dict[str, Any]]:
    try:
        read = read_json(text) if text.strip() else []
    except NotJson:
        return []
    return read if isinstance(read, list) else []


def _text(draft: "Draft", whose: str) -> str:
    if whose == ONCE:
        return draft.effects
    return draft.editor.typed.get("entry_text", "") if isinstance(draft.editor, EntryEditor) else ""


def _root(draft: "Draft", whose: str) -> Any:
    """Return the data that places refer to. Raises NotAnEntry."""
    return {"effects": draft.does} if whose == ONCE else read_entry(_text(draft, whose))


def _write(draft: "Draft", whose: str, new: Any) -> None:
    if whose == ONCE:
        draft.does = new.get("effects", [])
        draft.effects = as_written(draft.does)
    elif isinstance(draft.editor, EntryEditor):
        draft.editor = _with_text(draft.editor, written(new))
        draft.entry_as = "form"
    draft.errors = [error for error in draft.errors if error.field not in ("entry_text", "effects")]


def _with_text(editor: EntryEditor, text: str) -> EntryEditor:
    return EntryEditor(editor.target, {**editor.typed, "entry_text": text}, editor.opened)


def as_written(does: list[dict[str, Any]]) -> str:
    """Return one-time effects as text for their field."""
    return json.dumps(does, indent=2, ensure_ascii=False) if does else ""


def read_undo(text: str) -> list[tuple[str, str]]:
    """Parse the undo stack of a form.

    It is empty if the form did not come from our pages.
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
    """Return the undo stack for a form, cut to the newest steps if it is long."""
    while undo and sum(len(text) for _, text in undo) > MAX_UNDO_TEXT:
        undo = undo[1:]
    return json.dumps(undo, ensure_ascii=False) if undo else ""
