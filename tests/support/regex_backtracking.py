"""How many steps Python's `re` takes with a text, counted by a matcher that goes back as it does.

`re` runs in C, where nothing counts. This reads a pattern with `re`'s own parser and tries alternatives in the same
order, so that what is quadratic there is quadratic here. Steps are places at which one piece of the pattern is tried.
"""

import re
import string
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

Then = Callable[[int], int]  # goes on at a place of the text; the end of the match, or -1
Piece = Callable[[int, Then], int]
FAILED = -1
ONE_CHARACTER = (sre.ANY, sre.LITERAL, sre.NOT_LITERAL, sre.IN)
DEEP = 1_000_000
MAX_REPEATED = 60  # things that are repeated, of one pattern
MAX_LETTERS = 12  # single characters that are repeated
STACK = 512_000_000  # bytes
PROBES = "\n\t \x00 !\"#$%&'()*+,-./:;<=>?@[]^_`{|}~aAzZ09éλ\u2028\ue000\ue001" + string.ascii_lowercase


class TooMany(Exception):
    """More steps than were allowed."""


class Counted:
    """A pattern, tried on texts with every step counted."""

    def __init__(self, pattern: "re.Pattern[str]", bound: int = sys.maxsize) -> None:
        """`bound` is put in place of every greater one of the pattern, so that shorter texts reach it."""
        self._flags = pattern.flags
        self._bound = bound
        self._tree = parser.parse(pattern.pattern, pattern.flags)
        self._first = self._sequence(list(self._tree))
        self._groups: dict[int, tuple[int, int]] = {}
        self._open: dict[int, int] = {}
        self._text = ""
        self._most = 0
        self.steps = 0

    def search_all(self, text: str, most: int) -> int:
        """The steps of looking for every match in a text, as `finditer`, `sub` and `split` do. Raises TooMany."""
        self._text, self._most, self.steps = text, most, 0
        place = 0
        while place <= len(text):
            self._count()
            self._groups = {}
            end = self._first(place, lambda at: at)
            place = end if end > place else place + 1
        return self.steps

    def match(self, text: str) -> int:
        """The end of the match at the beginning of a text, or -1."""
        self._text, self._most, self.steps, self._groups = text, sys.maxsize, 0, {}
        return self._first(0, lambda at: at)

    def match_whole(self, text: str, most: int = sys.maxsize) -> int:
        """The steps of `fullmatch`. Raises TooMany."""
        self._text, self._most, self.steps, self._groups = text, most, 0, {}
        self._first(0, lambda at: at if at == len(text) else FAILED)
        return self.steps

    def match_beginning(self, text: str, most: int = sys.maxsize) -> int:
        """The steps of `match`. Raises TooMany."""
        self._text, self._most, self.steps, self._groups = text, most, 0, {}
        self._first(0, lambda at: at)
        return self.steps

    def _count(self) -> None:
        self.steps += 1
        if self.steps > self._most:
            raise TooMany

    # ── pieces

    def _sequence(self, parts: Sequence[Any]) -> Piece:
        pieces: list[Piece] = []
        for is_one_character, group in groupby(parts, lambda part: part[0] in ONE_CHARACTER):
            alike = list(group)
            pieces += [self._characters(alike)] if is_one_character else [self._piece(*part) for part in alike]
        if len(pieces) == 1:
            return pieces[0]
        last = len(pieces) - 1

        def run(number: int, at: int, then: Then) -> int:
            if number >= last:
                return pieces[number](at, then) if pieces else then(at)
            return pieces[number](at, lambda place: run(number + 1, place, then))

        return lambda at, then: run(0, at, then)

    def _characters(self, parts: Sequence[Any]) -> Piece:
        """Pieces that take one character each, tried one after the other."""
        fits = [_taken(*part, self._flags) for part in parts]

        def run(at: int, then: Then) -> int:
            text = self._text
            for each in fits:
                self.steps += 1
                if self.steps > self._most:
                    raise TooMany
                if not each(text[at : at + 1]):
                    return FAILED
                at += 1
            return then(at)

        return run

    def _piece(self, kind: Any, about: Any) -> Piece:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            return self._repeat(kind, *about)
        if kind is sre.BRANCH:
            ways = [self._sequence(list(way)) for way in about[1]]
            return _first_of(ways)
        if kind is sre.SUBPATTERN:
            return self._group(about[0], self._sequence(list(about[3])))
        if kind is sre.ATOMIC_GROUP:
            return _atomic(self._sequence(list(about)))
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            return self._looking(about[0], self._sequence(list(about[1])), about[1].getwidth()[0], kind is sre.ASSERT)
        if kind is sre.AT:
            where = re.compile(_AT[about], self._flags & (re.MULTILINE | re.ASCII | re.UNICODE))
            return self._test(lambda at: where.match(self._text, at) is not None)
        if kind is sre.GROUPREF:
            return self._same_as(about)
        raise NotImplementedError(kind)

    def _test(self, holds: Callable[[int], bool]) -> Piece:
        def run(at: int, then: Then) -> int:
            self._count()
            return then(at) if holds(at) else FAILED

        return run

    def _repeat(self, kind: Any, least: int, most: int, body: Any) -> Piece:
        inner = self._sequence(list(body))
        least, most = min(least, self._bound), most if most is sre.MAXREPEAT else min(most, self._bound)
        least = least if body.getwidth()[0] else 0  # what may be empty can be so as often as wanted
        if kind is sre.POSSESSIVE_REPEAT:
            return _all_it_can(inner, least, most)
        if len(body) == 1 and body[0][0] in ONE_CHARACTER:
            return self._repeat_one(kind is sre.MAX_REPEAT, least, most, _taken(*body[0], self._flags))

        def run(at: int, times: int, then: Then) -> int:
            enough = times >= least
            if kind is sre.MIN_REPEAT and enough and (end := then(at)) != FAILED:
                return end
            if times < most:
                end = inner(at, lambda place: FAILED if place == at else run(place, times + 1, then))
                if end != FAILED:
                    return end
            return then(at) if kind is sre.MAX_REPEAT and enough else FAILED

        return lambda at, then: run(at, 0, then)

    def _repeat_one(self, greedy: bool, least: int, most: int, fits: Callable[[str], bool]) -> Piece:
        """As `_repeat` for one character, in the same steps, without going deeper for each."""

        def takes(at: int) -> bool:
            self._count()
            return fits(self._text[at : at + 1])

        def all_it_can(at: int, then: Then) -> int:
            place = at
            while place - at < most and takes(place):
                place += 1
            for end in range(place, at + least - 1, -1):
                if (found := then(end)) != FAILED:
                    return found
            return FAILED

        def as_little_as_it_can(at: int, then: Then) -> int:
            place = at
            while True:
                if place - at >= least and (found := then(place)) != FAILED:
                    return found
                if place - at >= most or not takes(place):
                    return FAILED
                place += 1

        return all_it_can if greedy else as_little_as_it_can

    def _group(self, number: int | None, inner: Piece) -> Piece:
        if number is None:
            return inner

        def run(at: int, then: Then) -> int:
            before = self._groups.get(number)

            def close(end: int) -> int:
                self._groups[number] = (at, end)
                return then(end)

            end = inner(at, close)
            if end == FAILED:
                self._groups.pop(number, None)
                if before is not None:
                    self._groups[number] = before
            return end

        return run

    def _looking(self, direction: int, inner: Piece, width: int, wanted: bool) -> Piece:
        def run(at: int, then: Then) -> int:
            self._count()
            start = at if direction > 0 else at - width
            found = start >= 0 and inner(start, lambda place: place) != FAILED
            return then(at) if found == wanted else FAILED

        return run

    def _same_as(self, number: int) -> Piece:
        def run(at: int, then: Then) -> int:
            self._count()
            if number not in self._groups:
                return FAILED
            said = self._text[slice(*self._groups[number])]
            return then(at + len(said)) if self._text.startswith(said, at) else FAILED

        return run


