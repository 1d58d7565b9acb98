"""Readable differences between two laws: changed rules with their changes, changed values with both values."""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from nomic.law.diff.outdated_words import OutdatedWords, outdated_words
from nomic.law.diff.unchanged_effects import what_stays
from nomic.law.document.sections import Document, Law, pointer
from nomic.law.labels.explanations import Explanation, changed_explanations
from nomic.law.labels.value_labels import name_of, value_text
from nomic.law.labels.value_statements import statement
from nomic.law.rules.interpolation import Filled, filled
from nomic.law.rules.placeholders import PLACEHOLDER, shown_instead
from nomic.law.rules.tree import in_order
from nomic.wikitext.anchors import with_plain_links
from nomic.wikitext.myers import ComparisonBudget, TooDifferent, compare_sequences

MISSING = object()
UNTOLD = ("says", "called")  # keys of clauses that their explanations do not mention
WORDS = re.compile(r"\s+|\w+|[^\w\s]")
LINES = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Words:
    """A run of text that both versions share, or that was added or removed."""

    kind: Literal["same", "added", "removed"]
    text: str


@dataclass(frozen=True, slots=True)
class RuleChange:
    """The change of one rule.

    `under` is the title of its parent rule (the former one if repealed), or None at the top level. `moved` holds the
    titles of the old and the new parent. `reordered` is true if its place among its neighbours changed. `reads` holds
    its text after the change (before it, if repealed) with the law's values filled in. It is None if neither the text
    nor a value in it changes, or if it quotes a value that the law does not have. `used_to_read` holds the former text
    of an amended rule. `stays` lists the effects described by its former words that the law still has.
    """

    id: str
    title: str
    kind: Literal["created", "repealed", "amended"]
    under: str | None = None
    renamed_from: str | None = None
    moved: tuple[str, str] | None = None
    reordered: bool = False
    body: list[Words] = field(default_factory=list)
    reads: Filled | None = field(default=None, compare=False)  # follows from the other fields and the law
    used_to_read: Filled | None = field(default=None, compare=False)
    stays: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class ValueChange:
    """The change of one value.

    `name` is its label, `whole` that of the labelled value of which it is a part. `path` is its JSON pointer, and `old`
    its former value, None if it is new. `before` and `after` are both values as text, empty if missing. `explained` is
    true if the change is also described among the effects.
    """

    path: str
    name: str
    kind: Literal["created", "repealed", "changed"]
    old: Any
    new: Any
    before: str = ""
    after: str = ""
    explained: bool = False
    whole: str = field(default="", compare=False)

    @property
    def has_parts(self) -> bool:
        """True if the value is a list or map, which its text does not show completely."""
        return isinstance(self.old, dict | list) or isinstance(self.new, dict | list)


@dataclass(frozen=True, slots=True)
class Differences:
    """All differences between two laws.

    `effects` explains the entries whose effect changed. `outdated` holds sentences that may no longer be true.
    """

    rules: list[RuleChange]
    values: list[ValueChange]
    effects: list[Explanation] = field(default_factory=list)
    outdated: list[OutdatedWords] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.rules or self.values)

    def with_outdated(self, more: Iterable[OutdatedWords]) -> "Differences":
        """Return a copy with further sentences that may no longer be true. Each sentence is listed once."""
        known = {(each.path, each.sentence): each for each in (*self.outdated, *more)}
        return replace(self, outdated=list(known.values()))

    @property
    def effects_with_values(self) -> list[tuple[Explanation, list[ValueChange]]]:
        """The explained entries, each with the changed short sentences and names in its clauses."""
        return [(each, [value for value in self.values if _is_shown_with(value, each)]) for each in self.effects]

    @property
    def other_values(self) -> list[ValueChange]:
        """The changed values that are not in `effects_with_values`."""
        return [value for value in self.values if not any(_is_shown_with(value, each) for each in self.effects)]


def _is_shown_with(value: ValueChange, effect: Explanation) -> bool:
    return value.path.startswith(f"{effect.path}/clauses/") and value.path.rpartition("/")[2] in UNTOLD


