"""Sentences of a step about destroyed things, of which one act can destroy a dozen: one sentence for all."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from nomic.effects.prose.english_grammar import listed

DESTROYED = " is destroyed."
ORIGINAL = "The original of "


def destroyed_together(sentences: Iterable[str]) -> Iterator[str]:
    """Yield a step's sentences. Consecutive ones about destroyed things are merged into one or two.

    For example, "Ada's 5 and 7 are destroyed, and so are their originals.".
    """
    for is_destroyed, run in groupby(sentences, lambda sentence: sentence.endswith(DESTROYED)):
        said = list(run)
        yield from _in_one(said) if is_destroyed and len(said) > 1 else said


def _in_one(said: Sequence[str]) -> Iterator[str]:
    things = [sentence.removesuffix(DESTROYED) for sentence in said]
    gone = [thing for thing in things if not thing.startswith(ORIGINAL)]
    originals = [thing.removeprefix(ORIGINAL) for thing in things if thing.startswith(ORIGINAL)]
    if gone and sorted(gone) == sorted(originals):
        too = "so is its original" if len(gone) == 1 else "so are their originals"
        yield f"{_are_destroyed(gone)}, and {too}."
        return
    if gone:
        yield f"{_are_destroyed(gone)}."
    if originals:
        of = "The original of" if len(originals) == 1 else "The originals of"
        yield f"{of} {_are_destroyed(originals)}."


def _are_destroyed(things: Sequence[str]) -> str:
    """Return "Ada's 5 and 7, and Ben's 9 are destroyed", in the order in which their owners are first named."""
    owned: dict[str, list[str]] = {}
    for thing in things:
        owner, apostrophe, what = thing.partition("'s ")
        owned.setdefault(f"{owner}{apostrophe}" if what else "", []).append(what or thing)
    named = [f"{owner}{listed(each)}" for owner, each in owned.items()]
    several = len(named) > 1 and any(len(each) > 1 for each in owned.values())
    words = f"{', '.join(named[:-1])}, and {named[-1]}" if several else listed(named)
    return f"{words} {'is' if len(things) == 1 else 'are'} destroyed"
