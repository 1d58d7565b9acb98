"""English descriptions of "and", "or" and "not", and of conditions with a name."""

import re

from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.conditions import All, Any_, Has, Is, Member, NamedTruth, Not, Playable, Some
from nomic.effects.language.nodes.item_holders import Stock
from nomic.effects.language.nodes.people import (
    Acted,
    Active,
    DeclaredReputable,
    Holds,
    InMatch,
    Reputable,
    Seniority,
    Since,
    VotedOn,
)
from nomic.effects.language.world import Value
from nomic.effects.prose.conditions.amounts import having_so_many
from nomic.effects.prose.conditions.cards import has
from nomic.effects.prose.conditions.comparisons import compared, is_drew_any
from nomic.effects.prose.conditions.durations import time_passed, whose_time
from nomic.effects.prose.conditions.existence import none
from nomic.effects.prose.conditions.identity import is_same, same, same_as
from nomic.effects.prose.conditions.players import asked_of
from nomic.effects.prose.context import Context, clause, noun, predicate
from nomic.effects.prose.english_grammar import RELATIVE, listed, quoted_name
from nomic.effects.prose.values.relative_clauses import is_named, predicate_of

# Text after one of these phrases could be mistaken for a part of it.
DENIAL = "it is not true that "
RUNS_ON = (" for which ", " whose ", " whom ", " who ", " with ", DENIAL)
PAST = {"acted": "act", "used": "use"}
# Conditions whose verb can be denied: "is not active", "has not acted".
DENIABLE = (Member, Active, Reputable, Acted, Holds, VotedOn, InMatch, DeclaredReputable)


@predicate.register
def predicate_of_not(condition: Not, called: str, context: Context, singular: bool) -> str:
    inner = condition.not_
    if isinstance(inner, Has) and is_named(inner.has, called) and len(list(inner.wanted())) == 1:
        return has(inner, context, singular, negated=True)
    if isinstance(inner, Is) and is_same(inner) and is_named(inner.is_[0], called):
        return same_as(noun(inner.is_[2], context), singular=singular, negated=True)
    if isinstance(inner, Is) and isinstance(inner.is_[0], Stock) and is_named(inner.is_[0].of, called):
        return having_so_many("", inner.is_[0], inner, context, singular=singular, negated=True).strip()
    if (
        isinstance(inner, Is)
        and isinstance(inner.is_[0], Seniority | Since)
        and is_named(whose_time(inner.is_[0]), called)
    ):
        return time_passed(inner, context, singular=singular, negated=True)
    if isinstance(inner, DENIABLE):
        return _denied(predicate(inner, called, context, singular))
    return ""


def _denied(said: str) -> str:
    """Return the negation of a predicate: "is not active", "has not acted", "did not act in the previous phase"."""
    verb, _, rest = said.partition(" ")
    if verb in PAST:
        return f"did not {PAST[verb]} {rest}"
    return f"{verb} not {rest}" if verb in ("is", "are", "has", "have") else ""


@predicate.register
def predicate_of_all(condition: All, called: str, context: Context, singular: bool) -> str:
    return _predicates(condition.all_, " and ", called, context, singular)


@predicate.register
def predicate_of_any(condition: Any_, called: str, context: Context, singular: bool) -> str:
    return _predicates(condition.any_, " or ", called, context, singular)


def _predicates(parts: tuple[Condition, ...], word: str, called: str, context: Context, singular: bool) -> str:
    """Combine predicates about the candidate.

    Returns "" unless each part has a predicate and no parts of its own.
    """
    if any(isinstance(part, All | Any_) for part in parts):
        return ""
    said = [predicate_of(part, called, context, singular) for part in parts]
    return word.join(said) if all(said) and not any("," in part for part in said) else ""


@clause.register
def describe_all(node: All, context: Context) -> str:
    if not node.all_:
        return "it is always true"
    return _joined(node.all_, "and", Any_, context)


@clause.register
def describe_any(node: Any_, context: Context) -> str:
    if not node.any_:
        return "it is never true"
    return _joined(node.any_, "or", All, context)


def _without_given(text: str, context: Context) -> str:
    """Return a text without nouns of given names, such as "the player who acted".

    The end of such a noun is clear, so the words after it cannot be misread as part of it.
    """
    for meant in context.names.values():
        if meant.noun is not None and meant.noun.singular:
            text = text.replace(meant.noun.whole, "")
    return text


THIS_CARD = re.compile(r"this card (?!and )")
BEGIN: dict[type[Condition], str] = {Any_: "either", All: "both"}
# A trait at the end of a condition is a name, to which nothing that follows can belong.
TRAIT_AT_THE_END = re.compile(r" with the (?:suit|colour|modifier) [\w'-]+$")


def _untraited(text: str) -> str:
    return TRAIT_AT_THE_END.sub("", text)


def _is_of_two(part: Condition, context: Context) -> bool:
    """Return whether a condition has two short and simple parts, which "either … or" can join."""
    inner = part.any_ if isinstance(part, Any_) else part.all_ if isinstance(part, All) else ()
    if len(inner) != 2 or any(isinstance(each, All | Any_) for each in inner):
        return False
    said = [clause(each, context) for each in inner]
    return not any(mark in each for each in said for mark in (",", " and ", " or ", "(", DENIAL))


