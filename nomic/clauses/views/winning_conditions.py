"""Descriptions of victory conditions.

They name the number in which a winner leads, and what happens if several players qualify.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from nomic.clauses.schema.clause_models import WinsClause
from nomic.clauses.vocabulary.scope_nouns import WINNER
from nomic.effects.language import scopes
from nomic.effects.language.nodes.arithmetic import constant_value
from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.conditions import All, Is, Member, Not, Some
from nomic.effects.language.nodes.selectors import Extreme, PlayersWho
from nomic.effects.language.nodes.values import Ref, Sum
from nomic.effects.language.parser import read_condition
from nomic.effects.prose.context import Context
from nomic.effects.prose.describe import condition_in_words
from nomic.effects.prose.english_grammar import conjugated, is_plural_name, listed, sentence
from nomic.effects.prose.sets.selectors import held_by_each
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law

IT = "it"
SEVERAL = "If this is true of several players, none of them wins."


@dataclass(frozen=True, slots=True)
class Lead:
    """The number in which a sole winner leads: the most, or the fewest if `is_least`.

    `by` is the expression, in which the player has the name `called`; `measure` is its JSON with `$it`.
    """

    by: Expression[Any]
    called: str
    is_least: bool
    measure: str
    subject: str  # "they have"
    words: str  # "more Chips than every other player"


def winning_in_words(clause: WinsClause, law: Law) -> tuple[str, ...]:
    """Return sentences about who wins.

    "The most" means more than every other player, unless another part of the condition breaks ties.
    """
    condition = read_condition(clause.wins, scopes.WHO_WINS)
    parts = condition.all_ if isinstance(condition, All) else (condition,)
    if clause.alone and (ahead := _ahead(parts, law)):
        return (sentence(f"a player wins if {ahead}"),)
    said = sentence(f"a player wins if {_in_words(condition, law)}")
    return (said, SEVERAL) if clause.alone else (said,)


def _ahead(parts: tuple[Condition, ...], law: Law) -> str:
    """Return the condition as text if it only requires leading all other players, otherwise ""."""
    found = [(part, lead) for part in parts if (lead := lead_of(part, law)) is not None]
    if len(found) != 1:
        return ""
    lead, others = found[0][1], [each for each in parts if each is not found[0][0]]
    if any(f'"${IT}"' in _text(each.raw).replace(lead.measure, "") for each in others):
        return ""
    said = {each: _in_words(each, law) for each in others}
    same = [
        each
        for each in others
        if isinstance(each, Is) and lead.measure in _text(each.raw) and said[each].startswith(f"{lead.subject} ")
    ]
    if not same:
        return listed([*said.values(), f"{lead.subject} {lead.words}"])
    joined = f"{said[same[0]]} and {lead.words}"
    rest = [said[each] for each in others if each is not same[0]]
    return f"{', '.join(rest)}, and {joined}" if rest else joined


def lead_of(part: Condition, law: Law) -> Lead | None:
    """Return the lead that this part of a condition requires, or None for any other part."""
    if isinstance(part, Member) and isinstance(part.of, Extreme) and _is_it(part.member):
        best = part.of
        if best.ties == "all" and _are_all_players(best.extreme):
            return _lead(best.by, best.as_, law, least=best.least)
    if isinstance(part, Not) and isinstance(part.not_, Some) and isinstance(part.not_.some, PlayersWho):
        ahead = part.not_.some
        if ahead.players == "players" and ahead.except_ is None and isinstance(ahead.where, Is):
            one, relation, other = ahead.where.is_
            if relation == "more_than" and ahead.as_ != IT and _for_it(one, ahead.as_) == _text(other.raw):
                return _lead(one, ahead.as_, law, least=False)
        if ahead.players == "players" and _is_it(ahead.except_) and isinstance(ahead.where, Is):
            return _lead_by(ahead.where, ahead.as_, law)
    return None


def _lead_by(behind: Is, called: str, law: Law) -> Lead | None:
    """Return the lead if others are `behind` who would not be ahead with some more, "at least 5 more Chips than …"."""
    one, relation, other = behind.is_
    parts = one.sum_ if isinstance(one, Sum) and relation == "more_than" and called != IT else ()
    by, more = parts if len(parts) == 2 else (None, None)
    margin = None if more is None else constant_value(more)
    if by is None or margin is None or margin < 1 or _for_it(by, called) != _text(other.raw):
        return None
    lead = _lead(by, called, law, least=False)
    return lead if lead is None or margin == 1 else replace(lead, words=f"at least {margin} {lead.words}")


def _lead(by: Expression[Any], called: str, law: Law, *, least: bool) -> Lead | None:
    held = held_by_each(by, called, Context(wording_of(law)))
    if held is None:
        return None
    name, superlative = held
    measure = _for_it(by, called)
    if superlative == "highest":
        subject = f"their {name} {conjugated('be', not is_plural_name(name))}"
        return Lead(by, called, least, measure, subject, f"{'lower' if least else 'higher'} than every other player's")
    return Lead(
        by, called, least, measure, "they have", f"{'fewer' if least else 'more'} {name} than every other player"
    )


def _is_it(node: Expression[Any] | None) -> bool:
    return isinstance(node, Ref) and node.name == IT and not node.part


def _are_all_players(node: Expression[Any]) -> bool:
    return isinstance(node, PlayersWho) and node.players == "players" and node.where is None and node.except_ is None


def _for_it(node: Expression[Any], called: str) -> str:
    """Return a measure as JSON, with `$it` in place of the name `called`."""
    return _text(node.raw).replace(f'"${called}"', f'"${IT}"')


def _text(raw: Any) -> str:
    return json.dumps(raw, sort_keys=True, ensure_ascii=False)


def _in_words(condition: Condition, law: Law) -> str:
    return condition_in_words(condition, wording_of(law), WINNER)
