"""The sentences of rules, and what carries each of them out, as the files beside the laws say.

Beside the folder of a law stands `NAME.sentences.yaml`, beside all of an app's laws `sentences.yaml`; what is common to
many games stands beside this file. The first that has a sentence says of it. Under the id of a rule each line begins as
a sentence of it does, the longest beginning first, and lists marks:

    (host):
      the opening of packs: exoptosis.shop.open_pack:open_pack
    card-packs:
      A player may open: [/packs, the opening of packs, R20]
      '': [words]

A place of the law, a clause (`fusion/fuse`), something that the host does, under the words that `(host)` gives to its
function, carries it out; `words`: it only tells what a word means; `players`: they keep it themselves. A ruling (`R23`)
stands for the tests that bear its number in their names; `tests/…::name` is a single one. What a sentence quotes of the
law carries it out, too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from nomic.law.document.sections import Law
from nomic.law.document.templates import templates
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.tree import Rule, rules_of, tree

COMMON = Path(__file__).with_name("sentences.yaml")
HOST = "(host)"
WORDS, PLAYERS = "words", "players"

_LIST = re.compile(r"^[*#:;]+\s*")
_END = re.compile(r"[.?!…]['”’)]*\s+(?=['“‘(]*[A-Z{])")
_HEAD = re.compile(r"'''.+[.?!]'''")
_MARKS = {
    "ruling": re.compile(r"R[1-9]\d{0,2}"),
    "test": re.compile(r"tests/\S+\.py::\w+"),
    "place": re.compile(r"(/[^/]+)+"),
    "host": re.compile(r"the [A-Za-z ]+"),
    "clause": re.compile(r"[a-z0-9-]+/[a-z0-9-]+"),
    WORDS: re.compile(WORDS),
    PLAYERS: re.compile(PLAYERS),
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a rule as it is written, the place among its rule's from one on, and what carries it out."""

    rule: str
    number: int
    text: str
    marks: tuple[str, ...] = ()

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The marks of a kind: ruling, test, place, host, clause, words, players."""
        return tuple(mark for mark in self.marks if kind_of(mark) == kind)


def kind_of(mark: str) -> str:
    """What kind of mark it is. Raises ValueError for none."""
    for kind, pattern in _MARKS.items():
        if pattern.fullmatch(mark):
            return kind
    raise ValueError(f"{mark!r} is no mark")


def sentences(body: str) -> list[str]:
    """The sentences of a rule's words. What only shows a table is none."""
    lines = (_LIST.sub("", line).strip() for line in body.split("\n"))
    return [sentence for line in lines if line and not _is_table(line) for sentence in _in_line(line)]


def _is_table(line: str) -> bool:
    match = PLACEHOLDER.fullmatch(line)
    return match is not None and match["table"] is not None


def _in_line(line: str) -> Iterator[str]:
    """The sentences of a line; a head in bold letters is part of the first."""
    begin = 0
    for end in _END.finditer(line):
        piece = line[begin : end.end()].strip()
        if not _HEAD.fullmatch(piece):
            yield piece
            begin = end.end()
    yield line[begin:]


# ── what carries them out


@dataclass(frozen=True, slots=True)
class Table:
    """A file: marks by rule and by how a sentence of it begins; functions (`module:name`) by what they are called."""

    rows: Mapping[str, Mapping[str, tuple[str, ...]]]
    host: Mapping[str, str]


@lru_cache(maxsize=32)
def table_in(path: Path) -> Table:
    """The table in a file; an empty one where there is none."""
    read: dict[str, Any] = {}
    if path.exists():
        read = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    host = read.pop(HOST, {})
    return Table({id_: {words: tuple(marks) for words, marks in rows.items()} for id_, rows in read.items()}, host)


def tables_of(law_name: str) -> tuple[Table, ...]:
    """The tables that say something of a law that is shipped, its own first."""
    folder = templates()[law_name]
    return (
        table_in(folder.with_name(f"{folder.name}.sentences.yaml")),
        table_in(folder.with_name(COMMON.name)),
        table_in(COMMON),
    )


def functions_of(tables: Iterable[Table]) -> dict[str, str]:
    """What the host does by the words for it: functions, as `module:name`."""
    return {words: function for table in tables for words, function in table.host.items()}


def carried(rules: Mapping[str, Rule], id_: str, tables: Sequence[Table]) -> list[Sentence]:
    """The sentences of a rule with their marks, by the first table that has them."""
    return [
        Sentence(id_, number, text, _marks(id_, text, tables))
        for number, text in enumerate(sentences(rules[id_].body), 1)
    ]


def _marks(id_: str, text: str, tables: Sequence[Table]) -> tuple[str, ...]:
    """The marks of the longest beginning that fits, in the first table; with them what is quoted of the law."""
    quoted = [match["what"].strip() for match in PLACEHOLDER.finditer(text) if not match["table"]]
    for table in tables:
        rows = table.rows.get(id_, {})
        fitting = [words for words in rows if text.startswith(words)]
        if fitting:
            return tuple(dict.fromkeys([*rows[max(fitting, key=len)], *quoted]))
    return tuple(dict.fromkeys(quoted))


@lru_cache(maxsize=1)
def _shipped() -> Mapping[tuple[str, str], Sentence]:
    """Every sentence of every law that is shipped, by its rule and its words."""
    found: dict[tuple[str, str], Sentence] = {}
    for name, folder in sorted(templates().items()):
        raw = yaml.load((folder / "rules.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
        rules = {id_: Rule.model_validate(rule) for id_, rule in raw.items()}
        for id_ in rules:
            for sentence in carried(rules, id_, tables_of(name)):
                found.setdefault((id_, sentence.text), sentence)
    return found


def known_sentences(law: Law) -> dict[str, list[Sentence]]:
    """The sentences of a law's rules that some shipped law has as well, in reading order."""
    shipped = _shipped()
    return {
        placed.id: [shipped[placed.id, text] for text in sentences(placed.rule.body) if (placed.id, text) in shipped]
        for placed in tree(rules_of(law))
    }
