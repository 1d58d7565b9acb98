"""The sentences of rules, and the implementation of each, as declared in YAML files beside the laws.

`NAME.sentences.yaml` is beside the folder of a law, and `sentences.yaml` beside all laws of an app. A law in one file
has its own after `---` in that file. Declarations common to many games are in a file beside this module. The first that
has a sentence applies. Under the id of a rule, each key is the beginning of a sentence, and its value lists marks. The
longest fitting beginning applies:

    (host):
      the opening of packs: exoptosis.shop.open_pack:open_pack
    card-packs:
      A player may open: [/packs, the opening of packs, R20]
      '': [words]

A sentence can be implemented by a place of the law, by a clause (`fusion/fuse`), or by a function of the host. A
function has words of its own under `(host)`, where it is named as `module:function` or `module:Class.method`. `words`
marks a sentence that only defines a word, `players` one that players keep themselves. A ruling (`R23`) stands for the
tests with its number in their names, `tests/…::name` for a single test. Values that a sentence quotes from the law also
implement it.

`(equivalents)` lists mutants that no test can notice, each with the reason why it means the same. They are written as
`manage.py sentences LAW --mutate` prints them, those of functions without the number of the line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from nomic.law.document.sections import Law
from nomic.law.document.templates import law_templates, section_in, sentences_in
from nomic.law.rules.placeholders import PLACEHOLDER
from nomic.law.rules.tree import Rule, rules_of, tree

COMMON = Path(__file__).with_name("sentences.yaml")
HOST = "(host)"
EQUIVALENTS = "(equivalents)"
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
    """A sentence of a rule, with its number within the rule from 1.

    `marks` cite what implements it: rulings, tests, places of the law, clauses, the host or the players.
    """

    rule: str
    number: int
    text: str
    marks: tuple[str, ...] = ()

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Return the marks of this kind: ruling, test, place, host, clause, words or players."""
        return tuple(mark for mark in self.marks if kind_of(mark) == kind)


def kind_of(mark: str) -> str:
    """Return the kind of a mark. Raises ValueError if the mark has no known kind."""
    for kind, pattern in _MARKS.items():
        if pattern.fullmatch(mark):
            return kind
    raise ValueError(f"{mark!r} is no mark")


def sentences(body: str) -> list[str]:
    """Return the sentences of a rule's text. Lines that only show a table are left out."""
    lines = (_LIST.sub("", line).strip() for line in body.split("\n"))
    return [sentence for line in lines if line and not _is_table(line) for sentence in _in_line(line)]


def _is_table(line: str) -> bool:
    match = PLACEHOLDER.fullmatch(line)
    return match is not None and match["table"] is not None


def _in_line(line: str) -> Iterator[str]:
    """Yield the sentences of a line. A heading in bold letters is part of the sentence after it."""
    begin = 0
    for end in _END.finditer(line):
        piece = line[begin : end.end()].strip()
        if not _HEAD.fullmatch(piece):
            yield piece
            begin = end.end()
    yield line[begin:]


# ── what carries out the sentences


@dataclass(frozen=True, slots=True)
class Table:
    """The declarations of one file.

    `rows` holds the marks of each sentence, by its rule and its beginning. `host` holds the function for each
    description, and `equivalents` the mutants that no test can notice, with the reason.
    """

    rows: Mapping[str, Mapping[str, tuple[str, ...]]]
    host: Mapping[str, str]
    equivalents: Mapping[str, str]


@lru_cache(maxsize=32)
def table_in(path: Path) -> Table:
    """Return the declarations in a file, or an empty table if the file is missing."""
    return _table(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) if path.exists() else None)


@lru_cache(maxsize=32)
def own_table(template: Path) -> Table:
    """Return the declarations that apply only to one law, or an empty table. `template` is its folder or its file."""
    return _table(sentences_in(template))


def _table(said: dict[str, Any] | None) -> Table:
    read = dict(said or {})
    host, equivalents = read.pop(HOST, {}), read.pop(EQUIVALENTS, {})
    rows = {id_: {words: tuple(marks) for words, marks in rows.items()} for id_, rows in read.items()}
    return Table(rows, host, equivalents)


def tables_of(law_name: str) -> tuple[Table, ...]:
    """Return the files that apply to a shipped law, its own first."""
    template = law_templates()[law_name]
    return own_table(template), table_in(template.with_name(COMMON.name)), table_in(COMMON)


def functions_of(tables: Iterable[Table]) -> dict[str, str]:
    """Return the host's functions (`module:name`) by the words that name them in the files."""
    return {words: function for table in tables for words, function in table.host.items()}


def equivalents_of(tables: Iterable[Table]) -> dict[str, str]:
    """Return why each equivalent mutant behaves like the original, by the mutant's key."""
    return {key: reason for table in tables for key, reason in table.equivalents.items()}


def sentences_with_marks(rules: Mapping[str, Rule], id_: str, tables: Sequence[Table]) -> list[Sentence]:
    """Return the sentences of a rule with their marks.

    Each mark comes from the first file that declares the sentence.
    """
    return [
        Sentence(id_, number, text, _marks(id_, text, tables))
        for number, text in enumerate(sentences(rules[id_].body), 1)
    ]


def _marks(id_: str, text: str, tables: Sequence[Table]) -> tuple[str, ...]:
    """Return the marks of the longest fitting beginning in the first table, and the quoted places of the law."""
    quoted = [match["what"].strip() for match in PLACEHOLDER.finditer(text) if not match["table"]]
    for table in tables:
        rows = table.rows.get(id_, {})
        fitting = [words for words in rows if text.startswith(words)]
        if fitting:
            return tuple(dict.fromkeys([*rows[max(fitting, key=len)], *quoted]))
    return tuple(dict.fromkeys(quoted))


@lru_cache(maxsize=1)
def _shipped() -> Mapping[tuple[str, str], Sentence]:
    """Return every sentence of every shipped law by (rule id, text)."""
    found: dict[tuple[str, str], Sentence] = {}
    for name, template in sorted(law_templates().items()):
        rules = {id_: Rule.model_validate(rule) for id_, rule in section_in(template, "rules").items()}
        for id_ in rules:
            for sentence in sentences_with_marks(rules, id_, tables_of(name)):
                found.setdefault((id_, sentence.text), sentence)
    return found


def known_sentences(law: Law) -> dict[str, list[Sentence]]:
    """Return the sentences of a law's rules that also occur in a shipped law, in reading order."""
    shipped = _shipped()
    return {
        placed.id: [shipped[placed.id, text] for text in sentences(placed.rule.body) if (placed.id, text) in shipped]
        for placed in tree(rules_of(law))
    }
