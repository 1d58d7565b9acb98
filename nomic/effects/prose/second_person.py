"""Sentences of the journal in the second person, for the player whom they name."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from nomic.effects.prose.english_grammar import IRREGULAR, conjugated
from nomic.law.document.sections import Law

# Titles that others typed follow: "proposal 3, Coins for Ada" and "proposal 3 (Coins for Ada)".
TITLED = re.compile(r"\b(?:[Pp]roposal|request|ruling) \d{1,6}(?:, | \()")
ENDS = (".", "!", "?")  # characters after which a new sentence begins
# After these words a name is a subject if a verb follows, although it does not begin the sentence.
BEFORE_SUBJECTS = frozenset(
    (
        *("and", "or", "but", "so", "then", "that", "what", "because", "if", "when", "as", "until", "while", "only"),
        *("nor", "than", "how", "whom", "whenever", "once", "since", "whether", "unless", "after", "before", "even"),
    )
)
BEFORE_NAMES = BEFORE_SUBJECTS | {"from", "to", "by", "with", "for", "of", "first", "on", "both", "neither", "against"}
ADVERBS = re.compile(r"(?:(?:no longer|also|always|never|again|now|then|only|still) )?")
GAINS = re.compile(r"\b(?:gains?|loses?|gets?)\b")
VERB = re.compile(r"[a-z]+(?![\w’'-])")
OWNS = re.compile(r"[’']s?(?![\w’'])")
NUMBERED = re.compile(r" bot \d")
ONE_OF = re.compile(r"\b[Aa]n? (?:[\w-]+ ){1,3}of $")
# What belongs to the player is named without its noun: "it is Ada’s." and "one of Ada’s, and a card".
ALONE = re.compile(r"$|[.;:!?)]")
ALONE_AFTER = re.compile(r"\b(?:is|are|was|were|becomes?|than|of) $")
ALONE_BEFORE = re.compile(r",| (?:and|or|but|until|again|now|because)\b")
TOGETHER = ("he duel of ", "he match of ", "he game of ")  # what players have together, named by all of them
COUNTS = "one|two|three|four|five|six|seven|eight|nine|ten"
OBJECT = rf"(?= (?:an?|the|it|them|no|nothing|their|{COUNTS}|another|each|all|asked|\d+)\b| [A-Z])"
# A second verb of the same subject: "pays 3 Coins and draws a card".
ALSO_DOES = re.compile(rf"(?:,| and| or|, and) (?P<verb>[a-z]+s){OBJECT}")
# A clause with another subject: "Ben gains", "Ben’s turn is", "the Seller pays a", "it is".
ANOTHER_SUBJECT = re.compile(
    r"(?:,|\band|\bor|\bbut|\bso|\bthen|\bwhile) (?:"
    r"(?:[A-Z][\w-]*(?: (?:[A-Z][\w-]*|bot|of|\d+)){0,4}|it|nobody|everybody|somebody|each)"
    r" (?:(?:no longer|also|always|never|again|now|then|only|still) )?[a-z]+s\b"
    r"|(?:[A-Z][\w-]*[’']s?|the|an?|each|every|no|their|\d+)(?: [\w’'-]+){1,3}?"
    rf" (?:is|are|was|were|has|have|[a-z]+s{OBJECT})\b)"
)
THEIRS = re.compile(r"\btheir(?P<rest>s?)\b")
LONGEST = 4_000  # characters of a sentence; the time grows with the number of names in it times its length
MAX_TERM = 40  # characters of a name in the law, such as that of an item; longer texts are sentences
THIRD = {"was": "were", **{third: conjugated(verb, singular=False) for verb, third in IRREGULAR.items()}}


def addressable(law: Law, name: str) -> str:
    """Return a player's name, or "" if it is also a word in the law's names.

    A sentence about "King" could then be about the player or about the card.
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

    Quoted texts and titles of proposals remain unchanged. So do longer names that contain this one, statements about
    others, and sentences of more than LONGEST characters.
    """
    if not name or name not in sentence or len(sentence) > LONGEST:
        return sentence
    titled = TITLED.search(sentence)
    own = sentence[: titled.end()] if titled else sentence
    said, at = "", 0
    for start, end, words in sorted(each for place in _places(own, name) for each in _changes(own, place, name)):
        if start >= at:
            said, at = f"{said}{own[at:start]}{words}", end
    return said + sentence[at:]


def is_about(sentence: str, name: str) -> bool:
    """Return whether a journal sentence names the player, outside of quotations and titles."""
    return addressed(sentence, name) != sentence


def all_addressed(words: Iterable[object], name: str) -> list[str]:
    """Address the player in the sentences of an entry, which follow each other.

    If a sentence on another player's act precedes the player's gain or loss by it, a colon joins them: "Ben gives a
    gift: you gain 2 Coins.". After a colon, "you" has no capital letter.
    """
    texts = [str(each) for each in words]
    said = [addressed(text, name) for text in texts]
    begins = [told.startswith("You") and told != text for told, text in zip(said, texts, strict=True)]
    if begins[1:2] == [True] and said[0] == texts[0] and _brings(texts[0], said[1]):
        said[0] = f"{texts[0][:-1]}:"
    for place in range(1, len(said)):
        if begins[place] and said[place - 1].endswith(":"):
            said[place] = f"y{said[place][1:]}"
    return said


def _brings(act: str, then: str) -> bool:
    """Return whether an act by another, which is itself no gain or loss, is followed by one of the player's."""
    is_act = act.endswith(".") and ":" not in act and GAINS.search(act) is None
    return is_act and GAINS.match(then, len("You ")) is not None


