"""Finds words of a draft that the host could execute, so that the author is asked before submission."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas, pointer
from nomic.law.labels.value_labels import path_of
from nomic.law.rules.placeholders import PLACEHOLDER, shown_instead
from nomic.recipes.plain_rules.draft_rule import PlainRule, amendment_of
from nomic.recipes.plain_rules.executable_sentences import MOST_READ, ActingWords, read_words, stripped_sentences
from nomic.recipes.plain_rules.explanations import only_explains, orders_something
from nomic.web.composer.changed_values import changed_values
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.reader import ReadRule
from nomic.web.typed_amendments import CannotBuild, Operation

MOST_SENTENCES = 1_000  # of one rule, before and after
MOST_COMPARED = 60  # new sentences of one rule
ALIKE = 0.6  # of the words of two sentences are in both: one is the other reworded
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class CouldAct:
    """The words of a draft that could be executed, with the draft's operations that do so.

    `operations` is None if the whole text is to be converted to changes.
    """

    sentences: tuple[str, ...]
    operations: list[Operation] | None = None
    rest: tuple[str, ...] = ()  # sentences of the same rules that stay words
    rules: tuple[ReadRule, ...] = ()  # that would act
    against: tuple[str, ...] = ()  # sentences of `rest` about ties, which say otherwise than these rules do

    @property
    def kept(self) -> tuple[str, ...]:
        """The sentences that demand something but are not executed, so that the players have to follow them."""
        return tuple(each for each in self.rest if each not in self.against and not only_explains(each))


def could_act(law: Law, operations: list[Operation], title: str, text: str) -> CouldAct | None:
    """Return the executable words of a draft, or None if there are none.

    The words searched are those of the rules that the draft writes or, if it changes nothing, its text.
    """
    return _of_rules(law, operations) if operations else _of_text(law, title, text)


def acting_rules(law: Law, operations: list[Operation], words_of: Mapping[str, str]) -> CouldAct | None:
    """Return which of these words, by rule id, could be executed in the law after `operations`, or None."""
    if (made := _made(law, operations)) is None:
        return None
    rules = made.document["rules"]
    found: dict[str, ActingWords] = {}
    left = MOST_READ
    for id_, said in words_of.items():
        if id_ in rules:
            words = read_words(said, made, left)
            left -= len(words.acts) + len(words.done)
            found |= {id_: words} if words.clauses else {}
    if not found:
        return None
    for id_, words in found.items():
        operations = _with_clauses(operations, id_, rules[id_].get(CLAUSES) or {}, words)
    return CouldAct(
        tuple(each for words in found.values() for each in words.exactly),
        operations,
        tuple(each for words in found.values() for each in words.rest),
        tuple(ReadRule(rules[id_]["title"], tuple(words.exactly)) for id_, words in found.items()),
        tuple(each for words in found.values() for each in words.against),
    )


def words_to_act(law: Law, operations: list[Operation], id_: str) -> dict[str, str]:
    """Return, by its id, the words of a rule that may become clauses: the new ones, or all if it has no clause yet."""
    if (made := _made(law, operations)) is None:
        return {}
    rule = made.document["rules"].get(id_, {})
    new = _new_words(law, operations).get(id_) if id_ in law.document["rules"] else None
    if new:
        return {id_: new}
    return {} if rule.get(CLAUSES) else {id_: rule.get("body", "")}


def added_orders(law: Law, operations: list[Operation]) -> dict[str, tuple[str, ...]]:
    """Return the sentences added to existing rules that demand something but are not executed, by rule id.

    A sentence is left out if a value or a clause that the draft changes may carry it out.
    """
    sentences = _changed_sentences(law, operations)
    if not sentences or (made := _made(law, operations)) is None:
        return {}
    values = changed_values(law, made, operations)
    found: dict[str, tuple[str, ...]] = {}
    for id_, (added, _) in sentences.items():
        orders = [each for each in added if orders_something(each)]
        orders = [each for each in orders if not any(value.may_carry_out(each) for value in values)]
        done = read_words("\n".join(orders), made).done
        left = (each for each in orders if each not in done)
        found[id_] = tuple(PLACEHOLDER.sub(lambda match: shown_instead(made, match), each) for each in left)
    return {id_: orders for id_, orders in found.items() if orders}


def kept_by_players(law: Law, operations: list[Operation]) -> tuple[str, ...]:
    """Return the new sentences that are not executed, in rules of which the operations execute other sentences.

    Explanations, which demand nothing, are left out. Rules are left out too if none of their sentences can be read as
    their clauses.
    """
    paths = [path_of(str(each.get("path", ""))) for each in operations if each.get("op") in {"add", "replace"}]
    ids = dict.fromkeys(path[1] for path in paths if path[:1] == ("rules",) and len(path) > 1)
    if not ids or (made := _made(law, operations)) is None:
        return ()
    kept: list[str] = []
    left = MOST_READ
    for id_ in ids:
        rule, before = made.document["rules"].get(id_, {}), law.document["rules"].get(id_, {}).get("body", "")
        if not rule.get(CLAUSES):
            continue
        words = read_words(rule["body"], made, left)
        left -= len(words.acts) + len(words.done)
        kept += [each for each in words.rest if words.done and each not in before and not only_explains(each)]
    return tuple(kept)


def rules_of_words(operations: list[Operation]) -> dict[str, dict[str, Any]]:
    """Return the rules that the operations add without any clause, by id."""
    added = {path_of(str(each.get("path", ""))): each.get("value") for each in operations if each.get("op") == "add"}
    acting = {path[1] for path in added if path[:1] == ("rules",) and path[2:3] == (CLAUSES,)}
    return {
        path[1]: rule
        for path, rule in added.items()
        if path[:1] == ("rules",) and len(path) == 2 and isinstance(rule, dict) and not rule.get(CLAUSES)
        if path[1] not in acting
    }


def _of_rules(law: Law, operations: list[Operation]) -> CouldAct | None:
    """Return the executable words of new rules, and the new ones of existing rules."""
    words = {id_: str(rule.get("body", "")) for id_, rule in rules_of_words(operations).items()}
    return acting_rules(law, operations, words | _new_words(law, operations))


def _new_words(law: Law, operations: list[Operation]) -> dict[str, str]:
    """Return the words of existing rules that can act for the first time, by id.

    A sentence that was only reworded is left out if it could have acted before: the law may do it in another way.
    """
    return {
        id_: "\n".join([*added, *(new for new, old in reworded if not read_words(old, law).acts)])
        for id_, (added, reworded) in _changed_sentences(law, operations).items()
    }


def _changed_sentences(law: Law, operations: list[Operation]) -> dict[str, tuple[list[str], list[tuple[str, str]]]]:
    """Return the sentences added to existing rules, and the reworded ones with what they were, by the rule's id."""
    rules = law.document["rules"]
    found: dict[str, tuple[list[str], list[tuple[str, str]]]] = {}
    for each in operations:
        section, *rest = path_of(str(each.get("path", ""))) or ("",)
        if each.get("op") != "replace" or section != "rules" or rest[1:] != ["body"] or rest[0] not in rules:
            continue
        if len(found) >= MOST_READ and rest[0] not in found:
            break
        before = dict.fromkeys(stripped_sentences(rules[rest[0]]["body"], MOST_SENTENCES))
        after = dict.fromkeys(stripped_sentences(str(each.get("value", "")), MOST_SENTENCES))
        gone = {sentence: _words_of(sentence) for sentence in before if sentence not in after}
        new_ones = islice((sentence for sentence in after if sentence not in before), MOST_COMPARED)
        nearest = {new: _nearest(new, gone) for new in new_ones}
        added = [new for new, old in nearest.items() if not old]
        found[rest[0]] = added, [(new, old) for new, old in nearest.items() if old]
    return found


