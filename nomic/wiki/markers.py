"""What on a page is the system's and what is people's: the system writes between two markers only.

People's text before and after the markers is kept byte for byte. An edit between them is noticed by comparing what
stands there with what was published.
"""

import difflib
import re
from dataclasses import dataclass

from nomic.wiki.escape import normalise

BEGIN = (
    "<!-- nomic:begin Written by a program, and again after every act. Please write above this line "
    "or below the last one; what is changed in between is set aside. -->"
)
END = "<!-- nomic:end -->"
ANY_BEGIN = re.compile(r"<!--\s*nomic:begin\b(?:(?!-->).)*-->", re.DOTALL)
ANY_END = re.compile(r"<!--\s*nomic:end\b(?:(?!-->).)*-->", re.DOTALL)
MOST_DIFFERENCE = 20_000  # characters


class MarkersBroken(Exception):
    """Somebody removed, doubled or turned around the markers: nobody can say which text is whose."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A page in three: people's words, the system's part without its markers, people's words."""

    before: str
    inside: str
    after: str

    def page(self) -> str:
        """The whole text with markers around the system's part."""
        return f"{self.before}{BEGIN}\n{self.inside}\n{END}{self.after}"


def has_markers(text: str) -> bool:
    return bool(ANY_BEGIN.search(text) or ANY_END.search(text))


def split(text: str) -> Parts | None:
    """The parts of a page; None where it has no markers at all. Raises MarkersBroken."""
    begins, ends = list(ANY_BEGIN.finditer(text)), list(ANY_END.finditer(text))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or begins[0].end() > ends[0].start():
        raise MarkersBroken(f"{len(begins)} begin markers and {len(ends)} end markers, where one follows the other")
    inside = text[begins[0].end() : ends[0].start()]
    return Parts(text[: begins[0].start()], inside.removeprefix("\n").removesuffix("\n"), text[ends[0].end() :])


def outside(text: str) -> Parts:
    """As much of a page with broken markers as is certainly people's: before the first and after the last marker."""
    begin, ends = ANY_BEGIN.search(text), list(ANY_END.finditer(text))
    before = text[: begin.start()] if begin else ""
    after = text[ends[-1].end() :] if ends and (not begin or ends[-1].start() >= begin.end()) else ""
    return Parts(before, "", after)


def without_markers(text: str) -> str:
    """The text without any marker in it."""
    return ANY_END.sub("", ANY_BEGIN.sub("", text))


def same(one: str, other: str) -> bool:
    """Whether two texts are the same page once MediaWiki has saved them."""
    return normalise(one) == normalise(other)


def difference(published: str, found: str) -> str:
    """What people changed between the markers, as a unified difference, cut where it is very long."""
    lines = difflib.unified_diff(
        normalise(published).split("\n"),
        normalise(found).split("\n"),
        "published",
        "found on the wiki",
        lineterm="",
        n=1,
    )
    text = "\n".join(lines)
    return text if len(text) <= MOST_DIFFERENCE else text[:MOST_DIFFERENCE] + "\n… (cut here)"


def added_lines(published: str, found: str) -> str:
    """The lines that people wrote or changed between the markers."""
    matcher = difflib.SequenceMatcher(a=normalise(published).split("\n"), b=(lines := normalise(found).split("\n")))
    return "\n".join(
        line
        for tag, _, _, begin, end in matcher.get_opcodes()
        if tag in ("insert", "replace")
        for line in lines[begin:end]
    )
