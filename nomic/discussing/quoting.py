"""What of a proposal's change can be quoted: the lines of it, as people read them."""

from nomic.cycles.models import Cycle
from nomic.discussing.models import LONGEST_QUOTE
from nomic.law.differences import Differences, RuleChange
from nomic.law.text import shortened
from nomic.proposals.effect import effect_of
from nomic.proposals.models import Proposal

MOST_LINES = 200
SIGNS = {"added": "+", "removed": "−"}


def quotable(cycle: Cycle, proposal: Proposal) -> list[str]:
    """The lines of what a proposal changes, each once; none where it changes nothing that can be named."""
    change, _ = effect_of(cycle, proposal)
    return [] if change is None else lines_of(change)


def lines_of(change: Differences) -> list[str]:
    """Lines that came ("+") or went ("−"), by rule; what does what, before and after; values from what to what."""
    lines = [line for rule in change.rules for line in _lines_of_rule(rule)]
    for effect in change.effects:
        lines += [f"− {effect.name}: {sentence}" for sentence in effect.before]
        lines += [f"+ {effect.name}: {sentence}" for sentence in effect.after]
    lines += [
        f"{value.name}: {value.before or 'nothing'} → {value.after or 'nothing'}"
        for value in change.values
        if not value.explained
    ]
    return list(dict.fromkeys(shortened(line, LONGEST_QUOTE) for line in lines))[:MOST_LINES]


def _lines_of_rule(rule: RuleChange) -> list[str]:
    if rule.renamed_from:
        yielded = [f"{rule.renamed_from} → {rule.title}"]
    else:
        yielded = [f"{rule.title}: {'a new rule' if rule.kind == 'created' else f'the rule is {rule.kind}'}"]
    for words in rule.body:
        if words.kind in SIGNS:
            sign = SIGNS[words.kind]
            yielded += [f"{sign} {rule.title}: {line.strip()}" for line in words.text.split("\n") if line.strip()]
    return yielded
