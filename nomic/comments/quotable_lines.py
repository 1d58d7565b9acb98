"""The lines of a proposal's change that comments can quote."""

from collections.abc import Iterable, Iterator

from nomic.comments.models import MAX_QUOTE_LENGTH
from nomic.cycles.models import Cycle
from nomic.law.diff.law_differences import Differences, RuleChange
from nomic.law.schema.text_types import shortened
from nomic.proposals.diff import effect_of
from nomic.proposals.models import Proposal

MAX_LINES = 200


def quotable(cycle: Cycle, proposal: Proposal) -> list[str]:
    """Return the distinct lines of a proposal's change, or an empty list if it has no diff."""
    change, _ = effect_of(cycle, proposal)
    return [] if change is None else lines_of(change)


def lines_of(change: Differences) -> list[str]:
    """Return added ("+") and removed ("−") lines of rules, then effects and values before and after the change."""
    return list(dict.fromkeys(line for lines in lines_by_place(change).values() for line in lines))


def lines_by_place(change: Differences) -> dict[str, list[str]]:
    """Return the quotable lines by rule id, or by the path of the effect or value."""
    found = {rule.id: _lines_of_rule(rule) for rule in change.rules}
    for effect in change.effects:
        found[effect.path] = [
            *(f"− {effect.name}: {sentence}" for sentence in effect.before),
            *(f"+ {effect.name}: {sentence}" for sentence in effect.after),
        ]
    for value in change.values:
        if not value.explained:
            line = f"{value.name}: {value.before or 'nothing'} → {value.after or 'nothing'}"
            found[value.path] = [*found.get(value.path, []), line]
    known: set[str] = set()
    return {place: list(_as_many_as_fit(lines, known)) for place, lines in found.items()}


def _as_many_as_fit(lines: Iterable[str], known: set[str]) -> Iterator[str]:
    """Yield each line once, shortened, until the limit for all places is reached. `known` collects the lines so far."""
    for line in dict.fromkeys(shortened(line, MAX_QUOTE_LENGTH) for line in lines):
        if line in known or len(known) < MAX_LINES:
            known.add(line)
            yield line


def _lines_of_rule(rule: RuleChange) -> list[str]:
    if rule.renamed_from:
        yielded = [f"{rule.renamed_from} → {rule.title}"]
    else:
        yielded = [f"{rule.title}: {'a new rule' if rule.kind == 'created' else f'the rule is {rule.kind}'}"]
    old, new = (_lines(rule, leaving_out) for leaving_out in ("added", "removed"))
    yielded += [f"− {rule.title}: {line}" for line in old if line not in new]
    yielded += [f"+ {rule.title}: {line}" for line in new if line not in old]
    return yielded


def _lines(rule: RuleChange, leaving_out: str) -> dict[str, None]:
    """Return the distinct lines of a rule's text, without runs of the kind `leaving_out` ("added" or "removed").

    They have the law's values filled in, as readers see them, if the law has these values.
    """
    text = "".join(words.text for words in rule.body if words.kind != leaving_out)
    read = rule.used_to_read if leaving_out == "added" and rule.kind == "amended" else rule.reads
    if (text or rule.kind == "amended") and read is not None and not read.tables:
        text = read.text
    return dict.fromkeys(line.strip() for line in text.split("\n") if line.strip())