def _first_of(ways: Sequence[Piece]) -> Piece:
    def run(at: int, then: Then) -> int:
        for way in ways:
            if (end := way(at, then)) != FAILED:
                return end
        return FAILED

    return run


def _all_it_can(inner: Piece, least: int, most: int) -> Piece:
    def run(at: int, then: Then) -> int:
        times = 0
        while times < most and (end := inner(at, lambda place: place)) not in (FAILED, at):
            at, times = end, times + 1
        return then(at) if times >= least else FAILED

    return run


def _atomic(inner: Piece) -> Piece:
    def run(at: int, then: Then) -> int:
        end = inner(at, lambda place: place)
        return FAILED if end == FAILED else then(end)

    return run


_AT = {
    sre.AT_BEGINNING: "^",
    sre.AT_BEGINNING_STRING: r"\A",
    sre.AT_END: "$",
    sre.AT_END_STRING: r"\Z",
    sre.AT_BOUNDARY: r"\b",
    sre.AT_NON_BOUNDARY: r"\B",
}
_CATEGORY = {
    sre.CATEGORY_DIGIT: r"\d",
    sre.CATEGORY_NOT_DIGIT: r"\D",
    sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S",
    sre.CATEGORY_WORD: r"\w",
    sre.CATEGORY_NOT_WORD: r"\W",
}


def fitting(kind: Any, about: Any, flags: int) -> Callable[[str], bool] | None:
    """Whether a character is one that a piece of a pattern takes; None for a piece that is no single character."""
    some = flags & (re.IGNORECASE | re.ASCII | re.DOTALL)
    if kind is sre.ANY:
        return _fits(".", some)
    if kind is sre.LITERAL:
        return _fits(re.escape(chr(about)), some)
    if kind is sre.NOT_LITERAL:
        return _fits(f"[^{_in_set(chr(about))}]", some)
    if kind is sre.IN:
        return _fits(f"[{''.join(_set_part(*part) for part in about)}]", some)
    return None