def _places(sentence: str, name: str) -> Iterator[int]:
    """Yield where the sentence names the player, outside of quotations."""
    start = sentence.find(name)
    while start >= 0:
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


def _changes(sentence: str, start: int, name: str) -> Iterator[tuple[int, int, str]]:
    """Yield the parts to replace, for a name and the words that depend on it: start, end and the words instead."""
    end = start + len(name)
    before, after = sentence[:start], sentence[end:]
    lead = before.rstrip(" (")
    begins = not lead or lead.endswith(ENDS)
    if shared := _with_others(sentence, start, end):
        yield from shared
        return
    you = "You" if begins else "you"
    if owns := OWNS.match(after):
        yield start, end + owns.end(), f"{you}r{'s' * _is_alone(before, after[owns.end() :])}"
        return
    if not begins and ONE_OF.search(before):
        yield start, end, "yours"
        return
    yield start, end, you
    last = lead.rpartition(" ")[2].lower()
    if not (begins or lead.endswith((":", ";", ",")) or last in BEFORE_SUBJECTS) or after[:1] != " ":
        return
    adverb = ADVERBS.match(sentence, end + 1)
    found = VERB.match(sentence, end + 1 if adverb is None else adverb.end())
    if found is None or not (found[0].endswith("s") or found[0] in THIRD):
        return
    yield *found.span(), _after_you(found[0])
    stop = min((place for mark in ".:;(“" if (place := sentence.find(mark, found.end())) >= 0), default=len(sentence))
    if another := ANOTHER_SUBJECT.search(sentence, found.end(), stop):
        stop = another.start()
    for also in ALSO_DOES.finditer(sentence, found.end(), stop):
        yield *also.span("verb"), _after_you(also["verb"])
    for theirs in THEIRS.finditer(sentence, found.end(), stop):
        yield *theirs.span(), f"your{theirs['rest']}"


def _with_others(sentence: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """Return the changes of "The duel of Ben, Ada and Cleo" to "Your duel with Ben and Cleo". Otherwise none."""
    at, of = max((sentence.rfind(words, 1, start), words) for words in TOGETHER)
    others = sentence[at + len(of) : start]
    is_last = others.endswith(" and ")
    is_list = others.count(" and ") == is_last and ", and " not in others and others[-2:] in ("", ", ", "d ")
    if at < 1 or not is_list or not set(others).isdisjoint(".;:“”()"):
        return []
    begins = not sentence[: at - 1].rstrip(" ") or sentence[: at - 1].rstrip(" ").endswith(ENDS)
    whose = (at - 1, at + len(of), f"{'Y' if begins else 'y'}our {of[3:-4]} with ")
    if is_last:
        last = others.rfind(", ")
        comma = [(at + len(of) + last, at + len(of) + last + 2, " and ")] if last >= 0 else []
        return [whose, *comma, (start - len(" and "), end, "")]
    if others and sentence.startswith(" and ", end):
        return [whose, (start - len(", "), end, "")]
    after = next((len(each) for each in (", ", " and ") if sentence.startswith(each, end)), 0)
    return [whose, (start, end + after, "")] if after else []


def _is_alone(before: str, after: str) -> bool:
    """Return whether the possessive between two texts has no noun, as in "it is Ada’s."."""
    return bool(ALONE.match(after) or (ALONE_AFTER.search(before) and ALONE_BEFORE.match(after)))


def _after_you(verb: str) -> str:
    """Return the form of a verb after "you", from its third person: "draw", "pass", "carry", "are"."""
    if verb in THIRD:
        return THIRD[verb]
    bare = verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    # "passes" and "fixes", but "loses", "chooses" and "freezes"
    return bare if bare.endswith(("ss", "zz", "x", "ch", "sh", "o")) and verb.endswith("es") else verb[:-1]
