"""Types of text that people write: what may stand in a title, in a block of wikitext, in a name."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from nomic import limits

MAX_TEXT = limits.TEXT
MAX_TITLE = limits.TITLE
MAX_NAME = limits.NAME
NONCHARACTERS = "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
# Control characters, what turns the direction of writing around, lone surrogates, noncharacters.
UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef"
    f"{NONCHARACTERS}]"
)


# What takes no room and is not seen: a name with it looks like one without.
UNSEEN = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
# What is not seen and has no business in any text: tags, fillers, zero-width spaces, signs of annotations. Joiners and
# variation selectors have: scripts and emoji need one or two of them at a time.
HIDING = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
MAX_JOINERS = 2  # in a row
MAX_MARKS = 8  # in a row: what is written upon one letter
_JOINERS = re.compile(f"[\u200c\u200d\ufe00-\ufe0f]{{{MAX_JOINERS + 1}}}")
_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))
# Scripts with letters that look like those of another.
LOOK_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")


def fit(text: str) -> str:
    """The text as it is. Raises ValueError where a character has no business in any text."""
    found = UNFIT.search(text)
    if found:
        raise ValueError(f"the character U+{ord(found[0]):04X} cannot stand in a text")
    return text


def legible(text: str) -> str:
    """A text from anywhere, for an error message: what has no business in a text is replaced."""
    return UNFIT.sub("\N{REPLACEMENT CHARACTER}", text)


def clean_text(text: str) -> str:
    """The text with Unix line breaks, composed (NFC) and without trailing blanks.

    Raises ValueError as `fit` does.
    """
    text = fit(text.replace("\r\n", "\n").replace("\r", "\n"))
    return unicodedata.normalize("NFC", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")


def clean_line(text: str) -> str:
    """A text of one line, white space folded, not empty. Raises ValueError as `clean_text`, and for line breaks."""
    text = clean_text(text)
    if "\n" in text:
        raise ValueError("this is a single line")
    text = " ".join(text.split())
    if not text:
        raise ValueError("this cannot be empty")
    return text


def clean_name(text: str) -> str:
    """A name as it is. Raises ValueError where `clean_line` would write it differently: a name has one spelling."""
    return _clean_short_name(text) if len(text) <= MAX_NAME else _clean_name(text)


def _clean_name(text: str) -> str:
    if clean_line(text) != text:
        raise ValueError("a name has no blanks around it, no two in a row, and is written in composed form (NFC)")
    return distinct(text)


_clean_short_name = lru_cache(maxsize=5_000)(_clean_name)  # acts name the same things again and again


def distinct(text: str) -> str:
    """A text as it is. Raises ValueError where another could look the same: by what is not seen, or other letters."""
    unseen = UNSEEN.search(text)
    if unseen:
        raise ValueError(f"the character U+{ord(unseen[0]):04X} is not seen, and cannot stand in a name")
    for word in text.split():
        scripts = {script for script in map(_script, word) if script in LOOK_ALIKE}
        if len(scripts) > 1:
            mixed = " and ".join(sorted(script.capitalize() for script in scripts))
            raise ValueError(f"the word “{word}” mixes {mixed} letters, which look alike")
    return text


def readable(text: str) -> str:
    """A text as it is, for others to read. Raises ValueError where something in it is not seen, or marks pile up.

    What was accepted before this was asked is not asked again: so it is asked of what people send, and of no type.
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


def seen(text: str) -> str:
    """A text as it is. Raises ValueError where nothing of it is seen."""
    if not UNSEEN.sub("", text).strip() or all(unicodedata.category(each)[0] in "CMZ" for each in text):
        raise ValueError("there is nothing to be seen in this")
    return text


def _script(character: str) -> str:
    """The script of a letter, as Unicode names it."""
    return unicodedata.name(character, "").partition(" ")[0] if character.isalpha() else ""


def shortened(text: str, most: int) -> str:
    """A text in one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def at_most(longest: int) -> Callable[[str], str]:
    """A check of the length of a cleaned text: composing can make it longer than what was typed."""

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
# Names stand in JSON pointers, in wikitext and in labels: none of the characters that mean something there.
LawName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_NAME, pattern=r"^[^/~:|{}\[\]<>]+$"),
    AfterValidator(clean_name),
]