def _taken(kind: Any, about: Any, flags: int) -> Callable[[str], bool]:
    """Whether a text is a character that a piece takes, which takes a single one. The end of a text is ""."""
    fits = fitting(kind, about, flags)
    assert fits is not None, kind
    return fits


class _Letters(dict[str, bool]):
    """Whether characters are ones that a pattern of one character takes, each looked up once."""

    def __init__(self, pattern: "re.Pattern[str]") -> None:
        super().__init__()
        self._pattern = pattern

    def __missing__(self, letter: str) -> bool:
        found = self[letter] = self._pattern.fullmatch(letter) is not None
        return found


@cache
def _fits(written: str, flags: int) -> Callable[[str], bool]:
    return _Letters(re.compile(written, flags)).__getitem__


def _in_set(letter: str) -> str:
    return f"\\U{ord(letter):08x}"


def _set_part(kind: Any, about: Any) -> str:
    if kind is sre.NEGATE:
        return "^"
    if kind is sre.LITERAL:
        return _in_set(chr(about))
    if kind is sre.RANGE:
        return f"{_in_set(chr(about[0]))}-{_in_set(chr(about[1]))}"
    return _CATEGORY[about]


# ── texts that could make a pattern go back


def examples(parts: Iterable[Any], flags: int, turn: int = 0) -> str:
    """A text that a piece of a pattern most likely takes; another `turn` takes other alternatives."""
    return "".join(_example(kind, about, flags, turn) for kind, about in parts)


def _example(kind: Any, about: Any, flags: int, turn: int) -> str:
    fits = fitting(kind, about, flags)
    if fits is not None:
        found = [probe for probe in PROBES if fits(probe)]
        if kind is sre.LITERAL:
            return chr(about)
        if kind is sre.IN:
            found = [*(chr(part[1]) for part in about if part[0] is sre.LITERAL and fits(chr(part[1]))), *found]
            found = found or [chr(part[1][0]) for part in about if part[0] is sre.RANGE]
        return found[turn % len(found)] if found else ""
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
        least, most, body = about
        return examples(body, flags, turn) * min(max(least, 1), most)
    if kind is sre.BRANCH:
        return examples(about[1][turn % len(about[1])], flags, turn)
    if kind is sre.SUBPATTERN:
        return examples(about[3], flags, turn)
    if kind is sre.ATOMIC_GROUP:
        return examples(about, flags, turn)
    return ""


def attacks(pattern: "re.Pattern[str]", turns: int = 2) -> Iterator[tuple[str, str, str]]:
    """Beginnings, what is repeated after them, and ends: texts of these are most likely to make a pattern go back.

    What is repeated is what a repeated piece of the pattern takes, two such pieces, and single characters.
    """
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    flags = pattern.flags
    pumps: dict[tuple[str, str], None] = {}
    for turn in range(turns):
        before = ""
        bodies: list[str] = []
        for begins, repeated in _repeats(tree, flags, turn, ""):
            pumps[begins, repeated] = pumps["", repeated] = pumps["", begins + repeated] = None
            bodies.append(repeated)
            before = begins
        for one, other in pairwise(bodies):
            pumps[before, one + other] = pumps["", one + other] = None
        whole = examples(tree, flags, turn)
        pumps["", whole] = None
        for letter in list(dict.fromkeys("\n " + whole))[:MAX_LETTERS]:
            pumps["", letter] = pumps["", letter + " "] = None
    for begins, repeated in list(pumps)[:MAX_REPEATED]:
        if repeated:
            for end in ("", "\x01\n!"):
                yield begins, repeated, end


def _repeats(parts: Iterable[Any], flags: int, turn: int, before: str) -> Iterator[tuple[str, str]]:
    """Each repeated piece, with an example of what comes before it."""
    for kind, about in parts:
        if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            yield before, examples(about[2], flags, turn)
            yield from _repeats(about[2], flags, turn, before)
        elif kind is sre.BRANCH:
            for way in about[1]:
                yield from _repeats(way, flags, turn, before)
        elif kind is sre.SUBPATTERN:
            yield from _repeats(about[3], flags, turn, before)
        elif kind is sre.ATOMIC_GROUP:
            yield from _repeats(about, flags, turn, before)
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _repeats(about[1], flags, turn, before)
        before += _example(kind, about, flags, turn)


def has_bounds(pattern: "re.Pattern[str]", bound: int) -> bool:
    """Whether a pattern repeats something at most so often, where that is more than `bound`."""
    return any(int(most) > bound for most in re.findall(r"\{[0-9]*,?([0-9]+)\}", pattern.pattern))


def with_a_deep_stack(work: Callable[[], Any]) -> Any:
    """What `work` returns, where it may go as deep as a text is long."""
    found: list[Any] = []
    errors: list[BaseException] = []

    def run() -> None:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(DEEP)
        try:
            found.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            sys.setrecursionlimit(before)

    size = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
    if errors:
        raise errors[0]
    return found[0]
