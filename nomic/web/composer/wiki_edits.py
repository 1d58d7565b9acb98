"""Converts an edit of the ruleset's wiki page to operations on the law."""

from typing import Any

from nomic.law.amendments.repeal import dependents_of
from nomic.law.document.sections import Law
from nomic.law.rules.tree import rules_of
from nomic.web import typed_amendments
from nomic.web.typed_amendments import CannotBuild, Operation
from nomic.wiki.edit_reports.rule_edits import Adoptable, CannotAdopt, RuleEdit


def operations_of(law: Law, found: Adoptable) -> tuple[list[Operation], list[str]]:
    """Return the operations for a wiki edit, and remarks about the parts that they leave out.

    Raises CannotAdopt if there are no operations.
    """
    operations, remarks = [], list(found.remarks)
    for path, value in found.values.items():
        try:
            operations += typed_amendments.change_value(law, path, value)
        except CannotBuild as no:
            remarks.append(f"{path}: {no}")
    operations += _rewritten(law, found, remarks)
    operations += _repeals(law, found.gone, remarks)
    if not operations:
        raise CannotAdopt(" ".join(["None of it can be put to the vote as it is.", *remarks]))
    return operations, remarks


def _rewritten(law: Law, found: Adoptable, remarks: list[str]) -> list[Operation]:
    """Return operations for the written, moved and new rules of an edit, in its order.

    A rule whose edit cannot be built is left out, with a remark.
    """
    operations: list[Operation] = []
    rules: dict[str, Any] = dict(law.document["rules"])
    made = iter([edit for edit in found.written if not edit.id])
    written = {edit.id: edit for edit in found.written if edit.id}
    above: list[tuple[int, str]] = []
    for level, id_ in found.outline:
        while above and above[-1][0] >= level:
            above.pop()
        edit = written.get(id_) if id_ else next(made)
        if edit is None and id_ in found.moved:
            edit = RuleEdit(id_, rules[id_]["title"], rules[id_]["body"], level)
        if edit is not None:
            stays = id_ and id_ not in found.moved
            parent = rules[id_].get("parent") if stays else above[-1][1] if above else None
            fields = {"rule_title": edit.title, "rule_body": edit.body, "rule_parent": parent or ""}
            so_far = Law({**law.document, "rules": rules})
            try:
                if id_:
                    operations += typed_amendments.change_rule(so_far, id_, fields)
                else:
                    operations += typed_amendments.add_rule(so_far, fields)
                    id_ = operations[-1]["path"].removeprefix("/rules/")
                    rules[id_] = operations[-1]["value"]
            except CannotBuild as no:
                remarks.append(f"“{edit.title[:80]}”: {no}")
                continue
        above.append((level, id_))
    return operations


def _repeals(law: Law, gone: list[str], remarks: list[str]) -> list[Operation]:
    """Return operations that repeal rules, each with its subrules.

    A rule is kept, with a remark, if one of its subrules is kept or if other parts of the law belong to it.
    """
    rules, left = rules_of(law), set(gone)
    for id_ in gone:
        if places := dependents_of(law.document, id_).places:
            left.discard(id_)
            remarks.append(f"“{rules[id_].title}” stays, because this belongs to it: {', '.join(places)}.")
    while bereft := {rule.parent for id_, rule in rules.items() if id_ not in left} & left:
        left -= bereft
        remarks += [f"“{rules[id_].title}” stays, because it has subrules." for id_ in sorted(filter(None, bereft))]
    operations: list[Operation] = []
    for id_ in gone:
        if id_ in left and rules[id_].parent not in left:
            operations += typed_amendments.repeal_rule(law, id_, typed_amendments.TAKE_ALONG)
    return operations
