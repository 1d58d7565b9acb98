"""Changes of a running cycle's law: appends a revision, and emits the event for its consequences."""

from typing import Any

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged
from nomic.cycles.law_section import Description
from nomic.law.amendments.patch import amend_document
from nomic.law.document.sections import Law
from nomic.law.models import append_revision

REPLACED = "the law before"


def enact(act: ActionContext, amendments: list[dict[str, Any]], reason: str) -> None:
    """Append a revision with all amendments applied (R13). `reason` is stored with it.

    Raises AmendmentsDoNotApply if they do not fit the law, and LawInvalid if the result is not a valid law; nothing has
    changed then. The cycle's row must be locked.
    """
    cycle, old = act.cycle, act.law
    document = amend_document(old.document, amendments)
    new = Law(document, number=cycle.revision + 1)
    append_revision(cycle.book_id, new.number, document, enacted_at=act.at, reason=reason, amendments=amendments)
    cycle.revision = new.number
    cycle.keep_law(new)
    cycle.title = new.section("cycle", Description).title
    changed = sorted(
        name for name in old.document.keys() | new.document.keys() if old.document.get(name) != new.document.get(name)
    )
    act.forget(REPLACED)
    act.recall(REPLACED, lambda: old)
    act.emit(LawChanged(revision=new.number, sections=changed))


def law_before(act: ActionContext) -> Law:
    """Return the law that this act has replaced, for subscribers to LawChanged."""
    old: Law = act.known(REPLACED)
    return old
