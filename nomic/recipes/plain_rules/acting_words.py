"""Which sentences of a rule's words act, as clauses under the law in force, and which of them stay words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nomic.law.amendments.patch import amended_draft
from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.not_understood.troubles import sentences_of
from nomic.recipes.plain_rules.rule import amendment_of, exactly, rule_said

MOST_READ = 12  # sentences that are read, of all rules of a draft together: each is tried against the law


@dataclass
class ActingWords:
    """The words of a rule, sorted: sentences that act, with their clauses; those that act already; and the others."""

    title: str = ""  # what a rule of these words can be called
    clauses: dict[str, Any] = field(default_factory=dict)  # new ones, by free names
    exactly: list[str] = field(default_factory=list)  # what these clauses do
    acts: list[str] = field(default_factory=list)  # the sentences of which they were made
    done: list[str] = field(default_factory=list)  # sentences that clauses of the law carry out already
    rest: list[str] = field(default_factory=list)  # sentences that stay words


def read_words(words: str, law: Law, most: int = MOST_READ) -> ActingWords:
    """Return what a rule's words do under a law. Only the first `most` sentences are read."""
    found, now = ActingWords(), law
    for count, sentence in enumerate(stripped_sentences(words, MOST_READ + 1)):
        rule = rule_said(sentence, now) if count < most else None
        if rule is None:
            found.rest.append(sentence)
        elif does_already(law, rule.clauses):
            found.done.append(sentence)
        else:
            operation = amendment_of(rule, sentence, now)
            found.exactly += exactly(operation, now)
            now = Law(amended_draft(now.document, [operation]))  # so that values of the next sentence get other names
            found.title = found.title or rule.title
            found.acts.append(sentence)
            for name, clause in rule.clauses.items():
                names = (name, *(f"{name}-{n}" for n in range(2, 300)))
                found.clauses[next(free for free in names if free not in found.clauses)] = clause
    return found


def could_act(law: Law, text: str, amendments: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return, as sentences, what a proposal's words could do by themselves but do not.

    These are the words of the rules that its amendments add without clauses. Without amendments, they are its text.
    """
    added = [each.get("value") for each in amendments if each.get("op") == "add"]
    rules = [value for value in added if isinstance(value, dict) and "body" in value and not value.get("clauses")]
    return read_words("\n".join(str(rule["body"]) for rule in rules) if amendments else text, law).exactly


def stripped_sentences(words: str, most: int) -> list[str]:
    """Return the first sentences of a text without the marks of lists, headings and emphasis around them."""
    stripped = (each.strip(" *#:>'_=") for each in sentences_of(words, most))
    return [each for each in stripped if any(map(str.isalnum, each))]


def does_already(law: Law, clauses: Mapping[str, Any]) -> bool:
    """Return whether rules of the law already do everything that these clauses would do."""
    there = [clause for rule in law.document["rules"].values() for clause in (rule.get("clauses") or {}).values()]
    does = [_what_it_does(clause) for clause in there]
    return bool(clauses) and all(_what_it_does(clause) in does for clause in clauses.values())


def _what_it_does(clause: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in clause.items() if key != "says"}
