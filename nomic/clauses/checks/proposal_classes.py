"""Checks of proposal classes: somebody can submit a proposal, somebody can vote, and a proposal can pass."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nomic.clauses.schema.allowed_changes import conditions_in, reach_flaws
from nomic.clauses.schema.ballots import ClassBallot
from nomic.clauses.schema.clause_models import ClassClause, Seconds, Voters
from nomic.clauses.vocabulary.scope_nouns import AFTER_A_VOTE, COUNTED, SUBMITTER, VOTER
from nomic.effects.checking.effects_in_sections import EffectJson, condition_flaws, effect_flaws, value_flaws
from nomic.effects.language import scopes
from nomic.effects.language.event_names import event_named
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Condition, Expression, Extent, Scope
from nomic.effects.language.nodes.conditions import All, Any_, Is, Not
from nomic.effects.language.nodes.values import Literal, Ref, Sum
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.language.vocabulary import Vocabulary
from nomic.law.document.sections import Flaw

ENDLESS = 10**18
COUNTS = ("for", "against", "unclear")


def class_flaws(path: str, clause: ClassClause, known: Vocabulary) -> Iterator[Flaw]:
    """Yield the flaws of a proposal class whose JSON is valid."""
    yield from _lasting_flaws(f"{path}/lasts", clause, known)
    counted = _with_ballot(scopes.COUNTED, clause.ballot)
    wrong = [
        *condition_flaws(f"{path}/who", clause.who, scopes.WHO_SUBMITS, known, "condition", SUBMITTER),
        *voters_flaws(f"{path}/votes", clause.votes, known),
        *condition_flaws(f"{path}/passes", clause.passes, counted, known, "condition", COUNTED),
        *_seconds_flaws(f"{path}/seconds", clause.seconds, known),
        *_aftermath_flaws(f"{path}/then", clause.then, clause.ballot, known),
        *_aftermath_flaws(f"{path}/else", clause.else_, clause.ballot, known),
    ]
    if clause.may is not None:
        wrong += reach_flaws(f"{path}/may", clause.may)
        for where, needs in conditions_in(f"{path}/may", clause.may):
            wrong += condition_flaws(where, needs, scopes.WHO_ACTS, known, "condition")
    yield from wrong or _never(path, clause)


def _aftermath_flaws(path: str, raw: EffectJson, ballot: ClassBallot | None, known: Vocabulary) -> Iterator[Flaw]:
    sizes = {} if ballot is None else {"chosen": Extent(ballot.most)}
    scope = _with_ballot(scopes.AFTER_A_VOTE, ballot)
    yield from effect_flaws(path, raw, scope, known, "hall", given=sizes, called=AFTER_A_VOTE)


def _with_ballot(scope: Scope, ballot: ClassBallot | None) -> Scope:
    """Return the names in scope for a class. `$chosen` is left out if the class has no ballot."""
    return scope if ballot is not None else {name: kind for name, kind in scope.items() if name != "chosen"}


def voters_flaws(path: str, votes: Voters, known: Vocabulary) -> Iterator[Flaw]:
    """Yield the flaws of a class's condition on voters, its weights and its quorum."""
    voted = scopes.WHO_VOTES
    wrong = [*condition_flaws(f"{path}/who", votes.who, voted, known, "condition", VOTER)]
    wrong += condition_flaws(f"{path}/casting", votes.casting, voted, known, "condition", VOTER)
    for word, raw, scope, called in (
        ("weight", votes.weight, voted, VOTER),
        ("quorum", votes.quorum, _with_ballot(scopes.COUNTED, None), COUNTED),
    ):
        wrong += value_flaws(f"{path}/{word}", raw, "number", scope, known, "condition", called)
    yield from wrong or _never_votes(path, votes)


def _never_votes(path: str, votes: Voters) -> Iterator[Flaw]:
    """Yield flaws for votes that can never count, and for weights that depend on vote counts."""
    who = None if votes.who is None else read_condition(votes.who, scopes.WHO_VOTES)
    weight = None if votes.weight is None else read_number(votes.weight, scopes.WHO_VOTES)
    if who is not None and _truth(who) is False:
        yield Flaw(f"{path}/who", "nobody's vote would ever count")
    if weight is not None and _range(weight).most <= 0:
        yield Flaw(f"{path}/weight", "nobody's vote would ever count for anything")
    for word, piece in (("who", who), ("weight", weight)):
        for below, node in () if piece is None else walk(piece):
            if isinstance(node, Ref) and node.of_proposals and node.part in COUNTS:
                yield Flaw(f"{path}/{word}{below}", "how much a vote counts cannot depend on how many votes there are")


