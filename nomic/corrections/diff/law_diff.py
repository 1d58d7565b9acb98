"""The differences between the laws of a cycle and its fork, described as for proposals."""

from collections.abc import Iterator

from nomic.cycles.models import Cycle
from nomic.law.diff.law_differences import RuleChange, differences
from nomic.law.diff.summary import place_in_words
from nomic.law.document.sections import Law
from nomic.law.labels.indented_outline import in_one_piece

Row = tuple[str, str, str]


def compare(cycle: Cycle, fork: Cycle) -> Iterator[Row]:
    """Yield the differences between the laws of two cycles, as `compare_laws` does."""
    yield from compare_laws(cycle.law, fork.law)


def compare_laws(before: Law, after: Law) -> Iterator[Row]:
    """Yield (name, before, after) for the revision number, and for changed rules, effects and values."""
    old, new = before.document, after.document
    if before.number != after.number:
        yield "Revision in force", str(before.number), str(after.number)
    if old == new:
        return
    found = differences(old, new)
    for rule in found.rules:
        yield from _of_rule(rule)
    for effect in found.effects:
        yield effect.name, in_one_piece(effect.before), in_one_piece(effect.after)
    for value in found.values:
        if not value.explained:
            yield value.name, value.before, value.after


def _of_rule(rule: RuleChange) -> Iterator[Row]:
    name = f"The rule “{rule.title}”"
    if rule.kind != "amended":
        stands = f"a rule {place_in_words(rule)}"
        yield name, *(("", stands) if rule.kind == "created" else (stands, ""))
        return
    if rule.renamed_from is not None:
        yield f"The title of the rule “{rule.title}”", rule.renamed_from, rule.title
    if rule.moved is not None:
        yield f"Where the rule “{rule.title}” is", *rule.moved
    elif rule.reordered:
        yield f"The place of the rule “{rule.title}”", "its current place", "another place in the same section"
    if rule.body:
        was, now = (" … ".join(run.text.strip() for run in rule.body if run.kind == kind) for kind in WAS_AND_IS)
        yield f"The words of the rule “{rule.title}”", was, now


WAS_AND_IS = ("removed", "added")
