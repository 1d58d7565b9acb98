"""Instructions told of somebody: "Pay your debts" becomes "Ada pays their debts"."""

import re

from nomic.effects.prose.grammar import conjugated

VERB = re.compile(r"([A-Z]?[a-z]+)(?![\w'’-])")
# Words that begin a title without being its verb.
NO_VERBS = frozenset(("a", "an", "the", "my", "your", "no", "not", "all", "any", "every", "each", "never", "always"))
THEIRS = {"your": "their", "yours": "theirs", "yourself": "themself"}
POSSESSIVE = re.compile(r"\b(?:your|yours|yourself)\b")
# What cannot be turned safely: "you" as a subject or an object, and a second verb after the first.
UNCLEAR = re.compile(r"\b[Yy]ou\b|\b(?:and|or|then|but)\s+[a-z]|[;:.!?]")


def told_of(name: str, instruction: str) -> str:
    """Return what somebody does, without a full stop: "Ada burns a card".

    An instruction that does not begin with its verb, or has a second one, follows a colon: "Ada: Luck".
    """
    found = VERB.match(instruction)
    if found is None or found[1].lower() in NO_VERBS or found[1].endswith("ly") or UNCLEAR.search(instruction):
        return f"{name}: {instruction}"
    rest = POSSESSIVE.sub(lambda word: THEIRS[word[0]], instruction[found.end() :])
    return f"{name} {conjugated(found[1].lower(), singular=True)}{rest}"
