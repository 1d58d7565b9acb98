"""All changes between two laws, as the plain sentences that pages, notices and the wiki show separately."""

from nomic.law.diff.law_differences import Differences, ValueChange
from nomic.law.diff.summary import rule_sentence
from nomic.law.labels.explanations import Explanation
from nomic.law.labels.indented_outline import in_one_piece


def change_sentences(differences: Differences) -> list[str]:
    """Return every change as a sentence: rules in order, then changed effects, then values."""
    return [
        *map(rule_sentence, differences.rules),
        *map(effect_sentence, differences.effects),
        *(value_sentence(change) for change in differences.values if not change.explained),
    ]


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
