"""Outlines: sentences followed by nested lists, as text. Each line of a list is indented and begins with a dash.

Pages, the wiki, differences and the API use the same text, and show it as lists or unchanged.
"""

from collections.abc import Iterable

INDENT, ITEM = "  ", "– "
# Words that no name consists of.
BEGINNINGS = (
    *("A", "An", "Each", "If", "The", "Then", "When", "Within", "Otherwise", "Of", "For"),
    *("That", "Those", "They", "Their", "You", "Your", "On"),
)


def outline(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text, each with its level. Lines outside of lists have level 0."""
    return [_level_and_words(line) for line in text.split("\n")]


def _level_and_words(line: str) -> tuple[int, str]:
    words = line.lstrip(" ")
    level = (len(line) - len(words)) // len(INDENT)
    return level, words.removeprefix(ITEM) if level else line


def in_one_piece(sentences: Iterable[str]) -> str:
    """Return sentences joined to one text. A list, or a sentence after a list, begins on a new line."""
    said = ""
    for each in sentences:
        between = "" if not said or each.startswith("\n") else "\n" if "\n" in said else " "
        said += f"{between}{each}"
    return said


def in_one_line(sentences: Iterable[str]) -> str:
    """Return sentences and their lists as one line: "Whenever it is noon: the Judge gains 1 Coin; each player …".

    Items are separated by semicolons. An article or pronoun at the beginning of an item is in lower case.
    """
    said = ""
    for sentence in sentences:
        for level, words in outline(sentence):
            if not words:
                continue
            if level:
                said, words = (said if said.endswith(":") else f"{said.removesuffix('.')};"), _as_item(words)
            said = f"{said} {words}" if said else words
    return said


def _as_item(words: str) -> str:
    first = words.partition(" ")[0].rstrip(":,")
    return f"{first.lower()}{words[len(first) :]}" if first in BEGINNINGS else words


def with_dashes(sentences: Iterable[str]) -> str:
    """Return sentences as lines that show their level by leading dashes instead of indentation."""
    return "\n".join(f"{ITEM * level}{words}" for sentence in sentences for level, words in outline(sentence))
