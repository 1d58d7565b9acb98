"""Search for a rule, an entry or a clause of the law by words of its name or text."""

from dataclasses import dataclass, replace

from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.entries import entries_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.tree import rules_of, tree
from nomic.law.search.values import MAX_TYPED, MAX_WORDS, MIN_BEGINNING_LENGTH, stems_of

MAX_PIECES = 8


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A search result: a rule, an entry or a clause, with its JSON pointer, its name and its kind.

    `is_meant` is true if the result contains every searched word.
    """

    path: str
    words: str
    of: str
    is_meant: bool = True


@dataclass(frozen=True, slots=True)
class _Known:
    piece: FoundEntry
    named: frozenset[str]
    around: frozenset[str]


def find_pieces(law: Law, typed: str) -> list[FoundEntry]:
    """Return at most eight results that contain every word of a search, matches in names first.

    If nothing contains all words, return results with one of the words in the name, and at least half of the words
    overall.
    """
    wanted = stems_of(typed[:MAX_TYPED])[:MAX_WORDS]
    if not wanted:
        return []
    known_pieces = law.once("pieces by their words", lambda: _made(law))
    return _with_all(known_pieces, wanted) or _with_half(known_pieces, wanted)


def _with_all(known_pieces: list[_Known], wanted: list[str]) -> list[FoundEntry]:
    ranked: list[tuple[int, int, FoundEntry]] = []
    for place, known in enumerate(known_pieces):
        in_name = sum(_has(known.named, stem) for stem in wanted)
        if in_name and all(_has(known.named, stem) or _has(known.around, stem) for stem in wanted):
            ranked.append((-in_name, place, known.piece))
        elif all(stem in known.around for stem in wanted):
            ranked.append((1, place, known.piece))
    return _best(ranked)


def _with_half(known_pieces: list[_Known], wanted: list[str]) -> list[FoundEntry]:
    ranked: list[tuple[int, int, FoundEntry]] = []
    for place, known in enumerate(known_pieces):
        in_name = sum(_has(known.named, stem) for stem in wanted)
        has = sum(_has(known.named, stem) or _has(known.around, stem) for stem in wanted)
        if in_name and 2 * has >= len(wanted):
            ranked.append((-has - in_name, place, replace(known.piece, is_meant=False)))
    return _best(ranked)


def _best(ranked: list[tuple[int, int, FoundEntry]]) -> list[FoundEntry]:
    return [piece for *_, piece in sorted(ranked, key=lambda found: found[:2])[:MAX_PIECES]]


def _has(stems: frozenset[str], stem: str) -> bool:
    return stem in stems or (len(stem) >= MIN_BEGINNING_LENGTH and any(other.startswith(stem) for other in stems))


def _made(law: Law) -> list[_Known]:
    found = []
    for placed in tree(rules_of(law)):
        rule = placed.rule
        piece = FoundEntry(pointer("rules", placed.id), rule.title, "a rule")
        found.append(_Known(piece, _stems(rule.title), _stems(f"rule {rule.body}")))
        for name, clause in rule.clauses.items():
            called = str(clause.get("action") or name)
            piece = FoundEntry(pointer("rules", placed.id, CLAUSES, name), called, f"a clause of {rule.title}")
            says = " ".join(text for text in clause.values() if isinstance(text, str))
            found.append(_Known(piece, _stems(f"{name} {called}"), _stems(f"clause {rule.title} {says}")))
    for entries in entries_of(law.document):
        for name, entry in entries.of(law.document).items():
            text = str(entry.get("text", "")) if isinstance(entry, dict) else ""
            piece = FoundEntry(f"{entries.path}{pointer(name)}", name, entries.title)
            found.append(_Known(piece, _stems(name), _stems(f"{entries.title} {text}")))
    return found


def _stems(text: str) -> frozenset[str]:
    return frozenset(stems_of(text))
