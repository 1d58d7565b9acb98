"""A proof by reading that a regular expression never backtracks, without trying a text.

In a part that is repeated, the next character alone must decide how to go on. Then a mismatch is found once, and no
text is read twice. Patterns for which this cannot be proved are not wrong: `tests.support.regex_backtracking` tries
them on texts.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from tests.support.regex_backtracking import PROBES, fitting

OFTEN = 8  # what is repeated more often than this counts as repeated without end
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
Letters = frozenset[str]
NONE: Letters = frozenset()


def is_straight(pattern: "re.Pattern[str]", only_from_the_beginning: bool) -> bool:
    """Whether it can be seen that a pattern takes steps that grow with the text, wherever it is looked for."""
    read = _Read(pattern)
    return read.is_told_by_the_next(read.tree, NONE, within=False) and (
        only_from_the_beginning or read.begins_where_it_did_not_read()
    )


class _Read:
    def __init__(self, pattern: "re.Pattern[str]") -> None:
        self.flags = pattern.flags
        self.tree = list(parser.parse(pattern.pattern, pattern.flags))
        self.alphabet = frozenset(PROBES) | set(pattern.pattern) | _ranges(self.tree)

    # ── what pieces take

    def letters(self, kind: Any, about: Any) -> Letters | None:
        """The characters that a piece takes, if it takes just one."""
        fits = fitting(kind, about, self.flags)
        return None if fits is None else frozenset(filter(fits, self.alphabet))

    def is_nullable(self, kind: Any, about: Any) -> bool:
        if kind in REPEATS:
            return about[0] == 0 or self.all_nullable(about[2])
        if kind is sre.BRANCH:
            return any(self.all_nullable(way) for way in about[1])
        if kind in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
            return self.all_nullable(_inner(kind, about))
        return kind in (sre.AT, sre.ASSERT, sre.ASSERT_NOT, sre.GROUPREF)

    def all_nullable(self, parts: Iterable[Any]) -> bool:
        return all(self.is_nullable(*part) for part in parts)

    def first(self, parts: Iterable[Any], then: Letters = NONE) -> Letters:
        """With which characters a sequence begins, or what comes `then` if it may be empty."""
        found = NONE
        for kind, about in parts:
            found |= self._first_of(kind, about)
            if not self.is_nullable(kind, about):
                return found
        return found | then

    def _first_of(self, kind: Any, about: Any) -> Letters:
        one = self.letters(kind, about)
        if one is not None:
            return one
        return frozenset().union(*(self.first(each) for each in _ways(kind, about)))

    def everything(self, kind: Any, about: Any) -> Letters:
        """Every character that a piece takes anywhere."""
        one = self.letters(kind, about)
        if one is not None:
            return one
        return frozenset().union(*(self.everything(*part) for way in _ways(kind, about) for part in way))

    # ── whether the next character tells how to go on

    def is_told_by_the_next(self, parts: Sequence[Any], follow: Letters, within: bool) -> bool:
        """`within` something that is repeated often everything has to be told; outside only what is repeated often."""
        parts = list(parts)
        return all(
            self._is_told(kind, about, self.first(parts[number + 1 :], follow), within)
            for number, (kind, about) in enumerate(parts)
        )

    def _is_told(self, kind: Any, about: Any, then: Letters, within: bool) -> bool:
        if kind in REPEATS:
            return self._is_repeat_told(kind, about, then, within)
        if kind is sre.BRANCH:
            return not (within and self._share_a_beginning(about[1], then)) and all(
                self.is_told_by_the_next(way, then, within) for way in about[1]
            )
        if kind in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
            return self.is_told_by_the_next(_inner(kind, about), then, within)
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            return not _has_much(about[1])
        return kind is not sre.GROUPREF

    def _is_repeat_told(self, kind: Any, about: Any, then: Letters, within: bool) -> bool:
        _, most, body = about
        one = len(body) == 1 and self.letters(*body[0]) is not None
        if kind is sre.POSSESSIVE_REPEAT and one:
            return True
        begins = self.first(body)
        if (within or most > OFTEN) and (begins & then or (most > 1 and self.all_nullable(body))):
            return False
        return self.is_told_by_the_next(body, then | (begins if most > 1 else NONE), within or most > OFTEN)

    def _share_a_beginning(self, ways: Iterable[Any], then: Letters) -> bool:
        begins = [self.first(way, then) for way in ways]
        return any(one & other for one, other in combinations(begins, 2))

    # ── whether a text is read again from the next place

    def begins_where_it_did_not_read(self) -> bool:
        """Whether no place within what was read often is one where the pattern may begin."""
        often = [part for part in _all_parts(self.tree) if part[0] in REPEATS and part[1][1] > OFTEN]
        if not often:
            return True
        read = frozenset().union(*(self.everything(*part) for part in often))
        if self.tree[0] == (sre.AT, sre.AT_BEGINNING_STRING):
            return True
        if self.tree[0] == (sre.AT, sre.AT_BEGINNING):
            return not self.flags & re.MULTILINE or "\n" not in read
        if self._ends_with_what_is_repeated(often):
            return True
        return not self.all_nullable(self.tree) and not self.first(self.tree) & read

    def _ends_with_what_is_repeated(self, often: list[Any]) -> bool:
        """Whether nothing can be wrong once something was read often: what was read is then found."""
        last = self.tree[-1]
        body = last[1][2] if last[0] in REPEATS else ()
        return often == [last] and len(body) == 1 and self.letters(*body[0]) is not None and last[1][0] <= OFTEN


def _inner(kind: Any, about: Any) -> Any:
    return about[3] if kind is sre.SUBPATTERN else about


def _ways(kind: Any, about: Any) -> list[Any]:
    """The sequences of which a piece is made, as far as they take characters."""
    if kind in REPEATS:
        return [about[2]]
    if kind is sre.BRANCH:
        return list(about[1])
    return [_inner(kind, about)] if kind in (sre.SUBPATTERN, sre.ATOMIC_GROUP) else []


def _all_parts(parts: Iterable[Any]) -> Iterable[Any]:
    for kind, about in parts:
        yield kind, about
        for way in _ways(kind, about):
            yield from _all_parts(way)
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _all_parts(about[1])


def _has_much(parts: Iterable[Any]) -> bool:
    return any(kind is sre.GROUPREF or (kind in REPEATS and about[1] > OFTEN) for kind, about in _all_parts(parts))


def _ranges(parts: Iterable[Any]) -> set[str]:
    """Characters at both ends of every range, and every character that is named."""
    found = set()
    for kind, about in _all_parts(parts):
        for part in about if kind is sre.IN else [(kind, about)]:
            if part[0] is sre.RANGE:
                found |= {chr(part[1][0]), chr(part[1][1])}
            elif part[0] in (sre.LITERAL, sre.NOT_LITERAL):
                found.add(chr(part[1]))
    return found
