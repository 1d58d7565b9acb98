"""Finds effects of a rule that remain although an edit changes the words about them: its clauses and quoted values.

The clauses prevail over the words, so voters have to read them beside such an edit.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from nomic.law.diff.outdated_words import content_words
from nomic.law.document.clause_entries import CLAUSES
from nomic.law.document.sections import Law, pointer, value_at
from nomic.law.labels.explanations import entry_explanation
from nomic.law.labels.value_labels import name_of, path_of, place_in, value_text
from nomic.law.rules.placeholders import PLACEHOLDER, fill_placeholders
from nomic.law.rules.sentences import sentences

MOST_SENTENCES = 200  # of one rule
MOST_SHOWN = 6  # sentences about what stays
MIN_SHARED = 2  # content words of a sentence without numbers of the law and what a clause does
_NUMBER = re.compile(r"\b\d+(?:d\d+)?\b")
_CLAUSE_PARTS = 4  # number of parts of a clause's path: /rules/ID/clauses/NAME


def what_stays(old: Law, new: Law, id_: str) -> tuple[str, ...]:
    """Return, as sentences, the effects of a rule that remain in the law although the words about them changed.

    A sentence is considered if it was removed, or its other words changed, and everything it quoted is the same in both
    laws. If the rule quotes nothing, or the sentence spells a number that the new words lack, the rule's clauses are
    compared with the words.
    """
    was, now = (str(law.document["rules"][id_]["body"]) for law in (old, new))
    before = dict.fromkeys(islice(sentences(was), MOST_SENTENCES))
    after = dict.fromkeys(islice(sentences(now), MOST_SENTENCES))
    added = [_telling(sentence) for sentence in after if sentence not in before]
    gone = [sentence for sentence in before if sentence not in after and _telling(sentence) not in added]
    quotes = PLACEHOLDER.search(was) is not None
    spelled = frozenset[str]().union(*map(_spelled, after))
    found: dict[str, None] = {}
    for sentence in gone:
        if any(sentence in other for other in after):  # it only became part of a longer one
            continue
        found |= dict.fromkeys(_quoted(old, new, sentence))
        if not quotes or _spelled(sentence) - spelled:
            found |= dict.fromkeys(_of_clauses(old, new, id_, sentence, MIN_SHARED))
    return tuple(islice(found, MOST_SHOWN))


def _spelled(sentence: str) -> frozenset[str]:
    """Return the numbers and dice that a sentence spells, instead of quoting them from the law."""
    return frozenset(_NUMBER.findall(PLACEHOLDER.sub(" ", sentence)))


def _telling(sentence: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the content words of a sentence, and the places that it quotes in their order."""
    places = tuple(quoted["what"].strip() for quoted in PLACEHOLDER.finditer(sentence))
    return frozenset(content_words(PLACEHOLDER.sub(" ", sentence))), places


def _quoted(old: Law, new: Law, sentence: str) -> Iterator[str]:
    """Yield the effects of the places that a sentence quotes, unless they change."""
    for quoted in PLACEHOLDER.finditer(sentence):
        path = path_of(quoted["what"].strip())
        if quoted["table"]:
            continue
        if path[0] == "rules" and path[2:3] == (CLAUSES,):
            if _at(old, path[:_CLAUSE_PARTS]) == _at(new, path[:_CLAUSE_PARTS]):
                yield from _of_clauses(old, new, path[1], sentence, 1)
        elif path[0] != "rules" and _at(old, path) == _at(new, path) is not None:
            yield from _of_value(new, quoted["what"].strip())


def _of_clauses(old: Law, new: Law, id_: str, sentence: str, at_least: int) -> Iterator[str]:
    """Yield the sentences about what a rule does that share most words with a sentence, if they are in both laws."""
    before = entry_explanation(old, "rules", id_)
    same = [each for each in entry_explanation(new, "rules", id_) if each in before]
    words = content_words(_read(old, sentence))
    shared = {each: len(words & content_words(each)) for each in same}
    most = max(shared.values(), default=0)
    yield from (each for each, count in shared.items() if count == most >= at_least)


def _of_value(law: Law, place: str) -> Iterator[str]:
    """Yield the sentence about a value, or about the one step of a list of steps in which it is."""
    path = place_in(law.document, place)
    for depth in range(len(path), 0, -1):
        name = name_of(law.document, path[:depth])
        if name.rest or not name.is_declared:
            continue
        value = value_at(law.document, pointer(*map(str, path[:depth])))
        if isinstance(value, list) and depth < len(path):
            value = [value[int(path[depth])]]
        said = value_text(law, path[:depth], value)
        yield said if said.endswith(".") else f"{name.words[:1].upper()}{name.words[1:]}: {said}."
        return


def _read(law: Law, sentence: str) -> str:
    try:
        return fill_placeholders(law, sentence, value=str, table=lambda table: table.caption)
    except (ValueError, LookupError, TypeError):  # the document is not a valid law
        return sentence


def _at(law: Law, path: Sequence[str]) -> Any:
    try:
        return value_at(law.document, pointer(*path))
    except LookupError:
        return None
