"""Sentences with lists below them: a text whose lines are indented by level, each after a dash.

Pages, the wiki, differences and the API get the same text, and show it as lists or as it is.
"""

from collections.abc import Iterable

INDENT, ITEM = "  ", "– "


def outline(text: str) -> list[tuple[int, str]]:
    """Return the lines of a text: the level of each, which is 0 for the first, and its words."""
    return [_level_and_words(line) for line in text.split("\n")]


def _level_and_words(line: str) -> tuple[int, str]:
    words = line.lstrip(" ")
    level = (len(line) - len(words)) // len(INDENT)
    return level, words.removeprefix(ITEM) if level else line


def in_one_piece(sentences: Iterable[str]) -> str:
    """Join sentences to one text, in which lists and what follows a list begin with a line break."""
    said = ""
    for each in sentences:
        between = "" if not said or each.startswith("\n") else "\n" if "\n" in said else " "
        said += f"{between}{each}"
    return said


def with_dashes(sentences: Iterable[str]) -> str:
    """Return sentences as lines without indentation, on which a dash stands for each level."""
    return "\n".join(f"{ITEM * level}{words}" for sentence in sentences for level, words in outline(sentence))