SUBJECT = re.compile(
    r"(you|they|that player|the [a-z-]+|the player who [a-z]+(?: it| so)?|the newly reputable player) "
    r"(?=(?:is|are|has|have) )"
)
HAVE = re.compile(r"ha(?:ve|s) (?=at |exactly |more |fewer |an? |no |\d)")


def _without_subject(one: str, other: str, context: Context) -> str:
    """Return the second of two conditions without a subject that both share: "… and is in a battle"."""
    subject = SUBJECT.match(one)
    about = one[subject.end() :] if subject is not None else one
    is_clear = not RELATIVE.search(_untraited(about)) and not any(
        mark in one + other for mark in (",", " and ", " or ", "(")
    )
    if subject is None or not is_clear or not (same := SUBJECT.match(other)) or same[1] != subject[1]:
        return other
    said = other[same.end() :]
    first = one[subject.end() :]
    is_of_one_kind = HAVE.match(first) and HAVE.match(said) and (" no " in first) == (" no " in said)
    return HAVE.sub("", said, count=1) if is_of_one_kind else said


def _theirs_first(parts: tuple[Condition, ...], context: Context) -> tuple[Condition, ...]:
    """Return the conditions with those about "them" first.

    After a condition that some others exist, "they" would mean those others.
    """
    said = {id(part): clause(part, context) for part in parts}
    if not any(text.startswith(("they ", "their ")) for text in said.values()):
        return parts
    return tuple(sorted(parts, key=lambda part: said[id(part)].startswith("there ")))


def _joined(parts: tuple[Condition, ...], word: str, other: type[Condition], context: Context) -> str:
    said, is_apart = [], False
    parts = tuple(part for place, part in enumerate(parts) if part.raw not in [each.raw for each in parts[:place]])
    parts = _theirs_first(parts, context)
    opened = ""
    for place, part in enumerate(parts):
        text = clause(part, context)
        runs_on = place < len(parts) - 1 and any(word in _without_given(_untraited(text), context) for word in RUNS_ON)
        is_apart = is_apart or (runs_on and DENIAL not in text)
        if place == 0 and isinstance(part, other) and len(parts) == 2 and _is_of_two(part, context):
            opened = text.removeprefix(f"{BEGIN[other]} ")
        said.append(f"({text})" if isinstance(part, other) or (runs_on and DENIAL in text) else text)
    if opened:  # A sentence that begins with a bracket is hard to read.
        return f"{BEGIN[other]} {opened}, {word} {said[1]}"
    if word == "and" and len(said) == 2 and all(THIS_CARD.match(part) for part in said):
        said[1] = THIS_CARD.sub("", said[1])  # "this card is Special and shares a suit with …"
    if len(said) == 2 and not is_apart:
        said[1] = _without_subject(said[0], said[1], context)
    # "their Room is Hall or Sweeping is among …" would seem to name two rooms.
    is_apart = is_apart or (word == "or" and any(part[:1].isupper() for part in said[1:]))
    if is_apart or any("," in part for part in said):
        either = "either " if word == "or" and is_apart and len(said) == 2 else ""
        return f"{either}{f', {word} '.join(said)}"
    is_clear = not any(f" {word} " in part or part.startswith("(") for part in said)
    return listed(said, word) if is_clear else f" {word} ".join(said)


@clause.register
def describe_not(node: Not, context: Context) -> str:
    inner = node.not_
    if isinstance(inner, Has) and len(list(inner.wanted())) == 1 and noun(inner.has, context).singular:
        return f"{noun(inner.has, context).whole} {has(inner, context, singular=True, negated=True)}"
    if isinstance(inner, Is) and is_same(inner):
        return same(inner, context, negated=True)
    if isinstance(inner, Is) and not is_drew_any(inner):
        return compared(inner, context, negated=True)
    if isinstance(inner, Playable):
        return f"{noun(inner.playable, context).whole} cannot be played on {noun(inner.upon, context).object}"
    if isinstance(inner, Some):
        return none(inner, context)
    if isinstance(inner, NamedTruth):
        return _named_truth(inner, context, negated=True)
    if isinstance(inner, DENIABLE):
        who = noun(_subject(inner), context)
        if who.is_of_one and (denied := _denied(clause(inner, context).removeprefix(f"{who.whole} "))):
            return f"{who.whole} {denied}"
    said = clause(inner, context)
    return f"it is not true that {f'({said})' if isinstance(inner, All | Any_) else said}"


def _subject(
    node: Member | Active | Reputable | Acted | Holds | VotedOn | InMatch | DeclaredReputable,
) -> Expression[Value]:
    return node.member if isinstance(node, Member) else asked_of(node)


@clause.register
def describe_named_truth(node: NamedTruth, context: Context) -> str:
    return _named_truth(node, context, negated=False)


def _named_truth(node: NamedTruth, context: Context, negated: bool) -> str:
    """Describe an event's truth value in the event's own words, or by its name."""
    meant = context.names.get(node.name)
    if meant is not None and meant.noun is not None:
        said = meant.noun.whole
        return said.replace(" is ", " is not ", 1) if negated else said
    return f"{quoted_name(node.name)} is {'false' if negated else 'true'}"
