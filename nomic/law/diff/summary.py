"""Summaries of differences in sentences, for the wiki, notices and lists."""

from nomic.law.diff.laws import RuleChange, ValueChange
from nomic.law.labels.explanations import Explanation
from nomic.law.labels.indented_outline import in_one_piece


def rule_sentence(change: RuleChange) -> str:
    """Return a sentence about the change of a rule. The rule's text is shown separately."""
    if change.kind != "amended":
        which = {"created": "New rule", "repealed": "Repealed: the rule"}[change.kind]
        return f"{which} “{change.title}”, {place_in_words(change)}."
    parts = []
    if change.renamed_from is not None:
        parts.append(f"it was called “{change.renamed_from}”")
    if change.moved is not None:
        parts.append(f"it moves from {change.moved[0]} to {change.moved[1]}")
    elif change.reordered:
        parts.append("it changes its place among its neighbours")
    if change.body:
        parts.append("its words change")
    if not parts:
        parts.append("what it does changes")
    return f"The rule “{change.title}”: {', '.join(parts)}."


def place_in_words(change: RuleChange) -> str:
    """Return the position of a rule as text, such as "under “Players”"."""
    return "at the top level" if change.under is None else f"under “{change.under}”"


def effect_sentence(effect: Explanation) -> str:
    """Return a sentence about what an entry newly does or, if that is nothing, no longer does."""
    name = _capital(effect.name)
    if not effect.after:
        return f"{name} no longer does anything."
    return f"{name}: {in_one_piece(effect.new)}" if effect.new else f"{name} no longer: {in_one_piece(effect.gone)}"


def value_sentence(change: ValueChange) -> str:
    """Return a sentence about a changed value: "The price of one Chip in Vertebrae: 25 Vertebrae → 30 Vertebrae."."""
    if change.kind == "created":
        return f"New: {change.name}: {_ended(change.after)}"
    if change.kind == "repealed":
        return f"Repealed: {change.name}: {_ended(change.before)}"
    return f"{_capital(change.name)}: {change.before.removesuffix('.')} → {_ended(change.after)}"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _ended(text: str) -> str:
    return text if text.endswith((".", "…")) else f"{text}."
