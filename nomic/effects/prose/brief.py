"""Short sentences: as many of an effect's sentences as fit under twenty words, in the imperative."""

import re
from collections.abc import Iterable, Sequence

MAX_WORDS = 19
MAX_CHARACTERS = 160
NAMING = ("Note ", "Let ")
# "You gain 1 Coin." is an instruction, "You are entered in the list." is not.
INSTRUCTION = re.compile(r"You (?!are\b|have\b|may\b|can\b|and\b|or\b|who\b|do\b|become\b)([a-z])")


def fits(text: str) -> bool:
    """Return whether a text is short enough for a button or a list."""
    return len(text.split()) <= MAX_WORDS and len(text) <= MAX_CHARACTERS


def fitting(sentences: Iterable[str], lead: str = "") -> str:
    """Return the lead and as many of the first sentences as fit, with an ellipsis if some are left out.

    A sentence that only names something for later ones is left out, and so are those. Returns the lead if no sentence
    fits.
    """
    text = lead
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if sentence.startswith(NAMING) or not fits(longer):
            return f"{text} …" if text != lead else lead
        text = longer
    return text


def cut(text: str) -> str:
    """Return a text, cut with an ellipsis if it does not fit."""
    if fits(text):
        return text
    words = text[:MAX_CHARACTERS].split()[:MAX_WORDS]
    while len(" ".join(words)) >= MAX_CHARACTERS:
        words = words[:-1] or [words[0][: MAX_CHARACTERS - 1]]
    return f"{' '.join(words).rstrip(',;:.')}…"


def as_instructions(sentences: Sequence[str]) -> list[str]:
    """Return sentences about "you" in the imperative: "Gain 1 Coin." for "You gain 1 Coin."."""
    return [
        INSTRUCTION.sub(lambda found: found[1].upper(), sentence, count=1) if INSTRUCTION.match(sentence) else sentence
        for sentence in sentences
    ]