def _seconds_flaws(path: str, seconds: Seconds | None, known: Vocabulary) -> Iterator[Flaw]:
    if seconds is None:
        return
    scope, who = scopes.WHO_SUBMITS, read_or_none(seconds.who)
    yield from condition_flaws(f"{path}/who", seconds.who, scope, known, "condition", SUBMITTER)
    yield from value_flaws(f"{path}/n", seconds.n, "number", scope, known, "condition", SUBMITTER)
    yield from value_flaws(f"{path}/within", seconds.within, "number", scope, known, "condition", SUBMITTER)
    if who is not None and _truth(who) is False:
        yield Flaw(f"{path}/who", "nobody could ever second a proposal of this class")
    if isinstance(seconds.n, int) and seconds.n < 1:
        yield Flaw(f"{path}/n", "at least 1")


def read_or_none(raw: Any) -> Condition | None:
    """Return a parsed condition on the author or a seconder. Returns None if it is missing or invalid."""
    try:
        return None if raw is None else read_condition(raw, scopes.WHO_SUBMITS)
    except EffectFlaw:
        return None


def _lasting_flaws(path: str, clause: ClassClause, known: Vocabulary) -> Iterator[Flaw]:
    lasts = clause.lasts
    if (lasts.phases is None) is (lasts.hours is None) and (lasts.phases is not None or lasts.until is None):
        yield Flaw(path, "how long people vote: a number of phases, or of hours, or until something happens")
    for word, raw in (("phases", lasts.phases), ("hours", lasts.hours)):
        yield from value_flaws(f"{path}/{word}", raw, "number", scopes.WHO_SUBMITS, known, "condition", SUBMITTER)
    events = known.events or frozenset()
    if lasts.until is not None and event_named(lasts.until) not in events:
        yield Flaw(f"{path}/until", f"this law has no event of this name; there is {', '.join(sorted(events))}")


def _never(path: str, clause: ClassClause) -> Iterator[Flaw]:
    """Yield a flaw for each requirement of a class that can never be met, whatever the state."""
    if clause.who is not None and _truth(read_condition(clause.who, scopes.WHO_SUBMITS)) is False:
        yield Flaw(f"{path}/who", "nobody could ever submit a proposal of this class")
    if _truth(read_condition(clause.passes, scopes.COUNTED)) is False:
        yield Flaw(f"{path}/passes", "no votes would ever let a proposal of this class pass")


def no_way_to_vote(classes: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield a flaw if the law has no class of proposals, or does not have exactly one default class.

    Without a class, the law could never be changed again. The default class is for proposals that do not name one.
    """
    defaults = [placed for placed in classes.values() if placed.clause.default]
    if not classes:
        yield Flaw("/rules", "no rule has a class of proposals: nothing could ever be voted on again")
    elif not defaults:
        yield Flaw("/rules", "no class of proposals is the default: set default: true on one of them")
    for placed in defaults[1:]:
        yield Flaw(f"{placed.path}/default", f"only one class can be the default, and {defaults[0].name} already is")


# ── what can be evaluated without a world


class NumberRange(NamedTuple):
    """The least and the greatest possible value of a number."""

    least: int
    most: int


def _range(number: Expression[Any]) -> NumberRange:
    if isinstance(number, Literal):
        members = [member for member in number.members if isinstance(member, int)] or [0]
        return NumberRange(members[0], members[0])
    if isinstance(number, Ref) and number.kind == "number":
        return NumberRange(0, ENDLESS)
    if isinstance(number, Sum):
        parts = [_range(part) for part in number.sum_]
        return NumberRange(sum(part.least for part in parts), sum(part.most for part in parts))
    return NumberRange(-ENDLESS, ENDLESS)


def _truth(condition: Condition) -> bool | None:
    """Return whether a condition is always true or always false, or None if it depends on the state."""
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
