"""Inverse edits: those that undo an adopted correction. What it replaced is read from the replaced history."""

from dataclasses import dataclass
from typing import Any

from nomic.corrections.models import Correction, CorrectionStatus
from nomic.corrections.queries import drawn_only_in, edits_of
from nomic.corrections.replaced_histories import LENGTH, history_named
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history.edits import Edit, as_recorded, edits_to_json
from nomic.cycles.models import Cycle, Entry

MAX_REASON = 300
NOT_KEPT = "The journal from before this correction is not kept."
SEALED = "It changed an entry with sealed values, which nobody can enter again."
NOTHING_LEFT = "What it changed has been corrected again since."


@dataclass(frozen=True, slots=True)
class Undoing:
    """The edits that undo a correction, or the reason why they cannot be prepared.

    `drawn` are entries of the replaced history whose draws are not restored, because undoing draws again.
    """

    edits: tuple[Edit, ...] = ()
    drawn: tuple[Entry, ...] = ()
    why_not: str = ""

    def args(self, row: Correction) -> dict[str, Any]:
        """Return the arguments that open the undoing correction."""
        reason = f"Undo: {row.reason}"[:MAX_REASON]
        return {"edits": edits_to_json(list(self.edits)), "reason": reason, "undoes": row.code}


def undoing_of(ctx: ReadContext, row: Correction, rewrite: Entry | None) -> Undoing | None:
    """Return how an adopted correction is undone, or None if it was not adopted. `rewrite` records its adoption.

    If another correction has replaced the history with the adoption, there is no `rewrite` and nothing is undone.
    """
    if row.status != CorrectionStatus.ADOPTED or rewrite is None:
        return None
    found = history_named(ctx.cycle, str(rewrite.args["head"])[:LENGTH])
    if found is None:
        return Undoing(why_not=NOT_KEPT)
    edits = []
    for edit in edits_of(row):
        if edit.do == "keep":
            continue
        try:
            opposite = _opposite(ctx.cycle, found[0], edit, rewrite)
        except Refused as refused:
            return Undoing(why_not=refused.detail)
        if opposite is None:
            return Undoing(why_not=NOTHING_LEFT)
        edits.append(opposite)
    if not edits:
        return Undoing(why_not=NOTHING_LEFT)
    try:
        as_recorded(ctx.cycle, edits, ctx.actor)
    except Refused as refused:
        return Undoing(why_not=refused.detail)
    except BadArguments as bad:
        return Undoing(why_not=" ".join(f"{error.detail[:1].upper()}{error.detail[1:]}." for error in bad.errors))
    changed = [edit.entry for edit in edits if edit.do == "change"]
    return Undoing(tuple(edits), tuple(drawn_only_in(found[0], ctx.cycle, int(rewrite.args["first"]), changed)))


def _opposite(cycle: Cycle, before: Cycle, edit: Edit, rewrite: Entry) -> Edit | None:
    """Return the edit that reverses `edit`, or None if the journal no longer has its result.

    Raises Refused if the edited act has sealed arguments.
    """
    if edit.do == "insert":
        made = _inserted(cycle, before, edit, rewrite)
        return None if made is None else Edit(do="void", entry=made.key)
    was, now = (each.entries.filter(key=edit.entry).first() for each in (before, cycle))
    if was is None or (now is None) != (edit.do == "void"):
        return None
    if now is not None and edit.do == "move":
        return None if now.at == was.at else Edit(do="move", entry=was.key, at=was.at)
    if was.sealed:
        raise Refused("sealed", SEALED)
    if now is not None:
        return None if now.args == was.args else Edit(do="change", entry=was.key, args=was.args)
    if cycle.entries.filter(actor=was.actor, action=was.action, at=was.at).exists():  # inserted again, with another id
        return None
    return Edit(do="insert", actor=was.actor, action=was.action, args=was.args, at=was.at)


def _inserted(cycle: Cycle, before: Cycle, edit: Edit, rewrite: Entry) -> Entry | None:
    """Return the entry that an adopted edit inserted, or None if it is gone."""
    if edit.at is None:
        return None
    same = cycle.entries.filter(actor=edit.actor, action=edit.action, at=edit.at, seq__lt=rewrite.seq).order_by("seq")
    older = set(before.entries.filter(key__in=[entry.key for entry in same]).values_list("key", flat=True))
    return next((entry for entry in same if entry.key not in older), None)
