"""Formulas: numbers and conditions in a game's law, such as `{sum: [$level, 1]}`.

A formula is a piece of the effect language that only computes and compares numbers given by the game. It needs no
world, draws nothing and asks nobody, so that an engine can evaluate it anywhere.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, cast

from pydantic import Field, StringConstraints

from nomic.effects.checking.effects_in_sections import ConditionJson, ValueJson
from nomic.effects.checking.piece_places import Noted
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes import arithmetic, conditions, values
from nomic.effects.language.nodes.base import Condition, Expression, Kind, text_of
from nomic.effects.language.nodes.values import as_number
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.language.world import Runner, Value

Name = Annotated[str, StringConstraints(pattern=r"^\$[a-z]{1,20}$")]
Formula = Annotated[int | Name | ValueJson, Field(examples=[3, "$level", {"sum": ["$level", 1]}])]
Test = Annotated[ConditionJson, Field(examples=[{"is": ["$near", "at_least", 2]}])]

RECKONED = (
    values.Literal,
    values.Ref,
    values.Sum,
    values.Times,
    arithmetic.Minus,
    arithmetic.Quotient,
    arithmetic.Remainder,
    arithmetic.Smallest,
    arithmetic.Greatest,
    arithmetic.Absolute,
    arithmetic.Worth,
)
COMPARED = (conditions.All, conditions.Any_, conditions.Not, conditions.Is)
NO_NAMES = Vocabulary(there_are=frozenset())
NO_RUN = cast(Runner, None)  # formulas contain no node that reads a world


def evaluate(formula: int | str | Mapping[str, Any], **given: int) -> int:
    """Return the result of a valid formula. `given` holds the values of its names."""
    if isinstance(formula, int):
        return formula
    return as_number(_number(text_of(formula), tuple(sorted(given))).value(NO_RUN, dict(given)))


def is_met(test: Mapping[str, Any], **given: int) -> bool:
    """Return whether a valid condition holds. `given` holds the values of its names."""
    return _condition(text_of(test), tuple(sorted(given))).value(NO_RUN, dict(given))


@lru_cache(maxsize=1000)
def _number(text: str, names: tuple[str, ...]) -> Expression[Value]:
    return read_number(json.loads(text), dict.fromkeys(names, "number"))


@lru_cache(maxsize=1000)
def _condition(text: str, names: tuple[str, ...]) -> Condition:
    return read_condition(json.loads(text), dict.fromkeys(names, "number"))


def noted(kind: Kind, names: Iterable[str]) -> Noted:
    """Return the constraints on a formula, or on a condition if `kind` is "truth".

    In both, `names` stand for numbers.
    """
    return Noted(kind, dict.fromkeys(names, "number"), NO_NAMES, "condition", only=RECKONED + COMPARED)


# ── checking


def check_formula(formula: Formula, least: int, most: int, **spans: range) -> None:
    """Raise ValueError for an invalid formula, or one whose result can be below `least` or above `most`.

    `spans` holds the possible values of each name. The formula is evaluated for each value of one name while the others
    have their first or last value.
    """
    _check(_number, formula, RECKONED + COMPARED, spans)
    for given in _given(spans):
        found = evaluate(formula, **given)
        if not least <= found <= most:
            where = ", ".join(f"{name} {number}" for name, number in given.items())
            raise ValueError(f"this has to be from {least} to {most}, and is {found}{f' for {where}' if where else ''}")


def check_test(test: Test, *names: str) -> None:
    """Raise ValueError for an invalid condition, or one that does more than compute and compare numbers.

    `names` are the names it may use.
    """
    _check(_condition, test, RECKONED + COMPARED, dict.fromkeys(names))


def _check(read: Any, raw: Any, allowed: tuple[type[Any], ...], names: Mapping[str, Any]) -> None:
    try:
        piece = read(text_of(raw), tuple(sorted(names)))
    except EffectFlaw as flaw:
        raise ValueError(f"{flaw.detail}{f' (at {flaw.path})' if flaw.path else ''}") from None
    for path, node in walk(piece):
        if not isinstance(node, allowed):
            raise ValueError(f"only numbers are reckoned here{f' (at {path})' if path else ''}")
        for below, detail in node.flaws("condition"):
            raise ValueError(f"{detail} (at {path}{below})")


def _given(spans: Mapping[str, range]) -> Iterator[dict[str, int]]:
    if not spans:
        yield {}
    for name, span in spans.items():
        for end in (0, -1):
            others = {other: numbers[end] for other, numbers in spans.items()}
            yield from ({**others, name: number} for number in span)
