"""All changes between two laws, as the plain sentences that pages, notices and the wiki show separately."""

from nomic.law.diff.laws import Differences
from nomic.law.diff.summary import effect_sentence, rule_sentence, value_sentence


def change_sentences(differences: Differences) -> list[str]:
    """Return every change as a sentence: rules in order, then changed effects, then values."""
    return [
        *map(rule_sentence, differences.rules),
        *map(effect_sentence, differences.effects),
        *(value_sentence(change) for change in differences.values if not change.explained),
    ]