def differences(old: Document, new: Document) -> Differences:
    """Return the changes from `old` to `new`.

    Rules are in the order of the ruleset, with repealed ones last; values are sorted by path. The work of comparing
    texts is bounded by `MAX_STEPS` of `nomic.wikitext.myers`. The keys of maps are sorted first, because a database may
    return them in any order.
    """
    old, new = _settled(old), _settled(new)
    laws = Law(old), Law(new)
    effects = changed_explanations(*laws)
    explained = {effect.path for effect in effects}
    return Differences(
        rules=_with_words(laws, _rule_changes(old.get("rules", {}), new.get("rules", {}), ComparisonBudget())),
        values=[
            change
            for name in sorted((old.keys() | new.keys()) - {"rules"})
            for change in _value_changes(laws, explained, (name,), old.get(name, MISSING), new.get(name, MISSING))
        ]
        + list(_unexplained_in_clauses(laws)),
        effects=effects,
        outdated=outdated_words(*laws, effects),
    )


def _settled(value: Any) -> Any:
    """Return JSON data with the keys of all maps sorted."""
    if isinstance(value, dict):
        return {key: _settled(value[key]) for key in sorted(value)}
    return [_settled(part) for part in value] if isinstance(value, list) else value


def _rule_changes(old: Document, new: Document, budget: ComparisonBudget) -> Iterator[RuleChange]:
    for id_ in dict.fromkeys([*in_order(new), *in_order(old)]):
        was, now = old.get(id_), new.get(id_)
        if was == now:
            continue
        if now is not None and was is None:
            yield RuleChange(id_, now["title"], "created", _under(new, now), body=[Words("added", now["body"])])
        elif was is not None and now is None:
            yield RuleChange(id_, was["title"], "repealed", _under(old, was), body=[Words("removed", was["body"])])
        elif was is not None and now is not None:
            parents = was.get("parent"), now.get("parent")
            yield RuleChange(
                id_,
                now["title"],
                "amended",
                _under(new, now),
                renamed_from=was["title"] if was["title"] != now["title"] else None,
                moved=(_title(old, parents[0]), _title(new, parents[1])) if parents[0] != parents[1] else None,
                reordered=was.get("place", 0) != now.get("place", 0),
                body=word_difference(was["body"], now["body"], budget) if was["body"] != now["body"] else [],
            )


def _with_words(laws: tuple[Law, Law], changes: Iterable[RuleChange]) -> list[RuleChange]:
    """Return the changes with the text of each rule.

    A table is shown once in the texts before the change, and once in the texts after it.
    """
    drawn: tuple[set[str], set[str]] = (set(), set())
    old, new = laws
    with_sentences = []
    for change in changes:
        if change.kind == "amended":
            tables = ({*drawn[0]}, {*drawn[1]})
            was, now = _reads(old, change, drawn[0]), _reads(new, change, drawn[1])
            if not change.body and was == now:  # the text does not change, nor does any number that it quotes
                was, now, drawn = None, None, tables
            stays = what_stays(old, new, change.id) if change.body else ()
            with_sentences.append(replace(change, reads=now, used_to_read=was, stays=stays))
        else:
            law = new if change.kind == "created" else old
            with_sentences.append(replace(change, reads=_reads(law, change, drawn[1])))
    return with_sentences


def _reads(law: Law, change: RuleChange, drawn: set[str]) -> Filled | None:
    try:
        return filled(law, law.document["rules"][change.id]["body"], drawn)
    except (ValueError, LookupError, TypeError):  # the document is not a valid law
        return None


def _under(rules: Document, rule: Any) -> str | None:
    """Return the title of a rule's parent, or None for a top-level rule."""
    parent = rule.get("parent")
    return None if parent is None else _title(rules, parent)


def _title(rules: Document, id_: str | None) -> str:
    return "the top level" if id_ is None else rules.get(id_, {}).get("title", id_)


