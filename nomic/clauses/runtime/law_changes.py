"""Enacts a rule's changes of the law: within the reach of its clause, as one revision per entry.

A rule changes the law at most once in a chain of entries, and a limited number of times a day. Unless its clause allows
it, a rule never changes what protects the law from rules: classes of proposals, bans, and clauses that may change the
law.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from nomic import limits
from nomic.clauses.clause_index import clauses_of, every_clause
from nomic.clauses.runtime.law_draft import LawDraft
from nomic.clauses.runtime.trigger_chains import chain_of, note_amended
from nomic.clauses.schema.allowed_changes import Beyond, OwnReach, beyond
from nomic.clauses.schema.kind_registry import kind_of
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.law_changes import enact
from nomic.inventory.ledger import is_tried_out
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.document.sections import Document, Law, LawInvalid, pointer
from nomic.law.labels.value_labels import words_at
from nomic.law.models import Revision

BY_RULE = "the rule “"
GUARDS = ("class", "forbid")
NOTHING = OwnReach(change=[])


def enact_draft(act: ActionContext, draft: LawDraft, key: str, title: str) -> None:
    """Enact the draft's changes, made by the clause with this key, on behalf of its rule.

    Raises Refused, and then changes nothing, if the changes exceed the reach that the clause has in the law in force,
    if the result is not a valid law, or if rules have changed the law too often.
    """
    if not draft.operations or draft.document == act.law.document:
        return
    check_reach(act.law, draft, reach_of(act.law, key), title)
    _check_chain(act, title)
    try:
        if is_tried_out(act):
            amend_document(act.law.document, draft.operations)
        else:
            _check_not_too_often(act, title)
            enact(act, draft.operations, reason_of(title))
    except (AmendmentsDoNotApply, LawInvalid) as error:
        raise _refused(f"the result is not a valid law ({str(error)[:300]})", title) from None
    note_amended(act)


def reason_of(title: str) -> str:
    """Return the reason recorded for a revision made by the rule with this title."""
    return f"{BY_RULE}{title}”"


def reach_of(law: Law, key: str) -> OwnReach:
    """Return the reach of the clause with this key, or an empty one if the law no longer has the clause."""
    reaches: Mapping[str, OwnReach] = law.once(
        "reaches of clauses",
        lambda: {
            placed.key: placed.clause.may
            for placed in every_clause(clauses_of(law))
            if isinstance(getattr(placed.clause, "may", None), OwnReach)
        },
    )
    return reaches.get(key, NOTHING)


def check_reach(law: Law, draft: LawDraft, reach: OwnReach, title: str) -> None:
    """Raise Refused if the draft's changes exceed the reach, or affect clauses that protect the law.

    `title` is the title of the acting rule.
    """
    old, new = law.document, draft.document
    gone = draft.rule if draft.ends_itself else ""
    for each in beyond(reach.change, old, new):
        if not (gone and _is_of(old, gone, each)):
            why = f", because {each.why}" if each.why else ""
            raise _refused(f"its clause does not say that it may change {_words(old, each.path)}{why}", title)
    if reach.guards:
        return
    before, after = guards_of(old, gone), guards_of(new, gone)
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path):
            raise _refused(f"{_words(old, path)} is protected: only a vote can change it, not a rule", title)


def _is_of(document: Document, rule: str, change: Beyond) -> bool:
    """Return whether a change only removes part of the acting rule, which ends itself, or one of its places."""
    if change.path[:2] == ("rules", rule):
        return True
    own = [place for place, owner in document.get("belongs", {}).items() if owner == rule]
    if change.path[:1] == ("belongs",):
        return change.path[1:2] in [(place,) for place in own]
    here = pointer(*change.path)
    return any(here == place or here.startswith(f"{place}/") for place in own)


def guards_of(document: Document, without: str = "") -> dict[tuple[str, ...], Any]:
    """Return the clauses that protect the law from rules, by their paths, except those of the rule `without`."""
    return {
        ("rules", rule, "clauses", name): raw
        for rule, entry in document["rules"].items()
        if rule != without
        for name, raw in _clauses_in(entry)
        if is_guard(raw)
    }


def _clauses_in(rule: Any) -> Iterator[tuple[str, Any]]:
    yield from (rule.get("clauses") or {}).items()


def is_guard(raw: Any) -> bool:
    """Return whether a clause protects the law from rules: a class, a ban, or a clause that may change the law."""
    kind = kind_of(raw) if isinstance(raw, dict) else None
    return kind is not None and (kind.schema.word in GUARDS or "may" in raw)


def _check_chain(act: ActionContext, title: str) -> None:
    if chain_of(act).amended:
        raise _refused("a rule has already changed it in response to the same act", title)


def _check_not_too_often(act: ActionContext, title: str) -> None:
    """Raise Refused if this rule, or all rules together, changed the law too often in the last 24 hours.

    In a replay this check is skipped, because the act was accepted originally.
    """
    if act.is_replay:
        return
    made = Revision.objects.filter(
        book_id=act.cycle.book_id, enacted_at__gt=act.at - timedelta(days=1), reason__startswith=BY_RULE
    )
    reasons = list(made.values_list("reason", flat=True))
    if reasons.count(reason_of(title)[:300]) >= limits.REVISIONS_BY_RULE:
        raise _refused(f"it has changed it {limits.REVISIONS_BY_RULE} times within 24 hours", title)
    if len(reasons) >= limits.REVISIONS_BY_RULES:
        raise _refused(f"rules have changed it {limits.REVISIONS_BY_RULES} times within 24 hours", title)


def _words(document: Document, path: tuple[str, ...]) -> str:
    return words_at(document, pointer(*path))


def _refused(why: str, title: str) -> Refused:
    return Refused("law-unchanged", f"The rule cannot change the law: {why}.", title)
