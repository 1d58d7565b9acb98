"""Sentences of the journal in the second person, for the player whom they name."""

import re
from collections.abc import Iterator
from typing import Any

from nomic.effects.prose.english_grammar import IRREGULAR, conjugated
from nomic.law.document.sections import Law

# Titles that others typed follow: "proposal 3, Coins for Ada".
TITLED = re.compile(r"\b(?:[Pp]roposal|request|ruling) \d{1,6}, ")
ENDS = (".", "!", "?", "”:")  # after which a sentence begins
# After these words a name is a subject if a verb follows, although it does not begin the sentence.
BEFORE_SUBJECTS = frozenset(
    ("and", "or", "but", "so", "then", "that", "what", "because", "if", "when", "as", "until", "while")
)
BEFORE_NAMES = BEFORE_SUBJECTS | {"from", "to", "by", "with", "for", "of", "first", "on", "after", "before"}
ADVERBS = re.compile(r"(?:(?:no longer|also|always|never|again|now|then|only|still) )?")
VERB = re.compile(r"[a-z]+(?![\w’'-])")
NUMBERED = re.compile(r" bot \d")
ONE_OF = re.compile(r"\b[Aa]n? (?:[\w-]+ ){1,3}of $")
# A second verb of the same subject: "pays 3 Coins and draws a card".
ALSO_DOES = re.compile(
    r"(?P<before>(?:,| and| or|, and) )(?P<verb>[a-z]+s)"
    r"(?= (?:an?|the|it|them|no|nothing|their|one|each|all|asked|\d+)\b)"
)
THEIRS = re.compile(r"\btheir(?P<rest>s?)\b")
LONGEST = 4_000  # characters of a sentence; the time grows with the number of names in it times its length
MAX_TERM = 40  # characters of a name in the law, such as that of an item; longer texts are sentences
THIRD = {"was": "were", **{third: conjugated(verb, singular=False) for verb, third in IRREGULAR.items()}}


def addressable(law: Law, name: str) -> str:
    """Return a player's name, or "" if the law has that word in its names.

    Of a player called King no sentence shows whether it is about the player or about the card.
    """
    return "" if name in law.once("words of names", lambda: frozenset(_words(law.document))) else name


def _words(value: Any) -> Iterator[str]:
    """Yield the words of all keys and short texts of a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from key.split()
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)
    elif isinstance(value, str) and len(value) <= MAX_TERM:
        yield from value.split()


def addressed(sentence: str, name: str) -> str:
    """Put a journal sentence about the player `name` into the second person: "You gain 2 Coins.".

    Quoted texts and titles of proposals are returned unchanged, and so are longer names that contain this one, and
    sentences of more than LONGEST characters.
    """
    if not name or name not in sentence or len(sentence) > LONGEST:
        return sentence
    said, at = "", 0
    for start in _places(sentence, name):
        if start < at:
            continue
        before, after = sentence[:start], sentence[start + len(name) :]
        said += sentence[at:start]
        words, used = _you(before, after)
        said, at = said + words, start + len(name) + used
    return said + sentence[at:]


def _places(sentence: str, name: str) -> Iterator[int]:
    """Yield where the sentence names the player, outside of quotations and titles."""
    titled = TITLED.search(sentence)
    end = titled.end() if titled else len(sentence)
    start = sentence.find(name)
    while 0 <= start < end:
        before, after = sentence[:start], sentence[start + len(name) :]
        if before.count("“") == before.count("”") and not _is_longer(before, after):
            yield start
        start = sentence.find(name, start + len(name))


def _is_longer(before: str, after: str) -> bool:
    """Return whether a name belongs to a longer word or name, as "Ada" does in "Adam" and in "Ada bot 2"."""
    if before[-1:].isalnum() or before.endswith(("_", "-", "’", "'")) or after[:1].isalnum():
        return True
    if after.startswith(("_", "-")):
        return True
    if NUMBERED.match(after) or (after[:1] == " " and after[1:2].isupper()):
        return True
    last = before.rstrip(" ").rpartition(" ")[2]
    return before.endswith(" ") and last[:1].isupper() and last.isalpha() and last.lower() not in BEFORE_NAMES


def _you(before: str, after: str) -> tuple[str, int]:
    """Return the words in place of a name and of what depends on it, and how much of `after` they replace."""
    lead = before.rstrip(" (")
    begins = not lead or lead.endswith(ENDS)
    if after.startswith(("’s ", "'s ", "’ ", "' ")):
        return ("Your" if begins else "your"), after.index(" ")
    you = "You" if begins else "you"
    if not begins and ONE_OF.search(before):
        return "yours", 0
    last = lead.rpartition(" ")[2].lower()
    if not (begins or lead.endswith((":", ";", ",")) or last in BEFORE_SUBJECTS) or after[:1] != " ":
        return you, 0
    adverb = ADVERBS.match(after, 1)
    at = 1 if adverb is None else adverb.end()
    found = VERB.match(after, at)
    if found is None or (not found[0].endswith("s") and found[0] not in THIRD):
        return you, 0
    end = min((place for mark in ".:;(“" if (place := after.find(mark, at)) >= 0), default=len(after))
    rest = ALSO_DOES.sub(lambda also: f"{also['before']}{_plural(also['verb'])}", after[found.end() : end])
    rest = THEIRS.sub(r"your\g<rest>", rest)
    return f"{you}{after[:at]}{_plural(found[0])}{rest}", end


def _plural(verb: str) -> str:
    """Return the form of a verb after "you", from its third person: "draw", "pass", "carry", "are"."""
    if verb in THIRD:
        return THIRD[verb]
    bare = verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    # "passes" and "fixes", but "loses", "chooses" and "freezes"
    return bare if bare.endswith(("ss", "zz", "x", "ch", "sh", "o")) and verb.endswith("es") else verb[:-1]
