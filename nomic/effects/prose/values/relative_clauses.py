"""Relative clauses for conditions on members of a set, and "their" for the sentence's player."""

import re
from typing import Any

from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Condition
from nomic.effects.language.nodes.conditions import All, Any_, Demanded, Has, Is, Member, Not, Opposes, Some
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.values import NamesIn, PlayersIn
from nomic.effects.prose.context import THEY, Context, NameMeaning, clause, noun, predicate
from nomic.effects.prose.english_grammar import Noun, conjugated, preposition, quoted_name

JOINS = re.compile(r"[,;(]| and | or ")
OTHER = ("is not ", "are not ")
VERB_AGAIN = re.compile(r"(?:, | and )(?:is|are|has|have) ")  # of a second part of a predicate
# Words for other people than the one that a sentence is about.
OTHERS = re.compile(r"'s |s' |\b(?:players?|participants?|they|them|their|owners?|your?)\b")


def relative(where: Condition | None, called: str, context: Context, several: bool, whom: str = "that") -> str:
    """Describe a condition on the candidate as a relative clause, " that is Special", or "" if there is none."""
    if where is None or (isinstance(where, Some) and is_named(where.some, called)):
        return ""
    inside = context.looking_at(called, "player" if whom == "who" else "card")
    own, others = parted_condition(where, called)
    if others:
        alone = "nobody" if whom == "who" else "none"
        only = f" ({alone} unless {clause(_all_of(others), inside)})"
        return f"{relative(_all_of(own), called, context, several, whom) if own else ''}{only}"
    if isinstance(where, All) and len(where.all_) > 1 and not predicate_of(where, called, inside, not several):
        parts = [relative(part, called, context, several, whom) for part in where.all_]
        if not any(isinstance(part, All | Any_) for part in where.all_):
            with_first = sorted(parts, key=lambda said: not said.startswith((" with ", " without ")))
            has_both = with_first[0].startswith(" with") and not with_first[-1].startswith(" with")
            # "a player without a Duty who has acted", not "who has acted and without a Duty"
            return "".join(with_first) if has_both and len(parts) == 2 else " and".join(parts)
    if isinstance(where, Member | Not) and (with_ := _with_member(where, called, inside)):
        return with_
    is_said = predicate_of(where, called, inside, not several)
    said = is_said or clause(where, inside)
    as_called = f" ({quoted_name(called)})" if called in context.alike else ""
    is_held = isinstance(where, Is | Some | Opposes) or (isinstance(where, Has) and not VERB_AGAIN.search(said))
    if is_said and is_held and " played " not in said and said.startswith(("has ", "have ")):
        return f"{as_called} with {said.partition(' ')[2]}"
    if whom == "that" and isinstance(where, Not) and isinstance(where.not_, Is) and said.startswith(OTHER):
        return f"{as_called} other than {said.partition(' not ')[2]}"
    if is_said:
        return f"{as_called} {whom} {said}"
    if whom == "who" and said.startswith("their ") and " and " not in said and " or " not in said:
        return f"{as_called} whose {said.removeprefix('their ')}"
    if whom == "who" and said.startswith("the number of their ") and " and " not in said and " or " not in said:
        return f"{as_called} whose number of {said.removeprefix('the number of their ')}"
    if whom == "that" and said.startswith("its ") and " and " not in said and " or " not in said:
        return f"{as_called} whose {said.removeprefix('its ')}"
    return f"{as_called} for {'whom' if whom == 'who' else 'which'} {said}"


def predicate_of(condition: Condition, called: str, context: Context, singular: bool) -> str:
    """Describe a condition on the candidate as a predicate, "is Honoured", or return "" if that is impossible.

    In contrast to `predicate`, this also takes a clause apart whose only subject is the candidate's pronoun.
    """
    if said := predicate(condition, called, context, singular):
        return said
    if isinstance(condition, All | Any_) or (meant := context.names.get(called)) is None or meant.noun is None:
        return ""
    text = clause(condition, context)
    subject, _, rest = text.partition(" ")
    verb, _, rest = rest.partition(" ")
    base = {meant.noun.verb(each): each for each in ("be", "have")}.get(verb)
    if subject != meant.noun.whole or base is None or JOINS.search(text):
        return ""
    return f"{conjugated(base, singular)} {rest}"


def parted_condition(where: Condition, called: str) -> tuple[list[Condition], list[Condition]]:
    """Split a condition into the parts about the candidate or chance, and the parts about the whole set."""
    own: list[Condition] = []
    others: list[Condition] = []
    for part in where.all_ if isinstance(where, All) else (where,):
        nodes = [node for _, node in walk(part)]
        is_own = any(_is_about(node, called) or node.is_by_chance() for node in nodes)
        (own if is_own else others).append(part)
    return own, others


def _all_of(parts: list[Condition]) -> Condition:
    if len(parts) == 1:
        return parts[0]
    return All(raw={"all": [part.raw for part in parts]}, scope=parts[0].scope, all_=tuple(parts))


def _with_member(where: Member | Not, called: str, context: Context) -> str:
    """Describe the members of a candidate's list: " with you in their Backers", or return ""."""
    member = where.not_ if isinstance(where, Not) else where
    if not isinstance(member, Member) or not isinstance(member.of, PlayersIn | NamesIn) or member.of.for_ is not None:
        return ""
    name = member.of.value_read()
    kept, one = context.value_words(name), noun(member.member, context)
    if kept is None or kept.kind not in ("players", "names") or not one.is_of_one or not is_named(member.of.of, called):
        return ""
    if any(is_named(node, called) for _, node in walk(member.member)):
        return ""
    bare = name.removeprefix("The ")
    return f" {'without' if isinstance(where, Not) else 'with'} {one.object} {preposition(bare)} their {bare}"


def _is_about(node: Any, called: str) -> bool:
    return isinstance(node, Demanded) or (isinstance(node, Ref) and node.name == called)


def is_named(node: Any, called: str) -> bool:
    """Return whether a node is exactly the bound name."""
    return isinstance(node, Ref) and node.name == called and not node.part


def said_of_themselves(text: str, who: Noun, context: Context) -> str:
    """Return the text with "their" in place of the player of the sentence: "the author loses … their Light".

    The text is unchanged if "they" could then mean somebody else in it, or in the context.
    """
    own, kept = f"{who.possessive} ", rf"the part of (\S+(?: \S+){{0,50}}?) that belongs to {re.escape(who.object)}\b"
    others = re.sub(kept, "", text.replace(own, "").replace(f"{who.whole} has", "").replace(f"since {who.whole}", ""))
    if not who.is_short:
        others = others.replace(f" of {who.object}", "")
    if who.is_you or who.whole == THEY.whole or not who.is_of_one or OTHERS.search(others):
        return text
    if any(meant.sort == "player" and _could_be_they(meant, who) for meant in context.names.values()):
        return text
    said = re.sub(kept, r"their part of \1", text)
    said = said.replace(own, "their ").replace(f"{who.whole} has", "they have")
    said = said.replace(f" since {who.whole} ", " since they ")
    if not who.is_short:
        owned = rf"\bthe (\w+(?: \w+){{0,3}}) of {re.escape(who.object)}(?![\w'])"
        said = re.sub(owned, r"their \1", said).replace("their number of ", "the number of their ")
    return text if who.whole in said else said


def _could_be_they(meant: NameMeaning, who: Noun) -> bool:
    """Return whether "they" could mean this player rather than the subject of the sentence."""
    is_same = meant.is_among_others and not meant.is_chosen and not meant.several and who.whole == "that player"
    return meant.noun in (None, THEY) and not is_same
