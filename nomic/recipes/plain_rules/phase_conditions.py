"""Rules that act in named phases only: "Nobody may trade in the Battle Phase", "At the start of every Rest Phase, …".

The phases are those of the calendar in force, by title or by kind. A sentence is read without them, and its clauses are
then limited to them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from nomic.cycles.domain.calendar import calendar_of
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.synonyms import in_usual_words

Read = tuple[str, dict[str, Any]]  # the title and the clauses of a rule

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
_MOST_BREAKS = 12  # positions tried as the beginning of the words for phases
_ARTICLE = re.compile(r"(?:in |during )?(?:(?:the|an?|any|all|every|each) )?", re.IGNORECASE)
_PERIODS = {"day", "week", "phase", "cycle"}  # "once in a day" limits how often
_MAY_ONLY = re.compile(r"\b(?:may|can|(?:is|are) allowed to|gets? to)(?P<only> only| just)?\b", re.IGNORECASE)
_OF_A_PHASE = {"phase-began", "phase-ends"}
_OF_THE_CALENDAR = {*_OF_A_PHASE, "week-begins", "week-ends", "day-begins"}
_INVERTED = re.compile(
    r"(?P<may>may|can) (?P<who>you|players|all players|everyone|everybody|anyone|we) ", re.IGNORECASE
)


class _Reading(NamedTuple):
    """Words read as a sentence about phases. `is_but` means all phases except those named, `is_only` no others."""

    sentence: str  # the sentence without the words for the phases
    phases: str
    is_only: bool
    is_but: bool


def in_phases_said(words: str, law: Law, reads: Callable[[str, Law], Iterator[Read]]) -> Iterator[Read]:
    """Yield the titles and clauses of rules that hold or act in named phases only.

    `reads` yields the titles and clauses that the rest of a sentence may mean.
    """
    for reading in _readings(words, law):
        kinds = _kinds_named(reading.phases, law)
        others = [kind for kind in _titles(law) if kind not in kinds]
        if kinds and others:
            yield from _rules_of(reading, law, reads, kinds, others)
    for found in _spans(law).finditer(words):
        rest = f"{words[: found.start()]}{found['before']}phase{words[found.end() :]}"
        kinds = _kinds_named(found["name"], law)
        for title, clauses in reads(rest, law):
            phase = _titles(law)[kinds[0]]
            if (limited := _limited_to(kinds, clauses, f"a {phase}", is_span=True)) is not None:
                yield re.sub(r"\bphase$|\bphase(?=:)", phase, title), limited


def _readings(words: str, law: Law) -> Iterator[_Reading]:
    """Yield the ways to take some of the words as names of phases."""
    for at in [*_IN.finditer(words)][-_MOST_BREAKS:][::-1]:
        how = at["only"] is not None, at["but"] is not None
        before = words[: at.start()].rstrip(" ,").removesuffix(" but").rstrip(" ,")
        yield _Reading(before, words[at.end() :], *how)
        if (named := _named(law).match(words, at.end())) is not None and named.end() < len(words):
            yield _Reading(f"{words[: at.start()]}{words[named.end() :]}", named[0], *how)
    if (begins := _BEGINS.match(words)) is not None:
        rest = _INVERTED.sub(r"\g<who> \g<may> ", words[begins.end() :], count=1)
        yield _Reading(rest, begins["said"], begins["only"] is not None, begins["but"] is not None)


def _rules_of(
    reading: _Reading, law: Law, reads: Callable[[str, Law], Iterator[Read]], kinds: list[str], others: list[str]
) -> Iterator[Read]:
    """Yield the rules of a sentence about phases of these kinds. `others` are the other kinds."""
    rest = reading.sentence
    may = _MAY_ONLY.search(rest)
    is_only = reading.is_only or (may is not None and may["only"] is not None)
    if is_only and may is not None and not reading.is_but:
        forbidden = f"{rest[: may.start()]}may not{rest[may.end() :]}"
        yield from _in_these(others, reads(forbidden, law), law)
        rest = f"{rest[: may.start()]}may{rest[may.end() :]}"
    yield from _in_these(others if reading.is_but else kinds, reads(in_usual_words(rest), law), law)


def _in_these(kinds: list[str], rules: Iterator[Read], law: Law) -> Iterator[Read]:
    """Yield rules that hold in these phases only."""
    where = listed([f"the {_titles(law)[kind]}" for kind in kinds], "or")
    for title, clauses in rules:
        if (limited := _limited_to(kinds, clauses, where)) is not None:
            yield f"{title} in {where}", limited


def _limited_to(
    kinds: list[str], clauses: Mapping[str, Any], where: str, *, is_span: bool = False
) -> dict[str, Any] | None:
    """Return clauses that apply in these phases only, or None if they depend on other times.

    `is_span` is true if the phases are the times that the clauses name: "per Rest Phase". `where` says which they are.
    """
    found: dict[str, Any] = {}
    for name, clause in clauses.items():
        time = clause.get("when")
        begins = name == "begin"  # the count restarts in every phase
        if "value" in clause or begins:
            is_at_its_time = not is_span or "value" in clause or time == "phase-began"
        elif time is not None:
            is_at_its_time = (
                (name == "does" and "begin" in clauses)
                or name == "counted"
                or (time in _OF_A_PHASE if is_span else time not in _OF_THE_CALENDAR)
            )
        elif "action" in clause and is_span:
            is_at_its_time = clause.get("limit", {}).get("per") == "phase"
        else:
            is_at_its_time = bool({"forbid", "action"} & clause.keys())
        if not is_at_its_time:
            return None
        found[name] = clause if "value" in clause or begins else {**clause, **_because(clause, where), "in": kinds}
    return found


def _because(clause: Mapping[str, Any], where: str) -> dict[str, str]:
    """Return the reason of a ban that says where it holds, if the clause is one."""
    if "forbid" not in clause:
        return {}
    if "if" not in clause:
        return {"because": f"nobody can do this in {where}"}
    said = clause["because"]
    if said.endswith(" in a phase"):  # a limit, as are the others with a time
        return {"because": f"{said.removesuffix(' in a phase')} in {where}"}
    return {"because": f"{said} in {where}"} if said.endswith((" in a week", " in a day")) else {}


def _titles(law: Law) -> dict[str, str]:
    """Return the kinds of phases of the calendar, each with its first title."""
    titles: dict[str, str] = {}
    for phase in calendar_of(law).phases:
        titles.setdefault(phase.kind, phase.title)
    return titles


def _named(law: Law) -> re.Pattern[str]:
    """Return the pattern of the name of one phase or of several, with an article."""

    def pattern() -> re.Pattern[str]:
        name = rf"(?:(?:the|an?|any|all|every|each|same|one) ){{0,3}}(?:{_names(law)})"
        return re.compile(rf"{name}(?:(?:,|,? and|,? or) {name})?(?!\w)", re.IGNORECASE)

    return law.once("names of phases in sentences", pattern)


def _spans(law: Law) -> re.Pattern[str]:
    """Return the pattern of a named phase as a time: "per Rest Phase", "at the end of each Battle Phase"."""

    def pattern() -> re.Pattern[str]:
        times = (
            r"(?:(?:start|end|beginning|close) of (?:each|every|the|an?)|when(?:ever)? (?:an?|the|each|every)|per|each|"
            r"every|in (?:an?|each|every|one|the same|any one)|during (?:an?|each|every|one|the same))"
        )
        return re.compile(rf"\b(?P<before>{times} )(?P<name>{_names(law)})(?!\w)", re.IGNORECASE)

    return law.once("phases as times in sentences", pattern)


def _names(law: Law) -> str:
    titles = sorted({phase.title for phase in calendar_of(law).phases}, key=len, reverse=True)
    return "|".join(rf"{re.escape(title)}s?" for title in titles if title.casefold() not in _PERIODS) or "(?!)"


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
