"""Sorts the sentences of a rule into those that act, as clauses under the law in force, and those that stay words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from nomic.cycles.domain.exceptions import BadArguments
from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.plain_rules.draft_rule import (
    PlainRule,
    amendment_of,
    bare_sentence,
    exact_sentences,
    is_law,
    rule_said,
)
from nomic.recipes.plain_rules.not_understood.diagnose import sentences_of
from nomic.recipes.plain_rules.people import speaks_of_ties, with_ties
from nomic.recipes.sentences import asked_for

MOST_READ = 12  # sentences that are read, of all rules of a draft together: each is tried against the law


@dataclass
class ActingWords:
    """The sentences of a rule, sorted by their effect.

    A sentence can act once its clauses are added, acts already, or remains words only.
    """

    title: str = ""  # what a rule of these words can be called
    clauses: dict[str, Any] = field(default_factory=dict)  # new ones, by free names
    exactly: list[str] = field(default_factory=list)  # descriptions of these clauses
    acts: list[str] = field(default_factory=list)  # the sentences from which the clauses were made
    done: list[str] = field(default_factory=list)  # sentences that clauses of the law carry out already
    rest: list[str] = field(default_factory=list)  # sentences that stay words
    against: list[str] = field(default_factory=list)  # those of `rest` that say otherwise than the clauses do


def read_words(words: str, law: Law, most: int = MOST_READ) -> ActingWords:
    """Return what a rule's words do under a law. Only the first `most` sentences are read.

    A sentence about ties is read together with the sentence before it.
    """
    found, now = ActingWords(), law
    sentences = stripped_sentences(words, MOST_READ + 1)
    is_read = False
    for count, (sentence, following) in enumerate(zip_longest(sentences, sentences[1:], fillvalue="")):
        if is_read:
            is_read = False
            continue
        rule, said = _rule_or_recipe(sentence, now) if count < most else None, [sentence]
        if rule is not None and following and speaks_of_ties(following) and _has_ties(rule.clauses):
            with_them = rule_said(f"{sentence}; {following}", now)
            if with_them is None:
                found.against.append(following)
            else:
                rule, said, is_read = with_them, [sentence, following], True
        if rule is None:
            found.rest.append(sentence)
        elif does_already(law, rule.clauses):
            found.done += said
        else:
            operation = amendment_of(rule, sentence, now)
            found.exactly += exact_sentences(operation, now)
            now = Law(amended_draft(now.document, [operation]))  # so that values of the next sentence get other names
            found.title = found.title or rule.title
            found.acts += said
            for name, clause in rule.clauses.items():
                names = (name, *(f"{name}-{n}" for n in range(2, 300)))
                found.clauses[next(free for free in names if free not in found.clauses)] = clause
    return found


def _has_ties(clauses: Mapping[str, Any]) -> bool:
    return bool(with_ties(clauses, "") != clauses)


def _rule_or_recipe(sentence: str, law: Law) -> PlainRule | None:
    """Return the rule of a sentence in plain words, or of a recipe that it asks for, or None.

    Of a recipe only what one rule's clauses do: with its own words, they would say it twice.
    """
    if (rule := rule_said(sentence, law)) is not None:
        return rule
    asked = asked_for(bare_sentence(sentence), law)
    if asked is None or asked.open:
        return None
    try:
        made = draft_from_recipe(asked.listed, law, asked.answers)
    except BadArguments:
        return None
    added = [each.get("value") for each in made.amendments if each.get("op") == "add"]
    if made.effects or len(made.amendments) != 1 or not added or not isinstance(added[0], dict):
        return None
    clauses = added[0].get("clauses") or {}
    rule = PlainRule(str(added[0].get("title", "")), clauses)
    return rule if clauses and is_law(rule, law) else None


def could_act(law: Law, text: str, amendments: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return sentences about effects that a proposal's words describe but do not have, although they could.

    These are the words of the rules that its amendments add without clauses. Without amendments, they are its text.
    """
    added = [each.get("value") for each in amendments if each.get("op") == "add"]
    rules = [value for value in added if isinstance(value, dict) and "body" in value and not value.get("clauses")]
    return read_words("\n".join(str(rule["body"]) for rule in rules) if amendments else text, law).exactly


def stripped_sentences(words: str, most: int) -> list[str]:
    """Return the first `most` sentences of a text without list, heading and emphasis marks around them."""
    stripped = (each.strip(" *#:>'_=") for each in sentences_of(words, most))
    return [each for each in stripped if any(map(str.isalnum, each))]


def does_already(law: Law, clauses: Mapping[str, Any]) -> bool:
    """Return whether rules of the law already do everything that these clauses would do."""
    there = [clause for rule in law.document["rules"].values() for clause in (rule.get("clauses") or {}).values()]
    does = [_what_it_does(clause) for clause in there]
    return bool(clauses) and all(_what_it_does(clause) in does for clause in clauses.values())


def granted_already(law: Law, clauses: Mapping[str, Any]) -> str:
    """Return the title of a rule that grants one of these things already, to the same players at the same event, or "".

    Amounts may differ: "Newcomers gain 12 Pennies" under a law that gives them 10.
    """
    wanted = [grant for clause in clauses.values() for grant in _grants(clause)]
    for rule in law.document["rules"].values():
        for clause in (rule.get("clauses") or {}).values():
            if any(grant in wanted for grant in _grants(clause)):
                return str(rule["title"])
    return ""


def _grants(clause: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the unconditional grants of a clause that waits for an event: when, and what to whom."""
    when = tuple(clause.get(key) for key in ("when", "of", "if", "does"))
    for step in clause.get("do") or () if clause.get("when") else ():
        if isinstance(step, dict) and "grant" in step:
            yield (*when, step["grant"], step.get("to"))


def _what_it_does(clause: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in clause.items() if key != "says"}
