"""Bans and rights in named phases: "Nobody may trade in the Battle Phase", "You may only gift in the Rest Phase".

The phases are those of the calendar in force, by title or by kind.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from nomic.cycles.domain.calendar import calendar_of
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.bans import ban_in
from nomic.recipes.plain_rules.rights import right_in, sale_in

_IN = re.compile(
    r"(?P<only> (?:only|solely|exclusively))?(?:(?P<but>,? (?:(?:except|but not|other than) (?:in|during|within|at)|"
    r"unless (?:it is|it['’]s)|outside(?: of)?)) | (?:in|during|within|at) )",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:(?P<only>only) )?(?P<but>except |outside )?(?:(?:in|during|within|of) )?(?P<said>[^,.;:]{3,60}?)"
    r"(?:, | (?=(?:nobody|no one|no-one|no|none|you|players?|everyone|everybody|all|only|may|can|each|every|any) ))",
    re.IGNORECASE,
)
_MOST_BREAKS = 12  # places at which the phases may begin
_ARTICLE = re.compile(r"(?:in |during )?(?:(?:the|an?|any|all|every|each) )?", re.IGNORECASE)
_PERIODS = {"day", "week", "phase", "cycle"}  # "once in a day" limits how often
_MAY_ONLY = re.compile(r"\b(?:may|can|(?:is|are) allowed to|gets? to)(?P<only> only| just)?\b", re.IGNORECASE)
_INVERTED = re.compile(
    r"(?P<may>may|can) (?P<who>you|players|all players|everyone|everybody|anyone|we) ", re.IGNORECASE
)


class _Reading(NamedTuple):
    """Words read as a sentence about phases. `is_but` means all phases except those named, `is_only` no others."""

    sentence: str  # without the words for the phases
    phases: str
    is_only: bool
    is_but: bool


def in_phases_said(words: str, law: Law) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a rule that forbids or allows something in named phases, or None."""
    for reading in _readings(words):
        kinds = _kinds_named(reading.phases, law)
        others = [kind for kind in _titles(law) if kind not in kinds]
        if kinds and others and (found := _clauses_of(reading, law, kinds, others)) is not None:
            return found
    return None


def _readings(words: str) -> Iterator[_Reading]:
    """Yield the ways to take some of the words as names of phases."""
    for at in [*_IN.finditer(words)][-_MOST_BREAKS:][::-1]:
        yield _Reading(words[: at.start()], words[at.end() :], at["only"] is not None, at["but"] is not None)
    if (begins := _BEGINS.match(words)) is not None:
        rest = _INVERTED.sub(r"\g<who> \g<may> ", words[begins.end() :], count=1)
        yield _Reading(rest, begins["said"], begins["only"] is not None, begins["but"] is not None)


def _clauses_of(reading: _Reading, law: Law, kinds: list[str], others: list[str]) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a sentence about phases of these kinds, or None. `others` are the other kinds."""
    rest = reading.sentence
    may = _MAY_ONLY.search(rest)
    is_only = reading.is_only or (may is not None and may["only"] is not None)
    if is_only and may is not None and not reading.is_but:
        forbidden = f"{rest[: may.start()]}may not{rest[may.end() :]}"
        if (found := _in_phases(others, ban_in(forbidden, law), law)) is not None:
            return found
        rest = f"{rest[: may.start()]}may{rest[may.end() :]}"
    elif is_only:
        return None
    for reads in (ban_in, right_in, sale_in):
        if (found := _in_phases(others if reading.is_but else kinds, reads(rest, law), law)) is not None:
            return found
    return None


def _in_phases(
    kinds: list[str], read: tuple[str, dict[str, Any]] | None, law: Law
) -> tuple[str, dict[str, Any]] | None:
    """Return the title and clauses of a ban or a right, limited to phases of these kinds.

    Returns None if it cannot be limited, because it counts what is done in other phases too.
    """
    if read is None or len(read[1]) != 1:
        return None
    ((name, clause),) = read[1].items()
    if not {"forbid", "action"} & clause.keys():
        return None
    where = listed([f"the {_titles(law)[kind]}" for kind in kinds], "or")
    because = {"because": f"nobody can do this in {where}"} if "forbid" in clause and "if" not in clause else {}
    return f"{read[0]} in {where}", {name: {**clause, "in": kinds, **because}}


def _titles(law: Law) -> dict[str, str]:
    """Return the kinds of phases of the calendar, each with its first title."""
    titles: dict[str, str] = {}
    for phase in calendar_of(law).phases:
        titles.setdefault(phase.kind, phase.title)
    return titles


def _kinds_named(said: str, law: Law) -> list[str]:
    """Return the kinds of the phases that words such as "the Rest and Battle Phases" name, or none."""
    names: dict[str, str] = {}
    for phase in calendar_of(law).phases:
        title = phase.title.casefold()
        for name in (title, f"{title}s", title.removesuffix(" phase"), phase.kind, phase.kind.replace("-", " ")):
            names.setdefault(name, phase.kind)
    found: list[str] = []
    for part in re.split(r", (?:and |or )?| and | or ", said.strip().casefold()):
        name = _ARTICLE.sub("", part, count=1)
        bare = re.sub(r" phases?$", "", name)
        kind = names.get(name) or (names.get(bare) if bare != name or bare not in _PERIODS else None)
        if kind is None or (name in _PERIODS):
            return []
        found.append(kind)
    return list(dict.fromkeys(found))