def word_difference(old: str, new: str, budget: ComparisonBudget | None = None) -> list[Words]:
    """Return the differences between two texts word by word, including white space.

    Long texts that share little are compared line by line, or else shown as replaced completely.
    """
    budget = budget or ComparisonBudget()
    for pieces in (WORDS, LINES):
        a, b = pieces.findall(old), pieces.findall(new)
        own = ComparisonBudget(budget.steps // 2)  # leave some of the budget for later texts
        try:
            runs = compare_sequences(a, b, own)
        except TooDifferent:
            continue
        finally:
            budget.steps -= budget.steps // 2 - max(0, own.steps)
        return _joined((a[in_old], b[in_new]) for in_old, in_new in runs)
    return _joined([([old], [new])])


def readable_difference(old: str, new: str) -> list[Words]:
    """Return the differences between two texts, or both texts in full if they share too little to be interleaved."""
    found = word_difference(old, new)
    pieces = sum(each.kind != "same" for each in found)
    if _shares_half(found, old, new) or pieces <= 2:
        return found
    return [Words("removed", old), Words("same", "\n"), Words("added", new)]


def shares_much(old: str, new: str) -> bool:
    """Return whether two texts share at least half of their characters, so that they can be read as one."""
    return _shares_half(word_difference(old, new), old, new)


def _shares_half(found: Iterable[Words], old: str, new: str) -> bool:
    same = sum(len(each.text) for each in found if each.kind == "same")
    return same * 2 >= max(len(old), len(new))


def _joined(runs: Iterable[tuple[list[str], list[str]]]) -> list[Words]:
    result: list[Words] = []
    for was, now in runs:
        kinds: list[tuple[Literal["same", "added", "removed"], list[str]]] = (
            [("same", was)] if was == now else [("removed", was), ("added", now)]
        )
        for kind, pieces in kinds:
            if pieces and result and result[-1].kind == kind:
                result[-1] = Words(kind, result[-1].text + "".join(pieces))
            elif pieces:
                result.append(Words(kind, "".join(pieces)))
    return result


def _unexplained_in_clauses(laws: tuple[Law, Law]) -> Iterator[ValueChange]:
    """Yield the changes of clauses that the explanations of effects do not show: short sentences, and names."""
    old, new = (_parts_of_clauses(law.document.get("rules", {})) for law in laws)
    for path in sorted(old.keys() | new.keys()):
        yield from _value_changes(laws, frozenset(), path, old.get(path, MISSING), new.get(path, MISSING))


def _parts_of_clauses(rules: Document) -> dict[tuple[str, ...], Any]:
    return {
        ("rules", id_, "clauses", name, key): clause[key]
        for id_, rule in rules.items()
        for name, clause in rule.get("clauses", {}).items()
        for key in UNTOLD
        if key in clause
    }


def _value_changes(
    laws: tuple[Law, Law], explained_paths: AbstractSet[str], path: tuple[str, ...], old: Any, new: Any
) -> Iterator[ValueChange]:
    """Yield the changes of values at and beneath a path.

    `explained_paths` are of entries whose effects are explained separately.
    """
    if old == new and type(old) is type(new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _value_changes(laws, explained_paths, (*path, key), old.get(key, MISSING), new.get(key, MISSING))
        return
    kind: Literal["created", "repealed", "changed"] = "changed"
    before = after = ""
    if old is MISSING:
        kind, old = "created", None
    else:
        before = _in_words(laws[0], path, old)
    if new is MISSING:
        kind, new = "repealed", None
    else:
        after = _in_words(laws[1], path, new)
    if pointer(*path) in explained_paths:  # what its parts do is told apart from it, in sentences
        before, after = _without_explained(laws[0], path, old, before), _without_explained(laws[1], path, new, after)
    name = name_of(laws[kind != "repealed"].document, path)
    explained = name.explained and any(pointer(*path[:depth]) in explained_paths for depth in range(1, len(path)))
    yield ValueChange(pointer(*path), name.words, kind, old, new, before, after, explained, name.whole)


def _without_explained(law: Law, path: tuple[str, ...], value: Any, words: str) -> str:
    """Return a value as text without its parts that are explained in sentences, and without its empty parts."""
    if not isinstance(value, dict):
        return words
    kept = {key: part for key, part in value.items() if not name_of(law.document, (*path, key)).explained}
    return _in_words(law, path, {key: part for key, part in kept.items() if part not in ("", [], {}, None)})


def _in_words(law: Law, path: tuple[str, ...], value: Any) -> str:
    """Return a value as text, with quoted values of the law filled in.

    One of a few fixed words, such as "may-end", is shown by its label's sentence.
    """
    words = value_text(law, path, value)
    if isinstance(value, str):
        words = with_plain_links(PLACEHOLDER.sub(lambda quoted: shown_instead(law, quoted), words))
    name = name_of(law.document, path)
    if isinstance(value, str) and isinstance(name.sentence, Mapping):
        return statement(law, path, value, name, words) or words
    return words
