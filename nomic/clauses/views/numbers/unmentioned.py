"""Numbers in the text of a new rule that its clauses do not contain."""

import re
from collections.abc import Iterator

from nomic.clauses.views.explanations import explain_rule
from nomic.law.diff.outdated_words import OutdatedWords
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.sentences import sentences
from nomic.law.rules.tree import rules_of

SMALL = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
VALUES = {word: str(number) for number, word in enumerate(SMALL, 2)} | {"twice": "2", "thrice": "3"}
NUMBER = re.compile(rf"(?<![\w.–-])(?:\d+|{'|'.join(VALUES)})(?![\w–-]|\.\d)", re.IGNORECASE)


def unmentioned_numbers(old: Law, new: Law) -> Iterator[OutdatedWords]:
    """Yield each sentence of a new rule that has a number which the sentences of its clauses do not contain.

    A rule is skipped if its words state every number of its clauses, because its other numbers are then words only.
    Rules without clauses, or whose clauses have no numbers, are skipped too.
    """
    before = rules_of(old)
    for id_, rule in rules_of(new).items():
        if id_ in before or not rule.clauses:
            continue
        does = _numbers(" ".join(explain_rule(new, id_)))
        said_in = {each: _numbers(PLACEHOLDER.sub(" ", each)) for each in sentences(rule.body)}
        if {*does} <= {number for numbers in said_in.values() for number in numbers}:
            continue
        for sentence, numbers in said_in.items():
            unmentioned = [number for number in numbers if number not in does]
            if unmentioned:
                only = ", ".join(does)
                said = PLACEHOLDER.sub("…", sentence).replace("'''", "").replace("''", "")
                yield OutdatedWords(
                    rule.title, pointer("rules", id_), said, f"its effect says {only}, not {unmentioned[0]}"
                )


def _numbers(text: str) -> list[str]:
    found = (word.lower() for word in NUMBER.findall(text))
    return list(dict.fromkeys(VALUES.get(word, word) for word in found))
