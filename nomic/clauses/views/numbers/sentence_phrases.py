"""Phrases that name a number by the words around it in its sentence: "the least number of Chips in “…”"."""

import re

from nomic.clauses.views.numbers.in_sentences import NumberSaid
from nomic.law.labels.indented_outline import ITEM

MAX_CONTEXT = 45  # characters of the sentence on each side of a number
MAX_HEADING_LENGTH = 60  # characters of the line above
# Where a sentence or clause ends: "you gain 1 Chip, | if you have …"
ENDS = re.compile(r"[.;:?!(]\s|[.;:?!)]$|\s\(|, (?=for |if |only |and |then )")
WORD = r"[A-Z][\w'’-]*"
THING = rf"{WORD}(?: {WORD})*(?: [a-z]+(?=[.,;:]|$))?"  # "Gem Key" or "Wild card"
NO_NOUNS = r"(?!(?:is|was|has|times|plus|minus)\b)"
# A number with what it counts: "2 more Chips", "3 cards of Bones".
NOUN = re.compile(rf"[^\s.,;:!?)]+ (?:more |other )?(?P<noun>{NO_NOUNS}(?:{THING}|[a-z]+s\b(?: of {WORD})?))")
# The same number as one and as two: "a card that …" and "2 cards that …". The second gives the plural noun.
ONE = re.compile(r"(?:1|an?|one) \w", re.IGNORECASE)
TWO = re.compile(r"(?:at most )?2 (?P<noun>(?!in ).+?)(?: (?:become|that|who)\b|$)")
CHOSEN = re.compile(r"[Cc]hoose how many (?P<noun>[^:.]{1,40}): [^.]*$")  # "Choose how many Chips: from 1 to "
CHANCE = re.compile(r"\d{1,3} ?% chance\b")
STOPS = ".,;:!?"
# How the words before a number say what it is, with a place for what it counts. The first that fits.
BEFORE = (
    (re.compile(r"\bYou may do this (?:up to )?$"), "how often"),
    (re.compile(r"\b(?:at least) $"), "the least number{}"),
    (re.compile(r"\b(?:at most|[Uu]p to|no more than) $"), "the greatest number{}"),
    (re.compile(r"\bmore than $"), "the number{} to exceed"),
    (re.compile(r"\b(?:fewer|less) than $"), "the number{} to stay below"),
    (re.compile(r"(?:\d|\ban?|\bone) (?:to|and) $"), "the highest number{}"),
    (re.compile(r"\b(?:starts?|start) at $"), "the number at the start"),
    (re.compile(r"\bby $"), "by how much"),
)
VERB = re.compile(r"(?:in|de)creases? by ")  # a number that begins with its verb: "increases by 2"
IS_A_RANGE = re.compile(r"\S+ (?:to|and) \d")  # "1 to 6", "1 and 6"
BEFORE_A_RANGE = re.compile(r"(?:between|:|On|on|from) $|^$")


def label_in_sentence(sentence: str, number: NumberSaid) -> str:
    """Return the label of a number: the noun that it counts, and the words around it in its line."""
    line, begin, end = _line_of(sentence, number)
    before, after = line[:begin], line[begin:]
    verb = VERB.match(after)
    to_number = before + (verb[0] if verb else "")
    lead = next((words for fits, words in BEFORE if fits.search(to_number)), "")
    if not lead and IS_A_RANGE.match(after) and BEFORE_A_RANGE.search(before):
        lead = "the lowest number{}"
    counted = _counted(before, after, line[begin:end], number.otherwise)
    named = (lead or "the number{}").format(f" of {counted}" if counted else "")
    opened = line.rfind(" (", 0, begin)
    if CHANCE.match(after) and opened == begin - len(" ("):
        what = excerpt(line, opened, opened).rpartition(") ")[2]
        return f"the chance in “{what}{line[opened : end + len('% chance')]})”"
    return f"{named} in “{excerpt(line, begin, end)}”"


def _line_of(sentence: str, number: NumberSaid) -> tuple[str, int, int]:
    """Return the line of a sentence that contains a number, without its bullet, and the number's range in that line."""
    start = sentence.rfind("\n", 0, number.begin) + 1
    line = sentence[start:].partition("\n")[0]
    bare = line.lstrip(" ").removeprefix(ITEM)
    start += len(line) - len(bare)
    return bare, number.begin - start, number.end - start


def _counted(before: str, after: str, number: str, otherwise: str) -> str:
    """Return the plural noun that a number counts, or "" if there is none."""
    if chosen := CHOSEN.search(before):
        return chosen["noun"]
    several = TWO.match(otherwise)
    if several and ONE.match(number):
        return several["noun"].rstrip(STOPS)
    found = NOUN.match(after)
    return found["noun"] if found else ""


def excerpt(line: str, begin: int, end: int) -> str:
    """Return the words around a number in a line, up to the ends of its sentence or clause."""
    first = max((found.end() for found in ENDS.finditer(line, 0, begin)), default=0)
    found = ENDS.search(line, end)
    last = found.start() if found else len(line)
    left = right = ""
    if begin - first > MAX_CONTEXT:
        first, left = line.find(" ", begin - MAX_CONTEXT) + 1, "… "
    if last - end > MAX_CONTEXT:
        last, right = line.rfind(" ", end, end + MAX_CONTEXT), " …"
    words = line[first:last].strip(" " + STOPS)
    return f"{left}{words.removesuffix(')') if '(' not in words else words}{right}"


def with_heading(label: str, sentence: str, number: NumberSaid) -> str:
    """Return a label preceded by the heading line under which the number's line is nested."""
    start = sentence.rfind("\n", 0, number.begin) + 1
    lines = sentence[:start].split("\n")
    level = _level(sentence[start:])
    above = next((line for line in reversed(lines) if line and _level(line) < level), "")
    words = above.strip().removeprefix(ITEM).strip(":")
    return (
        f"{label}, after “{words[:MAX_HEADING_LENGTH]}{'…' if len(words) > MAX_HEADING_LENGTH else ''}”"
        if words
        else label
    )


def _level(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
