"""What somebody wrote into the page of the ruleset, read back as changes of rules, so that it can be put to the vote.

The page is made of the law: each rule is a heading, an anchor with its id, and its body with values in their places
and markup written safely. So an edit is found rule by rule against what was published, and line by line put into the
words that the law has, with the places of values kept; where somebody changed a value itself it is the value that is to
change. What is no words of a rule cannot be put to the vote in this way, and is told.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from nomic.law.comparing import Budget, TooDifferent, compared
from nomic.law.placeholders import LONGEST_VALUE, PLACEHOLDER, placeholder_value
from nomic.law.rules import anchors_of, rules_of, tree
from nomic.law.sections import Law, value_at
from nomic.wiki.models import Cause, PageKind, WikiPage
from nomic.wiki.pages.pieces import draw_table
from nomic.wiki.pages.ruleset import body_of, heading_of
from nomic.wiki.publishing import banner, markers
from nomic.wiki.publishing.markers import MarkersBroken
from nomic.wiki.wikitext.bodies import ANCHOR, rule_wikitext
from nomic.wiki.wikitext.escape import inline, normalise

MOST_EDITS = 100  # rules; more than that is no edit but another ruleset
HEADING = re.compile(r"(={1,6})([ \t]*+[^=\n].*)\1")  # of a line without blanks at its end
PLACE = re.compile(rf'<span id="(?:{ANCHOR}|{inline(ANCHOR)})([a-z0-9-]{{1,80}})"></span>')
CATEGORIES = re.compile(r"(?:\[\[Category:[^\[\]\n]*+\]\])+")  # which no rule's words can be
TABLES = "== Tables =="
ENTITY = re.compile(r"&#([0-9]{1,7});")
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,15}")


class CannotAdopt(Exception):
    """Nothing of it can be put to the vote; the text says why."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page under a heading: the id of the rule it shows, empty for what shows none."""

    id: str
    level: int
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class RuleEdit:
    """What became of a rule. `id` is empty for a new one, which stands in the page at this level of headings."""

    id: str
    title: str
    body: str
    level: int


@dataclass(slots=True)
class Adoptable:
    """What of an edit can be put to the vote, and, in `remarks`, what not or not quite.

    `written`: rules that were changed or are new, in the order of the page. `outline`: the rules of the page with
    their levels, new ones without a name. `moved`: ids of rules whose headings stand deeper than before, or less deep:
    each is to stand under the rule above it in the outline. `values`: what is to stand at paths of the law. `gone`: ids
    of rules that were taken out.
    """

    written: list[RuleEdit] = field(default_factory=list)
    outline: list[tuple[int, str]] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def adoptable(page: WikiPage, law: Law) -> Adoptable:
    """What of the edit for which the page was set aside can be put to the vote under this law. Raises CannotAdopt."""
    if page.kind != PageKind.RULESET:
        raise CannotAdopt(
            "Only the words of rules are voted on. This page tells what happened in the game: whoever thinks that it "
            "is wrong appeals to the Judge or tells an admin."
        )
    if page.parked_cause != Cause.EDITED:
        raise CannotAdopt("Nobody can say which words of the page are the law's, without the markers around them.")
    try:
        parts = markers.split(banner.without(page.parked_text))
    except MarkersBroken:
        parts = None
    if parts is None:
        raise CannotAdopt("The page has no markers any more.")
    found = _found(page.published_text, normalise(parts.inside), law)
    if not (found.written or found.moved or found.values or found.gone):
        raise CannotAdopt(" ".join(["No rule's words were changed.", *found.remarks]))
    return found


