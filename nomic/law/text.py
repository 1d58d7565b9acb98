"""Types of text that people write: what may stand in a title, in a block of wikitext, in a name."""

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

MOST_TEXT = 50_000
MOST_TITLE = 120
ALLOWED_CONTROLS = "\n\t"


def clean_text(text: str) -> str:
    """The text with Unix line breaks, composed (NFC) and without trailing blanks.

    Raises ValueError where a character has no business in a text: control characters, lone surrogates, the
    characters that turn the direction of writing around, noncharacters.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for character in text:
        if not _allowed(character):
            raise ValueError(f"the character U+{ord(character):04X} cannot stand in a text")
    return unicodedata.normalize("NFC", "\n".join(line.rstrip() for line in text.split("\n"))).strip("\n")


def _allowed(character: str) -> bool:
    code = ord(character)
    if code < 128:
        return (code >= 32 and code != 127) or character in ALLOWED_CONTROLS
    if 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069 or code in (0x200E, 0x200F, 0x061C):
        return False
    return unicodedata.category(character) not in ("Cc", "Cs") and code & 0xFFFE != 0xFFFE


def clean_line(text: str) -> str:
    """A text of one line, white space folded, not empty. Raises ValueError as `clean_text`, and for line breaks."""
    text = clean_text(text)
    if "\n" in text:
        raise ValueError("this is a single line")
    text = " ".join(text.split())
    if not text:
        raise ValueError("this cannot be empty")
    return text


LawText = Annotated[str, StringConstraints(max_length=MOST_TEXT), AfterValidator(clean_text)]
LawTitle = Annotated[str, StringConstraints(max_length=MOST_TITLE), AfterValidator(clean_line)]
