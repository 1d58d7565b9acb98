"""The whole grammar: each word of the language at each moment does what is said of it, or is refused with its place."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nomic.clauses.runtime.world.read_only_world import BY_ZERO  # what the hall says besides (R140)
from nomic.effects.language.allowed_moments import WHERE, Moment
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import NODES
from nomic.effects.language.operations.values import Reveal
from nomic.effects.language.parser import read_condition, read_effect
from tests.effects.grammar.cases import EVERY
from tests.effects.grammar.worlds import CONDITIONS, RUN, SCOPES, refused
from tests.support.hall import OpenCycle, clock, open_cycle

ROOT = Path(__file__).parents[3]
OF_VALUES = ("values_of_", "names_of_", "players_of_", "proposals_of_", "kept")  # kinds of names: values of the law
__all__ = ["clock", "open_cycle"]


def _pieces_at(moment: Moment) -> Iterator[tuple[str, Any, Any]]:
    """Each piece with its name, and what comes of it there; None where it is refused."""
    for word, cases in EVERY.items():
        for place, case in enumerate(cases):
            for which, (piece, comes) in enumerate(case.pieces_at(moment)):
                yield f"{word} {place + 1}{'ab'[which]}", piece, comes


def test_no_word_of_the_language_is_left_out() -> None:
    """Whoever adds one says here what comes of it, and where."""
    left_out = [
        f"no file of tests/effects/grammar/cases says what comes of {word!r}" for word in NODES.keys() - EVERY.keys()
    ]
    assert not left_out
    assert not EVERY.keys() - NODES.keys()
    assert all(_has(case.pieces_at("play"), word) for word, cases in EVERY.items() for case in cases)


def test_every_moment_is_run_at_which_a_law_has_something() -> None:
    """None is left."""
    assert set(WHERE) == RUN.keys()


def _has(pieces: Any, word: str) -> bool:
    return all(_mentions(piece, word) for piece, _ in pieces)


def _mentions(piece: Any, word: str) -> bool:
    if isinstance(piece, dict):
        return word in piece or any(_mentions(part, word) for part in piece.values())
    return isinstance(piece, list) and any(_mentions(part, word) for part in piece)


@pytest.mark.parametrize("moment", RUN)
def test_what_does_not_stand_there_is_refused_with_its_place(moment: Moment) -> None:
    """And what is said to stand there is not."""
    wrong = {}
    for name, piece, comes in _pieces_at(moment):
        flaws = refused(piece, moment)
        if not flaws and comes is None:
            wrong[name] = "is taken, and no case says what comes of it"
        elif flaws and comes is not None:
            wrong[name] = f"is refused, and its case says what comes of it: {'; '.join(flaws)}"
        elif not all(flaw.startswith("/") for flaw in flaws):
            wrong[name] = f"is refused without a place: {'; '.join(flaws)}"
    assert wrong == {}


def _but_zero(came: Any) -> Any:
    """What came of a piece, without what the hall says besides of a division by 0."""
    return [line for line in came if BY_ZERO not in line] if isinstance(came, list) else came


@pytest.mark.parametrize("moment", RUN)
def test_the_check_of_secrets_knows_each_value_that_a_node_names(moment: Moment) -> None:
    """As the one that it reads, or the one that it changes; a node that names another would move a secret unseen."""
    read = read_condition if moment in CONDITIONS else read_effect
    pieces = [piece for _, piece, comes in _pieces_at(moment) if comes is not None]
    nodes = [node for piece in pieces for _, node in walk(read(piece, SCOPES[moment])) if not isinstance(node, Reveal)]
    unknown = [
        f"{type(node).__name__}{place} names {name!r}: value_read or value_changed has to return it"
        for node in nodes
        for place, kind, name in node.law_names({})
        if kind.startswith(OF_VALUES) and name not in (node.value_read(), node.value_changed())
    ]
    assert not unknown


@pytest.mark.parametrize("moment", RUN)
def test_what_stands_there_does_what_is_said_of_it(moment: Moment, open_cycle: OpenCycle) -> None:
    """In a game, in a die, in the hall, by a rule: all that is another afterwards than without it."""
    here = [each for each in _pieces_at(moment) if not isinstance(each[2], Path | None)]
    came = RUN[moment]({name: piece for name, piece, _ in here}, open_cycle)
    found = {name: _but_zero(lines) for name, lines in came.items()}
    wrong = {name: (found[name], comes) for name, _, comes in here if found[name] != comes}
    assert wrong == {}


@pytest.mark.parametrize("moment", RUN)
def test_what_is_shown_elsewhere_is_there(moment: Moment) -> None:
    """The file that a case names has tests of the word."""
    for name, _, comes in _pieces_at(moment):
        if isinstance(comes, Path):
            assert f'"{name.split()[0]}"' in (ROOT / comes).read_text(), name