def _found(published: str, edited: str, law: Law) -> Adoptable:
    found = Adoptable()
    head, before = sections(published, {})
    known = {f"{'=' * each.level} {each.title} {'=' * each.level}": each.id for each in before}
    new_head, after = sections(edited, known, set(published.split("\n")))
    if new_head != head:
        found.remarks.append("What stands above the first rule is no rule; it stays as the law has it.")
    was, rules = {each.id: each for each in before if each.id}, rules_of(law)
    depths = {placed.id: placed.depth for placed in tree(rules)}
    budget = Budget()
    for section in after:
        old = was.get(section.id)
        if section.id == TABLES or (section.id and old is None):
            continue
        if old is None or section.id not in rules:
            found.outline.append((section.level, ""))
            found.written.append(RuleEdit("", _typed(section.title), _typed(section.body), section.level))
            continue
        found.outline.append((section.level, section.id))
        if section.level != old.level:
            if depths[section.id] + 1 == old.level:
                found.moved.append(section.id)
            else:
                found.remarks.append(f"“{rules[section.id].title}” has been moved since: it stays where it is.")
        if (section.title, section.body) != (old.title, old.body):
            _change(found, law, old, section, budget)
    tables = [next((each.body for each in all_ if each.id == TABLES), "") for all_ in (before, after)]
    if tables[0] != tables[1]:
        found.remarks.append("Tables are made of values of the law: change these in the proposal itself.")
    there = {section.id for section in after}
    found.gone = [id_ for id_ in was if id_ not in there and id_ in rules]
    if len(found.written) + len(found.moved) + len(found.gone) > MOST_EDITS:
        raise CannotAdopt(f"More than {MOST_EDITS} rules were changed: that is for a proposal written by hand.")
    return found


def _change(found: Adoptable, law: Law, old: Section, new: Section, budget: Budget) -> None:
    rule = rules_of(law)[old.id]
    if _shown(law, rule.body) != old.body or str(inline(heading_of(rule.title))) != old.title:
        found.remarks.append(f"“{rule.title}” has been amended since: what was written there is not taken over.")
        return
    title = rule.title if new.title == old.title else _typed(new.title)
    body = rule.body
    if new.body != old.body:
        body, values, lost = rewritten(law, rule.body, old.body, new.body, budget)
        found.values |= values
        if lost:
            found.remarks.append(f"In “{title}” these were values of the law and are words now: {', '.join(lost)}.")
    if (title, body) != (rule.title, rule.body):
        found.written.append(RuleEdit(old.id, title, body, new.level))


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


def rewritten(law: Law, source: str, shown: str, edited: str, budget: Budget) -> tuple[str, dict[str, str], list[str]]:
    """The source with an edit of what is shown of it carried over.

    Values that the edit changed by their paths, and, as they were shown, those whose place in the words is lost.
    """
    ours, old, new = source.split("\n"), shown.split("\n"), edited.split("\n")
    try:
        beside = {-1: -1, len(old): len(ours)}
        for mine, theirs in compared(ours, old, budget):
            if mine.stop - mine.start == theirs.stop - theirs.start:
                beside |= dict(zip(range(theirs.start, theirs.stop), range(mine.start, mine.stop), strict=True))
        hunks = [(was, now) for was, now in compared(old, new, budget) if old[was] != new[now]]
        mine_of = [_beside(beside, was) for was, _ in hunks]
    except TooDifferent:
        return _typed(edited), {}, list(_values_shown(law, source))
    values: dict[str, str] = {}
    lost: list[str] = []
    for mine, (was, now) in zip(reversed(mine_of), reversed(hunks), strict=True):
        lines = ours[mine]
        if len(lines) == len(new[now]):
            kept = [_line(law, *each) for each in zip(lines, old[was], new[now], strict=False)]
        else:
            kept = [_Line(_typed(line), {}, []) for line in new[now]]
            lost += _values_shown(law, "\n".join(lines))
        ours[mine] = [line.text for line in kept]
        for line in kept:
            values |= line.values
            lost += line.lost
    return "\n".join(ours), values, lost


