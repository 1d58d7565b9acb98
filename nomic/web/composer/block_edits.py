"""Edits made by buttons in the block editor. Each press sends one step.

A step consists of a verb, the owner of the blocks (the open entry or the one-time effects), a place, and data if the
verb needs some: `put entry /do/0/to "$me"`.
"""

from typing import Any

from nomic.effects.blocks import json_editing
from nomic.effects.blocks.json_editing import NoSuchPlace
from nomic.law.amendments.rename import now_at
from nomic.law.document.entries import NotAnEntry, entry_as_yaml, read_entry
from nomic.law.schema.json_reader import NotJson, read_json
from nomic.web.composer.block_fields import ENTRY, MAX_UNDO, ONCE, as_written
from nomic.web.composer.draft import FORM, Draft
from nomic.web.composer.editors import EntryEditor
from nomic.web.typed_amendments import CannotBuild

EDITS = ("put", "add", "out", "copy", "up", "down")


def apply_step(draft: Draft, step: str) -> None:
    """Apply one step to the draft.

    Raises CannotBuild if that is impossible, for example because the page is older than the draft.
    """
    verb, _, rest = step.partition(" ")
    if verb == "undo":
        _undo(draft)
        return
    owner, _, rest = rest.partition(" ")
    if owner not in (ENTRY, ONCE):
        raise CannotBuild("entry", "There is no such entry to change.")
    place, _, data = rest.partition(" ")
    if owner == ENTRY:  # its keys may have been renamed in the same form
        place = now_at(place, draft.moved)
    if verb == "menu":
        draft.open_menu = owner, place
        return
    if verb not in EDITS:
        raise CannotBuild("entry", "There is no such button.")
    before = _text_of(draft, owner)
    try:
        root = {"effects": draft.does} if owner == ONCE else read_entry(before)
        new, focus = _edit(root, verb, place, data)
    except (NoSuchPlace, NotAnEntry):
        raise CannotBuild("entry", "This has changed since you opened the page. Look again, then repeat it.") from None
    _set_text(draft, owner, as_written(new.get("effects", [])) if owner == ONCE else entry_as_yaml(new))
    draft.focus = owner, focus
    draft.undo = [*draft.undo, (owner, before)][-MAX_UNDO:]


def _edit(root: Any, verb: str, place: str, data: str) -> tuple[Any, str]:
    """Apply one of EDITS. Return the new data and the place to focus next."""
    match verb:
        case "put":
            return json_editing.put_in(root, place, data), place
        case "add":
            new = json_editing.added(root, place, data)
            return new, json_editing.last_of(new, place)
        case "out":
            return json_editing.removed(root, place), place.rpartition("/")[0]
        case "copy":
            return json_editing.copied(root, place), json_editing.beside(place, 1)
        case "up":
            return json_editing.moved(root, place, -1), json_editing.beside(place, -1)
        case "down":
            return json_editing.moved(root, place, 1), json_editing.beside(place, 1)
    raise ValueError(verb)


def _undo(draft: Draft) -> None:
    if not draft.undo:
        raise CannotBuild("entry", "There is nothing to undo.")
    *rest, (owner, text) = draft.undo
    _set_text(draft, owner, text)
    draft.undo = rest


def _text_of(draft: Draft, owner: str) -> str:
    return draft.effects if owner == ONCE else _open_entry(draft).typed.get("entry_text", "")


def _set_text(draft: Draft, owner: str, text: str) -> None:
    """Set the text of the one-time effects or of the open entry. Errors in the former text no longer apply."""
    if owner == ONCE:
        draft.effects, draft.does = text, _effects_from(text)
    else:
        editor = _open_entry(draft)
        draft.editor = EntryEditor(editor.target, {**editor.typed, "entry_text": text}, editor.opened)
        draft.entry_as = FORM
    field = "effects" if owner == ONCE else "entry_text"
    draft.errors = [error for error in draft.errors if error.field != field]


def _open_entry(draft: Draft) -> EntryEditor:
    """Return the editor of the open entry. Raises CannotBuild if no entry is open."""
    if not isinstance(draft.editor, EntryEditor):
        raise CannotBuild("entry", "Open an entry first.")
    return draft.editor


def _effects_from(text: str) -> list[dict[str, Any]]:
    """Return the one-time effects in a text, or an empty list if the text is malformed."""
    try:
        read = read_json(text) if text.strip() else []
    except NotJson:
        return []
    return read if isinstance(read, list) and all(isinstance(step, dict) for step in read) else []
