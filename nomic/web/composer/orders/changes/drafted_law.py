"""The state while the orders of a text are carried out: the law as drafted so far, and what the text has named.

An order finds its rule here, by the rule's title or number, by the order before it, or by the words that it quotes.
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nomic.law.document.sections import Law
from nomic.law.rules.tree import rules_of, tree
from nomic.web import typed_amendments
from nomic.web.composer.orders.changes.shown_words import shown, spans_shown
from nomic.web.composer.orders.order_words import RULE_NOUN
from nomic.web.composer.orders.parser import RuleName
from nomic.web.typed_amendments import Operation

MAX_VALUES = 12  # orders about values, each of which searches the whole law
MAX_HINTS = 5  # titles that no rule has, for which a text is told the one most like them
FEWEST_WORDS = 4  # of a quotation by which its rule is found
MAX_TITLES = 500  # titles among which that one is looked for
_STOPS = ".,;:"
_RULE_NUMBER = re.compile(
    rf"(?:the )?{RULE_NOUN} (?P<number>\d{{1,3}}(?:\.\d{{1,3}})*)(?: \([^()]{{1,80}}\))?", re.IGNORECASE
)
_NUMBER_AND_TITLE = re.compile(r"(?:§ ?)?\d{1,5}(?:\.\d{1,5}){0,5}[.:)]? +(?=[^\W\d])")  # "1.5 Enactment"


class NotPlaced(Exception):
    """Raised for an order that cannot be performed. The message gives the reason."""


class NotSaid(NotPlaced):
    """Raised if an order does not name its rule or value in a form that is understood."""


class NoValue(NotPlaced):
    """Raised if an order names a value that the law does not have."""


def plain(title: str) -> str:
    """Return a title in lower case, with single spaces."""
    return " ".join(title.casefold().split())


@dataclass
class DraftedLaw:
    """The law before a text, the law after the orders read so far, and the names that occurred in the text."""

    law: Law
    now: Law
    before: list[Operation]
    values: int = 0  # number of orders about values so far
    latest: dict[str, str] = field(default_factory=dict)  # ids of rules that this text has added, by title
    last: str = ""  # id of the rule that was named last
    last_value: str = ""  # path of the value that the last order was about
    numbers: dict[str, str] = field(default_factory=dict)  # ids of rules that the text has named by number and title
    first_numbers: dict[str, str] = field(default_factory=dict)  # ids of the rules by their numbers before this text
    title: str = ""  # of the proposal, until a new rule has taken it
    notes: list[str] = field(default_factory=list)  # what authors should know of the orders carried out
    kept_names: list[str] = field(default_factory=list)  # what authors and voters should know of names that stay
    hints: int = 0  # number of titles so far for which the one most like them was looked for

    def rule(self, law: Law, name: RuleName | None) -> str:
        """Return the id of the named rule. A rule added by this text takes precedence, the latest first.

        Without a name, the rule that the text named last is meant. Raises NotSaid if there is none, and NotPlaced if
        the name fits no rule or several.
        """
        if name is None or not (name.title or name.number):
            if self.last not in law.document["rules"]:
                raise NotSaid("it does not say in which rule")
            return self.last
        same = self.called(law, name)
        if len(same) != 1:
            raise NotPlaced(
                f"{'several rules are' if same else 'no rule is'} called {name.title or name.number}{self.like(name)}"
            )
        self.last = same[0]
        if name.number:
            self.numbers[name.number] = same[0]
        return same[0]

    def called(self, law: Law, name: RuleName) -> list[str]:
        """Return the ids of the rules with that title or number."""
        wanted = plain(name.title)
        rules: Mapping[str, Any] = law.document["rules"]
        same = [id_ for id_, rule in rules.items() if wanted and plain(rule["title"]) == wanted]
        if self.latest.get(wanted) in rules:
            same = [self.latest[wanted]]
        if not same and wanted and wanted[-1] in _STOPS:
            return self.called(law, RuleName(name.title.strip().rstrip(_STOPS), name.number))
        if not same and (titled := _NUMBER_AND_TITLE.match(name.title)) is not None:
            return self.called(law, RuleName(name.title[titled.end() :], name.number))
        if not wanted:
            same = self.numbered(law, name.number.replace("/", "."))
        if not wanted and self.numbers.get(name.number) in rules:
            same = [self.numbers[name.number]]
        if not same:  # the draft has renamed it before the text was read
            was = self.law.document["rules"].items()
            same = [
                id_ for id_, rule in was if id_ in rules and plain(rule["title"]) == wanted and self.has_drafted(id_)
            ]
        return same

    def numbered(self, law: Law, number: str) -> list[str]:
        """Return the ids of the rules with a number.

        Numbers are those of the law before this text, because the text's own repeals would shift them.
        """
        if not self.first_numbers:
            self.first_numbers = {placed.number: placed.id for placed in tree(rules_of(self.law))}
        if number in self.first_numbers:
            id_ = self.first_numbers[number]
            return [id_] if id_ in law.document["rules"] else []
        return [placed.id for placed in tree(rules_of(law)) if placed.number == number]

    def with_titles(self, what: str) -> str:
        """Return a phrase with the titles of rules in place of their numbers: "the cost of rule 8.4"."""
        return _RULE_NUMBER.sub(self._title_of, what)

    def _title_of(self, found: re.Match[str]) -> str:
        ids = self.numbered(self.now, found["number"])
        return str(self.now.document["rules"][ids[0]]["title"]) if len(ids) == 1 else found[0]

    def like(self, name: RuleName) -> str:
        titles = [str(rule["title"]) for rule in self.now.document["rules"].values()]
        self.hints += 1
        if self.hints > MAX_HINTS:
            return ""
        like = difflib.get_close_matches(name.title[:100], titles[:MAX_TITLES], n=1, cutoff=0.75)
        return f"; do you mean {like[0]}?" if like else ""

    def body(self, said: Mapping[str, Any]) -> tuple[str, str]:
        """Return the id and the text of the rule that an order is about.

        An order that does not name a rule is about the rule named last, or about the only one that contains the order's
        words. Raises NotPlaced if it is unclear which.
        """
        try:
            id_ = self.rule(self.now, said.get("rule"))
        except NotSaid:
            id_ = self._only_one_that_says(str(said.get("old", "")))
            if not id_:
                raise
        return id_, str(self.now.document["rules"][id_]["body"])

    def _only_one_that_says(self, words: str) -> str:
        """Return the id of the only rule that says these words, or "" if they are few, or none or several say them."""
        if len(words.split()) < FEWEST_WORDS:
            return ""
        rules = self.now.document["rules"].items()
        found: list[str] = [id_ for id_, rule in rules if spans_shown(shown(self.now, str(rule["body"])), words)]
        if len(found) != 1:
            return ""
        title = self.now.document["rules"][found[0]]["title"]
        self.notes.append(f"We took this to mean the rule “{title}”, the only one that says “{words[:60]}”.")
        return found[0]

    def count_a_value(self) -> None:
        self.values += 1
        if self.values > MAX_VALUES:
            raise NotPlaced(f"at most {MAX_VALUES} orders about values are read in one text")

    def has_drafted(self, id_: str) -> bool:
        """Return whether the draft changed this rule before the text was parsed."""
        return any(str(operation.get("path", "")).startswith(f"/rules/{id_}/") for operation in self.before)

    def changed(self, law: Law, id_: str, **fields: str) -> list[Operation]:
        rule = law.document["rules"][id_]
        stands = {"rule_title": rule["title"], "rule_body": rule["body"], "rule_parent": rule.get("parent") or ""}
        if self.has_drafted(id_) and fields.items() <= stands.items():
            return []
        return typed_amendments.change_rule(law, id_, {**stands, **fields})