def _beside(beside: dict[int, int], lines: slice) -> slice:
    """The lines of one text that stand beside these of the other. Raises TooDifferent where nobody can say."""
    is_some = lines.start < lines.stop
    start = beside[lines.start] if is_some and lines.start in beside else beside.get(lines.start - 1, -2) + 1
    stop = beside[lines.stop - 1] + 1 if is_some and lines.stop - 1 in beside else beside.get(lines.stop, -1)
    if start < 0 or stop < start:
        raise TooDifferent
    return slice(start, stop)


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    values: dict[str, str]
    lost: list[str]


def _line(law: Law, source: str, shown: str, edited: str) -> _Line:
    """One line of the source with the edit of what is shown of it, its places of values kept where they can be."""
    places = list(PLACEHOLDER.finditer(source))
    if not places or any(place["table"] for place in places):
        return _Line(_typed(edited), {}, list(_values_shown(law, source)))
    values = [_value_shown(law, place) for place in places]
    between = _filled(_around(law, source, places), edited)
    if between is not None:
        return _with_values(law, places, values, _around(law, source, places), between)
    text, lost = edited, []
    kept: list[str] = []
    for place, value in zip(places, values, strict=True):
        if value and shown.count(value) == 1 and text.count(value) == 1:
            text = text.replace(value, f"\0{len(kept)}\0")
            kept.append(place[0])
        else:
            lost.append(value)
    return _Line(re.sub("\0([0-9]+)\0", lambda found: kept[int(found[1])], _typed(text)), {}, lost)


def _around(law: Law, source: str, places: list[re.Match[str]]) -> list[str]:
    """What is shown around the values of a line."""
    marked, at = "", 0
    for place in places:
        marked += source[at : place.start()] + "valueofthelaw"
        at = place.end()
    return str(rule_wikitext(marked + source[at:], anchors_of(law))).split("valueofthelaw")


def _filled(pieces: list[str], line: str) -> list[str] | None:
    """What stands in a line between these pieces; None where it is not made of them."""
    if not line.startswith(pieces[0]) or not all(pieces[1:-1]):
        return None
    at, found = len(pieces[0]), []
    for piece in pieces[1:-1]:
        begins = line.find(piece, at)
        if begins < 0:
            return None
        found.append(line[at:begins])
        at = begins + len(piece)
    last = pieces[-1]
    if len(line) - len(last) < at or not line.endswith(last):
        return None
    return [*found, line[at : len(line) - len(last)]]


def _with_values(law: Law, places: list[re.Match[str]], shown: list[str], pieces: list[str], found: list[str]) -> _Line:
    """A line in which nothing but values was changed."""
    text, values, lost = _typed(pieces[0]), {}, []
    for place, was, now, piece in zip(places, shown, found, pieces[1:], strict=True):
        path, kept = place["what"].strip(), True
        if now != was:
            kept = not place["form"] and _is_number(law, path) and bool(WHOLE_NUMBER.fullmatch(now))
            if kept:
                values[path] = now
            else:
                lost.append(was)
        text += (place[0] if kept else _typed(now)) + _typed(piece)
    return _Line(text, values, lost)


def _is_number(law: Law, path: str) -> bool:
    value = value_at(law.document, path)
    return isinstance(value, int) and not isinstance(value, bool)


def _values_shown(law: Law, source: str) -> Iterator[str]:
    for place in PLACEHOLDER.finditer(source):
        yield place["what"].strip() if place["table"] else _value_shown(law, place)


def _value_shown(law: Law, place: re.Match[str]) -> str:
    words = placeholder_value(law, place["what"], place["form"])
    return str(inline(words if len(words) <= LONGEST_VALUE else words[:LONGEST_VALUE] + "…"))


def _shown(law: Law, body: str) -> str:
    return normalise(str(body_of(law, body, draw_table, anchors_of(law)))).strip("\n")


def _typed(text: str) -> str:
    """The text as somebody would have typed it.

    The entities by which markup is kept from working are signs again, and links to rules lead to their names.
    """
    text = text.replace(f"[[#{ANCHOR}", "[[#")
    return ENTITY.sub(lambda found: chr(int(found[1])) if 31 < int(found[1]) < 0xD800 else found[0], text)
