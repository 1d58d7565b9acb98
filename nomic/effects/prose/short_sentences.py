"""Short sentences: as many of an effect's sentences as fit under twenty words."""

import re
from collections.abc import Iterable

MAX_WORDS = 19
MAX_CHARACTERS = 160
# A sentence that only names something for later ones.
NAMING = re.compile(
    r"Work out |Roll \S+ for |Roll \S+\.$|Look up |Remember |Find out whether |"
    r"The “[^”]*”(?: players?| cards?)? (?:is|are) (?:the|all|a) "
)


def fits(text: str) -> bool:
    """Return whether a text is short enough for a button or a list."""
    return len(text.split()) <= MAX_WORDS and len(text) <= MAX_CHARACTERS


def fit_sentences(sentences: Iterable[str], lead: str = "") -> str:
    """Return the lead with as many of the first sentences as fit, and an ellipsis if sentences are left out.

    Sentences that only define a name are left out, and so are those that use it. Returns the lead alone if no sentence
    fits.
    """
    text = lead
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if NAMING.match(sentence) or not fits(longer):
            return f"{text} …" if text != lead else lead
        text = longer
    return text


def cut_text(text: str) -> str:
    """Return a text, shortened with an ellipsis if it is too long."""
    if fits(text):
        return text
    words = text[:MAX_CHARACTERS].split()[:MAX_WORDS]
    while len(" ".join(words)) >= MAX_CHARACTERS:
        words = words[:-1] or [words[0][: MAX_CHARACTERS - 1]]
    return f"{' '.join(words).rstrip(',;:.')}…"