def _nearest(sentence: str, others: Mapping[str, frozenset[str]]) -> str:
    """Return the sentence that has the most words in common with this one, if it is enough of them, or ""."""
    words = _words_of(sentence)
    shares = [(2 * len(words & each) / (len(words) + len(each)), other) for other, each in others.items()]
    share, nearest = max(shares, default=(0, ""))
    return nearest if share >= ALIKE else ""


def _words_of(sentence: str) -> frozenset[str]:
    return frozenset(WORD.findall(sentence.casefold()))


def _with_clauses(
    operations: list[Operation], id_: str, there: Mapping[str, Any], words: ActingWords
) -> list[Operation]:
    """Return the operations with clauses added to a rule, in the operation that adds the rule if any.

    `there` has the clauses of the rule so far, whose names are taken.
    """
    place = pointer("rules", id_)
    if any(each.get("op") == "add" and each.get("path") == place for each in operations):
        return [
            {**each, "value": {**each["value"], CLAUSES: words.clauses}} if each.get("path") == place else each
            for each in operations
        ]
    added: list[tuple[str, Any]] = []
    for name, clause in words.clauses.items():
        taken = {*there, *(each for each, _ in added)}
        added.append(
            (next(free for free in (name, *(f"{name}-{n}" for n in range(2, 300))) if free not in taken), clause)
        )
    return [
        *operations,
        *({"op": "add", "path": pointer("rules", id_, CLAUSES, name), "value": clause} for name, clause in added),
    ]


def _of_text(law: Law, title: str, text: str) -> CouldAct | None:
    """Return the executable part of a text: one rule made of all its words, or several changes.

    The latter applies if the text also contains other orders.
    """
    try:
        drafted = draft_from(law, text, [], title)
    except CannotBuild:
        return None
    if drafted.effects or len(drafted.operations) != len(drafted.rules):
        read = tuple(dict.fromkeys(drafted.placed + drafted.once))
        return CouldAct(read) if drafted.operations or drafted.effects else None
    words = read_words(text, law)
    if not words.clauses:
        return None
    added = amendment_of(PlainRule(title.strip() or words.title, words.clauses), text, law)
    rule = ReadRule(added["value"]["title"], tuple(words.exactly))
    added["value"]["body"] = text.strip()
    return CouldAct(tuple(words.exactly), [added], tuple(words.rest), (rule,), tuple(words.against))


def _made(law: Law, operations: list[Operation]) -> Law | None:
    """Return the law with the operations, or None if they do not apply or break the schemas."""
    try:
        document = amended_draft(law.document, operations)
    except (AmendmentsDoNotApply, LawInvalid):
        return None
    return Law(document) if fits_its_schemas(document) else None
