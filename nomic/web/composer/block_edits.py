"""Edits of blocks: one step per press of a button in a gap, in the open entry or in the one-time effects.

A step consists of a verb, the owner of the piece, a place, and data if the verb needs some: `put entry /do/0/to "$me"`.
"""

from typing import Any

from nomic.effects.blocks import json_editing
from nomic.effects.blocks.json_editing import NoSuchPlace
from nomic.law.amendments.rename import now_at
from nomic.law.document.entries import NotAnEntry, entry_as_yaml, read_entry
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.web.composer.block_fields import ENTRY, MAX_UNDO, ONCE, as_written
from nomic.web.composer.draft import Draft
from nomic.web.composer.editors import EntryEditor
from nomic.web.typed_amendments import CannotBuild


def change(draft: Draft, step: str) -> None:
    """Perform one step on the draft.

    Raises CannotBuild if that is impossible, for example because the page is older than the draft.
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


def _place_and_piece(draft: Draft, whose: str, rest: str) -> tuple[str, str]:
    """Return the place and the data of a step, from the part after its owner.

    A place in the open entry is adjusted to the keys that were renamed in the same form.
    """
    place, _, piece = rest.partition(" ")
    return (now_at(place, draft.moved) if whose == ENTRY else place), piece


def _changed(root: Any, verb: str, place: str, piece: str) -> tuple[Any, str]:
    """Apply one editing step. Return the new data and the place to focus next."""
    match verb:
        case "put":
            return json_editing.put_in(root, place, piece), place
        case "add":
            new = json_editing.added(root, place, piece)
            return new, json_editing.last_of(new, place)
        case "out":
            return json_editing.taken_out(root, place), place.rpartition("/")[0]
        case "copy":
            return json_editing.copied(root, place), json_editing.beside(place, 1)
        case "up":
            return json_editing.moved(root, place, -1), json_editing.beside(place, -1)
        case "down":
            return json_editing.moved(root, place, 1), json_editing.beside(place, 1)
    raise NoSuchPlace(verb[:60])


def _undo(draft: Draft) -> None:
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


def _text(draft: Draft, whose: str) -> str:
    if whose == ONCE:
        return draft.effects
    return draft.editor.typed.get("entry_text", "") if isinstance(draft.editor, EntryEditor) else ""


def _root(draft: Draft, whose: str) -> Any:
    """Return the data in which places are looked up: the one-time effects, or the open entry. Raises NotAnEntry."""
    return {"effects": draft.does} if whose == ONCE else read_entry(_text(draft, whose))


def _write(draft: Draft, whose: str, new: Any) -> None:
    if whose == ONCE:
        draft.does = new.get("effects", [])
        draft.effects = as_written(draft.does)
    elif isinstance(draft.editor, EntryEditor):
        draft.editor = _with_text(draft.editor, entry_as_yaml(new))
        draft.entry_as = "form"
    draft.errors = [error for error in draft.errors if error.field not in ("entry_text", "effects")]


def _with_text(editor: EntryEditor, text: str) -> EntryEditor:
    return EntryEditor(editor.target, {**editor.typed, "entry_text": text}, editor.opened)
