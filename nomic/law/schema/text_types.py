"""Text types for user input: titles, blocks of wikitext, names."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints, ValidationInfo

from nomic import limits
from nomic.wikitext.forbidden_characters import UNFIT

MAX_TEXT = limits.TEXT
MAX_TITLE = limits.TITLE
MAX_NAME = limits.NAME

# Invisible characters of no width. A name with one of them looks like the name without it.
UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
# Invisible characters without a use in any text: tags, fillers, zero-width spaces, annotation marks. Joiners and
# variation selectors are allowed, because scripts and emoji need one or two of them at a time.
HIDING = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
MAX_JOINERS = 2  # in a row
MAX_MARKS = 8  # in a row: combining marks upon one letter
_JOINERS = re.compile(f"[\u200c\u200d\ufe00-\ufe0f]{{{MAX_JOINERS + 1}}}")
_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
# Scripts with letters that look like those of another.
LOOK_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")


def check_characters(text: str) -> str:
    """Return the text unchanged. Raises ValueError if it contains a forbidden character."""
    found = UNFIT.search(text)
    if found:
        raise ValueError(f"the character U+{ord(found[0]):04X} cannot stand in a text")
    return text


def legible(text: str) -> str:
    """Return a text for an error message, in which forbidden characters are replaced."""
    return UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def clean_text(text: str) -> str:
    """Return the text with Unix line breaks, normalized to NFC, and without trailing blanks.

    Raises ValueError as `check_characters` does.
    """
    text = check_characters(text.replace("\r\n", "\n").replace("\r", "\n"))
    return unicodedata.normalize("NFC", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")


def clean_line(text: str) -> str:
    """Return a one-line text with runs of white space collapsed.

    Raises ValueError as `clean_text` does, and for line breaks or an empty text.
    """
    text = clean_text(text)
    if "\n" in text:
        raise ValueError("this is a single line")
    text = " ".join(text.split())
    if not text:
        raise ValueError("this cannot be empty")
    return text


def clean_name(text: str) -> str:
    """Return the name.

    Raises ValueError if `clean_line` would change the name, because each name has one spelling.
    """
    return _clean_short_name(text) if len(text) <= MAX_NAME else _clean_name(text)


def _clean_name(text: str) -> str:
    if clean_line(text) != text:
        raise ValueError("a name has no blanks around it, no two in a row, and is written in composed form (NFC)")
    return check_distinct(text)


_clean_short_name = lru_cache(maxsize=5_000)(_clean_name)  # acts use the same names again and again


def check_distinct(text: str) -> str:
    """Return the text unchanged.

    Raises ValueError for invisible or confusable characters, which make two texts look alike.
    """
    unseen = UNSEEN.search(text)
    if unseen:
        raise ValueError(f"the character U+{ord(unseen[0]):04X} is not seen, and cannot stand in a name")
    return _unmixed(text)


def _unmixed(text: str) -> str:
    """Return the text. Raises ValueError for a word with letters of several scripts that look alike."""
    for word in "" if text.isascii() else text.split():
        scripts = {script for script in map(_script, word) if script in LOOK_ALIKE}
        if len(scripts) > 1:
            mixed = " and ".join(sorted(script.capitalize() for script in scripts))
            raise ValueError(f"the word “{word}” mixes {mixed} letters, which look alike")
    return text


@lru_cache(maxsize=5_000)
def clean_heading(text: str) -> str:
    """Return the title of a part of the law, with runs of white space collapsed. Emoji may join characters.

    Raises ValueError as `clean_line` does, for invisible or confusable characters, and for a reference such as "$me".
    """
    text = _unmixed(readable(clean_line(text)))
    for after in text.split("$")[1:]:
        if after[:1].isalpha():
            raise ValueError(f"in a rule, “${after.split()[0]}” stands for something else: leave out the $")
    return text


def readable(text: str) -> str:
    """Return the text. Raises ValueError for invisible characters or too many combining marks.

    Only new input is checked. The check is not part of any type, because texts accepted before it existed must remain
    valid.
    """
    hiding = HIDING.search(text)
    if hiding:
        raise ValueError(f"the character U+{ord(hiding[0]):04X} is not seen: leave it out")
    if _JOINERS.search(text):
        raise ValueError(f"more than {MAX_JOINERS} characters in a row that are not seen: leave some out")
    marks = 0
    for character in "" if text.isascii() else text:
        marks = marks + 1 if unicodedata.category(character)[0] == "M" and character not in _SELECTORS else 0
        if marks > MAX_MARKS:
            raise ValueError(f"more than {MAX_MARKS} marks upon one letter: leave some out")
    return text


def check_visible(text: str) -> str:
    """Return the text unchanged. Raises ValueError if it has no visible character."""
    if not UNSEEN.sub("", text).strip() or all(unicodedata.category(each)[0] in "CMZ" for each in text):
        raise ValueError("there is nothing to be seen in this")
    return text


def _script(character: str) -> str:
    """Return the script of a letter, as Unicode names it."""
    return unicodedata.name(character, "").partition(" ")[0] if character.isalpha() else ""


def shortened(text: str, most: int) -> str:
    """Return a text on one line, cut to at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


# The validation context of a law that is to be adopted. One in force is read as it is, so that a release which refuses
# more cannot close a cycle.
TO_ADOPT = {"to adopt": True}


def _named_once(entries: list[Any], info: ValidationInfo) -> list[Any]:
    if info.context is not TO_ADOPT:
        return entries
    seen = set()
    for entry in entries:
        name = entry.casefold() if isinstance(entry, str) else entry
        if name in seen:
            raise ValueError(f"{entry} is listed twice")
        seen.add(name)
    return entries


# A list of the law that is a set. Its repeats would be read out twice, and drawn twice as often.
NAMED_ONCE = AfterValidator(_named_once)


def at_most(longest: int) -> Callable[[str], str]:
    """Return a validator for the length of a cleaned text, which normalization can make longer than the input."""

    def check(text: str) -> str:
        if len(text) > longest:
            raise ValueError(f"at most {longest} characters")
        return text

    return check


LawText = Annotated[
    str, StringConstraints(max_length=MAX_TEXT), AfterValidator(clean_text), AfterValidator(at_most(MAX_TEXT))
]
LawTitle = Annotated[
    str, StringConstraints(max_length=MAX_TITLE), AfterValidator(clean_line), AfterValidator(at_most(MAX_TITLE))
]
# Titles of rules, phases and shops: they name a part of the law in references, headings and the journal.
LawHeading = Annotated[
    str, StringConstraints(max_length=MAX_TITLE), AfterValidator(clean_heading), AfterValidator(at_most(MAX_TITLE))
]
# Names occur in JSON pointers, in wikitext, in labels and in effects, so they contain no characters with a meaning
# there. In effects and in texts of rules, `$` begins a reference.
LawName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_NAME, pattern=r"^[^/~:|{}\[\]<>$]+$"),
    AfterValidator(clean_name),
]
