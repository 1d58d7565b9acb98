"""A page of the ruleset taken apart at its headings, whatever somebody did to it: in one pass, however long it is."""

import re
from dataclasses import dataclass
from itertools import pairwise

from nomic.wiki.wikitext.bodies import ANCHOR
from nomic.wiki.wikitext.escape import inline

HEADING = re.compile(r"(={1,6})([ \t]*+[^=\n].*)\1")  # of a line without blanks at its end
PLACE = re.compile(rf'<span id="(?:{ANCHOR}|{inline(ANCHOR)})([a-z0-9-]{{1,80}})"></span>')
# No rule's words can be these.
CATEGORIES = re.compile(r"(?:<noinclude>)?(?:\[\[Category:[^\[\]\n]*+\]\])+(?:</noinclude>)?")
TABLES = "== Tables =="


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading: the id of the rule it shows, empty for what shows none."""

    id: str
    level: int
    title: str
    body: str


def sections(text: str, known: dict[str, str], old_lines: set[str] | None = None) -> tuple[str, list[Section]]:
    """What stands above the first rule, and the sections of the page.

    A heading belongs to the rule whose anchor follows it, or which had this very heading (`known`). A heading without
    either is a section of its own where it is new, not being among `old_lines`; else it is part of a body.
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
    """The anchor that stands under each heading: next to it, or below what somebody put between the two."""
    found: dict[int, str] = {}
    for at, end in pairwise([*headings, len(lines)]):
        anchors = (PLACE.fullmatch(line.strip()) for line in lines[at + 1 : end])
        if (anchor := next(filter(None, anchors), None)) is not None:
            found[at] = anchor[1]
    return found


def _words(lines: list[str]) -> str:
    """The lines without what is no words of anybody."""
    words = (line for line in lines if not PLACE.fullmatch(line.strip()) and not CATEGORIES.fullmatch(line.strip()))
    return "\n".join(words).strip("\n")
