"""The sentences of an explanation that its former version does not have, with what introduces them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nomic.law.labels.indented_outline import INDENT, ITEM, outline

# What a clause is called at the beginning of its sentences: “The trap” (an outcome of “exploration”):
CALLED = re.compile(r"“[^”]*”(?: proposals| \(an outcome of “[^”]*”\))?:(?=\s|$)")
ENDS = re.compile(r"(?:(?<=[.!?])|(?<=[.!?]”)) (?=[A-Z“])")
MEANS_THE_FIRST = ("It ", "This is ")
LEFT_OUT = "…"


class Piece(NamedTuple):
    """A sentence, and the level of its line."""

    level: int
    words: str


def new_pieces(old: Sequence[str], new: Sequence[str], *, with_first: bool = True) -> tuple[str, ...]:
    """Return the texts of `new` that `old` lacks, each without the sentences that its former version has.

    A sentence keeps what introduces it: the name of its clause, the heads of the lists that it is in, and unless
    `with_first` is false the first sentence, if "it" means what that is about. A mark shows where something is left
    out. Empty if only the order changes, or if sentences are only missing.
    """
    gone = [text for text in old if text not in {*new}]
    changed = (_new_in(text, _former(text, gone), with_first) for text in new if text not in {*old})
    return tuple(filter(None, changed))


def _former(text: str, gone: Sequence[str]) -> str:
    """Return the text that shares the most sentences with this one, or "" if none shares any with it."""
    pieces = Counter(_pieces(text))
    shared = {each: (pieces & Counter(_pieces(each))).total() for each in gone}
    best = max(gone, key=shared.__getitem__, default="")
    return best if shared.get(best) else ""


def _new_in(text: str, former: str, with_first: bool) -> str:
    """Return what is new in a text, or "" if nothing is."""
    name, pieces, known = _name(text), [*_pieces(text)], Counter(_pieces(former))
    if name != _name(former):
        return text
    kept: list[Piece] = []
    heads: list[Piece] = []  # of the lists that the present sentence is in
    is_gap = False
    for piece in pieces:
        heads = [head for head in heads if head.level < piece.level]
        if known[piece]:
            known[piece] -= 1
            is_gap = is_gap or not kept
        else:
            if with_first and not (name or kept or piece == pieces[0]) and piece.words.startswith(MEANS_THE_FIRST):
                kept.append(pieces[0])
            kept += [*heads, piece]
            heads, is_gap = [], is_gap and kept[0] != pieces[0]
            continue
        if piece.words.endswith(":"):
            heads.append(piece)
    if not kept:
        return ""
    return _joined(name, [Piece(kept[0].level, f"{LEFT_OUT} {kept[0].words}"), *kept[1:]] if is_gap else kept)


def _joined(name: str, pieces: Sequence[Piece]) -> str:
    """Return sentences as a text again. A head of which no item is kept ends with a mark."""
    said, level = name, 0
    for piece, after in zip(pieces, (*pieces[1:], Piece(0, "")), strict=True):
        words = piece.words
        if words.endswith(":") and after.level <= piece.level:
            words = f"{words} {LEFT_OUT}"
        if piece.level:
            said = f"{said}\n{INDENT * piece.level}{ITEM}{words}"
        elif said:
            said = f"{said}{' ' if level == 0 else chr(10)}{words}"
        else:
            said = words
        level = piece.level
    return said


def _name(text: str) -> str:
    found = CALLED.match(text)
    return found[0] if found is not None else ""


def _pieces(text: str) -> Iterator[Piece]:
    """Yield each sentence of a text, without the name of its clause. Quoted texts are not taken apart."""
    for level, line in outline(text.removeprefix(_name(text)).removeprefix(" ")):
        said = ""
        for each in ENDS.split(line):
            said = f"{said} {each}" if said else each
            if said and said.count("“") <= said.count("”"):
                yield Piece(level, said)
                said = ""
        if said:
            yield Piece(level, said)
