"""Checks of proposal classes: somebody must be able to submit, to vote and to pass a proposal."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nomic.clauses.schema.allowed_changes import conditions_in, reach_flaws
from nomic.clauses.schema.kinds import ClassClause
from nomic.clauses.vocabulary.scope_nouns import COUNTED, THEM, VOTER
from nomic.effects.checking.in_law import condition_flaws, value_flaws
from nomic.effects.language import scopes
from nomic.effects.language.event_names import event_named
from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.conditions import All, Any_, Is, Not
from nomic.effects.language.nodes.values import Literal, Ref, Sum
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw

ENDLESS = 10**18


def class_flaws(path: str, clause: ClassClause, known: Vocabulary) -> Iterator[Flaw]:
    """Yield the flaws of a class whose JSON is valid."""
    yield from _lasting_flaws(f"{path}/lasts", clause, known)
    votes, voted = clause.votes, scopes.WHO_VOTES
    wrong = [
        *condition_flaws(f"{path}/who", clause.who, scopes.WHO_ACTS, known, "condition", THEM),
        *condition_flaws(f"{path}/votes/who", votes.who, voted, known, "condition", VOTER),
        *value_flaws(f"{path}/votes/weight", votes.weight, "number", voted, known, "condition", VOTER),
        *condition_flaws(f"{path}/passes", clause.passes, scopes.COUNTED, known, "condition", COUNTED),
    ]
    if clause.may is not None:
        wrong += reach_flaws(f"{path}/may", clause.may)
        for where, needs in conditions_in(f"{path}/may", clause.may):
            wrong += condition_flaws(where, needs, scopes.WHO_ACTS, known, "condition")
    yield from wrong or _never(path, clause)


def _lasting_flaws(path: str, clause: ClassClause, known: Vocabulary) -> Iterator[Flaw]:
    lasts = clause.lasts
    if (lasts.phases is None) is (lasts.hours is None) and (lasts.phases is not None or lasts.until is None):
        yield Flaw(path, "how long people vote: a number of phases, or of hours, or until something happens")
    told = known.events or frozenset()
    if lasts.until is not None and event_named(lasts.until) not in told:
        yield Flaw(f"{path}/until", f"under this law nothing of this name happens; there is {', '.join(sorted(told))}")


def _never(path: str, clause: ClassClause) -> Iterator[Flaw]:
    """Yield flaws for requirements of a class that can never be met, as far as its JSON alone shows."""
    if clause.who is not None and _truth(read_condition(clause.who, scopes.WHO_ACTS)) is False:
        yield Flaw(f"{path}/who", "nobody could ever submit a proposal of this class")
    if clause.votes.who is not None and _truth(read_condition(clause.votes.who, scopes.WHO_VOTES)) is False:
        yield Flaw(f"{path}/votes/who", "nobody's vote would ever count")
    if _range(read_number(clause.votes.weight, scopes.WHO_VOTES)).most <= 0:
        yield Flaw(f"{path}/votes/weight", "nobody's vote would ever count for anything")
    if _truth(read_condition(clause.passes, scopes.COUNTED)) is False:
        yield Flaw(f"{path}/passes", "no votes would ever make a proposal of this class popular")


def no_way_to_vote(classes: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield a flaw if the law has no class, or not exactly one default class.

    Without a class, the law could never be changed again. The default applies to proposals that name no class.
    """
    defaults = [placed for placed in classes.values() if placed.clause.default]
    if not classes:
        yield Flaw("/rules", "no rule has a class of proposals: nothing could ever be voted on again")
    elif not defaults:
        yield Flaw("/rules", "no class of proposals is the one by default: one of them says default: true")
    for placed in defaults[1:]:
        yield Flaw(f"{placed.path}/default", f"there is one class by default, and {defaults[0].name} is it")


# ── what can be evaluated without a world


class Range(NamedTuple):
    """The bounds of a number."""

    least: int
    most: int


def _range(number: Expression[Any]) -> Range:
    if isinstance(number, Literal):
        members = [member for member in number.members if isinstance(member, int)] or [0]
        return Range(members[0], members[0])
    if isinstance(number, Ref) and number.kind == "number":
        return Range(0, ENDLESS)
    if isinstance(number, Sum):
        parts = [_range(part) for part in number.sum_]
        return Range(sum(part.least for part in parts), sum(part.most for part in parts))
    return Range(-ENDLESS, ENDLESS)


def _truth(condition: Condition) -> bool | None:
    """Return the truth value of a condition, or None if it depends on the state."""
    if isinstance(condition, Not):
        inner = _truth(condition.not_)
        return None if inner is None else not inner
    if isinstance(condition, All):
        truths = {_truth(part) for part in condition.all_}
        return False if False in truths else None if None in truths else True
    if isinstance(condition, Any_):
        truths = {_truth(part) for part in condition.any_}
        return True if True in truths else None if None in truths else False
    return _compared(condition) if isinstance(condition, Is) else None


def _compared(condition: Is) -> bool | None:
    one, relation, other = condition.is_
    if one.kind != "number" or other.kind != "number":
        return None
    left, right = _range(one), _range(other)
    if relation == "equals":
        same = left == right and left.least == left.most
        return True if same else False if left.most < right.least or right.most < left.least else None
    more = 0 if relation == "at_least" else 1
    return True if left.least >= right.most + more else False if left.most < right.least + more else None
