"""Finds words of a draft that the host could execute, so that the author is asked before submission."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, LawInvalid, fits_its_schemas, pointer
from nomic.law.labels.value_labels import path_of
from nomic.recipes.plain_rules.acting_words import MOST_READ, ActingWords, read_words
from nomic.recipes.plain_rules.explanations import only_explains
from nomic.recipes.plain_rules.rule import PlainRule, amendment_of
from nomic.web.amendment_builder import CannotBuild, Operation
from nomic.web.composer.orders.drafting import draft_from
from nomic.web.composer.orders.reader import ReadRule


@dataclass(frozen=True, slots=True)
class CouldAct:
    """The words of a draft that could be executed, with the draft's operations that do so.

    `operations` is None if the whole text is to be turned into changes.
    """

    sentences: tuple[str, ...]
    operations: list[Operation] | None = None
    rest: tuple[str, ...] = ()  # sentences of the same rules that stay words
    rules: tuple[ReadRule, ...] = ()  # that would act

    @property
    def kept(self) -> tuple[str, ...]:
        """The sentences that stay words and order something, which the players have to keep."""
        return tuple(each for each in self.rest if not only_explains(each))


def could_act(law: Law, operations: list[Operation], title: str, text: str) -> CouldAct | None:
    """Return the executable words of a draft, or None if there are none.

    The words searched are those of the rules that the draft writes or, if it changes nothing, its text.
    """
    return _of_rules(law, operations) if operations else _of_text(law, title, text)


def acting_rules(law: Law, operations: list[Operation], ids: Iterable[str]) -> CouldAct | None:
    """Return what the words of these rules can execute in the law after `operations`, or None.

    Rules with clauses are skipped.
    """
    if (made := _made(law, operations)) is None:
        return None
    rules = made.document["rules"]
    found: dict[str, ActingWords] = {}
    left = MOST_READ
    for id_ in ids:
        if id_ in rules and not rules[id_].get(CLAUSES):
            words = read_words(rules[id_]["body"], made, left)
            left -= len(words.acts) + len(words.done)
            found |= {id_: words} if words.clauses else {}
    if not found:
        return None
    for id_, words in found.items():
        operations = _with_clauses(operations, id_, words)
    return CouldAct(
        tuple(each for words in found.values() for each in words.exactly),
        operations,
        tuple(each for words in found.values() for each in words.rest),
        tuple(ReadRule(rules[id_]["title"], tuple(words.exactly)) for id_, words in found.items()),
    )


def kept_by_players(law: Law, operations: list[Operation]) -> tuple[str, ...]:
    """Return the new sentences that stay words in rules whose other sentences the operations make act.

    Explanations, which order nothing, are left out. So are rules none of whose sentences reads as their clauses: a
    recipe wrote them, or a person in other words.
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
    """Return the executable words of new rules, and of existing rules whose words are replaced."""
    rules = law.document["rules"]
    paths = [path_of(str(each.get("path", ""))) for each in operations if each.get("op") == "replace"]
    reworded = [path[1] for path in paths if path[:1] == ("rules",) and path[2:] == ("body",)]
    new = [id_ for id_ in reworded[:MOST_READ] if id_ in rules and not read_words(rules[id_]["body"], law).acts]
    return acting_rules(law, operations, dict.fromkeys([*rules_of_words(operations), *new]))


def _with_clauses(operations: list[Operation], id_: str, words: ActingWords) -> list[Operation]:
    """Return the operations with clauses added to a rule, in the operation that adds the rule if any."""
    place = pointer("rules", id_)
    if any(each.get("op") == "add" and each.get("path") == place for each in operations):
        return [
            {**each, "value": {**each["value"], CLAUSES: words.clauses}} if each.get("path") == place else each
            for each in operations
        ]
    added = words.clauses.items()
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
        return CouldAct(tuple(drafted.placed + drafted.once)) if drafted.operations or drafted.effects else None
    words = read_words(text, law)
    if not words.clauses:
        return None
    added = amendment_of(PlainRule(title.strip() or words.title, words.clauses), text, law)
    rule = ReadRule(added["value"]["title"], tuple(words.exactly))
    added["value"]["body"] = text.strip()
    return CouldAct(tuple(words.exactly), [added], tuple(words.rest), (rule,))


def _made(law: Law, operations: list[Operation]) -> Law | None:
    """Return the law with the operations, or None if they do not apply or break the schemas."""
    try:
        document = amended_draft(law.document, operations)
    except (AmendmentsDoNotApply, LawInvalid):
        return None
    return Law(document) if fits_its_schemas(document) else None
