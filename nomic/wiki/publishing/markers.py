"""Splits a page into the system's text and people's text. The system writes only between two markers.

People's text before and after the markers is kept byte for byte. An edit between the markers is detected by comparing
the text there with the published one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nomic.wikitext.escape import normalise_text
from nomic.wikitext.myers import ComparisonBudget, TooDifferent, compare_sequences

BEGIN = (
    "<!-- nomic:begin Written by a program, and again after every act. Please write above this line "
    "or below the last one; what is changed in between is set aside. -->"
)
END = "<!-- nomic:end -->"
# No lookahead crosses the next beginning of a comment, because people may write as many as they like.
ANY_BEGIN = re.compile(r"<!--\s*+nomic:begin\b(?:(?!-->|<!--).)*+-->", re.DOTALL)
ANY_END = re.compile(r"<!--\s*+nomic:end\b(?:(?!-->|<!--).)*+-->", re.DOTALL)
MAX_DIFFERENCE = 20_000  # characters
LINES_AROUND = 1


class MarkersBroken(Exception):
    """Raised if the markers are missing, doubled or swapped, so that it is unclear which text belongs to whom."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A page in three parts: people's text, the system's text without its markers, and people's text."""

    before: str
    inside: str
    after: str

    def page(self) -> str:
        """Return the whole text, with markers around the system's part."""
        return f"{self.before}{BEGIN}\n{self.inside}\n{END}{self.after}"


def has_markers(text: str) -> bool:
    return bool(ANY_BEGIN.search(text) or ANY_END.search(text))


def split(text: str) -> Parts | None:
    """Split a page, or return None if it has no markers.

    Raises MarkersBroken if they are missing in part, doubled or swapped.
    """
    begins, ends = list(ANY_BEGIN.finditer(text)), list(ANY_END.finditer(text))
    if not begins and not ends:
        return None
    if len(begins) != 1 or len(ends) != 1 or begins[0].end() > ends[0].start():
        raise MarkersBroken(f"{len(begins)} begin markers and {len(ends)} end markers, where one follows the other")
    inside = text[begins[0].end() : ends[0].start()]
    return Parts(text[: begins[0].start()], inside.removeprefix("\n").removesuffix("\n"), text[ends[0].end() :])


def outside(text: str) -> Parts:
    """Return the text before the first and after the last marker, which certainly belongs to people.

    This is for a page with broken markers. All other markers are removed from the text, because they would break the
    new ones.
    """
    begin, ends = ANY_BEGIN.search(text), list(ANY_END.finditer(text))
    before = text[: begin.start()] if begin else ""
    after = text[ends[-1].end() :] if ends and (not begin or ends[-1].start() >= begin.end()) else ""
    return Parts(without_markers(before), "", without_markers(after))


def without_markers(text: str) -> str:
    """Return the text without markers, including those that form when an inner marker is removed."""
    while has_markers(text):
        text = ANY_END.sub("", ANY_BEGIN.sub("", text))
    return text


def same(one: str, other: str) -> bool:
    """Return whether two texts are equal after MediaWiki has saved them."""
    return normalise_text(one) == normalise_text(other)


def difference(published: str, found: str) -> str:
    """Return the diff of people's changes between the markers, with lines of context.

    A very long diff is cut.
    """
    text = "\n".join(["--- published", "+++ found on the wiki", *_difference(_lines(published), _lines(found))])
    return text if len(text) <= MAX_DIFFERENCE else text[:MAX_DIFFERENCE] + "\n… (cut here)"


def _difference(old: list[str], new: list[str]) -> Iterator[str]:
    runs = _runs(old, new)
    for place, (was, now) in enumerate(runs):
        if old[was] == new[now]:
            continue
        before = runs[place - 1][0] if place else slice(0, 0)
        after = runs[place + 1][0] if place + 1 < len(runs) else slice(0, 0)
        yield f"@@ -{was.start + 1} +{now.start + 1} @@"
        yield from (f" {line}" for line in old[before][-LINES_AROUND:])
        yield from (f"-{line}" for line in old[was])
        yield from (f"+{line}" for line in new[now])
        yield from (f" {line}" for line in old[after][:LINES_AROUND])


def _lines(text: str) -> list[str]:
    return normalise_text(text).split("\n")


def _runs(old: list[str], new: list[str]) -> list[tuple[slice, slice]]:
    """Return aligned runs of lines. Texts that share too little become one run each."""
    try:
        return compare_sequences(old, new, ComparisonBudget())
    except TooDifferent:
        return [(slice(0, len(old)), slice(0, len(new)))]


def added_lines(published: str, found: str) -> str:
    """Return the lines that people wrote or changed between the markers."""
    old, new = _lines(published), _lines(found)
    return "\n".join(line for was, now in _runs(old, new) if old[was] != new[now] for line in new[now])
