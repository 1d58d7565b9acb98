"""Summaries of differences in sentences, for the wiki, notices and lists."""

from nomic.law.diff.law_differences import RuleChange


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
        parts.append("its position in its list changes")
    if change.body:
        parts.append("its words change")
    if not parts:
        parts.append("what it does changes")
    return f"The rule “{change.title}”: {', '.join(parts)}."


def place_in_words(change: RuleChange) -> str:
    """Return the position of a rule as text, such as "under “Players”"."""
    return "at the top level" if change.under is None else f"under “{change.under}”"
