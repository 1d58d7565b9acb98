"""Splits a ruleset page at its headings, after any edit, in one pass."""

import re
from dataclasses import dataclass
from itertools import pairwise

from nomic.wikitext.escape import inline
from nomic.wikitext.wiki_writer import ANCHOR

HEADING = re.compile(r"(={1,6})([ \t]*+[^=\n].*)\1")  # matches a line without trailing blanks
PLACE = re.compile(rf'<span id="(?:{ANCHOR}|{inline(ANCHOR)})([a-z0-9-]{{1,80}})"></span>')
# Lines that can never be a rule's words.
CATEGORIES = re.compile(r"(?:<noinclude>)?(?:\[\[Category:[^\[\]\n]*+\]\])+(?:</noinclude>)?")
TABLES = "== Tables =="


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page below a heading. `id` is the id of its rule, or "" if it belongs to no rule."""

    id: str
    level: int
    title: str
    body: str


def sections(text: str, known: dict[str, str], old_lines: set[str] | None = None) -> tuple[str, list[Section]]:
    """Split a page into the text above the first rule and the page's sections.

    A heading belongs to the rule whose anchor follows it, or to the rule that had this very heading before (`known`).
    Any other heading starts a section of its own if it is new, that is, not among `old_lines`; otherwise it is part of
    a body.
    """
    lines = text.split("\n")
    headings = [(at, found) for at, line in enumerate(lines) if (found := HEADING.fullmatch(line.rstrip(" \t")))]
    anchors = _anchors(lines, [at for at, _ in headings])
    starts: list[tuple[int, str, re.Match[str]]] = []
    taken: set[str] = set()
    anchored = set(anchors.values())
    for at, heading in headings:
        id_ = anchors.get(at, "")
        if not id_ and (named := known.get(heading[0], "")) not in anchored:
            id_ = named
        if id_ in taken:  # the copy of a rule is another rule
            id_ = ""
        elif not id_ and heading[0] == TABLES:
            id_ = TABLES
        elif not id_ and (old_lines is None or heading[0] in old_lines):
            continue
        taken.add(id_)
        starts.append((at, id_, heading))
    ends = [*(start[0] for start in starts), len(lines)][1:]
    head = "\n".join(lines[: starts[0][0]] if starts else lines).strip()
    return head, [
        Section(id_, len(heading[1]), heading[2].strip(" \t"), _words(lines[at + 1 : end]))
        for (at, id_, heading), end in zip(starts, ends, strict=True)
    ]


def _anchors(lines: list[str], headings: list[int]) -> dict[int, str]:
    """Return the anchor of each heading, by the heading's line number.

    The anchor is directly below the heading, or further down if somebody inserted lines.
    """
    found: dict[int, str] = {}
    for at, end in pairwise([*headings, len(lines)]):
        anchors = (PLACE.fullmatch(line.strip()) for line in lines[at + 1 : end])
        if (anchor := next(filter(None, anchors), None)) is not None:
            found[at] = anchor[1]
    return found


def _words(lines: list[str]) -> str:
    """Return the lines as text without anchors and categories, which do not belong to a rule's words."""
    words = (line for line in lines if not PLACE.fullmatch(line.strip()) and not CATEGORIES.fullmatch(line.strip()))
    return "\n".join(words).strip("\n")
