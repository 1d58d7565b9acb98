"""Messages about a sentence that is not understood, with other wordings, each tried against the law."""

from dataclasses import dataclass

from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.draft_rule import bare_sentence, rule_said
from nomic.recipes.plain_rules.vote_length import vote_lengths
from nomic.recipes.sentences import asked_for

MOST_OFFERED = 3  # ways to say it, for each word that is the trouble
MOST_NAMED = 3  # words that are the trouble


@dataclass(frozen=True, slots=True)
class Instead:
    """Another wording of a sentence: the label of its button, and the whole sentence."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """The parts of a sentence that are not understood, as messages for the author, and wordings that are."""

    says: str
    instead: tuple[Instead, ...] = ()


def is_read(words: str, law: Law) -> bool:
    """Return whether a sentence becomes a rule or an answered recipe, or changes the length of votes."""
    if rule_said(words, law) is not None or vote_lengths(words, law):
        return True
    asked = asked_for(bare_sentence(words), law)
    return asked is not None and not asked.open


def capitalised(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def things_by_kind(law: Law) -> list[str]:
    kinds = {"currency": 0, "token": 1, "pack": 2, "keepsake": 3}
    items = items_of(law)
    return sorted((name for name in items if items[name].kind in kinds), key=lambda name: kinds[items[name].kind])
